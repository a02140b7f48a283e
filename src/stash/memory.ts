/** A stash that lives as long as its process: for the library, and for tests. */
import { parseKey, keyOf as sha256Key } from './key.ts'
import {
  collision,
  DEFAULT_MAX_BYTES,
  DEFAULT_TTL_MS,
  type Entry,
  type Found,
  type Keeping,
  type Meta,
  type Missing,
  missing,
  notAKey,
  overQuota,
  type PurgeFilter,
  type Ref,
  type Removed,
  type Stash,
  type Sweep,
  toBytes,
} from './stash.ts'
import { createPins, isExpired, planSweep } from './sweep.ts'

interface Slot {
  readonly key: string
  readonly bytes: Buffer
  readonly meta: Meta | undefined
  readonly size: number
  lastUsed: number
}

type Gone = 'expired' | 'evicted' | 'purged'

/** Newest removals remembered, so that their keys do not read as never stored. */
const TOMBSTONES = 8192

/** Keeps by last use like every stash: `ttlMs`, `maxBytes`, `pinned`. */
export const createMemoryStash = (options: Keeping = {}): Stash => {
  const { ttlMs = DEFAULT_TTL_MS, maxBytes = DEFAULT_MAX_BYTES, now = Date.now, keyOf = sha256Key } = options
  const pins = createPins(options)
  const slots = new Map<string, Slot>()
  const gone = new Map<string, Gone>()
  let total = 0

  const remove = (key: string, why: Gone): number => {
    const slot = slots.get(key)
    if (slot === undefined) return 0
    slots.delete(key)
    total -= slot.size
    gone.delete(key)
    gone.set(key, why)
    if (gone.size > TOMBSTONES) gone.delete(gone.keys().next().value!)
    return slot.size
  }

  const sweep = (need = 0): Sweep => {
    const plan = planSweep([...slots.values()], { now: now(), ttlMs, maxBytes, isPinned: pins.test(), need })
    let freed = 0
    for (const { key } of plan.expired) freed += remove(key, 'expired')
    for (const { key } of plan.evicted) freed += remove(key, 'evicted')
    return { expired: plan.expired.length, evicted: plan.evicted.length, temporary: 0, freed }
  }

  const put = (content: string | Uint8Array, meta?: Meta): Ref => {
    const bytes = Buffer.from(toBytes(content))
    const key = keyOf(bytes)
    const before = slots.get(key)
    if (before !== undefined && !before.bytes.equals(bytes)) {
      throw collision(key)
    }
    const kept = meta ?? before?.meta
    const size = bytes.length + (kept === undefined ? 0 : JSON.stringify(kept).length)
    const grows = size - (before?.size ?? 0)
    pins.add(key)
    if (total + grows > maxBytes) sweep(grows)
    if (total + grows > maxBytes) {
      if (before === undefined) pins.forget(key)
      throw overQuota('memory', grows, maxBytes)
    }
    slots.set(key, { key, bytes, meta: kept, size, lastUsed: now() })
    gone.delete(key)
    total += grows
    return { key, bytes: bytes.length, fresh: before === undefined }
  }

  const get = (asked: string): Found | Missing => {
    const key = parseKey(asked)
    if (key === undefined) return notAKey(asked)
    const slot = slots.get(key)
    if (slot !== undefined && isExpired(slot.lastUsed, { now: now(), ttlMs }) && !pins.test()(key)) remove(key, 'expired')
    else if (slot !== undefined) {
      slot.lastUsed = now()
      pins.add(key)
      return { found: true, key, bytes: Buffer.from(slot.bytes), ...(slot.meta === undefined ? {} : { meta: slot.meta }) }
    }
    const why = gone.get(key)
    if (why === 'expired') return missing(key, { reason: 'expired', ttlMs })
    if (why !== undefined) return missing(key, { reason: 'evicted', purged: why === 'purged' })
    return missing(key, { reason: 'unknown', where: 'the memory of this process' })
  }

  const list = (): readonly Entry[] =>
    [...slots.values()]
      .sort((a, b) => b.lastUsed - a.lastUsed)
      .map(({ key, bytes, lastUsed }) => ({ key, bytes: bytes.length, lastUsed }))

  const purge = (filter: PurgeFilter = {}): Removed => {
    const { keys, before } = filter
    const doomed = keys === undefined ? [...slots.keys()] : keys.map((key) => parseKey(key) ?? '')
    let removed = 0
    let freed = 0
    for (const key of doomed) {
      const slot = slots.get(key)
      if (slot === undefined || (before !== undefined && slot.lastUsed >= before)) continue
      freed += remove(key, 'purged')
      removed++
    }
    return { removed, freed }
  }

  return {
    name: 'memory',
    put: async (content, meta) => put(content, meta),
    get: async (key) => get(key),
    list: async () => list(),
    gc: async () => sweep(),
    purge: async (filter) => purge(filter),
    usage: async () => ({ entries: slots.size, bytes: total, maxBytes, ttlMs }),
    close: async () => {},
  }
}
