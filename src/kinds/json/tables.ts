/** Arrays of records as tables: what records share is written once as a template, the rest as one row each. */
import { isArrayAt, isObjectAt, type JsonTape } from '../../source/json.ts'
import { findPattern } from '../columns/patterns.ts'
import { packRows } from '../columns/rows.ts'
import { toCell } from './cells.ts'
import { departingNames, formatTemplate, type Template } from './template.ts'

export interface WrittenTable {
  /** What stands behind the number of the table: `420 rows: {…}`. */
  readonly head: string
  /** Rows, several to a line. */
  readonly lines: readonly string[]
  readonly chars: number
}

const LEAST_ROWS = 3
const MAX_KEYS = 64
const MAX_COLUMNS = 200
const MAX_DEPTH = 8
/** Arrays of as many plain values in each record are seen item by item. */
const MAX_ITEMS = 6

/** Values of one place in the records, as numbers on the tape; -1 where a record has none. */
type Slots = Int32Array

type Shape =
  | { readonly type: 'object'; readonly keys: readonly string[]; readonly values: readonly Shape[] }
  | { readonly type: 'array'; readonly items: readonly Shape[] }
  | { readonly type: 'leaf'; readonly slots: Slots }

const isScalar = (tape: JsonTape, n: number): boolean => !isObjectAt(tape, n) && !isArrayAt(tape, n)

interface Budget {
  columns: number
}

/** Keys of all records in one order that fits each of them; undefined when there is none. */
const unionOfKeys = (tape: JsonTape, slots: Slots): Map<string, number> | undefined => {
  const order: string[] = []
  const places = new Map<string, number>()
  for (const n of slots) {
    if (n < 0) continue
    let last = -1
    for (let key = n + 1; key < tape.next[n]!; key = tape.next[key + 1]!) {
      const name = tape.text.slice(tape.start[key], tape.end[key])
      const known = places.get(name)
      if (known === undefined) {
        if (order.length === MAX_KEYS) return undefined
        order.splice(last + 1, 0, name)
        order.forEach((one, i) => {
          if (i > last) places.set(one, i)
        })
        last++
      } else if (known <= last) return undefined
      else last = known
    }
  }
  return places
}

const shapeOf = (tape: JsonTape, slots: Slots, depth: number, budget: Budget): Shape => {
  const leaf: Shape = { type: 'leaf', slots }
  const all = depth < MAX_DEPTH && slots.every((n) => n >= 0)
  if (all && slots.every((n) => isObjectAt(tape, n))) return objectShape(tape, slots, depth, budget) ?? leaf
  if (all && slots.every((n) => isArrayAt(tape, n))) return arrayShape(tape, slots, depth, budget) ?? leaf
  return leaf
}

const objectShape = (tape: JsonTape, slots: Slots, depth: number, budget: Budget): Shape | undefined => {
  const places = unionOfKeys(tape, slots)
  if (places === undefined || places.size === 0 || budget.columns + places.size > MAX_COLUMNS) return undefined
  budget.columns += places.size
  const columns = Array.from(places, () => new Int32Array(slots.length).fill(-1))
  slots.forEach((n, row) => {
    for (let key = n + 1; key < tape.next[n]!; key = tape.next[key + 1]!)
      columns[places.get(tape.text.slice(tape.start[key], tape.end[key]))!]![row] = key + 1
  })
  const keys = [...places].sort((a, b) => a[1] - b[1]).map(([key]) => key)
  return { type: 'object', keys, values: columns.map((column) => shapeOf(tape, column, depth + 1, budget)) }
}

const arrayShape = (tape: JsonTape, slots: Slots, depth: number, budget: Budget): Shape | undefined => {
  const size = childrenOf(tape, slots[0]!).length
  if (size === 0 || size > (depth === 0 ? MAX_KEYS : MAX_ITEMS) || budget.columns + size > MAX_COLUMNS) return undefined
  const columns = Array.from({ length: size }, () => new Int32Array(slots.length))
  for (let row = 0; row < slots.length; row++) {
    const children = childrenOf(tape, slots[row]!)
    if (children.length !== size || !children.every((n) => isScalar(tape, n))) return undefined
    children.forEach((n, i) => {
      columns[i]![row] = n
    })
  }
  budget.columns += size
  return { type: 'array', items: columns.map((column): Shape => ({ type: 'leaf', slots: column })) }
}

