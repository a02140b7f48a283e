/**
 * An original in pages that fit any host: by lines, by pattern, by JSON pointer. A page begins with a `[diet]` line that says what it shows and,
 * when there is more, ends with one that says how to get it; between them stand the characters of the original.
 */
import { formatCap, formatRange, MARK } from '../receipt/notes.ts'
import type { LineRange } from '../receipt/types.ts'
import { createSource, type Source } from '../source/source.ts'
import { compilePattern, type Pattern } from './pattern.ts'
import { findPointer } from './pointer.ts'

/** Most UTF-16 code units of a page, its own notes included: the strictest host cuts above some 10,000. */
export const PAGE_CHARS = 8000

/** What to show. Without `grep` and `pointer`: the lines themselves. */
export interface PageRequest {
  /** All lines without it. An end beyond the last line is the last line. */
  readonly lines?: LineRange
  /** RE2 pattern: the lines that match, each with its number as grep -n prints them. */
  readonly grep?: string
  /** Lines around each match; 2 by default. */
  readonly context?: number
  /** JSON pointer into the text, or into the lines asked for. */
  readonly pointer?: string
  /** Where to begin in the first line, or in the value of the pointer: a char, from 1. */
  readonly char?: number
}

export interface Page {
  readonly text: string
  /** What gives the page behind this one; absent on the last. */
  readonly next?: PageRequest
}

export interface PageOptions {
  /** How a reader asks for a page here, on one line. */
  readonly ask: (request: PageRequest) => string
  /** Said in the first line, before what is shown. */
  readonly name?: string
  /** PAGE_CHARS by default, 3,000 at least. */
  readonly limit?: number
}

const MIN_LIMIT = 3000
/** Longest request that fits the last line of the smallest page. */
const MAX_ASK = 1000
/** Lines around a match when the request does not say. */
export const CONTEXT = 2
const MAX_CONTEXT = 50
/** A longer line is shown in parts around its matches. */
const LONG_LINE = 400
const AROUND_MATCH = 150

/** A sentence for the reader, in place of a page. */
export type Refusal = string

/** `12`, `12-40`, `12-`, and each with the L of the notes before it. The end of an open range is beyond every text. */
export const parseLines = (text: string): LineRange | Refusal => {
  const parts = /^\s*L?(\d{1,9})\s*(?:(-)\s*L?(\d{1,9})?)?\s*$/i.exec(text)
  const from = Number(parts?.[1] ?? 0)
  const to = parts?.[2] === undefined ? from : Number(parts[3] ?? MAX_LINE)
  if (parts === null || from < 1 || to < from)
    return `${JSON.stringify(text.slice(0, 60))} are no lines: write one range, like 120-173, 120- or 120.`
  return [from, to]
}

export const MAX_LINE = 999_999_999

/** `text` up to at most `to`, without half a surrogate pair at its end. */
const safeEnd = (text: string, from: number, to: number): number => {
  if (to >= text.length) return text.length
  const code = text.charCodeAt(to - 1)
  const splits = code >= 0xd800 && code < 0xdc00 && (text.charCodeAt(to) & 0xfc00) === 0xdc00
  if (!splits) return to
  return to - 1 > from ? to - 1 : to + 1
}

