/** The promises of the reducing verbs, over random and adversarial texts. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FateRange, Receipt } from '../receipt/types.ts'
import { verify } from '../receipt/verify.ts'
import { createSource } from '../source/source.ts'
import { chars4, type TokenCounter } from '../source/tokens.ts'
import { dedupe } from './dedupe.ts'
import { extract } from './extract.ts'
import type { Reduced } from './options.ts'
import { pack } from './pack.ts'
import { summarize } from './summarize.ts'

const piece = fc.constantFrom(
  ...[
    '',
    ' ',
    '}',
    '{',
    '-----',
    'a',
    'b',
    'alpha beta',
    'alpha  beta',
    'error: disk full',
    'error: disk gone',
    'FAIL test/a.ts',
    '✓ adds (2 ms)',
  ],
  ...[
    '✓ adds (3 ms)',
    'warning: unused',
    'Tests: 1 failed, 2 passed',
    'Tests: 0 failed',
    'at 0x7f001234 in f',
    'at 0x7f00abcd in f',
    '0x1',
    '0x',
  ],
  ...[
    '[diet] L1-2',
    '[diet] L2 not shown: 1 line',
    '[diet] + same line 2 times: L1',
    '\u001b[31mred\u001b[0m',
    '10%\r20%\r30%',
    '錯誤 失敗',
    '😀',
    '\ud800',
    '\udc00x',
  ],
  ...[
    '2024-05-01T10:00:00Z INFO start',
    '2024-05-01T10:00:01Z ERROR stop',
    '    at f (src/a.ts:1:2)',
    'x'.repeat(300),
    '\t',
    '\u2028',
    '\0',
  ],
)
const line = fc.oneof({ weight: 6, arbitrary: piece }, { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) })
const ending = fc.oneof(
  { weight: 5, arbitrary: fc.constant('\n') },
  { weight: 2, arbitrary: fc.constantFrom('\r\n', '\r', '\n\n', '') },
)
const text = fc.array(fc.tuple(line, ending), { maxLength: 40 }).map((pairs) => pairs.flat().join(''))
const budget = fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 300 }))
const query = fc.constantFrom('error', 'test failure', 'alpha', '失敗', 'zebra', '?!', 'x')
const counters: readonly TokenCounter[] = [
  chars4,
  (t) => t.length,
  (t) => t.split(/\s+/).length,
  (t) => Math.ceil(t.length / 3) + (t.match(/\n/g)?.length ?? 0),
]
const shared = fc.record({ count: fc.constantFrom(...counters), notes: fc.boolean() })

const lost = (receipt: Receipt): number => Object.values(receipt.removed).reduce((sum, lines) => sum + lines, 0)

const keptOf = (source: string, fates: readonly FateRange[]): string[] => {
  const { raw } = createSource(source)
  return fates.flatMap(([from, to, fate]) =>
    fate === 'kept' ? Array.from({ length: to - from + 1 }, (_, i) => raw(from + i)) : [],
  )
}

/** What is left of the output when the kept lines are taken out in order: notes. */
const notesIn = (output: string, kept: readonly string[]): string[] => {
  const notes: string[] = []
  let at = 0
  for (const raw of kept) {
    while (!output.startsWith(raw, at)) {
      const lf = output.indexOf('\n', at)
      if (lf < 0) return [...notes, '(a kept line is missing)']
      notes.push(output.slice(at, lf))
      at = lf + 1
    }
    at += raw.length
  }
  return [
    ...notes,
    ...output
      .slice(at)
      .split('\n')
      .filter((rest) => rest !== ''),
  ]
}

const holds = (source: string, reduce: () => Reduced, count: TokenCounter, notes: boolean, limit?: number): void => {
  const { text: output, receipt } = reduce()
  // Deterministic.
  expect(reduce()).toEqual({ text: output, receipt })
  // The fates partition the source, and the counts add up.
  let next = 1
  for (const [from, to] of receipt.fates) {
    expect(from).toBe(next)
    expect(to).toBeGreaterThanOrEqual(from)
    next = to + 1
  }
  expect(next).toBe(receipt.source.lines + 1)
  const kept = keptOf(source, receipt.fates)
  expect(kept.length + lost(receipt)).toBe(receipt.source.lines)
  // Verbatim and in order; everything else is a note, and only where asked for.
  if (!notes) expect(output).toBe(kept.join(''))
  for (const note of notesIn(output, kept)) expect(note.startsWith('[diet] ')).toBe(true)
  // Never larger, and within the budget.
  expect(output.length).toBeLessThanOrEqual(source.length)
  if (limit !== undefined && output !== source) expect(count(output)).toBeLessThanOrEqual(limit)
  // Every failure is shown or indexed.
  const { failures, index } = receipt.findings
  expect(failures.shown + failures.indexed).toBe(failures.total)
  expect(index.reduce((sum, [from, to]) => sum + to - from + 1, 0)).toBe(failures.indexed)
  // The independent reader agrees, and nothing had to fall back.
  expect(verify({ source, output, receipt, count })).toEqual({ ok: true })
  expect(receipt.notes.join()).not.toContain('did not verify')
}

