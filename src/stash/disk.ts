/** What the file stash does to a directory, each step safe against other processes, a crash and planted symbolic links. */
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  futimesSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  type Stats,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { StashError, type StashErrorReason } from './stash.ts'

/** Windows has neither flag; there a symbolic link needs a privilege to plant. */
const NOFOLLOW = constants.O_NOFOLLOW ?? 0
const NONBLOCK = constants.O_NONBLOCK ?? 0
const CHUNK = 1 << 20

export const TEMPORARY = '.tmp-'
/** A file on its way out is named `.out-KEY-…` until it is certain that nobody has just used it. */
export const OUTGOING = '.out-'

export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

const REASONS: Readonly<Record<string, readonly [reason: StashErrorReason, what: string, wayOut: string]>> = {
  ENOSPC: ['full', 'the disk is full', 'free some space, or run `context-diet stash gc`'],
  EDQUOT: ['full', 'the disk quota is used up', 'free some space, or run `context-diet stash gc`'],
  EFBIG: ['full', 'the file would be larger than the system allows', 'raise that limit'],
  EROFS: ['readonly', 'the file system is read-only', 'use a stash in a directory that can be written'],
  EACCES: ['permission', 'its directory may not be written', 'change its owner or permissions'],
  EPERM: ['permission', 'its directory may not be written', 'change its owner or permissions'],
}

/** The failure of a system call as the reason and the sentence that a caller can show. */
export const toStashError = (error: unknown, dir: string): StashError => {
  if (error instanceof StashError) return error
  const code = codeOf(error) ?? 'unknown error'
  const [reason, what, wayOut] = REASONS[code] ?? ['io', `the system answered ${code}`, 'check that directory']
  return new StashError(reason, `Nothing was saved in ${dir}: ${what}; ${wayOut}.`, error)
}

/** What the action gives, or undefined when the system refuses; for steps that nothing depends on. */
export const attempt = <T>(action: () => T): T | undefined => {
  try {
    return action()
  } catch {
    return undefined
  }
}

