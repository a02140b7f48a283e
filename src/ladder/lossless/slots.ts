/** From aligned lines to slots: what differs between them, as columns of texts. */
import type { Alignment } from './align.ts'
import { BLANKS, isDigit, isLetter, type TokenLine, tokenAt } from './tokens.ts'

/** A distinct text of a template. */
export interface Row {
  readonly tokens: TokenLine
  /** From the tokens of the template's first row to those of this one; rows of one shape share it. */
  readonly pairs: Alignment
}

/** A part of the first row that differs in others. */
export interface Slot {
  /** Offsets in the first row; never empty. */
  readonly from: number
  readonly to: number
  /** One per row, the first row's first. */
  readonly values: readonly string[]
}

/**
 * The tokens of the first row that all rows have, and the gaps before, between and behind them, in one list of elements: even ones
 * are gaps, odd ones tokens.
 */
interface Grid {
  readonly rows: readonly Row[]
  /** One row of each shape: rows of one shape have the same tokens, but for what is masked. */
  readonly shapes: readonly Row[]
  readonly anchors: readonly number[]
}

const startOf = ({ tokens, pairs }: Row, anchor: number): number => {
  const i = pairs[anchor]!
  return i === 0 ? 0 : tokens.ends[i - 1]!
}
const endOf = ({ tokens, pairs }: Row, anchor: number): number => tokens.ends[pairs[anchor]!]!

const elementStart = (row: Row, element: number, anchors: readonly number[]): number =>
  element % 2 === 1 ? startOf(row, anchors[element >> 1]!) : element === 0 ? 0 : endOf(row, anchors[(element >> 1) - 1]!)

const elementEnd = (row: Row, element: number, anchors: readonly number[]): number =>
  element % 2 === 1
    ? endOf(row, anchors[element >> 1]!)
    : element >> 1 === anchors.length
      ? row.tokens.text.length
      : startOf(row, anchors[element >> 1]!)

const textsBetween = ({ rows, anchors }: Grid, first: number, last: number): string[] =>
  rows.map((row) => row.tokens.text.slice(elementStart(row, first, anchors), elementEnd(row, last, anchors)))

const anchorVaries = ({ rows, shapes }: Grid, anchor: number): boolean => {
  const { tokens } = rows[0]!
  const id = tokens.ids[anchor]!
  if (shapes.some((row) => row.tokens.ids[row.pairs[anchor]!] !== id)) return true
  if (id > BLANKS) return false
  const first = tokenAt(tokens, anchor)
  return rows.some((row) => tokenAt(row.tokens, row.pairs[anchor]!) !== first)
}

/** Tokens are never empty, so that a gap of one row of a shape is as empty as those of the others. */
const gapVaries = ({ shapes, anchors }: Grid, element: number): boolean =>
  shapes.some((row) => elementEnd(row, element, anchors) > elementStart(row, element, anchors))

/** Which elements differ. A slot needs text in the first row, so a gap that is empty there takes the token behind it, or before it. */
const varying = (grid: Grid): boolean[] => {
  const { rows, anchors } = grid
  const flags = Array.from({ length: 2 * anchors.length + 1 }, (_, element) =>
    element % 2 === 1 ? anchorVaries(grid, anchors[element >> 1]!) : gapVaries(grid, element),
  )
  for (let element = 0; element < flags.length; element += 2) {
    const isEmpty = elementStart(rows[0]!, element, anchors) === elementEnd(rows[0]!, element, anchors)
    if (!flags[element] || !isEmpty || flags[element - 1] || flags[element + 1]) continue
    if (element + 1 < flags.length) flags[element + 1] = true
    else if (element > 0) flags[element - 1] = true
  }
  return flags
}

const sharedAnchors = (shapes: readonly Row[]): number[] => {
  const anchors: number[] = []
  for (let i = 0; i < shapes[0]!.pairs.length; i++) if (shapes.every(({ pairs }) => pairs[i]! >= 0)) anchors.push(i)
  return anchors
}

/** The first row of each shape; those of one shape share their alignment. */
const shapesOf = (rows: readonly Row[]): Row[] => {
  const known = new Set<Alignment>()
  const shapes: Row[] = []
  for (const row of rows) {
    if (known.has(row.pairs)) continue
    known.add(row.pairs)
    shapes.push(row)
  }
  return shapes
}

