/** A table without loss: columns that are the same everywhere once, counting columns as counts, rows that stand out as they are. */
import type { Ask, Candidate, Findings } from '../../ladder/candidate.ts'
import { CODE, newFates } from '../../ladder/fates.ts'
import { eolOf, withHead } from '../../ladder/render.ts'
import { MARK } from '../../receipt/notes.ts'
import { isCell, type Piece, printCells, type Slot, writeLines } from '../columns/line-table.ts'
import { type LineReader, readLines } from '../columns/read-lines.ts'
import type { Table } from './rows.ts'

/** A source of more chars for each char allowed is not tried. */
const MOST = 12
/** Lines of fewer rows are not worth a template. */
const LEAST_ROWS = 6
/** Rows that stand as they are, as a share of all. */
const MOST_KEPT = 0.3

const NONE: Slot = { pad: 'none', width: 0 }

/** Start of the slot of each cell of row r, and its end: what lies between delimiters, or between bars. */
const slotsOf = (
  { source, first, starts, ends }: Table,
  row: number,
  line: number,
): { readonly from: number; readonly to: number }[] => {
  const start = source.starts[line - 1]!
  const slots: { from: number; to: number }[] = []
  for (let at = first[row]!; at < first[row + 1]!; at++) slots.push({ from: starts[at]! - start, to: ends[at]! - start })
  return slots
}

/** The commonest of some numbers. */
const commonest = (numbers: readonly number[]): number => {
  const counts = new Map<number, number>()
  for (const n of numbers) counts.set(n, (counts.get(n) ?? 0) + 1)
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0] as [number, number])[0]
}

const shareOf = (numbers: readonly number[], value: number): number => numbers.filter((n) => n === value).length / numbers.length

const SAMPLE = 200

/** Cells between delimiters, as they are. */
const delimitedPieces = ({ columns, delimiter }: Table): Piece[] =>
  Array.from({ length: columns }, (_, i): Piece[] => (i === 0 ? [NONE] : [delimiter, NONE])).flat()

/**
 * Cells in places: each slot ends where the next one begins. A column whose cells end in one place is padded at the left,
 * one whose cells begin in one place at the right.
 */
const placedPieces = (table: Table): Piece[] | undefined => {
  const rows = Math.min(table.rows, SAMPLE)
  const places = Array.from({ length: rows }, (_, row) => slotsOf(table, row, table.from[row]!)).filter(
    (cells) => cells.length === table.columns,
  )
  if (places.length < LEAST_ROWS) return undefined
  const pieces: Piece[] = []
  let at = 0
  for (let column = 0; column < table.columns; column++) {
    const starts = places.map((cells) => cells[column]!.from)
    const ends = places.map((cells) => cells[column]!.to)
    const start = commonest(starts)
    const end = commonest(ends)
    const right = shareOf(ends, end) > shareOf(starts, start)
    const last = column === table.columns - 1
    if (right) pieces.push({ pad: 'right', width: Math.max(1, end - at) })
    else {
      if (start > at) pieces.push(' '.repeat(start - at))
      if (last) pieces.push(NONE)
      else {
        const width = Math.max(...places.map((cells) => cells[column]!.to)) - start
        const next = commonest(places.map((cells) => cells[column + 1]!.from))
        const following = commonest(places.map((cells) => cells[column + 1]!.to))
        const nextRight =
          shareOf(
            places.map((cells) => cells[column + 1]!.to),
            following,
          ) >
          shareOf(
            places.map((cells) => cells[column + 1]!.from),
            next,
          )
        at = start + Math.max(1, nextRight ? Math.min(width, Math.max(1, following - 1 - start)) : next - start)
        pieces.push({ pad: 'left', width: Math.max(1, at - start) })
        continue
      }
    }
    at = right ? end : Math.max(...ends)
  }
  return pieces
}

/** Cells between bars: one blank at each side, or padded to the width of the slot. */
const barredPieces = (table: Table): Piece[] | undefined => {
  const { source, columns, delimiter: bar } = table
  const line = source.line(table.from[0]!)
  const open = line.trimStart().startsWith(bar)
  const closed = line.trimEnd().endsWith(bar)
  const pieces: Piece[] = []
  const indent = line.length - line.trimStart().length
  if (indent > 0) pieces.push(line.slice(0, indent))
  if (open) pieces.push(bar)
  const inner = barsOf(table, 0, open, closed)
  if (inner?.length !== columns) return undefined
  const samples = Array.from({ length: Math.min(table.rows, SAMPLE) }, (_, row) => barsOf(table, row, open, closed)).filter(
    (slots) => slots?.length === columns,
  )
  for (let column = 0; column < columns; column++) {
    if (column > 0) pieces.push(bar)
    const slots = samples.map((one) => one![column]!)
    const spaced = slots.filter((slot) => slot.startsWith(' ')).length > slots.length / 2
    const padded = slots.some((slot) => slot.length > 3 && (slot.startsWith('  ') || slot.endsWith('  ')))
    const lefts = slots.filter((slot) => slot.startsWith('  ')).length
    const rights = slots.filter((slot) => slot.endsWith('  ')).length
    const width = commonest(slots.map((slot) => slot.length)) - 2
    const last = column === columns - 1 && !closed
    if (!spaced) pieces.push(NONE)
    else if (last) pieces.push(' ', NONE)
    else if (!padded || width < 1) pieces.push(' ', NONE, ' ')
    else pieces.push(' ', { pad: lefts > rights ? 'right' : 'left', width }, ' ')
  }
  if (closed) pieces.push(bar)
  return pieces
}

