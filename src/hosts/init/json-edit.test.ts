import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { appendItem, type Json, maskComments, parseJson, removeItem, removeMember, setMember } from './json-edit.ts'

describe('setMember', () => {
  it.each([
    ['an empty object', '{}', '{\n  "a": 1\n}'],
    ['an empty object with a line end', '{\n}\n', '{\n  "a": 1\n}\n'],
    ['a last member', '{\n  "b": 2\n}\n', '{\n  "b": 2,\n  "a": 1\n}\n'],
    ['tabs', '{\n\t"b": 2\n}', '{\n\t"b": 2,\n\t"a": 1\n}'],
    ['four columns', '{\n    "b": {\n        "c": 2\n    }\n}', '{\n    "b": {\n        "c": 2\n    },\n    "a": 1\n}'],
    ['CRLF', '{\r\n  "b": 2\r\n}\r\n', '{\r\n  "b": 2,\r\n  "a": 1\r\n}\r\n'],
    ['one line', '{"b": 2}', '{"b": 2, "a": 1}'],
    ['one line with spaces', '{ "b": 2 }\n', '{ "b": 2, "a": 1 }\n'],
    ['a comment behind the last member', '{\n  "b": 2 // two\n}', '{\n  "b": 2, // two\n  "a": 1\n}'],
    ['a comment under the last member', '{\n  "b": 2\n  // end\n}', '{\n  "b": 2,\n  // end\n  "a": 1\n}'],
    ['a trailing comma', '{\n  "b": 2,\n}', '{\n  "b": 2,\n  "a": 1\n}'],
    ['a trailing comma and a comment', '{\n  "b": 2, // x, y\n}', '{\n  "b": 2, // x, y\n  "a": 1\n}'],
    ['a comma in a comment only', '{\n  "b": 2 // x, y\n}', '{\n  "b": 2, // x, y\n  "a": 1\n}'],
    ['a byte order mark', '\uFEFF{\n  "b": 2\n}', '\uFEFF{\n  "b": 2,\n  "a": 1\n}'],
    ['the closing brace on the line of the member', '{\n  "b": 2}', '{\n  "b": 2,\n  "a": 1\n}'],
    ['the key itself', '{\n  "a" :  0 , "b": 2\n}', '{\n  "a" :  1 , "b": 2\n}'],
  ])('%s', (_, before, after) => expect(setMember(before, ['a'], 1)).toBe(after))

  it('makes the objects on the way, in the style of the file', () => {
    expect(setMember('{\n    "x": []\n}', ['a', 'b', 'c'], [1])).toBe(
      '{\n    "x": [],\n    "a": {\n        "b": {\n            "c": [\n                1\n            ]\n        }\n    }\n}',
    )
  })

  it('adds to the object that is there', () => {
    const before = '{\n  "a": {\n    "x": "}, // \\" {"\n  },\n  "z": 1.50e0\n}\n'
    expect(setMember(before, ['a', 'b'], true)).toBe(
      '{\n  "a": {\n    "x": "}, // \\" {",\n    "b": true\n  },\n  "z": 1.50e0\n}\n',
    )
  })

  it('of two equal keys the last counts, as for those who read the file', () => {
    expect(setMember('{"a": {"x": 1}, "a": {"y": 2}}', ['a', 'b'], 3)).toBe('{"a": {"x": 1}, "a": {"y": 2, "b": 3}}')
  })

  it.each([
    ['', 'is no JSON object'],
    ['[]', 'is no JSON object'],
    ['{"a": 1', 'is no JSON object'],
    ['{} {}', 'is no JSON object'],
    ['{"a": 1}', 'has no object at /a'],
  ])('refuses %j', (text, message) => expect(() => setMember(text, ['a', 'b'], 1)).toThrow(message))
})

describe('appendItem', () => {
  it('adds to a list, and makes one', () => {
    expect(appendItem('{\n  "l": [\n    1\n  ]\n}', ['l'], { a: 1 })).toBe(
      '{\n  "l": [\n    1,\n    {\n      "a": 1\n    }\n  ]\n}',
    )
    expect(appendItem('{\n  "l": []\n}', ['l'], 2)).toBe('{\n  "l": [\n    2\n  ]\n}')
    expect(appendItem('{"l": [1]}', ['l'], 2)).toBe('{"l": [1, 2]}')
    expect(appendItem('{}', ['h', 'l'], 2)).toBe('{\n  "h": {\n    "l": [\n      2\n    ]\n  }\n}')
    expect(() => appendItem('{"l": {}}', ['l'], 2)).toThrow('has no list at /l')
  })
})

describe('removing', () => {
  const text = '{\n  "a": 1,\n  "l": [\n    1,\n    2,\n    3\n  ],\n  "z": 0\n}\n'
  it.each([
    [0, '[\n    2,\n    3\n  ]'],
    [1, '[\n    1,\n    3\n  ]'],
    [2, '[\n    1,\n    2\n  ]'],
  ])('item %d', (index, list) => expect(removeItem(text, ['l'], index)).toBe(`{\n  "a": 1,\n  "l": ${list},\n  "z": 0\n}\n`))
  it('the only item, the first and the last member', () => {
    expect(removeItem('{"l": [\n 1\n]}', ['l'], 0)).toBe('{"l": []}')
    expect(removeMember('{\n  "a": 1,\n  "b": 2\n}', ['a'])).toBe('{\n  "b": 2\n}')
    expect(removeMember('{\n  "a": 1,\n  "b": 2\n}', ['b'])).toBe('{\n  "a": 1\n}')
    expect(removeMember('{\n  "a": 1\n}', ['a'])).toBe('{}')
  })
  it('nothing when there is no such thing', () => {
    expect(removeItem(text, ['l'], 3)).toBe(text)
    expect(removeItem(text, ['x'], 0)).toBe(text)
    expect(removeMember(text, ['l', 'x'])).toBe(text)
  })
})

describe('maskComments', () => {
  it('keeps offsets, and what only looks like a comment', () => {
    const text = '{ // a "b"\n "c": "// no /* no */", /* d\n, */ "e": [1, 2,], }'
    const masked = maskComments(text)
    expect(masked.length).toBe(text.length)
    expect(JSON.parse(masked)).toEqual({ c: '// no /* no */', e: [1, 2] })
  })
})

describe('any document', () => {
  const key = fc.constantFrom('a', 'b', 'hooks', 'x/y', 'ü', '')
  const { value } = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom<Json[]>(null, true, 0, -1.5, 'text', '// "x', '}],{'),
      fc.array(tie('value'), { maxLength: 3 }) as fc.Arbitrary<Json>,
      fc.dictionary(key, tie('value'), { maxKeys: 3 }) as fc.Arbitrary<Json>,
    ),
  }))
  const document = fc
    .tuple(fc.dictionary(key, value, { maxKeys: 4 }), fc.constantFrom<(string | number)[]>(0, 1, 2, 4, '\t'))
    .map(([object, indent]) => [object as { [name: string]: Json }, JSON.stringify(object, null, indent)] as const)

  it('setting a new key adds exactly that, and removing it gives the bytes back', () => {
    fc.assert(
      fc.property(document, value, ([object, text], added) => {
        const after = setMember(text, ['new'], added)
        expect(parseJson(after)).toEqual({ ...object, new: added })
        if (Object.keys(object).length > 0 && text.includes('\n')) expect(removeMember(after, ['new'])).toBe(text)
      }),
      { numRuns: 300 },
    )
  })
})
