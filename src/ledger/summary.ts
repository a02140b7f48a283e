/** What the ledger adds up to. Pure; nothing is rounded up to look better, and losses count as losses. */
import type { Decision, LedgerEntry } from './entry.ts'

export interface Savings {
  /** Number of decisions of each sort. */
  readonly decisions: Readonly<Record<Decision, number>>
  /** Tokens of the outputs that were reduced: as the tools printed them, and as their digests. */
  readonly tokensBefore: number
  readonly tokensAfter: number
  /** Tokens that were read again from originals. */
  readonly tokensReopened: number
  /** Before, less after, less reopened: below zero when reducing cost more than it saved. */
  readonly tokensSaved: number
  readonly bytesBefore: number
  readonly bytesAfter: number
}

export interface NamedSavings extends Savings {
  readonly name: string
  /** Of the last decision, milliseconds since 1970. */
  readonly lastTime: number
}

export interface LastError {
  readonly time: number
  readonly reason: string
  readonly host?: string
  readonly tool?: string
}

export interface LedgerSummary {
  readonly total: Savings
  /** By tool, and program where there is one (`Bash npm`); largest savings first, so losses stand last. */
  readonly tools: readonly NamedSavings[]
  /** Latest first. */
  readonly sessions: readonly NamedSavings[]
  readonly lastError?: LastError
  /** Of the first and the last decision; absent when there is none. */
  readonly times?: readonly [first: number, last: number]
}

const NOTHING: Savings = {
  decisions: { reduced: 0, unchanged: 0, reopened: 0, failed: 0 },
  tokensBefore: 0,
  tokensAfter: 0,
  tokensReopened: 0,
  tokensSaved: 0,
  bytesBefore: 0,
  bytesAfter: 0,
}

const add = (sum: Savings, { decision, tokens, bytes }: LedgerEntry): Savings => {
  const counted = { ...sum, decisions: { ...sum.decisions, [decision]: sum.decisions[decision] + 1 } }
  const [before, after] = tokens ?? [0, 0]
  if (decision === 'reopened') {
    return { ...counted, tokensReopened: sum.tokensReopened + after, tokensSaved: sum.tokensSaved - after }
  }
  if (decision !== 'reduced') return counted
  return {
    ...counted,
    tokensBefore: sum.tokensBefore + before,
    tokensAfter: sum.tokensAfter + after,
    tokensSaved: sum.tokensSaved + before - after,
    bytesBefore: sum.bytesBefore + (bytes?.[0] ?? 0),
    bytesAfter: sum.bytesAfter + (bytes?.[1] ?? 0),
  }
}

const toolOf = ({ tool, program }: LedgerEntry): string =>
  [tool, program].filter((part) => part !== undefined).join(' ') || 'unknown'

/**
 * Adds up the entries, given in the order they were written. What is reopened is charged to the tool whose output was reduced, and to the
 * session that reopened it.
 */
export const summarizeLedger = (entries: readonly LedgerEntry[]): LedgerSummary => {
  const tools = new Map<string, NamedSavings>()
  const sessions = new Map<string, NamedSavings>()
  const madeBy = new Map<string, LedgerEntry>()
  let total = NOTHING
  let lastError: LastError | undefined
  const addTo = (group: Map<string, NamedSavings>, name: string, entry: LedgerEntry): void => {
    group.set(name, { ...add(group.get(name) ?? NOTHING, entry), name, lastTime: entry.time })
  }
  for (const entry of entries) {
    const { decision, key, time, host, tool, reason } = entry
    const source = decision === 'reopened' && key !== undefined ? madeBy.get(key) : undefined
    if (decision === 'reduced' && key !== undefined) madeBy.set(key, entry)
    total = add(total, entry)
    addTo(tools, toolOf(source ?? entry), entry)
    addTo(sessions, entry.session ?? source?.session ?? 'unknown', entry)
    if (decision === 'failed') {
      lastError = {
        time,
        reason: reason ?? 'other',
        ...(host === undefined ? {} : { host }),
        ...(tool === undefined ? {} : { tool }),
      }
    }
  }
  const [first, last] = [entries[0], entries.at(-1)]
  return {
    total,
    tools: [...tools.values()].sort((a, b) => b.tokensSaved - a.tokensSaved),
    sessions: [...sessions.values()].sort((a, b) => b.lastTime - a.lastTime),
    ...(lastError === undefined ? {} : { lastError }),
    ...(first === undefined || last === undefined ? {} : { times: [first.time, last.time] }),
  }
}

/** Keys that decisions since a time refer to: what a stash must not evict while their sessions run. */
export const keysInUse = (entries: readonly LedgerEntry[], since: number): ReadonlySet<string> =>
  new Set(entries.flatMap(({ key, time }) => (key !== undefined && time >= since ? [key] : [])))
