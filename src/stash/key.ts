/** The key of an original: the first 24 hex characters of the SHA-256 of its exact bytes. */
import { createHash } from 'node:crypto'

const KEY = /^[0-9a-f]{24}$/

export const keyOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 24)

/** Only such a string ever becomes part of a file name or a Redis key, so no key can leave its directory. */
export const isKey = (text: string): boolean => KEY.test(text)

/**
 * The key in what a reader copied: a bare key in either case, or the path of a stashed file (`.context-diet/8f3a….txt`).
 * Undefined when there is none.
 */
export const parseKey = (text: string): string | undefined => {
  const trimmed = text.trim()
  const name = trimmed.slice(Math.max(trimmed.lastIndexOf('/'), trimmed.lastIndexOf('\\')) + 1)
  const key = (name.endsWith('.txt') ? name.slice(0, -4) : name).toLowerCase()
  return isKey(key) ? key : undefined
}
