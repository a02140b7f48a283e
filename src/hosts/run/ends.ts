/** The start and the end of an output, for one that has no lines the engine could choose from. */
import { formatCap, formatGap, formatHead, MARK } from '../../receipt/notes.ts'
import type { LineRange } from '../../receipt/types.ts'
import type { Kept } from './capture.ts'
import type { FailureLine, Sparse } from './sparse.ts'

export interface EndsOptions {
  readonly budget: number
  readonly exitCode?: number | undefined
  readonly original: string | undefined
  readonly decode: (bytes: Buffer) => string
  /** What was found between the two; undefined when lines are too long to look for any. */
  readonly sparse: Sparse | undefined
}

/** Chars of a line that is shown. */
const LONGEST = 500
const READ = 1 << 18
const LF = 10

const collect = (pieces: Iterable<Buffer>, most: number): Buffer => {
  const parts: Buffer[] = []
  let size = 0
  for (const piece of pieces) {
    parts.push(Buffer.from(piece.subarray(0, most - size)))
    size += piece.length
    if (size >= most) break
  }
  return Buffer.concat(parts)
}

const startOf = (kept: Kept): Buffer => collect(kept.readPieces(), READ)
const endOf = (kept: Kept): Buffer =>
  kept.beyond > 0 ? kept.tail : collect(kept.readPieces(Math.max(0, kept.bytes - READ)), READ)

/** Whole lines of the start that fit; the first in part when not even that one does. */
const takeStart = (text: string, chars: number): { readonly text: string; readonly lines: number } => {
  const end = text.lastIndexOf('\n', chars - 1) + 1
  if (end > 0) return { text: text.slice(0, end), lines: text.slice(0, end).split('\n').length - 1 }
  return { text: `${Array.from(text.slice(0, chars)).slice(0, -1).join('')} ${MARK} + the rest of L1\n`, lines: 1 }
}

/** Whole lines of the end that fit; of a longer last line its end, under a note that says so. */
const takeEnd = (text: string, chars: number, last: number): { readonly text: string; readonly lines: number } => {
  const from = text.indexOf('\n', Math.max(0, text.length - chars)) + 1
  if (from > 0 && from < text.length) {
    const lines = text.slice(from).replace(/\n$/, '').split('\n').length
    return { text: text.slice(from), lines }
  }
  const end = Array.from(text.slice(-chars)).slice(1).join('')
  return { text: `${MARK} the end of L${last}:\n${end}`, lines: 1 }
}

/** A line in part says so, and how much of it is left out. */
const clip = ({ line, text }: FailureLine): string => {
  if (text.length <= LONGEST) return text
  const shown = Array.from(text.slice(0, LONGEST)).slice(0, -1).join('')
  return `${shown}${formatCap(text.length - shown.length, line)}`
}

/** Lines of failures that fit, with gaps between them, from line `from` to line `to`. */
const takeFailures = (
  failures: readonly FailureLine[],
  [from, to]: LineRange,
  chars: number,
): { readonly text: string; readonly shown: number } => {
  const parts: string[] = []
  let [next, room, shown] = [from, chars, 0]
  for (const failure of failures) {
    if (failure.line < next || failure.line > to) continue
    const gap = failure.line > next ? `${formatGap([next, failure.line - 1])}\n` : ''
    const text = `${gap}${clip(failure)}\n`
    if (text.length > room) break
    parts.push(text)
    room -= text.length
    next = failure.line + 1
    shown++
  }
  if (next <= to) parts.push(`${formatGap([next, to])}\n`)
  return { text: parts.join(''), shown }
}

/** Start, lines of failures and end with gaps between, in about `budget` tokens. */
export const formatEnds = (kept: Kept, { budget, exitCode, original, decode, sparse }: EndsOptions): string => {
  const [start, end] = [startOf(kept), endOf(kept)]
  const total = kept.lines + (end[end.length - 1] === LF ? 0 : 1)
  const room = Math.max(400, budget * 4 - 800)
  const head = takeStart(decode(start), Math.floor(room / 4))
  const tail = takeEnd(decode(end), Math.floor(room / 4), total)
  const between: LineRange = [head.lines + 1, total - tail.lines]
  const failures = takeFailures(sparse?.failures ?? [], between, Math.floor(room / 2))
  const left = (sparse?.failures ?? []).filter(({ line }) => line >= between[0] && line <= between[1]).length - failures.shown
  return [
    `${formatHead({
      sourceLines: total,
      outputLines: 0,
      sourceTokens: 0,
      outputTokens: 0,
      exitCode,
      failures: { shown: 0, total: 0 },
      remarks: [],
      original,
    })}\n`,
    ...(left > 0 ? [`${MARK} ${left} more sorts of lines that look like failures are not listed here\n`] : []),
    head.text,
    failures.text,
    tail.text,
  ].join('')
}
