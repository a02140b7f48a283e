/** Reads the tables of lines that line-table.ts wrote. */
import { pad, type Slot } from './line-table.ts'
import { expand, type Pattern } from './patterns.ts'

interface ReadPiece {
  readonly text: string
  /** Undefined for literal text. */
  readonly slot: Slot | undefined
  readonly pattern: Pattern | undefined
  /** What a row calls it that departs from the pattern. */
  readonly name: string | undefined
}

/** Offset behind the brace that closes the one at `at`; -1 when none does. */
const closing = (text: string, at: number): number => {
  let depth = 0
  for (let i = at; i < text.length; i++) {
    if (text[i] === '{') depth++
    else if (text[i] === '}' && --depth === 0) return i + 1
  }
  return -1
}

const NAME = /!\{([^{}]{1,40})\}/y
const SLOT = /([<>])([1-9][0-9]{0,4})/y

const parsePieces = (text: string): ReadPiece[] | undefined => {
  const pieces: ReadPiece[] = []
  let literal = ''
  const endLiteral = (): void => {
    if (literal !== '') pieces.push({ text: literal, slot: undefined, pattern: undefined, name: undefined })
    literal = ''
  }
  for (let at = 0; at < text.length; ) {
    if (text[at] !== '$' || text[at + 1] === '$') {
      literal += text[at]
      at += text[at] === '$' ? 2 : 1
      continue
    }
    endLiteral()
    at++
    let pattern: Pattern | undefined
    if (text[at] === '{') {
      const end = closing(text, at)
      if (end < 0) return undefined
      pattern = text.slice(at + 1, end - 1)
      at = end
    }
    NAME.lastIndex = at
    const named = pattern === undefined ? null : NAME.exec(text)
    if (named !== null) at = NAME.lastIndex
    SLOT.lastIndex = at
    const found = SLOT.exec(text)
    if (found !== null) at = SLOT.lastIndex
    const slot: Slot = { pad: found === null ? 'none' : found[1] === '<' ? 'left' : 'right', width: Number(found?.[2] ?? 0) }
    pieces.push({ text: '', slot, pattern, name: named?.[1] })
  }
  endLiteral()
  return pieces
}

export interface LineReader {
  /** Lines yet to come. */
  readonly left: () => number
  /** A line that stands as it is. */
  skip(): void
  /** The lines that a row annotation makes; undefined when it is none. */
  rows(body: string): string[] | undefined
}

const HEAD = /^([1-9][0-9]{0,7}) lines: /
const RANGE = /(0|[1-9][0-9]{0,7})(?:-([1-9][0-9]{0,7}))?/y
const DEPARTURE = /([^=,;]{1,40})=/y
const ROWS = /^L([1-9][0-9]{0,8}) \| /

/** Offset behind the cell at `at`. */
const cellEnd = (text: string, at: number): number => {
  if (text[at] === '"') {
    for (let i = at + 1; i < text.length; i++) {
      if (text[i] !== '"') continue
      if (text[i + 1] === '"') i++
      else return i + 1
    }
    return -1
  }
  let end = at
  while (end < text.length && text[end] !== ',' && text[end] !== ';') end++
  return end
}

/** Reads the head of a table of lines of which the first has the number `first`; undefined for anything else. */
export const readLines = (head: string, first: number): LineReader | undefined => {
  const found = HEAD.exec(head)
  const pieces = found === null ? undefined : parsePieces(head.slice(found[0].length))
  if (found === null || pieces === undefined) return undefined
  const count = Number(found[1])
  const makers = pieces.map(({ pattern }) => (pattern === undefined ? undefined : expand(pattern, count)))
  if (pieces.some(({ pattern }, i) => pattern !== undefined && makers[i] === undefined)) return undefined
  const listed = pieces.filter(({ slot, pattern }) => slot !== undefined && pattern === undefined).length
  let next = 0
  const lineOf = (row: number, cells: readonly string[], departures: ReadonlyMap<string, string>): string => {
    let cell = 0
    return pieces
      .map(({ text, slot, pattern, name }, i) => {
        if (slot === undefined) return text
        return pad(
          pattern === undefined ? cells[cell++]! : ((name === undefined ? undefined : departures.get(name)) ?? makers[i]!(row)),
          slot,
        )
      })
      .join('')
  }
  const readDepartures = (
    text: string,
    at: number,
    leading: boolean,
  ): { departures: Map<string, string>; end: number } | undefined => {
    const departures = new Map<string, string>()
    let end = at
    while (end < text.length && text[end] !== ';') {
      if (!(leading && departures.size === 0) && text[end++] !== ',') return undefined
      DEPARTURE.lastIndex = end
      const name = DEPARTURE.exec(text)
      const to = name === null ? -1 : cellEnd(text, DEPARTURE.lastIndex)
      if (name === null || to < 0) return undefined
      departures.set(name[1]!, text.slice(DEPARTURE.lastIndex, to))
      end = to
    }
    return { departures, end }
  }
  /** One entry of a row line: the lines it makes go to `lines`; the offset behind it, -1 when it is none. */
  const readEntry = (text: string, at: number, lines: string[]): number => {
    let end = at
    const cells: string[] = []
    let to = next
    if (listed === 0) {
      RANGE.lastIndex = at
      const range = RANGE.exec(text)
      if (range === null || Number(range[1]) !== next + first) return -1
      to = range[2] === undefined ? next : Number(range[2]) - first
      end = RANGE.lastIndex
      if (text[end] === ' ' && range[2] === undefined) end++
      else if (end < text.length && text[end] !== ';') return -1
    }
    for (let i = 0; i < listed; i++) {
      if (i > 0 && text[end++] !== ',') return -1
      const stop = cellEnd(text, end)
      if (stop < 0) return -1
      cells.push(text.slice(end, stop))
      end = stop
    }
    const read = readDepartures(text, end, listed === 0)
    if (read === undefined || to >= count || to < next) return -1
    for (; next <= to; next++) lines.push(lineOf(next, cells, read.departures))
    return read.end
  }
  return {
    left: () => count - next,
    skip: () => {
      next++
    },
    rows: (body) => {
      const lines: string[] = []
      const start = ROWS.exec(body)
      if (start === null || Number(start[1]) !== next + first) return undefined
      for (let at = start[0].length; ; ) {
        const end = readEntry(body, at, lines)
        if (end < 0) return undefined
        if (end >= body.length) return lines
        if (!body.startsWith('; ', end)) return undefined
        at = end + 2
      }
    },
  }
}
