/** Options and results that the reducing verbs share. */
import type { Receipt } from '../receipt/types.ts'
import { chars4, type TokenCounter } from '../source/tokens.ts'
import { DietError } from './errors.ts'

export interface SharedOptions {
  /** @default chars4, an estimate: ceil(chars / 4) */
  readonly count?: TokenCounter | undefined
  /** Name of the counter, for the receipt; `custom` for a function without one. */
  readonly counter?: string | undefined
  /** SHA-256 of the UTF-8 bytes of a text, in hex, for the receipt's key. */
  readonly hash?: ((text: string) => string) | undefined
  /**
   * Adds `[diet]` lines that say which lines are not shown.
   * @default false
   */
  readonly notes?: boolean | undefined
}

export interface Reduced {
  /** Lines of the source, verbatim and in order, and `[diet]` lines where asked for. */
  readonly text: string
  readonly receipt: Receipt
}

export interface Shared {
  readonly count: TokenCounter
  readonly counter: string
  readonly hash: ((text: string) => string) | undefined
  readonly notes: boolean
}

export const resolveShared = ({ count, counter, hash, notes }: SharedOptions): Shared => {
  if (count !== undefined && typeof count !== 'function')
    throw new DietError('bad-option', 'The option count is not a function; give one that maps a text to its number of tokens.')
  return { count: count ?? chars4, counter: counter ?? (count === undefined ? 'chars4' : 'custom'), hash, notes: notes === true }
}
