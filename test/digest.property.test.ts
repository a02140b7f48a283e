/**
 * The promises of DESIGN section 1, over random and adversarial sources. Each property draws its own sources; DIET_RUNS
 * sets how many in all: 2,500 by default, 10,000 and more with `npm run fuzz`.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeLossless } from '../src/ladder/lossless/lossless.ts'
import { verify } from '../src/receipt/verify.ts'
import { chars4 } from '../src/source/tokens.ts'
import { digest } from '../src/verbs/digest.ts'

const RUNS = Number(process.env.DIET_RUNS ?? 2500)
const PROPERTIES = 4
const settings: fc.Parameters<unknown> = { numRuns: Math.ceil(RUNS / PROPERTIES), seed: 20_260_301 }

const ESC = '\x1b'
/** Pieces that have hurt such tools: control sequences, redraws, half pairs, marks, imitated annotations, zero counts. */
const piece = fc.oneof(
  { weight: 6, arbitrary: fc.string({ maxLength: 30 }) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      'ERROR',
      'error: ',
      'FAIL src/a.test.ts',
      '✗ adds',
      '✓ handles errors',
      'Caused by: x',
      '0 errors',
      '3 failed',
      'at f (a.js:1:2)',
      'Expected: 1',
      'warning: ',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      `${ESC}[31m`,
      `${ESC}[0m`,
      `${ESC}[2K`,
      `${ESC}]8;;x${ESC}\\`,
      '\r',
      '\b',
      '\x07',
      '\t',
      '\ud83c',
      '\udf43',
      '\u200d',
      '\ufeff',
      '\u2028',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('[diet] ', '[diet] L1-3', '[diet] + 2 similar lines: L2-3', '[diet] 9 -> 1 lines, 9 -> 1 tokens.'),
  },
  { weight: 1, arbitrary: fc.nat(99_999).map(String) },
)
const line = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join('').replaceAll('\n', ' '))
const shaped = fc
  .tuple(
    fc.constantFrom('INFO job ', 'ERROR in step ', '| ', '  at f (x.js:', '2026-01-01T00:00:00Z worker '),
    fc.nat(999),
    fc.nat(9),
  )
  .map(([lead, a, b]) => `${lead}${a} took ${b} ms`)
const longLine = fc.tuple(line, fc.integer({ min: 200, max: 3000 })).map(([text, times]) => text + 'lorem '.repeat(times / 6))
const lines = fc.oneof(
  { weight: 3, arbitrary: fc.array(line, { maxLength: 60 }) },
  { weight: 3, arbitrary: fc.array(fc.oneof(shaped, line), { minLength: 20, maxLength: 120 }) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.array(shaped, { minLength: 1, maxLength: 6 }), fc.integer({ min: 2, max: 30 }))
      .map(([block, times]) => Array.from({ length: times }, () => block).flat()),
  },
  { weight: 1, arbitrary: fc.array(fc.oneof(longLine, line), { maxLength: 10 }) },
)
const source = fc
  .tuple(lines, fc.constantFrom('\n', '\r\n', '\n\n', '\r'), fc.boolean())
  .map(([all, eol, final]) => all.join(eol) + (final ? eol : ''))
const options = fc.record({
  budget: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 60, max: 800 })),
  exitCode: fc.constantFrom(undefined, 0, 1, 137),
  query: fc.constantFrom(undefined, 'why did it fail', 'errör 12', '错误'),
  mode: fc.constantFrom('auto' as const, 'verbatim' as const),
})

describe('digest, over random sources', () => {
  it('never throws, keeps the budget or the source, is never larger, and its receipt verifies', () => {
    fc.assert(
      fc.property(source, options, (text, ask) => {
        const { text: out, changed, receipt } = digest(text, ask)
        expect(changed).toBe(out !== text)
        if (changed) {
          expect(chars4(out)).toBeLessThanOrEqual(ask.budget)
          expect(chars4(out)).toBeLessThan(chars4(text))
        }
        /* The verifier is the last word, and the engine does not need it. */
        expect(receipt.notes.filter((note) => note.includes('not published'))).toEqual([])
        const result = verify({ source: text, output: out, receipt, count: chars4, decode: decodeLossless })
        if (receipt.rung !== 'lossless' || receipt.kind === 'log') expect(result).toEqual({ ok: true })
      }),
      settings,
    )
  })

  it('partitions the source: each line has one fate, and the counts add up', () => {
    fc.assert(
      fc.property(source, options, (text, ask) => {
        const { receipt } = digest(text, ask)
        let next = 1
        let kept = 0
        for (const [from, to, fate] of receipt.fates) {
          expect(from).toBe(next)
          expect(to).toBeGreaterThanOrEqual(from)
          if (fate === 'kept') kept += to - from + 1
          next = to + 1
        }
        expect(next).toBe(receipt.source.lines + 1)
        expect(kept + Object.values(receipt.removed).reduce((sum, n) => sum + n, 0)).toBe(receipt.source.lines)
        const { failures } = receipt.findings
        expect(failures.shown + failures.indexed).toBe(failures.total)
      }),
      settings,
    )
  })

  it('is verbatim: without normalizations every content line is a line of the source, in order', () => {
    fc.assert(
      fc.property(source, options, (text, ask) => {
        const { text: out, changed } = digest(text, { ...ask, mode: 'verbatim', normalize: { ansi: false, cr: false } })
        if (!changed) return
        const from = text.split('\n').map((one) => one.replace(/\r$/, ''))
        let at = 0
        for (const shown of out.split('\n').map((one) => one.replace(/\r$/, ''))) {
          if (shown.startsWith('[diet]')) continue
          const cut = shown.lastIndexOf(' [diet] + ')
          const found = from.findIndex(
            (one, i) => i >= at && (one === shown || (cut >= 0 && one.startsWith(shown.slice(0, cut)))),
          )
          if (shown === '' && found < 0) continue
          expect(found, JSON.stringify(shown)).toBeGreaterThanOrEqual(at)
          at = found + 1
        }
      }),
      settings,
    )
  })

  it('is deterministic, and a non-zero exit code never reads as success', () => {
    fc.assert(
      fc.property(source, options, (text, ask) => {
        const first = digest(text, ask)
        expect(digest(text, ask).text).toBe(first.text)
        if (!first.changed || ask.exitCode === undefined || ask.exitCode === 0) return
        const head = first.text.split('\n')[0]!
        expect(head).toContain(`exit ${ask.exitCode}`)
        if (first.receipt.findings.failures.total === 0) expect(head).toContain('no failure recognised')
      }),
      settings,
    )
  })
})
