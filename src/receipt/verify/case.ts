/** What a verification works on, shared by its steps. */
import type { Source } from '../../source/source.ts'
import type { TokenCounter } from '../../source/tokens.ts'
import type { LineRange, Receipt } from '../types.ts'

/** Problems beyond this number say nothing new. */
const LIMIT = 20

export interface Problems {
  readonly list: readonly string[]
  /** Adds one sentence; ignored once the list is full. */
  add(sentence: string): void
  full(): boolean
}

export const createProblems = (): Problems => {
  const list: string[] = []
  return {
    list,
    add(sentence) {
      if (list.length < LIMIT) list.push(sentence)
    },
    full: () => list.length >= LIMIT,
  }
}

export interface Case {
  readonly source: Source
  readonly output: string
  readonly receipt: Receipt
  readonly problems: Problems
  /** Undefined when the receipt's counter is not at hand. */
  readonly count: TokenCounter | undefined
  /** The output alone rebuilds the source: shown by decoding it, or the two are equal. */
  readonly rebuilt: boolean
  readonly same: boolean
}

/** `line 7` or `lines 7 to 9`. */
export const lines = ([from, to]: LineRange): string => (from === to ? `line ${from}` : `lines ${from} to ${to}`)

export const Lines = (range: LineRange): string => `L${lines(range).slice(1)}`
