/** Columns of text under a header: `ps`, `df`, `kubectl get`, `docker ps`, `npm outdated`. One line is one row. */
import type { Source } from '../../source/source.ts'
import { isQuantity } from './numbers.ts'
import { createRows, type Table, trimSpan } from './rows.ts'

const LEAST_ROWS = 3
const SAMPLE = 80
/** Lines before the header, as `top` and `netstat` print them. */
const LOOK = 8
const MOST_CHARS = 4000
/** Share of the rows that must fit the columns. */
const LEAST_FIT = 0.9

interface Word {
  readonly from: number
  readonly to: number
}

/** Words of a line, split at `gap` blanks or more. */
const wordsOf = (line: string, gap: number): Word[] => {
  const words: Word[] = []
  let from = -1
  let last = -1
  for (let i = 0; i <= line.length; i++) {
    const blank = i === line.length || line.charCodeAt(i) === 32 || line.charCodeAt(i) === 9
    if (blank) continue
    if (from >= 0 && i - last > gap) {
      words.push({ from, to: last + 1 })
      from = i
    } else if (from < 0) from = i
    last = i
  }
  if (from >= 0) words.push({ from, to: last + 1 })
  return words
}

const textOf = (line: string, { from, to }: Word): string => line.slice(from, to)

/** `PID %CPU COMMAND`, `Filesystem Size Used Mounted on`: names without digits, most of them capitalised. */
const isHeader = (line: string): boolean => {
  const words = wordsOf(line, 1).map((word) => textOf(line, word))
  if (words.length < 3 || line.length > MOST_CHARS) return false
  const plain = words.filter((word) => /^[A-Za-z%#@][A-Za-z%#/._()+:-]{0,30}[0-9]?$/.test(word) && !/[.:]$/.test(word)).length
  const upper = words.filter((word) => /^[A-Z%#@][A-Z0-9%#/._()+:-]*$/.test(word)).length
  const capital = words.filter((word) => /^[A-Z%#]/.test(word)).length
  return plain >= 0.9 * words.length && (upper >= 0.7 * words.length || capital >= 0.7 * words.length)
}

/** Lines of dashes under the header, as PowerShell and sqlite draw them. */
const isUnderline = (line: string): boolean => /^[\s]*[-=]{2,}[-=\s]*$/.test(line)

/** Cuts a row into cells, as offsets in its line; undefined when it does not fit. */
type Cut = (line: string) => Word[] | undefined

/** Cells begin where the names begin. */
const byPlace = (header: string): { readonly names: string[]; readonly cut: Cut } => {
  const words = wordsOf(header, 2)
  const cut: Cut = (line) => {
    if (line.includes('\t')) return undefined
    const cells: Word[] = []
    for (let i = 0; i < words.length; i++) {
      const from = Math.min(words[i]!.from, line.length)
      const to = i + 1 < words.length ? Math.min(words[i + 1]!.from, line.length) : line.length
      if (i > 0 && from < line.length && line.charCodeAt(from - 1) !== 32) return undefined
      cells.push({ from, to })
    }
    return cells
  }
  return { names: words.map((word) => textOf(header, word)), cut }
}

/** Cells are words; the last one takes the rest of the line. */
const byWords = (header: string, rows: readonly string[]): { readonly names: string[]; readonly cut: Cut } => {
  const words = wordsOf(header, 1)
  const counts = rows.map((row) => wordsOf(row, 1).length).sort((a, b) => a - b)
  const columns = Math.min(words.length, counts[Math.floor(counts.length * (1 - LEAST_FIT))] ?? 0)
  const names = words.slice(0, columns).map((word) => textOf(header, word))
  if (columns > 0 && words.length > columns) names[columns - 1] = header.slice(words[columns - 1]!.from).trimEnd()
  const cut: Cut = (line) => {
    const cells = wordsOf(line, 1)
    if (cells.length < columns) return undefined
    return [...cells.slice(0, columns - 1), { from: cells[columns - 1]!.from, to: cells.at(-1)!.to }]
  }
  return { names, cut }
}

const shareOf = <T>(items: readonly T[], holds: (item: T) => boolean): number =>
  items.length === 0 ? 0 : items.filter(holds).length / items.length

/** Whether a column's cells begin or end in one place. */
const isAligned = (cells: readonly Word[]): boolean => {
  for (const edge of ['from', 'to'] as const) {
    const counts = new Map<number, number>()
    for (const cell of cells) counts.set(cell[edge], (counts.get(cell[edge]) ?? 0) + 1)
    if (Math.max(...counts.values()) >= 0.8 * cells.length) return true
  }
  return false
}

/** Columns behind the first that are aligned or hold numbers: without enough of them it is text. */
const isTable = (rows: readonly string[], cut: Cut, columns: number): boolean => {
  if (columns < 3) return false
  const cuts = rows.map((row) => ({ row, cells: cut(row) }))
  const fitting = cuts.filter(({ cells }) => cells !== undefined)
  if (fitting.length < LEAST_FIT * rows.length || fitting.length < LEAST_ROWS) return false
  let good = 0
  const inner = columns - 1
  for (let column = 1; column < columns; column++) {
    const cells = fitting.map(({ row, cells }) => ({ row, cell: cells![column]! }))
    const filled = cells.filter(({ row, cell }) => textOf(row, cell).trim() !== '')
    const numeric = shareOf(filled, ({ row, cell }) => isQuantity(textOf(row, cell).trim())) >= 0.85
    const aligned = isAligned(
      filled.map(({ cell, row }) => ({ from: cell.from, to: cell.from + textOf(row, cell).trimEnd().length })),
    )
    if (filled.length > 0 && (numeric || aligned)) good++
  }
  return good >= 2 && good >= 0.6 * inner
}

const isBlankLine = (line: string): boolean => line.trim() === ''

/** Rows from line n on, up to a blank line. */
const sampleRows = (source: Source, n: number): string[] => {
  const rows: string[] = []
  for (let at = n; at <= source.lines && rows.length < SAMPLE; at++) {
    const line = source.line(at)
    if (isBlankLine(line)) break
    if (!isUnderline(line)) rows.push(line.slice(0, MOST_CHARS))
  }
  return rows
}

const findHeaderLine = (source: Source): number => {
  for (let n = 1; n <= source.lines && n <= LOOK; n++) if (isHeader(source.line(n))) return n
  return 0
}

export const findAligned = (source: Source): Table | undefined => {
  const at = findHeaderLine(source)
  if (at === 0) return undefined
  const header = source.line(at)
  const sample = sampleRows(source, at + 1)
  if (sample.length < LEAST_ROWS) return undefined
  const placed = byPlace(header)
  const layout = isTable(sample, placed.cut, placed.names.length) ? placed : byWords(header, sample)
  if (!isTable(sample, layout.cut, layout.names.length)) return undefined
  const rows = createRows()
  let others = at - 1
  const headerLines = [at]
  for (let n = at + 1; n <= source.lines; n++) {
    const line = source.line(n)
    if (isBlankLine(line)) continue
    if (n === at + 1 && isUnderline(line)) {
      headerLines.push(n)
      continue
    }
    const cells = line === header ? undefined : layout.cut(line)
    if (cells === undefined) {
      others++
      continue
    }
    const start = source.starts[n - 1]!
    for (const { from, to } of cells) rows.cell(...trimSpan(source.text, start + from, start + to))
    rows.row(n, n)
  }
  const table = rows.finish()
  if (table.rows < LEAST_ROWS || others > 0.25 * source.lines + 3) return undefined
  return {
    source,
    format: 'aligned',
    what: 'aligned columns',
    delimiter: ' ',
    names: layout.names,
    header: headerLines,
    columns: layout.names.length,
    ...table,
  }
}
