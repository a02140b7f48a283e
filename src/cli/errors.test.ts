import { describe, expect, test } from 'vitest'
import { DietError } from '../verbs/errors.ts'
import { CliError, quote, suggest, toFailure, usageError } from './errors.ts'

describe('did you mean', () => {
  const known = ['digest', 'count', 'dedupe', 'extract', 'summarize', 'pack', 'check', 'verify', 'mcp']
  test.each([
    ['digset', 'digest'],
    ['dedup', 'dedupe'],
    ['summarise', 'summarize'],
    ['summary', 'summarize'],
    ['ext', 'extract'],
    ['chekc', 'check'],
  ])('%s -> %s', (name, meant) => {
    expect(suggest(name, known)).toBe(meant)
  })
  test.each(['', 'x', 'frobnicate', 'a'.repeat(1000)])('nothing for %j', (name) => {
    expect(suggest(name, known)).toBeUndefined()
  })
})

describe('messages', () => {
  test('quoted text cannot break the line', () => {
    expect(quote('a"b')).toBe('"a\\"b"')
    expect(quote('a\nb\u001b[31m\u2028\u0085')).toBe('"a\\nb\\u001b[31m??"')
    expect(quote('x'.repeat(300))).toBe(`"${'x'.repeat(200)}..."`)
  })

  test('each kind of error has its exit code', () => {
    expect(toFailure(usageError('this is wrong', 'do that'))).toEqual({ message: 'this is wrong; do that', exit: 2 })
    expect(toFailure(new CliError(4, 'a', 'b')).exit).toBe(4)
    expect(toFailure(new DietError('bad-option', 'The option x is wrong; do that.'))).toEqual({
      message: 'the option x is wrong; do that',
      exit: 2,
    })
    expect(toFailure(new DietError('protected-over-budget', 'Too much.\nNext.')).exit).toBe(3)
    expect(toFailure(new DietError('protected-over-budget', 'Too much.\nNext.')).message).toBe('too much. Next')
    expect(toFailure(new TypeError('boom'))).toMatchObject({
      exit: 4,
      message: expect.stringContaining('unexpected error (boom)'),
    })
    expect(toFailure('thrown text').exit).toBe(4)
  })
})
