import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSource } from '../source/source.ts'
import { findFirstEqual } from './equal-lines.ts'

test('the first of equal lines, whatever their line ends', () => {
  expect([...findFirstEqual(createSource('a\nb\r\na\nb\n\n\nA\na'), true)]).toEqual([0, 1, 2, 1, 2, 5, 5, 7, 1])
  expect([...findFirstEqual(createSource(''), true)]).toEqual([0])
})

test('addresses count only when asked for', () => {
  const source = createSource('at 0x7f001234\nat 0x7f00abcd\nat 0xabc\nat 0xabd\nat 7f001234\nat 7f00abcd\nat 0x\n')
  expect([...findFirstEqual(source, false)]).toEqual([0, 1, 1, 3, 4, 5, 6, 7])
  expect([...findFirstEqual(source, true)]).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})

test('agrees with a map of strings', () => {
  const line = fc.oneof(fc.constantFrom('', 'a', 'b', 'ab', '0x1234', '\r', '\0'), fc.string({ unit: 'binary', maxLength: 3 }))
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), (parts) => {
      const source = createSource(parts.join('\n'))
      const seen = new Map<string, number>()
      const expected = [0]
      for (let n = 1; n <= source.lines; n++) {
        if (!seen.has(source.line(n))) seen.set(source.line(n), n)
        expected.push(seen.get(source.line(n))!)
      }
      expect([...findFirstEqual(source, true)]).toEqual(expected)
    }),
  )
})

test('many distinct lines stay distinct', () => {
  const source = createSource(Array.from({ length: 50_000 }, (_, i) => `line ${i}`).join('\n'))
  expect(findFirstEqual(source, true).every((first, n) => first === n)).toBe(true)
})
