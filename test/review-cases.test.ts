/** The four cases of an independent review of digests: each found a fault in a tool of this sort. */
import { describe, expect, it } from 'vitest'
import { decodeLossless } from '../src/ladder/lossless/lossless.ts'
import { digest } from '../src/verbs/digest.ts'

/** 145 different errors, 23,146 chars: numbers, ids and places differ, the wording cycles. */
const manyErrors = (): string => {
  const verbs = ['settle', 'refund', 'capture', 'archive', 'publish']
  const lines = Array.from({ length: 145 }, (_, i) => {
    const verb = verbs[i % verbs.length]!
    return `2026-03-02T10:00:${String(i % 60).padStart(2, '0')}.113Z ERROR [worker-0${(i % 7) + 1}] OrderService: failed to ${verb} invoice INV-${10_007 + i}: gateway timeout after ${3000 + i * 7} ms at src/billing/${verb}.ts:${100 + i}:13`
  })
  const text = `${lines.join('\n')}\n`
  const missing = 23_146 - text.length
  /* Padded to the size in the review's report. */
  const padded = lines.map(
    (line, i) => line + '.'.repeat(Math.floor((missing * (i + 1)) / 145) - Math.floor((missing * i) / 145)),
  )
  return `${padded.join('\n')}\n`
}

const chars = (text: string): number => text.length

describe('review', () => {
  it('keeps the one error in the middle of 32,087 characters', () => {
    const error = 'ERROR payment gateway rejected card token tok_91 (code 402)'
    const filler = (from: number, count: number): string[] =>
      Array.from(
        { length: count },
        (_, i) => `step ${from + i}: copied asset bundle part ${(from + i) * 37} of the storefront to the cache`,
      )
    const head = filler(1, 200)
    const tail = filler(201, 230)
    const body = [...head, error, ...tail].join('\n')
    const text = `${body}\n`.padEnd(32_087, 'x')
    expect(text.length).toBe(32_087)
    const { text: shown, receipt } = digest(text, { budget: 1000, exitCode: 1 })
    expect(shown.split('\n')).toContain(error)
    expect(receipt.findings.failures).toEqual({ total: 1, shown: 1, indexed: 0 })
  })

  it('shows or indexes each of 145 errors at 1,450 characters, and counts what one can see', () => {
    const text = manyErrors()
    expect(text.length).toBe(23_146)
    const { text: shown, receipt } = digest(text, { budget: 1450, count: chars, exitCode: 1, mode: 'verbatim' })
    expect(shown.length).toBeLessThanOrEqual(1450)
    const visible = shown.split('\n').filter((line) => line.includes(' ERROR ') && !line.startsWith('[diet]'))
    expect(shown.split('\n')[0]).toContain(`failures shown ${visible.length} of 145`)
    expect(receipt.findings.failures).toEqual({ total: 145, shown: visible.length, indexed: 145 - visible.length })
    const sources = text.split('\n')
    const covered = new Set(
      receipt.findings.index.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i)),
    )
    for (let n = 1; n <= 145; n++) expect(covered.has(n) || visible.includes(sources[n - 1]!), `line ${n}`).toBe(true)
    expect(visible.length).toBeGreaterThan(3)
  })

  it('at 4,000 characters lets the decoder rebuild all 145 from the digest alone', () => {
    const text = manyErrors()
    const { text: shown, receipt } = digest(text, { budget: 4000, count: chars, exitCode: 1 })
    expect(shown.length).toBeLessThanOrEqual(4000)
    expect(receipt.rung).toBe('lossless')
    expect(decodeLossless(shown)).toBe(text)
  })

  it('leaves 45 characters as they are, and sees no failure in the name of a passing test', () => {
    const text = 'PASS errorHandler.test.ts\nok, nothing to see\n'
    expect(text.length).toBe(45)
    const result = digest(text, { budget: 1000, exitCode: 0 })
    expect(result).toMatchObject({ text, changed: false })
    expect(result.receipt.findings.failures.total).toBe(0)
    const many = Array.from({ length: 300 }, (_, i) => `PASS src/area-${i}/errorHandler.test.ts`).join('\n')
    expect(digest(many, { budget: 200, exitCode: 0 }).receipt.findings.failures.total).toBe(0)
  })

  it('fits budgets in which only an outline fits', () => {
    const text = manyErrors()
    for (const budget of [40, 60, 100]) {
      const { text: shown, receipt } = digest(text, { budget, exitCode: 1 })
      expect(Math.ceil(shown.length / 4)).toBeLessThanOrEqual(budget)
      expect(receipt.findings.failures.shown + receipt.findings.failures.indexed).toBe(145)
    }
  })
})
