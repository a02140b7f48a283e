import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { digitsPattern, type Span, sameButAddresses, sameShape } from './same.ts'

const span = (text: string): Span => ({ text, from: 0, to: text.length })

/** Both lines inside one text, as verify reads them. */
const within = (a: string, b: string): [Span, Span] => {
  const text = `x${a}\n${b}y`
  return [
    { text, from: 1, to: 1 + a.length },
    { text, from: 2 + a.length, to: text.length - 1 },
  ]
}

describe('sameButAddresses', () => {
  it.each([
    ['at 0x7f01 in main', 'at 0x7f99ab in main'],
    ['0x1', '0xdeadbeef'],
    ['a 0x1 b 0x2', 'a 0x22 b 0x1'],
    ['same', 'same'],
    ['', ''],
  ])('%j and %j', (a, b) => {
    expect(sameButAddresses(span(a), span(b))).toBe(true)
    expect(sameButAddresses(...within(a, b))).toBe(true)
  })

  it.each([
    ['at 0x7f01 in main', 'at 0x7f01 in mine'],
    ['deadbeef', 'deadbee0'],
    ['pid 41', 'pid 42'],
    ['0x1', '0x'],
    ['0x1 ', '0x1'],
    ['0x', '0x1'],
  ])('not %j and %j', (a, b) => {
    expect(sameButAddresses(span(a), span(b))).toBe(false)
    expect(sameButAddresses(...within(a, b))).toBe(false)
  })
})

describe('sameShape', () => {
  it.each([
    ['connecting to 10.0.0.1:5432', 'connecting to 10.0.10.13:65432'],
    ['12', '3'],
    ['req 3f2a9c11 done', 'req 00bead77ff done'],
    ['id 550e8400-e29b-41d4-a716-446655440000', 'id 123e4567-e89b-12d3-a456-426614174000'],
    ['at 0x7f01', 'at 0xffffffff81000000'],
    ['user "ann smith" logged in', 'user "bo" logged in'],
    ["loading 'a.ts' twice", "loading 'some other file.ts' twice"],
    ['download foo', 'download bar'],
    ['GET /users/ann 200', 'GET /users/bo/posts 404'],
    ['added lodash in 3s to app', 'added react dom in 14s to app'],
    ['', ''],
  ])('%j and %j', (a, b) => {
    expect(sameShape(span(a), span(b))).toBe(true)
    expect(sameShape(span(b), span(a))).toBe(true)
    expect(sameShape(...within(a, b))).toBe(true)
  })

  it.each([
    ['alpha beta', 'gamma delta'],
    ['src/a.ts', 'src/b.ts'],
    ['one two three', 'one 2wo thr33 four five six'],
    ['error: disk full', 'PASS a.test.ts'],
    ['12', ''],
    ['count 5', 'total: five'],
    ['"a', 'b"'],
    ["don't panic now", "we can't stop"],
  ])('not %j and %j', (a, b) => {
    expect(sameShape(span(a), span(b))).toBe(false)
    expect(sameShape(span(b), span(a))).toBe(false)
    expect(sameShape(...within(a, b))).toBe(false)
  })

  it('digits may change everywhere, and never matter', () => {
    const part = fc.constantFrom('a', ' ', '.', '(', '[x]', '\\d', '$', '7', '42', '0x1f', '"q"', '*', 'é')
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.nat(99999), (parts, digits) => {
        const line = parts.join('')
        const other = line.replaceAll(/[0-9]+/g, String(digits))
        expect(sameShape(span(line), span(other))).toBe(true)
        const pattern = digitsPattern(line)
        pattern.lastIndex = 2
        expect(pattern.test(`1\n${other}\n1`) && pattern.lastIndex === 2 + other.length).toBe(true)
      }),
    )
  })
})
