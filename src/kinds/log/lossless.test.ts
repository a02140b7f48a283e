import { expect, test } from 'vitest'
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
