/** From a set of shown lines to the text of a digest: head, lines, gaps, folds, index; and the fates that belong to it. */
import { countLines } from '../receipt/accounting.ts'
import {
  formatCap,
  formatDetails,
  formatFold,
  formatGap,
  formatHead,
  formatIndex,
  formatRepeat,
  formatShortGap,
  type HeadFacts,
  MARK,
} from '../receipt/notes.ts'
import type { LineRange } from '../receipt/types.ts'
import type { Source } from '../source/source.ts'
import type { TokenCounter } from '../source/tokens.ts'
import { viewWith } from '../source/view.ts'
import { CODE, type LineFates, newFates } from './fates.ts'

export interface IndexEntry {
  readonly count: number
  readonly ranges: readonly LineRange[]
  /** `failures`: none of their titles is shown; `details`: lines of failures whose titles are shown. */
  readonly of: 'failures' | 'details'
}

/** What failures hold that is not shown: the lists as printed, and the exact ranges behind them. */
export interface Index {
  readonly entries: readonly IndexEntry[]
  readonly ranges: readonly LineRange[]
  /** Further index annotations, of failures inside lines. */
  readonly notes?: readonly string[]
}

export const EMPTY_INDEX: Index = { entries: [], ranges: [] }

/** Which of the two declared normalizations are applied to printed lines. */
export interface Normalize {
  readonly ansi: boolean
  readonly cr: boolean
}

export interface Layout {
  readonly source: Source
  /** Ascending line numbers. */
  readonly shown: Int32Array
  readonly blank: (n: number) => boolean
  /** Says nothing by itself (passing tests, progress): its fate is `noise`. */
  readonly noise: (n: number) => boolean
  /** May line `n` stand for the lines of the gap below it? */
  readonly folds: (n: number, gap: LineRange) => 'same' | 'similar' | undefined
  /** Chars of line n that are printed at most; a longer one is capped with a mark. */
  readonly cap: (n: number) => number
  /** Annotations that stand under the capped line n: excerpts of what the cap hides. */
  readonly excerpts?: ((n: number, cap: number) => readonly string[]) | undefined
  readonly normalize: Normalize
  /** What the lines of a gap are; undefined to write gaps in the short form. */
  readonly describe: ((gap: LineRange) => string | undefined) | undefined
  /** Gaps without a description are written in the short form. */
  readonly terse?: boolean
  readonly index: Index
  readonly head: Omit<HeadFacts, 'outputLines' | 'outputTokens'>
  readonly count: TokenCounter
}

/** A cap and its mark would take this much. */
const CAP_SLACK = 40

/** The printed form of line n without its line end: at most `cap` chars and the mark of a cut. */
export const printLine = (source: Source, n: number, cap: number, normalize: Normalize): string => {
  const { text } = viewWith(source.line(n), normalize)
  if (text.length <= cap + CAP_SLACK) return text
  const c = text.charCodeAt(cap)
  const at = c >= 0xdc00 && c <= 0xdfff ? cap - 1 : cap
  return text.slice(0, at) + formatCap(text.length - at, n)
}

/** Whether `printLine` may leave something out; exact but for lines with control sequences. */
export const isCapped = (source: Source, n: number, cap: number): boolean =>
  source.end(n) - source.starts[n - 1]! > cap + CAP_SLACK

/** The line end that annotations take: that of the first line. */
export const eolOf = (source: Source): string => (source.lines > 0 && source.eol(1) === '\r\n' ? '\r\n' : '\n')

type Piece =
  | { readonly line: number }
  | { readonly gap: LineRange; readonly under: number; readonly fold: 'same' | 'similar' | undefined }

/** Shown lines and what lies between them; blank lines at the edges of a gap belong to no gap. */
const piecesOf = ({ source, shown, blank, folds }: Layout): Piece[] => {
  const pieces: Piece[] = []
  let from = 1
  let under = 0
  const close = (before: number): void => {
    let a = from
    let b = before - 1
    while (a <= b && blank(a)) a++
    while (b >= a && blank(b)) b--
    if (a <= b) pieces.push({ gap: [a, b], under, fold: under === 0 ? undefined : folds(under, [a, b]) })
  }
  for (const n of shown) {
    close(n)
    pieces.push({ line: n })
    under = n
    from = n + 1
  }
  close(source.lines + 1)
  return pieces
}

const countNonBlank = ([from, to]: LineRange, blank: (n: number) => boolean): number => {
  let count = 0
  for (let n = from; n <= to; n++) if (!blank(n)) count++
  return count
}

