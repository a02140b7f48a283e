/**
 * Values that count: decimal and hexadecimal numbers with their padding, times of day, dates with time. A format maps
 * the exact spelling to a whole number and back, so that a column of values can be told by its first one and a rule.
 */

export interface NumberFormat {
  /** Written before the digits of a step: `0x` or `0X` for hexadecimal values, else nothing. */
  readonly radix: string
  /** Written behind a step: the unit of times. */
  readonly unit: string
  /** What a reader cannot derive from the first value, for example ` w3`: zero-padded to 3 digits. */
  readonly suffix: string
  /** Undefined when this format does not write the text in exactly this way. */
  parse(text: string): number | undefined
  format(value: number): string | undefined
}

/** Digits that a double holds exactly, in each radix. */
const MAX_DIGITS = { 10: 15, 16: 13 } as const
const PATTERNS = { '': /^ *\d+$/, '0x': /^ *[\da-f]+$/, '0X': /^ *[\dA-F]+$/ } as const
type Radix = keyof typeof PATTERNS

/** `pad` is `0` or a blank; `width` is 0 for numbers without padding. */
const integerFormat = (radix: Radix, pad: string, width: number, suffix: string): NumberFormat => {
  const base = radix === '' ? 10 : 16
  const format = (value: number): string | undefined => {
    if (!Number.isSafeInteger(value) || value < 0) return undefined
    const digits = value.toString(base).padStart(width, pad)
    return radix === '0X' ? digits.toUpperCase() : digits
  }
  const parse = (text: string): number | undefined => {
    const digits = text.trimStart()
    if (digits.length > MAX_DIGITS[base] || !PATTERNS[radix].test(text)) return undefined
    const value = Number.parseInt(digits, base)
    return format(value) === text ? value : undefined
  }
  return { radix, unit: '', suffix, parse, format }
}

/** The padding that a value shows by itself: a leading blank or zero. */
const paddingOf = (text: string): { pad: string; width: number } => {
  const isPadded = text.length > 1 && (text[0] === '0' || text[0] === ' ')
  return { pad: isPadded ? text[0]! : '0', width: isPadded ? text.length : 0 }
}

const integerFormatOf = (radix: Radix, values: readonly string[]): NumberFormat => {
  const expected = paddingOf(values[0]!)
  const actual = paddingOf(values.find((value) => paddingOf(value).width > 0) ?? '')
  const isClear = actual.width === expected.width && actual.pad === expected.pad
  const suffix = isClear ? '' : ` ${actual.pad === ' ' ? 's' : 'w'}${actual.width}`
  return integerFormat(radix, actual.pad, actual.width, suffix)
}

const TIME = /^(?:(\d{4})([-/])(\d\d)\2(\d\d)([T ]))?(\d\d):(\d\d):(\d\d)(?:([.,])(\d{1,6}))?$/
const DAY = 86_400

/** Days since 1970-01-01 in the Gregorian calendar, months counted from March so that the leap day comes last. */
const daysOf = (year: number, month: number, day: number): number => {
  const y = month < 3 ? year - 1 : year
  const m = (month + 9) % 12
  return 365 * y + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + Math.floor((153 * m + 2) / 5) + day - 719_469
}

const dateOf = (days: number): readonly [year: number, month: number, day: number] => {
  const z = days + 719_468
  const era = Math.floor(z / 146_097)
  const doe = z - era * 146_097
  const yoe = Math.floor((doe - Math.floor(doe / 1460) + Math.floor(doe / 36_524) - Math.floor(doe / 146_096)) / 365)
  const doy = doe - (365 * yoe + Math.floor(yoe / 4) - Math.floor(yoe / 100))
  const mp = Math.floor((5 * doy + 2) / 153)
  const month = mp < 10 ? mp + 3 : mp - 9
  return [yoe + era * 400 + (month < 3 ? 1 : 0), month, doy - Math.floor((153 * mp + 2) / 5) + 1]
}

const two = (value: number): string => String(value).padStart(2, '0')
const UNITS: Readonly<Record<number, string>> = { 0: 's', 3: 'ms', 6: 'us' }

/** Times like the sample: with or without date, with as many digits behind the second. Ticks of its last digit; a time of day wraps at midnight. */
const timeFormat = (sample: string): NumberFormat | undefined => {
  const shape = TIME.exec(sample)
  if (shape === null) return undefined
  const [, year, dateMark, , , timeMark, , , , pointMark = '', digits = ''] = shape
  const scale = 10 ** digits.length
  const hasDate = year !== undefined
  const format = (ticks: number): string | undefined => {
    if (!Number.isSafeInteger(ticks) || (ticks < 0 && hasDate)) return undefined
    const day = DAY * scale
    const rest = ((ticks % day) + day) % day
    const seconds = Math.floor(rest / scale)
    const [y, m, d] = dateOf(Math.floor(ticks / day))
    if (hasDate && y > 9999) return undefined
    const date = hasDate ? `${String(y).padStart(4, '0')}${dateMark}${two(m)}${dateMark}${two(d)}${timeMark}` : ''
    const fraction = pointMark === '' ? '' : pointMark + String(rest % scale).padStart(digits.length, '0')
    return `${date}${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${fraction}`
  }
  const parse = (text: string): number | undefined => {
    const found = TIME.exec(text)
    if (found === null) return undefined
    const [, y, , m, d, , hour, minute, second, , fraction = ''] = found
    const days = y === undefined ? 0 : daysOf(Number(y), Number(m), Number(d))
    const seconds = days * DAY + Number(hour) * 3600 + Number(minute) * 60 + Number(second)
    const ticks = seconds * scale + Number(fraction)
    return format(ticks) === text ? ticks : undefined
  }
  return { radix: '', unit: UNITS[digits.length] ?? '', suffix: '', parse, format }
}

export interface NumberColumn {
  readonly format: NumberFormat
  readonly numbers: readonly number[]
}

const parseAll = (format: NumberFormat, values: readonly string[]): NumberColumn | undefined => {
  const numbers: number[] = []
  for (const value of values) {
    const number = format.parse(value)
    if (number === undefined) return undefined
    numbers.push(number)
  }
  return { format, numbers }
}

/** The values as numbers, in the one format that spells them all as they are; undefined when there is none. */
export const readNumbers = (values: readonly string[]): NumberColumn | undefined => {
  const time = timeFormat(values[0]!)
  if (time !== undefined) return parseAll(time, values)
  for (const radix of ['', '0x', '0X'] as const) {
    /* Letters alone are words, even where they could be digits. */
    if (!values.every((value) => PATTERNS[radix].test(value)) || !values.some((value) => /\d/.test(value))) continue
    const column = parseAll(integerFormatOf(radix, values), values)
    if (column !== undefined) return column
  }
  return undefined
}

/** The format that a rule means: `first` is the visible value, `radix` and `suffix` are as they stand in the rule. */
export const formatFor = (first: string, radix: string, suffix: string): NumberFormat | undefined => {
  const time = timeFormat(first)
  if (time !== undefined) return time
  if (radix !== '' && radix !== '0x' && radix !== '0X') return undefined
  const shown = paddingOf(first)
  if (suffix === '') return integerFormat(radix, shown.pad, shown.width, '')
  const width = Number(suffix.slice(2))
  return width > 20 ? undefined : integerFormat(radix, suffix[1] === 's' ? ' ' : '0', width, suffix)
}
