/** Where originals are kept: one interface for memory, files and Redis, with one answer for each way to miss an original. */

export interface Stash {
  readonly name: 'memory' | 'file' | 'redis'
  /**
   * Keeps the exact bytes and proves it by reading them back; the same content twice is one entry, used now.
   * Rejects with a StashError, and then nothing may refer to the key.
   */
  put(content: string | Uint8Array, meta?: Meta): Promise<Ref>
  /** Never rejects. A found original has been checked against its key and counts as used now. */
  get(key: string): Promise<Found | Missing>
  /** Everything kept, last used first. */
  list(): Promise<readonly Entry[]>
  /** Removes what expired, then the least recently used above the size limit; never what the running session refers to. */
  gc(): Promise<Sweep>
  /** Removes what the filter names (everything without one), also what is in use: the owner asked for it. */
  purge(filter?: PurgeFilter): Promise<Removed>
  usage(): Promise<Usage>
  close(): Promise<void>
}

/** What is kept beside an original. No command line: arguments hold secrets. */
export interface Meta {
  readonly tool?: string
  readonly kind?: string
  readonly receipt?: object
}

export interface Ref {
  readonly key: string
  readonly bytes: number
  /** False when the stash already had this content. */
  readonly fresh: boolean
  /** Absolute path of a file with the exact bytes; file stashes only. */
  readonly path?: string
}

export interface Found {
  readonly found: true
  readonly key: string
  /** A copy that the caller may change. */
  readonly bytes: Buffer
  readonly meta?: Meta
  readonly path?: string
}

export const MISSING_REASONS = ['expired', 'evicted', 'unknown', 'corrupt', 'unreadable'] as const
export type MissingReason = (typeof MISSING_REASONS)[number]

export interface Missing {
  readonly found: false
  readonly key: string
  readonly reason: MissingReason
  /** One sentence: what happened, and the way out. */
  readonly message: string
}

export interface Entry {
  readonly key: string
  /** Size of the original, without what is kept beside it. */
  readonly bytes: number
  /** Milliseconds since 1970. */
  readonly lastUsed: number
  readonly path?: string
}

export interface Removed {
  readonly removed: number
  /** Bytes freed, what was kept beside the originals included. */
  readonly freed: number
}

export interface Sweep {
  readonly expired: number
  readonly evicted: number
  /** Files of interrupted writes. */
  readonly temporary: number
  readonly freed: number
}

export interface PurgeFilter {
  readonly keys?: readonly string[]
  /** Only what was last used before this time (milliseconds since 1970). */
  readonly before?: number
}

export interface Usage {
  readonly entries: number
  readonly bytes: number
  readonly maxBytes: number
  readonly ttlMs: number
}

/** How long and how much a stash keeps; every implementation takes these. */
export interface Keeping {
  /** Kept this long after the last use; 7 days by default. */
  readonly ttlMs?: number
  /** Size limit in bytes; 1 GiB by default. */
  readonly maxBytes?: number
  /** Keys that running sessions refer to; asked only when something is about to be removed. */
  readonly pinned?: () => Iterable<string>
  /** Whether what this process put or got counts as referred to; true by default. A server that outlives its sessions says false. */
  readonly pinOwn?: boolean
  /** Milliseconds since 1970. */
  readonly now?: () => number
  /** The key of some bytes; only a test of colliding keys has a reason to change it. */
  readonly keyOf?: (bytes: Uint8Array) => string
}

export const DEFAULT_TTL_MS: number = 7 * 24 * 3_600_000
export const DEFAULT_MAX_BYTES: number = 1024 ** 3

/**
 * - `full`: no space left where the stash is
 * - `readonly`, `permission`: the place cannot be written
 * - `quota`: over the stash's own size limit, and all that is in it is in use
 * - `unsafe`: the directory is a symbolic link, or belongs to someone else
 * - `unencodable`: the text has an unpaired surrogate, so no UTF-8 bytes give it back
 * - `collision`: other content already has this key
 * - `mismatch`: what was read back is not what was written
 * - `unavailable`: the server does not answer
 * - `io`: any other failure of the system
 */
