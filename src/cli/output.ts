/** Writing to descriptors and files, synchronously, so that the process may end right after. */
import { writeFileSync, writeSync } from 'node:fs'
import { encodePieces } from './bytes.ts'
import { CliError, EXIT, getSystemCode, quote } from './errors.ts'

/** The reader has closed its end: no error of ours, and nothing is left to do. */
export class ClosedPipe extends Error {}

const CELL = new Int32Array(new SharedArrayBuffer(4))

/** Sleeps a few milliseconds, for a descriptor that is not ready. */
export const pause = (): void => {
  Atomics.wait(CELL, 0, 0, 3)
}

export const writeAll = (fd: number, bytes: Buffer): void => {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(fd, bytes, at)
    } catch (error) {
      const code = getSystemCode(error)
      if (code === 'EPIPE') throw new ClosedPipe()
      if (code !== 'EAGAIN') throw error
      pause()
    }
  }
}

const outputError = (name: string, error: unknown): Error => {
  const code = getSystemCode(error)
  if (code === undefined) throw error
  const [what, wayOut] =
    code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG'
      ? ['the disk is full', 'make room or write elsewhere']
      : [code, 'write elsewhere']
  return new CliError(EXIT.input, `${name} cannot be written (${what})`, wayOut!, error)
}

/** Writes a text to standard output; bytes that were not UTF-8 come out as they went in. */
export const writeOut = (text: string): void => {
  try {
    for (const piece of encodePieces(text)) writeAll(1, piece)
  } catch (error) {
    throw error instanceof ClosedPipe ? error : outputError('standard output', error)
  }
}

/** As `writeOut`, for bytes as they are. */
export const writeBytes = (bytes: Uint8Array): void => {
  try {
    writeAll(1, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  } catch (error) {
    throw error instanceof ClosedPipe ? error : outputError('standard output', error)
  }
}

/** Writes one line to standard error. Nobody is left to tell when that fails. */
export const writeNote = (sentence: string): void => {
  try {
    writeAll(2, Buffer.from(`context-diet: ${sentence}\n`, 'utf8'))
  } catch {}
}

export const writeFile = (path: string, text: string): void => {
  try {
    writeFileSync(path, text)
  } catch (error) {
    throw outputError(quote(path), error)
  }
}
