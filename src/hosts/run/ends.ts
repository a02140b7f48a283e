/** The start and the end of an output, for one that has no lines the engine could choose from. */
import { formatGap, formatHead, MARK } from '../../receipt/notes.ts'
import type { Kept } from './capture.ts'

export interface EndsOptions {
  readonly budget: number
  readonly exitCode?: number | undefined
  readonly original: string | undefined
  readonly decode: (bytes: Buffer) => string
}

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

/** Start and end with a gap between, in about `budget` tokens. */
export const formatEnds = (kept: Kept, { budget, exitCode, original, decode }: EndsOptions): string => {
  const [start, end] = [startOf(kept), endOf(kept)]
  const total = kept.lines + (end[end.length - 1] === LF ? 0 : 1)
  const room = Math.max(400, budget * 4 - 800)
  const head = takeStart(decode(start), Math.floor(room / 3))
  const tail = takeEnd(decode(end), Math.floor((room * 2) / 3), total)
  const gap: readonly [number, number] = [head.lines + 1, total - tail.lines]
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
    head.text,
    ...(gap[1] >= gap[0] ? [`${formatGap(gap)}\n`] : []),
    tail.text,
  ].join('')
}