export type StashErrorReason =
  | 'full'
  | 'readonly'
  | 'permission'
  | 'quota'
  | 'unsafe'
  | 'unencodable'
  | 'collision'
  | 'mismatch'
  | 'unavailable'
  | 'io'

/** An original that could not be kept. The message is one sentence with the way out. */
export class StashError extends Error {
  readonly reason: StashErrorReason
  constructor(reason: StashErrorReason, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'StashError'
    this.reason = reason
  }
}

export const overQuota = (where: string, need: number, maxBytes: number): StashError =>
  need > maxBytes
    ? new StashError(
        'quota',
        `Nothing was saved in ${where}: ${need} bytes are more than its limit of ${maxBytes}; raise the limit.`,
      )
    : new StashError(
        'quota',
        `Nothing was saved in ${where}: it is limited to ${maxBytes} bytes and all of them are in use; raise the limit or purge it.`,
      )

export const collision = (key: string): StashError =>
  new StashError(
    'collision',
    `Nothing was saved: other content already has the key ${key}; it stays, and this text can only be used as it is.`,
  )

/** In unicode mode a surrogate class matches only surrogates that have no partner. */
const UNPAIRED = /\p{Surrogate}/u

/** The bytes to keep; a view on the caller's bytes, or the UTF-8 of a text. */
export const toBytes = (content: string | Uint8Array): Buffer => {
  if (typeof content !== 'string') return Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  if (UNPAIRED.test(content)) {
    throw new StashError(
      'unencodable',
      'The text has an unpaired surrogate, which UTF-8 cannot hold; hand its original bytes in instead.',
    )
  }
  return Buffer.from(content, 'utf8')
}

const duration = (ms: number): string => {
  const [count, unit] =
    ms >= 48 * 3_600_000 ? [ms / 86_400_000, 'day'] : ms >= 7_200_000 ? [ms / 3_600_000, 'hour'] : [ms / 60_000, 'minute']
  const whole = Math.round(count)
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`
}

const AGAIN = 'run the command again to get its output'

/** What a stash found instead of an original. */
export type Miss =
  | { readonly reason: 'expired'; readonly ttlMs: number }
  | { readonly reason: 'evicted'; readonly purged?: boolean }
  | { readonly reason: 'unknown'; readonly where: string }
  | { readonly reason: 'corrupt' }
  | { readonly reason: 'unreadable'; readonly detail: string }

const sentence = (key: string, miss: Miss): string => {
  switch (miss.reason) {
    case 'expired':
      return `The original ${key} expired: nothing used it for ${duration(miss.ttlMs)}; ${AGAIN}.`
    case 'evicted':
      return miss.purged === true
        ? `The original ${key} was removed by a purge of the stash; ${AGAIN}.`
        : `The original ${key} was evicted to keep the stash under its size limit; ${AGAIN}.`
    case 'unknown':
      return `No original ${key} is known in ${miss.where}: compare the key with the "[diet]" line that names it, or ${AGAIN}.`
    case 'corrupt':
      return `The original ${key} was changed after it was saved, so it is not shown; ${AGAIN}.`
    case 'unreadable':
      return `The original ${key} is there but cannot be read (${miss.detail}): repair that, or ${AGAIN}.`
  }
}

export const missing = (key: string, miss: Miss): Missing => ({
  found: false,
  key,
  reason: miss.reason,
  message: sentence(key, miss),
})

/** Long enough to recognise what was typed, short enough for a sentence. */
export const notAKey = (text: string): Missing => {
  const key = text.length > 64 ? `${text.slice(0, 60)}...` : text
  return {
    found: false,
    key,
    reason: 'unknown',
    message: `${JSON.stringify(key)} is not a stash key: give the 24 hex characters that the "[diet]" line names.`,
  }
}
