/**
 * One pass over the text: for every line its shapes, its hints and its flags, in typed arrays.
 *
 * The fine shape of a line is the line with each run of digits (and each hex id) masked; a lone `0` stays, since it
 * turns "3 errors" into "0 errors". The coarse shape also masks words, so that `✓ adds tax (3 ms)` and `✓ rounds (1 ms)`
 * are one; words that hint at something stay.
 *
 * The pass works on UTF-8 bytes in chunks: reading a byte costs a fraction of reading a char of a string, and encoding
 * costs next to nothing.
 */
import type { Source } from '../source/source.ts'
import { learnWidth } from './prefix-width.ts'
import { HINT, hintOf, MAYBE, SCRIPT_WORDS } from './words.ts'

export const FLAG = {
  blank: 1,
  /** Holds control characters: its view differs from the raw line. */
  control: 2,
  nonAscii: 4,
  /** Holds `path.ext:12` or an equivalent form. */
  location: 8,
  /** Lacks the prefix that the other lines share: it continues the line above. */
  bare: 16,
} as const

export interface Scan {
  /** Index n - 1 holds line n, in each array. */
  readonly fine: Int32Array
  /** A second hash of the fine shape, so that two shapes fall together only when both agree. */
  readonly fine2: Int32Array
  readonly coarse: Int32Array
  readonly hints: Int32Array
  readonly flags: Uint8Array
  /** Columns of white space before the body, at most 255. */
  readonly indent: Uint8Array
}

const FNV = 0x01000193
const SEED = 0x811c9dc5 | 0
const MUL2 = 0x5bd1e995
const LF = 10
const CR = 13
const COLON = 58
const QUOTE = 34
/** First bytes of UTF-8 sequences for U+2000..U+2FFF (✓ ✗ ● ─) and for emoji: marks; others are letters of some script. */
const LEAD_MARK = 0xe2
const LEAD_EMOJI = 0xf0

/**
 * What a byte is: its class in the high byte, and in the low byte what is hashed for it inside a word (letters in lower
 * case, one value for all digits). Classes of word bytes are bits, so that a word's class is the union of its bytes'.
 */
const CLASS = { space: 0x100, mark: 0x200, control: 0x300, other: 0x400, letter: 0x800, hex: 0x1000, digit: 0x2000 } as const
const WORD = CLASS.letter
const BYTES = new Uint16Array(256).map((_, c) => {
  if (c >= 128) return CLASS.other | (c & 0xff)
  const lower = c | 32
  if (c >= 48 && c <= 57) return CLASS.digit | 48
  if (lower >= 97 && lower <= 102) return CLASS.hex | lower
  if ((lower > 102 && lower <= 122) || c === 95) return CLASS.letter | lower
  if (c === 32 || c === 9) return CLASS.space | c
  return (c < 32 || c === 127 ? CLASS.control : CLASS.mark) | c
})
const CLASSES = 0xff00
/** Coarse classes of what stood before, so that runs of one class count once; a mark is its own class. */
const AFTER = { word: 1, number: 2, hint: 3 } as const

/** Results of the last scanned line: module state instead of one object per line. */
let fine = 0
let fine2 = 0
let coarse = 0
let hints = 0
let flags = 0
/** Non-ASCII letters: marks and emoji alone hold no word of another script. */
let letters = false

/** Does the word that spans [from, to) end like a class of errors: `KeyError`, `IOException`, `AssertionFailure`? */
const TYPED = ['Error', 'Exception', 'Failure'].map((suffix) => new TextEncoder().encode(suffix))
const endsWith = (bytes: Uint8Array, from: number, to: number, suffix: Uint8Array): boolean => {
  const start = to - suffix.length
  if (start <= from) return false
  for (let i = 0; i < suffix.length; i++) if (bytes[start + i] !== suffix[i]) return false
  return true
}
const endsTyped = (bytes: Uint8Array, from: number, to: number): boolean => {
  const last = bytes[to - 1]!
  if (last === 114) return endsWith(bytes, from, to, TYPED[0]!)
  if (last === 110) return endsWith(bytes, from, to, TYPED[1]!)
  return last === 101 && endsWith(bytes, from, to, TYPED[2]!)
}

