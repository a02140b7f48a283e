/** One request from the reading of its body to the list of edits; the driver with and without waiting differ only here. */
import { type Decision, fail, isKept, judge, settle, standing, storeKey } from './decide.ts'
import type { Facts } from './facts.ts'
import { detectFormat } from './formats/index.ts'
import { type MessageReading, type Reading, readBody } from './formats/reading.ts'
import type { Format, FormatName } from './formats/types.ts'
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

export interface Outcome {
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

/** What earlier bodies said in the messages that this one repeats. */
export interface ReadingMemory {
  known(array: JsonNode, format: FormatName): readonly MessageReading[]
  keep(array: JsonNode, format: FormatName, messages: readonly MessageReading[]): void
}

const readWith = (json: JsonReader, format: Format, memory: ReadingMemory | undefined): Reading => {
  const { array } = format.messages(json)
  if (memory === undefined || array === undefined) return readBody(json, format)
  const reading = readBody(json, format, memory.known(array, format.name))
  memory.keep(array, format.name, reading.messages)
  return reading
}

const openJob = (json: JsonReader, settings: AnySettings, memory: ReadingMemory | undefined): Job | undefined => {
  const detected = detectFormat(json, settings.format)
  if (detected === undefined) return undefined
  const { format, why } = detected
  const read = readWith(json, format, memory)
  const units = openUnits(json, format, read, settings)
  const frozenMessages = settings.frozen === 'cache_control' ? (read.marked?.messages ?? 0) : 0
  const keys = units.units.map((unit) => storeKey(units, unit, settings))
  return { format: format.name, why, frozenMessages, units, keys }
}

const UNKNOWN: Outcome = { edits: [], report: emptyReport('no request format that is known') }

const editsFor = ({ units }: Units, decisions: readonly Decision[]): readonly TextEdit[] => {
  const edits: TextEdit[] = []
  for (const [i, { result, facts }] of units.entries()) {
    const { text } = decisions[i]!.sent
    if (text !== null) edits.push({ node: result.node, path: result.path, text, facts })
  }
  return edits
}

const closeJob = ({ format, why, frozenMessages, units }: Job, decisions: readonly Decision[]): Outcome => ({
  edits: editsFor(units, decisions),
  report: createReport(format, why, frozenMessages, units.units, decisions),
})

/** Lookups first, diets next, records last: a failing store is met before anything is recorded. */
export const runJob = (json: JsonReader, settings: Settings<Diet, RequestStore>, memory?: ReadingMemory): Outcome => {
  const job = openJob(json, settings, memory)
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
export const runJobAsync = async (json: JsonReader, settings: AnySettings, memory?: ReadingMemory): Promise<Outcome> => {
  const job = openJob(json, settings, memory)
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
