/** From entities to single values: what showing each is worth, and the names and keys that say where it stands. */
import { isArrayAt, isObjectAt } from '../../source/json.ts'
import { entityAbove, type Interest } from './interest.ts'
import type { Model } from './model.ts'

export interface Gains {
  /** Per value: what showing it is worth. */
  readonly gain: Float64Array
  /** Per object or array: what the best value inside of it is worth. */
  readonly best: Float64Array
}

/** Names of what holds a value, as a share of the value's worth. */
const NAME_SHARE = 0.8
/** Keys on the way to a value. */
const PATH_SHARE = 0.25
/** The key of a record in a map, which is its name. */
const KEY_SHARE = 0.6
/** A member is a name from this worth on (meaning.ts: names 0.75, messages 0.9, places 0.65, the other 0.1). */
export const NAME = 0.6
export const MESSAGE = 0.85
const LEAST_OWN = 0.1

const isLeaf = (model: Model, n: number): boolean => {
  const { tape } = model
  return (!isObjectAt(tape, n) && !isArrayAt(tape, n)) || tape.next[n] === n + 1
}

/** How many objects lie between each value and its entity. */
const depths = ({ tape, parent, entity }: Model): Int32Array => {
  const depth = new Int32Array(tape.size)
  for (let n = 0; n < tape.size; n++) {
    const up = parent[n]!
    if (up >= 0 && entity[n] !== n && up !== entity[n]) depth[n] = depth[up]! + (isObjectAt(tape, up) ? 1 : 0)
  }
  return depth
}

/** Whether n is a key: the tape lists keys before their values. */
export const keyFlags = ({ tape }: Model): Uint8Array => {
  const flags = new Uint8Array(tape.size)
  for (let n = 0; n < tape.size; n++) {
    if (!isObjectAt(tape, n)) continue
    for (let key = n + 1; key < tape.next[n]!; key = tape.next[key + 1]!) flags[key] = 1
  }
  return flags
}

/** Linear in the documents. */
export const gainsOf = (model: Model, { worth, own }: Interest, isKey: Uint8Array): Gains => {
  const { tape, entity, parent } = model
  const gain = new Float64Array(tape.size)
  const best = new Float64Array(tape.size)
  const depth = depths(model)
  for (let n = 0; n < tape.size; n++) {
    if (!isLeaf(model, n) || isKey[n] === 1) continue
    const e = entity[n]!
    if (worth[e]! === 0) continue
    const member = n === e ? 1 : Math.max(LEAST_OWN, own[n]!)
    gain[n] = worth[e]! * member * (depth[n]! > 2 ? 0.6 : 1)
  }
  for (let n = tape.size - 1; n >= 0; n--) {
    const up = parent[n]!
    const value = Math.max(gain[n]!, best[n]!)
    if (up >= 0 && value > best[up]!) best[up] = value
  }
  /* The names of the entities around a value. */
  for (let n = 0; n < tape.size; n++) {
    if (isKey[n] === 1 || !isLeaf(model, n) || own[n]! < NAME) continue
    const e = entity[n]!
    if (n === e) continue
    if (depth[n]! > 1) continue
    const inner = innerBest(model, best, e)
    gain[n] = Math.max(gain[n]!, inner * NAME_SHARE * own[n]! * (depth[n] === 0 ? 1 : 0.7) * (own[n]! >= MESSAGE ? 0.5 : 1))
  }
  addOutline(model, gain)
  for (let n = 0; n < tape.size; n++) {
    if (best[n] === 0) continue
    /* An item of an array has no name, a value of a map has its key. */
    const named = parent[n]! >= 0 && isObjectAt(tape, parent[n]!)
    if (n !== entity[n] || named) gain[n] = Math.max(gain[n]!, best[n]! * (n === entity[n] ? KEY_SHARE : PATH_SHARE))
  }
  return { gain, best }
}

/** Keys near the top say what a document is about. */
const OUTLINE = 7
const OUTLINE_DEPTH = 3

const addOutline = ({ tape, parent, group, groups }: Model, gain: Float64Array): void => {
  const depth = new Int32Array(tape.size)
  for (let n = 0; n < tape.size; n++) {
    const up = parent[n]!
    /* Items of arrays and maps are many of one sort: no outline. */
    const item = up >= 0 && groups.key[group[n]!] === undefined
    depth[n] = up < 0 ? 0 : item ? OUTLINE_DEPTH : depth[up]! + 1
    if (!item && up >= 0 && isObjectAt(tape, up) && depth[n]! <= OUTLINE_DEPTH && (isObjectAt(tape, n) || isArrayAt(tape, n)))
      gain[n] = Math.max(gain[n]!, OUTLINE / depth[n]! ** 2)
  }
}

const inner = new WeakMap<Float64Array, Float64Array>()

/** What the best value in the entities inside of entity e is worth. */
const innerBest = (model: Model, best: Float64Array, e: number): number => {
  let all = inner.get(best)
  if (all === undefined) {
    all = new Float64Array(best.length)
    for (let n = best.length - 1; n >= 0; n--) {
      if (model.entity[n] !== n) continue
      const up = entityAbove(model, n)
      if (up >= 0) all[up] = Math.max(all[up]!, best[n]!, all[n]!)
    }
    inner.set(best, all)
  }
  return all[e]!
}
