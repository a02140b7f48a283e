/**
 * The values of JSON documents in groups: values that stand in the same place of their records (`/items/N/status`) are of one
 * group, so that what is common and what is rare can be told apart; and entities, the objects that a reader looks at as one.
 */
import { isArrayAt, isObjectAt, type JsonTape, pointerStep, textAt } from '../../source/json.ts'
import type { Documents } from './documents.ts'

export interface Model {
  readonly documents: Documents
  readonly tape: JsonTape
  /** Number of the object or array that holds value (or key) n; -1 for a root. */
  readonly parent: Int32Array
  /** Group of value n, from 0; keys have the group of their value. */
  readonly group: Int32Array
  /** The object, or the item of an array, that value n belongs to; n itself when it is one. */
  readonly entity: Int32Array
  readonly groups: Groups
}

export interface Groups {
  /** Group of the values that hold the values of group g; -1 at the root. */
  readonly parent: readonly number[]
  /** Key of the members of group g; undefined for items of arrays and for values of maps. */
  readonly key: readonly (string | undefined)[]
  /** How many values group g has. */
  readonly size: readonly number[]
}

/** So many objects of one sort under different keys are records with names, and the keys are no part of their shape. */
const MAP_LEAST = 4
const MAP_SAMPLE = 8
/** An entity with more values than this is seen in parts. */
const LARGE = 160
/** Items of longer arrays of plain values are seen one by one. */
const LONG_ARRAY = 20

/** Keys of object n, the first few, as they are spelled. */
const keysOf = (tape: JsonTape, n: number, most: number): string[] => {
  const keys: string[] = []
  for (let i = n + 1; i < tape.next[n]! && keys.length < most; i = tape.next[i + 1]!)
    keys.push(tape.text.slice(tape.start[i], tape.end[i]))
  return keys
}

/** Whether object n holds objects with much the same keys under different names. */
const isMap = (tape: JsonTape, n: number): boolean => {
  const values: number[] = []
  let members = 0
  for (let i = n + 1; i < tape.next[n]!; i = tape.next[i + 1]!) {
    members++
    if (values.length < MAP_SAMPLE) values.push(i + 1)
  }
  if (members < MAP_LEAST || !values.every((value) => isObjectAt(tape, value) && tape.next[value]! > value + 1)) return false
  const first = new Set(keysOf(tape, values[0]!, 24))
  return values.every((value) => {
    const keys = keysOf(tape, value, 24)
    const shared = keys.filter((key) => first.has(key)).length
    return shared * 2 >= Math.max(first.size, keys.length)
  })
}

/** Whether object n holds many numbers under different names: counts, sizes, prices. */
const isTally = (tape: JsonTape, n: number): boolean => {
  if (tape.next[n]! - n <= 2 * LONG_ARRAY) return false
  for (let i = n + 1; i < tape.next[n]!; i = tape.next[i + 1]!) {
    const c = tape.text.charCodeAt(tape.start[i + 1]!)
    if (c !== 45 && (c < 48 || c > 57)) return false
  }
  return true
}

interface Open {
  readonly n: number
  readonly end: number
  readonly object: boolean
  readonly map: boolean
  readonly long: boolean
}

/** One pass over the values, each after what holds it. Linear. */
export const createModel = (documents: Documents): Model => {
  const { tape, roots } = documents
  const parent = new Int32Array(tape.size).fill(-1)
  const group = new Int32Array(tape.size)
  const entity = new Int32Array(tape.size)
  const parents: number[] = []
  const keys: (string | undefined)[] = []
  const sizes: number[] = []
  /** Groups below each group (the roots' at 0), by the key as it is spelled; '' for items. */
  const below: Map<string, number>[] = [new Map()]
  const groupFor = (above: number, key: number): number => {
    const spelling = key < 0 ? '' : tape.text.slice(tape.start[key], tape.end[key])
    const known = below[above + 1]!
    const old = known.get(spelling)
    if (old !== undefined) return old
    known.set(spelling, parents.length)
    parents.push(above)
    keys.push(key < 0 ? undefined : textAt(tape, key))
    sizes.push(0)
    below.push(new Map())
    return parents.length - 1
  }
  const isRoot = new Uint8Array(tape.size)
  for (const root of roots) isRoot[root] = 1
  const stack: Open[] = []
  for (let n = 0; n < tape.size; n++) {
    while (stack.length > 0 && stack[stack.length - 1]!.end <= n) stack.pop()
    const holder = isRoot[n] === 1 ? undefined : stack[stack.length - 1]
    const value = holder?.object === true ? n + 1 : n
    const above = holder === undefined ? -1 : group[holder.n]!
    const named = holder?.object === true && !holder.map
    const g = groupFor(above, named ? n : -1)
    sizes[g] = sizes[g]! + 1
    for (let i = n; i <= value; i++) {
      parent[i] = holder?.n ?? -1
      group[i] = g
      entity[i] = entityOf(tape, value, holder, entity)
    }
    n = value
    if (!isContainer(tape, n)) continue
    const object = isObjectAt(tape, n)
    stack.push({
      n,
      end: tape.next[n]!,
      object,
      map: object && (isMap(tape, n) || isTally(tape, n)),
      long: tape.next[n]! - n > LONG_ARRAY * (object ? 2 : 1),
    })
  }
  return { documents, tape, parent, group, entity, groups: { parent: parents, key: keys, size: sizes } }
}

const isContainer = (tape: JsonTape, n: number): boolean => isObjectAt(tape, n) || isArrayAt(tape, n)

const entityOf = (tape: JsonTape, value: number, holder: Open | undefined, entity: Int32Array): number => {
  if (holder === undefined) return value
  const own = entity[holder.n]!
  if (isObjectAt(tape, value)) {
    if (!holder.object || holder.map) return value
    return tape.next[own]! - own > LARGE ? value : own
  }
  return holder.long && (!holder.object || holder.map) && !isArrayAt(tape, value) ? value : own
}

/** Position of value n among the items of its array. Linear in the items before it. */
export const indexOf = ({ tape, parent }: Model, n: number): number => {
  let index = 0
  for (let i = parent[n]! + 1; i < n; i = tape.next[i]!) index++
  return index
}

/** Pointers may hold no white space and no comma where annotations separate them with these. */
const PLAIN = /^[^\s,\u0000-\u001f\u007f-\u009f\ud800-\udfff]{0,80}$/

/** Of equal keys a pointer leads to the last one. */
const isLastOfName = ({ tape, parent }: Model, n: number): boolean => {
  const name = textAt(tape, n - 1)
  for (let key = tape.next[n]!; key < tape.next[parent[n]!]!; key = tape.next[key + 1]!)
    if (textAt(tape, key) === name) return false
  return true
}

/** The JSON pointer of value n from its root; undefined when none leads there, or a key cannot stand in an annotation. */
export const pointerOf = (model: Model, n: number): string | undefined => {
  const { tape, parent } = model
  const steps: string[] = []
  for (let at = n; parent[at]! >= 0; at = parent[at]!) {
    const item = isArrayAt(tape, parent[at]!)
    const step = item ? String(indexOf(model, at)) : pointerStep(textAt(tape, at - 1))
    if (!PLAIN.test(step) || (!item && !isLastOfName(model, at))) return undefined
    steps.push(step)
  }
  return steps
    .reverse()
    .map((step) => `/${step}`)
    .join('')
}
