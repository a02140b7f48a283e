/** What every step of one run needs. */
import type { TokenCounter } from '../../source/tokens.ts'
import type { FileStash } from '../../stash/file.ts'
import type { StashError } from '../../stash/stash.ts'
import type { DigestOptions } from '../../verbs/digest.ts'
import { ClosedPipe, writeBytes, writeNote } from '../output.ts'
import type { Values } from '../parse.ts'

export type RunOptions = DigestOptions & { readonly budget: number; readonly count: TokenCounter }

export interface Job {
  readonly values: Values
  readonly command: readonly string[]
  readonly options: RunOptions
  readonly stash: FileStash
}

/** Writes to standard output; false when nobody reads it. */
export const pass = (piece: Uint8Array): boolean => {
  try {
    writeBytes(piece)
    return true
  } catch (error) {
    if (error instanceof ClosedPipe) return false
    throw error
  }
}

/** The StashError's sentence without its full stop, and what it means for the reader. */
export const noteRefusal = (error: StashError): void => {
  const sentence = error.message.replace(/\.$/, '')
  writeNote(`${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}; the output passes unchanged`)
}

const PROBE = 8192

/** By the rule that `digest` refuses an input by: a NUL byte near its start. */
export const isBinary = (start: Buffer): boolean => start.subarray(0, PROBE).includes(0)
