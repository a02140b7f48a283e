/** How long the shared prefix of a line is, in bytes, without parsing it anew on each of a million lines. */
import type { Prefix } from '../source/prefix.ts'
import type { Source } from '../source/source.ts'

/** Bytes of prefix on the line that spans [from, to) of the buffer; n is its number, for the slow path. */
export type WidthOf = (bytes: Uint8Array, from: number, to: number, n: number) => number

const SAMPLES = 64
/** Stands for any digit in a learned pattern. */
const DIGIT = 1
const isDigit = (c: number): boolean => c >= 48 && c <= 57

/** The prefix that most sampled lines share char by char, digits aside; undefined when its width or its chars vary. */
const learnPattern = (source: Source, prefix: Prefix): Uint8Array | undefined => {
  let pattern: Uint8Array | undefined
  const step = Math.max(1, Math.floor(source.lines / SAMPLES))
  for (let n = 1; n <= source.lines; n += step) {
    const from = source.starts[n - 1]!
    const width = prefix.end(source.text, from, source.end(n)) - from
    if (width === 0) continue
    const own = new Uint8Array(width).map((_, i) => {
      const c = source.text.charCodeAt(from + i)
      return isDigit(c) ? DIGIT : c < 128 ? c : 0
    })
    pattern ??= own
    if (own.length !== pattern.length || own.some((c, i) => c === 0 || c !== pattern![i])) return undefined
  }
  return pattern
}

/** Positions of a pattern that are looked at: every char that is no digit, and the first digit of each run. */
const checksOf = (pattern: Uint8Array): Int32Array =>
  Int32Array.from([...pattern.keys()].filter((i) => pattern[i] !== DIGIT || pattern[i - 1] !== DIGIT))

export const learnWidth = (source: Source, prefix: Prefix): WidthOf => {
  const { text, starts } = source
  const slow = (n: number): number => prefix.end(text, starts[n - 1]!, source.end(n)) - starts[n - 1]!
  const pattern = learnPattern(source, prefix)
  if (pattern === undefined) return (_bytes, _from, _to, n) => slow(n)
  const width = pattern.length
  const checks = checksOf(pattern)
  return (bytes, from, to, n) => {
    if (to - from < width) return slow(n)
    for (let k = 0; k < checks.length; k++) {
      const i = checks[k]!
      const want = pattern[i]!
      const c = bytes[from + i]!
      if (c !== want && (want !== DIGIT || c < 48 || c > 57)) return slow(n)
    }
    return width
  }
}
