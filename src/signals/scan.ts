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
import { encodeUtf8 } from '../source/utf8.ts'
import { learnWidth } from './prefix-width.ts'
import { HINT, hintOf, SCRIPT_WORDS } from './words.ts'

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
  /** Per line, line n at index n - 1: the number of its fine shape, from 0 in order of appearance. */
  readonly shape: Int32Array
  readonly flags: Uint8Array
  /** Columns of white space before the body, at most 255. */
  readonly indent: Uint8Array
  /** Per shape: its hash, and a second one, so that two shapes fall together only when both agree. */
  readonly fine: Int32Array
  readonly fine2: Int32Array
  /** What a shape decides: the hash of its coarse shape, and its hints. */
  readonly coarse: Int32Array
  readonly hints: Int32Array
  /** Lines of each shape, and the index of its first line. */
  readonly counts: Int32Array
  readonly firsts: Int32Array
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

/** Hashes the fine shape of the body that spans [from, to); returns false when it met a control character. */
const hashBytes = (bytes: Uint8Array, from: number, to: number): boolean => {
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
const describeBytes = (bytes: Uint8Array, from: number, to: number): void => {
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

const scriptHints = (body: string): number => {
  let bits = 0
  const lower = body.toLowerCase()
  for (const [word, hint] of SCRIPT_WORDS) if ((bits & hint) === 0 && lower.includes(word)) bits |= hint
  return bits
}

const encoder = new TextEncoder()
/** Chars encoded at a time; whole lines, so a longer line is a chunk of its own. */
const CHUNK = 1 << 16

/** Bytes of a string that is not part of the text (a view, or a body handed in), control characters as spaces. */
const cleanBytes = (text: string): Uint8Array<ArrayBuffer> =>
  encoder.encode(/[\x00-\x08\x0a-\x1f\x7f]/.test(text) ? text.replace(/[\x00-\x08\x0a-\x1f\x7f]/g, ' ') : text)

const skipSpace = (bytes: Uint8Array, from: number, to: number): number => {
  let at = from
  while (at < to && (bytes[at] === 32 || bytes[at] === 9)) at++
  return at
}

type Words = Int32Array<ArrayBuffer>

/** The fine shapes met so far: a hash table that grows with them, and what each of them says. */
interface Shapes {
  table: Words
  size: number
  fine: Words
  fine2: Words
  coarse: Words
  hints: Words
  /** Flags that all lines of the shape have. */
  flags: Words
  counts: Words
  firsts: Words
}

const COLUMNS = ['fine', 'fine2', 'coarse', 'hints', 'flags', 'counts', 'firsts'] as const
const ROOM = 1024

const noShapes = (): Shapes => {
  const column = (): Words => new Int32Array(ROOM)
  return {
    table: new Int32Array(ROOM * 2),
    size: 0,
    fine: column(),
    fine2: column(),
    coarse: column(),
    hints: column(),
    flags: column(),
    counts: column(),
    firsts: column(),
  }
}

const grow = (shapes: Shapes): void => {
  for (const name of COLUMNS) {
    const larger = new Int32Array(shapes[name].length * 2)
    larger.set(shapes[name])
    shapes[name] = larger
  }
  shapes.table = new Int32Array(shapes.table.length * 2)
  for (let id = 0; id < shapes.size; id++) shapes.table[slotFor(shapes, shapes.fine[id]!, shapes.fine2[id]!)] = id + 1
}

/** Slot of the pair (f, f2): that of its shape, or a free one. */
const slotFor = ({ table, fine, fine2 }: Shapes, f: number, f2: number): number => {
  const mask = table.length - 1
  let slot = (f ^ Math.imul(f2, 0x9e3779b1)) & mask
  for (;;) {
    const id = table[slot]! - 1
    if (id < 0 || (fine[id] === f && fine2[id] === f2)) return slot
    slot = (slot + 1) & mask
  }
}

/** Adds what the last described line says; returns the number of its shape. */
const addShape = (shapes: Shapes, slot: number, i: number): number => {
  const id = shapes.size++
  shapes.table[slot] = id + 1
  shapes.fine[id] = fine
  shapes.fine2[id] = fine2
  shapes.coarse[id] = coarse
  shapes.hints[id] = hints
  shapes.flags[id] = flags
  shapes.firsts[id] = i
  if (shapes.size === shapes.counts.length) grow(shapes)
  return id
}

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
  const shape = new Int32Array(lines)
  const flagsOf = new Uint8Array(lines)
  const indentOf = new Uint8Array(lines)
  const shapes = noShapes()
  const widthOf = prefix === undefined ? undefined : learnWidth(source, prefix)
  let room = new Uint8Array(CHUNK * 3)
  for (let first = 0; first < lines; ) {
    const next = chunkEnd(starts, first)
    const chars = starts[next]! - starts[first]!
    if (chars * 3 > room.length) room = new Uint8Array(chars * 3)
    const buffer = encodeUtf8(text.slice(starts[first]!, starts[next]!), room)
    const written = buffer.length
    const ascii = written === chars
    let at = 0
    for (let i = first; i < next; i++) {
      const begin = at
      at = ascii ? starts[i + 1]! - starts[first]! : buffer.indexOf(LF, begin) + 1
      if (at === 0) at = written
      let end = at
      if (end > begin && buffer[end - 1] === LF) end--
      if (end > begin && buffer[end - 1] === CR) end--
      const body = widthOf === undefined ? begin : begin + widthOf(buffer, begin, end, i + 1)
      let own = widthOf !== undefined && body === begin ? FLAG.bare : 0
      let bytes = buffer
      let from = skipSpace(bytes, body, end)
      let indent = from - body
      if (!hashBytes(bytes, from, end)) {
        own |= FLAG.control
        bytes = cleanBytes(source.body(i + 1))
        end = bytes.length
        from = skipSpace(bytes, 0, end)
        indent = from
        hashBytes(bytes, from, end)
      }
      indentOf[i] = Math.min(indent, 255)
      const slot = slotFor(shapes, fine, fine2)
      let id = shapes.table[slot]! - 1
      if (id < 0) {
        describeBytes(bytes, from, end)
        if (letters) hints |= scriptHints(source.view(i + 1))
        id = addShape(shapes, slot, i)
      }
      shapes.counts[id]!++
      shape[i] = id
      flagsOf[i] = shapes.flags[id]! | own
    }
    first = next
  }
  const { fine: fines, fine2: fines2, coarse: rough, hints: said, counts, firsts, size } = shapes
  return {
    shape,
    flags: flagsOf,
    indent: indentOf,
    fine: fines.subarray(0, size),
    fine2: fines2.subarray(0, size),
    coarse: rough.subarray(0, size),
    hints: said.subarray(0, size),
    counts: counts.subarray(0, size),
    firsts: firsts.subarray(0, size),
  }
}

/** The hints of one body, for callers that hold a string and no source. */
export const hintsOf = (body: string): number => {
  const bytes = cleanBytes(body)
  describeBytes(bytes, skipSpace(bytes, 0, bytes.length), bytes.length)
  return letters ? hints | scriptHints(body) : hints
}
