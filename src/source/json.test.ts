import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTape, findPointer, itemsOf, rawAt, scanValue, sizeAt, textAt } from './json.ts'

const scan = (text: string, from = 0) => {
  const tape = createTape(text)
  return { tape, scanned: scanValue(tape, from) }
}

/** All values of a text with their spans, by the scanner. */
const spans = (text: string): string[] => {
  const { tape } = scan(text)
  return Array.from({ length: tape.size }, (_, n) => rawAt(tape, n))
}

describe('scanValue', () => {
  it('lists values in document order, keys before their values', () => {
    expect(spans(' {"a": [1, "x"],"b":{}} ')).toEqual(['{"a": [1, "x"],"b":{}}', '"a"', '[1, "x"]', '1', '"x"', '"b"', '{}'])
  })

  it('stops behind the value, so that others may follow', () => {
    const text = '{"a":1} {"b":2}\n[3]'
    const tape = createTape(text)
    const first = scanValue(tape, 0)!
    expect(first).toEqual({ root: 0, end: 7, complete: true })
    const second = scanValue(tape, first.end)!
    expect(rawAt(tape, second.root)).toBe('{"b":2}')
    expect(rawAt(tape, scanValue(tape, second.end)!.root)).toBe('[3]')
  })

  it.each([
    '',
    '   ',
    '}',
    '{"a":}',
    '{"a" 1}',
    '[1,]',
    '{"a":1,}',
    '[1 2]',
    "{'a':1}",
    '[01]',
    '["\\x"]',
    '["a\nb"]',
    '[tru]',
    '{1:2}',
    'x',
  ])('is none: %j', (text) => {
    const { tape, scanned } = scan(text)
    expect(scanned).toBeUndefined()
    expect(tape.size).toBe(0)
  })

  it.each(['[NaN,-Infinity,Infinity]', '[-0,1.0,1e5,1E+5,123456789012345678901234567890]', '["\\u00e9é\\/\\ud83d"]'])(
    'keeps spellings: %s',
    (text) => {
      expect(scan(text).scanned).toEqual({ root: 0, end: text.length, complete: true })
      expect(
        itemsOf(scan(text).tape, 0)
          .map((n) => rawAt(scan(text).tape, n))
          .join(','),
      ).toBe(text.slice(1, -1))
    },
  )

  it.each(['{"a":[1,2', '{"a":[1,{"b":"cut of', '[1,', '[{"a":1},{"a"', '[{"a":', '[tr', '{'])(
    'takes what was cut off: %s',
    (text) => {
      const { tape, scanned } = scan(text)
      expect(scanned).toEqual({ root: 0, end: text.length, complete: false })
      for (let n = 0; n < tape.size; n++) {
        expect(tape.end[n]).toBeLessThanOrEqual(text.length)
        expect(tape.next[n]).toBeLessThanOrEqual(tape.size)
      }
    },
  )

  it('leaves out a key whose value was cut off', () => {
    const { tape } = scan('{"a":1,"b')
    expect(sizeAt(tape, 0)).toBe(1)
  })

  it('nests to any depth', () => {
    const deep = '['.repeat(20_000) + ']'.repeat(20_000)
    expect(scan(deep).scanned?.complete).toBe(true)
    expect(scan(deep).tape.size).toBe(20_000)
  })

  it('agrees with JSON.parse on what is JSON and on what it says', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(4), (text, indent) => {
        const pretty = JSON.stringify(JSON.parse(text), null, indent)
        const { tape, scanned } = scan(pretty)
        expect(scanned).toEqual({ root: 0, end: pretty.length, complete: true })
        const build = (n: number): unknown => {
          const raw = rawAt(tape, n)
          if (raw.startsWith('[')) return itemsOf(tape, n).map(build)
          if (!raw.startsWith('{')) return raw.startsWith('"') ? textAt(tape, n) : JSON.parse(raw)
          const members: [string, unknown][] = []
          for (let i = n + 1; i < tape.next[n]!; i = tape.next[i + 1]!) members.push([textAt(tape, i), build(i + 1)])
          return Object.fromEntries(members)
        }
        expect(build(0)).toEqual(JSON.parse(pretty))
      }),
    )
  })

  it('agrees with JSON.parse on damaged texts', () => {
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 3 }),
        fc.nat(60),
        fc.constantFrom('', ',', '"', '}', 'x', '\n', '\\'),
        (json, place, char) => {
          const at = place % (json.length + 1)
          const text = `[${json.slice(0, at)}${char}${json.slice(at + 1)}]`
          const { scanned } = scan(text)
          let valid = true
          try {
            JSON.parse(text)
          } catch {
            valid = false
          }
          expect(scanned?.complete === true && scanned.end === text.length).toBe(valid)
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('findPointer', () => {
  const text = '{"a":[10,{"b":2}],"x/y":3,"m~n":4,"":5,"a.b":6,"d":1,"d":2,"7":8}'
  const at = (pointer: string): string | undefined => {
    const { tape } = scan(text)
    const n = findPointer(tape, 0, pointer)
    return n < 0 ? undefined : rawAt(tape, n)
  }

  it.each([
    ['', text],
    ['/a/0', '10'],
    ['/a/1/b', '2'],
    ['/x~1y', '3'],
    ['/m~0n', '4'],
    ['/', '5'],
    ['/a.b', '6'],
    ['/d', '2'],
    ['/7', '8'],
  ])('%s', (pointer, raw) => {
    expect(at(pointer)).toBe(raw)
  })

  it.each(['/a/2', '/a/00', '/a/-', '/nope', 'a', '/a/1/b/c'])('%s leads nowhere', (pointer) => {
    expect(at(pointer)).toBeUndefined()
  })
})
