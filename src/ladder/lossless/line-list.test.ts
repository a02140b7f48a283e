import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatLineList, parseLineList } from './line-list.ts'
import { createScanner } from './scan.ts'

const parse = (text: string, size = 1, lines = 1000): number[] | undefined => {
  const scanner = createScanner(text)
  const found = parseLineList(scanner, size, lines)
  return scanner.done() ? found : undefined
}

describe('lists of lines', () => {
  it('writes neighbours as a range and equal distances with a step', () => {
    expect(formatLineList([11, 12, 13, 50, 77])).toBe('11-13,50,77')
    expect(formatLineList([4, 7, 10, 13])).toBe('4-13/3')
    expect(formatLineList([4, 7])).toBe('4,7')
  })

  it('writes blocks from their first to their last line', () => {
    expect(formatLineList([20, 40], 5)).toBe('20-24,40-44')
    expect(formatLineList([20, 25, 30], 5)).toBe('20-34')
    expect(formatLineList([5, 8, 11], 2)).toBe('5-12/3')
  })

  it('tells the rows of a pattern apart', () => {
    const starts = [1, 2, 4, 11, 12, 14, 21, 22, 24, 31, 32, 34]
    expect(formatLineList(starts)).toBe('1-31/10,2-32/10,4-34/10')
    expect(parse('1-31/10,2-32/10,4-34/10')).toEqual(starts)
  })

  it('reads what it wrote', () => {
    const steps = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 5 }), (gaps, size) => {
        let at = 1
        const starts = gaps.map((gap) => (at += size - 1 + gap) - size + 1)
        expect(parse(formatLineList(starts, size), size)).toEqual(starts)
      }),
    )
  })

  it('refuses what is malformed or beyond the source, without allocating for it', () => {
    for (const text of ['', '0', '5-3', '1-999999999', '1-9/0', '1-10/4', '7,', '1001', '1-1000,1-1000'])
      expect(parse(text)).toBeUndefined()
    expect(parse('1-7', 2)).toBeUndefined()
    expect(parse('1-8/1', 2)).toBeUndefined()
  })
})
