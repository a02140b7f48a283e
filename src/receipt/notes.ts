/**
 * The annotations of a digest: one place for their wording. Every annotation line begins with `[diet]`; L numbers are
 * lines of the complete output. DESIGN section 5 fixes the formats.
 */
import type { LineRange } from './types.ts'

export const MARK = '[diet]'

/** `12` or `12-40`. */
export const formatRange = ([from, to]: LineRange): string => (from === to ? String(from) : `${from}-${to}`)

/** `L12-40,77`: ascending ranges of lines. */
export const formatRanges = (ranges: readonly LineRange[]): string => `L${ranges.map(formatRange).join(',')}`

/** `1 line`, `12 lines`. */
export const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

export interface HeadFacts {
  readonly sourceLines: number
  readonly outputLines: number
  readonly sourceTokens: number
  readonly outputTokens: number
  readonly exitCode?: number | undefined
  readonly failures: { readonly shown: number; readonly total: number }
  /** Further short sentences, without a full stop. */
  readonly remarks: readonly string[]
  readonly original?: string | undefined
}

/** The first line of a digest. */
export const formatHead = (facts: HeadFacts): string => {
  const sentences = [
    `${facts.sourceLines} -> ${facts.outputLines} lines, ${facts.sourceTokens} -> ${facts.outputTokens} tokens`,
    ...(facts.exitCode === undefined ? [] : [`exit ${facts.exitCode}`]),
    ...(facts.failures.total === 0 ? [] : [`failures shown ${facts.failures.shown} of ${facts.failures.total}`]),
    ...facts.remarks,
  ]
  const tail = facts.original === undefined ? '' : ` complete output, unmodified: ${facts.original}`
  return `${MARK} ${sentences.join('. ')}.${tail}`
}

/** A gap; `what` says what the lines are, for example `52 passing`. The short form is for tight budgets. */
export const formatGap = (range: LineRange, what?: string): string => {
  const count = range[1] - range[0] + 1
  return `${MARK} ${formatRanges([range])} not shown: ${plural(count, 'line')}${what === undefined ? '' : ` (${what})`}`
}
export const formatShortGap = (range: LineRange): string => `${MARK} ${formatRanges([range])}`

/** Lines that differ from the shown line above only in variables. */
export const formatFold = (count: number, ranges: readonly LineRange[]): string =>
  `${MARK} + ${plural(count, 'similar line')}: ${formatRanges(ranges)}`

/** Lines equal to the shown line above. */
export const formatRepeat = (times: number, ranges: readonly LineRange[]): string =>
  `${MARK} + same line ${plural(times, 'time')}: ${formatRanges(ranges)}`

/** Blocks equal to the shown `size` lines above. */
export const formatBlockRepeat = (size: number, times: number, ranges: readonly LineRange[]): string =>
  `${MARK} + same ${size} lines ${plural(times, 'time')}: ${formatRanges(ranges)}`

/** Failures that are not shown. */
export const formatIndex = (count: number, ranges: readonly LineRange[], cluster?: string): string =>
  `${MARK} ${count} more ${cluster === undefined ? '' : `${cluster} `}${count === 1 ? 'failure' : 'failures'}: ${formatRanges(ranges)}`

/** Lines of failures whose titles are shown. */
export const formatDetails = (count: number, ranges: readonly LineRange[]): string =>
  `${MARK} more of ${count} shown ${count === 1 ? 'failure' : 'failures'}: ${formatRanges(ranges)}`

/** Stands behind the start of a long line, on the same line. */
export const formatCap = (chars: number, line: number): string => ` ${MARK} + ${chars} chars of L${line}`

/** Stands inside an excerpt for that many chars of the source line that are left out. */
export const formatSkip = (chars: number): string => `[+${chars}]`

/** Remark of the head of a text with excerpts. */
export const SKIPS = '[+N]: N chars left out'

/**
 * A part of the long line above. `place` is `@` and the offset of the part's first char in the line (from 0), or a space and the
 * JSON pointer of a value, or nothing for the line's JSON value as a whole. A value is shown to its end, but for skips.
 */
export const formatExcerpt = (line: number, place: string, shown: string): string => `${MARK} L${line}${place}: ${shown}`

/** How many items (or keys) an array (or object) inside a line has, and of how many at least a part is shown. */
export const formatItems = (line: number, pointer: string, total: number, what: 'items' | 'keys', shown: number): string =>
  `${MARK} L${line}${pointer === '' ? '' : ` ${pointer}`}: ${total} ${what}, ${shown} shown`

/**
 * Failures inside a line that are not shown, as JSON pointers (`/data/5,7,9-12 /other/3`), or as offsets in the line where it
 * is not one JSON value.
 */
export const formatSpots = (count: number, line: number, places: readonly string[] | readonly LineRange[]): string => {
  const [first] = places
  const list =
    typeof first === 'string' ? ` ${places.join(' ')}` : `@${(places as readonly LineRange[]).map(formatRange).join(',')}`
  return `${MARK} ${count} more ${count === 1 ? 'failure' : 'failures'}: L${line}${list}`
}

const LINE_PREFIX = 'each line begins with '
/** Remark of the head of a lossless text: what stands before each line; lines that are shown have it too. */
export const formatLinePrefix = (prefix: string): string => LINE_PREFIX + JSON.stringify(prefix)

/** What `formatLinePrefix` was given; undefined for another remark. */
export const parseLinePrefix = (remark: string): string | undefined => {
  if (!remark.startsWith(LINE_PREFIX)) return undefined
  try {
    const prefix: unknown = JSON.parse(remark.slice(LINE_PREFIX.length))
    return typeof prefix === 'string' && prefix !== '' ? prefix : undefined
  } catch {
    return undefined
  }
}

/** Remark of the head: a non-zero exit code, and nothing recognised as the reason. */
export const NO_FAILURE = 'no failure recognised'

/** Remark of the head: source lines that begin like an annotation and are not one. */
export const formatImitations = (ranges: readonly LineRange[]): string => {
  const count = ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0)
  return `${plural(count, 'source line')} ${count === 1 ? 'imitates' : 'imitate'} these notes: ${formatRanges(ranges)}`
}

/** Note of a receipt: protected lines alone exceed the budget, and the caller asked to keep them all the same. */
export const OVER_BUDGET = 'protected lines exceed the budget'
