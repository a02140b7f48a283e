const DIGITS = /\d/g

/** Modulo 10 with weights 3 and 1 from the right. */
export const checkDigit = (digits: string): number => {
  const numbers = (digits.match(DIGITS) ?? []).map(Number).reverse()
  const sum = numbers.reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10
}

export const trackingNumber = (serial: number): string => {
  const digits = String(serial).padStart(11, '0')
  return 'PX' + digits + checkDigit(digits)
}
