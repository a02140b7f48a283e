/** Where an entity of a long line is: its JSON pointer where the line is one value, else its offset. */
import { fitRanges, mergeRanges } from '../../ladder/ranges.ts'
import type { Index, IndexEntry } from '../../ladder/render.ts'
import { formatItems, formatSpots } from '../../receipt/notes.ts'
import type { LineRange } from '../../receipt/types.ts'
import { isArrayAt, isObjectAt, skipSpace } from '../../source/json.ts'
import type { Source } from '../../source/source.ts'
import type { LineReading } from './lines.ts'
import { type Model, pointerOf } from './model.ts'

/** A part of the text, [from, to). */
export type Part = readonly [from: number, to: number]

export interface Place {
  readonly line: number
  /** What follows `L12` in an annotation: a pointer, or an offset. */
  readonly where: string
  readonly pointer: string | undefined
}

/** Whether root n is all that its line holds. */
const isAlone = (source: Source, { tape, documents }: Model, root: number, line: number): boolean => {
  if (!documents.complete && root === documents.roots.at(-1)) return false
  const from = source.starts[line - 1]!
  const end = source.end(line)
  const first = source.text.charCodeAt(from) === 0xfeff ? from + 1 : from
  return (
    skipSpace(source.text, first, end) === tape.start[root] && skipSpace(source.text, Math.min(end, tape.end[root]!), end) === end
  )
}

const rootOf = ({ parent }: Model, n: number): number => {
  let at = n
  while (parent[at]! >= 0) at = parent[at]!
  return at
}

/** Finds places; each is looked for once, since a pointer costs the items before it. */
export const createPlaces = ({ model, source, lines }: LineReading): ((n: number) => Place) => {
  const known = new Map<number, Place>()
  return (n) => {
    const old = known.get(n)
    if (old !== undefined) return old
    const line = lines[n]!
    const pointer = isAlone(source, model, rootOf(model, n), line) ? pointerOf(model, n) : undefined
    const offset = model.tape.start[n]! - source.starts[line - 1]!
    const place = { line, pointer, where: pointer === undefined ? `@${offset}` : pointer === '' ? '' : ` ${pointer}` }
    known.set(n, place)
    return place
  }
}

const groupBy = (values: readonly number[], key: (n: number) => number): Map<number, number[]> => {
  const groups = new Map<number, number[]>()
  for (const n of values) {
    const group = groups.get(key(n))
    if (group === undefined) groups.set(key(n), [n])
    else group.push(n)
  }
  return groups
}

/** Positions of ascending items in their array, by one walk over it. */
const positionsOf = ({ tape }: Model, array: number, items: readonly number[]): LineRange[] => {
  const positions: LineRange[] = []
  let index = 0
  for (let i = array + 1; i < tape.next[array]! && positions.length < items.length; i = tape.next[i]!, index++)
    if (i === items[positions.length]) positions.push([index, index])
  return mergeRanges(positions)
}

/** The pointers of failures in document order, those in one array together; none where one has no pointer. */
const listPointers = (model: Model, entities: readonly number[], chars: number): string[] => {
  const byHolder = groupBy(entities, (n) => model.parent[n]!)
  const lists: string[] = []
  const share = chars / Math.max(1, byHolder.size)
  for (const [holder, items] of byHolder) {
    const pointer = holder < 0 ? undefined : pointerOf(model, holder)
    if (pointer === undefined) return []
    if (!isArrayAt(model.tape, holder)) {
      lists.push(...items.map((n) => pointerOf(model, n) ?? pointer).filter((one) => one !== ''))
      continue
    }
    let ranges = positionsOf(model, holder, items)
    const write = (): string => `${pointer}/${ranges.map(([from, to]) => (from === to ? from : `${from}-${to}`)).join(',')}`
    for (let slack = 1; ranges.length > 1 && write().length > share; slack *= 2) ranges = mergeRanges(ranges, slack)
    lists.push(write())
  }
  return [...new Set(lists)]
}

