import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Ask } from '../../ladder/candidate.ts'
import { verify } from '../../receipt/verify.ts'
import { createSource } from '../../source/source.ts'
import { chars4 } from '../../source/tokens.ts'
import { type DigestOptions, digest } from '../../verbs/digest.ts'
import { decodeDigest } from '../registry.ts'
import { failuresOf, findOutline, readMixed, valuesOf } from './read.ts'
import { cutSections } from './sections.ts'

const RUNS = Number(process.env.DIET_RUNS ?? 200)

const run = (text: string, options: DigestOptions = {}) => {
  const result = digest(text, options)
  expect(verify({ source: text, output: result.text, receipt: result.receipt, decode: decodeDigest })).toEqual({ ok: true })
  expect(result.receipt.notes.filter((note) => note.includes('not published'))).toEqual([])
  if (result.changed) expect(result.receipt.output.tokens).toBeLessThanOrEqual(options.budget ?? 2000)
  return result
}

const ask = (text: string): Ask => ({
  budget: 300,
  count: chars4,
  counter: 'chars4',
  sourceTokens: chars4(text),
  command: undefined,
  tool: undefined,
  exitCode: undefined,
  query: undefined,
  protect: [],
  mode: 'auto',
  original: undefined,
  normalize: { ansi: true, cr: true },
})

const WORDS = ['orchard', 'lantern', 'harbor', 'meadow', 'quartz', 'saffron', 'thistle', 'juniper', 'copper', 'willow', 'falcon']
const word = (i: number): string => WORDS[(i * i + 3 * i) % WORDS.length]!
const list = (count: number, make: (i: number) => string): string => Array.from({ length: count }, (_, i) => make(i)).join('\n')
const fenced = (text: string, language = ''): string => `\`\`\`${language}\n${text}\n\`\`\``

const json = `[\n${list(40, (i) => `  {"name": "${word(i)}-${i}", "phase": "${i === 27 ? 'Crashed' : 'Running'}"}`).replace(/\}\n/g, '},\n')}\n]`
const hits = list(50, (i) => `src/${word(i)}/part${i}.ts:${i * 7 + 3}:  const rate = load(${i * 13})`)
const log = list(
  120,
  (i) =>
    `2026-02-03T22:10:${10 + (i % 50)}Z ${i === 88 ? 'ERROR totals: division by zero in table 7' : `INFO order ${i * 31} of ${word(i)} done`}`,
)
const patch =
  'diff --git a/rate.ts b/rate.ts\n--- a/rate.ts\n+++ b/rate.ts\n@@ -1,2 +1,2 @@\n const a = 1\n-const b = 2\n+const b = 3'
const table = `| table | rows | state |\n| --- | --- | --- |\n${list(40, (i) => `| rates_${i} | ${(i * 37) % 90} | ${i === 7 ? 'EMPTY' : 'full'} |`)}`
const yaml = list(12, (i) => `${word(i)}${i}:\n  enabled: ${i === 8 ? 'false' : 'true'}\n  workers: 4`)
const notes = [
  '# What happened in the night',
  'The totals of the shop were wrong, and the office asked us to look at it.',
  '## Pods',
  fenced(json, 'json'),
  '## Search',
  hits,
  '## Log',
  fenced(log),
  '## Change',
  fenced(patch, 'diff'),
  '## Sizes',
  table,
  '## Settings',
  fenced(yaml, 'yaml'),
  '**Decision**: empty tables are refused from Monday on.',
].join('\n\n')

describe('parts', () => {
  const mixed = readMixed(createSource(notes), findOutline(createSource(notes))!.cut, ask(notes))

  it('each is read by its kind', () => {
    expect(mixed.parts.map(({ kind }) => kind.name)).toEqual(['json', 'search', 'log', 'diff', 'table', 'config'])
  })

  it('each holds its lines and no others', () => {
    const lines = notes.split('\n')
    const texts = [json, hits, log, patch, table, yaml]
    mixed.parts.forEach(({ section: { from, to, part } }, i) => {
      expect(lines.slice(from - 1, to).join('\n')).toBe(texts[i])
      expect(part.text.trimEnd()).toBe(texts[i])
    })
  })

  it('failures stand at the lines of the whole text', () => {
    const lines = notes.split('\n')
    const titles = failuresOf(mixed).map(({ title }) => lines[title - 1])
    expect(titles).toContain(log.split('\n')[88])
    expect(titles.every((line) => /ERROR totals|Crashed/.test(line!))).toBe(true)
  })

  it('every line has a value that is a number, and needs an earlier line', () => {
    const { gain, fade, group, needs } = valuesOf(mixed, { ...ask(notes), query: 'rate' })
    for (let n = 1; n <= mixed.source.lines; n++) {
      expect(Number.isFinite(gain[n - 1]! + fade[n - 1]! + group[n - 1]!)).toBe(true)
      expect(needs![n - 1]).toBeLessThan(n)
    }
  })

  it('chunks of sentences are no parts', () => {
    const text = `# A\n\n${'The gate is closed when the wind is above nine.\n'.repeat(6)}\n${fenced('a\nb\nc')}\n`
    expect(cutSections(createSource(text)).sections.map(({ from, to }) => [from, to])).toEqual([[11, 13]])
  })
})

