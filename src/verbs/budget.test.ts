import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fillBudget } from './budget.ts'

const texts = ['', 'aaaa\n', 'bbbbbbbb\n', 'cc\n', 'd\n', 'eeeeeeeeeeee\n']
const tokens = (text: string): number => Math.ceil(text.length / 4)
const fill = (budget: number, tiers: number[][], fixed: number[] = []): number[] =>
  fillBudget({
    budget,
    fixed,
    tiers,
    cost: (n) => tokens(texts[n]!),
    measure: (lines) => tokens(lines.map((n) => texts[n]!).join('')),
  })

test('tiers are tried in order, a line that does not fit is passed over', () => {
  // Lines 1 to 5 have 5, 9, 3, 2 and 13 chars.
  expect(fill(2, [[1, 2, 3]])).toEqual([1, 3])
  expect(fill(1, [[5], [4]])).toEqual([4])
  expect(fill(100, [[5, 1], [3]])).toEqual([1, 3, 5])
})

test('what the rounding of single lines leaves over is used', () => {
  // 3 + 2 + 3 chars are 2 tokens together, though each line alone counts 1.
  const measure = (lines: readonly number[]): number => tokens(lines.map(() => 'cc\n').join(''))
  expect(fillBudget({ budget: 2, fixed: [], tiers: [[1, 2, 3]], cost: () => 1, measure })).toEqual([1, 2])
  expect(fillBudget({ budget: 3, fixed: [], tiers: [[1, 2, 3, 4]], cost: () => 1, measure })).toEqual([1, 2, 3, 4])
})

test('fixed lines are in whatever they cost', () => {
  expect(fill(1, [[4]], [5])).toEqual([5])
  expect(fill(4, [[1], [4]], [5])).toEqual([4, 5])
  expect(fill(4, [[3, 4]], [5])).toEqual([3, 5])
})

test('a counter that counts more for lines together than alone still keeps the budget', () => {
  const measure = (lines: readonly number[]): number => lines.length ** 2
  const chosen = fillBudget({ budget: 10, fixed: [], tiers: [[1, 2, 3, 4, 5]], cost: () => 1, measure })
  expect(chosen).toEqual([1, 2, 3])
})

test('the result is within the budget and cannot take the first line that was tried', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(40), { minLength: 1, maxLength: 30 }), fc.integer({ min: 1, max: 60 }), (sizes, budget) => {
      const measure = (lines: readonly number[]): number => Math.ceil(lines.reduce((sum, n) => sum + sizes[n]! + 1, 0) / 4)
      const all = sizes.map((_, n) => n)
      const chosen = fillBudget({ budget, fixed: [], tiers: [all], cost: (n) => measure([n]), measure })
      expect(measure(chosen)).toBeLessThanOrEqual(budget)
      expect(new Set(chosen).size).toBe(chosen.length)
      if (measure([0]) <= budget) expect(chosen).toContain(0)
      if (measure(all) <= budget) expect(chosen.length).toBeGreaterThan(0)
    }),
  )
})
