import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSource } from '../../source/source.ts'
import { decodeJson } from './decode.ts'
import { findDocuments } from './documents.ts'
import { encodeJson } from './lossless.ts'
import { documents, PRINTERS, RUNS, type Spelled } from './testing.ts'

const HEAD = '[diet] head\n'

const encode = (text: string): string | undefined => {
  const source = createSource(text)
  const found = findDocuments(source)
  return found === undefined ? undefined : encodeJson(source, found)
}

/** Encodes, and fails where the text has no form or does not come back. */
const roundTrip = (text: string): string => {
  const body = encode(text)
  expect(body).toBeDefined()
  expect(decodeJson(HEAD + body)).toBe(text)
  return body!
}

const record = (i: number): string => `{"id":${i},"name":"item-${i}","ok":true}`

describe('JSON without loss', () => {
  it('names the printer and writes what records share once', () => {
    const text = `${JSON.stringify(
      Array.from({ length: 60 }, (_, i) => JSON.parse(record(i))),
      null,
      2,
    )}\n`
    expect(roundTrip(text)).toBe(
      '[diet] JSON indent=2: @1\n[diet] @1 60 rows, 0 differ: {"id":{0..59},"name":"item-{0..59}","ok":true}\n',
    )
  })

  it('lists what differs, and departures from the rule by name', () => {
    const rows = ['ann', 'bob', 'cid', 'dan', 'eve', 'fay'].map(
      (name, i) => `{"name":"${name}","state":"${i === 3 ? 'failed' : 'open'}"}`,
    )
    expect(roundTrip(`{"items":[${rows.join(',')}]}`)).toBe(
      '[diet] JSON open: {"items":@1}\n[diet] @1 6 rows: {"name":$,"state":"open"!}\n[diet] /0 | ann; bob; cid; dan,state=failed; eve; fay\n',
    )
  })

  it('keeps keys and values as they are written when only white space goes', () => {
    const text = '{\n  "retry": 3,\n  "timeoutMs": -1,\n  "url": "http:\\/\\/x"\n}'
    expect(roundTrip(text)).toBe('[diet] JSON indent=2 open: {"retry": 3, "timeoutMs": -1, "url": "http:\\/\\/x"}\n')
  })

  it.each([
    ['big integers', '[{"a":12345678901234567890},{"a":12345678901234567891},{"a":12345678901234567892}]'],
    ['spellings of numbers', '[{"a":1.0,"b":1e5},{"a":1.00,"b":100000},{"a":1,"b":1E5}]'],
    ['escapes', '[{"a":"\\u00e9"},{"a":"é"},{"a":"\\u00E9"}]'],
    ['equal keys', '[{"a":1,"a":2},{"a":1,"a":3},{"a":1,"a":4}]'],
    ['numbers as strings (C27)', '[{"a":"1.10"},{"a":1.10},{"a":".622"},{"a":"+861"}]'],
    ['the empty string and null (C27)', '[{"a":"","b":1},{"a":null,"b":2},{"b":3},{"a":"x","b":4}]'],
    ['keys with dots', '[{"a.b":1,"a":{"b":2}},{"a.b":3,"a":{"b":4}},{"a.b":5,"a":{"b":6}}]'],
    [
      'strings that look like our own marks (C27)',
      '[{"a":"[2]:","b":"{1..3}"},{"a":"$","b":"{x|y}"},{"a":"@1","b":"!"},{"a":"-","b":"|"}]',
    ],
    ['a key order that changes', '[{"a":1,"b":2},{"b":3,"a":4},{"a":5,"b":6}]'],
    ['nothing', '[{},{},{}]'],
    ['a byte order mark (C27)', '\ufeff{"a":[1,2,3]}\n'],
    ['no final line end', '{"a":1}'],
    ['json.dumps', '{"a": 1, "b": [1, 2, {"c": []}]}\n'],
    ['Jackson', '{\n  "a" : 1,\n  "b" : [ 1, 2 ],\n  "c" : { }\n}'.replace('{ }', '{}')],
    ['records on lines of their own', '[\n  {"a":1,"b":2},\n  {"a":3,"b":4}\n]\n'],
    ['tabs and CRLF', '{\r\n\t"a": [\r\n\t\t1\r\n\t]\r\n}\r\n'],
    ['JSON lines', '{"a":1}\n{"a":2,"b":"x"}\n{"a":3}\n'],
    ['pretty values one after the other', '{\n  "a": 1\n}\n{\n  "a": 2\n}\n'],
    ['text around', '$ curl -s x\n{"a":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]}\n200 OK\n\n'],
  ])('gives back %s', (_, text) => {
    roundTrip(text)
  })

  it.each([
    ['white space of no printer', '{"a":1,  "b":2, "c":3}'],
    ['two line ends', '{\r\n  "a": 1,\n  "b": 2\r\n}'],
    ['text on the line of the JSON', 'data: {"a":[1,2,3,4,5,6]}\n'],
    ['a text that was cut off', '{"a":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20'],
  ])('does not claim %s', (_, text) => {
    expect(encode(text)).toBeUndefined()
  })

  it('C13: no member is lost, strings that hold JSON included', () => {
    const text = `${JSON.stringify(
      Array.from({ length: 4 }, (_, i) => ({ id: i, tags: ['a', 'b'], subtasks: JSON.stringify([{ t: i, done: i % 2 === 0 }]) })),
    )}\n`
    roundTrip(text)
  })

  it.each(PRINTERS)('rebuilds every document that $name printed', ({ name, print }) => {
    fc.assert(
      fc.property(documents, fc.boolean(), (value, ends) => {
        const json = print(value)
        const text = json + (ends ? (name.includes('CRLF') ? '\r\n' : '\n') : '')
        const found = findDocuments(createSource(text))
        if (found === undefined || found.form !== 'value') return
        const body = encode(text)
        expect(body).toBeDefined()
        expect(decodeJson(HEAD + body)).toBe(text)
      }),
      { numRuns: RUNS },
    )
  })

  it('rebuilds JSON lines', () => {
    fc.assert(
      fc.property(fc.array(documents, { minLength: 2, maxLength: 6 }), (values) => {
        const lines = values.filter((value) => typeof value !== 'string').map((value: Spelled) => PRINTERS[0]!.print(value))
        const text = lines.map((line) => `${line}\n`).join('')
        const body = encode(text)
        if (body !== undefined) expect(decodeJson(HEAD + body)).toBe(text)
      }),
      { numRuns: RUNS },
    )
  })

  it('reads nothing that it did not write, and never throws', () => {
    const body = roundTrip(
      `[${Array.from({ length: 9 }, (_, i) => `{"id":${i},"name":"${'xyz'[i % 3]}${i * i}","s":${i === 4 ? 'null' : '"on"'}}`).join(',')}]`,
    )
    fc.assert(
      fc.property(
        fc.nat(body.length),
        fc.constantFrom('', '{', '}', '"', ',', ';', '|', '9', '@1', '$', '!', ' ', '\n'),
        (at, char) => {
          const damaged = body.slice(0, at) + char + body.slice(at + 1)
          const decoded = decodeJson(HEAD + damaged)
          expect(decoded === undefined || typeof decoded === 'string').toBe(true)
        },
      ),
      { numRuns: 1000 },
    )
    expect(decodeJson(`${HEAD}[diet] JSON: [@1,@1]\n[diet] @1 2 rows, 0 differ: {"a":1}\n`)).toBeUndefined()
    expect(decodeJson(`${HEAD}[diet] JSON: @1\n[diet] @1 99999999 rows, 0 differ: {"a":"${'x'.repeat(90)}"}\n`)).toBeUndefined()
  })
})
