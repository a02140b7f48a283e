import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scanJson, splice } from './spans.ts'

const spansOf = (text: string): string[] => {
  const scan = scanJson(text)
  if ('reason' in scan) throw new Error(scan.reason)
  return [...scan.tape.start].map((start, i) => text.slice(start, scan.tape.end[i]))
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const accepts = (text: string): boolean => 'tape' in scanJson(text)

describe('scanJson', () => {
  it('finds the span of every value in document order, keys included', () => {
    expect(spansOf(' {"a" : [1.0, "x\\"y"],\n"b":{}} ')).toEqual([
      '{"a" : [1.0, "x\\"y"],\n"b":{}}',
      '"a"',
      '[1.0, "x\\"y"]',
      '1.0',
      '"x\\"y"',
      '"b"',
      '{}',
    ])
  })

  it('keeps the spelling of numbers and literals', () => {
    const text = '[12345678901234567890,-0,1e5,1E+05,0.10,true,false,null]'
    expect(spansOf(text).slice(1)).toEqual(text.slice(1, -1).split(','))
  })

  it('tells where a subtree ends', () => {
    const scan = scanJson('[[1,[2]],3]')
    expect('tape' in scan && [...scan.tape.next]).toEqual([6, 5, 3, 5, 5, 6])
  })

  it.each(['"\\\\"', '"\\\\\\""', '"a\\\\"', '["\\\\","\\""]', '"C:\\\\dir\\\\x"', '"\\\\u12"'])(
    'finds the end behind backslashes: %s',
    (text) => {
      expect(accepts(text)).toBe(true)
      expect(spansOf(text)[0]).toBe(text)
    },
  )

  it.each([
    '',
    ' ',
    '{',
    '[',
    '"',
    '"\\"',
    '"a',
    '[1,]',
    '{"a":1,}',
    '{,}',
    '[,]',
    '{"a"}',
    '{"a":}',
    '{a:1}',
    '{1:2}',
    '01',
    '1.',
    '.5',
    '+1',
    '-',
    '1e',
    'tru',
    'nul',
    'NaN',
    '1 2',
    '{}{}',
    '[1]]',
    '[}',
    '{]',
    '"\\x"',
    '"\\u12"',
    '"\\u12G4"',
    '"\\\\\\x"',
    '"a\nb"',
    '"a\u0000b"',
    "{'a':1}",
    '[1 2]',
    '{"a":1 "b":2}',
    '{"a" 1}',
    '\u00a0{}',
    '{}\u0000',
    '[1],',
    '//x\n{}',
  ])('refuses %j and says where', (text) => {
    expect(isJson(text)).toBe(false)
    expect(scanJson(text)).toEqual({ reason: expect.stringMatching(/^not JSON at char \d+$/) })
  })

  it('starts behind a byte order mark when told to, and takes one for a fault otherwise', () => {
    expect('tape' in scanJson('\ufeff{}', 1)).toBe(true)
    expect(accepts('\ufeff{}')).toBe(false)
  })

  it('scans any depth', () => {
    const depth = 200_000
    expect(accepts('['.repeat(depth) + ']'.repeat(depth))).toBe(true)
    expect(accepts('{"a":'.repeat(depth) + '1' + '}'.repeat(depth))).toBe(true)
  })

  it('accepts exactly what JSON.parse accepts', () => {
    const token = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      '\\"',
      '\\\\',
      '\\n',
      '\\u00e9',
      '\\u0',
      '"a"',
      '"a":',
      '1',
      '-0',
      '0',
      '.5',
      'e1',
      'true',
      'null',
      ' ',
      '\n',
      '\t',
      '\u000b',
      '\u00a0',
      'é',
      '🍃',
      'x',
    )
    const soup = fc.array(token, { maxLength: 12 }).map((tokens) => tokens.join(''))
    const damaged = fc
      .tuple(fc.json(), fc.nat(), fc.nat({ max: 2 }), token)
      .map(
        ([json, at, cut, insert]) => json.slice(0, at % (json.length + 1)) + insert + json.slice((at % (json.length + 1)) + cut),
      )
    fc.assert(
      fc.property(fc.oneof(soup, damaged, fc.json()), (text) => {
        expect(accepts(text)).toBe(isJson(text))
      }),
      { numRuns: 20_000 },
    )
  })

  it('gives spans that parse to the values', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat({ max: 4 }), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent)
        expect(spansOf(text)[0]).toBe(text)
        for (const span of spansOf(text)) expect(isJson(span)).toBe(true)
      }),
    )
  })
})

describe('splice', () => {
  it('replaces spans and keeps the rest', () => {
    expect(
      splice('abcdef', [
        { start: 1, end: 2, text: 'X' },
        { start: 4, end: 4, text: 'Y' },
      ]),
    ).toBe('aXcdYef')
  })

  it('refuses spans that overlap', () => {
    expect(() =>
      splice('abc', [
        { start: 0, end: 2, text: '' },
        { start: 1, end: 3, text: '' },
      ]),
    ).toThrow(RangeError)
  })
})
