/**
 * What earlier requests of a conversation sent in place of each tool result. Replaying it byte for byte keeps the provider's
 * prompt cache valid, whatever the newest query is.
 */

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
 * A key is `<conversation>/<content key>`, with a suffix for an identical result further down, and has no other chars than
 * word chars, `.`, `-`, `/`. Entries are plain JSON, so a store can be a file or a server.
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

/** A copy that does not keep the text alive that it was cut from, which may be a whole request body. */
export const detached = (text: string): string => JSON.parse(JSON.stringify(text)) as string

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

/** A map that drops the least recently used entries beyond a number of entries or of chars. */
export const createBoundedMap = <V>(maxEntries: number, maxChars: number): BoundedMap<V> => {
  const entries = new Map<string, { readonly value: V; readonly chars: number }>()
  let total = 0
  const drop = (key: string): void => {
    total -= entries.get(key)?.chars ?? 0
    entries.delete(key)
  }
  return {
    get: (key) => {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      // A map keeps the order of insertion: the first entry is the one unused for longest.
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    set: (key, value, chars) => {
      drop(key)
      entries.set(key, { value, chars })
      total += chars
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries && total <= maxChars) break
        drop(oldest)
      }
    },
    size: () => entries.size,
  }
}
