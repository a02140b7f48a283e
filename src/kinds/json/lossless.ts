/**
 * JSON without loss: white space that a known printer put is named instead of shown, arrays of records are tables. The decoder
 * rebuilds each byte, so spelling of numbers and strings, order of keys and equal keys come back as they were.
 *
 *     [diet] JSON indent=2: {"page": 1, "total": 60, "items": @1}
 *     [diet] @1 60 rows: {"id":{0..59},"name":$,"state":"open"!}
 *     [diet] /0 | ann; bob,state=closed; cid; …
 */
import type { Ask, Candidate, Findings } from '../../ladder/candidate.ts'
import { CODE, newFates } from '../../ladder/fates.ts'
import { eolOf, lineAt, withHead } from '../../ladder/render.ts'
import { MARK } from '../../receipt/notes.ts'
import { isArrayAt, isObjectAt, itemsOf, type JsonTape } from '../../source/json.ts'
import type { Source } from '../../source/source.ts'
import { remarksFor } from '../remarks.ts'
import { decodeJson } from './decode.ts'
import type { Documents } from './documents.ts'
import { type Form, formatForm, formOf } from './printer.ts'
import { type WrittenTable, writeTable } from './tables.ts'

/** Where a table stands in a text, before tables are numbered: no JSON holds this char. */
const TABLE = '\u0000'
/** Arrays inside of arrays for which tables are tried. */
const TRIES = 4
const MAX_DEPTH = 400
/** What a table must save. */
const GAIN = 0.9
/** A source of more chars for each char allowed is not tried. */
const MOST = 40

interface Written {
  readonly text: string
  readonly tables: readonly WrittenTable[]
  readonly chars: number
}

interface Style {
  readonly tape: JsonTape
  readonly colon: string
  readonly comma: string
}

/** A value on one line; undefined when it is nested too deep. */
const writeInline = (style: Style, n: number, depth: number, parts: string[]): boolean => {
  const { tape, colon, comma } = style
  const object = isObjectAt(tape, n)
  if (!object && !isArrayAt(tape, n)) {
    parts.push(tape.text.slice(tape.start[n], tape.end[n]))
    return true
  }
  if (depth > MAX_DEPTH) return false
  parts.push(object ? '{' : '[')
  for (let i = n + 1; i < tape.next[n]!; ) {
    if (i > n + 1) parts.push(comma)
    if (object) parts.push(tape.text.slice(tape.start[i], tape.end[i]), colon)
    const value = object ? i + 1 : i
    if (!writeInline(style, value, depth + 1, parts)) return false
    i = tape.next[value]!
  }
  parts.push(object ? '}' : ']')
  return true
}

const inline = (style: Style, n: number): string | undefined => {
  const parts: string[] = []
  return writeInline(style, n, 0, parts) ? parts.join('') : undefined
}

/** A value with tables for the arrays in it that gain by them. */
const write = (style: Style, n: number, depth: number, tries: number): Written | undefined => {
  const { tape, colon, comma } = style
  const object = isObjectAt(tape, n)
  if (!object && !isArrayAt(tape, n)) {
    const text = tape.text.slice(tape.start[n], tape.end[n])
    return { text, tables: [], chars: text.length }
  }
  if (depth > MAX_DEPTH) return undefined
  const items = object ? [] : itemsOf(tape, n)
  const table = tries > 0 ? tableOf(style, items) : undefined
  const parts: string[] = []
  const tables: WrittenTable[] = []
  let chars = 2
  for (let i = n + 1; i < tape.next[n]!; ) {
    const value = object ? i + 1 : i
    const key = object ? tape.text.slice(tape.start[i], tape.end[i]) + colon : ''
    const written = write(style, value, depth + 1, table === undefined ? tries : tries - 1)
    if (written === undefined) return undefined
    parts.push(key + written.text)
    tables.push(...written.tables)
    chars += key.length + written.chars + comma.length
    i = tape.next[value]!
  }
  if (table !== undefined && table.chars < GAIN * chars) return { text: TABLE, tables: [table], chars: table.chars }
  const body = parts.join(comma)
  return { text: object ? `{${body}}` : `[${body}]`, tables, chars }
}

const tableOf = (style: Style, items: readonly number[]): WrittenTable | undefined =>
  writeTable(style.tape, items, (n) => inline({ ...style, colon: ':', comma: ',' }, n) ?? TABLE)

interface Framed {
  readonly form: Form
  readonly words: readonly string[]
  readonly value: Written
}

