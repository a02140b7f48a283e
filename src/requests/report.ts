/** The account of one request. */
import type { Decision, ResultFate } from './decide.ts'
import type { FormatName } from './formats/types.ts'
import type { Path } from './json.ts'
import type { Unit } from './units.ts'

export interface ResultReport {
  /** Where its text is in the body. */
  readonly path: Path
  readonly id: string | undefined
  readonly tool: string | undefined
  readonly fate: ResultFate
  readonly replayed: boolean
  /** Tokens of the original and of what was sent; 0 where nothing was counted. */
  readonly before: number
  readonly after: number
  /** Key of the original in the stash. */
  readonly key: string | undefined
}

export interface RequestReport {
  readonly format: FormatName | null
  /** How the format was recognised. */
  readonly why: string
  /** Why the body is unchanged; null when it changed. */
  readonly reason: string | null
  /** Messages up to the last cache mark, where marks decide; else 0. */
  readonly frozenMessages: number
  /** How many results of each fate. */
  readonly fates: Readonly<Partial<Record<ResultFate, number>>>
  /** How many results were sent as an earlier request sent them. */
  readonly replayed: number
  /** Tokens of the results that were reduced or referred, before and after. */
  readonly tokens: { readonly before: number; readonly after: number }
  /** Stash keys of all originals that the body refers to, for the stash to keep. */
  readonly keys: readonly string[]
  /** One sentence for each result whose diet failed. */
  readonly problems: readonly string[]
  /** One entry for each text of a tool result, in the order of the body. */
  readonly results: readonly ResultReport[]
}

export const emptyReport = (reason: string, format: FormatName | null = null, why = ''): RequestReport => ({
  format,
  why,
  reason,
  frozenMessages: 0,
  fates: {},
  replayed: 0,
  tokens: { before: 0, after: 0 },
  keys: [],
  problems: [],
  results: [],
})

const reportResult = ({ result }: Unit, { fate, sent, replayed }: Decision): ResultReport => ({
  path: result.path,
  id: result.id,
  tool: result.call?.tool,
  fate,
  replayed,
  before: sent.before,
  after: sent.after,
  key: sent.key,
})

/** `12 results: 10 small, 2 frozen`. */
const unchangedReason = (fates: RequestReport['fates'], problems: readonly string[]): string => {
  const counts = Object.entries(fates).map(([fate, count]) => `${count} ${fate}`)
  if (counts.length === 0) return 'no tool results'
  return `nothing to reduce: ${[...counts, ...problems].join(', ')}`
}

export const createReport = (
  format: FormatName,
  why: string,
  frozenMessages: number,
  units: readonly Unit[],
  decisions: readonly Decision[],
): RequestReport => {
  const results = units.map((unit, i) => reportResult(unit, decisions[i]!))
  const fates: Partial<Record<ResultFate, number>> = {}
  const tokens = { before: 0, after: 0 }
  const keys = new Set<string>()
  let replayed = 0
  for (const result of results) {
    fates[result.fate] = (fates[result.fate] ?? 0) + 1
    if (result.replayed) replayed++
    if (result.key !== undefined) keys.add(result.key)
    if (result.fate !== 'reduced' && result.fate !== 'repeat') continue
    tokens.before += result.before
    tokens.after += result.after
  }
  const problems = decisions.flatMap(({ problem }) => (problem === undefined ? [] : [`diet failed: ${problem}`]))
  const changed = fates.reduced !== undefined || fates.repeat !== undefined
  const reason = changed ? null : unchangedReason(fates, problems)
  return { format, why, reason, frozenMessages, fates, replayed, tokens, keys: [...keys], problems, results }
}