/** What stands between the bars of a row. */
const barsOf = ({ source, from, delimiter }: Table, row: number, open: boolean, closed: boolean): string[] | undefined => {
  const line = source.line(from[row]!)
  const text = line.trimStart()
  const start = open ? delimiter.length : 0
  const end = text.trimEnd().length - (closed ? delimiter.length : 0)
  return end < start || text.includes('\\') ? undefined : text.slice(start, end).split(delimiter)
}

const piecesOf = (table: Table): Piece[] | undefined => {
  if (table.format === 'delimited') return delimitedPieces(table)
  return table.format === 'aligned' ? placedPieces(table) : barredPieces(table)
}

/** The cells of a line that the template gives back exactly; undefined: the line stands as it is. */
const cellsOf = (table: Table, row: number, pieces: readonly Piece[]): string[] | undefined => {
  const { source, from, to, first, starts, ends, columns } = table
  if (from[row] !== to[row] || first[row + 1]! - first[row]! !== columns) return undefined
  const cells: string[] = []
  for (let at = first[row]!; at < first[row + 1]!; at++) cells.push(source.text.slice(starts[at], ends[at]))
  const line = source.line(from[row]!)
  return cells.every(isCell) && printCells(pieces, cells) === line ? cells : undefined
}

/** The body of the lossless form; undefined when the table cannot be told so. `keep`: rows that stand as they are. */
export const encodeTable = (
  table: Table,
  keep: (row: number) => boolean,
): { readonly body: string; readonly kept: Uint8Array } | undefined => {
  const { source, rows, from, to } = table
  const pieces = rows < LEAST_ROWS || source.text.includes(MARK) ? undefined : piecesOf(table)
  if (pieces === undefined) return undefined
  const eol = eolOf(source)
  const first = from[0]!
  const last = to[rows - 1]!
  const lines: (readonly string[] | undefined)[] = new Array(last - first + 1).fill(undefined)
  for (let row = 0; row < rows; row++) {
    const line = from[row]!
    if (!keep(row) && source.eol(line) === eol) lines[line - first] = cellsOf(table, row, pieces)
  }
  const whole = lines.filter((cells) => cells === undefined).length
  if (whole > MOST_KEPT * lines.length + 4) return undefined
  const { head, body } = writeLines({ pieces, names: table.names, first, lines })
  const kept = new Uint8Array(source.lines + 1).fill(1)
  lines.forEach((cells, i) => {
    if (cells !== undefined) kept[first + i] = 0
  })
  const parts = [source.text.slice(0, source.starts[first - 1]), `${MARK} ${head}${eol}`]
  for (const piece of body) parts.push(typeof piece === 'string' ? `${MARK} ${piece}${eol}` : source.raw(first + piece))
  parts.push(source.text.slice(source.starts[last]))
  return { body: parts.join(''), kept }
}

/** Rebuilds the text of a table from a digest (its head line first); undefined when the digest is none of a table. */
export const decodeTable = (digest: string): string | undefined => {
  const lines = digest.split('\n')
  const parts: string[] = []
  let reader: LineReader | undefined
  for (let i = 1; i < lines.length; i++) {
    const raw = i === lines.length - 1 ? lines[i]! : `${lines[i]!}\n`
    if (!raw.startsWith(`${MARK} `)) {
      if (raw !== '' && reader !== undefined && reader.left() > 0) reader.skip()
      parts.push(raw)
      continue
    }
    const eol = raw.endsWith('\r\n') ? '\r\n' : '\n'
    const body = raw.slice(MARK.length + 1).replace(/\r?\n$/, '')
    if (reader === undefined) {
      reader = readLines(body, i)
      if (reader === undefined) return undefined
      continue
    }
    const made = reader.rows(body)
    if (made === undefined) return undefined
    for (const line of made) parts.push(line + eol)
  }
  return reader === undefined || reader.left() !== 0 ? undefined : parts.join('')
}

export interface LosslessTable {
  readonly table: Table
  readonly findings: Findings
  readonly remarks: readonly string[]
  readonly keep: (row: number) => boolean
}

export const losslessTable = ({ table, findings, remarks, keep }: LosslessTable, ask: Ask): Candidate | undefined => {
  const { source } = table
  const chars = (ask.budget * source.text.length) / Math.max(1, ask.sourceTokens)
  if (ask.mode !== 'auto' || source.text.length > MOST * chars) return undefined
  const protectedLines = new Set(ask.protect)
  const encoded = encodeTable(table, (row) => keep(row) || protectedLines.has(table.from[row]!))
  if (encoded === undefined || encoded.body.length > 1.5 * chars || decodeTable(`\n${encoded.body}`) !== source.text)
    return undefined
  const fates = newFates(source.lines, 'folded')
  for (let n = 1; n <= source.lines; n++) if (encoded.kept[n] === 1) fates.codes[n - 1] = CODE.kept
  const total = findings.failures.length
  const head = {
    sourceLines: source.lines,
    sourceTokens: ask.sourceTokens,
    exitCode: ask.exitCode,
    failures: { shown: total, total },
    remarks: [...remarks, 'all rows, written shorter'],
    original: ask.original,
  }
  return {
    rung: 'lossless',
    text: withHead(encoded.body, eolOf(source), head, ask.count),
    fates,
    findings,
    index: [],
    normalized: { ansi: 0, cr: 0 },
    decode: decodeTable,
  }
}
