/** The tool results of one request as units of work: which of them may change, and what identifies each. */
import { MARK } from '../receipt/notes.ts'
import { chars4, type TokenCounter } from '../source/tokens.ts'
import { type Facts, factsAt, factsFor } from './facts.ts'
import { reportedExitCode, reportsFailure } from './failure.ts'
import type { Reading } from './formats/reading.ts'
import type { Format, ToolResult } from './formats/types.ts'
import type { JsonReader } from './json.ts'
import { formatPlace } from './notes.ts'
import type { AsyncDiet, DietInput, Settings } from './options.ts'
import type { AsyncRequestStore } from './store.ts'

export type AnySettings = Settings<AsyncDiet, AsyncRequestStore>

/** Why a result stays whatever it says: it may be cached, it is our own text, it is empty. */
export type Exempt = 'frozen' | 'own' | 'empty'

export interface Unit {
  readonly result: ToolResult
  readonly exempt: Exempt | undefined
  /** Size in tokens that it cannot exceed, known without decoding it. */
  readonly atMost: number
  readonly text: () => string
  /** Undefined where nothing depends on its content. */
  readonly facts: Facts | undefined
  /** How many earlier results of the body have the same text. */
  readonly occurrence: number
  /** The first of those, as a note names it. */
  readonly first: string | undefined
  /** The query, if it may shape this result. */
  readonly query: string | undefined
}

export interface Units {
  readonly json: JsonReader
  /** Names the conversation. */
  readonly scope: string
  readonly units: readonly Unit[]
  /** Whether the request offers the retrieval tool to the model. */
  readonly offersRetrieval: boolean
}

/** `diet_retrieve`, also behind the prefix that a host puts before the tools of an MCP server. */
const isTool = (name: string | undefined, wanted: string | undefined): boolean =>
  name !== undefined &&
  wanted !== undefined &&
  name.endsWith(wanted) &&
  (name.length === wanted.length || /[^A-Za-z0-9]/.test(name[name.length - wanted.length - 1]!))

const HEAD = `${MARK} `

const carriesHead = (spelling: string, text: () => string): boolean =>
  spelling.startsWith(HEAD) || (spelling.startsWith('\\') && text().startsWith(HEAD))

/** A token is at least one byte, and a char of the spelling stands for three bytes of text at most. */
const mostTokens = (spelling: string, counter: TokenCounter): number =>
  counter === chars4 ? chars4(spelling) : spelling.length * 3

const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/** Without memory, small results are of no interest, and frozen ones only as something to refer to. */
const needsFacts = (exempt: Exempt | undefined, atMost: number, settings: AnySettings): boolean => {
  if (settings.frozen === 'conversation') return exempt === undefined
  return (exempt === undefined || exempt === 'frozen') && atMost >= settings.threshold
}

const NO_REPEAT = { occurrence: 0, first: undefined }

/** Counts the results of each text, and keeps the first. */
const createRepeats = () => {
  const seen = new Map<string, { readonly first: ToolResult; count: number }>()
  return (key: string, result: ToolResult): Pick<Unit, 'occurrence' | 'first'> => {
    const found = seen.get(key)
    if (found === undefined) {
      seen.set(key, { first: result, count: 1 })
      return NO_REPEAT
    }
    const { call, id, message } = found.first
    return { occurrence: found.count++, first: formatPlace({ tool: call?.tool, id, message }) }
  }
}

/** What was worked out for the result, when an earlier body had it in the same message. */
const knownFacts = ({ facts }: ToolResult, { hash }: AnySettings): Facts | undefined => (facts?.hash === hash ? facts : undefined)

export const openUnits = (json: JsonReader, format: Format, reading: Reading, settings: AnySettings): Units => {
  const scope = settings.conversation ?? settings.hash(reading.opening).slice(0, 12)
  const { retrieveTool, counter, hash } = settings
  const marks = settings.frozen === 'cache_control'
  const frozen = marks ? (reading.marked?.results ?? 0) : 0
  // Without memory a result must come out the same in every later request, which may have another query; only behind a cache
  // mark, where nothing is cached, does it not matter.
  const query = marks && reading.marked === null ? undefined : settings.query
  const cache = factsFor(settings.store)
  const repeats = createRepeats()
  const units = reading.results.map((result, index): Unit => {
    const known = knownFacts(result, settings)
    const read = (): string => json.text(result.node) ?? ''
    const text = known === undefined ? once(read) : read
    const spelling = known?.spelling ?? json.spelling(result.node)
    const isOwn = isTool(result.call?.tool, retrieveTool) || (known?.carriesHead ?? carriesHead(spelling, text))
    const exempt = index < frozen ? 'frozen' : spelling === '' ? 'empty' : isOwn ? 'own' : undefined
    const atMost = mostTokens(spelling, counter)
    const facts = needsFacts(exempt, atMost, settings)
      ? (known ?? factsAt(`${json.form} ${scope}/${index}`, spelling, text, cache, hash))
      : undefined
    if (facts !== undefined) result.facts = facts
    const { occurrence, first } = facts === undefined ? NO_REPEAT : repeats(facts.key, result)
    return { result, exempt, atMost, text, facts, occurrence, first, query: index < reading.answered ? undefined : query }
  })
  const offersRetrieval = retrieveTool !== undefined && format.tools(json).some((name) => isTool(name, retrieveTool))
  return { json, scope, units, offersRetrieval }
}

/** Whether the tool failed, by its field or else by its text. */
export const isFailing = ({ result, text }: Unit): boolean => result.isError ?? reportsFailure(text())

export const dietInput = ({ json, offersRetrieval }: Units, unit: Unit, settings: AnySettings): DietInput => {
  const text = unit.text()
  const { call, exitCode = reportedExitCode(text) } = unit.result
  const command = call?.command(json)
  return {
    text,
    ...(call?.tool === undefined ? {} : { tool: call.tool }),
    ...(command === undefined ? {} : { command }),
    isError: isFailing(unit),
    counter: settings.counter,
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(unit.query === undefined ? {} : { query: unit.query }),
    ...(settings.budget === undefined ? {} : { budget: settings.budget }),
    ...(settings.retrieveTool !== undefined && offersRetrieval ? { retrieveTool: settings.retrieveTool } : {}),
  }
}