const noteOf = (piece: Exclude<Piece, { line: number }>, layout: Layout): string => {
  const { gap, fold } = piece
  if (fold === 'same') return formatRepeat(countNonBlank(gap, layout.blank), [gap])
  if (fold === 'similar') return formatFold(countNonBlank(gap, layout.blank), [gap])
  const what = layout.describe?.(gap)
  return what === undefined && (layout.terse === true || layout.describe === undefined)
    ? formatShortGap(gap)
    : formatGap(gap, what)
}

export const renderDigest = (layout: Layout): string => {
  const { source, cap, normalize } = layout
  const eol = eolOf(source)
  const parts: string[] = []
  let open = false
  const annotate = (note: string): void => {
    parts.push(open ? eol + note + eol : note + eol)
    open = false
  }
  for (const piece of piecesOf(layout)) {
    if ('line' in piece) {
      const end = source.eol(piece.line)
      parts.push(printLine(source, piece.line, cap(piece.line), normalize) + end)
      open = end === ''
      if (layout.excerpts !== undefined && isCapped(source, piece.line, cap(piece.line)))
        for (const note of layout.excerpts(piece.line, cap(piece.line))) annotate(note)
    } else annotate(noteOf(piece, layout))
  }
  for (const { count, ranges, of } of layout.index.entries)
    annotate(of === 'failures' ? formatIndex(count, ranges) : formatDetails(count, ranges))
  for (const note of layout.index.notes ?? []) annotate(note)
  return withHead(parts.join(''), eol, layout.head, layout.count)
}

/** Chars that a head takes at most in a digest of at most `budget` tokens. */
export const headChars = (head: Layout['head'], budget: number): number =>
  formatHead({ ...head, outputLines: head.sourceLines, outputTokens: budget }).length

/** Puts the head before the body; the head states the size of the whole, its own included. */
export const withHead = (body: string, eol: string, head: Layout['head'], count: TokenCounter): string => {
  const outputLines = countLines(body) + 1
  let outputTokens = count(body)
  for (let round = 0; round < 8; round++) {
    const text = formatHead({ ...head, outputLines, outputTokens }) + eol + body
    const counted = count(text)
    if (counted === outputTokens) return text
    outputTokens = counted
  }
  /* Two sizes, each of which makes the other true (99 against 100): the larger is kept, and `verify` allows one token. */
  return formatHead({ ...head, outputLines, outputTokens }) + eol + body
}

/** How many shown lines each normalization changed. */
export const countNormalized = ({
  source,
  shown,
  normalize,
}: Pick<Layout, 'source' | 'shown' | 'normalize'>): { ansi: number; cr: number } => {
  const counts = { ansi: 0, cr: 0 }
  for (const n of shown) {
    const { ansi, cr } = viewWith(source.line(n), normalize)
    if (ansi) counts.ansi++
    if (cr) counts.cr++
  }
  return counts
}

/** The fates that belong to a layout. */
export const fatesOf = (layout: Layout): LineFates => {
  const { source, blank, noise } = layout
  const fates = newFates(source.lines, 'cut')
  const { codes, refs } = fates
  for (let n = 1; n <= source.lines; n++) if (blank(n)) codes[n - 1] = CODE.blank
  for (const piece of piecesOf(layout)) {
    if ('line' in piece) {
      codes[piece.line - 1] = CODE.kept
      continue
    }
    let ref = piece.under
    for (let n = piece.gap[0]; n <= piece.gap[1]; n++) {
      if (blank(n)) continue
      if (piece.fold !== undefined) {
        codes[n - 1] = piece.fold === 'same' ? CODE.repeat : CODE.folded
        refs[n - 1] = ref
        ref = n
      } else if (noise(n)) codes[n - 1] = CODE.noise
    }
  }
  return fates
}

const imitationsOf = new WeakMap<Source, readonly number[]>()
/** What may stand inside a mark that is whole in the view of its line. */
const WITHIN = ['\x1b', '\b']

/** Source lines that begin like an annotation, so that a reader could take them for one; found once per source. */
export const imitations = (source: Source): readonly number[] => {
  const known = imitationsOf.get(source)
  if (known !== undefined) return known
  const { text, starts, view } = source
  const found = new Set<number>()
  for (const part of [MARK, ...WITHIN]) {
    for (let at = text.indexOf(part); at >= 0; ) {
      const n = lineAt(source, at)
      if (view(n).startsWith(MARK)) found.add(n)
      at = text.indexOf(part, starts[n])
    }
  }
  const lines = [...found].sort((a, b) => a - b)
  imitationsOf.set(source, lines)
  return lines
}

/** Number of the line that holds the offset. */
export const lineAt = (source: Source, offset: number): number => {
  let low = 0
  let high = source.lines
  while (low + 1 < high) {
    const middle = (low + high) >> 1
    if (source.starts[middle]! <= offset) low = middle
    else high = middle
  }
  return low + 1
}
