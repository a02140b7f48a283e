/** A digest of pieces where lines are long: short lines as they are, and under the start of each long line the pieces worth most. */
import type { Ask, Candidate, Failure, Findings } from '../../ladder/candidate.ts'
import { charsPerToken } from '../../ladder/fit.ts'
import { fitParts, type Shown } from '../../ladder/parts.ts'
import { fitRanges, mergeRanges } from '../../ladder/ranges.ts'
import { EMPTY_INDEX, type Index } from '../../ladder/render.ts'
import { selectLines, type Values } from '../../ladder/select.ts'
import { formatExcerpt, formatSkip, formatSpots } from '../../receipt/notes.ts'
import { matchShown } from '../../receipt/shown.ts'
import type { LineRange } from '../../receipt/types.ts'
import type { Segments } from './segments.ts'

export interface PiecesPlan {
  readonly segments: Segments
  readonly findings: Findings
  /** Values of the pieces. */
  readonly values: Values
  /** Pieces that come first. */
  readonly must: readonly number[]
  /** Number of the piece of each failure, from 0. */
  readonly pieceOf: ReadonlyMap<Failure, number>
  readonly blank: (line: number) => boolean
  readonly describe: (gap: LineRange) => string | undefined
  readonly remarks: readonly string[]
  /** The parts of [from, to) that are shown, where not all of it is; the others become skips. */
  readonly elide?: (from: number, to: number) => readonly (readonly [number, number])[]
}

/** Chars of the start of a long line, where pieces of it are shown below it. */
const START = 60
/** Chars of an annotation's own, and of a skip in it. */
const MARKS = 18
const SKIP = 5
/** Gaps that hide less of the source are only named. */
const MAJOR_SHARE = 1 / 40
const INDEX_SHARE = 0.2
const HEAD = 130

const isLong = ({ source, long }: Segments, line: number): boolean => source.end(line) - source.starts[line - 1]! > long

const hasControls = (text: string): boolean => {
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if ((c < 32 && c !== 9) || (c >= 127 && c < 160)) return true
  }
  return false
}

/** The annotation for [from, to) of the source; undefined for a text that would be read otherwise. */
const noteFor = ({ segments: { source }, elide }: PiecesPlan, line: number, from: number, to: number): string | undefined => {
  let start = from
  let end = to
  while (start < end && source.text.charCodeAt(start) <= 32) start++
  while (end > start && source.text.charCodeAt(end - 1) <= 32) end--
  const shown = elide === undefined ? source.text.slice(start, end) : withSkips(source.text, start, end, elide(start, end))
  if (shown === '' || hasControls(shown) || matchShown(source.text, start, shown)?.end !== end) return undefined
  return formatExcerpt(line, `@${start - source.starts[line - 1]!}`, shown)
}

const withSkips = (text: string, from: number, to: number, parts: readonly (readonly [number, number])[]): string => {
  let shown = ''
  let at = from
  for (const [start, end] of [...parts, [to, to] as const]) {
    if (start > at) shown += formatSkip(start - at)
    shown += text.slice(start, end)
    at = end
  }
  return shown
}

/** Failures of long lines as offsets, the others as lines. */
const indexOf = (missing: readonly Failure[], chars: number): Index => {
  if (missing.length === 0) return EMPTY_INDEX
  const spots = new Map<number, number[]>()
  const blocks: LineRange[] = []
  let others = 0
  for (const { title, at, blocks: own } of missing) {
    if (at === undefined) {
      blocks.push(...own)
      others++
      continue
    }
    const known = spots.get(title)
    if (known === undefined) spots.set(title, [at])
    else known.push(at)
  }
  const share = chars / (spots.size + 1)
  const notes = [...spots].map(([line, offsets]) => {
    let ranges = mergeRanges(offsets.map((offset): LineRange => [offset, offset]))
    for (let slack = 64; ranges.length > 1 && ranges.length * 14 > share; slack *= 2) ranges = mergeRanges(ranges, slack)
    return formatSpots(offsets.length, line, ranges)
  })
  return {
    entries: others === 0 ? [] : [{ count: others, ranges: fitRanges(blocks, share), of: 'failures' }],
    ranges: mergeRanges(blocks),
    notes,
  }
}