const lstatIfAny = (path: string): Stats | undefined => {
  try {
    return lstatSync(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** False when its parent is missing. Another process may make it at the same moment. */
const makeOne = (dir: string): boolean => {
  try {
    mkdirSync(dir, { mode: 0o700 })
    return true
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EEXIST') return true
    if (code === 'ENOENT' && dirname(dir) !== dir) return false
    throw error
  }
}

/** Parents included. Node's own recursive form reports ENOENT where the file system is read-only. */
const makeDirectory = (dir: string): void => {
  if (makeOne(dir)) return
  makeDirectory(dirname(dir))
  makeOne(dir)
}

/**
 * Makes sure that the directory is there, is no symbolic link and is closed to others (mode 0700). The answer says whether it
 * had to be made. Throws a StashError `unsafe` otherwise.
 */
export const ensureDirectory = (dir: string): boolean => {
  const before = lstatIfAny(dir)
  if (before === undefined) makeDirectory(dir)
  const stats = before ?? lstatSync(dir)
  if (!stats.isDirectory()) {
    throw new StashError('unsafe', `Nothing was saved: ${dir} is a symbolic link or no directory; remove it or name its target.`)
  }
  const uid = process.getuid?.()
  if (uid !== undefined && uid !== 0 && stats.uid !== uid) {
    throw new StashError('unsafe', `Nothing was saved: ${dir} belongs to another user; use a stash of your own.`)
  }
  if (uid !== undefined && (stats.mode & 0o077) !== 0) chmodSync(dir, 0o700)
  return before === undefined
}

/** As `ensureDirectory`, and out of sight of git. The answer says whether the directory had to be made. */
export const prepareDirectory = (dir: string, time: number): boolean => {
  const made = ensureDirectory(dir)
  if (attempt(() => statSync(join(dir, '.gitignore'))) === undefined) {
    replaceFile(dir, '.gitignore', Buffer.from('*\n'), { time, durable: false })
  }
  return made
}

/** Windows cannot flush a directory; its file systems log renames. */
export const flushDirectory = (dir: string): void => {
  if (process.platform === 'win32') return
  const fd = openSync(dir, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** Opens a regular file for reading. A symbolic link is refused, and a named pipe does not block. */
export const openFile = (path: string): number => {
  const fd = openSync(path, constants.O_RDONLY | NOFOLLOW | NONBLOCK)
  if (fstatSync(fd).isFile()) return fd
  closeSync(fd)
  throw Object.assign(new Error(`${path} is no regular file`), { code: 'not a regular file' })
}

/** As `openFile`, undefined when there is nothing by that name. */
export const openIfAny = (path: string): number | undefined => {
  try {
    return openFile(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Whether the file holds exactly these bytes; reads it in pieces. */
export const hasContent = (fd: number, bytes: Buffer): boolean => {
  if (fstatSync(fd).size !== bytes.length) return false
  const piece = Buffer.allocUnsafe(Math.min(CHUNK, Math.max(1, bytes.length)))
  for (let at = 0; at < bytes.length; ) {
    const count = readSync(fd, piece, 0, piece.length, at)
    if (count === 0 || bytes.compare(piece, 0, count, at, at + count) !== 0) return false
    at += count
  }
  return true
}

let writes = 0
const uniqueName = (prefix: string): string => `${prefix}${process.pid}-${writes++}-${randomBytes(4).toString('hex')}`

/** The path of a new temporary file; a sweep removes such files when nobody has written to them for minutes. */
export const temporaryPath = (dir: string): string => join(dir, uniqueName(TEMPORARY))

const writeTemporary = (dir: string, bytes: Buffer, time: number, durable: boolean): string => {
  const path = temporaryPath(dir)
  const fd = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NOFOLLOW, 0o600)
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at)
    futimesSync(fd, time / 1000, time / 1000)
    if (durable) fsyncSync(fd)
  } catch (error) {
    attempt(() => unlinkSync(path))
    throw error
  } finally {
    closeSync(fd)
  }
  return path
}

/**
 * Puts a whole file under a name, or leaves what was there: a temporary file is written, flushed and renamed, the rename is flushed. A
 * symbolic link by that name is replaced, never followed. `time` becomes its time of last use.
 */
export const replaceFile = (
  dir: string,
  name: string,
  bytes: Buffer,
  options: { readonly time: number; readonly durable: boolean },
): void => {
  const temporary = writeTemporary(dir, bytes, options.time, options.durable)
  try {
    renameSync(temporary, join(dir, name))
  } catch (error) {
    attempt(() => unlinkSync(temporary))
    throw error
  }
  if (options.durable) flushDirectory(dir)
}

/** Appends in one write, which the system does not mix with that of another process. */
export const appendFile = (path: string, text: string): void => {
  const fd = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | NOFOLLOW | NONBLOCK, 0o600)
  try {
    const bytes = Buffer.from(text, 'utf8')
    if (writeSync(fd, bytes) < bytes.length) throw Object.assign(new Error(`${path} was written in part`), { code: 'ENOSPC' })
  } finally {
    closeSync(fd)
  }
}

/** The last `limit` bytes of a small file as text; empty when it cannot be read. */
export const readTail = (path: string, limit: number): string =>
  attempt(() => {
    const fd = openFile(path)
    try {
      const { size } = fstatSync(fd)
      const bytes = Buffer.alloc(Math.min(size, limit))
      return bytes.toString('utf8', 0, readSync(fd, bytes, 0, bytes.length, size - bytes.length))
    } finally {
      closeSync(fd)
    }
  }) ?? ''

/** When a file was last read or put: a reader that opens the file itself moves its access time, where the system keeps one. */
export const lastUsedOf = (stats: Stats): number => Math.max(stats.mtimeMs, stats.atimeMs)

/** Gives a file that was on its way out its name back, unless someone has put that name anew. */
export const restoreFile = (outgoing: string, path: string): void => {
  try {
    linkSync(outgoing, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') {
      renameSync(outgoing, path)
      return
    }
  }
  unlinkSync(outgoing)
}

/**
 * Removes a file unless it was used since `seen`. A process that puts the same content first touches the file and then looks whether
 * the name is still there; here the name goes first and the time is looked at then. So one of the two notices the other.
 */
export const removeUnused = (dir: string, key: string, path: string, seen: number): boolean => {
  const outgoing = join(dir, uniqueName(`${OUTGOING}${key}-`))
  renameSync(path, outgoing)
  if (lastUsedOf(lstatSync(outgoing)) > seen) {
    restoreFile(outgoing, path)
    return false
  }
  unlinkSync(outgoing)
  return true
}
