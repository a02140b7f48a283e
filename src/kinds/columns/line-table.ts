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
import { findPattern, hasMark, type Pattern } from './patterns.ts'
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

/** A cell in its slot. */
export const pad = (cell: string, { pad: side, width }: Slot): string =>
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