/**
 * A short number behind a quoted word is a code, not a quantity (`"GET / HTTP/1.1" 502`, `"level":50`, `"level": 50`): its
 * first digit counts.
 */
const isStatus = (bytes: Uint8Array, at: number, from: number): boolean => {
  const spaced = bytes[at - 1] === 32
  if (!spaced && bytes[at - 1] !== COLON) return false
  const quote = at - (spaced && bytes[at - 2] === COLON ? 3 : 2)
  return quote > from && bytes[quote] === QUOTE
}

/** A word of hex digits, some of them letters, is an id from this length on. */
const ID_LEAST = 5
/** What stands for a number in the fine shape. */
const NUMBER = { zero: 1, any: 2, id: 3 } as const
const numberFor = (bytes: Uint8Array, start: number, length: number, from: number): number => {
  if (length === 1 && bytes[start] === 48) return NUMBER.zero
  return length < 4 && isStatus(bytes, start, from) ? bytes[start]! : NUMBER.any
}

/** Scans the body that spans [from, to); returns false when it met a control character. */
const scanBytes = (bytes: Uint8Array, from: number, to: number): boolean => {
  let f = SEED
  let f2 = SEED
  let rough = SEED
  let after = 0
  let bits = 0
  let seen = 0
  letters = false
  let at = from
  while (at < to) {
    let v = BYTES[bytes[at]!]!
    if (v >= WORD) {
      const start = at
      let word = SEED
      let classes = 0
      do {
        classes |= v
        word = Math.imul(word ^ (v & 0xff), FNV)
        v = ++at < to ? BYTES[bytes[at]!]! : 0
      } while (v >= WORD)
      classes &= CLASSES
      const length = at - start
      if (classes < CLASS.digit) {
        let hint = MAYBE[word >>> 20] === 0 ? 0 : hintOf(word)
        if (length > 6 && endsTyped(bytes, start, at)) hint |= HINT.typed
        if (hint !== 0) {
          bits |= hint
          rough = Math.imul(rough ^ word, FNV)
          after = AFTER.hint
        } else if (after !== AFTER.word) {
          rough = Math.imul(rough ^ AFTER.word, FNV)
          after = AFTER.word
        }
      } else {
        if (classes === CLASS.digit) {
          word = numberFor(bytes, start, length, from)
          if (word === NUMBER.zero) bits |= HINT.none
          else if (word > NUMBER.id) bits |= HINT.exit
          if (bytes[start - 1] === COLON && start > from + 2 && (BYTES[bytes[start - 2]!]! & CLASSES) !== CLASS.space)
            seen |= FLAG.location
        } else if (classes === (CLASS.digit | CLASS.hex) && length >= ID_LEAST) word = NUMBER.id
        if (after !== AFTER.word) {
          if (after !== AFTER.number) rough = Math.imul(rough ^ AFTER.number, FNV)
          after = AFTER.number
        }
      }
      f = Math.imul(f ^ word, FNV)
      f2 = Math.imul(f2 ^ word, MUL2)
      continue
    }
    const c = v & 0xff
    f = Math.imul(f ^ c, FNV)
    at++
    if (v < CLASS.mark) continue
    if (v < CLASS.control) {
      f2 = Math.imul(f2 ^ c, MUL2)
      if (after !== v) rough = Math.imul(rough ^ c, FNV)
      after = v
      continue
    }
    if (v < CLASS.other) return false
    seen |= FLAG.nonAscii
    f2 = Math.imul(f2 ^ c, MUL2)
    if (c !== LEAD_MARK && c !== LEAD_EMOJI) letters = true
    if (c === LEAD_MARK || c === LEAD_EMOJI) {
      for (let more = c === LEAD_MARK ? 2 : 3; more > 0 && at < to; more--) {
        const part = bytes[at++]!
        f = Math.imul(f ^ part, FNV)
        f2 = Math.imul(f2 ^ part, MUL2)
        rough = Math.imul(rough ^ part, FNV)
        after = v + part
      }
    } else if (after !== AFTER.word) {
      rough = Math.imul(rough ^ AFTER.word, FNV)
      after = AFTER.word
    }
  }
  fine = f
  fine2 = f2
  coarse = rough
  hints = bits
  flags = seen
  return true
}

