/** Amounts are whole cents. */
export interface Money {
  readonly cents: number
  readonly currency: string
}

export const parseMoney = (text: string): Money => {
  const parts = /^(-?\d+)(?:\.(\d{2}))? ([A-Z]{3})$/.exec(text)
  if (parts === null) throw new RangeError(`not an amount: ${text}`)
  const sign = parts[1]!.startsWith('-') ? -1 : 1
  return { cents: Number(parts[1]) * 100 + sign * Number(parts[2] ?? 0), currency: parts[3]! }
}

export const formatMoney = (money: Money): string => {
  const whole = Math.trunc(money.cents / 100)
  const rest = Math.abs(money.cents % 100)
  return whole + '.' + String(rest).padStart(2, '0') + ' ' + money.currency
}

export const addPercent = (money: Money, percent: number): Money => ({
  cents: Math.round(money.cents * (1 + percent / 100)),
  currency: money.currency,
})
