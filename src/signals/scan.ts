/**
 * One pass over the text: for every line its shapes, its hints and its flags, in typed arrays.
 *
 * The fine shape of a line is the line with each run of digits (and each hex id) masked; a lone `0` stays, since it
 * turns "3 errors" into "0 errors". The coarse shape also masks words, so that `✓ adds tax (3 ms)` and `✓ rounds (1 ms)`
 * are one; words that hint at something stay.
 */
import type { Source } from '../source/source.ts'
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
const COLON = 58
const QUOTE = 34

/** What a character is, for codes below 128. */
const KIND = { word: 1, space: 2, mark: 3, control: 4 } as const
const KINDS = new Uint8Array(128).map((_, c) =>
  ((c | 32) >= 97 && (c | 32) <= 122) || (c >= 48 && c <= 57) || c === 95
    ? KIND.word
    : c === 32 || c === 9
      ? KIND.space
      : c < 32 || c === 127
        ? KIND.control
        : KIND.mark,
)
const kindOf = (c: number): number => (c < 128 ? KINDS[c]! : 0)
/** Coarse classes of what stood before, so that runs of one class count once. */
const AFTER = { word: 1, number: 2, hint: 3 } as const

/** Results of the last scanned line; module state instead of one object per line. */
let fine = 0
let fine2 = 0
let coarse = 0
let hints = 0
let flags = 0

const endsTyped = (text: string, from: number, to: number): boolean => {
  const length = to - from
  if (length < 7) return false
  const last = text.charCodeAt(to - 1)
  if (last === 114 /* r */) return length > 5 && text.startsWith('Error', to - 5)
  if (last === 110 /* n */) return length > 9 && text.startsWith('Exception', to - 9)
  if (last === 101 /* e */) return length > 7 && text.startsWith('Failure', to - 7)
  return false
}

/** A short number behind a quoted word is a code, not a quantity (`"GET / HTTP/1.1" 502`, `"level":50`): its first digit counts. */
const isStatus = (text: string, at: number, from: number): boolean => {
  if (at - from < 3 || text.charCodeAt(at - 2) !== QUOTE) return false
  const before = text.charCodeAt(at - 1)
  return before === COLON || before === 32
}

/** Scans the body that spans [from, to); returns false when it met a control character. */
const scanBody = (text: string, from: number, to: number): boolean => {
  let f = SEED
  let f2 = SEED
  let rough = SEED
  let after = 0
  let bits = 0
  let seen = 0
  let at = from
  while (at < to) {
    let c = text.charCodeAt(at)
    const kind = kindOf(c)
    if (kind === KIND.word) {
      const start = at
      let word = SEED
      let word2 = SEED
      let digits = 0
      let hex = true
      let last = 0
      do {
        if (c >= 48 && c <= 57) {
          digits++
          if (last !== 48) word = Math.imul(word ^ 48, FNV)
          last = 48
        } else {
          last = c | 32
          if (last > 102 || c === 95) hex = false
          word = Math.imul(word ^ last, FNV)
          word2 = Math.imul(word2 ^ c, MUL2)
        }
        c = ++at < to ? text.charCodeAt(at) : 0
      } while (c < 128 && KINDS[c] === KIND.word)
      const length = at - start
      if (digits === 0) {
        const hint = hintOf(word) | (endsTyped(text, start, at) ? HINT.typed : 0)
        bits |= hint
        if (hint !== 0) rough = Math.imul(rough ^ word, FNV)
        else if (after !== AFTER.word) rough = Math.imul(rough ^ AFTER.word, FNV)
        after = hint !== 0 ? AFTER.hint : AFTER.word
      } else {
        if (digits === length) {
          const zero = length === 1 && text.charCodeAt(start) === 48
          if (zero) bits |= HINT.none
          word = zero ? 1 : length < 4 && isStatus(text, start, from) ? text.charCodeAt(start) : 2
          word2 = word
          if (start > from + 2 && text.charCodeAt(start - 1) === COLON && kindOf(text.charCodeAt(start - 2)) !== KIND.space)
            seen |= FLAG.location
        } else if (hex && length >= 6) {
          word = 3
          word2 = 3
        }
        if (after !== AFTER.word && after !== AFTER.number) rough = Math.imul(rough ^ AFTER.number, FNV)
        if (after !== AFTER.word) after = AFTER.number
      }
      f = Math.imul(f ^ word, FNV)
      f2 = Math.imul(f2 ^ word2, MUL2)
      continue
    }
    if (kind === KIND.control) return false
    f = Math.imul(f ^ c, FNV)
    f2 = Math.imul(f2 ^ c, MUL2)
    if (kind === KIND.mark) {
      if (after !== c + 128) rough = Math.imul(rough ^ c, FNV)
      after = c + 128
    } else if (kind === 0) {
      seen |= FLAG.nonAscii
      /* Marks such as ✓ and ✗ tell lines apart; letters of other scripts count as words. */
      const mark = c >= 0x2000 && c < 0x2e80
      if (mark || after !== AFTER.word) rough = Math.imul(rough ^ (mark ? c : AFTER.word), FNV)
      after = mark ? c + 128 : AFTER.word
    }
    at++
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
  for (const [word, hint] of SCRIPT_WORDS) if ((bits & hint) === 0 && body.includes(word)) bits |= hint
  return bits
}

export const scan = (source: Source): Scan => {
  const { text, lines, starts, prefix } = source
  const result = {
    fine: new Int32Array(lines),
    fine2: new Int32Array(lines),
    coarse: new Int32Array(lines),
    hints: new Int32Array(lines),
    flags: new Uint8Array(lines),
    indent: new Uint8Array(lines),
  }
  for (let i = 0; i < lines; i++) {
    let from = starts[i]!
    const to = source.end(i + 1)
    let bare = 0
    if (prefix !== undefined) {
      const body = prefix.end(text, from, to)
      if (body === from) bare = FLAG.bare
      from = body
    }
    let at = skipSpace(text, from, to)
    let within = text
    let control = 0
    let columns = at - from
    let end = to
    if (!scanBody(text, at, to)) {
      within = source.body(i + 1)
      at = skipSpace(within, 0, within.length)
      columns = at
      end = within.length
      control = FLAG.control
      if (!scanBody(within, at, end)) {
        within = within.replace(/[\x00-\x08\x0a-\x1f\x7f]/g, ' ')
        scanBody(within, at, end)
      }
    }
    if ((flags & FLAG.nonAscii) !== 0) hints |= scriptHints(within === text ? text.slice(at, end) : within)
    result.fine[i] = fine
    result.fine2[i] = fine2
    result.coarse[i] = coarse
    result.hints[i] = hints
    result.flags[i] = flags | bare | control | (at >= end ? FLAG.blank : 0)
    result.indent[i] = Math.min(columns, 255)
  }
  return result
}

const skipSpace = (text: string, from: number, to: number): number => {
  let at = from
  while (at < to) {
    const c = text.charCodeAt(at)
    if (c !== 32 && c !== 9 && c !== 0xa0) break
    at++
  }
  return at
}

/** The hints of one body, for callers that hold a string and no source. */
export const hintsOf = (body: string): number => {
  if (!scanBody(body, 0, body.length)) scanBody(body.replace(/[\x00-\x08\x0a-\x1f\x7f]/g, ' '), 0, body.length)
  return (flags & FLAG.nonAscii) !== 0 ? hints | scriptHints(body) : hints
}
