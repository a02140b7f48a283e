import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeSpelling, encodeSpelling } from './spelling.ts'

describe('encodeSpelling', () => {
  it('escapes what JSON demands, with the short escapes', () => {
    expect(encodeSpelling('a"b\\c\n\t\r\b\f\u0001', '')).toBe('a\\"b\\\\c\\n\\t\\r\\b\\f\\u0001')
  })

  it.each([
    ['raw stays raw', 'é日🍃', 'ü', 'é日🍃'],
    ['ASCII original says nothing: raw', 'é', 'abc\\n', 'é'],
    ['ensure_ascii', 'é日🍃', '\\u00fc', '\\u00e9\\u65e5\\ud83c\\udf43'],
    ['ensure_ascii seen by a pair alone', 'é', '\\ud83c\\udf43', '\\u00e9'],
    ['upper-case digits', 'é', '\\u00FC', '\\u00E9'],
    ['digits without letters decide nothing', 'é', '\\u0033\\u00FC', '\\u00E9'],
    ['one escaped char among raw ones keeps its escape', 'ü\u2028é', 'ü\\u2028', 'ü\\u2028é'],
    ['solidus of PHP', 'a/b', 'x\\/y', 'a\\/b'],
    ['plain solidus', 'a/b', 'x/y\\n', 'a/b'],
    ['angle brackets of Go', '<a>&', '\\u003cb\\u003e', '\\u003ca\\u003e&'],
    ['long spelling of a line feed', 'a\nb', 'x\\u000ay', 'a\\u000ab'],
    ['an escaped letter', 'banana', '\\u0061', 'b\\u0061n\\u0061n\\u0061'],
    ['a lone half pair is escaped beside raw pairs', '🍃\ud800', '🍃', '🍃\\ud800'],
    ['a lone half pair in the original does not split pairs', '🍃', '\\ud83c 🍃', '🍃'],
    ['a lone half pair says nothing of other chars', 'é', 'x\\ud83c', 'é'],
    ['an escaped backslash before u is no escape', 'é', 'C:\\\\u00e9 é', 'é'],
  ])('%s', (_, text, like, expected) => {
    expect(encodeSpelling(text, like)).toBe(expected)
    expect(JSON.parse(`"${expected}"`)).toBe(text)
  })

  it('gives the text back for any text and any style', () => {
    const unit = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\ud800', '\udc00', '\u2028', '/', '<', '\u007f', '\u0080'),
    )
    const text = fc.array(unit, { maxLength: 8 }).map((units) => units.join(''))
    const spelled = text.map((value) => JSON.stringify(value).slice(1, -1))
    const escaped = text.map((value) =>
      [...Array(value.length).keys()].map((i) => `\\u${value.charCodeAt(i).toString(16).padStart(4, '0')}`).join(''),
    )
    fc.assert(
      fc.property(text, fc.oneof(spelled, escaped), (value, like) => {
        expect(JSON.parse(`"${encodeSpelling(value, like)}"`)).toBe(value)
      }),
      { numRuns: 3000 },
    )
  })

  it('spells a text as its own original did, when that was consistent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        const raw = JSON.stringify(value).slice(1, -1)
        const ascii = raw.replace(/[\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
        expect(encodeSpelling(value, raw)).toBe(raw)
        expect(encodeSpelling(value, ascii)).toBe(ascii)
      }),
    )
  })
})

describe('decodeSpelling', () => {
  it('decodes escapes', () => {
    expect(decodeSpelling('a\\/b\\u00e9\\ud83c\\udf43\\n')).toBe('a/bé🍃\n')
    expect(decodeSpelling('plain é')).toBe('plain é')
  })
})
