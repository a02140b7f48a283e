/** What the members of objects say: that something failed, what it is called; per value, and per entity the strongest. */
import { ROLE, roleOf } from '../../signals/line.ts'
import { hintsOf } from '../../signals/scan.ts'
import { HINT } from '../../signals/words.ts'
import { isArrayAt, isObjectAt, isStringAt, sizeAt, textAt } from '../../source/json.ts'
import { EVIDENCE, type Evidence, evidenceOf, type HasKey, type KeyMeaning, meaningOf, ROLE_OF_KEY } from './meaning.ts'
import type { Model } from './model.ts'

/** An object with more keys than this is a catalogue of texts or settings, and its keys say nothing. */
const MAX_KEYS = 40

const hasKeyIn =
  ({ tape, group }: Model, meanings: readonly (KeyMeaning | undefined)[], n: number): HasKey =>
  (name) => {
    for (let i = n + 1; i < tape.next[n]!; i = tape.next[i + 1]!) if (meanings[group[i]!]?.name === name) return true
    return false
  }

export interface Marks {
  /** Per entity: the strongest evidence. */
  readonly evidence: Uint8Array
  /** Per value: what the member is worth inside of its entity. */
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

/** Linear but for objects whose keys are asked for; those are small. */
export const markMembers = (model: Model): Marks => {
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
