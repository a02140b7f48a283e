/**
 * An original that arrives in pieces: written to a temporary file beside the originals while a command still runs, and given its name,
 * which is the hash of its bytes, when it is complete.
 */
import { createHash, type Hash } from 'node:crypto'
import { closeSync, constants, fsyncSync, futimesSync, openSync, readSync, renameSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { contentName } from './directory.ts'
import { attempt, flushDirectory, openIfAny, prepareDirectory, temporaryPath, toStashError } from './disk.ts'
import type { FileRef } from './file.ts'
import { collision, StashError } from './stash.ts'

/** What the stash lends to a writer. Times in milliseconds since 1970. */
export interface WriterGround {
  readonly dir: string
  readonly durable: boolean
  readonly now: () => number
  /** Throws a StashError when so many more bytes have no room. */
  readonly makeRoom: (need: number) => void
  /** Called once the original is there; `fresh` is false when the stash already had it. */
  readonly added: (ref: FileRef) => void
}

export interface StashWriter {
  /** Bytes written so far. */
  readonly bytes: number
  /** Throws a StashError; what was written before can still be read with `readPieces`. */
  write(piece: Uint8Array): void
  /** Says that the file is in use: a sweep removes what nobody touched for minutes. */
  touch(): void
  /** What was written so far, in order, in pieces of at most a megabyte that are valid until the next one. */
  readPieces(from?: number): Generator<Buffer>
  /** Flushes, reads back and names the original. Throws a StashError, and then nothing may refer to it. The bytes stay readable until `close`. */
  commit(): FileRef
  /** Gives the descriptor back, and removes what was not committed. */
  close(): void
}

const PIECE = 1 << 20

function* piecesOf(fd: number, from = 0): Generator<Buffer> {
  const piece = Buffer.allocUnsafe(PIECE)
  for (let at = from; ; ) {
    const count = readSync(fd, piece, 0, PIECE, at)
    if (count === 0) return
    at += count
    yield piece.subarray(0, count)
  }
}

const keyOfFile = (fd: number): string => {
  const hash = createHash('sha256')
  for (const piece of piecesOf(fd)) hash.update(piece)
  return toKey(hash)
}
const toKey = (hash: Hash): string => hash.digest('hex').slice(0, 24)

const isSameFile = (a: number, b: number): boolean => {
  const others = piecesOf(b)
  for (const piece of piecesOf(a)) {
    const other = others.next()
    if (other.done === true || !piece.equals(other.value)) return false
  }
  return others.next().done === true
}

/** Whether the stash has the content already. What was changed by others is no obstacle: it is replaced. */
const isKept = (path: string, key: string, fd: number, now: number): boolean => {
  const kept = attempt(() => openIfAny(path))
  if (kept === undefined) return false
  try {
    attempt(() => futimesSync(kept, now / 1000, now / 1000))
    if (isSameFile(kept, fd)) return true
    if (keyOfFile(kept) === key) throw collision(key)
    return false
  } finally {
    closeSync(kept)
  }
}

/** Opens a writer. Throws a StashError when the directory cannot be written. */
export const openWriter = (ground: WriterGround): StashWriter => {
  const { dir, durable, now } = ground
  const open = (): { fd: number; temporary: string } => {
    prepareDirectory(dir, now())
    const temporary = temporaryPath(dir)
    return { fd: openSync(temporary, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600), temporary }
  }
  const guard = <T>(action: () => T): T => {
    try {
      return action()
    } catch (error) {
      throw toStashError(error, dir)
    }
  }
  const { fd, temporary } = guard(open)
  const hash = createHash('sha256')
  let bytes = 0
  let named = false

  const name = (): FileRef => {
    const key = toKey(hash)
    const path = join(dir, contentName(key))
    if (durable) fsyncSync(fd)
    if (keyOfFile(fd) !== key)
      throw new StashError('mismatch', `What was read back from ${dir} is not what was written; check that disk.`)
    const fresh = !isKept(path, key, fd, now())
    if (fresh) {
      futimesSync(fd, now() / 1000, now() / 1000)
      renameSync(temporary, path)
      named = true
      if (durable) flushDirectory(dir)
    }
    return { key, path, bytes, fresh }
  }

  return {
    get bytes() {
      return bytes
    },
    write: (piece) => {
      guard(() => {
        ground.makeRoom(bytes + piece.length)
        // Behind the last whole piece, so that one that failed half-way is written over or left out.
        for (let at = 0; at < piece.length; ) at += writeSync(fd, piece, at, piece.length - at, bytes + at)
        hash.update(piece)
        bytes += piece.length
      })
    },
    touch: () => {
      attempt(() => futimesSync(fd, now() / 1000, now() / 1000))
    },
    *readPieces(from = 0) {
      let left = bytes - from
      for (const piece of piecesOf(fd, from)) {
        if (left <= 0) return
        yield piece.subarray(0, Math.min(left, piece.length))
        left -= piece.length
      }
    },
    commit: () =>
      guard(() => {
        const ref = name()
        ground.added(ref)
        return ref
      }),
    close: () => {
      attempt(() => closeSync(fd))
      if (!named) attempt(() => unlinkSync(temporary))
    },
  }
}
