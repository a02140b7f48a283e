import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byFallingKey } from './order.ts'

test('largest key first, equal keys in line order, none without a key', () => {
  const keys = [0, 1, 8, 0, 2, 8, -1]
  expect(byFallingKey([1, 2, 3, 4, 5, 6], (n) => keys[n]!)).toEqual([2, 5, 4, 1])
  expect(byFallingKey([], () => 1)).toEqual([])
})

test('no line stands before one whose key is clearly larger', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1e6, noNaN: true })), (keys) => {
      const lines = keys.map((_, i) => i)
      const ordered = byFallingKey(lines, (n) => keys[n]!)
      expect([...ordered].sort((a, b) => a - b)).toEqual(lines.filter((n) => keys[n]! > 0))
      for (let i = 1; i < ordered.length; i++)
        expect(keys[ordered[i]!]!).toBeLessThanOrEqual(keys[ordered[i - 1]!]! * 1.02 + 1e-9)
    }),
  )
})
