/**
 * The stash in a directory: one file for each original, `KEY.txt`, with the exact bytes, so that an agent can open it. Safe for several
 * processes at once. It works synchronously, since the command line and hooks save before they print; long walks pause in between.
 */
import { closeSync, fchmodSync, fstatSync, fsyncSync, futimesSync, readFileSync, statSync, unlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  contentName,
  type KeptFile,
  metaName,
  remove,
  removeTemporary,
  runSteps,
  runStepsAsync,
  type Steps,
  scan,
} from './directory.ts'
import {
  attempt,
  codeOf,
  flushDirectory,
  hasContent,
  lastUsedOf,
  openFile,
  openIfAny,
  prepareDirectory,
  replaceFile,
  toStashError,
} from './disk.ts'
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
  StashError,
  type Sweep,
  toBytes,
  type Usage,
} from './stash.ts'
import { createPins, isExpired, planSweep } from './sweep.ts'
import { openTally } from './tally.ts'
import { openTombstones } from './tombstones.ts'
import { openWriter, type StashWriter } from './writer.ts'

export interface FileStashOptions extends Keeping {
  /** Made when something is put; relative paths start at the working directory of this moment. */
  readonly dir: string
  /** Flush files and directory to the disk before an original counts as kept; true by default. Only a test that writes very many says false. */
  readonly durable?: boolean
}

export interface FileRef extends Ref {
  readonly path: string
}

export interface FileStash extends Stash {
  readonly name: 'file'
  readonly dir: string
  /** As `put`; throws a StashError. */
  putSync(content: string | Uint8Array, meta?: Meta): FileRef
  /** As `get`. */
  getSync(key: string): Found | Missing
  /** For an original that arrives in pieces and may be larger than memory. Throws a StashError. */
  openWriter(): StashWriter
}

const SWEEP_EVERY_MS = 3_600_000
/** After a sweep that could not make room the next one waits this long. */
const FULL_FOR_MS = 60_000
const META_LIMIT = 64 * 1024 * 1024

