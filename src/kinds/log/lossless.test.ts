import { describe, expect, test } from 'vitest'
import type { Receipt } from '../../receipt/types.ts'
import { verify } from '../../receipt/verify.ts'
import { createSource } from '../../source/source.ts'
import { digest } from '../../verbs/digest.ts'
import { decodeDigest } from '../registry.ts'

const TYPES = ['Cart', 'Invoice', 'Refund', 'Ledger']

/** One error in each line, all of one form. */
const errors = Array.from({ length: 60 }, (_, i) => {
  const type = TYPES[i % TYPES.length]!
  return `src/${type.toLowerCase()}.ts(${10 + i},${3 + (i % 9)}): error TS2339: Property 'rate${300 + i * 7}' does not exist on type '${type}'.`
})

test('failures that only a template holds count as shown and are in the index', () => {
  const text = `${errors.join('\n')}\n`
  const { text: out, receipt } = digest(text, { budget: 600, exitCode: 2 })
  expect(receipt.rung).toBe('lossless')
  expect(receipt.findings.failures).toEqual({ total: 60, shown: 60, indexed: 0 })
  const visible = new Set(out.split('\n'))
  const isIndexed = (n: number) => receipt.findings.index.some(([from, to]) => from <= n && n <= to)
  for (const [i, line] of errors.entries()) expect(visible.has(line) !== isIndexed(i + 1), line).toBe(true)
  const source = createSource(text)
  expect(verify({ source, output: out, receipt, decode: decodeDigest })).toEqual({ ok: true })
  // Without the decoder nothing proves what the templates stand for.
  expect(verify({ source, output: out, receipt })).toMatchObject({ ok: false })
})

describe('an index that is not true of a lossless text is refused', () => {
  const text = `${errors.join('\n')}\n`
  const { text: output, receipt } = digest(text, { budget: 600, exitCode: 2 })
  const { index, failures } = receipt.findings
  const shown = new Set(output.split('\n'))
  const kept = errors.findIndex((line) => shown.has(line)) + 1
  const problemsOf = (findings: Partial<Receipt['findings']>): readonly string[] => {
    const result = verify({
      source: text,
      output,
      receipt: { ...receipt, findings: { ...receipt.findings, ...findings } },
      decode: decodeDigest,
    })
    return result.ok ? [] : result.problems
  }

  test.each<readonly [string, Partial<Receipt['findings']>, RegExp]>([
    ['lost', { index: [] }, /^The failure in line \d+ stands only in a fold, but the index does not name it\.$/],
    [
      'short of its first line',
      { index: index.map(([from, to], k) => (k === 0 && from < to ? [from + 1, to] : [from, to])) },
      /^The failure in line \d+ stands only in a fold/,
    ],
    ['short of a range', { index: index.slice(1) }, /^The failure in line \d+ stands only in a fold/],
    [
      'naming a line that is shown',
      { index: [...index, [kept, kept] as const].sort((a, b) => a[0] - b[0]) },
      new RegExp(`^The index names line ${kept}, which is shown\\.$`),
    ],
    ['all lines', { index: [[1, 60]] }, /^The index names line \d+, which is shown\.$/],
    [
      'counting as not shown what can be rebuilt',
      { failures: { ...failures, shown: 59, indexed: 1 }, titles: (receipt.findings.titles ?? []).slice(1) },
      /^The text rebuilds the source, but the receipt counts 1 failures as not shown\.$/,
    ],
  ])('%s', (_, findings, sentence) => {
    expect(index.length).toBeGreaterThan(0)
    expect(kept).toBeGreaterThan(0)
    expect(problemsOf({})).toEqual([])
    expect(problemsOf(findings)).toContainEqual(expect.stringMatching(sentence))
  })
})

/** Records of one form, one of which fails. */
const record = (i: number, state: string): string => `Name:   cart-${i}-f0${i * 37}
Node:   node-${i % 4}
State:  ${state}
Image:  registry.example/cart:1.${i}.0
Port:   ${8000 + i}
`

test('a template does not hide the head of the record in which something failed', () => {
  const states = Array.from({ length: 40 }, (_, i) =>
    i === 23 ? 'Waiting\nerror: back-off restarting failed container' : 'Running',
  )
  const { text: out, receipt } = digest(states.map((state, i) => record(i, state)).join('\n'), { budget: 700 })
  expect(receipt.rung).toBe('lossless')
  expect(out.split('\n')).toContain('Name:   cart-23-f0851')
})
