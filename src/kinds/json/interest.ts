/** What in JSON documents a reader would want to see: what failed, what is rare, what the query names, and how it all begins. */
import type { Ask } from '../../ladder/candidate.ts'
import { ROLE, roleOf } from '../../signals/line.ts'
import { hintsOf } from '../../signals/scan.ts'
import { HINT } from '../../signals/words.ts'
import { createRelevance } from '../../source/bm25.ts'
import { isArrayAt, isObjectAt, isStringAt, sizeAt, textAt } from '../../source/json.ts'
import { EVIDENCE, type Evidence, evidenceOf, type HasKey, type KeyMeaning, meaningOf, ROLE_OF_KEY } from './meaning.ts'
import type { Model } from './model.ts'
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
const QUERY = 60
/** What only sums up the failures inside of it. */
const HOLDER = 4

/** Nearest entity that holds entity n; -1 for a root. */
export const entityAbove = ({ parent, entity }: Model, n: number): number => (parent[n]! < 0 ? -1 : entity[parent[n]!]!)

/** An object with more keys than this is a catalogue of texts or settings, and its keys say nothing. */
const MAX_KEYS = 40

const hasKeyIn =
  ({ tape, group }: Model, meanings: readonly (KeyMeaning | undefined)[], n: number): HasKey =>
  (name) => {
    for (let i = n + 1; i < tape.next[n]!; i = tape.next[i + 1]!) if (meanings[group[i]!]?.name === name) return true
    return false
  }

interface Marks {
  /** Per entity: the strongest evidence. */
  readonly evidence: Uint8Array
  readonly own: Float32Array
}

const WORTH_OF_ROLE: Readonly<Record<number, number>> = {
  [ROLE_OF_KEY.other]: 0.1,
  [ROLE_OF_KEY.name]: 0.75,
  [ROLE_OF_KEY.place]: 0.65,
  [ROLE_OF_KEY.message]: 0.9,
  [ROLE_OF_KEY.status]: 0.4,
}

/** What says that something failed, but not what. */
const EVIDENT = 0.55
const EMPTY = 0.15

const isEmptyAt = ({ tape }: Model, n: number): boolean =>
  tape.end[n]! - tape.start[n]! <= 4 && /^(?:null|""|\[\]|\{\}|0|-1)$/.test(tape.text.slice(tape.start[n], tape.end[n]))

