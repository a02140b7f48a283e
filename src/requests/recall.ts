/**
 * The long strings of earlier bodies, so that the next body of a conversation, which repeats them all, need not be searched
 * for their ends: comparing costs a tenth of that. A wrong guess costs a comparison and never a wrong end.
 */
import type { Recall } from './spans.ts'

const QUOTE = 34
/** Shorter strings are found as fast as they are compared. */
const MIN_CHARS = 1024
/** How many conversations at once, and how many chars of them together, are worth it. */
const MAX_SEQUENCES = 8
const MAX_CHARS = 32 * 2 ** 20
/** How far a string is looked for when history was edited. */
const REACH = 8

/** Long strings of one body, as spelled, in their order. */
type Sequence = readonly string[]

// What is known belongs to the store of the conversations, and goes with it.
const sequences = new WeakMap<object, Sequence[]>()

export interface BodyRecall extends Recall {
  /** The known string whose content begins at `at`: the same string object for body after body, so comparing it costs nothing. */
  known(at: number): string | undefined
  /** Keeps the strings of this body for the next one, in place of those that it repeated. */
  keep(spellings: readonly string[]): void
}

const charsOf = (sequence: Sequence): number => sequence.reduce((sum, spelling) => sum + spelling.length, 0)

/** The first sequences, which are the newest, as far as they fit. */
const bounded = (newestFirst: readonly Sequence[]): readonly Sequence[] => {
  let room = MAX_CHARS
  return newestFirst.slice(0, MAX_SEQUENCES).filter((sequence) => (room -= charsOf(sequence)) >= 0)
}

export const recallFor = (owner: object, text: string): BodyRecall => {
  const earlier = sequences.get(owner) ?? []
  sequences.set(owner, earlier)
  let current: Sequence | undefined
  let next = 0
  const known = new Map<number, string>()
  const stands = (spelling: string | undefined, at: number): boolean =>
    spelling !== undefined && text.charCodeAt(at + spelling.length) === QUOTE && text.slice(at, at + spelling.length) === spelling
  // Apart from `end`, which runs for every string and so must not make a closure.
  const begin = (at: number): Sequence | undefined => earlier.find((sequence) => stands(sequence[0], at))
  return {
    end: (at) => {
      current ??= begin(at)
      const expected = current?.[next]
      if (expected === undefined || !stands(expected, at)) return -1
      next++
      known.set(at, expected)
      return at + expected.length
    },
    read: (from, to) => {
      if (current === undefined || to - from < MIN_CHARS) return
      const found = current
        .slice(next, next + REACH)
        .findIndex((spelling) => spelling.length === to - from && stands(spelling, from))
      if (found >= 0) next += found + 1
    },
    known: (at) => known.get(at),
    keep: (spellings) => {
      const sequence = spellings.filter((spelling) => spelling.length >= MIN_CHARS)
      if (sequence.length === 0) return
      const others = earlier.filter((one) => one !== current)
      earlier.splice(0, earlier.length, ...bounded([sequence, ...others]))
    },
  }
}
