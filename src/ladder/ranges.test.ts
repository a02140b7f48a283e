import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatRanges } from '../receipt/notes.ts'
import { fitRanges, mergeRanges } from './ranges.ts'

describe('mergeRanges', () => {
  it('sorts, joins what overlaps or touches, and keeps the rest apart', () => {
    expect(
      mergeRanges([
        [8, 9],
        [1, 2],
        [3, 4],
        [12, 14],
        [13, 20],
      ]),
    ).toEqual([
      [1, 4],
      [8, 9],
      [12, 20],
    ])
  })
  it('joins across a slack', () => {
    expect(
      mergeRanges(
        [
          [1, 1],
          [4, 4],
          [9, 9],
        ],
        2,
      ),
    ).toEqual([
      [1, 4],
      [9, 9],
    ])
  })
})

const ranges = fc.array(
  fc
    .tuple(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 0, max: 30 }))
    .map(([from, size]) => [from, from + size] as const),
  { minLength: 1, maxLength: 80 },
)

describe('fitRanges', () => {
  it('covers every range, in no more chars than asked unless one range is left', () => {
    fc.assert(
      fc.property(ranges, fc.integer({ min: 1, max: 200 }), (given, chars) => {
        const cover = fitRanges(given, chars)
        for (const [from, to] of given) expect(cover.some(([a, b]) => a <= from && to <= b)).toBe(true)
        expect(cover.length === 1 || formatRanges(cover).length <= chars).toBe(true)
      }),
    )
  })
  it('is exact where there is room', () => {
    expect(
      fitRanges(
        [
          [5, 7],
          [1, 2],
        ],
        1000,
      ),
    ).toEqual([
      [1, 2],
      [5, 7],
    ])
  })
})