export const createFileStash = (options: FileStashOptions): FileStash => {
  const { ttlMs = DEFAULT_TTL_MS, maxBytes = DEFAULT_MAX_BYTES, now = Date.now, keyOf = sha256Key, durable = true } = options
  const dir = resolve(options.dir)
  const pins = createPins(options)
  const tombstones = openTombstones(dir)
  const tally = openTally(dir, now)
  let fullSince = Number.NEGATIVE_INFINITY

  function* sweep(need = 0): Steps<Sweep> {
    const { entries, temporary } = yield* scan(dir, now())
    const plan = planSweep(entries, { now: now(), ttlMs, maxBytes, isPinned: pins.test(), need })
    const expired = yield* remove(dir, plan.expired, { force: false })
    const evicted = yield* remove(dir, plan.evicted, { force: false })
    tombstones.add(keysOf(expired), 'expired')
    tombstones.add(keysOf(evicted), 'evicted')
    const freed = sizeOf(expired) + sizeOf(evicted)
    tally.reset(sizeOf(entries) - freed)
    return { expired: expired.length, evicted: evicted.length, temporary: removeTemporary(dir, temporary), freed }
  }

  /** Sweeps when the limit would be passed, then throws when that did not help. */
  const makeRoom = (need: number): void => {
    if (tally.read().bytes + need <= maxBytes) return
    if (need <= maxBytes && now() - fullSince > FULL_FOR_MS) runSteps(sweep(need))
    if (tally.read().bytes + need <= maxBytes) return
    fullSince = now()
    throw overQuota(dir, need, maxBytes)
  }

  /** Compares the file that is there with what is put; the same content counts as used now and is flushed. */
  const compare = (path: string, key: string, bytes: Buffer, fd: number): 'same' | 'collides' | 'other' => {
    // Touched before it is compared and looked up again: see removeUnused.
    futimesSync(fd, now() / 1000, now() / 1000)
    if (!hasContent(fd, bytes)) return keyOf(readFileSync(fd)) === key ? 'collides' : 'other'
    const stats = fstatSync(fd)
    if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0) fchmodSync(fd, 0o600)
    if (durable) fsyncSync(fd)
    if (durable) flushDirectory(dir)
    return statSync(path).ino === stats.ino ? 'same' : 'other'
  }

  /** Whether the content is there already. What cannot be read, or was changed, is no obstacle: it is put anew. */
  const reuse = (path: string, key: string, bytes: Buffer): boolean => {
    const fd = attempt(() => openIfAny(path))
    if (fd === undefined) return false
    const found = attempt(() => compare(path, key, bytes, fd))
    closeSync(fd)
    if (found === 'collides') throw collision(key)
    return found === 'same'
  }

  const write = (path: string, key: string, bytes: Buffer): void => {
    makeRoom(bytes.length)
    try {
      replaceFile(dir, contentName(key), bytes, { time: now(), durable })
    } catch (error) {
      // Another process purged the directory meanwhile.
      if (codeOf(error) !== 'ENOENT') throw error
      prepareDirectory(dir, now())
      replaceFile(dir, contentName(key), bytes, { time: now(), durable })
    }
    const fd = openFile(path)
    try {
      if (!hasContent(fd, bytes))
        throw new StashError('mismatch', `What was read back from ${path} is not what was written; check that disk.`)
    } finally {
      closeSync(fd)
    }
  }

  /** What is kept beside an original is a help, never a reason to refuse it. */
  const writeMeta = (key: string, meta: Meta): void => {
    attempt(() => {
      const bytes = Buffer.from(`${JSON.stringify(meta)}\n`)
      replaceFile(dir, metaName(key), bytes, { time: now(), durable: false })
      tally.add(bytes.length)
    })
  }

  const readMeta = (key: string): Meta | undefined =>
    attempt(() => {
      const fd = openFile(join(dir, metaName(key)))
      try {
        const value: unknown = fstatSync(fd).size > META_LIMIT ? undefined : JSON.parse(readFileSync(fd, 'utf8'))
        return typeof value === 'object' && value !== null ? value : undefined
      } finally {
        closeSync(fd)
      }
    })

  const added = ({ key, bytes, fresh }: FileRef): void => {
    if (fresh) tally.add(bytes)
    pins.add(key)
    if (now() - tally.read().sweptAt > SWEEP_EVERY_MS) attempt(() => runSteps(sweep()))
  }

  const putSync = (content: string | Uint8Array, meta?: Meta): FileRef => {
    const bytes = toBytes(content)
    const key = keyOf(bytes)
    const path = join(dir, contentName(key))
    try {
      prepareDirectory(dir, now())
      const fresh = !reuse(path, key, bytes)
      if (fresh) write(path, key, bytes)
      const ref = { key, path, bytes: bytes.length, fresh }
      if (meta !== undefined) writeMeta(key, meta)
      added(ref)
      return ref
    } catch (error) {
      throw toStashError(error, dir)
    }
  }

  const gone = (key: string): Missing => {
    const why = tombstones.find(key)
    if (why === 'expired') return missing(key, { reason: 'expired', ttlMs })
    if (why !== undefined) return missing(key, { reason: 'evicted', purged: why === 'purged' })
    return missing(key, { reason: 'unknown', where: dir })
  }

  const expire = (key: string, bytes: number, lastUsed: number): Missing => {
    const size = bytes + (attempt(() => statSync(join(dir, metaName(key))).size) ?? 0)
    const [entry] = runSteps(remove(dir, [{ key, bytes, size, lastUsed }], { force: false }))
    if (entry !== undefined) {
      tombstones.add([key], 'expired')
      tally.add(-size)
    }
    return missing(key, { reason: 'expired', ttlMs })
  }

  const read = (key: string, path: string, fd: number): Found | Missing => {
    const stats = fstatSync(fd)
    const lastUsed = lastUsedOf(stats)
    if (isExpired(lastUsed, { now: now(), ttlMs }) && !pins.test()(key)) return expire(key, stats.size, lastUsed)
    const bytes = readFileSync(fd)
    if (keyOf(bytes) !== key) return missing(key, { reason: 'corrupt' })
    attempt(() => futimesSync(fd, now() / 1000, now() / 1000))
    pins.add(key)
    const meta = readMeta(key)
    return { found: true, key, bytes, path, ...(meta === undefined ? {} : { meta }) }
  }

  const getSync = (asked: string): Found | Missing => {
    const key = parseKey(asked)
    if (key === undefined) return notAKey(asked)
    const path = join(dir, contentName(key))
    let fd: number | undefined
    try {
      fd = openIfAny(path)
      return fd === undefined ? gone(key) : read(key, path, fd)
    } catch (error) {
      const code = codeOf(error)
      return missing(key, { reason: 'unreadable', detail: code === 'ELOOP' ? 'it is a symbolic link' : (code ?? String(error)) })
    } finally {
      if (fd !== undefined) closeSync(fd)
    }
  }

  function* list(): Steps<readonly Entry[]> {
    const { entries } = yield* scan(dir, now())
    return entries
      .map(({ key, bytes, lastUsed }) => ({ key, bytes, lastUsed, path: join(dir, contentName(key)) }))
      .sort((a, b) => b.lastUsed - a.lastUsed)
  }

  function* purge(filter: PurgeFilter = {}): Steps<Removed> {
    const { keys, before = Number.POSITIVE_INFINITY } = filter
    const asked = keys === undefined ? undefined : new Set(keys.map(parseKey))
    const { entries, temporary } = yield* scan(dir, asked === undefined ? Number.POSITIVE_INFINITY : now())
    const doomed = entries.filter(({ key, lastUsed }) => lastUsed < before && (asked === undefined || asked.has(key)))
    const removed = yield* remove(dir, doomed, { force: true })
    tombstones.add(keysOf(removed), 'purged')
    for (const name of temporary) attempt(() => unlinkSync(join(dir, name)))
    tally.reset(sizeOf(entries) - sizeOf(removed))
    return { removed: removed.length, freed: sizeOf(removed) }
  }

  function* usage(): Steps<Usage> {
    const { entries } = yield* scan(dir, now())
    return { entries: entries.length, bytes: sizeOf(entries), maxBytes, ttlMs }
  }

  return {
    name: 'file',
    dir,
    putSync,
    getSync,
    openWriter: () => openWriter({ dir, durable, now, makeRoom, added }),
    put: async (content, meta) => putSync(content, meta),
    get: async (key) => getSync(key),
    list: () => runStepsAsync(list()),
    gc: () => runStepsAsync(sweep()),
    purge: (filter) => runStepsAsync(purge(filter)),
    usage: () => runStepsAsync(usage()),
    close: async () => {},
  }
}

const keysOf = (entries: readonly KeptFile[]): readonly string[] => entries.map(({ key }) => key)
const sizeOf = (entries: readonly KeptFile[]): number => entries.reduce((total, { size }) => total + size, 0)
