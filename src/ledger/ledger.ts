/** The ledger: one JSON line for each decision, appended by any number of processes, in two files of bounded size. */
import { closeSync, constants, openSync, renameSync, statSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { appendFile, attempt, prepareDirectory, readTail } from '../stash/disk.ts'
import { type LedgerRecord, toEntry } from './entry.ts'
import { type LedgerContent, parseLedger } from './parse.ts'
import { keysInUse } from './summary.ts'

export { type LedgerContent, parseLedger } from './parse.ts'

export const LEDGER_NAME = 'ledger.jsonl'
const OLDER_NAME = 'ledger.1.jsonl'
const LOCK_NAME = 'ledger.lock'
/** A lock this old belongs to a process that died. */
const STALE_LOCK_MS = 10_000

export interface LedgerOptions {
  /** A file that reaches this size becomes the older one, and the one before it goes; 1 MiB by default, some 4,000 decisions. */
  readonly maxBytes?: number
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

const DEFAULT_MAX_BYTES = 1024 * 1024

const sizeOf = (path: string): number => attempt(() => statSync(path).size) ?? 0

/** One process at a time moves the files; who does not get the lock leaves it to the next decision. */
const rotate = (dir: string, maxBytes: number, now: number): void => {
  const lock = join(dir, LOCK_NAME)
  const fd = attempt(() => openSync(lock, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600))
  if (fd === undefined) {
    if (now - (attempt(() => statSync(lock).mtimeMs) ?? now) > STALE_LOCK_MS) attempt(() => unlinkSync(lock))
    return
  }
  try {
    closeSync(fd)
    // Another process may have moved the file since its size was looked at.
    if (sizeOf(join(dir, LEDGER_NAME)) >= maxBytes) renameSync(join(dir, LEDGER_NAME), join(dir, OLDER_NAME))
  } finally {
    unlinkSync(lock)
  }
}

/** Appends a decision to the ledger in `dir`. Never throws, since a host must not feel it; false when nothing was written. */
export const appendLedger = (dir: string, record: LedgerRecord, options: LedgerOptions = {}): boolean => {
  const { maxBytes = DEFAULT_MAX_BYTES, now = Date.now } = options
  const entry = toEntry({ ...record, v: 1, time: now() })
  if (entry === undefined) return false
  const written = attempt(() => {
    prepareDirectory(dir, now())
    if (sizeOf(join(dir, LEDGER_NAME)) >= maxBytes) attempt(() => rotate(dir, maxBytes, now()))
    appendFile(join(dir, LEDGER_NAME), `${JSON.stringify(entry)}\n`)
    return true
  })
  return written === true
}

/** Everything in the ledger of `dir`; nothing when there is none. */
export const readLedger = (dir: string, options: LedgerOptions = {}): LedgerContent => {
  // Appends may pass the limit a little before one of them rotates.
  const limit = 2 * (options.maxBytes ?? DEFAULT_MAX_BYTES)
  return parseLedger([OLDER_NAME, LEDGER_NAME].map((name) => readTail(join(dir, name), limit)).join('\n'))
}

const DAY_MS = 86_400_000

/** Keys that decisions of the last 24 hours refer to: what `pinned` of a stash should name, so that no running session loses an original. */
export const recentKeys = (dir: string, options: LedgerOptions = {}): ReadonlySet<string> =>
  keysInUse(readLedger(dir, options).entries, (options.now ?? Date.now)() - DAY_MS)
