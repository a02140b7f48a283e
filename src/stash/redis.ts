/**
 * The stash in Redis, for several machines. The server lets originals expire by their last use; whether it also writes them to its disk is
 * its own setting. All names share one hash tag, so that they lie on one node of a cluster.
 */
import { parseKey, keyOf as sha256Key } from './key.ts'
import { DROP, LIST, LOOK, PUT, TOUCH } from './redis-scripts.ts'
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
  StashError,
  type StashErrorReason,
  type Sweep,
  toBytes,
} from './stash.ts'
import { createPins, planSweep } from './sweep.ts'

/** Sends one command and gives its reply: strings as Buffers, integers as numbers, arrays of these. Any client can be wrapped as one. */
export type RedisSend = (command: readonly (string | Buffer)[]) => Promise<unknown>

export interface RedisStashOptions extends Keeping {
  readonly send: RedisSend
  /** Ends the connection, when the stash owns it. */
  readonly close?: () => Promise<void>
  /** First part of all names; `context-diet` by default. */
  readonly prefix?: string
}

/** A mark tells for this much longer how an original went. */
export const MARK_MARGIN_MS: number = 30 * 86_400_000
/** An original counts as expired when it was in its last second: the server removes the two names one after the other. */
const SLACK_MS = 1000
const BATCH = 500
const FULL_FOR_MS = 60_000

const REASONS: readonly (readonly [start: RegExp, reason: StashErrorReason, what: string, wayOut: string])[] = [
  [/^OOM/, 'full', 'the server is out of memory', 'raise its maxmemory or set an eviction policy'],
  [/^MISCONF/, 'full', 'the server cannot write to its disk', 'look at the log of the server'],
  [/^READONLY/, 'readonly', 'the server is a read-only replica', 'name the primary server'],
  [/^(NOAUTH|WRONGPASS|NOPERM)/, 'permission', 'the server refuses this user', 'check the user and the password'],
]

export const toRedisError = (error: unknown): StashError => {
  if (error instanceof StashError) return error
  const message = error instanceof Error ? error.message : String(error)
  const [, reason, what, wayOut] = REASONS.find(([start]) => start.test(message)) ?? [
    undefined,
    'unavailable' as const,
    `the server does not answer as it should (${message.slice(0, 120).replace(/\s+/g, ' ')})`,
    'check its address and whether it runs',
  ]
  return new StashError(reason, `Nothing was saved in Redis: ${what}; ${wayOut}.`, error)
}

const toText = (reply: unknown): string => (Buffer.isBuffer(reply) ? reply.toString('utf8') : String(reply))
const toTexts = (reply: unknown): readonly string[] => (Array.isArray(reply) ? reply.map(toText) : [])

/** Some at a time, so that a large stash neither waits for each reply nor floods the connection. */
const eachOf = async <T>(items: readonly T[], action: (item: T) => Promise<unknown>): Promise<void> => {
  for (let from = 0; from < items.length; from += BATCH) await Promise.all(items.slice(from, from + BATCH).map(action))
}

interface Row {
  readonly key: string
  readonly lastUsed: number
  readonly bytes: number
  readonly size: number
}

