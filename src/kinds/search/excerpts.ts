/** Parts of long lines around what was searched for: a hit in minified code stands somewhere in 100,000 chars. */
import { formatExcerpt } from '../../receipt/notes.ts'
import type { Source } from '../../source/source.ts'

/** Chars that are shown before and behind a hit. */
const BEFORE = 50
const BEHIND = 90
/** Chars of an annotation's own. */
const MARKS = 24
const MOST_TERMS = 8

/** Literal pieces of a pattern or a query that are long enough to be found by chance seldom, in lower case; the longest first. */
export const termsOf = (pattern: string): string[] =>
  [...new Set(pattern.toLowerCase().match(/[\p{L}\p{N}_]{3,60}/gu) ?? [])]
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
    .slice(0, MOST_TERMS)

const isControl = (code: number): boolean => code < 32 || (code >= 127 && code < 160)

/** Ends of a part: no control chars, no half of a pair, nothing that reads like the mark of a cut. */
const windowAround = (text: string, hit: number, end: number, least: number): readonly [number, number] => {
  let from = hit
  while (from > least && hit - from < BEFORE && !isControl(text.charCodeAt(from - 1))) from--
  let to = end
  while (to < text.length && to - end < BEHIND && !isControl(text.charCodeAt(to))) to++
  if ((text.charCodeAt(from) & 0xfc00) === 0xdc00) from++
  if (to < text.length && (text.charCodeAt(to) & 0xfc00) === 0xdc00) to--
  return [from, to]
}

/**
 * Annotations under line n, of which the first `cap` chars are shown: the first places behind them where a term stands, in at
 * most `chars` chars. The first term that the line has is looked for, since all are parts of one pattern.
 */
export const hitExcerpts = (source: Source, n: number, cap: number, chars: number, terms: readonly string[]): string[] => {
  const text = source.view(n)
  const lower = text.toLowerCase()
  /* Lower case may be longer in a few scripts: offsets would not fit. */
  const term = lower.length === text.length ? terms.find((one) => lower.includes(one, cap)) : undefined
  if (term === undefined) return []
  const notes: string[] = []
  let left = chars
  for (let at = lower.indexOf(term, cap), done = cap; at >= 0; at = lower.indexOf(term, Math.max(at + term.length, done))) {
    const [from, to] = windowAround(text, at, at + term.length, done)
    left -= to - from + MARKS
    if (left < 0) break
    done = to
    if (!text.slice(from, to).includes('[+')) notes.push(formatExcerpt(n, `@${from}`, text.slice(from, to)))
  }
  return notes
}
