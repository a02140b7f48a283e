import { describe, expect, it } from 'vitest'
import { decodeDigest, KINDS } from '../kinds/registry.ts'
import { verify } from '../receipt/verify.ts'
import { chars4 } from '../source/tokens.ts'
import { digest } from './digest.ts'

const spread = (i: number): number => Math.imul(Math.imul(i ^ (i >>> 5) ^ 0x5bd1, 0x9e3779b1) ^ 0x85eb, 0x85ebca6b) >>> 12
const times = (count: number, line: (i: number) => string): string => Array.from({ length: count }, (_, i) => line(i)).join('\n')
const TEXTS: readonly (readonly [string, string])[] = [
  ['sentences', times(300, (i) => `the worker ${spread(i)} has read ${spread(i + 900)} lines`)],
  ['JSON', JSON.stringify(Array.from({ length: 300 }, (_, i) => ({ id: i, size: spread(i) })))],
  ['rows', times(300, (i) => `${i},${spread(i)},x`)],
  ['brackets', '\u0000\n\n\n{[<'.repeat(2000)],
  ['one line', 'x'.repeat(20_000)],
]

describe('a kind that is asked for', () => {
  it.each(KINDS.flatMap(({ name }) => TEXTS.map(([what, text]) => [name, what, text] as const)))(
    '%s reads %s, or leaves it to the log, and proves it',
    (kind, _what, text) => {
      for (const exitCode of [undefined, 1]) {
        const { text: output, receipt, explain } = digest(text, { kind, budget: 300, exitCode })
        expect(verify({ source: text, output, receipt, count: chars4, decode: decodeDigest })).toEqual({ ok: true })
        expect([kind, 'log']).toContain(receipt.kind)
        if (receipt.kind !== kind) expect(explain()[0]).toBe(`kind log: the text cannot be read as ${kind}`)
      }
    },
  )
})