export const createRedisStash = (options: RedisStashOptions): Stash => {
  const {
    ttlMs = DEFAULT_TTL_MS,
    maxBytes = DEFAULT_MAX_BYTES,
    now = Date.now,
    keyOf = sha256Key,
    send,
    prefix = 'context-diet',
  } = options
  if (!/^[\w.-]+$/.test(prefix)) throw new RangeError('prefix: give letters, digits, dots, dashes and underscores')
  const pins = createPins(options)
  const name = (part: string, key = ''): string => `{${prefix}}:${part}${key === '' ? '' : `:${key}`}`
  const [lru, count] = [name('z'), name('n')]
  const ttl = String(ttlMs)
  const markTtl = String(ttlMs + MARK_MARGIN_MS)
  let fullSince = Number.NEGATIVE_INFINITY

  const run = (script: string, keys: readonly string[], args: readonly (string | Buffer)[]): Promise<unknown> =>
    send(['EVAL', script, String(keys.length), ...keys, ...args])
  const namesOf = (key: string): readonly string[] => [name('c', key), name('t', key), name('m', key), lru]

  const getContent = async (key: string): Promise<Buffer | undefined> => {
    const reply = await send(['GET', name('c', key)])
    return Buffer.isBuffer(reply) ? reply : undefined
  }

  const touch = (key: string): Promise<unknown> => run(TOUCH, namesOf(key), [ttl, markTtl, String(now()), key])

  /** True when the entry was there and went. */
  const drop = async (key: string, why: string, seen?: number): Promise<boolean> =>
    (await run(DROP, [...namesOf(key), count], [key, why, seen === undefined ? '' : String(seen)])) === 1

  /** All entries, and how many are gone by themselves: expired, or evicted by the server. */
  const scan = async (): Promise<{ readonly rows: readonly Row[]; readonly expired: number; readonly evicted: number }> => {
    const members = toTexts(await run(LIST, [lru], []))
    const rows: Row[] = []
    let expired = 0
    let evicted = 0
    for (let from = 0; from < members.length; from += 2 * BATCH) {
      const part = members.slice(from, from + 2 * BATCH)
      const keys = part.filter((_, i) => i % 2 === 0)
      const sizes = toTexts(await run(LOOK, [lru, ...keys.flatMap((key) => [name('c', key), name('m', key)])], keys)).map(Number)
      for (const [i, key] of keys.entries()) {
        const lastUsed = Number(part[2 * i + 1])
        const bytes = sizes[2 * i]!
        if (bytes >= 0) rows.push({ key, lastUsed, bytes, size: bytes + sizes[2 * i + 1]! })
        else if (now() - lastUsed >= ttlMs - SLACK_MS) expired++
        else evicted++
      }
    }
    return { rows, expired, evicted }
  }

  const sweep = async (need = 0): Promise<Sweep> => {
    const { rows, expired, evicted } = await scan()
    const isPinned = pins.test()
    const plan = planSweep(rows, { now: now(), ttlMs, maxBytes, isPinned, need })
    const left = new Map(rows.map((row) => [row.key, row]))
    const removeAll = async (doomed: readonly Row[], why: string): Promise<number> => {
      let went = 0
      await eachOf(doomed, async ({ key, lastUsed }) => {
        if (!(await drop(key, why, lastUsed))) return
        left.delete(key)
        went++
      })
      return went
    }
    const result = {
      expired: expired + (await removeAll(plan.expired, 'expired')),
      evicted: evicted + (await removeAll(plan.evicted, 'evicted')),
    }
    // The server does not know what is in use, so what is gets its full time again.
    await eachOf([...left.keys()].filter(isPinned), touch)
    const total = sizeOf([...left.values()])
    await send(['SET', count, String(total)])
    return { ...result, temporary: 0, freed: sizeOf(rows) - total }
  }

  const makeRoom = async (need: number): Promise<void> => {
    const isOver = async (): Promise<boolean> => Number(toText((await send(['GET', count])) ?? 0)) + need > maxBytes
    if (!(await isOver())) return
    if (need <= maxBytes && now() - fullSince > FULL_FOR_MS) await sweep(need)
    if (!(await isOver())) return
    fullSince = now()
    throw overQuota('Redis', need, maxBytes)
  }

  const put = async (content: string | Uint8Array, meta?: Meta): Promise<Ref> => {
    const bytes = toBytes(content)
    const key = keyOf(bytes)
    try {
      const before = await getContent(key).catch(() => undefined)
      const fresh = before?.equals(bytes) !== true
      if (fresh && before !== undefined && keyOf(before) === key) throw collision(key)
      if (fresh) await makeRoom(bytes.length)
      const args = [bytes, ttl, markTtl, String(now()), key, meta === undefined ? '' : JSON.stringify(meta)]
      const stored = await run(PUT, [...namesOf(key), count], args)
      if (!Buffer.isBuffer(stored) || !stored.equals(bytes)) {
        throw new StashError('mismatch', 'What was read back from Redis is not what was written; check that server.')
      }
      pins.add(key)
      return { key, bytes: bytes.length, fresh }
    } catch (error) {
      throw toRedisError(error)
    }
  }

  const gone = async (key: string): Promise<Missing> => {
    const mark = await send(['GET', name('t', key)])
    if (!Buffer.isBuffer(mark)) return missing(key, { reason: 'unknown', where: 'this Redis server' })
    const why = toText(mark)
    const left = Number(await send(['PTTL', name('t', key)]))
    if (why === 'expired' || (why === 'stored' && left <= MARK_MARGIN_MS + SLACK_MS))
      return missing(key, { reason: 'expired', ttlMs })
    return missing(key, { reason: 'evicted', purged: why === 'purged' })
  }

  const read = async (key: string): Promise<Found | Missing> => {
    const bytes = await getContent(key)
    if (bytes === undefined) return gone(key)
    if (keyOf(bytes) !== key) return missing(key, { reason: 'corrupt' })
    // On a replica a touch is refused; what was read is as good.
    await touch(key).catch(() => undefined)
    pins.add(key)
    const meta = await send(['GET', name('m', key)]).catch(() => undefined)
    return { found: true, key, bytes, ...(Buffer.isBuffer(meta) ? { meta: JSON.parse(toText(meta)) as Meta } : {}) }
  }

  const get = async (asked: string): Promise<Found | Missing> => {
    const key = parseKey(asked)
    if (key === undefined) return notAKey(asked)
    try {
      return await read(key)
    } catch (error) {
      const detail = error instanceof Error ? error.message.slice(0, 120).replace(/\s+/g, ' ') : String(error)
      return missing(key, { reason: 'unreadable', detail })
    }
  }

  const list = async (): Promise<readonly Entry[]> => {
    const { rows } = await scan()
    return rows.map(({ key, bytes, lastUsed }) => ({ key, bytes, lastUsed })).sort((a, b) => b.lastUsed - a.lastUsed)
  }

  /** Contents that are in no list any more, because the server evicted the list. */
  const removeStrays = async (): Promise<void> => {
    let cursor = '0'
    do {
      const reply = await send(['SCAN', cursor, 'MATCH', `{${prefix}}:[cm]:*`, 'COUNT', '1000'])
      const [next, names] = Array.isArray(reply) ? reply : ['0', []]
      const strays = toTexts(names)
      if (strays.length > 0) await send(['DEL', ...strays])
      cursor = toText(next)
    } while (cursor !== '0')
    await send(['SET', count, '0'])
  }

  const purge = async (filter: PurgeFilter = {}): Promise<Removed> => {
    const { keys, before = Number.POSITIVE_INFINITY } = filter
    const asked = keys === undefined ? undefined : new Set(keys.map(parseKey))
    const { rows } = await scan()
    const doomed = rows.filter(({ key, lastUsed }) => lastUsed < before && (asked === undefined || asked.has(key)))
    await eachOf(doomed, ({ key }) => drop(key, 'purged'))
    if (asked === undefined && filter.before === undefined) await removeStrays()
    return { removed: doomed.length, freed: sizeOf(doomed) }
  }

  return {
    name: 'redis',
    put,
    get,
    list,
    gc: () => sweep(),
    purge,
    usage: async () => {
      const { rows } = await scan()
      return { entries: rows.length, bytes: sizeOf(rows), maxBytes, ttlMs }
    },
    close: async () => options.close?.(),
  }
}

const sizeOf = (rows: readonly Row[]): number => rows.reduce((total, { size }) => total + size, 0)
