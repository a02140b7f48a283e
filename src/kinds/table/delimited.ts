/** CSV, TSV and tables split by `;` or `|`: quoted fields may hold the delimiter, doubled quotes and line ends. */
import type { Source } from '../../source/source.ts'
import { cellAt, createRows, modeOf, type Table } from './rows.ts'

const DELIMITERS = [',', '\t', ';', '|'] as const
const WHAT: Readonly<Record<string, string>> = { ',': 'CSV', '\t': 'TSV', ';': 'CSV with ;', '|': 'table split by |' }
/** Records that are looked at first. */
const SAMPLE = 60
const LEAST_ROWS = 4
/** Share of records with the common number of fields. */
const LEAST_EVEN = 0.9
const LEAST_EVEN_TAB = 0.75
/** A quoted field may span so many lines: a stray quote must not swallow the rest. */
const MOST_LINES = 200
/** Words per field on average beyond which it is prose. */
const PROSE_WORDS = 5

const QUOTE = 34
const LF = 10

interface Scanned {
  /** Offset behind the record and its line end, and its last line. */
  readonly next: number
  readonly line: number
  readonly closed: boolean
}

/** Reads the record that begins at `at`; its fields go to `cell`, without quotes' removal. */
const readRecord = (
  text: string,
  at: number,
  line: number,
  delimiter: number,
  cell: (start: number, end: number) => void,
): Scanned => {
  let start = at
  let i = at
  let last = line
  for (;;) {
    if (i < text.length && text.charCodeAt(i) === QUOTE && i === start) {
      i = skipQuoted(text, i)
      if (i < 0) return { next: at, line, closed: false }
      for (let lf = text.indexOf('\n', start); lf >= 0 && lf < i; lf = text.indexOf('\n', lf + 1)) last++
      if (last - line > MOST_LINES) return { next: at, line, closed: false }
    }
    while (i < text.length && text.charCodeAt(i) !== delimiter && text.charCodeAt(i) !== LF) i++
    if (i < text.length && text.charCodeAt(i) === delimiter) {
      cell(start, i)
      start = ++i
      continue
    }
    const end = i > start && text.charCodeAt(i - 1) === 13 ? i - 1 : i
    cell(start, end)
    return { next: Math.min(text.length, i + 1), line: last, closed: true }
  }
}

/** Offset behind the closing quote; -1 when there is none within reach. */
const skipQuoted = (text: string, at: number): number => {
  const limit = Math.min(text.length, at + 100_000)
  for (let i = at + 1; i < limit; ) {
    const quote = text.indexOf('"', i)
    if (quote < 0 || quote >= limit) return -1
    if (text.charCodeAt(quote + 1) !== QUOTE) return quote + 1
    i = quote + 2
  }
  return -1
}

const unquote = (field: string): string =>
  field.length > 1 && field.startsWith('"') && field.endsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field.trim()

