/** One request from the reading of its body to the list of edits; the driver with and without waiting differ only here. */
import { type Decision, fail, isKept, judge, settle, standing, storeKey } from './decide.ts'
import type { Facts } from './facts.ts'
import { detectFormat } from './formats/index.ts'
import { createReading, type FormatName } from './formats/types.ts'
import type { JsonNode, JsonReader, Path } from './json.ts'
import type { Diet, Settings } from './options.ts'
import { createReport, emptyReport, type RequestReport } from './report.ts'
import type { RequestStore } from './store.ts'
import { type AnySettings, openUnits, type Units } from './units.ts'

export interface TextEdit {
  readonly node: JsonNode
  readonly path: Path
  readonly text: string
  readonly facts: Facts | undefined
}

/** What is known of a string of the body. */
export interface Learnt {
  readonly node: JsonNode
  readonly facts: Facts
}

export interface Outcome {
  readonly learnt: readonly Learnt[]
  readonly edits: readonly TextEdit[]
  readonly report: RequestReport
}

interface Job {
  readonly format: FormatName
  readonly why: string
  readonly frozenMessages: number
  readonly units: Units
  /** Store keys of the units. */
  readonly keys: readonly (string | undefined)[]
}

const openJob = (json: JsonReader, settings: AnySettings): Job | undefined => {
  const detected = detectFormat(json, settings.format)
  if (detected === undefined) return undefined
  const { format, why } = detected
  const reading = createReading()
  format.read(json, reading.log)
  const read = reading.finish()
  const units = openUnits(json, format, read, settings)
  const frozenMessages = settings.frozen === 'cache_control' ? (read.marked?.messages ?? 0) : 0
  const keys = units.units.map((unit) => storeKey(units, unit, settings))
  return { format: format.name, why, frozenMessages, units, keys }
}

const UNKNOWN: Outcome = { learnt: [], edits: [], report: emptyReport('no request format that is known') }

const learntFrom = ({ units }: Units): readonly Learnt[] => {
  const learnt: Learnt[] = []
  for (const { result, facts } of units) if (facts !== undefined) learnt.push({ node: result.node, facts })
  return learnt
}

const editsFor = ({ units }: Units, decisions: readonly Decision[]): readonly TextEdit[] => {
  const edits: TextEdit[] = []
  for (const [i, { result, facts }] of units.entries()) {
    const { text } = decisions[i]!.sent
    if (text !== null) edits.push({ node: result.node, path: result.path, text, facts })
  }
  return edits
}

const closeJob = ({ format, why, frozenMessages, units }: Job, decisions: readonly Decision[]): Outcome => ({
  learnt: learntFrom(units),
  edits: editsFor(units, decisions),
  report: createReport(format, why, frozenMessages, units.units, decisions),
})

/** Lookups first, diets next, records last: a failing store is met before anything is recorded. */
export const runJob = (json: JsonReader, settings: Settings<Diet, RequestStore>): Outcome => {
  const job = openJob(json, settings)
  if (job === undefined) return UNKNOWN
  const { store } = settings
  const found = job.keys.map((key) => (key === undefined ? undefined : store.get(key)))
  const decisions = job.units.units.map((unit, i) => {
    const judged = judge(job.units, unit, found[i], settings)
    if ('decision' in judged) return judged.decision
    try {
      return settle(unit, settings.diet(judged.diet), settings)
    } catch (problem) {
      return fail(problem)
    }
  })
  const stand = decisions.map((decision, i) => {
    const key = job.keys[i]
    return key !== undefined && isKept(decision, settings) ? standing(decision, store.set(key, decision.sent)) : decision
  })
  return closeJob(job, stand)
}

/** The same with a diet and a store that may be waited for, one result after the other. */
export const runJobAsync = async (json: JsonReader, settings: AnySettings): Promise<Outcome> => {
  const job = openJob(json, settings)
  if (job === undefined) return UNKNOWN
  const { store } = settings
  const found = await Promise.all(job.keys.map((key) => (key === undefined ? undefined : store.get(key))))
  const decisions: Decision[] = []
  for (const [i, unit] of job.units.units.entries()) {
    const judged = judge(job.units, unit, found[i], settings)
    if ('decision' in judged) decisions.push(judged.decision)
    else {
      try {
        decisions.push(settle(unit, await settings.diet(judged.diet), settings))
      } catch (problem) {
        decisions.push(fail(problem))
      }
    }
  }
  const stand = decisions.map(async (decision, i) => {
    const key = job.keys[i]
    return key !== undefined && isKept(decision, settings) ? standing(decision, await store.set(key, decision.sent)) : decision
  })
  return closeJob(job, await Promise.all(stand))
}
