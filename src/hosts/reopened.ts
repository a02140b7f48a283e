/** Digests that were not enough: when the originals of a program's outputs are opened again and again, its outputs are cut less. */
import type { LedgerEntry } from '../ledger/entry.ts'

const MIN_REOPENED = 2
const MIN_SHARE = 0.5

interface Tally {
  readonly cuts: number
  readonly reopened: number
}

/** `Bash npm`, as the report groups. */
export const groupOf = (tool: string | undefined, program: string | undefined): string =>
  [tool, program].filter((part) => part !== undefined).join(' ')

type Fact = Pick<LedgerEntry, 'decision' | 'tool' | 'program' | 'key' | 'call'>

export interface History {
  /** Whether outputs of this tool and program are cut only when they are twice as long as the threshold. */
  isOften(tool: string, program: string | undefined): boolean
  /** The key of the latest original with this `callOf`. */
  latestOf(call: string): string | undefined
  /** A decision that was just made. */
  add(entry: Fact): void
}

/**
 * Counts by tool and program. An original that is opened several times counts once: paging through it is one look. After two such looks,
 * and when at least half of the cuts led to one, `isOften` says yes.
 */
export const createHistory = (entries: Iterable<Fact> = []): History => {
  const groups = new Map<string, Tally>()
  const madeBy = new Map<string, string>()
  const latest = new Map<string, string>()
  const seen = new Set<string>()
  const count = (group: string, cuts: number, reopened: number): void => {
    const { cuts: c, reopened: r } = groups.get(group) ?? { cuts: 0, reopened: 0 }
    groups.set(group, { cuts: c + cuts, reopened: r + reopened })
  }
  const history: History = {
    isOften(tool, program) {
      const { cuts, reopened } = groups.get(groupOf(tool, program)) ?? { cuts: 0, reopened: 0 }
      return reopened >= MIN_REOPENED && reopened >= MIN_SHARE * cuts
    },
    latestOf: (call) => latest.get(call),
    add({ decision, tool, program, key, call }) {
      const group = groupOf(tool, program)
      if (decision === 'reduced') {
        count(group, 1, 0)
        if (key !== undefined) madeBy.set(key, group)
        if (key !== undefined && call !== undefined) latest.set(call, key)
      }
      if (decision !== 'reopened' || key === undefined || seen.has(key)) return
      const origin = madeBy.get(key)
      if (origin === undefined) return
      seen.add(key)
      count(origin, 0, 1)
    },
  }
  for (const entry of entries) history.add(entry)
  return history
}
