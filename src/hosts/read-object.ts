/**
 * Reads one JSON object from a file descriptor and returns as soon as its last brace is there: some hosts leave the pipe open, and who waits for its
 * end hangs until a watchdog kills it.
 */
import { readSync } from 'node:fs'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN = 0x7b
const CLOSE = 0x7d
const CHUNK = 1 << 16
const PAUSE_MS = 2

/** Number of backslashes directly before an offset. */
const backslashesBefore = (piece: Uint8Array, at: number): number => {
  let first = at
  while (first > 0 && piece[first - 1] === BACKSLASH) first--
  return at - first
}

/** Finds the end of the first object in bytes that come in pieces; looks at each byte once, and inside strings only for their end. */
export const createObjectScanner = (): { end(piece: Uint8Array): number | undefined } => {
  let depth = 0
  let inString = false
  /** The piece before ended in a backslash that escapes the first byte of this one. */
  let escaped = false

  /** Offset behind the string's closing quote; the piece's length when it is not in it. */
  const skipString = (piece: Uint8Array, from: number): number => {
    let at = escaped ? from + 1 : from
    escaped = false
    for (;;) {
      const quote = piece.indexOf(QUOTE, at)
      const stop = quote < 0 ? piece.length : quote
      const escapes = Math.min(backslashesBefore(piece, stop), stop - at) % 2 === 1
      if (quote < 0) {
        escaped = escapes
        return piece.length
      }
      if (!escapes) {
        inString = false
        return quote + 1
      }
      at = quote + 1
    }
  }

  return {
    /** Offset behind the object's last brace in this piece; undefined when it is not in it. */
    end(piece) {
      for (let at = 0; at < piece.length; ) {
        if (inString) {
          at = skipString(piece, at)
          continue
        }
        const byte = piece[at++]!
        if (byte === QUOTE) inString = true
        else if (byte === OPEN) depth++
        else if (byte === CLOSE && --depth <= 0) return at
      }
      return undefined
    },
  }
}

const pause = (): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
}

/** A piece; none at the end of the input. A pipe that another process made non-blocking says "try again". */
const readPiece = (fd: number, piece: Buffer): number => {
  for (;;) {
    try {
      return readSync(fd, piece, 0, piece.length, null)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (code === 'EOF') return 0
      if (code !== 'EAGAIN') throw error
      pause()
    }
  }
}

/** The text of the first JSON object, or of all that was there when the input ended without one. Throws above `limit` bytes. */
export const readObject = (fd: number, limit: number): string => {
  const scanner = createObjectScanner()
  const pieces: Buffer[] = []
  let size = 0
  for (;;) {
    const piece = Buffer.allocUnsafe(CHUNK)
    const count = readPiece(fd, piece)
    const got = piece.subarray(0, count)
    const end = scanner.end(got)
    pieces.push(end === undefined ? got : got.subarray(0, end))
    size += count
    if (count === 0 || end !== undefined) return Buffer.concat(pieces).toString('utf8')
    if (size > limit) throw Object.assign(new Error(`The event has more than ${limit} bytes.`), { code: 'event-too-large' })
  }
}