/** Values that stand one after the other: a table of all of them, or a list. */
const writeRoots = (style: Style, roots: readonly number[]): Written | undefined => {
  const table = tableOf(style, roots)
  const written = roots.map((root) => write(style, root, 0, TRIES - 1))
  if (written.some((one) => one === undefined)) return undefined
  const chars = written.reduce((sum, one) => sum + one!.chars + 2, 2)
  if (table !== undefined && table.chars < GAIN * chars) return { text: TABLE, tables: [table], chars: table.chars }
  return { text: `[${written.map((one) => one!.text).join(',')}]`, tables: written.flatMap((one) => one!.tables), chars }
}

/** How the values stand in the text, and the words that say so. */
const frame = (source: Source, { tape, roots, from, to, form: kind }: Documents): Framed | undefined => {
  const { text } = source
  const form = formOf(tape, roots[0]!)
  const lineStart = text.lastIndexOf('\n', from - 1) + 1
  const bom = lineStart === 0 && from === 1 && text.charCodeAt(0) === 0xfeff
  if (form === undefined || (from !== lineStart && !bom)) return undefined
  const ends = text.startsWith('\r\n', to) ? '\r\n' : text.startsWith('\n', to) ? '\n' : ''
  if (ends === '' && to < text.length) return undefined
  const eol = form.unit === '' ? (eolOf(source) as '\n' | '\r\n') : form.eol
  if (ends !== '' && ends !== eol) return undefined
  const several = kind !== 'value'
  const style: Style = { tape, colon: form.colon.trimStart(), comma: form.colon.endsWith(' ') ? ', ' : ',' }
  const value = several ? writeRoots(style, roots) : write(style, roots[0]!, 0, TRIES)
  if (value === undefined) return undefined
  const words = [...(bom ? ['bom'] : []), ...(several ? ['lines'] : []), ...(ends === '' ? ['open'] : [])]
  return { form: { ...form, eol }, words, value }
}

const numberTables = ({ text, tables }: Written): { readonly skeleton: string; readonly lines: string[] } => {
  let number = 0
  const skeleton = text.replaceAll(TABLE, () => `@${++number}`)
  const lines = tables.flatMap((table, i) => [`@${i + 1} ${table.head}`, ...table.lines])
  return { skeleton, lines }
}

/** Lines of other text stand as they are around the JSON. */
const isOwn = (text: string): boolean => text.includes(MARK)

/** The annotations that stand for the JSON, with the text around it; undefined when the JSON has no known form. */
export const encodeJson = (source: Source, documents: Documents): string | undefined => {
  const { text } = source
  if (!documents.complete || documents.others > 0 || source.prefix !== undefined) return undefined
  const framed = frame(source, documents)
  if (framed === undefined) return undefined
  const { form, words, value } = framed
  const { skeleton, lines } = numberTables(value)
  const eol = form.eol
  const start = words.includes('bom') ? 0 : documents.from
  const ends = words.includes('open') ? documents.to : documents.to + eol.length
  const before = text.slice(0, start)
  const behind = text.slice(ends)
  if (isOwn(before) || isOwn(behind)) return undefined
  const body = [[formatForm(form), ...words].join(' ') + `: ${skeleton}`, ...lines]
    .map((line) => `${MARK} ${line}${eol}`)
    .join('')
  return before + body + behind
}

/** The lossless rung of JSON, if it may fit. */
export const losslessJson = (source: Source, documents: Documents, findings: Findings, ask: Ask): Candidate | undefined => {
  const chars = (ask.budget * source.text.length) / Math.max(1, ask.sourceTokens)
  if (ask.mode !== 'auto' || ask.protect.length > 0 || source.text.length > MOST * chars) return undefined
  const body = encodeJson(source, documents)
  if (body === undefined || body.length > 1.5 * chars || decodeJson(`\n${body}`) !== source.text) return undefined
  const eol = eolOf(source)
  const total = findings.failures.length
  const head = {
    sourceLines: source.lines,
    sourceTokens: ask.sourceTokens,
    exitCode: ask.exitCode,
    failures: { shown: total, total },
    remarks: [...remarksFor(source, findings, ask), LOSSLESS],
    original: ask.original,
  }
  const fates = newFates(source.lines, 'folded')
  const first = lineAt(source, documents.from)
  const last = lineAt(source, documents.to - 1)
  for (let n = 1; n <= source.lines; n++) if (n < first || n > last) fates.codes[n - 1] = CODE.kept
  return {
    rung: 'lossless',
    text: withHead(body, eol, head, ask.count),
    fates,
    findings,
    index: [],
    normalized: { ansi: 0, cr: 0 },
    decode: decodeJson,
  }
}

const LOSSLESS = 'all data, written shorter'
