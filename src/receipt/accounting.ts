/** Counting: fates as ranges, lines removed, sizes of a text. */
import type { Source } from '../source/source.ts'
import type { TokenCounter } from '../source/tokens.ts'
import { encodeUtf8 } from '../source/utf8.ts'
import { FATES, type Fate, type FateRange, type Receipt, type Sizes } from './types.ts'

/**
 * Run-length encoding of one fate per line.
 *
 * `fates[0]` is line 1, an index into FATES. `refs[i]` is the line that stands for line i + 1, 0 when none. Inside a range the
 * ref advances with the line. So that many lines with the same stand-in cost one range, a line whose predecessor has the
 * same fate and stand-in may refer to that predecessor: what a line leads to in the end stays the same.
 */
export const toRanges = (fates: Uint8Array, refs?: Int32Array): FateRange[] => {
  const ranges: FateRange[] = []
  const refAt = (i: number): number => (refs === undefined ? 0 : refs[i]!)
  for (let i = 0; i < fates.length; ) {
    const from = i
    const fate = fates[from]!
    const same = from > 0 && fates[from - 1] === fate && refAt(from - 1) === refAt(from)
    const ref = refAt(from) === 0 ? 0 : same ? from : refAt(from)
    for (i++; i < fates.length && fates[i] === fate; i++) {
      const next = refAt(i)
      const advances = next === ref + i - from
      const chains = ref === from && next === refAt(i - 1)
      if (ref === 0 ? next !== 0 : next === 0 || !(advances || chains)) break
    }
    const name = FATES[fate]!
    ranges.push(ref === 0 ? [from + 1, i, name] : [from + 1, i, name, ref])
  }
  return ranges
}

/** Lines removed, by fate. */
export const countRemoved = (ranges: readonly FateRange[]): Receipt['removed'] => {
  const removed: Record<Fate, number> = { kept: 0, repeat: 0, near: 0, folded: 0, noise: 0, cut: 0, blank: 0 }
  for (const [from, to, fate] of ranges) removed[fate] += to - from + 1
  const { kept: _, ...rest } = removed
  return rest
}

/** Chars encoded at a time: large enough to make calls cheap, small enough to stay in the cache. */
const CHUNK = 1 << 15

/** Length of a text in UTF-8. A lone surrogate counts 3, as the replacement character that stands for it. */
export const utf8Bytes = (text: string): number => {
  const buffer = new Uint8Array(Math.min(text.length, CHUNK) * 3)
  let bytes = 0
  for (let at = 0; at < text.length; ) {
    let end = Math.min(text.length, at + CHUNK)
    if (end < text.length && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end--
    bytes += encodeUtf8(text.slice(at, end), buffer).length
    at = end
  }
  return bytes
}

const bytesOf = new WeakMap<Source, number>()

/** Length of a source in UTF-8, counted once. */
export const sourceBytes = (source: Source): number => {
  const known = bytesOf.get(source) ?? utf8Bytes(source.text)
  bytesOf.set(source, known)
  return known
}

/** Number of lines; a final line end starts no further line. */
export const countLines = (text: string): number => {
  let lines = 0
  for (let at = 0; at < text.length; lines++) {
    const lf = text.indexOf('\n', at)
    at = lf < 0 ? text.length : lf + 1
  }
  return lines
}

/** Lines, chars (UTF-16 units), UTF-8 bytes and tokens of a text. */
export const sizesOf = (text: string, count: TokenCounter): Sizes => ({
  lines: countLines(text),
  chars: text.length,
  bytes: utf8Bytes(text),
  tokens: count(text),
})
