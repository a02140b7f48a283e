import { describe, expect, it } from 'vitest'
import { verify } from '../receipt/verify.ts'
import { digest } from '../verbs/digest.ts'
import { decodePrefixed } from './prefixed.ts'
import { decodeDigest } from './registry.ts'

const records = Array.from({ length: 60 }, (_, i) => `{"level":"info","msg":"request handled","id":${i},"ms":${(i * 7) % 5}}`)
const printed = (headOf: (i: number) => string): string => records.map((line, i) => `${headOf(i)}${line}\n`).join('')
const time = (i: number): string => `2024-05-01T12:00:${String(i).padStart(2, '0')}.000Z `

describe('a lossless form behind a prefix', () => {
  const text = printed(() => 'web-1  | ')
  const { text: output, receipt } = digest(text, { budget: 900 })

  it('says what stands before each line, and rebuilds it', () => {
    expect(receipt).toMatchObject({ kind: 'json', rung: 'lossless', lossless: true })
    expect(output.slice(0, output.indexOf('\n'))).toContain('each line begins with "web-1  | "')
    expect(decodeDigest(output)).toBe(text)
    expect(verify({ source: text, output, receipt, decode: decodeDigest })).toEqual({ ok: true })
  })

  it('that another prefix is put in does not verify', () => {
    const other = output.replace('"web-1  | "', '"web-2  | "')
    expect(decodeDigest(other)).toBe(text.replaceAll('web-1', 'web-2'))
    expect(verify({ source: text, output: other, receipt, decode: decodeDigest }).ok).toBe(false)
  })

  it('takes it from visible lines, and rebuilds nothing where one lacks it', () => {
    const head = '[diet] 2 -> 3 lines, 9 -> 8 tokens. all data, written shorter. each line begins with "a | ".\n'
    const decode = (given: string): string => given.slice(head.length)
    expect(decodePrefixed(`${head}a | x\na | y\n`, decode)).toBe('a | x\na | y\n')
    expect(decodePrefixed(`${head}a | x\ny\n`, decode)).toBeUndefined()
    expect(decodePrefixed('a | x\n', (given) => given)).toBe('a | x\n')
  })

  it('is not offered where lines have different ones', () => {
    const timed = digest(printed(time), { budget: 900 }).receipt
    expect(timed.kind).toBe('json')
    expect(timed.rung).toBe('selected')
  })
})

describe('failures inside of a line', () => {
  const items = Array.from({ length: 80 }, (_, i) => ({
    test: `case ${i}`,
    status: i % 20 === 7 ? 'failed' : 'passed',
    at: `t${i}`,
  }))
  const body = JSON.stringify({ results: items })

  it('have their places in the printed line', () => {
    const plain = digest(`${body}\n`, { budget: 300 }).receipt.findings.spots!
    const { text, receipt } = digest(`web-1  | ${body}\n`, { budget: 300 })
    const shift = ([line, at]: readonly [number, number]) => [line, at + 9]
    const all = [...plain.shown, ...plain.indexed].map(shift)
    const { shown, indexed } = receipt.findings.spots!
    expect(all.length).toBe(4)
    expect([...shown, ...indexed].sort((a, b) => a[1] - b[1])).toEqual(all.sort((a, b) => a[1]! - b[1]!))
    expect(verify({ source: `web-1  | ${body}\n`, output: text, receipt, decode: decodeDigest })).toEqual({ ok: true })
  })
})

describe('the kind', () => {
  const kindOf = (lines: readonly string[], headOf: (i: number) => string): string =>
    digest(lines.map((line, i) => `${headOf(i)}${line}\n`).join(''), { budget: 100 }).receipt.kind

  it('is a log where the lines state their levels or are sentences', () => {
    const levels = records.map((line) => `INFO ${line}`)
    expect(kindOf(levels, () => 'web-1  | ')).toBe('log')
    const sentences = records.map(
      (_, i) => `The server has taken the request with the number ${i} from a client, and it was content.`,
    )
    expect(kindOf(sentences, time)).toBe('log')
  })

  it('is a table where times are a column of it', () => {
    const rows = records.map((_, i) => `${time(i).trim()},${i},${i * 3},up`)
    expect(kindOf(['time,id,size,state', ...rows], () => '')).toBe('table')
  })

  it('that is asked for reads behind the prefix too', () => {
    const text = printed(time)
    const { receipt } = digest(text, { budget: 300, kind: 'json' })
    expect(receipt.kind).toBe('json')
    expect(digest(text, { budget: 300, kind: 'log' }).receipt.kind).toBe('log')
  })
})

describe('a step that failed', () => {
  const job = (lines: readonly string[]): string =>
    [...lines, '##[error]Process completed with exit code 1.'].map((line, i) => `build\tShow\t${time(i % 60)}${line}\n`).join('')
  const hunk = (i: number): string[] => [
    `diff --git a/${i} b/${i}`,
    `--- a/${i}`,
    `+++ b/${i}`,
    '@@ -1 +1 @@',
    '-old',
    `+new ${i}`,
  ]

  it('is a failure of a diff', () => {
    const { receipt } = digest(job(Array.from({ length: 30 }, (_, i) => hunk(i)).flat()), { budget: 300 })
    expect(receipt).toMatchObject({ kind: 'diff', findings: { failures: { total: 1, shown: 1 } } })
  })

  it('is one of a log where the kind tells of none', () => {
    const rows = Array.from({ length: 90 }, (_, i) => `${i},name ${i},${i * 3}`)
    const { receipt } = digest(job(['id,name,size', ...rows]), { budget: 300 })
    expect(receipt).toMatchObject({ kind: 'log', findings: { failures: { total: 1 } }, verdict: { reported: 'failed' } })
  })
})
