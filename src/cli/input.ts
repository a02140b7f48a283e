/** Reading files and standard input: confined to a root, limited in size, binary refused. */
import { constants as bufferConstants } from 'node:buffer'
import { closeSync, fstatSync, openSync, readSync, realpathSync, statSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import { keyOf } from '../stash/key.ts'
import { decodeBytes } from './bytes.ts'
import { getSystemCode, inputError, quote, usageError } from './errors.ts'
import { pause } from './output.ts'

/** 512 MB, which always fits one string. */
export const DEFAULT_LIMIT = 512e6

const FIRST_READ = 64 * 1024
const PROBE = 8 * 1024

export interface ReadOptions {
  /** Most bytes to read; more is an error. */
  readonly limitBytes: number
  /** Accept bytes that look like no text. */
  readonly binary?: boolean
}

export interface Input {
  readonly text: string
  /** Exact size in bytes. */
  readonly bytes: number
  /** Bytes that are not UTF-8; they stand in the text as lone surrogates, see bytes.ts. */
  readonly invalid: number
  /** The hash that receipts take, of the bytes. */
  readonly key: string
}

export interface FileInput extends Input {
  /** Absolute path with every symbolic link resolved. */
  readonly path: string
}

/** `1.5 MB`, powers of 1000. */
export const formatBytes = (bytes: number): string => {
  const [unit, size] = bytes >= 1e9 ? ['GB', 1e9] : bytes >= 1e6 ? ['MB', 1e6] : bytes >= 1e3 ? ['KB', 1e3] : ['bytes', 1]
  return `${Math.round((bytes / size) * 10) / 10} ${unit}`
}

const overLimit = (name: string, limitBytes: number): Error =>
  inputError(`${name} is larger than the limit of ${formatBytes(limitBytes)}`, 'raise --limit or pass a part of it')

/** One read; waits where the descriptor does not block, as a pipe that another process set up may. */
const readSome = (fd: number, bytes: Buffer, from: number): number => {
  for (;;) {
    try {
      return readSync(fd, bytes, from, bytes.length - from, null)
    } catch (error) {
      const code = getSystemCode(error)
      if (code === 'EOF') return 0
      if (code !== 'EAGAIN') throw error
      pause()
    }
  }
}

/** Reads up to the end of a descriptor into one buffer that doubles when it is full. */
const readDescriptor = (fd: number, expected: number, name: string, limitBytes: number): Buffer => {
  let bytes = Buffer.allocUnsafe(Math.min(limitBytes, Math.max(FIRST_READ, expected)) + 1)
  let size = 0
  for (;;) {
    if (size === bytes.length) {
      const larger = Buffer.allocUnsafe(Math.min(limitBytes + 1, bytes.length * 2))
      bytes.copy(larger)
      bytes = larger
    }
    const count = readSome(fd, bytes, size)
    size += count
    if (size > limitBytes) throw overLimit(name, limitBytes)
    if (count === 0) return bytes.subarray(0, size)
  }
}

const toInput = (bytes: Buffer, name: string, options: ReadOptions): Input => {
  if (bytes.length > bufferConstants.MAX_STRING_LENGTH) {
    throw inputError(`${name} has ${formatBytes(bytes.length)}, more than one text can hold`, 'pass a part of it')
  }
  const nul = options.binary ? -1 : bytes.subarray(0, PROBE).indexOf(0)
  if (nul >= 0) {
    const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
    throw isUtf16
      ? inputError(`${name} is UTF-16 text`, 'convert it to UTF-8 first, for example with iconv -f UTF-16 -t UTF-8')
      : inputError(`${name} looks binary (a NUL byte at offset ${nul})`, 'pass text, or --binary to read it all the same')
  }
  return { ...decodeBytes(bytes), bytes: bytes.length, key: keyOf(bytes) }
}

const isInside = (path: string, root: string): boolean => path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)

const REASONS: Readonly<Record<string, readonly [what: string, wayOut: string]>> = {
  ENOENT: ['does not exist', 'check the path'],
  ENOTDIR: ['does not exist', 'check the path'],
  EACCES: ['may not be read', 'check its permissions'],
  EPERM: ['may not be read', 'check its permissions'],
  ELOOP: ['is a loop of symbolic links', 'check the path'],
  ENAMETOOLONG: ['is too long for a path', 'check the path'],
}

const toReadError = (error: unknown, name: string): Error => {
  const code = getSystemCode(error)
  if (code === undefined) return error instanceof Error ? error : new Error(String(error))
  const [what, wayOut] = REASONS[code] ?? [`cannot be read (${code})`, 'check the path']
  return inputError(`${name} ${what}`, wayOut, error)
}

const attempt = <T>(name: string, action: () => T): T => {
  try {
    return action()
  } catch (error) {
    throw toReadError(error, name)
  }
}

/** The real path of a file under the root. What lies outside is called outside whether or not it exists, so nobody can probe it. */
const resolveConfined = (path: string, root: string, base: string | undefined): string => {
  const name = quote(path)
  if (path.includes('\0')) throw inputError(`${name} is no path`, 'check the path')
  const realRoot = attempt(`the root ${quote(root)}`, () => realpathSync(resolve(root)))
  const outside = inputError(`${name} is outside the root`, 'name a directory above it with --root')
  const full = resolve(base ?? realRoot, path)
  let real: string
  try {
    real = realpathSync(full)
  } catch (error) {
    throw isInside(full, realRoot) || isInside(full, resolve(root)) ? toReadError(error, name) : outside
  }
  if (!isInside(real, realRoot)) throw outside
  return real
}

export interface ConfinedOptions {
  /**
   * Where a relative path starts.
   * @default the root
   */
  readonly base?: string
  readonly binary?: boolean
}

/**
 * Reads a file that lies under `root` after every symbolic link is resolved. Throws a CliError with exit code 4 and one
 * sentence when the file is outside, missing, no regular file, larger than the limit or binary.
 */
export const readConfined = (path: string, root: string, limitBytes: number, options: ConfinedOptions = {}): FileInput => {
  const { base, binary = false } = options
  const name = quote(path)
  const real = resolveConfined(path, root, base)
  return attempt(name, () => {
    const found = statSync(real)
    if (found.isDirectory()) throw inputError(`${name} is a directory`, 'name a file')
    if (!found.isFile()) throw inputError(`${name} is no regular file`, 'pass its content on standard input')
    if (found.size > limitBytes) throw overLimit(name, limitBytes)
    const fd = openSync(real, 'r')
    try {
      return { ...toInput(readDescriptor(fd, fstatSync(fd).size, name, limitBytes), name, { limitBytes, binary }), path: real }
    } finally {
      closeSync(fd)
    }
  })
}

/** Only a character device can be a terminal; the module that knows is slow to load. */
const isTerminal = async (fd: number): Promise<boolean> =>
  fstatSync(fd).isCharacterDevice() && (await import('node:tty')).isatty(fd)

/** Reads standard input to its end. Rejects with a usage error when it is a terminal, else as `readConfined` throws. */
export const readStdin = async (options: ReadOptions): Promise<Input> => {
  if (await isTerminal(0)) throw usageError('there is no input', 'name a file with --input FILE or pipe text in')
  const name = 'standard input'
  return attempt(name, () => toInput(readDescriptor(0, 0, name, options.limitBytes), name, options))
}
