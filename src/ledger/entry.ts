/** One decision about one tool result, as the ledger keeps it: names, sizes and counts; no text, no path, no argument of a command. */

export const DECISIONS = ['reduced', 'unchanged', 'reopened', 'failed'] as const
/**
 * - `reduced`: a digest stands in place of the output
 * - `unchanged`: the output went through; `reason` says why
 * - `reopened`: a part of an original was asked for; its size is the second of each pair
 * - `failed`: an error of ours; the output went through
 */
export type Decision = (typeof DECISIONS)[number]

/** Before and after. */
export type Pair = readonly [before: number, after: number]

export interface LedgerRecord {
  readonly decision: Decision
  /** Where it happened: `claude-code`, `cli`, `mcp`, `proxy`. */
  readonly host?: string
  readonly session?: string
  readonly tool?: string
  /** The name of the program that a shell tool ran, from `programOf`. */
  readonly program?: string
  /** A code such as `below-threshold` or, from `reasonOf`, `stash-full`. */
  readonly reason?: string
  /** Key of the original. */
  readonly key?: string
  readonly kind?: string
  /** Tells that two outputs came of one command in one session, and says nothing else of it: the start of a hash. */
  readonly call?: string
  /** The host's own name for the one run that gave the output. */
  readonly use?: string
  readonly tokens?: Pair
  readonly bytes?: Pair
  /** How long the decision took, in milliseconds. */
  readonly ms?: number
}

export interface LedgerEntry extends LedgerRecord {
  readonly v: 1
  /** Milliseconds since 1970. */
  readonly time: number
}

const WORD = /^[A-Za-z0-9_.:-]{1,64}$/

/** A name of few plain characters; anything else (a path, an argument, a sentence) is only `other`. */
const toWord = (value: unknown): string | undefined => {
  if (typeof value !== 'string' || value === '') return undefined
  return WORD.test(value) ? value : 'other'
}

const toCount = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.round(value) : undefined

const toPair = (value: unknown): Pair | undefined => {
  if (!Array.isArray(value)) return undefined
  const [before, after] = [toCount(value[0]), toCount(value[1])]
  return before === undefined || after === undefined ? undefined : [before, after]
}

const WORDS = ['host', 'session', 'tool', 'program', 'reason', 'key', 'kind', 'call', 'use'] as const
const PAIRS = ['tokens', 'bytes'] as const

const isDecision = (value: unknown): value is Decision => DECISIONS.some((decision) => decision === value)

/** An entry with only the fields known here, each of its kind; undefined when the value is none. */
export const toEntry = (value: unknown): LedgerEntry | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  const fields = new Map<string, unknown>(Object.entries(value))
  const time = toCount(fields.get('time'))
  const decision = fields.get('decision')
  if (fields.get('v') !== 1 || time === undefined || !isDecision(decision)) return undefined
  const ms = toCount(fields.get('ms'))
  const words = WORDS.map((name) => [name, toWord(fields.get(name))] as const)
  const pairs = PAIRS.map((name) => [name, toPair(fields.get(name))] as const)
  const known = [...words, ...pairs, ['ms', ms] as const].filter(([, field]) => field !== undefined)
  return { v: 1, time, decision, ...Object.fromEntries(known) }
}

/** The program of a shell command, without its directory and arguments; undefined when the first words do not say it plainly. */
export const programOf = (command: string): string | undefined => {
  for (const word of command.slice(0, 1000).trim().split(/\s+/)) {
    if (/^\w+=/.test(word) || word === 'sudo' || word === 'env' || word === 'time') continue
    const name = word.slice(word.lastIndexOf('/') + 1)
    return WORD.test(name) && !name.startsWith('-') ? name : undefined
  }
  return undefined
}

/** The code of an error: `stash-full` for the stash, the system's code, else the name of its class; never its message, which may quote anything. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'other'
  if (error.name === 'StashError' && 'reason' in error) return `stash-${String(error.reason)}`
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
