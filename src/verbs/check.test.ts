import fc from 'fast-check'
import { expect, test } from 'vitest'
import { check } from './check.ts'

const codeOf = (run: () => unknown): unknown => {
  try {
    run()
  } catch (error) {
    return (error as { code?: unknown }).code
  }
  return undefined
}

test('an item is found when a line contains it, with that line as evidence', () => {
  const { found, missing, survived, mode, planned } = check(['adds tax', 'rounds'], 'start\n  ✓ adds tax (3 ms)\nrounds half\r\n')
  expect(mode).toBe('presence')
  expect(planned).toBe(2)
  expect(found).toEqual([
    { item: 'adds tax', line: 2, text: '  ✓ adds tax (3 ms)', outcome: 'present' },
    { item: 'rounds', line: 3, text: 'rounds half', outcome: 'present' },
  ])
  expect(missing).toEqual([])
  expect(survived).toBe(true)
})

test('missing items are listed by name, and nothing survives then', () => {
  const result = check(['a1', 'b2', 'c3'], 'b2\n')
  expect(result.missing).toEqual(['a1', 'c3'])
  expect(result.survived).toBe(false)
})

test('the match is case-sensitive and inside one line', () => {
  expect(check(['Login'], 'login\nLog\nin\n').missing).toEqual(['Login'])
  expect(check(['a\nb'], 'a\nb\n').missing).toEqual(['a\nb'])
  expect(check(['x\r'], 'x\r\n').missing).toEqual(['x\r'])
})

test('a short identifier matches inside a longer one', () => {
  expect(check(['test_1'], 'test_10 ok').survived).toBe(true)
})

test('nothing is said of what ran without being planned', () => {
  const result = check(['a'], 'a\nFAIL b\n')
  expect(result.found.map(({ item }) => item)).toEqual(['a'])
  expect(result.survived).toBe(true)
})

test('with markers a log that repeats the plan yields nothing executed', () => {
  const plan = ['login works', 'logout works', 'shows FAIL page']
  const result = check(plan, `Plan:\n${plan.join('\n')}\n`, { markers: ['PASS'] })
  expect(result.found).toEqual([])
  expect(result.missing).toEqual(plan)
})

test('the first line that carries a marker decides, and a FAIL is not erased by a later PASS', () => {
  const output = 'login\nFAIL login\nPASS login\nPASS logout\nFAIL logout\n'
  const result = check(['login', 'logout'], output, { markers: ['PASS'] })
  expect(result.mode).toBe('markers')
  expect(result.found).toEqual([
    { item: 'login', line: 2, text: 'FAIL login', outcome: 'failed' },
    { item: 'logout', line: 4, text: 'PASS logout', outcome: 'passed' },
  ])
  expect(result.failed).toEqual(['login'])
  expect(result.missing).toEqual([])
  expect(result.survived).toBe(false)
})

test('a fail marker beside a pass marker on the deciding line means failed', () => {
  expect(check(['login'], 'PASS login FAIL\n', { markers: ['PASS'] }).failed).toEqual(['login'])
})

test('markers stand at word boundaries', () => {
  expect(check(['login'], 'PASSED login\nFAILED login\n', { markers: ['PASS'] }).missing).toEqual(['login'])
})

test('fail markers can be replaced', () => {
  const output = 'not ok login\nFAIL logout\nok logout\n'
  const result = check(['login', 'logout'], output, { markers: ['ok'], failMarkers: ['not ok'] })
  expect(result.failed).toEqual(['login'])
  expect(result.found[1]).toMatchObject({ item: 'logout', outcome: 'passed', line: 3 })
})

test('fail markers without markers are an error', () => {
  expect(codeOf(() => check(['a'], 'a', { failMarkers: ['FAIL'] }))).toBe('bad-option')
  expect(codeOf(() => check(['a'], 'a', { markers: [], failMarkers: ['FAIL'] }))).toBe('bad-option')
})

test('skips are listed by name and never missing', () => {
  const result = check(['a1', 'b2'], 'a1\n', { skipped: ['b2', 'b2'] })
  expect(result.skipped).toEqual(['b2'])
  expect(result.missing).toEqual([])
  expect(result.planned).toBe(1)
  expect(result.survived).toBe(true)
  expect(check(['b2'], 'FAIL b2\n', { markers: ['PASS'], skipped: ['b2'] })).toMatchObject({
    found: [],
    failed: [],
    survived: true,
  })
})

test('equal items count once', () => {
  expect(check(['a', 'a'], 'a')).toMatchObject({ planned: 1, found: [{ item: 'a' }] })
})

test('a plan or marker that everything satisfies is an error', () => {
  expect(codeOf(() => check(['a', ' '], 'a'))).toBe('bad-plan')
  expect(codeOf(() => check('a' as unknown as string[], 'a'))).toBe('bad-plan')
  expect(codeOf(() => check(['a'], 'a', { markers: [''] }))).toBe('bad-option')
  expect(codeOf(() => check(['a'], 'a', { skipped: 'a' as unknown as string[] }))).toBe('bad-option')
  expect(codeOf(() => check(['a'], 7 as unknown as string))).toBe('bad-text')
})

test('found, missing and skipped partition the plan; evidence is a line with the item; nothing throws', () => {
  const item = fc
    .string({ unit: fc.constantFrom('a', 'b', 'P', 'F', ' ', '錯', '\ud800', '\r') })
    .filter((text) => text.trim() !== '')
  const word = fc.constantFrom('a', 'ab', 'PASS', 'FAIL', ' ', '\n', '\r\n', '錯', '\udc00', 'aP')
  fc.assert(
    fc.property(fc.array(item, { maxLength: 6 }), fc.array(word), fc.boolean(), (plan, words, marked) => {
      const output = words.join('')
      const skipped = plan.slice(0, 1)
      const result = check(plan, output, marked ? { markers: ['PASS'], skipped } : { skipped })
      expect(new Set([...result.found.map((one) => one.item), ...result.missing, ...skipped])).toEqual(new Set(plan))
      expect(result.found.length + result.missing.length).toBe(result.planned)
      const lines = output.split(/\r?\n/)
      for (const { item: found, line, text } of result.found) {
        expect(text).toBe(lines[line - 1])
        expect(text.includes(found)).toBe(true)
      }
      if (!marked)
        expect(result.missing.every((one) => one.includes('\n') || !lines.some((line) => line.includes(one)))).toBe(true)
      expect(result.survived).toBe(result.missing.length === 0 && result.failed.length === 0)
    }),
  )
})
