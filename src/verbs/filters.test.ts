import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeDigest } from '../kinds/registry.ts'
import { verify } from '../receipt/verify.ts'
import { chars4 } from '../source/tokens.ts'
import { digest } from './digest.ts'
import { ACTIONS, type Action, type Filter } from './filters.ts'

const filter = (parts: Partial<Record<Action, RegExp>>, rest: Partial<Filter> = {}): Filter => ({
  name: 'test',
  lines: ACTIONS.flatMap((action) => {
    const pattern = parts[action]
    return pattern === undefined ? [] : [{ test: (line: string) => pattern.test(line), action }]
  }),
  blocks: [],
  ...rest,
})

/** Numbers without order, so that no template stands for many lines. */
const spread = (i: number): number => {
  const a = Math.imul(i ^ (i >>> 5) ^ 0x5bd1, 0x9e3779b1)
  const b = Math.imul(a ^ (a >>> 15), 0x85ebca6b)
  return ((b ^ (b >>> 13)) >>> 0) % 1_000_000
}
const line = (i: number): string =>
  `worker ${i} handled request ${spread(i)} for user ${spread(i + 999)} in ${spread(i + 5555) % 97} ms`
const LOG = Array.from({ length: 400 }, (_, i) => (i % 97 === 50 ? `checksum of part ${i} is ${spread(i)}` : line(i))).join('\n')
const shown = (text: string): string[] => text.split('\n').filter((one) => one !== '' && !one.startsWith('[diet]'))

describe('filters move lines', () => {
  it('kept lines are shown before others', () => {
    const wanted = LOG.split('\n').filter((one) => one.includes('user 5'))
    expect(wanted.length).toBeGreaterThan(5)
    const { text } = digest(LOG, { budget: 500, filters: [filter({ keep: /user 5/ })] })
    expect(shown(text).filter((one) => one.includes('user 5')).length).toBeGreaterThan(5)
    expect(shown(digest(LOG, { budget: 500 }).text).filter((one) => one.includes('user 5')).length).toBeLessThan(5)
  })

  it('dropped lines are not shown, and every line still has its fate', () => {
    const { text, receipt } = digest(LOG, { budget: 500, filters: [filter({ drop: /^checksum/ })] })
    expect(shown(digest(LOG, { budget: 500 }).text).some((one) => one.startsWith('checksum'))).toBe(true)
    expect(shown(text).filter((one) => one.startsWith('checksum'))).toEqual([])
    expect(verify({ source: LOG, output: text, receipt, count: chars4, decode: decodeDigest })).toEqual({ ok: true })
  })

  it('protected lines come first of all', () => {
    const { text } = digest(LOG, { budget: 120, filters: [filter({ protect: /worker 233 / })] })
    expect(shown(text)).toContain(line(233))
  })

  it('of folded lines one is shown where the room is needed for others', () => {
    const { text } = digest(LOG, { budget: 300, filters: [filter({ fold: /^checksum/ })] })
    expect(shown(text).filter((one) => one.startsWith('checksum')).length).toBe(1)
  })

  it('blocks from a start to an end, and to the next start without one', () => {
    const parts = Array.from({ length: 30 }, (_, i) => [
      `== part ${i} of ${spread(i)}`,
      `size ${spread(i + 70)}`,
      `== end`,
      `between ${spread(i + 140)}`,
    ])
    const source = parts.flat().join('\n')
    const starts = (one: string): boolean => /^== part/.test(one)
    const closed = filter({}, { blocks: [{ start: starts, end: (one) => one === '== end', action: 'drop' }] })
    const { text } = digest(source, { budget: 200, filters: [closed] })
    expect(shown(text).every((one) => one.startsWith('between'))).toBe(true)
    const open = filter({}, { blocks: [{ start: starts, action: 'drop' }] })
    expect(
      digest(`first\n${source}`, { budget: 100, filters: [open] }).receipt.fates.filter(([, , fate]) => fate === 'kept'),
    ).toEqual([[1, 1, 'kept']])
  })

  it('only for the commands they name', () => {
    const mine = filter({ drop: /^checksum/ }, { command: (ran) => ran.startsWith('make ') })
    const plain = digest(LOG, { budget: 500 }).text
    expect(digest(LOG, { budget: 500, filters: [mine] }).text).toBe(plain)
    expect(digest(LOG, { budget: 500, filters: [mine], command: 'npm test' }).text).toBe(plain)
    expect(digest(LOG, { budget: 500, filters: [mine], command: 'make all' }).text).not.toBe(plain)
  })

  it('a text that fits stays whole', () => {
    expect(digest('a\nb', { filters: [filter({ drop: /a/ })] }).text).toBe('a\nb')
  })
})

const FAILING = [
  ...Array.from({ length: 150 }, (_, i) => `ok ${i + 1} - adds ${spread(i)}`),
  'not ok 151 - keeps the order',
  '  expected 3 but got 4',
  '  at check (src/order.ts:12:5)',
  ...Array.from({ length: 150 }, (_, i) => `ok ${i + 152} - adds ${spread(i + 151)}`),
  'Error: cannot write part 7: no space left on device',
  '# tests 301',
  '# fail 1',
].join('\n')

describe('no filter makes a failing output look passing', () => {
  it('a drop of everything drops no failure, and says so', () => {
    const { text, receipt } = digest(FAILING, { budget: 200, filters: [filter({ drop: /./ })] })
    expect(shown(text)).toContain('not ok 151 - keeps the order')
    expect(shown(text)).toContain('Error: cannot write part 7: no space left on device')
    expect(
      receipt.notes.some((note) => note.startsWith('filters: ') && note.includes('L151') && note.endsWith('not dropped')),
    ).toBe(true)
  })

  it('a fold of everything folds no failure away', () => {
    const { text, receipt } = digest(FAILING, { budget: 300, filters: [filter({ fold: /./ })] })
    expect(receipt.findings.failures.total).toBe(1)
    expect(shown(text)).toContain('not ok 151 - keeps the order')
    expect(shown(text)).toContain('Error: cannot write part 7: no space left on device')
  })

  it('whatever the filters are, the failures are the same, and each is shown or indexed', () => {
    const words = ['ok', 'not', 'fail', 'Error', 'expected', '#', 'adds', '1', '5', 'a', 'xyz']
    const part = fc.record({
      word: fc.constantFrom(...words),
      action: fc.constantFrom(...ACTIONS),
      asBlock: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), fc.integer({ min: 60, max: 900 }), fc.boolean(), (parts, budget, failed) => {
        const filters = parts.map(({ word, action, asBlock }): Filter => {
          const test = (text: string): boolean => text.includes(word)
          return { name: word, lines: asBlock ? [] : [{ test, action }], blocks: asBlock ? [{ start: test, action }] : [] }
        })
        const options = { budget, ...(failed ? { exitCode: 1 } : {}) }
        const plain = digest(FAILING, options)
        const { text, receipt } = digest(FAILING, { ...options, filters })
        expect(verify({ source: FAILING, output: text, receipt, count: chars4, decode: decodeDigest })).toEqual({ ok: true })
        expect(receipt.findings.failures.total).toBe(plain.receipt.findings.failures.total)
        expect(receipt.verdict).toEqual(plain.receipt.verdict)
        const { shown: seen, indexed, total } = receipt.findings.failures
        expect(seen + indexed).toBe(total)
        if (receipt.rung !== 'whole') expect(text.split('\n')[0]).toMatch(failed ? /exit 1/ : /failures/)
      }),
      { numRuns: 150 },
    )
  })
})
