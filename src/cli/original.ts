/**
 * Saves a complete output before a digest refers to it (DESIGN section 1, promise 5): written to a temporary file, flushed,
 * renamed, read back. The directory is for this user alone and keeps itself out of version control.
 */
import { createHash, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, lstatSync, mkdirSync, openSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodePieces } from './bytes.ts'
import { getSystemCode } from './errors.ts'
import { writeAll } from './output.ts'

const DIRECTORY = '.context-diet'

/** First 24 hex characters of the SHA-256 of a text's bytes: the hash that receipts take. */
export const hashText = (text: string): string => {
  const hash = createHash('sha256')
  for (const piece of encodePieces(text)) hash.update(piece)
  return hash.digest('hex').slice(0, 24)
}

/** Where the original with this hash is saved, relative to the working directory, with slashes on every system. */
export const getOriginalPath = (key: string): string => `${DIRECTORY}/${key}.txt`

const ignoreExisting = (action: () => void): void => {
  try {
    action()
  } catch (error) {
    if (getSystemCode(error) !== 'EEXIST') throw error
  }
}

/** A link in place of the directory could lead the original to where others read it. */
const prepareDirectory = (): void => {
  ignoreExisting(() => mkdirSync(DIRECTORY, { mode: 0o700 }))
  if (!lstatSync(DIRECTORY).isDirectory()) throw new Error(`${DIRECTORY} is no directory`)
  ignoreExisting(() => writeFileSync(join(DIRECTORY, '.gitignore'), '*\n', { flag: 'wx', mode: 0o600 }))
}

/** Reads exactly as many bytes as the piece has, or fewer at the end of the file. */
const readLike = (fd: number, piece: Buffer): Buffer => {
  const bytes = Buffer.allocUnsafe(piece.length)
  let size = 0
  for (let count = 1; count > 0 && size < bytes.length; size += count)
    count = readSync(fd, bytes, size, bytes.length - size, null)
  return bytes.subarray(0, size)
}

const holds = (fd: number, text: string): boolean => {
  for (const piece of encodePieces(text)) if (!piece.equals(readLike(fd, piece))) return false
  return readSync(fd, Buffer.alloc(1), 0, 1, null) === 0
}

/** Reads the file back, piece by piece. */
const isSaved = (text: string, path: string): boolean => {
  try {
    if (!lstatSync(path).isFile()) return false
    const fd = openSync(path, 'r')
    try {
      return holds(fd, text)
    } finally {
      closeSync(fd)
    }
  } catch {
    return false
  }
}

/** Writes next to the target under a name of its own, so that two processes that save the same text cannot meet. */
const writeThrough = (text: string, path: string): void => {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
  try {
    const fd = openSync(temporary, 'wx', 0o600)
    try {
      for (const piece of encodePieces(text)) writeAll(fd, piece)
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/** Saves the text at `path`, a value of `getOriginalPath`. Returns undefined when it can be read back, else the reason why not. */
export const saveOriginal = (text: string, path: string): string | undefined => {
  if (isSaved(text, path)) return undefined
  try {
    prepareDirectory()
    writeThrough(text, path)
  } catch (error) {
    return getSystemCode(error) ?? (error instanceof Error ? error.message : String(error))
  }
  return isSaved(text, path) ? undefined : 'it does not read back the same'
}
