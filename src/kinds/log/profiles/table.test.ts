import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { shownTo } from './profile.ts'
import { PROFILES } from './registry.ts'
import { createTable, firstChars, neededText } from './table.ts'

it.each([
  [/^ab/, 'a'],
  [/^\[a/, '['],
  [/^\d+x/, '0123456789'],
  [/^(?:ab|cd)/, 'ac'],
  [/^✘ x/, '✘'],
])('%s begins with %s', (pattern, chars) => {
  expect(firstChars(pattern)).toBe(chars)
})

it.each([/^a?b/, /a/, /^\S/, /^(?:a|b)?c/, /^[ab]/, /^a/i, /^(?:a|\w)/])('%s may begin with any char', (pattern) => {
  expect(firstChars(pattern)).toBe('')
})

it.each([
  [/^\S{1,9}\.py:\d+: error: /, ': error: '],
  [/a+bcd?e/, 'bc'],
  [/^(?:a|b)xyz[c]d/, 'xyz'],
  [/^={3,} x/, ' x'],
  [/^(?:abcdef)? \d/, ' '],
  [/^x{2}yz/, 'yz'],
  [/a|\d/, ''],
  [/\d\w/, ''],
])('%s needs %j', (pattern, text) => {
  expect(neededText(pattern)).toBe(text)
})

it('a table finds what its patterns find one by one', () => {
  const fixtures = fileURLToPath(new URL('../../../../fixtures/log', import.meta.url))
  const lines = new Set(
    readdirSync(fixtures).flatMap((name) =>
      readFileSync(join(fixtures, name, 'input.txt'), 'utf8')
        .split('\n')
        .map(shownTo),
    ),
  )
  const entries = PROFILES.flatMap(({ signs, hints = [], roles = [] }) =>
    [...signs, ...hints, ...roles.map(([, line]) => line)].map((pattern, value) => ({ pattern, value })),
  )
  const table = createTable(entries)
  for (const line of lines) {
    const found: RegExp[] = []
    table(line, ({ pattern }) => found.push(pattern) > 0)
    expect(found).toEqual(entries.filter(({ pattern }) => pattern.test(line)).map(({ pattern }) => pattern))
  }
})