/** The start of the character that `at` is in. */
const safeStart = (text: string, at: number): number => {
  const splits = at > 0 && (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800
  return splits ? at - 1 : at
}

const head = (options: PageOptions, what: string): string =>
  `${MARK} ${options.name === undefined ? '' : `${options.name}: `}${what}\n`
const foot = (options: PageOptions, next: PageRequest): string => `${MARK} next page: ${options.ask(next)}`

/** Adds the last line; the content keeps its own line end where it has one. */
const withFoot = (text: string, options: PageOptions, next: PageRequest | undefined): Page =>
  next === undefined ? { text } : { text: `${text}${text.endsWith('\n') ? '' : '\n'}${foot(options, next)}`, next }

const longest = (request: PageRequest): PageRequest => ({ ...request, lines: [MAX_LINE, MAX_LINE], char: MAX_LINE })

/** Chars left for content when the first and the last line are as long as they can get. */
const roomFor = (request: PageRequest, options: PageOptions, what: string): number =>
  (options.limit ?? PAGE_CHARS) - head(options, what).length - foot(options, longest(request)).length - 1

const shorten = (text: string): string => (text.length <= 120 ? text : `${text.slice(0, safeEnd(text, 0, 110))}...`)

const HEAD_ROOM = `L${MAX_LINE}-${MAX_LINE} of ${MAX_LINE} lines, L${MAX_LINE} from char ${MAX_LINE}.`

const showLines = (source: Source, request: PageRequest, range: LineRange, options: PageOptions): Page => {
  const [from, to] = range
  const room = roomFor(request, options, HEAD_ROOM)
  const char = request.char ?? 1
  const { text, starts } = source
  const begin = safeStart(text, starts[from - 1]! + char - 1)
  let last = from - 1
  while (last < to && starts[last + 1]! - begin <= room) last++
  const all = `${source.lines} lines`
  if (last >= from) {
    const what = `L${formatRange([from, last])} of ${all}${char > 1 ? `, L${from} from char ${char}` : ''}.`
    const next = last < to ? { ...withoutChar(request), lines: [last + 1, to] as const } : undefined
    return withFoot(head(options, what) + text.slice(begin, starts[last]), options, next)
  }
  const end = safeEnd(text, begin, begin + room)
  const first = begin - starts[from - 1]! + 1
  const what = `L${from} chars ${first}-${first + end - begin - 1} of ${starts[from]! - starts[from - 1]!}, of ${all}.`
  const next = { ...request, lines: range, char: first + end - begin }
  return withFoot(head(options, what) + text.slice(begin, end), options, next)
}

const withoutChar = ({ char: _, ...request }: PageRequest): PageRequest => request

const showValue = (text: string, request: PageRequest, options: PageOptions): Page | Refusal => {
  const pointer = request.pointer!
  const place = findPointer(text, pointer)
  if (typeof place === 'string') return place
  const chars = place.to - place.from
  const char = request.char ?? 1
  if (char > chars) return `The value has ${chars} chars: ask for a char from 1 to ${chars}.`
  const name = `${pointer === '' ? 'the whole' : shorten(pointer)}: ${place.shape}`
  const room = roomFor(request, options, `${name}, chars ${MAX_LINE}-${MAX_LINE} of ${MAX_LINE}.`)
  const begin = safeStart(text, place.from + char - 1)
  const end = Math.min(place.to, safeEnd(text, begin, begin + room))
  const [first, last] = [begin - place.from + 1, end - place.from]
  const next = end < place.to ? { ...request, char: last + 1 } : undefined
  return withFoot(`${head(options, `${name}, chars ${first}-${last} of ${chars}.`)}${text.slice(begin, end)}`, options, next)
}

/** One printed part of the hits page, and the request that continues behind it. */
interface Part {
  readonly text: string
  readonly line: number
  readonly char: number
}

/** The matches of a long line with what stands around them; matches that are near each other share a part. */
function* partsOfLongLine(source: Source, n: number, pattern: Pattern, char: number): Generator<Part> {
  const line = source.line(n)
  const print = (from: number, to: number): Part => ({
    text: `${n}:chars ${from + 1}-${to} of ${line.length}:${line.slice(from, to)}\n`,
    ...(to < line.length ? { line: n, char: to + 1 } : { line: n + 1, char: 1 }),
  })
  let open: readonly [from: number, to: number] | undefined
  for (const [start, end] of pattern.matches(line, char - 1)) {
    // A very long match shows its start.
    const from = safeStart(line, Math.max(char - 1, start - AROUND_MATCH))
    const to = safeEnd(line, from, Math.min(end, start + LONG_LINE) + AROUND_MATCH)
    if (open === undefined) open = [from, to]
    else if (from <= open[1] && to - open[0] <= 2 * LONG_LINE) open = [open[0], Math.max(open[1], to)]
    else {
      yield print(open[0], open[1])
      open = [Math.max(from, open[1]), to]
    }
  }
  if (open !== undefined) yield print(open[0], open[1])
}

const printContext = (source: Source, n: number): Part => {
  const line = source.line(n)
  const end = line.length <= LONG_LINE ? line.length : safeEnd(line, 0, LONG_LINE)
  const cap = end < line.length ? formatCap(line.length - end, n) : ''
  return { text: `${n}-${line.slice(0, end)}${cap}\n`, line: n + 1, char: 1 }
}

function* partsOf(
  source: Source,
  request: PageRequest,
  range: LineRange,
  pattern: Pattern,
  matched: readonly number[],
): Generator<Part> {
  const context = Math.min(MAX_CONTEXT, request.context ?? CONTEXT)
  let printed = range[0] - 1
  for (const [i, n] of matched.entries()) {
    for (let before = Math.max(printed + 1, n - context); before < n; before++) yield printContext(source, before)
    if (source.end(n) - source.starts[n - 1]! > LONG_LINE) {
      yield* partsOfLongLine(source, n, pattern, n === range[0] ? (request.char ?? 1) : 1)
    } else yield { text: `${n}:${source.line(n)}\n`, line: n + 1, char: 1 }
    const until = Math.min(range[1], n + context, (matched[i + 1] ?? MAX_LINE) - 1)
    for (let after = n + 1; after <= until; after++) yield printContext(source, after)
    printed = Math.max(n, until)
  }
}

const showMatches = (source: Source, request: PageRequest, range: LineRange, options: PageOptions): Page | Refusal => {
  const pattern = compilePattern(request.grep!)
  if (typeof pattern === 'string') return pattern
  const matched: number[] = []
  for (let n = range[0]; n <= range[1]; n++) if (pattern.test(source.line(n))) matched.push(n)
  const where = `L${formatRange(range)} of ${source.lines} lines`
  const quoted = shorten(JSON.stringify(request.grep))
  if (matched.length === 0) return { text: head(options, `no line matches ${quoted} in ${where}.`) }
  const what = `${matched.length} matching ${matched.length === 1 ? 'line' : 'lines'} for ${quoted} in ${where}.`
  const room = roomFor(request, options, what)
  let text = ''
  let at: readonly [line: number, char: number] = [range[0], request.char ?? 1]
  for (const part of partsOf(source, request, range, pattern, matched)) {
    if (text.length + part.text.length > room) {
      return withFoot(head(options, what) + text, options, {
        ...withoutChar(request),
        lines: [at[0], range[1]],
        ...(at[1] > 1 ? { char: at[1] } : {}),
      })
    }
    text += part.text
    at = [part.line, part.char]
  }
  return { text: head(options, what) + text }
}

/** The page that a request names, at most `limit` chars long, or a sentence that says what to ask for instead. */
export const getPage = (text: string, request: PageRequest, options: PageOptions): Page | Refusal => {
  if ((options.limit ?? PAGE_CHARS) < MIN_LIMIT) throw new RangeError(`limit: at least ${MIN_LIMIT}`)
  const source = createSource(text)
  const { char = 1, context = CONTEXT } = request
  if (char < 1 || context < 0) return 'Ask for a char from 1 on and for 0 or more lines of context.'
  if (request.grep !== undefined && request.pointer !== undefined) return 'Ask for a pattern or for a JSON pointer, not for both.'
  if (options.ask(longest(request)).length > MAX_ASK) return 'The request is too long: shorten the pattern or the pointer.'
  if (source.lines === 0) return { text: head(options, 'the original is empty.') }
  const [from, asked] = request.lines ?? [1, source.lines]
  if (from > source.lines) return `The original has ${source.lines} lines: ask for lines from 1 to ${source.lines}.`
  const range: LineRange = [from, Math.min(asked, source.lines)]
  if (request.pointer !== undefined) {
    const part = request.lines === undefined ? text : text.slice(source.starts[from - 1], source.starts[range[1]])
    return showValue(part, request, options)
  }
  const chars = source.starts[from]! - source.starts[from - 1]!
  if (char > chars) return `L${from} has ${chars} chars: ask for a char from 1 to ${chars}.`
  return request.grep === undefined ? showLines(source, request, range, options) : showMatches(source, request, range, options)
}

export interface LineSlice {
  readonly text: string
  readonly startLine: number
  readonly lineCount: number
  readonly totalLines: number
  readonly hasMore: boolean
}

/** Lines as a slice, for callers that count: from `startLine`, at most `lineCount`; undefined when there is no such line. */
export const sliceLines = (text: string, startLine: number, lineCount: number): LineSlice | undefined => {
  const source = createSource(text)
  if (startLine < 1 || startLine > source.lines) return undefined
  const last = Math.min(source.lines, startLine + lineCount - 1)
  return {
    text: text.slice(source.starts[startLine - 1], source.starts[last]),
    startLine,
    lineCount: last - startLine + 1,
    totalLines: source.lines,
    hasMore: last < source.lines,
  }
}
