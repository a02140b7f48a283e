/**
 * What was worked out for earlier bodies, so that the next body of a conversation, which repeats nearly all of their messages,
 * is not scanned, decoded or hashed again. Messages that stand where an earlier body had them are compared with that body,
 * all at once: this costs a fiftieth of parsing them, and a wrong guess costs a comparison and never a wrong value.
 */
import type { MessageReading } from './formats/reading.ts'
import type { FormatName } from './formats/types.ts'
import { KNOWN_DEPTH, type KnownItems, OBJECT, type Tape } from './spans.ts'

/** Shorter arrays are scanned as fast as they are compared. */
const MIN_CHARS = 4096
/** How many arrays at once, and how many chars of the bodies that hold them, are worth it. */
const MAX_ARRAYS = 16
const MAX_CHARS = 32 * 2 ** 20
/** How many items at its end a growing array may change, as cache marks move, without being taken for another one. */
const MOVING_END = 8

/** How the chars of a body stand for its text: bodies of two forms may look the same and say different things. */
export type BodyForm = 'text' | 'bytes'

/** What the messages of a body say. */
export interface Readings {
  /** Value number of their array. */
  readonly array: number
  readonly format: FormatName
  readonly messages: readonly MessageReading[]
}

/** An array of objects in a body that was read. */
interface KnownArray {
  readonly tape: Tape
  /** Value number of each item. */
  readonly items: readonly number[]
  /** What its items say, where they are messages. */
  readonly readings: Readings | undefined
}

// What is known belongs to the store of the conversations, and goes with it.
const known = new WeakMap<object, Record<BodyForm, readonly KnownArray[]>>()

export interface BodyRecall extends KnownItems {
  /** What the first messages of an array say, as far as an earlier body had the same ones at the same value numbers. */
  messages(array: number, format: FormatName): readonly MessageReading[]
  /** Keeps this body for the next one, in place of the one that it grew from. */
  keep(tape: Tape, readings: Readings): void
}

/** How many items of an array, from item `first` on, stand in `text` from `at` on. */
const countSame = ({ tape, items }: KnownArray, first: number, text: string, at: number): number => {
  const shift = at - tape.start[items[first]!]!
  let same = first
  let from = tape.start[items[first]!]!
  const extend = (to: number): boolean => {
    const end = tape.end[items[to]!]!
    if (text.slice(from + shift, end + shift) !== tape.text.slice(from, end)) return false
    same = to + 1
    from = end
    return true
  }
  if (!extend(first)) return 0
  // Nearly always all of them; else each half is compared once.
  let other = items.length
  for (let to = other - 1; same < other; to = (same + other) >> 1) if (!extend(to)) other = to
  return same - first
}

const arraysIn = (tape: Tape, value: number, depth: number): readonly number[] => {
  const opens = tape.text[tape.start[value]!]
  if (opens === '[') return tape.end[value]! - tape.start[value]! < MIN_CHARS ? [] : [value]
  if (opens !== '{' || depth + 1 === KNOWN_DEPTH) return []
  const arrays: number[] = []
  for (let n = value + 1; n < tape.next[value]!; n = tape.next[n + 1]!) arrays.push(...arraysIn(tape, n + 1, depth + 1))
  return arrays
}

/** The items of an array; none when one of them is no object, since the end of others depends on what follows. */
const objectsIn = (tape: Tape, array: number): readonly number[] => {
  const items: number[] = []
  for (let n = array + 1; n < tape.next[array]!; n = tape.next[n]!) {
    if (tape.text.charCodeAt(tape.start[n]!) !== OBJECT) return []
    items.push(n)
  }
  return items
}

/** The first arrays, which are the newest, as far as the bodies that they keep alive fit. */
const bounded = (newestFirst: readonly KnownArray[]): readonly KnownArray[] => {
  const bodies = new Set<Tape>()
  let room = MAX_CHARS
  return newestFirst.slice(0, MAX_ARRAYS).filter(({ tape }) => {
    if (!bodies.has(tape)) room -= tape.text.length
    bodies.add(tape)
    return room >= 0
  })
}

export const recallFor = (owner: object, form: BodyForm, text: string): BodyRecall => {
  const all = known.get(owner) ?? { text: [], bytes: [] }
  known.set(owner, all)
  const earlier = all[form]
  const repeated = new Map<KnownArray, number>()
  /** By array, where it begins as a known one does. */
  const beginnings = new Map<number, { readonly as: KnownArray; readonly count: number }>()
  // The next item, of which array.
  let current = -1
  let next = 0
  return {
    run: (at, array, value) => {
      const index = array === current ? next : 0
      current = array
      let best: KnownArray | undefined
      let count = 0
      for (const one of earlier) {
        if (count >= one.items.length - index) continue
        const same = countSame(one, index, text, at)
        if (same > count) [best, count] = [one, same]
      }
      next = index + Math.max(1, count)
      if (best === undefined) return undefined
      repeated.set(best, (repeated.get(best) ?? 0) + count)
      const { tape, items } = best
      if (index === 0 && items[0] === value) beginnings.set(array, { as: best, count })
      const last = items[index + count - 1]!
      return { tape, first: items[index]!, behind: tape.next[last]!, end: tape.end[last]! }
    },
    messages: (array, format) => {
      const { as, count } = beginnings.get(array) ?? { count: 0 }
      return as?.readings?.format === format ? as.readings.messages.slice(0, count) : []
    },
    keep: (tape, readings) => {
      const grown = arraysIn(tape, 0, 0)
        .map((array) => ({
          tape,
          items: objectsIn(tape, array),
          readings: readings.array === array ? readings : undefined,
        }))
        .filter(({ items }) => items.length > 0)
      const others = earlier.filter((one) => (repeated.get(one) ?? 0) < Math.max(1, one.items.length - MOVING_END))
      all[form] = bounded([...grown, ...others])
    },
  }
}
