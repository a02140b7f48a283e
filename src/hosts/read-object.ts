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

/** Finds the end of the first object in bytes that come in pieces; looks at each byte once. */
export const createObjectScanner = (): { end(piece: Uint8Array): number | undefined } => {
  let [depth, inString, escaped] = [0, false, false]
  return {
    /** Offset behind the object's last brace in this piece; undefined when it is not in it. */
    end(piece) {
      for (let at = 0; at < piece.length; at++) {
        const byte = piece[at]!
        if (escaped) escaped = false
        else if (inString) {
          if (byte === BACKSLASH) escaped = true
          else if (byte === QUOTE) inString = false
        } else if (byte === QUOTE) inString = true
        else if (byte === OPEN) depth++
        else if (byte === CLOSE && --depth <= 0) return at + 1
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
