/** What request compression takes from elsewhere when the caller hands nothing in: the engine and a hash. One place to wire them. */
import { createHash } from 'node:crypto'
import { digest } from '../verbs/digest.ts'
import type { Diet } from './options.ts'

/** Reduces one text with the engine; its default budget holds where the caller gives none. */
export const engineDiet: Diet = ({ text, tool, command, exitCode, query, budget, counter }) =>
  digest(text, { tool, command, exitCode, query, budget, count: counter })

/**
 * 24 hex characters of the SHA-256 of a text's UTF-16 code units: unlike its UTF-8 bytes they tell apart texts that differ in
 * half a surrogate pair.
 */
export const sha256Key = (text: string): string => createHash('sha256').update(text, 'utf16le').digest('hex').slice(0, 24)
