/** Parts of long lines, and failures that share a line: what annotations say of them, against the line itself. */
import {
  createTape,
  findPointer,
  isArrayAt,
  isObjectAt,
  itemsOf,
  type JsonTape,
  scanValue,
  sizeAt,
  skipSpace,
} from '../../source/json.ts'
import { viewOf } from '../../source/view.ts'
import type { Excerpt, Items, Spots } from '../parse-excerpts.ts'
import { matchShown, type Part } from '../shown.ts'
import type { LineRange, Spot } from '../types.ts'
import type { Case } from './case.ts'
import type { Content, PlacedNote } from './content.ts'
import { FATE, type Fates } from './fates.ts'

interface Line {
  readonly text: string
  /** Chars of the prefix. */
  readonly from: number
  /** The line's one JSON value, scanned when it is first asked for; null when it is none. */
  tape: JsonTape | null | undefined
  /** What is shown of the line. */
  readonly parts: Part[]
}

interface Check {
  readonly task: Case
  readonly fates: Fates
  readonly caps: ReadonlyMap<number, number>
  readonly lines: Map<number, Line>
}

const BOM = 0xfeff

const lineOf = ({ task, fates, caps, lines }: Check, n: number): Line => {
  const known = lines.get(n)
  if (known !== undefined) return known
  const text = task.source.line(n)
  const from = task.source.prefix?.end(text, 0, text.length) ?? 0
  const line: Line = { text, from, tape: undefined, parts: fates.fate[n] === FATE.kept ? [[0, caps.get(n) ?? text.length]] : [] }
  lines.set(n, line)
  return line
}

const tapeOf = (line: Line): JsonTape | null => {
  if (line.tape !== undefined) return line.tape
  const { text, from } = line
  const tape = createTape(text)
  const scanned = scanValue(tape, from > 0 ? from : text.charCodeAt(0) === BOM ? 1 : 0)
  const alone = scanned?.complete === true && skipSpace(text, scanned.end, text.length) === text.length
  line.tape = alone ? tape : null
  return line.tape
}

/** Number of the value on the line's tape, or a sentence. */
const valueAt = (line: Line, pointer: string): { readonly tape: JsonTape; readonly n: number } | string => {
  const tape = tapeOf(line)
  if (tape === null) return 'which is not one JSON value'
  const n = findPointer(tape, 0, pointer)
  return n < 0 ? `where ${pointer} leads nowhere` : { tape, n }
}

const checkExcerpt = (check: Check, { line: at, above }: PlacedNote, { line: n, place, shown }: Excerpt): void => {
  const { problems } = check.task
  const what = `The excerpt in output line ${at}`
  if (above !== n) {
    problems.add(`${what} is of line ${n}, but does not stand under it.`)
    return
  }
  const line = lineOf(check, n)
  const found = 'offset' in place ? undefined : valueAt(line, place.pointer)
  if (typeof found === 'string') {
    problems.add(`${what} is of line ${n}, ${found}.`)
    return
  }
  const from = 'offset' in place ? place.offset : found!.tape.start[found!.n]!
  const matched = matchShown(line.text, from, shown)
  if (matched !== undefined && (found === undefined || matched.end === found.tape.end[found.n]!))
    line.parts.push(...matched.parts)
  else if (found !== undefined || matchShown(viewOf(line.text), from, shown) === undefined)
    problems.add(`${what} is not what line ${n} has there.`)
}

const overlaps = (parts: readonly Part[], from: number, to: number): boolean => {
  /* The first part that ends behind `from`; parts ascend and are disjoint. */
  let low = 0
  let high = parts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (parts[middle]![1] <= from) low = middle + 1
    else high = middle
  }
  return low < parts.length && parts[low]![0] < to
}

