/** Numbers as tables print them: with units, thousands separators, percent signs, currency. */

const QUANTITY = /^[$€£¥~<>]?\s?([-+]?[0-9][0-9,_']{0,20}(?:\.[0-9]{1,20})?)\s?(%|[A-Za-zµ]{0,5})(?:\/s)?$/
const CLOCK = /^(?:([0-9]{1,4})-)?([0-9]{1,4}):([0-9]{2})(?::([0-9]{2}))?(?:\.[0-9]+)?$/

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  '%': 1,
  B: 1,
  b: 1,
  K: 1024,
  k: 1024,
  KB: 1024,
  kB: 1024,
  KiB: 1024,
  Ki: 1024,
  M: 1024 ** 2,
  MB: 1024 ** 2,
  MiB: 1024 ** 2,
  Mi: 1024 ** 2,
  G: 1024 ** 3,
  GB: 1024 ** 3,
  GiB: 1024 ** 3,
  Gi: 1024 ** 3,
  T: 1024 ** 4,
  TB: 1024 ** 4,
  TiB: 1024 ** 4,
  Ti: 1024 ** 4,
  P: 1024 ** 5,
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  ms: 1e-3,
  s: 1,
  sec: 1,
  m: 60,
  min: 60,
  h: 3600,
  d: 86_400,
  y: 31_536_000,
}

/** The number that a cell shows, in base units; NaN when it is no number. */
export const quantityOf = (text: string): number => {
  if (text.length > 40) return Number.NaN
  const found = QUANTITY.exec(text)
  if (found !== null) {
    const unit = UNITS[found[2]!]
    return unit === undefined ? Number.NaN : Number(found[1]!.replace(/[,_']/g, '')) * unit
  }
  const clock = CLOCK.exec(text)
  if (clock === null) return Number.NaN
  const [, days = '0', first, second, third] = clock
  return third === undefined
    ? Number(days) * 1440 + Number(first) * 60 + Number(second)
    : (Number(days) * 24 + Number(first)) * 3600 + Number(second) * 60 + Number(third)
}

export const isQuantity = (text: string): boolean => text === '-' || !Number.isNaN(quantityOf(text))