/** `DIET_RUNS=10000` for a long search. */
const runs = { numRuns: Number(process.env.DIET_RUNS ?? 300) }

test('dedupe', () => {
  fc.assert(
    fc.property(text, shared, fc.boolean(), (source, options, exactOnly) => {
      holds(source, () => dedupe(source, { ...options, exactOnly }), options.count, options.notes)
    }),
    runs,
  )
})

test('dedupe loses no line that says something', () => {
  fc.assert(
    fc.property(text, (source) => {
      const telling = (t: string): Set<string> => new Set(t.split(/\r?\n/).filter((one) => /[\p{L}\p{N}]/u.test(one)))
      expect(telling(dedupe(source, { exactOnly: true }).text)).toEqual(telling(source))
      const masked = (t: string): Set<string> => new Set([...telling(t)].map((one) => one.replace(/\b0x[0-9a-f]+/g, '0x')))
      expect(masked(dedupe(source).text)).toEqual(masked(source))
    }),
    runs,
  )
})

test('dedupe of its own output changes nothing', () => {
  fc.assert(
    fc.property(text, (source) => {
      const once = dedupe(source).text
      const telling = (t: string): string[] => t.split(/\r?\n/).filter((one) => /[\p{L}\p{N}]/u.test(one))
      expect(telling(dedupe(once).text)).toEqual(telling(once))
    }),
    runs,
  )
})

test('extract', () => {
  fc.assert(
    fc.property(
      text,
      shared,
      query,
      fc.option(budget, { nil: undefined }),
      fc.nat(3),
      (source, options, asked, limit, context) => {
        holds(
          source,
          () => extract(source, { ...options, query: asked, budget: limit, context }),
          options.count,
          options.notes,
          limit,
        )
      },
    ),
    runs,
  )
})

test('summarize', () => {
  fc.assert(
    fc.property(text, shared, fc.option(query, { nil: undefined }), budget, (source, options, asked, limit) => {
      holds(source, () => summarize(source, { ...options, query: asked, budget: limit }), options.count, options.notes, limit)
    }),
    runs,
  )
})

test('pack', () => {
  fc.assert(
    fc.property(
      text,
      shared,
      fc.option(query, { nil: undefined }),
      budget,
      fc.boolean(),
      (source, options, asked, limit, exactOnly) => {
        const run = (): Reduced => pack(source, { ...options, query: asked, budget: limit, exactOnly })
        holds(source, run, options.count, options.notes, limit)
        const { stages, removed } = run().receipt
        expect(stages!.dedupe + stages!.extract + stages!.summarize).toBe(lost({ removed } as Receipt))
      },
    ),
    runs,
  )
})

test('protected lines survive or are reported, in both verbs', () => {
  fc.assert(
    fc.property(text, budget, fc.array(piece, { maxLength: 3 }), fc.boolean(), (source, limit, protectLines, packs) => {
      const { text: output, receipt } = (packs ? pack : summarize)(source, {
        budget: limit,
        protectLines,
        protectMode: 'partial',
      })
      const wanted = [...new Set(protectLines)].filter((one) => one.trim() !== '')
      const shown = new Set(output.split(/\r?\n/))
      const there = new Set(source.split(/\r?\n/))
      for (const one of wanted) expect(shown.has(one)).toBe(there.has(one))
      expect(receipt.protected.missing).toEqual(wanted.filter((one) => !there.has(one)))
      expect(receipt.protected.kept + receipt.protected.missing.length).toBe(wanted.length)
      expect(verify({ source, output, receipt })).toEqual({ ok: true })
    }),
    runs,
  )
})

test('a failure line that fits is kept before anything else', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', 'b', 'alpha beta', '✓ adds', 'x'.repeat(90)), { minLength: 5, maxLength: 60 }),
      fc.nat(),
      (lines, at) => {
        const source = `${lines.toSpliced(at % lines.length, 0, 'error: disk full').join('\n')}\n`
        for (const reduce of [pack, summarize])
          expect(reduce(source, { budget: 5, query: 'alpha' }).text).toContain('error: disk full\n')
      },
    ),
  )
})
