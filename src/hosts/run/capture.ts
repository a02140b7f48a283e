/**
 * Takes in the output of a command as it is printed: a little in memory, more of it in the stash, and, when the stash refuses,
 * nowhere: then it passes through. Memory stays bounded whatever is printed.
 */
import type { FileRef } from '../../stash/file.ts'
import { StashError } from '../../stash/stash.ts'
import type { StashWriter } from '../../stash/writer.ts'

export interface CaptureOptions {
  /** Throws a StashError when the stash cannot be written. */
  readonly openWriter: () => StashWriter
  /** Hands bytes on unchanged; false when nobody reads them any more. */
  readonly pass: (piece: Uint8Array) => boolean
  /** Told once, when the stash refuses. */
  readonly onRefusal: (error: StashError) => void
  /** Most bytes to keep in the stash. */
  readonly limit: number
}

/** Up to this size an output stays in memory, so that the short ones touch no disk. */
export const MEMORY = 8192
/** What is kept of the end of an output that is over the limit. */
export const TAIL: number = 1 << 18

/** What became of the output. */
export type Captured = { readonly where: 'memory'; readonly bytes: Buffer } | { readonly where: 'passed' } | Kept

export interface Kept {
  readonly where: 'stash'
  readonly ref: FileRef
  /** Of the complete output. */
  readonly bytes: number
  readonly lines: number
  /** Bytes that were printed behind what is kept: 0 unless the output was over the limit. */
  readonly beyond: number
  /** Line ends in what was printed behind what is kept. */
  readonly linesBeyond: number
  /** The last bytes of an output that was over the limit. */
  readonly tail: Buffer
  /** What is kept, from an offset on, in pieces that are valid until the next one. */
  readPieces(from?: number): Generator<Buffer>
  close(): void
}

export interface Capture {
  readonly bytes: number
  /** Line ends so far. */
  readonly lines: number
  /** The piece that came last. */
  readonly last: Buffer
  /** False when nobody reads what passes through. */
  add(piece: Buffer): boolean
  /** To be called every minute or so: what nobody touches for long is swept from the stash. */
  touch(): void
  /** Names what is in the stash; passes everything through when that fails. */
  finish(): Captured
}

const LF = 10

/** Line ends in a piece. */
export const countLines = (piece: Buffer): number => {
  let count = 0
  for (let at = piece.indexOf(LF); at >= 0; at = piece.indexOf(LF, at + 1)) count++
  return count
}

/** The last bytes of a stream, in whole pieces. */
const createTail = () => {
  let pieces: Buffer[] = []
  let size = 0
  return {
    add: (piece: Buffer): void => {
      pieces.push(piece)
      size += piece.length
      let spare = 0
      while (size - pieces[spare]!.length >= TAIL) size -= pieces[spare++]!.length
      if (spare > 0) pieces = pieces.slice(spare)
    },
    get: (): Buffer => Buffer.concat(pieces).subarray(-TAIL),
  }
}

export const createCapture = ({ openWriter, pass, onRefusal, limit }: CaptureOptions): Capture => {
  let memory: Buffer[] = []
  let writer: StashWriter | undefined
  let passing = false
  let isRead = true
  let [bytes, lines, beyond, linesBeyond] = [0, 0, 0, 0]
  let last: Buffer = Buffer.alloc(0)
  const tail = createTail()

  const passOn = (pieces: Iterable<Uint8Array>): void => {
    for (const piece of pieces) isRead = isRead && pass(piece)
  }

  /** What came before passes through, then `next`, and everything from now on. */
  const refuse = (error: unknown, next?: Buffer): void => {
    if (!(error instanceof StashError)) throw error
    onRefusal(error)
    passing = true
    if (writer !== undefined) passOn(writer.readPieces())
    passOn(memory)
    // What is over the limit is nowhere but in the tail.
    if (beyond > 0) passOn([tail.get().subarray(-beyond)])
    if (next !== undefined) passOn([next])
    writer?.close()
    writer = undefined
    memory = []
  }

  /** Writes what is under the limit. */
  const write = (open: StashWriter, piece: Buffer): void => {
    const room = Math.max(0, limit - open.bytes)
    if (room > 0) open.write(piece.subarray(0, room))
    if (piece.length > room) {
      beyond += piece.length - room
      linesBeyond += countLines(piece.subarray(room))
    }
    if (limit - open.bytes < TAIL) tail.add(piece)
  }

  const moveToStash = (): void => {
    writer = openWriter()
    while (memory.length > 0) {
      write(writer, memory[0]!)
      memory.shift()
    }
  }

  const store = (piece: Buffer): void => {
    if (writer !== undefined) {
      write(writer, piece)
      return
    }
    memory.push(piece)
    if (bytes > MEMORY) moveToStash()
  }

  const add = (piece: Buffer): boolean => {
    bytes += piece.length
    lines += countLines(piece)
    last = piece
    if (passing) passOn([piece])
    else {
      const held = writer !== undefined
      try {
        store(piece)
      } catch (error) {
        refuse(error, held ? piece : undefined)
      }
    }
    return isRead
  }

  const keep = (open: StashWriter): Captured => ({
    where: 'stash',
    ref: open.commit(),
    bytes,
    lines,
    beyond,
    linesBeyond,
    tail: tail.get(),
    readPieces: (from) => open.readPieces(from),
    close: () => open.close(),
  })

  const finish = (): Captured => {
    if (passing) return { where: 'passed' }
    if (writer === undefined) return { where: 'memory', bytes: Buffer.concat(memory) }
    try {
      return keep(writer)
    } catch (error) {
      refuse(error)
      return { where: 'passed' }
    }
  }

  return {
    get bytes() {
      return bytes
    },
    get lines() {
      return lines
    },
    get last() {
      return last
    },
    add,
    touch: () => writer?.touch(),
    finish,
  }
}
