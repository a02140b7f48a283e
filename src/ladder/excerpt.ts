/**
 * Excerpts of long lines: a line of thousands of chars is shown up to a cap, and what a reader looks for stands somewhere
 * behind it. These are the parts around words of failure and of the query, with their offsets in the line.
 */
import { formatExcerpt } from '../receipt/notes.ts'
import { HINT, hashWord, hintOf } from '../signals/words.ts'
import type { Source } from '../source/source.ts'
import { queryTerms, scanWords, termOf, type WordVisitor } from '../source/words.ts'

/** A part of a text, [from, to), and what it is worth: 100 for what surely says that something failed. */
export interface Window {
  readonly from: number
  readonly to: number
  readonly worth: number
}

export interface Looking {
  /** Terms of the query, as `termsFor` gives them. */
  readonly terms: ReadonlySet<string>
}

export const lookingFor = (query: string | undefined): Looking => ({
  terms: new Set(query === undefined ? [] : queryTerms(query)),
})

/** Chars that are shown before and behind a hit. */
const BEFORE = 70
const BEHIND = 110
/** Hits of one worth beyond this number say nothing new. */
const ENOUGH = 40

const isLetter = (c: number): boolean => (c | 32) >= 97 && (c | 32) <= 122
const isAlnum = (c: number): boolean => isLetter(c) || (c >= 48 && c <= 57)

/** A word of prose or of a log, and not one of the many that encoded data holds by chance. */
const standsFree = (text: string, from: number, to: number): boolean =>
  (from === 0 || !/[\w/+\\-]/.test(text[from - 1]!) || isEscapeBefore(text, from)) &&
  (to === text.length || !/[\w/+]/.test(text[to]!))

/** Behind `\n` of a JSON string a word begins. */
const isEscapeBefore = (text: string, at: number): boolean =>
  text.charCodeAt(at - 2) === 92 && (text.charCodeAt(at - 1) === 110 || text.charCodeAt(at - 1) === 116)