/** Where entities begin, as ranges of offsets in their line. */
const listOffsets = ({ model, source, lines }: LineReading, entities: readonly number[], chars: number): LineRange[] => {
  const offsets = entities.map((n) => model.tape.start[n]! - source.starts[lines[n]! - 1]!)
  let ranges = mergeRanges(offsets.map((offset): LineRange => [offset, offset]))
  for (let slack = 64; ranges.length > 1 && ranges.length * 14 > chars; slack *= 2) ranges = mergeRanges(ranges, slack)
  return ranges
}

const COUNTED_LEAST = 4

/** Whether ascending, disjoint parts have something of [from, to). */
const overlapsAny = (parts: readonly Part[], from: number, to: number): boolean => {
  let low = 0
  let high = parts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (parts[middle]![1] <= from) low = middle + 1
    else high = middle
  }
  return low < parts.length && parts[low]![0] < to
}

/** Parts in order, those that touch as one. */
export const unite = (parts: readonly Part[]): Part[] => {
  const united: [number, number][] = []
  for (const [from, to] of [...parts].sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = united.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to)
    else united.push([from, to])
  }
  return united
}

const countChildren = ({ tape }: Model, n: number, parts: readonly Part[]): { total: number; shown: number } => {
  const step = isObjectAt(tape, n) ? 1 : 0
  let total = 0
  let shown = 0
  for (let i = n + 1; i < tape.next[n]!; i = tape.next[i + step]!) {
    total++
    if (overlapsAny(parts, tape.start[i]!, tape.end[i + step]!)) shown++
  }
  return { total, shown }
}

/** Counts of the largest arrays that hold something of what is shown. */
export const countNotes = (
  { model }: LineReading,
  placeOf: (n: number) => Place,
  entities: readonly number[],
  parts: readonly Part[],
  most: number,
): Map<number, string> => {
  const holders = new Set<number>()
  for (const n of entities) {
    for (let up = model.parent[n]!; up >= 0 && !holders.has(up); up = model.parent[up]!)
      if (up === model.entity[up] || isArrayAt(model.tape, up)) holders.add(up)
  }
  const counted = [...holders]
    .map((n) => ({ n, place: placeOf(n), ...countChildren(model, n, parts) }))
    .filter(
      ({ total, shown, place, n }) =>
        total >= COUNTED_LEAST &&
        shown < total &&
        place.pointer !== undefined &&
        (isArrayAt(model.tape, n) || model.entity[n + 2] === n + 2),
    )
    .sort((a, b) => b.total - a.total || a.n - b.n)
    .slice(0, most)
  return new Map(
    counted.map(({ n, place, total, shown }) => [
      n,
      formatItems(place.line, place.pointer!, total, isArrayAt(model.tape, n) ? 'items' : 'keys', shown),
    ]),
  )
}

/** Index annotations of the failures that are not shown: those in long lines, and those in the text around. */
export const indexFor = (
  reading: LineReading,
  placeOf: (n: number) => Place,
  missing: readonly number[],
  shown: ReadonlySet<number>,
  chars: number,
): Index => {
  const byLine = groupBy(missing, (n) => reading.lines[n]!)
  const notes: string[] = []
  for (const [line, entities] of byLine) {
    const room = chars / byLine.size
    const pointers = placeOf(entities[0]!).pointer === undefined ? [] : listPointers(reading.model, entities, room)
    notes.push(formatSpots(entities.length, line, pointers.length > 0 ? pointers : listOffsets(reading, entities, room)))
  }
  const around = reading.around.filter(({ title, also }) => !shown.has(title) && !also.some((n) => shown.has(n)))
  const blocks = around.flatMap((failure) => failure.blocks)
  const entries: IndexEntry[] =
    around.length === 0 ? [] : [{ count: around.length, ranges: fitRanges(blocks, chars), of: 'failures' }]
  return { entries, ranges: mergeRanges(blocks), notes }
}