/** A name of a column: words, no number, no sentence. */
const isName = (name: string): boolean =>
  name.length > 0 &&
  name.length <= 60 &&
  !/^[-+]?[\d.,:/%-]+$/.test(name) &&
  name.split(/\s+/).length <= 6 &&
  !/[{}<>=;]|^https?:|:\d|\w\(|[.!?]$/.test(name)

const hasNames = (names: readonly string[]): boolean =>
  names.filter(isName).length >= 0.8 * names.length && new Set(names).size >= 0.8 * names.length && isName(names[0]!)

/** Where a table may begin: the first line that is not blank; a few lines of other text may stand before it. */
const firstLines = (source: Source): number[] => {
  const lines: number[] = []
  for (let n = 1; n <= source.lines && lines.length < 4; n++) if (source.end(n) > source.starts[n - 1]!) lines.push(n)
  return lines
}

const countWords = (text: string): number => {
  let words = 0
  let inside = false
  for (let i = 0; i < text.length; i++) {
    const space = text.charCodeAt(i) === 32
    if (!space && !inside) words++
    inside = !space
  }
  return words
}

/** Digits as one, so that lines of one sort are equal. */
const maskOf = (line: string): string => line.slice(0, 300).replace(/[0-9]+/g, '0')

/** A first line of the same sort as those below it is no header. */
const isRow = (source: Source, n: number): boolean => {
  const mask = maskOf(source.line(n))
  if (!mask.includes('0')) return false
  for (let at = n + 1; at <= source.lines && at <= n + 3; at++) if (maskOf(source.line(at)) === mask) return true
  return false
}

/** Whether the records from line `n` on look like a table with this delimiter. */
const looksLike = (source: Source, n: number, delimiter: string): boolean => {
  const { text } = source
  const code = delimiter.charCodeAt(0)
  let at = source.starts[n - 1]!
  let line = n
  const counts: number[] = []
  let names: string[] = []
  let words = 0
  let fields = 0
  while (at < text.length && counts.length < SAMPLE) {
    const cells: string[] = []
    const record = readRecord(text, at, line, code, (start, end) => cells.push(text.slice(start, end)))
    if (!record.closed) return false
    if (counts.length === 0) names = cells.map(unquote)
    else if (cells.length > 1 || cells[0] !== '') {
      for (const cell of cells) words += countWords(cell)
      fields += cells.length
    }
    if (cells.length > 1 || cells[0] !== '') counts.push(cells.length)
    at = record.next
    line = record.line + 1
  }
  const columns = counts[0] ?? 0
  if (counts.length < LEAST_ROWS || columns < (delimiter === '\t' ? 2 : 3) - (counts.length > 20 ? 1 : 0) || columns < 2)
    return false
  const even = counts.filter((count) => count === columns).length
  if (even < (delimiter === '\t' ? LEAST_EVEN_TAB : LEAST_EVEN) * counts.length || modeOf(counts) !== columns) return false
  return hasNames(names) && words <= PROSE_WORDS * Math.max(1, fields)
}

const readTable = (source: Source, n: number, delimiter: string): Table | undefined => {
  const { text } = source
  const rows = createRows()
  const header: string[] = []
  const code = delimiter.charCodeAt(0)
  const head = readRecord(text, source.starts[n - 1]!, n, code, (start, end) => header.push(unquote(text.slice(start, end))))
  let at = head.next
  let line = head.line + 1
  let even = 0
  while (at < text.length && line <= source.lines) {
    const record = readRecord(text, at, line, code, rows.cell)
    if (!record.closed) {
      /* A stray quote: the line is a row of its own, its quote a char like others. */
      rows.drop()
      splitPlain(text, at, source.end(line), code, rows.cell)
    }
    const last = record.closed ? record.line : line
    /* A line without a delimiter, at the end or between, is no row. */
    if (rows.cells() < 2) rows.drop()
    else {
      if (rows.cells() === header.length) even++
      rows.row(line, last)
    }
    at = record.closed ? record.next : source.starts[line]!
    line = last + 1
  }
  const table = rows.finish()
  if (table.rows < LEAST_ROWS || even < 0.7 * table.rows) return undefined
  return {
    source,
    format: 'delimited',
    what: WHAT[delimiter]!,
    delimiter,
    names: header,
    header: Array.from({ length: head.line - n + 1 }, (_, i) => n + i),
    columns: header.length,
    ...table,
  }
}

const splitPlain = (
  text: string,
  from: number,
  to: number,
  delimiter: number,
  cell: (start: number, end: number) => void,
): void => {
  let start = from
  for (let i = from; i < to; i++) {
    if (text.charCodeAt(i) !== delimiter) continue
    cell(start, i)
    start = i + 1
  }
  cell(start, to)
}

/** The delimited table that the source is; undefined when it is none. Linear. */
export const findDelimited = (source: Source): Table | undefined => {
  for (const n of firstLines(source)) {
    if (isRow(source, n)) return undefined
    for (const delimiter of DELIMITERS) {
      if (!source.text.startsWith('"', source.starts[n - 1]!) && !source.line(n).slice(0, 4000).includes(delimiter)) continue
      if (!looksLike(source, n, delimiter)) continue
      const table = readTable(source, n, delimiter)
      if (table !== undefined && table.to[table.rows - 1]! - table.from[0]! >= 0.7 * (source.lines - 2)) return table
    }
  }
  return undefined
}

/** The value of a cell without quotes. */
export const delimitedValue = (table: Table, row: number, column: number): string | undefined => {
  const raw = cellAt(table, row, column)
  return raw === undefined ? undefined : unquote(raw)
}
