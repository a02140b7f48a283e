import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRelevance } from '../source/bm25.ts'
import { rankRegions } from './regions.ts'

const ranked = (lines: readonly string[], context: number, max = Number.POSITIVE_INFINITY): number[] => {
  const relevance = createRelevance('hit', { lines: lines.length, line: (n) => lines[n - 1]! })
  return [...rankRegions(relevance, context, max)].flatMap((rank, n) => (rank > 0 ? [n] : []))
}

test('lines around a match, up to the ends', () => {
  expect(ranked(['hit', '-', '-', '-', '-', 'hit'], 1)).toEqual([1, 2, 5, 6])
  expect(ranked(['-', 'hit', '-'], 0)).toEqual([2])
  expect(ranked(['-', '-'], 3)).toEqual([])
  expect(ranked(['-', 'hit'], 1000)).toEqual([1, 2])
})

test('the best regions, those that touch being one', () => {
  const lines = ['hit one two three', '-', '-', '-', 'hit', '-', 'hit hit', '-', '-', '-', 'hit one']
  expect(ranked(lines, 1, 1)).toEqual([4, 5, 6, 7, 8])
  expect(ranked(lines, 1, 2)).toEqual([4, 5, 6, 7, 8, 10, 11])
})

test('a match ranks before the lines around it', () => {
  const lines = ['-', 'hit', '-']
  const ranks = rankRegions(createRelevance('hit', { lines: 3, line: (n) => lines[n - 1]! }), 1, 9)
  expect(ranks[2]!).toBeGreaterThan(ranks[1]!)
  expect(ranks[1]).toBe(ranks[3])
})

test('a line is in exactly when a match is near', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 40 }), fc.nat(6), (hits, context) => {
      const lines = hits.map((hit) => (hit ? 'hit' : '-'))
      const near = hits.flatMap((_, i) => (hits.some((hit, j) => hit && Math.abs(i - j) <= context) ? [i + 1] : []))
      expect(ranked(lines, context)).toEqual(near)
    }),
  )
})
