import { expect, test } from 'vitest'
import { createSource } from '../source/source.ts'
import { chars4 } from '../source/tokens.ts'
import { findProtected, outcomeOf, overBudget } from './protect.ts'

const source = createSource('a\r\nkeep 1\nb\nkeep 1\nkeep 2')

test('lines are found letter for letter, the first of equal ones, in the order of the list', () => {
  expect(findProtected(source, { protectLines: ['keep 2', 'keep 1', 'Keep 1', 'keep', 'a'] })).toEqual({
    lines: [5, 2, 1],
    absent: ['Keep 1', 'keep'],
  })
})

test('line ends in the list do not count, blank lines are ignored, equal ones count once', () => {
  expect(findProtected(source, { protectLines: ['a\r\n', 'b\n', '', '  ', 'b', 'keep 1\nkeep 2\n'] })).toEqual({
    lines: [1, 3, 2, 5],
    absent: [],
  })
  expect(findProtected(source, {})).toEqual({ lines: [], absent: [] })
})

test('a list or mode of no use is an error', () => {
  expect(() => findProtected(source, { protectLines: 'a' as unknown as string[] })).toThrow(
    expect.objectContaining({ code: 'bad-option' }),
  )
  expect(() => findProtected(source, { protectMode: 'maybe' as 'fail' })).toThrow(expect.objectContaining({ code: 'bad-option' }))
})

test('the error names every line at risk, in source order, and the way out', () => {
  const error = overBudget(source, [5, 2], 1, chars4)
  expect(error.code).toBe('protected-over-budget')
  expect(error.lines).toEqual([
    { line: 2, text: 'keep 1' },
    { line: 5, text: 'keep 2' },
  ])
  expect(error.message).toBe(
    'The 2 protected lines need 4 tokens, more than the budget of 1; raise the budget to 4 or set the protect mode to partial. At risk: L2 "keep 1", L5 "keep 2".',
  )
})

test('any of equal lines will do, and what is missing is named', () => {
  const protection = { lines: [2, 3], absent: ['c'] }
  expect(outcomeOf(source, protection, [4])).toEqual({
    kept: 1,
    missing: ['c', 'b'],
    notes: ['protected line not in the source: "c"', 'protected line not kept: L3 "b"'],
  })
})