const childrenOf = (tape: JsonTape, n: number): number[] => {
  const children: number[] = []
  for (let i = n + 1; i < tape.next[n]!; i = tape.next[i]!) children.push(i)
  return children
}

export type Compact = (n: number) => string

/** What rows give, column by column, and where they depart from patterns. */
interface Columns {
  readonly listed: string[][]
  readonly departures: Map<number, string>[]
}

/** Chars that a departure takes besides its value. */
const NAME_CHARS = 10

const encodeLeaf = (slots: Slots, compact: Compact, columns: Columns): Template => {
  const values = Array.from(slots, (n) => (n < 0 ? undefined : compact(n)))
  const listed = (): Template => {
    columns.listed.push(values.map(toCell))
    return { type: 'listed', column: columns.listed.length - 1 }
  }
  const missing = slots.reduce((count, n) => (n < 0 ? count + 1 : count), 0)
  /* Few records have it: none is the rule. */
  const absent = missing > 0.65 * slots.length
  const found = absent ? undefined : findPattern(values)
  if (!absent && (found === undefined || found.pattern === '-')) return listed()
  const exceptions = found?.exceptions ?? [...values.keys()].filter((row) => values[row] !== undefined)
  if (exceptions.length === 0) return { type: 'pattern', pattern: found?.pattern, column: -1 }
  const cost = exceptions.reduce((sum, row) => sum + toCell(values[row]).length + NAME_CHARS, 0)
  const whole = values.reduce((sum, value) => sum + toCell(value).length + 1, 0)
  if (cost >= whole) return listed()
  columns.departures.push(new Map(exceptions.map((row) => [row, toCell(values[row])])))
  return { type: 'pattern', pattern: found?.pattern, column: columns.departures.length - 1 }
}

const encodeShape = (shape: Shape, compact: Compact, columns: Columns): Template => {
  if (shape.type === 'leaf') return encodeLeaf(shape.slots, compact, columns)
  if (shape.type === 'array')
    return { type: 'array', items: shape.items.map((item) => encodeShape(item, compact, columns)), column: -1 }
  const members = shape.keys.map((key, i): readonly [string, Template] => [key, encodeShape(shape.values[i]!, compact, columns)])
  return { type: 'object', members, column: -1 }
}

/** A table of the items of an array; undefined when they are no records or no table can tell them. */
export const writeTable = (tape: JsonTape, items: readonly number[], compact: Compact): WrittenTable | undefined => {
  if (items.length < LEAST_ROWS) return undefined
  const shape = shapeOf(tape, Int32Array.from(items), 0, { columns: 0 })
  if (shape.type === 'leaf') return undefined
  const columns: Columns = { listed: [], departures: [] }
  const template = encodeShape(shape, compact, columns)
  const names = departingNames(template)
  const rows: string[] = []
  for (let row = 0; row < items.length; row++) {
    const cells = columns.listed.map((column) => column[row]!)
    columns.departures.forEach((departures, i) => {
      const cell = departures.get(row)
      if (cell !== undefined) cells.push(`${names[i]}=${cell}`)
    })
    if (columns.listed.length > 0) rows.push(cells.join(','))
    else if (cells.length > 0) rows.push(`${row} ${cells.join(',')}`)
  }
  const differ = columns.listed.length === 0 ? `, ${rows.length} differ` : ''
  const head = `${items.length} rows${differ}: ${formatTemplate(template)}`
  const lines = packRows(rows).map(({ text, from }) => (columns.listed.length > 0 ? `/${from} | ${text}` : `| ${text}`))
  return { head, lines, chars: head.length + lines.reduce((sum, line) => sum + line.length + ROW_CHARS, 0) }
}

/** `[diet] ` and the line end. */
const ROW_CHARS = 8
