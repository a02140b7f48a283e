import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countLines, countRemoved, sizesOf, toRanges, utf8Bytes } from './accounting.ts'
import { FATES, type Fate, type FateRange } from './types.ts'

const codes = (...fates: readonly Fate[]): Uint8Array => Uint8Array.from(fates, (fate) => FATES.indexOf(fate))

/** The kept line that a line leads to, read from refs per line. */
const rootOf = (kept: (n: number) => boolean, ref: (n: number) => number, n: number): number => {
  let at = n
  for (let steps = 0; steps < 100 && at > 0 && !kept(at); steps++) at = ref(at)
  return at
}

describe('toRanges', () => {
  it('has no ranges for no lines', () => {
    expect(toRanges(new Uint8Array(0))).toEqual([])
  })

  it('runs of one fate are one range, numbered from 1', () => {
    expect(toRanges(codes('kept', 'kept', 'cut', 'cut', 'cut', 'blank'))).toEqual([
      [1, 2, 'kept'],
      [3, 5, 'cut'],
      [6, 6, 'blank'],
    ])
  })

  it('merges a block whose refs advance with the lines, and no further', () => {
    const fates = codes('kept', 'kept', 'repeat', 'repeat', 'repeat')
    expect(toRanges(fates, Int32Array.of(0, 0, 1, 2, 1))).toEqual([
      [1, 2, 'kept'],
      [3, 4, 'repeat', 1],
      [5, 5, 'repeat', 1],
    ])
  })

  it('lines that one line directly above stands for are one range, each referring to its predecessor', () => {
    const fates = codes('kept', 'folded', 'folded', 'folded')
    expect(toRanges(fates, Int32Array.of(0, 1, 1, 1))).toEqual([
      [1, 1, 'kept'],
      [2, 4, 'folded', 1],
    ])
  })

  it('lines that one line further up stands for are two ranges', () => {
    const fates = codes('kept', 'cut', 'repeat', 'repeat', 'repeat')
    expect(toRanges(fates, Int32Array.of(0, 0, 1, 1, 1))).toEqual([
      [1, 1, 'kept'],
      [2, 2, 'cut'],
      [3, 3, 'repeat', 1],
      [4, 5, 'repeat', 3],
    ])
  })

  it('does not merge lines with and without a stand-in', () => {
    expect(toRanges(codes('kept', 'folded', 'folded'), Int32Array.of(0, 1, 0))).toEqual([
      [1, 1, 'kept'],
      [2, 2, 'folded', 1],
      [3, 3, 'folded'],
    ])
  })

  it('covers every line once, with its fate, and leads each to the same kept line as before', () => {
    const line = fc.record({ fate: fc.nat(FATES.length - 1), back: fc.integer({ min: 1, max: 4 }) })
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
        const fates = Uint8Array.from(lines, ({ fate }) => fate)
        const refs = Int32Array.from(lines, ({ fate, back }, i) => (fate >= 1 && fate <= 3 ? Math.max(0, i + 1 - back) : 0))
        const laid: { fate: string; ref: number }[] = []
        for (const [from, to, fate, ref] of toRanges(fates, refs)) {
          expect(from).toBe(laid.length + 1)
          for (let n = from; n <= to; n++) laid.push({ fate, ref: ref === undefined ? 0 : ref + n - from })
        }
        expect(laid.map(({ fate }) => fate)).toEqual(lines.map(({ fate }) => FATES[fate]))
        const kept = (n: number): boolean => laid[n - 1]!.fate === 'kept'
        for (let n = 1; n <= laid.length; n++) {
          expect(laid[n - 1]!.ref === 0).toBe(refs[n - 1] === 0)
          expect(rootOf(kept, (at) => laid[at - 1]!.ref, n)).toBe(rootOf(kept, (at) => refs[at - 1]!, n))
        }
      }),
    )
  })
})

describe('countRemoved', () => {
  it('counts the lines of each fate but kept', () => {
    const ranges: FateRange[] = [
      [1, 2, 'kept'],
      [3, 10, 'cut'],
      [11, 11, 'blank'],
      [12, 13, 'repeat', 1],
      [14, 14, 'cut'],
    ]
    expect(countRemoved(ranges)).toEqual({ repeat: 2, near: 0, folded: 0, noise: 0, cut: 9, blank: 1 })
  })
})

describe('utf8Bytes', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['\x7f', 1],
    ['\x80', 2],
    ['é', 2],
    ['\u07ff', 2],
    ['\u0800', 3],
    ['✓', 3],
    ['\uffff', 3],
    ['😀', 4],
    ['a😀é✓b', 11],
    ['\ud83d', 3],
    ['\ude00', 3],
    ['\ud83d\ud83d\ude00', 7],
    ['\ude00\ud83d', 6],
    [`é${'a'.repeat(200)}é`, 204],
  ])('%j', (text, bytes) => {
    expect(utf8Bytes(text)).toBe(bytes)
  })

  it('is what an encoder writes, whatever the text', () => {
    const unit = fc.oneof(fc.constantFrom('a', '\ud83d', '\ude00', 'é', '✓', 'x'.repeat(70)), fc.string({ unit: 'binary' }))
    fc.assert(
      fc.property(fc.array(unit), (units) => {
        const text = units.join('')
        expect(utf8Bytes(text)).toBe(new TextEncoder().encode(text).length)
      }),
    )
  })
})

describe('sizesOf', () => {
  it.each([
    ['', 0],
    ['\n', 1],
    ['a', 1],
    ['a\n', 1],
    ['a\nb', 2],
    ['a\r\nb\r\n', 2],
    ['a\rb', 1],
    ['\n\n', 2],
  ])('%j has %i lines', (text, lines) => {
    expect(countLines(text)).toBe(lines)
  })

  it('gives lines, UTF-16 units, bytes, and what the counter says', () => {
    expect(sizesOf('é😀\nb\n', (text) => text.length * 10)).toEqual({ lines: 2, chars: 6, bytes: 9, tokens: 60 })
  })
})
