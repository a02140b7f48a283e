/**
 * Lines that are rows of a table, without loss: one template says what they share, rows give the rest, and some lines stand as
 * they are. `$` is a cell that each row gives, `${…}` a pattern, `!` behind it that rows may depart, `<9` and `>9` padding to 9
 * columns at the right or left, `$$` a dollar sign. Rows have the number of their first line before them.
 *
 *     [diet] 700 lines: | ${{0..699}}<5 | $<20 | ${RUNNING}!{state}<10 | $>8 |
 *     [diet] L4 | cart,32; refund,45,state=IDLE
 *     | 301   | wallet               | STALLED    |    90001 |
 *     [diet] L7 | quote,8
 */
import { expand, findPattern, hasMark, type Pattern } from './patterns.ts'
import { packRows } from './rows.ts'

export interface Slot {
  readonly pad: 'none' | 'left' | 'right'
  readonly width: number
}

/** Literal text, or the cell of a column. */
export type Piece = string | Slot

export interface LineTable {
  readonly pieces: readonly Piece[]
  /** Names of the slots, for rows that depart from a pattern. */
  readonly names: readonly string[]
  /** Number of the first line. */
  readonly first: number
  /** Per line its cells, in the order of the slots; undefined: the line stands as it is. */
  readonly lines: readonly (readonly string[] | undefined)[]
}

const pad = (cell: string, { pad: side, width }: Slot): string =>
  side === 'none' ? cell : side === 'left' ? cell.padEnd(width) : cell.padStart(width)

/** The line that cells make. */
export const printCells = (pieces: readonly Piece[], cells: readonly string[]): string => {
  let next = 0
  return pieces.map((piece) => (typeof piece === 'string' ? piece : pad(cells[next++] ?? '', piece))).join('')
}

const BARE = /^[^\s",;\u0000-\u001f](?:[^,;\u0000-\u001f]*[^\s,;\u0000-\u001f])?$/
const QUOTED = /^"(?:[^"\u0000-\u001f]|"")*"$/

/** Cells that a row can give; other lines stand as they are. */
export const isCell = (cell: string): boolean => cell === '' || BARE.test(cell) || QUOTED.test(cell)

const formatSlot = ({ pad: side, width }: Slot): string => (side === 'none' ? '' : `${side === 'left' ? '<' : '>'}${width}`)

interface Column {
  readonly slot: Slot
  readonly name: string
  readonly pattern: Pattern | undefined
  readonly departures: ReadonlyMap<number, string>
}

/** Chars that a departure takes besides its cell. */
const NAME_CHARS = 6

const isBalanced = (text: string): boolean => {
  let depth = 0
  for (const c of text) {
    if (c === '{') depth++
    else if (c === '}' && --depth < 0) return false
  }
  return depth === 0
}

const columnOf = (slot: Slot, name: string, values: readonly (string | undefined)[]): Column => {
  const listed: Column = { slot, name, pattern: undefined, departures: new Map() }
  const found = findPattern(values)
  if (found === undefined || !isBalanced(found.pattern) || /[\u0000-\u001f]/.test(found.pattern)) return listed
  const rows = found.exceptions.filter((row) => values[row] !== undefined)
  const cost = rows.reduce((sum, row) => sum + values[row]!.length + NAME_CHARS, found.pattern.length)
  const whole = values.reduce((sum: number, value) => sum + (value === undefined ? 0 : value.length + 1), 0)
  if (cost >= whole) return listed
  return { slot, name, pattern: found.pattern, departures: new Map(rows.map((row) => [row, values[row]!])) }
}

const formatPieces = (pieces: readonly Piece[], columns: readonly Column[]): string => {
  let next = 0
  return pieces
    .map((piece, i) => {
      if (typeof piece === 'string') return piece.replaceAll('$', '$$$$')
      const { slot, name, pattern, departures } = columns[next++]!
      if (pattern === undefined) return `$${formatSlot(slot)}`
      /* Text that would be read as part of the slot before it is no literal. */
      const literal = pad(pattern, slot)
      const clear = !literal.includes('$') && (typeof pieces[i - 1] !== 'object' || /^[ A-Za-z]/.test(literal))
      if (departures.size === 0 && !hasMark(pattern) && clear) return literal
      return `\${${pattern}}${departures.size > 0 ? `!{${name}}` : ''}${formatSlot(slot)}`
    })
    .join('')
}

export interface WrittenLines {
  /** `700 lines: | $<5 | …`. */
  readonly head: string
  /** Rows as annotations without their mark, and numbers of lines (from 0) that stand as they are. */
  readonly body: readonly (string | number)[]
}

/** Names that can stand before `=` in a row; others get numbers. */
const plainNames = (names: readonly string[]): string[] =>
  names.map((name, i) =>
    /^[A-Za-z_%][\w %.-]{0,30}$/.test(name) && names.indexOf(name) === names.lastIndexOf(name) ? name : `#${i}`,
  )

/** Writes rows; where all follow patterns, `4-20` are lines that do so in all. */
export const writeLines = ({ pieces, names, first, lines }: LineTable): WrittenLines => {
  const slots = pieces.filter((piece) => typeof piece !== 'string')
  const plain = plainNames(names)
  const columns = slots.map((slot, i) =>
    columnOf(
      slot,
      plain[i]!,
      lines.map((cells) => cells?.[i]),
    ),
  )
  const departing = columns.filter(({ departures }) => departures.size > 0)
  const listed = columns.flatMap((column, i) => (column.pattern === undefined ? [i] : []))
  const body: (string | number)[] = []
  let rows: string[] = []
  /* Numbers of the lines at which packed lines of rows begin. */
  let starts: number[] = []
  let plainFrom = -1
  const add = (row: number, text: string): void => {
    rows.push(text)
    starts.push(row + first)
  }
  const endPlain = (to: number): void => {
    if (plainFrom >= 0) add(plainFrom, plainFrom === to ? `${to + first}` : `${plainFrom + first}-${to + first}`)
    plainFrom = -1
  }
  const flush = (to: number): void => {
    endPlain(to)
    for (const { text, from } of packRows(rows)) body.push(`L${starts[from]} | ${text}`)
    rows = []
    starts = []
  }
  lines.forEach((cells, row) => {
    if (cells === undefined) {
      flush(row - 1)
      body.push(row)
      return
    }
    const departures = departing.flatMap(({ name, departures: own }) => (own.has(row) ? [`${name}=${own.get(row)}`] : []))
    if (listed.length > 0) add(row, [...listed.map((i) => cells[i]!), ...departures].join(','))
    else if (departures.length === 0) plainFrom = plainFrom < 0 ? row : plainFrom
    else {
      endPlain(row - 1)
      add(row, `${row + first} ${departures.join(',')}`)
    }
  })
  flush(lines.length - 1)
  return { head: `${lines.length} lines: ${formatPieces(pieces, columns)}`, body }
}

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
