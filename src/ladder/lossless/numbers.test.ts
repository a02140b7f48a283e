import { describe, expect, it } from 'vitest'
import { formatFor, readNumbers } from './numbers.ts'

const numbersOf = (...values: string[]): readonly number[] | undefined => readNumbers(values)?.numbers

/** The values again, through what a decoder knows: the first value, radix and suffix. */
const again = (...values: string[]): (string | undefined)[] => {
  const column = readNumbers(values)!
  const format = formatFor(values[0]!, column.format.radix, column.format.suffix)!
  return column.numbers.map((number) => format.format(number))
}

describe('numbers in their exact spelling', () => {
  it('reads decimal numbers with and without padding', () => {
    expect(numbersOf('9', '10', '11')).toEqual([9, 10, 11])
    expect(numbersOf('07', '08', '10', '100')).toEqual([7, 8, 10, 100])
    expect(again('10', '11', '09')).toEqual(['10', '11', '09'])
    expect(again('  9', ' 10', '100')).toEqual(['  9', ' 10', '100'])
    expect(again('100', ' 99', '  1')).toEqual(['100', ' 99', '  1'])
  })

  it('refuses spellings that one rule cannot give', () => {
    expect(numbersOf('07', '007')).toBeUndefined()
    expect(numbersOf('1', '01')).toBeUndefined()
    expect(numbersOf('1', 'x')).toBeUndefined()
    expect(numbersOf('1234567890123456', '1234567890123457')).toBeUndefined()
  })

  it('reads hexadecimal numbers in either case, not in both', () => {
    expect(numbersOf('9f', 'a0')).toEqual([0x9f, 0xa0])
    expect(again('00FF', '0100')).toEqual(['00FF', '0100'])
    expect(numbersOf('9f', 'A0')).toBeUndefined()
  })

  it('counts times in their last digit', () => {
    expect(numbersOf('00:00:01.500', '00:01:00.000')).toEqual([1500, 60_000])
    expect(numbersOf('1970-01-02 00:00:01', '1970-01-01 00:00:00')).toEqual([86_401, 0])
    expect(numbersOf('2024-03-01T00:00:00', '2024-02-29T00:00:00')).toEqual([1_709_251_200, 1_709_164_800])
  })

  it('writes times as they were, and passes midnight and the end of February', () => {
    const clock = formatFor('23:59:59', '', '')!
    expect(clock.format(clock.parse('23:59:59')! + 2)).toBe('00:00:01')
    const date = formatFor('2023/02/28 23:59:59,9', '', '')!
    expect(date.format(date.parse('2023/02/28 23:59:59,9')! + 1)).toBe('2023/03/01 00:00:00,0')
    const leap = formatFor('2000-02-28T23:59:59', '', '')!
    expect(leap.format(leap.parse('2000-02-28T23:59:59')! + 1)).toBe('2000-02-29T00:00:00')
    expect(leap.format(leap.parse('2000-12-31T23:59:59')! + 1)).toBe('2001-01-01T00:00:00')
  })

  it('agrees with the calendar of the platform', () => {
    const date = formatFor('1970-01-01T00:00:00', '', '')!
    for (let day = 0; day < 60_000; day += 97) {
      const expected = new Date(day * 86_400_000).toISOString().slice(0, 19)
      expect(date.format(day * 86_400)).toBe(expected)
      expect(date.parse(expected)).toBe(day * 86_400)
    }
  })

  it('refuses times that do not exist', () => {
    expect(numbersOf('25:00:00', '26:00:00')).toBeUndefined()
    expect(numbersOf('2023-02-29T00:00:00', '2023-03-01T00:00:00')).toBeUndefined()
  })
})
