import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verify } from '../receipt/verify.ts'
import { createSource } from '../source/source.ts'
import { digest } from '../verbs/digest.ts'
import { excerptsOf, findWindows, lookingFor } from './excerpt.ts'

const noise = (count: number, seed = 1): string =>
  Array.from({ length: count }, (_, i) => `k${(i * 7919 * seed) % 997}=${(i * 31) % 89}`).join(' ')
const NOTHING = lookingFor(undefined)

const shownOf = (text: string, query?: string): string[] =>
  findWindows(text, 0, text.length, lookingFor(query)).map(({ from, to }) => text.slice(from, to))

describe('findWindows', () => {
  it('finds words of failure where they stand free, the worst first', () => {
    const text = `${noise(50)} timeout of pool ${noise(50)} ERROR customer 4127 exceeds quota ${noise(50)}`
    const [first, second] = shownOf(text)
    expect(first).toContain('ERROR customer 4127 exceeds quota')
    expect(second).toContain('timeout of pool')
  })

  it('finds words of the query', () => {
    const [first] = shownOf(`${noise(80)} retry budget of ledger ${noise(80)}`, 'ledger budgets')
    expect(first).toContain('retry budget of ledger')
  })

  it.each([
    ['encoded data', `${'QmFzZTY0RXJyb3I+err/fail+'.repeat(30)}`],
    ['counts of nothing', 'processed 12 records, 0 errors, no failures, errors=0, "error":null, "failed": false, {"errors":[]}'],
    ['names', 'handle-error.ts errorHandler onFailure my_error src/fail/a.ts'],
  ])('is not taken in by %s', (_, text) => {
    expect(findWindows(text, 0, text.length, NOTHING).filter(({ worth }) => worth >= 60)).toEqual([])
  })

  it('gives parts that are disjoint and cut no character, whatever the text', () => {
    const words = fc.constantFrom(
      'error',
      'FATAL',
      ' ',
      '😀',
      'é',
      '\\n',
      'failed:',
      '漢字',
      '\t',
      '\u001b[31m',
      'x'.repeat(40),
      'timeout',
      '"',
    )
    fc.assert(
      fc.property(fc.array(words, { maxLength: 80 }), (parts) => {
        const text = parts.join('')
        const windows = [...findWindows(text, 0, text.length, NOTHING)].sort((a, b) => a.from - b.from)
        windows.forEach(({ from, to }, i) => {
          expect(to).toBeGreaterThan(from)
          if (i > 0) expect(from).toBeGreaterThanOrEqual(windows[i - 1]!.to)
          const part = text.slice(from, to)
          expect(part).not.toMatch(/[\u0000-\u0008\u000a-\u001f]/)
          expect(part).not.toMatch(/^[\udc00-\udfff]|[\ud800-\udbff]$/)
        })
      }),
    )
  })
})

describe('excerptsOf', () => {
  it('writes parts behind the cap with their offsets, in the order of the line and within the room', () => {
    const line = `${noise(60)} ERROR disk full ${noise(60)} panic: lost page ${noise(60)}`
    const source = createSource(`first\n${line}\n`)
    const notes = excerptsOf(source, 2, 100, 700, NOTHING)
    expect(notes).toHaveLength(2)
    for (const note of notes) {
      const [, offset, text] = /^\[diet\] L2@(\d+): (.*)$/.exec(note)!
      expect(line.startsWith(text!, Number(offset))).toBe(true)
    }
    expect(notes[0]).toContain('ERROR disk full')
    expect(excerptsOf(source, 2, 100, 60, NOTHING)).toEqual([])
  })

  it('shows the message of a record, wherever it stands', () => {
    const record = JSON.stringify({ level: 50, stack: noise(60), msg: 'session store unreachable' })
    const source = createSource(`first\n${record}\n`)
    expect(excerptsOf(source, 2, 100, 700, NOTHING).join('\n')).toContain('"msg":"session store unreachable')
  })
})

