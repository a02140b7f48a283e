/** A table as rows of cells, held as offsets into the source text; whatever the format. */
import type { Source } from '../../source/source.ts'

export type Format = 'delimited' | 'markdown' | 'boxed' | 'aligned'

export interface Table {
  readonly source: Source
  readonly format: Format
  /** For `--explain`: `CSV`, `Markdown table`. */
  readonly what: string
  /** What separates cells, for `delimited`. */
  readonly delimiter: string
  /** Names of the columns; empty when there is no header. */
  readonly names: readonly string[]
  /** Lines of the header, rules included. */
  readonly header: readonly number[]
  readonly columns: number
  readonly rows: number
  /** First and last line of each row. */
  readonly from: Int32Array
  readonly to: Int32Array
  /** Cells of row r: indexes `first[r]` to `first[r + 1]` (excluded) of `starts` and `ends`, which are offsets without padding. */
  readonly first: Int32Array
  readonly starts: Int32Array
  readonly ends: Int32Array
}

/** The text of a cell; undefined where the row has none. */
export const cellAt = ({ source, first, starts, ends }: Table, row: number, column: number): string | undefined => {
  const at = first[row]! + column
  return at < first[row + 1]! ? source.text.slice(starts[at], ends[at]) : undefined
}

export interface Rows {
  cell(start: number, end: number): void
  /** Ends the row whose cells were added since the last one. */
  row(fromLine: number, toLine: number): void
  /** Forgets the cells that were added since the last row. */
  drop(): void
  /** Cells since the last row. */
  cells(): number
  finish(): Pick<Table, 'rows' | 'from' | 'to' | 'first' | 'starts' | 'ends'>
}

/** Collects rows; typed arrays grow as needed. */
export const createRows = (): Rows => {
  let from = new Int32Array(64)
  let to = new Int32Array(64)
  let first = new Int32Array(65)
  let starts = new Int32Array(256)
  let ends = new Int32Array(256)
  let rows = 0
  let cells = 0
  const larger = (old: Int32Array): Int32Array<ArrayBuffer> => {
    const copy = new Int32Array(old.length * 2)
    copy.set(old)
    return copy
  }
  return {
    cell(start, end): void {
      if (cells === starts.length) [starts, ends] = [larger(starts), larger(ends)]
      starts[cells] = start
      ends[cells++] = end
    },
    row(fromLine, toLine): void {
      if (rows + 2 > first.length) first = larger(first)
      if (rows === from.length) [from, to] = [larger(from), larger(to)]
      from[rows] = fromLine
      to[rows++] = toLine
      first[rows] = cells
    },
    drop(): void {
      cells = first[rows]!
    },
    cells: () => cells - first[rows]!,
    finish: () => ({
      rows,
      from: from.subarray(0, rows),
      to: to.subarray(0, rows),
      first: first.subarray(0, rows + 1),
      starts: starts.subarray(0, cells),
      ends: ends.subarray(0, cells),
    }),
  }
}

/** [start, end) without white space at both sides. */
export const trimSpan = (text: string, start: number, end: number): readonly [number, number] => {
  let from = start
  let to = end
  while (from < to && isBlank(text.charCodeAt(from))) from++
  while (to > from && isBlank(text.charCodeAt(to - 1))) to--
  return [from, to]
}

const isBlank = (c: number): boolean => c === 32 || c === 9 || c === 0xa0

/** Most frequent number; ties go to the larger. */
export const modeOf = (numbers: readonly number[]): number => {
  const counts = new Map<number, number>()
  let best = 0
  for (const n of numbers) {
    const count = (counts.get(n) ?? 0) + 1
    counts.set(n, count)
    if (count > (counts.get(best) ?? 0) || (count === counts.get(best) && n > best)) best = n
  }
  return best
}
