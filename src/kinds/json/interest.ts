/** What in JSON documents a reader would want to see: what failed, what is rare, what the query names, and how it all begins. */
import type { Ask } from '../../ladder/candidate.ts'
import { isArrayAt, isKeyAt, isObjectAt, textAt } from '../../source/json.ts'
import { markMembers } from './evidence.ts'
import { EVIDENCE } from './meaning.ts'
import type { Model } from './model.ts'
import { addQuery } from './query.ts'
import { findOdd, findUnusual } from './rarity.ts'

export interface Interest {
  /** Per value (by its number on the tape, at entities only): what the entity is worth, from 0 to about 120. */
  readonly worth: Float64Array
  /** Per value: what the member is worth for itself, inside of its entity. */
  readonly own: Float32Array
  /** Entities that failed and hold no other that did, in document order. */
  readonly failures: readonly number[]
  readonly warnings: readonly number[]
  /** The first values of each group of entities, as examples. */
  readonly samples: readonly number[]
  /** What the document itself reports at its top. */
  readonly reported: 'passed' | 'failed' | null
}

const FAILED = 100
const WARNED = 14
const COUNTED = 45
const ODD = 40
/** What only sums up the failures inside of it. */
const HOLDER = 4

/** Nearest entity that holds entity n; -1 for a root. */
export const entityAbove = ({ parent, entity }: Model, n: number): number => (parent[n]! < 0 ? -1 : entity[parent[n]!]!)

/** A record that only says that others failed: how a build ended, and the compiler's last message. */
const ENDED = /^\{[^{}]{0,120}"success"\s?:\s?false[^{}]{0,60}\}$/
const SAYS = /"(?:error|message|reason)"\s?:\s?"(?!build-finished)/
const ABORTING = '"message":"aborting due to '
const SHORT = 200
const isSum = ({ tape, parent }: Model, n: number): boolean => {
  if (parent[n]! >= 0) return tape.text.startsWith('"aborting due to ', tape.start[n]!)
  const text = tape.text.slice(tape.start[n]!, tape.end[n]!)
  return text.length < SHORT ? ENDED.test(text) && !SAYS.test(text) : text.includes(ABORTING)
}

/** Entities with a failure and those above them, which report the same once more. */
const splitFailures = (model: Model, evidence: Uint8Array): { failures: number[]; holders: Uint8Array } => {
  const holders = new Uint8Array(model.tape.size)
  const failures: number[] = []
  for (let n = model.tape.size - 1; n >= 0; n--) {
    if (evidence[n] !== EVIDENCE.failed) continue
    if (holders[n] === 0) failures.push(n)
    for (let up = entityAbove(model, n); up >= 0 && holders[up] === 0; up = entityAbove(model, up)) holders[up] = 1
  }
  const told = failures.reverse().filter((n) => !isSum(model, n))
  for (const n of failures) if (told.length > 0 && isSum(model, n)) holders[n] = 1
  return { failures: told.length > 0 ? told : failures, holders }
}

const entitiesOf = ({ tape, entity }: Model): number[] => {
  const entities: number[] = []
  for (let n = 0; n < tape.size; n++) if (entity[n] === n) entities.push(n)
  return entities
}

/** Items of an array, values of a map. */
const SAMPLED = 3

const sample = (model: Model, entities: readonly number[], worth: Float64Array): number[] => {
  const { group, groups } = model
  const firsts = new Map<number, number>()
  const lasts = new Map<number, number>()
  for (const n of entities) {
    const g = group[n]!
    if (!firsts.has(g)) firsts.set(g, n)
    lasts.set(g, n)
  }
  const samples: number[] = []
  for (const [g, n] of firsts) {
    const isRoot = groups.parent[g]! < 0
    /* What stands alone in its place is an example of nothing. */
    if (!isRoot && groups.size[g]! < SAMPLED) continue
    worth[n] = worth[n]! + (isRoot ? 30 : 8)
    samples.push(n)
  }
  for (const [g, n] of lasts) if (groups.size[g]! >= SAMPLED) worth[n] = worth[n]! + 3
  return samples
}

/** Small objects near the top: what a document says of itself, and counts that sum it up. */
const TOP_DEPTH = 2
const TOP_SIZE = 60
const TOP = 10
const TALLY = 15

