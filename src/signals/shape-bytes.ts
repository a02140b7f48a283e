/**
 * What the bytes of one line say: the hashes of its fine and coarse shape, its hints and its flags.
 *
 * The fine shape of a line is the line with each run of digits (and each hex id) masked; a lone `0` stays, since it
 * turns "3 errors" into "0 errors". The coarse shape also masks words, so that `✓ adds tax (3 ms)` and `✓ rounds (1 ms)`
 * are one; words that hint at something stay.
 */
import { HINT, hintOf } from './words.ts'

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

const FNV = 0x01000193
const SEED = 0x811c9dc5 | 0
const MUL2 = 0x5bd1e995
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
export let fine = 0
export let fine2 = 0
export let coarse = 0
export let hints = 0
export let flags = 0
/** Non-ASCII letters: marks and emoji alone hold no word of another script. */
export let letters = false

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

/**
 * Hashes the fine shape of the body that spans [from, to); returns false when it met a control character. Words are read here and in
 * `describeBytes` by the same loop: a call for each word costs a short-lived process, which runs this uncompiled, 6 ms for 100 kB.
 */
export const hashBytes = (bytes: Uint8Array, from: number, to: number): boolean => {
  let f = SEED
  let f2 = SEED
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
      if (classes >= CLASS.digit) word = maskOf(word, classes & CLASSES, bytes, start, at - start, from)
      f = Math.imul(f ^ word, FNV)
      f2 = Math.imul(f2 ^ word, MUL2)
      continue
    }
    f = Math.imul(f ^ v, FNV)
    at++
    if (v < CLASS.mark) continue
    if (v >= CLASS.control && v < CLASS.other) return false
    f2 = Math.imul(f2 ^ v, MUL2)
  }
  fine = f
  fine2 = f2
  return true
}

/** What the fine shape has for a word with digits in it. */
const maskOf = (word: number, classes: number, bytes: Uint8Array, start: number, length: number, from: number): number => {
  if (classes === CLASS.digit) return numberFor(bytes, start, length, from)
  return classes === (CLASS.digit | CLASS.hex) && length >= ID_LEAST ? NUMBER.id : word
}

/** Reads the coarse shape, the hints and the flags of a body without control characters: once per fine shape, which decides them. */
export const describeBytes = (bytes: Uint8Array, from: number, to: number): void => {
  let rough = SEED
  let after = 0
  let bits = 0
  let seen = 0
  let at = from
  letters = false
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
      if (classes < CLASS.digit) {
        const hint = hintOf(word) | (at - start > 6 && endsTyped(bytes, start, at) ? HINT.typed : 0)
        bits |= hint
        if (hint !== 0) rough = Math.imul(rough ^ word, FNV)
        else if (after !== AFTER.word) rough = Math.imul(rough ^ AFTER.word, FNV)
        after = hint !== 0 ? AFTER.hint : AFTER.word
        continue
      }
      if (classes === CLASS.digit) {
        const number = numberFor(bytes, start, at - start, from)
        if (number === NUMBER.zero) bits |= HINT.none
        else if (number > NUMBER.id) bits |= HINT.exit
        if (start > from + 2 && bytes[start - 1] === COLON && (BYTES[bytes[start - 2]!]! & CLASSES) !== CLASS.space)
          seen |= FLAG.location
      }
      if (after !== AFTER.word) {
        if (after !== AFTER.number) rough = Math.imul(rough ^ AFTER.number, FNV)
        after = AFTER.number
      }
      continue
    }
    const c = v & 0xff
    at++
    if (v < CLASS.mark) continue
    if (v < CLASS.control) {
      if (after !== v) rough = Math.imul(rough ^ c, FNV)
      after = v
      continue
    }
    seen |= FLAG.nonAscii
    if (c === LEAD_MARK || c === LEAD_EMOJI) {
      for (let more = c === LEAD_MARK ? 2 : 3; more > 0 && at < to; more--) {
        const part = bytes[at++]!
        rough = Math.imul(rough ^ part, FNV)
        after = v + part
      }
      continue
    }
    letters = true
    if (after !== AFTER.word) rough = Math.imul(rough ^ AFTER.word, FNV)
    after = AFTER.word
  }
  coarse = rough
  hints = bits
  flags = seen | (from >= to ? FLAG.blank : 0)
}
