import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeUtf8 as encodeInMod } from '../hosts/claude-code/mod/utf8.ts'
import { encodeUtf8 } from './utf8.ts'

const text = fc.string({ unit: 'binary', maxLength: 60 })
const withHalves = fc.array(fc.oneof(text, fc.constantFrom('\ud83d', '\ude00', 'é', '漢', '\0'))).map((parts) => parts.join(''))

test('the bytes are those of UTF-8, a lone surrogate as the replacement character, in a mod as elsewhere', () => {
  fc.assert(
    fc.property(withHalves, (text) => {
      const expected = Buffer.from(text, 'utf8')
      const room = new Uint8Array(text.length * 3)
      expect(Buffer.from(encodeUtf8(text, room)).equals(expected)).toBe(true)
      expect(Buffer.from(encodeInMod(text, room)).equals(expected)).toBe(true)
    }),
  )
})

test('a second text in the same room does not see the first', () => {
  const room = new Uint8Array(30)
  encodeUtf8('a longer text', room)
  expect([...encodeUtf8('ab', room)]).toEqual([97, 98])
})
