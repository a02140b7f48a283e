/** Connects the Redis stash through the `redis` package, which is loaded only here. */
import type { RedisClientOptions } from 'redis'
import { createRedisStash, type RedisSend, type RedisStashOptions, toRedisError } from './redis.ts'
import { type Stash, StashError } from './stash.ts'

export interface OpenRedisOptions extends Omit<RedisStashOptions, 'send' | 'close'> {
  /** `redis://…`, `rediss://…` or `unix://…`; the address of the package by default. */
  readonly url?: string
  /** Longest wait for the connection or for one reply, in milliseconds; 2,000 by default. */
  readonly timeoutMs?: number
}

const load = async (): Promise<typeof import('redis')> => {
  try {
    return await import('redis')
  } catch (error) {
    throw new StashError('unavailable', 'The Redis stash needs the package `redis`; install it with `npm install redis`.', error)
  }
}

/** A server that accepts and never answers must not hold up its caller. */
const withTimeout = async <T>(work: Promise<T>, ms: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Opens a stash; rejects with a StashError when there is no such package or server. A connection that is lost later comes back by itself. */
export const openRedisStash = async (options: OpenRedisOptions = {}): Promise<Stash> => {
  const { url, timeoutMs = 2000, ...rest } = options
  const { createClient, RESP_TYPES } = await load()
  let connected = false
  const settings: RedisClientOptions = {
    ...(url === undefined ? {} : { url }),
    disableOfflineQueue: true,
    socket: {
      connectTimeout: timeoutMs,
      reconnectStrategy: (tries, cause) => (connected ? Math.min(50 * 2 ** tries, 5000) : cause),
    },
  }
  const client = createClient(settings)
  // Without a listener a lost connection would end the process; each command reports it anyway.
  client.on('error', () => {})
  try {
    await withTimeout(client.connect(), timeoutMs)
  } catch (error) {
    client.destroy()
    throw toRedisError(error)
  }
  connected = true
  const typeMapping = { [RESP_TYPES.BLOB_STRING]: Buffer }
  const send: RedisSend = (command) => withTimeout(client.sendCommand([...command], { typeMapping }), timeoutMs)
  const close = async (): Promise<void> => {
    if (client.isOpen) client.destroy()
  }
  return createRedisStash({ ...rest, send, close })
}