describe('what is shown', () => {
  it('of each part what its kind would show first, under its heading', () => {
    const { text, receipt } = run(notes, { budget: 350, mode: 'verbatim' })
    expect(receipt.kind).toBe('mixed')
    for (const line of [
      '## Pods',
      '"phase": "Crashed"',
      '## Log',
      'ERROR totals: division by zero in table 7',
      '## Change',
      '## Sizes',
      '| table | rows | state |',
      '| rates_7 ',
      '## Settings',
      '  enabled: false',
      '**Decision**: empty tables are refused from Monday on.',
    ])
      expect(text).toContain(line)
    expect(receipt.findings.failures.total).toBe(receipt.findings.failures.shown)
  })

  it('what a query names in any part', () => {
    const { text } = run(notes, { budget: 250, query: 'part31', mode: 'verbatim' })
    expect(text).toContain(hits.split('\n')[31])
  })

  it('D7: gaps say which lines they hide', () => {
    const { text } = run(notes, { budget: 350, mode: 'verbatim' })
    expect(text).toMatch(/not shown: \d+ lines \(\d+ (?:search hits|lines of log|rows|lines of JSON)/)
  })
})

describe('detection', () => {
  const kindOf = (text: string, options: DigestOptions = {}): string => digest(text, { budget: 50, ...options }).receipt.kind

  it.each([
    ['TAP', `TAP version 13\n${list(60, (i) => `# Subtest: adds ${i}\nok ${i} - adds ${i}`)}\n# tests 60\n# pass 60\n# fail 0`],
    [
      'a test run that prints fenced code',
      `${list(30, (i) => `  ✗ case ${i}`)}\n\n${fenced(json)}\n\n${list(10, (i) => `  ✓ other ${i}`)}\nTests: 30 failed, 10 passed`,
    ],
    ['a build with headings', list(40, (i) => `#${i} [stage ${i}/40] RUN make part${i}\n#${i} DONE 0.${i}s`)],
    ['a shell script', `#!/bin/sh\n${list(40, (i) => `# step ${i}\ncp part${i} /srv`)}`],
    ['a log', log],
    ['search results', hits],
  ])('not mixed: %s', (_, text) => {
    expect(kindOf(text)).not.toBe('mixed')
    expect(kindOf(text, { exitCode: 1 })).not.toBe('mixed')
  })

  it('a text with a little code is prose', () => {
    const text = `# Handbook\n\n${list(60, (i) => `The ${word(i)} desk checks the list of the ${word(i + 2)} office.`)}\n\n${fenced('run --all\nrun --one\nstop')}\n`
    expect(kindOf(text)).toBe('prose')
  })

  it('what a failing command prints is its report', () => {
    expect(kindOf(notes, { exitCode: 1 })).not.toBe('mixed')
  })
})

const block = fc.constantFrom(
  '# Title',
  '## Part',
  'The gate is closed when the wind is above nine.',
  '- one item\n- another item',
  fenced(json, 'json'),
  fenced(log),
  fenced('x'),
  '```',
  hits,
  table,
  yaml,
  patch,
  '[diet] L3',
)

describe('properties', () => {
  it('any text of parts: verified, within the budget, the same again', () => {
    fc.assert(
      fc.property(
        fc.array(block, { minLength: 3, maxLength: 10 }),
        fc.integer({ min: 40, max: 500 }),
        fc.constantFrom('auto', 'verbatim'),
        fc.constantFrom('\n\n', '\n', '\r\n\r\n'),
        (blocks, budget, mode, between) => {
          const text = blocks.join(between)
          const options: DigestOptions = { budget, mode, kind: 'mixed', query: 'rate' }
          expect(run(text, options).text).toBe(digest(text, options).text)
        },
      ),
      { numRuns: Math.ceil(RUNS / 4) },
    )
  })

  it('any text that is said to be mixed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 900 }), fc.integer({ min: 10, max: 90 }), (text, budget) => {
        run(text, { budget, kind: 'mixed' })
      }),
      { numRuns: RUNS },
    )
  })
})