const topWorth = ({ tape, parent, group, groups }: Model, n: number): number => {
  if (!isObjectAt(tape, n) || tape.next[n]! - n > TOP_SIZE) return 0
  let depth = 0
  for (let at = n; parent[at]! >= 0; at = parent[at]!) if (groups.key[group[at]!] === undefined || ++depth > TOP_DEPTH) return 0
  if (depth === 0) return 0
  let numbers = 0
  let texts = 0
  for (let i = n + 1; i < tape.next[n]!; i++) {
    const c = tape.text.charCodeAt(tape.start[i]!)
    if (c >= 48 && c <= 57) numbers++
    else if (c === 34 && !isKeyAt(tape, i)) texts++
  }
  return TOP / depth + (numbers > 2 && numbers > texts ? TALLY : 0)
}

/** Members of a report in which a tool lists what it found. */
const LISTS = /^(?:issues|errors|failures|problems|violations|findings|diagnostics|vulnerabilities)$/

/** What a report says without saying so: a list with failures, of a command that failed; or a linter's with or without any. */
const listed = ({ tape }: Model, root: number, failures: readonly number[], { exitCode = 0 }: Ask): Interest['reported'] => {
  const names = new Set<string>()
  for (let key = root + 1; key < tape.next[root]!; key = tape.next[key + 1]!) {
    const name = textAt(tape, key).toLowerCase()
    names.add(name)
    const list = key + 1
    const holds = exitCode !== 0 && isArrayAt(tape, list) && LISTS.test(name)
    if (holds && failures.some((n) => n > list && n < tape.next[list]!)) return 'failed'
  }
  if (!names.has('issues') || !names.has('report')) return null
  return failures.length > 0 ? 'failed' : 'passed'
}

const reportedAt = (model: Model, failures: readonly number[], ask: Ask): Interest['reported'] => {
  const { documents, tape } = model
  const [root] = documents.roots
  if (root === undefined || !isObjectAt(tape, root)) return null
  for (let key = root + 1; key < tape.next[root]!; key = tape.next[key + 1]!) {
    const name = textAt(tape, key).toLowerCase()
    const value = textAt(tape, key + 1)
    if ((name === 'success' || name === 'ok') && (value === 'true' || value === 'false'))
      return value === 'false' ? 'failed' : failures.length === 0 ? 'passed' : null
  }
  return listed(model, root, failures, ask)
}

/** Linear in the documents, but for the sorting of numbers. */
export const createInterest = (model: Model, ask: Ask): Interest => {
  const { tape, entity } = model
  const { evidence, own } = markMembers(model)
  const { failures, holders } = splitFailures(model, evidence)
  const worth = new Float64Array(tape.size)
  const entities = entitiesOf(model)
  const warnings: number[] = []
  for (const n of failures) worth[n] = FAILED
  for (const [value, oddness] of [...findOdd(model), ...findUnusual(model)]) {
    const n = entity[value]!
    if (evidence[n] === EVIDENCE.failed) continue
    /* One odd value counts in full, further ones of the entity a little. */
    worth[n] = worth[n]! + ODD * oddness * (worth[n]! > ODD / 2 ? 0.3 : 1)
    own[value] = Math.max(own[value]!, 0.2 + 0.8 * oddness)
  }
  for (const n of entities) {
    if (evidence[n] === EVIDENCE.warning) {
      warnings.push(n)
      worth[n] = worth[n]! + WARNED
    } else if (evidence[n] === EVIDENCE.count)
      worth[n] = worth[n]! + (holders[n] === 1 && entityAbove(model, n) >= 0 ? HOLDER : COUNTED)
  }
  if (ask.query !== undefined) addQuery(model, entities, ask.query, worth, own)
  for (const n of entities) if (holders[n] === 1 && evidence[n] === EVIDENCE.failed) worth[n] = Math.min(worth[n]!, HOLDER)
  const samples = sample(model, entities, worth)
  for (const n of entities) worth[n] = worth[n]! + topWorth(model, n)
  return { worth, own, failures, warnings, samples, reported: reportedAt(model, failures, ask) }
}
