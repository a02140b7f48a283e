import { describe, expect, test } from 'vitest'
import { findCuts, loadCounter } from './counters.ts'

describe('cuts of overlong runs', () => {
  test('none in ordinary text', () => {
    expect(findCuts('a line of words, 123 numbers\n'.repeat(500))).toEqual([])
    expect(findCuts('a'.repeat(1024))).toEqual([])
  })

  test('every 1024 chars of one class', () => {
    expect(findCuts('a'.repeat(2049))).toEqual([1024, 2048])
    expect(findCuts(`x ${' '.repeat(2000)}`)).toEqual([1025])
  })

  test('never inside a surrogate pair', () => {
    expect(findCuts(`a${'🍃'.repeat(600)}`)).toEqual([1025])
  })
})

describe('counters', () => {
  test('chars4 is ceil(chars / 4)', async () => {
    const count = await loadCounter('chars4')
    expect([count(''), count('a'), count('abcd'), count('abcde')]).toEqual([0, 1, 1, 2])
  })

  test.each(['o200k', 'cl100k'] as const)('%s counts known texts, special tokens as text, lone surrogates', async (name) => {
    const count = await loadCounter(name)
    expect(count('')).toBe(0)
    expect(count('hello world')).toBe(2)
    expect(count('<|endoftext|>')).toBeGreaterThan(1)
    expect(count('\ud800 \udc80')).toBeGreaterThan(0)
  })

  test('a run that would take a tokenizer minutes is counted', async () => {
    const count = await loadCounter('o200k')
    expect(count('ab'.repeat(100_000))).toBeGreaterThan(1000)
  })
})