/** The slots of a template, from left to right; undefined when its first row is empty. */
export const slotsOf = (rows: readonly Row[]): Slot[] | undefined => {
  const first = rows[0]!
  if (first.tokens.text === '') return undefined
  const shapes = shapesOf(rows)
  const anchors = sharedAnchors(shapes)
  const grid: Grid = { rows, shapes, anchors }
  const flags = varying(grid)
  const slots: Slot[] = []
  for (let element = 0; element < flags.length; element++) {
    if (!flags[element]) continue
    const begin = element
    /* An empty gap between two tokens that differ separates nothing. */
    while (flags[element + 1] || (element % 2 === 1 && flags[element + 2])) element++
    const from = elementStart(first, begin, anchors)
    const to = elementEnd(first, element, anchors)
    slots.push({ from, to, values: textsBetween(grid, begin, element) })
  }
  return slots
}

/** Digits and letters are classes; any other char is its own. */
const classAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at)
  return isDigit(code) ? -1 : isLetter(code) ? -2 : code
}

/** Offsets behind each run of one class. */
const runsOf = (text: string): number[] => {
  const ends: number[] = []
  for (let at = 1; at <= text.length; at++) if (at === text.length || classAt(text, at) !== classAt(text, at - 1)) ends.push(at)
  return ends
}

const cut = (slot: Slot, from: number, to: number, values: readonly string[]): Slot[] =>
  values.every((value) => value === values[0]) ? [] : [{ from: slot.from + from, to: slot.from + to, values }]

/** When all values are built alike, their parts; parts that do not differ drop out. */
const splitAlike = (slot: Slot): Slot[] | undefined => {
  const base = slot.values[0]!
  const first = runsOf(base)
  if (first.length < 2) return undefined
  const runs: number[][] = []
  for (const value of slot.values) {
    const ends = runsOf(value)
    const isAlike =
      ends.length === first.length && ends.every((end, i) => classAt(value, end - 1) === classAt(base, first[i]! - 1))
    if (!isAlike) return undefined
    runs.push(ends)
  }
  return first.flatMap((end, i) => {
    const start = i === 0 ? 0 : first[i - 1]!
    const parts = slot.values.map((value, k) => value.slice(i === 0 ? 0 : runs[k]![i - 1]!, runs[k]![i]!))
    return cut(slot, start, end, parts)
  })
}

const commonPrefix = (values: readonly string[]): number => {
  const base = values[0]!
  let length = base.length
  for (const value of values) {
    let i = 0
    while (i < length && value[i] === base[i]) i++
    length = i
  }
  return length
}

const commonSuffix = (values: readonly string[], limit: number): number => {
  const base = values[0]!
  let length = limit
  for (const value of values) {
    let i = 0
    while (i < length && value[value.length - 1 - i] === base[base.length - 1 - i]) i++
    length = i
  }
  return length
}

/** Runs that all values share at their start and end are no part of the slot. */
const trim = (slot: Slot): Slot[] | undefined => {
  const base = slot.values[0]!
  const ends = runsOf(base)
  const shared = commonPrefix(slot.values)
  const prefix = ends.reduce((best, end) => (end <= shared && end < base.length ? end : best), 0)
  const shortest = slot.values.reduce((least, value) => Math.min(least, value.length), base.length)
  const tail = commonSuffix(slot.values, Math.min(shortest, base.length - 1) - prefix)
  const from = ends.find((end) => end >= base.length - tail) ?? base.length
  if ((prefix === 0 && from === base.length) || from <= prefix) return undefined
  const drop = base.length - from
  return cut(
    slot,
    prefix,
    from,
    slot.values.map((value) => value.slice(prefix, value.length - drop)),
  )
}

/** So many digits at the end of a longer number count exactly. */
const COUNTABLE = 15

/** Numbers too long to count with: the part before those digits rarely changes. */
const splitLong = (slot: Slot): Slot[] | undefined => {
  const { length } = slot.values[0]!
  if (length <= COUNTABLE || !slot.values.every((value) => value.length === length && /^\d+$/.test(value))) return undefined
  const at = length - COUNTABLE
  const part = (from: number, to: number): Slot[] =>
    cut(
      slot,
      from,
      to,
      slot.values.map((value) => value.slice(from, to)),
    )
  return [...part(0, at), ...part(at, length)]
}

/** A finer reading of a slot; undefined when there is none. */
export const splitSlot = (slot: Slot): Slot[] | undefined => splitAlike(slot) ?? splitLong(slot) ?? trim(slot)
