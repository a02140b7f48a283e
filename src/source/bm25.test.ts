import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRelevance } from './bm25.ts'

const scored = (query: string, lines: readonly string[]) =>
  createRelevance(query, { lines: lines.length, line: (n) => lines[n - 1]! })

test('the score is BM25 with k1 1.2 and b 0.75', () => {
  const { scores, terms, weights } = scored('alpha', ['alpha beta', 'alpha alpha beta gamma', 'beta gamma delta'])
  // Three lines of 2, 4 and 3 words, average 3; two of them have the term.
  const idf = Math.log(1 + (3 - 2 + 0.5) / (2 + 0.5))
  expect(terms).toEqual(['alpha'])
  expect(weights[0]).toBeCloseTo(idf, 12)
  expect(scores[1]).toBeCloseTo((idf * 1 * 2.2) / (1 + 1.2 * (0.25 + (0.75 * 2) / 3)), 12)
  expect(scores[2]).toBeCloseTo((idf * 2 * 2.2) / (2 + 1.2 * (0.25 + (0.75 * 4) / 3)), 12)
  expect(scores[3]).toBe(0)
})

test('a rare term weighs more than a common one, and two terms more than one', () => {
  const lines = ['test a', 'test b', 'test c', 'timeout d', 'test timeout', 'nothing here']
  const { scores, matched, max } = scored('test timeout', lines)
  expect(scores[4]!).toBeGreaterThan(scores[1]!)
  expect(scores[5]!).toBeGreaterThan(scores[4]!)
  expect(max).toBe(scores[5])
  expect(matched).toBe(5)
})

test('the whole identifier counts above its parts', () => {
  const { scores } = scored('parseConfig', ['calls parseConfig here', 'config that parse here', 'def parse_config(x)'])
  expect(scores[1]!).toBeGreaterThan(scores[2]!)
  expect(scores[2]!).toBeGreaterThan(0)
  expect(scores[3]!).toBeGreaterThan(scores[2]!)
})

test('words that only ask have no weight', () => {
  const { scores } = scored('why is the build red', ['the why is', 'build red'])
  expect(scores[1]).toBe(0)
  expect(scores[2]!).toBeGreaterThan(0)
})

test('nothing to find scores nothing', () => {
  expect(scored('', ['a']).max).toBe(0)
  expect(scored('zebra', ['a']).max).toBe(0)
  expect(scored('zebra', []).max).toBe(0)
})

test('a score is finite, not negative, and positive exactly on matched lines', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.array(fc.string({ unit: 'binary' })), (query, lines) => {
      const { scores, matched, max } = scored(query, lines)
      expect(scores.length).toBe(lines.length + 1)
      expect(scores.every((score) => Number.isFinite(score) && score >= 0)).toBe(true)
      expect(scores.filter((score) => score > 0).length).toBe(matched)
      expect(Math.max(0, ...scores)).toBe(max)
    }),
  )
})

test('a line that is the query has the highest score of equally long lines', () => {
  const word = fc.constantFrom('alpha', 'beta', 'gamma', 'delta', 'epsilon')
  fc.assert(
    fc.property(
      fc.uniqueArray(word, { minLength: 2, maxLength: 2 }),
      fc.array(fc.tuple(word, word), { maxLength: 8 }),
      (query, pairs) => {
        const distinct = pairs.filter(([a, b]) => a !== b)
        const { scores, max } = scored(query.join(' '), [query.join(' '), ...distinct.map((pair) => pair.join(' '))])
        expect(scores[1]!).toBeCloseTo(max, 12)
      },
    ),
  )
})