describe('long lines in a digest', () => {
  const text = `${Array.from({ length: 30 }, (_, i) => (i === 17 ? `DEBUG ctx ${noise(2000)} ERROR customer 4127 exceeds quota ${noise(2000)}` : `INFO request ${i} ${'done '.repeat(6)}${(i * 7919) % 997}`)).join('\n')}\n`
  const result = digest(text, { budget: 600, query: 'quota' })

  it('show the error in their middle', () => {
    expect(result.text).toMatch(/\n\[diet\] L18@\d+: .*ERROR customer 4127 exceeds quota/)
  })

  it.each([
    ['a changed word', (shown: string) => shown.replace('exceeds quota', 'exceeds limit')],
    ['another place', (shown: string) => shown.replace(/L18@(\d+)/, (_, at) => `L18@${Number(at) + 1}`)],
    ['another line', (shown: string) => shown.replace('[diet] L18@', '[diet] L17@')],
    ['a line that does not exist', (shown: string) => shown.replace('[diet] L18@', '[diet] L99@')],
  ])('are checked: %s is found out', (_, damage) => {
    const output = damage(result.text)
    expect(output).not.toBe(result.text)
    const count = (one: string): number => Math.ceil(one.length / 4)
    const receipt = {
      ...result.receipt,
      output: { ...result.receipt.output, chars: output.length, bytes: Buffer.byteLength(output), tokens: count(output) },
    }
    expect(verify({ source: text, output, receipt }).ok).toBe(false)
  })
})

describe('parts of one line of JSON', () => {
  const rows = Array.from({ length: 400 }, (_, i) => ({
    id: i,
    name: `n${(i * 7919) % 997}`,
    status: i % 100 === 40 ? 'failed' : 'ok',
    note: `day ${(i * 31) % 89}`,
  }))
  const text = JSON.stringify({ rows })
  const result = digest(text, { budget: 250 })

  it('verify', () => {
    expect(verify({ source: text, output: result.text, receipt: result.receipt })).toEqual({ ok: true })
    expect(result.text).toMatch(/\[diet\] L1 \/rows: 400 items, \d+ shown/)
  })

  const sized = (output: string) => ({
    ...result.receipt.output,
    chars: output.length,
    bytes: Buffer.byteLength(output),
    tokens: Math.ceil(output.length / 4),
  })

  it.each([
    ['another value', (shown: string) => shown.replace('"status":"failed"', '"status":"passed"')],
    ['another pointer', (shown: string) => shown.replace('/rows/140:', '/rows/141:')],
    ['another number of items', (shown: string) => shown.replace('400 items', '401 items')],
    [
      'another number of shown ones',
      (shown: string) => shown.replace(/items, (\d+) shown/, (_, n) => `items, ${Number(n) + 1} shown`),
    ],
    ['a value that is cut without a skip', (shown: string) => shown.replace(/(\[diet\] L1 \/rows\/140: .*)"}\n/, '$1\n')],
  ])('%s is found out', (_, damage) => {
    const output = damage(result.text)
    expect(output).not.toBe(result.text)
    expect(verify({ source: text, output, receipt: { ...result.receipt, output: sized(output) } }).ok).toBe(false)
  })

  it('a failure that is called shown and is not is found out', () => {
    const spots = result.receipt.findings.spots!
    const other = text.indexOf('{"id":7,')
    const shown = [...spots.shown.slice(1), [1, other] as const].sort((a, b) => a[1] - b[1])
    const receipt = { ...result.receipt, findings: { ...result.receipt.findings, spots: { ...spots, shown } } }
    expect(verify({ source: text, output: result.text, receipt }).ok).toBe(false)
  })

  it('a failure that no index names is found out', () => {
    const many = JSON.stringify({ rows: rows.map((row) => ({ ...row, status: 'failed' })) })
    const { text: output, receipt } = digest(many, { budget: 250 })
    expect(verify({ source: many, output, receipt })).toEqual({ ok: true })
    const damaged = output.replace(/\/rows\/[\d,-]+\n$/, '/rows/1\n')
    expect(damaged).not.toBe(output)
    expect(verify({ source: many, output: damaged, receipt: { ...receipt, output: sized(damaged) } }).ok).toBe(false)
  })
})