const scriptHints = (body: string): number => {
  let bits = 0
  const lower = body.toLowerCase()
  for (const [word, hint] of SCRIPT_WORDS) if ((bits & hint) === 0 && lower.includes(word)) bits |= hint
  return bits
}

const encoder = new TextEncoder()
/** Chars encoded at a time; whole lines, so a longer line is a chunk of its own. */
const CHUNK = 1 << 16

/** Scans a string that is not part of the text: a view, or a body handed in. Returns the columns of white space before it. */
const scanString = (text: string): number => {
  const clean = /[\x00-\x08\x0a-\x1f\x7f]/.test(text) ? text.replace(/[\x00-\x08\x0a-\x1f\x7f]/g, ' ') : text
  const bytes = encoder.encode(clean)
  const from = skipSpace(bytes, 0, bytes.length)
  scanBytes(bytes, from, bytes.length)
  if (letters) hints |= scriptHints(clean)
  if (from === bytes.length) flags |= FLAG.blank
  return from
}

const skipSpace = (bytes: Uint8Array, from: number, to: number): number => {
  let at = from
  while (at < to && (bytes[at] === 32 || bytes[at] === 9)) at++
  return at
}

const newScan = (lines: number): Scan => ({
  fine: new Int32Array(lines),
  fine2: new Int32Array(lines),
  coarse: new Int32Array(lines),
  hints: new Int32Array(lines),
  flags: new Uint8Array(lines),
  indent: new Uint8Array(lines),
})

/** Index of the first line that does not belong to the chunk that begins with line `first`. */
const chunkEnd = (starts: Int32Array, first: number): number => {
  const limit = starts[first]! + CHUNK
  let low = first + 1
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= limit) low = middle
    else high = middle - 1
  }
  return low
}

export const scan = (source: Source): Scan => {
  const { text, lines, starts, prefix } = source
  const result = newScan(lines)
  const widthOf = prefix === undefined ? undefined : learnWidth(source, prefix)
  let buffer = new Uint8Array(CHUNK * 3)
  for (let first = 0; first < lines; ) {
    const next = chunkEnd(starts, first)
    const chars = starts[next]! - starts[first]!
    if (chars * 3 > buffer.length) buffer = new Uint8Array(chars * 3)
    const { written } = encoder.encodeInto(text.slice(starts[first]!, starts[next]!), buffer)
    const ascii = written === chars
    let at = 0
    for (let i = first; i < next; i++) {
      const begin = at
      at = ascii ? starts[i + 1]! - starts[first]! : buffer.indexOf(LF, begin) + 1
      if (at === 0 || at > written) at = written
      let end = at
      if (end > begin && buffer[end - 1] === LF) end--
      if (end > begin && buffer[end - 1] === CR) end--
      let body = begin
      if (widthOf !== undefined) body += widthOf(buffer, begin, end, i + 1)
      const from = skipSpace(buffer, body, end)
      let indent = from - body
      if (scanBytes(buffer, from, end)) {
        if (letters) hints |= scriptHints(source.line(i + 1))
        if (from === end) flags |= FLAG.blank
      } else {
        indent = scanString(source.body(i + 1))
        flags |= FLAG.control
      }
      if (widthOf !== undefined && body === begin) flags |= FLAG.bare
      result.fine[i] = fine
      result.fine2[i] = fine2
      result.coarse[i] = coarse
      result.hints[i] = hints
      result.flags[i] = flags
      result.indent[i] = Math.min(indent, 255)
    }
    first = next
  }
  return result
}

/** The hints of one body, for callers that hold a string and no source. */
export const hintsOf = (body: string): number => {
  scanString(body)
  return hints
}