const mergeParts = (parts: Part[]): Part[] => {
  parts.sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const merged: [number, number][] = []
  for (const [from, to] of parts) {
    const last = merged.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

const checkItems = (check: Check, at: number, { line: n, pointer, what, total, shown }: Items, parts: readonly Part[]): void => {
  const { problems } = check.task
  const found = valueAt(lineOf(check, n), pointer)
  const name = `The count in output line ${at}`
  if (typeof found === 'string') {
    problems.add(`${name} is of line ${n}, ${found}.`)
    return
  }
  const { tape, n: value } = found
  if (!(what === 'items' ? isArrayAt : isObjectAt)(tape, value) || sizeAt(tape, value) !== total) {
    problems.add(`${name} says ${total} ${what}, but there are ${sizeAt(tape, value)}.`)
    return
  }
  let seen = 0
  const step = what === 'items' ? 0 : 1
  for (let i = value + 1; i < tape.next[value]!; i = tape.next[i + step]!) {
    if (overlaps(parts, tape.start[i]!, tape.end[i + step]!)) seen++
  }
  if (seen !== shown) problems.add(`${name} says that ${shown} ${what} are shown, but at least a part of ${seen} is.`)
}

/** What a list of pointers names, as parts of the line; or a sentence. */
const partsNamed = (line: Line, { values, offsets }: Spots): Part[] | string => {
  const parts: Part[] = offsets.map(([from, to]): Part => [from, to + 1])
  for (const { pointer, items } of values) {
    const found = valueAt(line, pointer)
    if (typeof found === 'string') return found
    const { tape, n } = found
    if (items.length === 0) {
      parts.push([tape.start[n]!, tape.end[n]!])
      continue
    }
    if (memberNamed(tape, n, items, parts)) continue
    const children = isArrayAt(tape, n) ? itemsOf(tape, n) : []
    const beyond = items.find(([, to]) => to >= children.length)
    if (beyond !== undefined) return `where ${pointer} has no item ${beyond[1]}`
    for (const [from, to] of items) parts.push([tape.start[children[from]!]!, tape.end[children[to]!]!])
  }
  return parts
}

/** One key that is a number. */
const memberNamed = (tape: JsonTape, n: number, items: readonly LineRange[], parts: Part[]): boolean => {
  const [from, to] = items[0]!
  const member = items.length === 1 && from === to && isObjectAt(tape, n) ? findPointer(tape, n, `/${from}`) : -1
  if (member < 0) return false
  parts.push([tape.start[member]!, tape.end[member]!])
  return true
}

/** Failures of one line that the receipt calls indexed lie in what the annotation names, and are as many as it says. */
const checkSpots = (check: Check, at: number, spots: Spots, indexed: readonly Spot[]): void => {
  const { problems } = check.task
  const named = partsNamed(lineOf(check, spots.line), spots)
  if (typeof named === 'string') {
    problems.add(`The index in output line ${at} is of line ${spots.line}, ${named}.`)
    return
  }
  const own = indexed.filter(([line]) => line === spots.line)
  const parts = mergeParts(named)
  const outside = own.find(([, offset]) => !overlaps(parts, offset, offset + 1))
  if (outside !== undefined)
    problems.add(`The index in output line ${at} does not name the failure at char ${outside[1]} of line ${spots.line}.`)
  if (own.length !== spots.count)
    problems.add(
      `The index in output line ${at} counts ${spots.count} failures, but the receipt has ${own.length} in line ${spots.line}.`,
    )
}

const checkOrder = ({ task: { problems, source } }: Check, spots: readonly Spot[]): boolean => {
  let before: Spot = [0, 0]
  for (const spot of spots) {
    if (spot[0] > source.lines || spot[0] < before[0] || (spot[0] === before[0] && spot[1] <= before[1] && before[0] > 0)) {
      problems.add(`The failure at char ${spot[1]} of line ${spot[0]} is out of order or outside of the source.`)
      return false
    }
    before = spot
  }
  return true
}

/** Checks excerpts, counts and failures inside lines; `content` is undefined when nothing of the output is a note. */
export const checkExcerpts = (task: Case, fates: Fates, { notes, caps }: Pick<Content, 'notes' | 'caps'>): void => {
  const check: Check = { task, fates, caps, lines: new Map() }
  const { shown = [], indexed = [] } = task.receipt.findings.spots ?? {}
  const beyond = notes.find(({ note }) => 'line' in note && note.line > task.source.lines)
  if (beyond !== undefined) {
    task.problems.add(`The annotation in output line ${beyond.line} is of a line that the source does not have.`)
    return
  }
  if (!checkOrder(check, shown) || !checkOrder(check, indexed)) return
  for (const placed of notes) if (placed.note.type === 'excerpt') checkExcerpt(check, placed, placed.note)
  const parts = new Map<number, Part[]>()
  const partsOf = (n: number): Part[] => {
    const known = parts.get(n) ?? mergeParts(lineOf(check, n).parts)
    parts.set(n, known)
    return known
  }
  const named = new Set<number>()
  for (const { note, line } of notes) {
    if (note.type === 'items') checkItems(check, line, note, partsOf(note.line))
    if (note.type !== 'spots') continue
    if (named.has(note.line)) task.problems.add(`The index in output line ${line} is a second one of line ${note.line}.`)
    named.add(note.line)
    checkSpots(check, line, note, indexed)
  }
  if (task.rebuilt) return
  for (const [n, offset] of shown) {
    if (overlaps(partsOf(n), offset, offset + 1)) continue
    task.problems.add(`The failure at char ${offset} of line ${n} is counted as shown, but is not.`)
    return
  }
  const missing = indexed.find(([line]) => !named.has(line))
  if (missing !== undefined)
    task.problems.add(`The failure at char ${missing[1]} of line ${missing[0]} is neither shown nor named by an index.`)
}
