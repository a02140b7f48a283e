/** Promises of the diff, search and paths kinds over random and hostile texts. `DIET_RUNS=5000` for the long run. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verify } from '../receipt/verify.ts'
import { createSource } from '../source/source.ts'
import { chars4 } from '../source/tokens.ts'
import { type DigestOptions, digest } from '../verbs/digest.ts'
import { decodeDigest } from './registry.ts'

const numRuns = Number(process.env.DIET_RUNS ?? 150)

const word = fc.constantFrom(
  'alpha',
  'parse',
  'config',
  'timeout',
  'error',
  'failed',
  '12',
  '@@',
  '--',
  '++',
  ':',
  '-',
  '=',
  '{',
  '}',
  '[diet]',
  '漢字',
  '🍃',
  'é',
  '\t',
  '*',
  ', ',
  '\\',
)
const words = fc.array(word, { maxLength: 7 }).map((parts) => parts.join(' '))
const path = fc
  .tuple(
    fc.array(fc.constantFrom('src', 'lib', 'a-1-b', '2026-03-01', 'My Dir', 'node_modules', 'dist'), { maxLength: 3 }),
    fc.constantFrom('a', 'index', 'foo-12-bar', 'Ünï'),
    fc.constantFrom('.ts', '.js', '', '.d.ts', '.min.js'),
  )
  .map(([dirs, name, ext]) => [...dirs, name + ext].join('/'))
const number = fc.integer({ min: 0, max: 300 })

const changed = fc.tuple(fc.constantFrom('+', '-', ' ', '++', '\\ '), words).map((parts) => parts.join(''))
const hunk = fc
  .tuple(number, number, number, words, fc.array(changed, { maxLength: 25 }))
  .map(([from, old, fresh, name, lines]) => [`@@ -${from},${old} +${from},${fresh} @@ ${name}`, ...lines])
const file = fc
  .tuple(path, fc.array(hunk, { maxLength: 4 }), fc.boolean())
  .map(([name, hunks, git]) => [
    ...(git ? [`diff --git a/${name} b/${name}`, 'index 1..2'] : []),
    `--- a/${name}`,
    `+++ b/${name}`,
    ...hunks.flat(),
  ])
const commit = fc.constant(['commit 0123456789abcdef0123456789abcdef01234567', 'Author: A', '', '    Subject', ''])
const diffText = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: file },
      commit,
      words.map((text) => [text]),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.flat())

const hit = fc
  .tuple(path, number, fc.constantFrom(':', ':', ':', '-', '='), words)
  .map(([name, n, mark, text]) => `${name}${mark}${n}${mark}${text}`)
const searchText = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: hit },
    path,
    fc.constantFrom('--', '', 'grep: x: Permission denied'),
    fc.tuple(number, words).map(([n, text]) => `${n}:${text}`),
    words,
  ),
  { maxLength: 80 },
)

const entry = fc.oneof(
  path,
  path,
  path.map((name) => `├── ${name}`),
  path.map((name) => `│   └── ${name}`),
  path.map((name) => `${name}:`),
  path.map((name) => `-rw-r--r-- 12 ${name}`),
  fc.constantFrom('', 'total 4', 'find: x: Permission denied', '3 directories, 9 files'),
)
const pathsText = fc.array(entry, { maxLength: 120 })

const shape = fc.tuple(fc.constantFrom('\n', '\n', '\r\n'), fc.boolean(), fc.boolean())
const optionsFor = (kind: string): fc.Arbitrary<DigestOptions> =>
  fc.record({
    budget: fc.integer({ min: 1, max: 700 }),
    kind: fc.constantFrom(kind, kind, undefined),
    exitCode: fc.constantFrom(undefined, 0, 1, 2),
    query: fc.constantFrom(undefined, 'parse config timeout', '漢字'),
    mode: fc.constantFrom<'auto' | 'verbatim'>('auto', 'auto', 'verbatim'),
    command: fc.constantFrom(undefined, 'grep -rn parse .', 'git diff', 'ls -R'),
  })

const write = (lines: readonly string[], [eol, final, coloured]: [string, boolean, boolean]): string =>
  lines.map((line) => (coloured && line.length > 2 ? `\u001b[31m${line.slice(0, 2)}\u001b[0m${line.slice(2)}` : line)).join(eol) +
  (final ? eol : '')

describe.each([
  ['diff', diffText],
  ['search', searchText],
  ['paths', pathsText],
] as const)('%s', (kind, lines) => {
  it('fits, verifies, shows only source lines, and gives the same text again', () => {
    fc.assert(
      fc.property(lines, shape, optionsFor(kind), (parts, form, options) => {
        const source = write(parts, form)
        const { text, receipt } = digest(source, options)
        expect(verify({ source, output: text, receipt, decode: decodeDigest })).toEqual({ ok: true })
        if (receipt.rung === 'whole') expect(text).toBe(source)
        else expect(chars4(text)).toBeLessThanOrEqual(options.budget!)
        if (receipt.rung === 'lossless') expect(decodeDigest(text)).toBe(source)
        expect(digest(source, options).text).toBe(text)
        const split = createSource(source)
        const known = new Set<string>()
        for (let n = 1; n <= split.lines; n++) known.add(split.line(n)).add(split.view(n))
        const foreign = text
          .split(/\r?\n/)
          .filter(
            (line) =>
              line !== '' &&
              !line.startsWith('[diet]') &&
              !known.has(line.replace(/\r$/, '')) &&
              !/ \[diet\] \+ \d+ chars of L\d+$/.test(line),
          )
        expect(foreign).toEqual([])
      }),
      { numRuns },
    )
  })

  it('does not throw on anything', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.integer({ min: 1, max: 60 }), (source, budget) => {
        const { text, receipt } = digest(source, { kind, budget })
        expect(verify({ source, output: text, receipt, decode: decodeDigest })).toEqual({ ok: true })
      }),
      { numRuns },
    )
  })
})
