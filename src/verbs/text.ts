/** The text of a reduction: the kept lines and, when asked for, a note for each gap between them. */
import type { LineFates } from '../ladder/fates.ts'
import { fitRanges, mergeRanges } from '../ladder/ranges.ts'
import { eolOf } from '../ladder/render.ts'
import { formatGap, formatIndex, formatRanges, formatShortGap } from '../receipt/notes.ts'
import { FATES, type LineRange } from '../receipt/types.ts'
import type { Source } from '../source/source.ts'
import { isBlank } from './marks.ts'

/** `long` notes count what they leave out and say why; `short` ones only give the lines. */
export type NoteForm = 'none' | 'short' | 'long'

const isBlockOf = (fates: LineFates, [from, to]: LineRange, first: number): boolean => {
  for (let n = from; n <= to; n++)
    if (fates.codes[n - 1] !== fates.codes[from - 1] || fates.refs[n - 1] !== first + n - from) return false
  return true
}

/** What the lines of a gap are: `repeat of L3-7`, or how many went for which reason; undefined when they are just cut. */
const describe = (fates: LineFates, gap: LineRange): string | undefined => {
  const [from, to] = gap
  const first = fates.refs[from - 1]!
  if (first > 0 && isBlockOf(fates, gap, first))
    return `${FATES[fates.codes[from - 1]!]} of ${formatRanges([[first, first + to - from]])}`
  const counts = FATES.map(() => 0)
  for (let n = from; n <= to; n++) counts[fates.codes[n - 1]!]!++
  const words = FATES.map((fate, i) => [fate, counts[i]!] as const).filter(([fate, count]) => count > 0 && fate !== 'cut')
  return words.length === 0 ? undefined : words.map(([fate, count]) => `${count} ${fate}`).join(', ')
}

/** The lines from `from` to `to` without blank ones at both ends, if any are left. */
const gapIn = (source: Source, from: number, to: number): LineRange | undefined => {
  let a = from
  let b = to
  while (a <= b && isBlank(source, a)) a++
  while (b > a && isBlank(source, b)) b--
  return a <= b ? [a, b] : undefined
}

/** Longer lists of failures that are not shown name ranges with shown lines between them. */
const INDEX_CHARS = 80

export interface Page {
  readonly source: Source
  readonly fates: LineFates
  /** Every line that says that something failed, ascending. */
  readonly failures: readonly number[]
}

const indexOf = (failures: readonly number[], shown: readonly number[]): string[] => {
  const visible = new Set(shown)
  const hidden = failures.filter((n) => !visible.has(n))
  if (hidden.length === 0) return []
  return [formatIndex(hidden.length, fitRanges(mergeRanges(hidden.map((n) => [n, n])), INDEX_CHARS))]
}

/** The lines (ascending) as they stand in the source; neighbours in one piece. */
export const joinLines = ({ text, starts }: Source, lines: readonly number[]): string => {
  const parts: string[] = []
  for (let i = 0; i < lines.length; ) {
    const from = i
    while (i < lines.length && lines[i]! - lines[from]! === i - from) i++
    parts.push(text.slice(starts[lines[from]! - 1]!, starts[lines[i - 1]!]!))
  }
  return parts.join('')
}

/** Text with the lines `shown` (ascending); notes name every gap, and the failures that are not shown. */
export const renderLines = ({ source, fates, failures }: Page, shown: readonly number[], form: NoteForm): string => {
  if (form === 'none') return joinLines(source, shown)
  const parts: string[] = []
  const eol = eolOf(source)
  let next = 1
  const closeGap = (to: number): void => {
    const gap = gapIn(source, next, to)
    if (gap !== undefined) parts.push((form === 'long' ? formatGap(gap, describe(fates, gap)) : formatShortGap(gap)) + eol)
  }
  for (const n of shown) {
    closeGap(n - 1)
    parts.push(source.raw(n))
    next = n + 1
  }
  closeGap(source.lines)
  const index = indexOf(failures, shown)
  /* An unfinished last line ends here when something follows. */
  if (index.length > 0 && shown.length > 0 && source.eol(shown.at(-1)!) === '') parts.push(eol)
  for (const line of index) parts.push(line + eol)
  return parts.join('')
}
