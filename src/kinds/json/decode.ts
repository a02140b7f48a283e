/** Rebuilds the text that lossless.ts wrote, from the digest alone. */
import { createTape, itemsOf, scanValue, skipSpace } from '../../source/json.ts'
import { linesWithEnds } from '../../source/lines.ts'
import { expand } from '../columns/patterns.ts'
import { readCell } from './cells.ts'
import { COMPACT, parseForm, printValue, type ReadForm } from './printer.ts'
import { departingNames, parseTemplate, type Template } from './template.ts'

const MARK = '[diet] '
const TABLE = /^@([1-9][0-9]{0,5}) ([1-9][0-9]{0,7}) rows(, (0|[1-9][0-9]{0,7}) differ)?: /
const FORM = /^(JSON[^{[@]*): (?=[{[@])/
/** A text many times longer than its digest is none that was ever encoded. */
const MAX_CHARS = 1 << 26

interface Row {
  readonly cells: readonly (string | undefined)[]
  readonly departures: ReadonlyMap<string, string | undefined>
}

/** Reads the cells of one row from `at`; the offset behind it comes back too. */
const readRow = (text: string, at: number, listed: number): { readonly row: Row; readonly end: number } | undefined => {
  const cells: (string | undefined)[] = []
  const departures = new Map<string, string | undefined>()
  let end = at
  for (let i = 0; i < listed; i++) {
    if (i > 0 && text[end++] !== ',') return undefined
    const cell = readCell(text, end)
    if (cell === undefined) return undefined
    cells.push(cell.raw)
    end = cell.end
  }
  while (end < text.length && text[end] !== ';') {
    if (cells.length + departures.size > 0 && text[end++] !== ',') return undefined
    const equals = text.indexOf('=', end)
    const cell = equals < 0 ? undefined : readCell(text, equals + 1)
    if (cell === undefined) return undefined
    departures.set(text.slice(end, equals), cell.raw)
    end = cell.end
  }
  return { row: { cells, departures }, end }
}

interface Table {
  readonly count: number
  readonly template: Template
  readonly listed: number
  readonly names: readonly string[]
  /** Rows by number. */
  readonly rows: Map<number, Row>
  /** Rows that are yet to come. */
  left: number
}

const openTable = (body: string): { readonly number: number; readonly table: Table } | undefined => {
  const found = TABLE.exec(body)
  const read = found === null ? undefined : parseTemplate(body.slice(found[0].length))
  if (found === null || read === undefined) return undefined
  const count = Number(found[2])
  const { template, listed } = read
  if ((listed === 0) !== (found[3] !== undefined)) return undefined
  const left = listed > 0 ? count : Number(found[4])
  return { number: Number(found[1]), table: { count, template, listed, names: departingNames(template), rows: new Map(), left } }
}

const ROW_NUMBER = /(0|[1-9][0-9]{0,7}) /y

/** Reads a line of rows into the table; false when it is none. */
const addRows = (table: Table, text: string): boolean => {
  for (let at = 0; ; ) {
    let number = table.rows.size
    if (table.listed === 0) {
      ROW_NUMBER.lastIndex = at
      const found = ROW_NUMBER.exec(text)
      if (found === null) return false
      number = Number(found[1])
      at = ROW_NUMBER.lastIndex
    }
    const read = readRow(text, at, table.listed)
    if (read === undefined || table.left-- <= 0 || number >= table.count) return false
    table.rows.set(number, read.row)
    if (read.end === text.length) return true
    if (!text.startsWith('; ', read.end)) return false
    at = read.end + 2
  }
}

type Make = (row: number, given: Row | undefined) => string | undefined

const FAILED = Symbol('failed')

/** A function that writes the template's value of a row; throws FAILED when a pattern cannot be. */
const maker = (template: Template, { count, names }: Table): Make => {
  if (template.type === 'listed') return (_, given) => given?.cells[template.column]
  if (template.type === 'pattern') {
    const usual = template.pattern === undefined ? () => undefined : expand(template.pattern, count)
    if (usual === undefined) throw FAILED
    const name = template.column < 0 ? undefined : names[template.column]
    return (row, given) => (name !== undefined && given?.departures.has(name) === true ? given.departures.get(name) : usual(row))
  }
  if (template.type === 'array') {
    const items = template.items.map((item) => maker(item, { count, names } as Table))
    return (row, given) => `[${items.map((item) => item(row, given)).join(',')}]`
  }
  const members = template.members.map(([key, value]) => [key, maker(value, { count, names } as Table)] as const)
  return (row, given) => {
    const parts: string[] = []
    for (const [key, make] of members) {
      const value = make(row, given)
      if (value !== undefined) parts.push(`${key}:${value}`)
    }
    return `{${parts.join(',')}}`
  }
}

const textOf = (table: Table): string | undefined => {
  if (table.left !== 0) return undefined
  const make = maker(table.template, table)
  const items: string[] = []
  let chars = 0
  for (let row = 0; row < table.count; row++) {
    const item = make(row, table.rows.get(row))
    if (item === undefined) return undefined
    chars += item.length
    if (chars > MAX_CHARS) return undefined
    items.push(item)
  }
  return `[${items.join(',')}]`
}

/** Each table stands in one place. */
const take = (tables: Map<number, Table>, number: number): string | undefined => {
  const table = tables.get(number)
  tables.delete(number)
  return table === undefined ? undefined : textOf(table)
}

/** The skeleton with the tables in their places, outside of strings. */
const fill = (skeleton: string, tables: Map<number, Table>): string | undefined => {
  const parts: string[] = []
  let from = 0
  let chars = 0
  for (let at = 0; at < skeleton.length; at++) {
    const c = skeleton.charCodeAt(at)
    if (c === 34) {
      for (at++; at < skeleton.length && skeleton.charCodeAt(at) !== 34; at++) if (skeleton.charCodeAt(at) === 92) at++
    } else if (c === 64) {
      let end = at + 1
      while (skeleton.charCodeAt(end) >= 48 && skeleton.charCodeAt(end) <= 57) end++
      const text = take(tables, Number(skeleton.slice(at + 1, end)))
      if (text === undefined) return undefined
      chars += text.length
      if (chars > MAX_CHARS) return undefined
      parts.push(skeleton.slice(from, at), text)
      from = end
      at = end - 1
    }
  }
  parts.push(skeleton.slice(from))
  return parts.join('')
}

const print = (compact: string, { form, lines, open, bom }: ReadForm): string | undefined => {
  const tape = createTape(compact)
  const scanned = scanValue(tape, 0)
  if (scanned?.complete !== true || skipSpace(compact, scanned.end, compact.length) !== compact.length) return undefined
  const roots = lines ? itemsOf(tape, scanned.root) : [scanned.root]
  const printed = roots.map((root) => printValue(tape, root, form))
  if (printed.length === 0 || printed.some((one) => one === undefined)) return undefined
  return (bom ? '\ufeff' : '') + printed.join(form.eol) + (open ? '' : form.eol)
}

interface Read {
  readonly before: string[]
  readonly behind: string[]
  form: ReadForm
  skeleton: string | undefined
  readonly tables: Map<number, Table>
  open: Table | undefined
}

const START: ReadForm = { form: COMPACT, bom: false, lines: false, open: false }

const ROWS = /^(?:\/(0|[1-9][0-9]{0,7}) )?\| /

/** Rows that are all given have the number of the first before them. */
const startsAt = ({ listed, rows }: Table, first: string | undefined): boolean =>
  listed === 0 ? first === undefined : first !== undefined && Number(first) === rows.size

/** Reads one annotation; false when it is none of ours. */
const readNote = (read: Read, body: string): boolean => {
  if (read.skeleton === undefined) {
    const found = FORM.exec(body)
    const form = found === null ? undefined : parseForm(found[1]!)
    if (found === null || form === undefined) return false
    read.form = form
    read.skeleton = body.slice(found[0].length)
    return true
  }
  const rows = ROWS.exec(body)
  if (rows !== null)
    return read.open !== undefined && startsAt(read.open, rows[1]) && addRows(read.open, body.slice(rows[0].length))
  const opened = openTable(body)
  if (opened === undefined || read.tables.has(opened.number)) return false
  read.tables.set(opened.number, opened.table)
  read.open = opened.table
  return true
}

/** The source text of a digest (its head line first); undefined when the digest is not of this form. Linear in the source. */
export const decodeJson = (digest: string): string | undefined => {
  const read: Read = { before: [], behind: [], form: START, skeleton: undefined, tables: new Map(), open: undefined }
  for (const line of linesWithEnds(digest).slice(1)) {
    if (!line.startsWith(MARK)) (read.skeleton === undefined ? read.before : read.behind).push(line)
    else if (!readNote(read, line.slice(MARK.length).replace(/\r?\n$/, ''))) return undefined
  }
  if (read.skeleton === undefined) return undefined
  try {
    const compact = fill(read.skeleton, read.tables)
    const json = compact === undefined ? undefined : print(compact, read.form)
    return json === undefined ? undefined : read.before.join('') + json + read.behind.join('')
  } catch (error) {
    if (error === FAILED) return undefined
    throw error
  }
}
