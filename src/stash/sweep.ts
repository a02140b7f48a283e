/** Decides what a stash removes; shared by all stashes, so that they keep by the same rule. */

export interface Kept {
  readonly key: string
  /** Everything that goes when this entry goes. */
  readonly size: number
  readonly lastUsed: number
}

export interface SweepRule {
  readonly now: number
  readonly ttlMs: number
  readonly maxBytes: number
  readonly isPinned: (key: string) => boolean
  /** Bytes about to be added. */
  readonly need?: number
}

/** Part of the limit that stays filled after an eviction, so that a full stash does not sweep at every put. */
const FILL = 0.9

export interface SweepPlan<T extends Kept> {
  readonly expired: readonly T[]
  /** Least recently used first. */
  readonly evicted: readonly T[]
}

export const isExpired = (lastUsed: number, rule: { readonly now: number; readonly ttlMs: number }): boolean =>
  rule.now - lastUsed > rule.ttlMs

export const planSweep = <T extends Kept>(entries: readonly T[], rule: SweepRule): SweepPlan<T> => {
  const expired: T[] = []
  const removable: T[] = []
  let total = rule.need ?? 0
  for (const entry of entries) {
    const pinned = rule.isPinned(entry.key)
    if (!pinned && isExpired(entry.lastUsed, rule)) {
      expired.push(entry)
      continue
    }
    total += entry.size
    if (!pinned) removable.push(entry)
  }
  if (total <= rule.maxBytes) return { expired, evicted: [] }
  const evicted: T[] = []
  removable.sort((a, b) => a.lastUsed - b.lastUsed || (a.key < b.key ? -1 : 1))
  for (const entry of removable) {
    if (total <= rule.maxBytes * FILL) break
    evicted.push(entry)
    total -= entry.size
  }
  return { expired, evicted }
}

/** Which keys may not be removed: the caller's, and those of this process. */
export const createPins = (keeping: {
  readonly pinned?: (() => Iterable<string>) | undefined
  readonly pinOwn?: boolean | undefined
}) => {
  const own = new Set<string>()
  return {
    /** This process refers to the key from now on. */
    add: (key: string): void => {
      if (keeping.pinOwn !== false) own.add(key)
    },
    forget: (key: string): void => {
      own.delete(key)
    },
    /** One look at the caller's keys, good for one sweep. */
    test: (): ((key: string) => boolean) => {
      const others = new Set(keeping.pinned?.() ?? [])
      return (key) => own.has(key) || others.has(key)
    },
  }
}