/** What is shown of the chosen pieces: neighbours in one line become one annotation. */
const show = (plan: PiecesPlan, chosen: readonly number[], always: readonly number[], indexChars: number): Shown => {
  const { segments, findings, pieceOf } = plan
  const { source, from, to, line } = segments
  const lines = new Set<number>(always)
  const byLine = new Map<number, [number, number][]>()
  for (const piece of [...chosen].sort((a, b) => a - b)) {
    const n = line[piece]!
    lines.add(n)
    if (!isLong(segments, n)) continue
    const parts = byLine.get(n) ?? []
    byLine.set(n, parts)
    const last = parts.at(-1)
    if (last !== undefined && last[1] === from[piece]) last[1] = to[piece]!
    else parts.push([from[piece]!, to[piece]!])
  }
  const uncut = new Set(always)
  const notes = new Map<number, string[]>()
  const visible = new Map<number, [number, number][]>()
  const caps = new Map<number, number>()
  for (const [n, parts] of byLine) {
    const list: string[] = []
    const seen: [number, number][] = []
    for (const [start, end] of parts) {
      /* What the line begins with stands on the line itself. */
      if (start === source.starts[n - 1] && !hasControls(source.text.slice(start, source.end(n)))) {
        caps.set(n, source.text.slice(start, end).trimEnd().length)
        seen.push([start, end])
        continue
      }
      const note = noteFor(plan, n, start, end)
      if (note === undefined) continue
      list.push(note)
      seen.push([start, end])
    }
    notes.set(n, list)
    visible.set(n, seen)
  }
  const spots = new Set<Failure>()
  const missing: Failure[] = []
  for (const failure of findings.failures) {
    const piece = pieceOf.get(failure)!
    const place = source.starts[failure.title - 1]! + (failure.at ?? 0)
    const isSeen =
      failure.at === undefined
        ? lines.has(failure.title)
        : uncut.has(failure.title) || visible.get(line[piece]!)?.some(([a, b]) => a <= place && place < b) === true
    if (!isSeen) missing.push(failure)
    else if (failure.at !== undefined) spots.add(failure)
  }
  return {
    lines: Int32Array.from(lines).sort(),
    cap: (n) => {
      if (!isLong(segments, n) || uncut.has(n)) return Number.POSITIVE_INFINITY
      return caps.get(n) ?? START
    },
    notes: (n) => notes.get(n) ?? [],
    spots,
    index: indexOf(missing, indexChars),
  }
}

/** As many pieces as fit, by what they are worth. Protected lines are shown whole. */
export const fitPieces = (plan: PiecesPlan, ask: Ask): Candidate => {
  const { segments, findings, values, must } = plan
  const { source, from, to, line } = segments
  const room = Math.max(100, ask.budget * charsPerToken(source, ask) - HEAD)
  const indexChars = findings.failures.length === 0 ? 0 : room * INDEX_SHARE
  const widthOf = (piece: number): number => {
    if (!isLong(segments, line[piece]!)) return to[piece]! - from[piece]! + 1
    const chars =
      plan.elide === undefined
        ? to[piece]! - from[piece]!
        : plan.elide(from[piece]!, to[piece]!).reduce((sum, [a, b]) => sum + b - a + SKIP, -SKIP)
    return chars + MARKS
  }
  const widths = new Int32Array(from.length)
  const costs = {
    width: (n: number) => {
      if (widths[n - 1] === 0) widths[n - 1] = widthOf(n - 1)
      return widths[n - 1]!
    },
    gap: MARKS,
    blank: (n: number) => to[n - 1]! === from[n - 1]!,
    lines: from.length,
  }
  const { order } = selectLines(
    values,
    costs,
    room,
    must.map((piece) => piece + 1),
  )
  const pieces = order.map((n) => n - 1)
  return fitParts(
    {
      source,
      findings,
      blank: plan.blank,
      describe: (gap) => (gap[1] - gap[0] >= source.lines * MAJOR_SHARE ? plan.describe(gap) : undefined),
      terse: true,
      remarks: plan.remarks,
      parts: pieces.length,
      show: (count) => show(plan, pieces.slice(0, count), ask.protect, indexChars),
    },
    ask,
  )
}
