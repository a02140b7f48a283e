import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createObjectScanner } from './read-object.ts'

/** Feeds the bytes in pieces; the offset of the end in all of them. */
const scan = (text: string, size: number): number | undefined => {
  const bytes = new TextEncoder().encode(text)
  const scanner = createObjectScanner()
  for (let at = 0; at < bytes.length; at += size) {
    const end = scanner.end(bytes.subarray(at, at + size))
    if (end !== undefined) return at + end
  }
  return undefined
}

const isWhole = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test('ends at the last brace, not at braces and quotes in strings', () => {
  const text = '{"a":"} \\" }","b":{"c":[{}]}}'
  for (const size of [1, 2, 3, 100]) expect(scan(`${text}\n{"next":1}`, size)).toBe(text.length)
  expect(scan('{"a":"}"', 4)).toBeUndefined()
})

test('backslashes at the border of two pieces', () => {
  for (const text of ['{"a":"\\\\"}', '{"a":"\\\\\\"}"}', '{"a":"x\\"}', '{"\\\\":"\\\\\\\\"}', '{"a":"\\']) {
    const ends = [text, `${text}"}`].find(isWhole)?.length
    for (let size = 1; size <= text.length; size++) expect(scan(`${text}"}`, size), `${text} ${size}`).toBe(ends)
  }
})

test('any object, in pieces of any size', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.integer({ min: 1, max: 50 }), (object, size) => {
      const text = JSON.stringify(object)
      expect(scan(`${text}  rest`, size)).toBe(new TextEncoder().encode(text).length)
    }),
  )
})