/** A value of a text that is JSON itself is read once more. */
const evidenceInText = (text: string): Evidence => {
  if (text.length > 100_000 || !/^\s{0,20}[[{]/.test(text)) return EVIDENCE.none
  return /"(?:status|state|level|severity|result|outcome)"\s{0,4}:\s{0,4}"(?:failed|failure|error|fatal|critical)"|"error"\s{0,4}:\s{0,4}(?:"[^"]|\{\s{0,4}")|"(?:success|ok)"\s{0,4}:\s{0,4}false/i.test(
    text,
  )
    ? EVIDENCE.failed
    : EVIDENCE.none
}

const markMembers = (model: Model): Marks => {
  const { tape, entity, group, groups } = model
  const evidence = new Uint8Array(tape.size)
  const own = new Float32Array(tape.size)
  const meanings = groups.key.map((key) => (key === undefined ? undefined : meaningOf(key)))
  for (let n = 0; n < tape.size; n++) {
    if (!isObjectAt(tape, n)) continue
    const catalogue = tape.next[n]! - n > 2 * MAX_KEYS && sizeAt(tape, n) > MAX_KEYS
    for (let key = n + 1; key < tape.next[n]!; key = tape.next[key + 1]!) {
      const meaning = meanings[group[key]!]
      if (meaning === undefined) continue
      const value = key + 1
      const { role } = meaning
      let found: Evidence = EVIDENCE.none
      if (meaning.telling && !catalogue) found = evidenceOf(tape, meaning.name, value, hasKeyIn(model, meanings, n))
      if (found === EVIDENCE.none && isStringAt(tape, value)) {
        if (tape.text.startsWith('\\"', tape.start[value]! + 2)) found = evidenceInText(textAt(tape, value))
        if (found === EVIDENCE.none && role === ROLE_OF_KEY.message && isFailureText(model, value)) found = EVIDENCE.count
      }
      const evident = found === EVIDENCE.none ? 0 : role === ROLE_OF_KEY.message ? 1 : found === EVIDENCE.failed ? EVIDENT : 0.5
      own[value] = Math.max(evident, WORTH_OF_ROLE[role]! * (isEmptyAt(model, value) ? EMPTY : 1))
      if (found === EVIDENCE.failed && markItems(model, value, evidence)) continue
      const of = entity[n]!
      if (found > evidence[of]!) evidence[of] = found
    }
  }
  inherit(model, own)
  for (let n = 0; n < tape.size; n++)
    if (entity[n] === n && isStringAt(tape, n) && isFailureText(model, n)) evidence[n] = EVIDENCE.failed
  return { evidence, own }
}

/** What stands inside of a message is part of it: `"error":{"code":…}`, `"failureMessages":["…"]`. */
const inherit = ({ tape, entity, parent }: Model, own: Float32Array): void => {
  for (let n = 0; n < tape.size; n++) {
    const up = parent[n]!
    if (up < 0 || entity[n] !== entity[up] || up === entity[n]) continue
    own[n] = Math.max(own[n]!, own[up]! * (isArrayAt(tape, up) ? 1 : INHERITED))
  }
}

const INHERITED = 0.8

const FAILURE_ROLES: ReadonlySet<number> = new Set([ROLE.failure, ROLE.thrown, ROLE.mark])
const TEXT_CHARS = 600

/** Whether a string says by its structure, as a line of a log would, that something failed. */
const isFailureText = ({ tape }: Model, n: number): boolean => {
  if (!isStringAt(tape, n) || tape.end[n]! - tape.start[n]! < 8) return false
  const raw = tape.text.slice(tape.start[n]! + 1, Math.min(tape.end[n]! - 1, tape.start[n]! + TEXT_CHARS))
  const line = raw.slice(0, endOfFirstLine(raw))
  const hints = hintsOf(line)
  return (hints & (HINT.fail | HINT.fatal | HINT.typed)) !== 0 && FAILURE_ROLES.has(roleOf(line, hints))
}

const endOfFirstLine = (raw: string): number => {
  const at = raw.indexOf('\\n')
  return at < 0 ? raw.length : at
}

/** A list of errors is as many failures as it has items, where these are entities. */
const markItems = ({ tape, entity }: Model, list: number, evidence: Uint8Array): boolean => {
  if (!isArrayAt(tape, list)) return false
  let marked = false
  for (let i = list + 1; i < tape.next[list]!; i = tape.next[i]!) {
    if (entity[i] !== i || isArrayAt(tape, i)) continue
    evidence[i] = EVIDENCE.failed
    marked = true
  }
  return marked
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
  return { failures: failures.reverse(), holders }
}

/** Records of one group have the same keys, which tell none of them from the others; a key that few of them have does. */
const valuesText = (model: Model, n: number): string => {
  const { tape, entity, group, groups } = model
  const most = groups.size[group[n]!]! / 2
  const parts = [nameOf(model, n)]
  for (let i = n + 1; i < tape.next[n]!; i++) {
    if (entity[i] !== n) {
      i = tape.next[i]! - 1
      continue
    }
    if (isObjectAt(tape, i) || isArrayAt(tape, i)) continue
    if (!isKeyAt(tape, i) || groups.size[group[i]!]! < most) parts.push(tape.text.slice(tape.start[i], tape.end[i]))
  }
  return parts.join(' ')
}

/** The key of a value of a map. */
const nameOf = ({ tape, parent }: Model, n: number): string =>
  parent[n]! >= 0 && isObjectAt(tape, parent[n]!) ? tape.text.slice(tape.start[n - 1], tape.end[n - 1]) : ''

/** Text of an entity's own members, for the query. */
const ownText = (model: Model, n: number): string => {
  const { tape, entity, group, groups } = model
  if (isObjectAt(tape, n) && groups.size[group[n]!]! >= RECORDS) return valuesText(model, n)
  if (!isObjectAt(tape, n) && !isArrayAt(tape, n)) {
    const key = n > 0 && tape.end[n - 1]! <= tape.start[n]! && isStringAt(tape, n - 1) ? n - 1 : n
    return tape.text.slice(tape.start[entity[key] === n ? key : n], tape.end[n])
  }
  const parts: string[] = []
  let from = tape.start[n]!
  for (let i = n + 1; i < tape.next[n]!; i++) {
    if (entity[i] === n) continue
    parts.push(tape.text.slice(from, tape.start[i]))
    from = tape.end[i]!
    i = tape.next[i]! - 1
  }
  parts.push(tape.text.slice(from, tape.end[n]))
  return parts.join(' ')
}

const RECORDS = 8

const addQuery = (model: Model, entities: readonly number[], query: string, worth: Float64Array, own: Float32Array): void => {
  const { tape, entity } = model
  const access = { lines: entities.length, line: (i: number) => ownText(model, entities[i - 1]!) }
  const relevance = createRelevance(query, access)
  if (relevance.max === 0) return
  /* What most entities match tells little. */
  const selective = Math.max(0.15, 1 - relevance.matched / entities.length)
  entities.forEach((n, i) => {
    const score = relevance.scores[i + 1]! / relevance.max
    if (score === 0) return
    worth[n] = worth[n]! + QUERY * score * selective
    /* Which of its members the query means. */
    const members: number[] = []
    for (let value = n + 1; value < tape.next[n]!; value++)
      if (entity[value] === n && model.parent[value] !== value) members.push(value)
    if (members.length > 400) return
    const lines = members.map((value) =>
      tape.text.slice(tape.start[value], Math.min(tape.end[value]!, tape.start[value]! + 2000)),
    )
    const inside = createRelevance(query, { lines: lines.length, line: (k) => lines[k - 1]! })
    if (inside.max > 0)
      members.forEach((value, k) => {
        if (inside.scores[k + 1]! > 0 && !isObjectAt(tape, value) && !isArrayAt(tape, value)) {
          /* A key is shown with its value. */
          const target = isKeyAt(tape, value) ? value + 1 : value
          own[target] = Math.max(own[target]!, inside.scores[k + 1]! / inside.max)
        }
      })
  })
}

const isKeyAt = ({ text, end }: Model['tape'], n: number): boolean => text.charCodeAt(skipTo(text, end[n]!)) === 58

const skipTo = (text: string, from: number): number => {
  let at = from
  while (text.charCodeAt(at) <= 32) at++
  return at
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

const reportedAt = ({ documents, tape }: Model, failures: readonly number[]): Interest['reported'] => {
  let reported: Interest['reported'] = null
  for (const root of documents.roots.slice(0, 1)) {
    if (!isObjectAt(tape, root)) continue
    for (let key = root + 1; key < tape.next[root]!; key = tape.next[key + 1]!) {
      const name = textAt(tape, key).toLowerCase()
      const value = textAt(tape, key + 1)
      if ((name === 'success' || name === 'ok') && (value === 'true' || value === 'false'))
        reported = value === 'true' && failures.length === 0 ? 'passed' : value === 'false' ? 'failed' : null
    }
  }
  return reported
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
  return { worth, own, failures, warnings, samples, reported: reportedAt(model, failures) }
}
