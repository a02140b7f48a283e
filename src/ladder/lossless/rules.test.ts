import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readNumbers } from './numbers.ts'
import { type Column, encodeRule, expandRule } from './rules.ts'
import { createScanner } from './scan.ts'
import { DENSE, READABLE, SHARING, type Style } from './style.ts'

interface Context {
  readonly lines?: readonly number[]
  readonly earlier?: readonly Column[]
  readonly tables?: readonly (readonly string[])[]
  readonly style?: Style
}

const column = (term: string, values: readonly string[]): Column => ({ term, values, numbers: readNumbers(values)?.numbers })
const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1)

const encode = (
  values: readonly string[],
  { lines = upTo(values.length), earlier = [], tables = [], style = READABLE }: Context = {},
): string => encodeRule(values, { lines, earlier, tables, style }).text

const expand = (text: string, first: string, { lines = [], earlier = [], tables = [] }: Context): string[] | undefined => {
  const scanner = createScanner(text)
  const values = expandRule(scanner, first, { lines, earlier, tables: tables.map((list) => [...list]) })
  return scanner.done() ? values : undefined
}

const numbers = (count: number, at: (k: number) => number, width = 0): string[] =>
  upTo(count).map((k) => String(at(k - 1)).padStart(width, '0'))

describe('rules for values', () => {
  it('tells steady numbers by their step', () => {
    expect(encode(numbers(20, (k) => 10_007 + k))).toBe('+1')
    expect(encode(numbers(20, (k) => 500 - 7 * k))).toBe('-7')
    expect(encode(numbers(20, (k) => k, 3))).toBe('+1')
    expect(encode(['10:00:07.113', '10:00:08.120', '10:00:09.127', '10:00:10.134'])).toBe('+1007ms')
    expect(encode(upTo(20).map((k) => (0x1000 + 0x1eef * k).toString(16)))).toBe('+0x1eef')
  })

  it('counts by line of the source where lines of other kinds lie between', () => {
    const lines = [3, 4, 9, 20, 21, 40]
    expect(
      encode(
        lines.map((n) => String(100 + 2 * n)),
        { lines },
      ),
    ).toBe('+2/L')
    const more = [3, 4, 9, 20, 21, 40, 46, 47, 50, 55, 63, 64, 80]
    expect(
      encode(
        more.map((n) => String(n % 8)),
        { lines: more },
      ),
    ).toBe('+1/L in 0..7')
  })

  it('wraps around and stays for several lines', () => {
    expect(encode(numbers(30, (k) => k % 8))).toBe('+1 in 0..7')
    expect(encode(numbers(30, (k) => 1 + (k % 12)))).toBe('+1 in 1..12')
    expect(encode(numbers(40, (k) => Math.floor(k / 10) + 3))).toBe('+1 every 10')
    expect(encode(numbers(40, (k) => Math.floor((k + 4) / 10)))).toBe('+1 every 10@4')
    expect(encode(upTo(30).map((k) => String((k * 7919) % 10_007)))).toBe('-2088 in 0..10006')
  })

  it('keeps the spelling: a width that the first value does not show is said', () => {
    expect(encode(['10', '09', '08', '07'])).toBe('-1 w2')
    expect(expand('-1 w2', '10', { lines: upTo(4) })).toEqual(['10', '09', '08', '07'])
  })

  it('gives steps one by one where they vary, with counts', () => {
    expect(encode(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '1000', '1001', '1002', '1003', '1004'])).toBe(
      '+1*9+990+1*4',
    )
  })

  it('refers to an earlier slot', () => {
    const values = ['41', '7', '900', '63', '5']
    const earlier = [column('41', values)]
    expect(encode(values, { earlier })).toBe('=41')
    expect(
      encode(
        values.map((v) => String(Number(v) + 3)),
        { earlier },
      ),
    ).toBe('=41 +3')
    expect(expand('=41 -2', '39', { earlier, lines: upTo(5) })).toEqual(['39', '5', '898', '61', '3'])
  })

  it('says what goes with each value of an earlier slot', () => {
    const names = ['a', 'b', 'a', 'c', 'b', 'c', 'a', 'b', 'c', 'a', 'b', 'a']
    const emails: Record<string, string> = { a: 'ann@example.org', b: 'bob@example.org', c: 'cid@example.org' }
    const earlier = [column('a', names)]
    expect(
      encode(
        names.map((name) => emails[name]!),
        { earlier },
      ),
    ).toBe('by a (bob@example.org,cid@example.org)')
  })

  it('finds cycles', () => {
    const names = ['alice', 'bob', 'carol']
    expect(encode(upTo(30).map((k) => names[(k - 1) % 3]!))).toBe('cycle(bob,carol)')
    const lines = [1, 2, 5, 7, 9, 12, 18]
    expect(
      encode(
        lines.map((n) => names[(n - 1) % 3]!),
        { lines },
      ),
    ).toBe('cycle/L(bob,carol)')
  })

  it('names each of few values by a letter, and adds to a table that is there', () => {
    const values = [...'xyyyyxyxxyyxyyxxx'].map((c) => (c === 'x' ? 'connection refused' : 'connection reset'))
    expect(encode(values)).toBe('A(connection reset):b4aba2b2ab2a3')
    expect(encode(values, { tables: [['connection reset', 'timeout', 'connection refused']] })).toBe('A:a4cac2a2ca2c3')
  })

  it('lists what has no rule, quoted where it could be misread', () => {
    expect(encode(['p', 'q', 'r,s', '', ' t', 'u"v', '(w)'])).toBe(String.raw`(q,"r,s",""," t","u\"v","(w)")`)
    expect(encode(['8f3a07', '11c0de', '77aa01'], { style: DENSE })).toBe(':11c0de77aa01')
    expect(encode(['8f3a07', '11c0de', '77aa01'])).toBe('(11c0de,77aa01)')
  })

  it('reads what it wrote, whatever the values are', () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.constantFrom('a', 'b', 'bob', '', '0', '00', ',', '(', ')', '"', '\\', '{1}', '[diet]', '\t', '\ud800', '😀', 'a; b 1'),
      fc.nat(300).map(String),
      fc.nat(5000).map((n) => n.toString(16).padStart(4, '0')),
      fc
        .nat(99_999)
        .map((n) => `10:${String(Math.floor(n / 1000) % 60).padStart(2, '0')}:07.${String(n % 1000).padStart(3, '0')}`),
    )
    const rows = fc.array(fc.record({ a: value, b: value, gap: fc.integer({ min: 1, max: 3 }) }), { minLength: 2, maxLength: 30 })
    fc.assert(
      fc.property(rows, fc.array(value, { maxLength: 60 }), fc.constantFrom(READABLE, DENSE, SHARING), (list, known, style) => {
        let line = 0
        const lines = list.map(({ gap }) => (line += gap))
        const a = list.map((row) => row.a)
        const b = list.map((row) => row.b)
        const tables = known.length === 0 ? [] : [[...new Set(known)]]
        if (b.every((text) => text === b[0])) return
        const context: Context = { lines, earlier: [column('a', a)], tables, style }
        expect(expand(encode(b, context), b[0]!, context)).toEqual(b)
      }),
      { numRuns: 1500 },
    )
  })

  it('refuses rules that do not fit the number of lines', () => {
    const lines = upTo(4)
    for (const text of [
      '+1*999999999',
      '+1*2',
      '(a,b)',
      ':ab',
      'A:a9',
      'A:',
      'by q (a)',
      '=q',
      'cycle',
      '+1 in 5..5',
      '+1 every 0',
      'B:aaa',
      '~',
    ])
      expect(expand(text, '1', { lines })).toBeUndefined()
  })
})
