/** A text in pieces of readable length: its lines, and long lines cut where tags and the lines inside of attributes begin. */
import { createSource, type Source } from '../../source/source.ts'

/** A line with more chars than this is seen in parts, unless a kind says otherwise. */
export const LONG_LINE = 600
/** A part has at most so many chars. */
const MOST_PART = 400

/** Pieces in order; piece i spans [from[i], to[i]) of the source, line ends not included. */
export interface Segments {
  readonly source: Source
  readonly from: Int32Array
  readonly to: Int32Array
  /** Line of each piece. */
  readonly line: Int32Array
  /** Lines with more chars than this are in pieces. */
  readonly long: number
  /** Whether lines and pieces are the same. */
  readonly whole: boolean
  /** The pieces as lines of a source of their own; piece i is its line i + 1. */
  readonly pieces: Source
}

const pushAt = (list: number[], at: number): void => {
  if (list.length === 0 || at > list[list.length - 1]!) list.push(at)
}

/** Line ends that XML writes out, or that a text in an attribute carries. */
const BREAKS = /&#(?:10|xA|xa|13|xD|xd);|\\n/g

/** Where the parts of a long line begin: `cuts` (ascending offsets, such as those of tags), written line ends, and at most so many chars. */
const partsOf = (text: string, from: number, to: number, cuts: readonly number[]): number[] => {
  const marks: number[] = [from]
  let next = 0
  const line = text.slice(from, to)
  BREAKS.lastIndex = 0
  const all: number[] = []
  for (let found = BREAKS.exec(line); found !== null; found = BREAKS.exec(line)) all.push(from + found.index + found[0].length)
  for (const cut of cuts) {
    while (next < all.length && all[next]! < cut) pushAt(marks, all[next++]!)
    pushAt(marks, cut)
  }
  while (next < all.length) pushAt(marks, all[next++]!)
  const starts: number[] = []
  marks.forEach((mark, i) => {
    const stop = marks[i + 1] ?? to
    if (mark >= to) return
    let at = mark
    starts.push(at)
    while (stop - at > MOST_PART) {
      const space = text.lastIndexOf(' ', at + MOST_PART)
      at = space > at + MOST_PART / 2 ? space + 1 : at + MOST_PART
      if ((text.charCodeAt(at) & 0xfc00) === 0xdc00) at++
      starts.push(at)
    }
  })
  return starts
}

/** `cuts`: ascending offsets at which a part of a long line may begin. */
export const segmentsOf = (source: Source, cuts: Int32Array, long: number = LONG_LINE): Segments => {
  const from: number[] = []
  const to: number[] = []
  const line: number[] = []
  let next = 0
  let whole = true
  for (let n = 1; n <= source.lines; n++) {
    const start = source.starts[n - 1]!
    const end = source.end(n)
    while (next < cuts.length && cuts[next]! < start) next++
    let starts = [start]
    if (end - start > long) {
      const own: number[] = []
      while (next < cuts.length && cuts[next]! < end) own.push(cuts[next++]!)
      starts = partsOf(source.text, start, end, own)
      if (starts.length > 1) whole = false
    }
    starts.forEach((at, i) => {
      from.push(at)
      to.push(starts[i + 1] ?? end)
      line.push(n)
    })
  }
  const segments = { source, from: Int32Array.from(from), to: Int32Array.from(to), line: Int32Array.from(line), long, whole }
  const text = whole ? source.text : from.map((at, i) => source.text.slice(at, to[i])).join('\n')
  return { ...segments, pieces: whole ? source : createSource(`${text}\n`) }
}

/** Number of the last entry that is not above `value`, or -1. */
export const lastAtMost = (sorted: Int32Array, value: number, size?: number): number => {
  let low = 0
  let high = size ?? sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Whether a line is blank, looked at once. */
export const blankLines = (source: Source): ((n: number) => boolean) => {
  const known = new Int8Array(source.lines + 1)
  return (n) => {
    if (known[n] === 0) known[n] = source.end(n) - source.starts[n - 1]! < MOST_BLANK && source.line(n).trim() === '' ? 1 : -1
    return known[n] === 1
  }
}

/** Longer lines are not blank for a reader, whatever they hold. */
const MOST_BLANK = 400
