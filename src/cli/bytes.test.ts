import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeBytes, encodePieces } from './bytes.ts'

const encode = (text: string): Buffer => Buffer.concat([...encodePieces(text)])
const decode = (...bytes: number[]) => decodeBytes(Buffer.from(bytes))

describe('bytes that are not UTF-8', () => {
  test('valid UTF-8 decodes as ever, a byte order mark stays', () => {
    expect(decode(0xef, 0xbb, 0xbf, 0x61, 0xc3, 0xa9, 0xf0, 0x9f, 0x8d, 0x83)).toEqual({ text: '\ufeffaé🍃', invalid: 0 })
  })

  test.each([0, 1, 2, 3])(
    'one byte of another script is found wherever it stands, %i bytes behind the start of a buffer',
    (start) => {
      for (let at = 0; at < 11; at++) {
        const bytes = Buffer.alloc(16, 0x61).subarray(start, start + 12)
        bytes.set([0xc3, 0xa9], at)
        expect(decodeBytes(bytes)).toEqual({ text: `${'a'.repeat(at)}é${'a'.repeat(10 - at)}`, invalid: 0 })
      }
    },
  )

  test('each wrong byte is one char and is counted', () => {
    expect(decode(0x61, 0xff, 0x62)).toEqual({ text: 'a\udcffb', invalid: 1 })
    // A surrogate in UTF-8 (CESU), an overlong slash, a code point behind U+10FFFF, a character cut off at the end.
    expect(decode(0xed, 0xa0, 0x80).invalid).toBe(3)
    expect(decode(0xc0, 0xaf).invalid).toBe(2)
    expect(decode(0xf4, 0x90, 0x80, 0x80).invalid).toBe(4)
    expect(decode(0x61, 0xe2, 0x82)).toEqual({ text: 'a\udce2\udc82', invalid: 2 })
  })

  test('any bytes come out as they went in', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc.array(
        fc.constantFrom(
          0x41,
          0x0a,
          0x0d,
          0xc3,
          0xa9,
          0xe2,
          0x82,
          0xac,
          0xed,
          0xa0,
          0x80,
          0xf0,
          0x9f,
          0x8d,
          0x83,
          0xf4,
          0x90,
          0xff,
        ),
        { maxLength: 40 },
      ),
    )
    fc.assert(
      fc.property(bytes, (list) => {
        const buffer = Buffer.from(list as number[])
        expect(encode(decodeBytes(buffer).text).equals(buffer)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  test('the number of wrong bytes is 0 exactly when a strict decoder accepts', () => {
    const strict = new TextDecoder('utf-8', { fatal: true })
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 6 }), (list) => {
        let accepted = true
        try {
          strict.decode(list)
        } catch {
          accepted = false
        }
        expect(decodeBytes(Buffer.from(list)).invalid === 0).toBe(accepted)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('texts that no bytes decode to', () => {
  test('a lone high surrogate becomes the replacement character, a pair stays', () => {
    expect(encode('a\ud83d').toString('utf8')).toBe('a\ufffd')
    expect(encode('\ud83c\udf43\udcff').equals(Buffer.from([0xf0, 0x9f, 0x8d, 0x83, 0xff]))).toBe(true)
  })

  test('pieces never split a pair', () => {
    const text = 'x'.repeat((1 << 20) - 1) + '🍃'.repeat(3)
    expect(encode(text).equals(Buffer.from(text, 'utf8'))).toBe(true)
    expect(encode(`${text}\udc80`).at(-1)).toBe(0x80)
  })
})
