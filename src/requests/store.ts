/**
 * What earlier requests of a conversation sent in place of each tool result. Replaying it byte for byte keeps the provider's
 * prompt cache valid, whatever the newest query is.
 */

import { Buffer } from 'node:buffer'

export interface Sent {
  /** The reduced text; null when the result was sent whole. */
  readonly text: string | null
  /** Sizes in tokens, of the result and of what was sent; 0 for a result sent whole without being counted. */
  readonly before: number
  readonly after: number
  /** Key of the original in the stash, if the diet gave one. */
  readonly key?: string
  /** For a reference to an identical result: how the text names that result. */
  readonly of?: string
}

/**
 * A key is `<conversation>/<content key>`, with a suffix for an identical result further down. Unless the caller names the
 * conversation otherwise, it has only word chars, `.`, `-` and `/`. Entries are plain JSON, so a store can be a file or a server.
 */
export interface RequestStore {
  get(key: string): Sent | undefined
  /** Keeps the entry unless the key has one already, and returns the one that stands: what was sent first is what stays. */
  set(key: string, sent: Sent): Sent
}

export interface AsyncRequestStore {
  get(key: string): Promise<Sent | undefined> | Sent | undefined
  set(key: string, sent: Sent): Promise<Sent> | Sent
}

export interface MemoryStoreOptions {
  /** Default 100,000. */
  readonly maxEntries?: number
  /** Chars of texts and keys kept; default 32 Mi. */
  readonly maxChars?: number
}

const BEYOND_LATIN1 = /[^\0-\xff]/

/** A copy that does not keep the text alive that it was cut from, which may be a whole request body. */
export const detached = (text: string): string => {
  const encoding = BEYOND_LATIN1.test(text) ? 'utf16le' : 'latin1'
  return Buffer.from(text, encoding).toString(encoding)
}

/** A store in memory that forgets what was not used for longest. */
export const createMemoryStore = (options: MemoryStoreOptions = {}): RequestStore & { readonly size: number } => {
  const { maxEntries = 100_000, maxChars = 32 * 2 ** 20 } = options
  const cache = createBoundedMap<Sent>(maxEntries, maxChars)
  return {
    get: (key) => cache.get(key),
    set: (key, sent) => {
      const standing = cache.get(key)
      if (standing !== undefined) return standing
      const kept = sent.text === null ? sent : { ...sent, text: detached(sent.text) }
      cache.set(key, kept, key.length + (kept.text?.length ?? 0))
      return kept
    },
    get size() {
      return cache.size()
    },
  }
}

export interface BoundedMap<V> {
  get(key: string): V | undefined
  set(key: string, value: V, chars: number): void
  size(): number
}

interface Entry<V> {
  readonly value: V
  readonly chars: number
  used: number
}

/**
 * A map that drops what was not used for longest when it holds more than a number of entries or of chars: an eighth at a time,
 * so that a lookup, of which there are thousands for each new entry, only has to note its turn.
 */
export const createBoundedMap = <V>(maxEntries: number, maxChars: number): BoundedMap<V> => {
  const entries = new Map<string, Entry<V>>()
  let total = 0
  let turn = 0
  const drop = (key: string): void => {
    total -= entries.get(key)?.chars ?? 0
    entries.delete(key)
  }
  const shrink = (): void => {
    const oldestFirst = [...entries].sort(([, a], [, b]) => a.used - b.used)
    for (const [key] of oldestFirst) {
      if (entries.size <= maxEntries - (maxEntries >> 3) && total <= maxChars - (maxChars >> 3)) return
      drop(key)
    }
  }
  return {
    get: (key) => {
      const entry = entries.get(key)
      if (entry !== undefined) entry.used = ++turn
      return entry?.value
    },
    set: (key, value, chars) => {
      drop(key)
      entries.set(key, { value, chars, used: ++turn })
      total += chars
      if (entries.size > maxEntries || total > maxChars) shrink()
    },
    size: () => entries.size,
  }
}