const NEGATING = /(?:\b(?:no|0|without|zero)\s*$)/i
/** `"error":null`, `errors=0`: what follows says that nothing failed. */
const NONE = /^["']?\s{0,2}[:=]\s{0,2}(?:null|none|nil|false|undefined|0\b|""|''|\[\]|\{\})/i

const worthOfHint = (text: string, from: number, to: number, hint: number): number => {
  const upper = text.charCodeAt(from) < 97 && text.charCodeAt(to - 1) < 97
  const negated = NEGATING.test(text.slice(Math.max(0, from - 9), from)) || NONE.test(text.slice(to, to + 16))
  if (negated) return 0
  if ((hint & HINT.fatal) !== 0) return upper ? 100 : 80
  if ((hint & (HINT.fail | HINT.typed)) !== 0) return upper ? 95 : 75
  return (hint & HINT.problem) !== 0 ? 25 : 0
}

/** Visits words of failure in [from, to); linear. A word of more than 40 letters is none. */
const eachHint = (text: string, from: number, to: number, visit: (from: number, to: number, worth: number) => void): void => {
  for (let at = from; at < to; ) {
    if (!isLetter(text.charCodeAt(at))) {
      at++
      continue
    }
    let end = at + 1
    while (end < to && isAlnum(text.charCodeAt(end))) end++
    const start = isEscapeBefore(text, at + 1) ? at + 1 : at
    if (end - start > 2 && end - start < 40) {
      const word = text.slice(start, end)
      const typed = /^[A-Z].{2,36}(?:Error|Exception|Failure)$/.test(word) ? HINT.typed : 0
      const hint = hintOf(hashWord(word.toLowerCase())) | typed
      const worth = hint === 0 || !standsFree(text, start, end) ? 0 : worthOfHint(text, start, end, hint)
      if (worth > 0) visit(start, end, worth)
    }
    at = end
  }
}

const isControl = (c: number): boolean => (c < 32 && c !== 9) || (c >= 127 && c < 160)

interface Hit {
  readonly from: number
  readonly to: number
  readonly worth: number
}

/** The field of a record that tells what happened; in such records it may stand behind all others. */
const MESSAGE = /"(?:msg|message)":"[^"\\]{1,60}/g
const MESSAGES = 3
const MESSAGE_WORTH = 90
const RECORD = /^[^{"]{0,60}\{"/

/** The first messages of a record behind `from`. */
const messagesOf = (record: string, from: number): readonly Hit[] => {
  if (!RECORD.test(record)) return []
  const hits: Hit[] = []
  MESSAGE.lastIndex = from
  for (let found = MESSAGE.exec(record); found !== null && hits.length < MESSAGES; found = MESSAGE.exec(record))
    hits.push({ from: found.index, to: MESSAGE.lastIndex, worth: MESSAGE_WORTH })
  return hits
}

/** Ends of a part around a hit: at most so many chars away, at white space if there is some, never across a control char. */
const windowAround = (text: string, from: number, to: number, hit: number, hitEnd: number): [number, number] => {
  let start = hit
  while (start > from && hit - start < BEFORE && !isControl(text.charCodeAt(start - 1))) start--
  let end = hitEnd
  while (end < to && end - hitEnd < BEHIND && !isControl(text.charCodeAt(end))) end++
  if (start > from && hit - start === BEFORE) {
    const space = text.indexOf(' ', start)
    if (space >= 0 && space < hit) start = space + 1
  }
  if (end < to && end - hitEnd === BEHIND) {
    const space = text.lastIndexOf(' ', end)
    if (space > hitEnd) end = space
  }
  if ((text.charCodeAt(start) & 0xfc00) === 0xdc00) start++
  if (end < text.length && (text.charCodeAt(end) & 0xfc00) === 0xdc00) end--
  return [start, end]
}

/** The parts of [from, to) around words of failure, of the query and `more`, best first, disjoint, and few of one shape. Linear. */
export const findWindows = (text: string, from: number, to: number, { terms }: Looking, more: readonly Hit[] = []): Window[] => {
  const hits: Hit[] = [...more]
  const counts = new Map<number, number>()
  const add = (a: number, b: number, worth: number): void => {
    const count = counts.get(worth) ?? 0
    counts.set(worth, count + 1)
    if (count < ENOUGH) hits.push({ from: a, to: b, worth })
  }
  eachHint(text, from, to, add)
  if (terms.size > 0) {
    const part = text.slice(from, to)
    const visit: WordVisitor = (a, b, form) => {
      if (b - a < 80 && terms.has(termOf(part, a, b, form))) add(from + a, from + b, 60)
    }
    scanWords(part, visit)
  }
  hits.sort((a, b) => b.worth - a.worth || a.from - b.from)
  const chosen: Window[] = []
  const shapes = new Map<string, number>()
  for (const hit of hits) {
    const over = chosen.findIndex((one) => hit.from >= one.from && hit.to <= one.to)
    if (over >= 0) {
      const one = chosen[over]!
      chosen[over] = { ...one, worth: one.worth + hit.worth / 4 }
      continue
    }
    const [start, end] = windowAround(text, from, to, hit.from, hit.to)
    if (chosen.some((one) => start < one.to && end > one.from)) continue
    const shape = text
      .slice(hit.from, end)
      .replace(/[0-9]+/g, '0')
      .slice(0, 40)
    const seen = shapes.get(shape) ?? 0
    shapes.set(shape, seen + 1)
    chosen.push({ from: start, to: end, worth: hit.worth / (1 + seen) })
  }
  return chosen.sort((a, b) => b.worth - a.worth || a.from - b.from)
}

/** What a digest says below the capped line n: annotations of at most `chars` chars together, in the order of the line. */
export const excerptsOf = (source: Source, n: number, cap: number, chars: number, looking: Looking): string[] => {
  const text = source.line(n)
  const from = Math.max(0, cap - BEFORE)
  const windows = findWindows(text, from, text.length, looking, messagesOf(text, from))
  const chosen: Window[] = []
  let left = chars
  for (const window of windows) {
    if (window.to <= cap || window.worth < 20) continue
    const cost = window.to - window.from + 24
    if (cost > left) continue
    chosen.push(window)
    left -= cost
  }
  return chosen.sort((a, b) => a.from - b.from).map(({ from, to }) => formatExcerpt(n, `@${from}`, text.slice(from, to)))
}
