/** Promises of the json kind over documents of every spelling and layout. `DIET_RUNS=5000` for the long run. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verify } from '../../receipt/verify.ts'
import { type DigestOptions, digest } from '../../verbs/digest.ts'
import { decodeDigest } from '../registry.ts'
import { documents, PRINTERS, RUNS, type Spelled } from './testing.ts'

/** A counterexample is worth little time: its seed says enough. */
const FAST = { endOnFailure: true }

const options = fc.record(
  {
    budget: fc.integer({ min: 40, max: 700 }),
    exitCode: fc.constantFrom(0, 1),
    query: fc.constantFrom('failed', 'name item-3', 'a.b', 'é', 'status'),
    mode: fc.constantFrom('auto' as const, 'verbatim' as const),
  },
  { requiredKeys: ['budget'] },
)

/** Some members say that something failed. */
const withFailures = (value: Spelled, places: readonly number[]): Spelled => {
  let at = 0
  const visit = (one: Spelled): Spelled => {
    if (typeof one === 'string') return one
    if ('members' in one) {
      const members = one.members.map(([key, inner]) => [key, visit(inner)] as const)
      return {
        members: places.includes(at++ % 40)
          ? [...members, ['"status"', '"failed"'], ['"error"', '"it broke\\nError: x"']]
          : members,
      }
    }
    return one.map(visit)
  }
  return visit(value)
}

const check = (text: string, ask: DigestOptions): void => {
  const result = digest(text, { ...ask, kind: 'json' })
  expect(verify({ source: text, output: result.text, receipt: result.receipt, decode: decodeDigest })).toEqual({ ok: true })
  expect(result.receipt.notes.filter((note) => note.includes('not published'))).toEqual([])
  const { failures } = result.receipt.findings
  expect(failures.shown + failures.indexed).toBe(failures.total)
  if (result.changed) expect(result.receipt.output.tokens).toBeLessThanOrEqual(ask.budget!)
  if (result.receipt.lossless && result.changed) expect(decodeDigest(result.text)).toBe(text)
  expect(digest(text, { ...ask, kind: 'json' }).text).toBe(result.text)
}

const several = fc
  .tuple(fc.array(documents, { minLength: 1, maxLength: 6 }), fc.array(fc.nat(40), { maxLength: 4 }))
  .map(([values, places]) => values.map((value) => withFailures(value, places)).filter((value) => typeof value !== 'string'))
  .filter((values) => values.length > 0)

describe('digests of JSON', () => {
  it.each(PRINTERS)('keep the promises: one document, $name', ({ print }) => {
    fc.assert(
      fc.property(several, options, fc.constantFrom('', '\n', '\ndone\n'), (values, ask, end) => {
        check(print([...values, ...values]) + end, ask)
      }),
      { ...FAST, numRuns: Math.ceil(RUNS / 6) },
    )
  })

  it('keep the promises: lines and concatenated values', () => {
    fc.assert(
      fc.property(
        several,
        options,
        fc.constantFrom(0, 1, 2),
        fc.constantFrom('\n', '\r\n', ' '),
        (values, ask, printer, between) => {
          check(values.map((value) => PRINTERS[printer]!.print(value)).join(between) + between, ask)
        },
      ),
      { ...FAST, numRuns: Math.ceil(RUNS / 3) },
    )
  })

  it('keep the promises: texts that were cut off, with text around', () => {
    fc.assert(
      fc.property(several, options, fc.nat(2000), fc.constantFrom(0, 2), (values, ask, at, printer) => {
        const text = `$ run\nstarting\n${PRINTERS[printer]!.print(values)}`
        const cut = text.slice(0, Math.max(20, text.length - at))
        const result = digest(cut, ask)
        expect(verify({ source: cut, output: result.text, receipt: result.receipt, decode: decodeDigest })).toEqual({ ok: true })
        expect(result.receipt.notes.filter((note) => note.includes('not published'))).toEqual([])
      }),
      { ...FAST, numRuns: Math.ceil(RUNS / 3) },
    )
  })
})
