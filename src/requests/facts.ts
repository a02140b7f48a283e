/**
 * The content key, the size and the spelled replacement of a text, worked out once. A growing conversation sends the same texts again and again: decoding and
 * hashing 5 MB a turn costs more than parsing them, comparing them with a copy costs a tenth.
 */
import type { TokenCounter } from '../source/tokens.ts'
import { type BoundedMap, createBoundedMap, detached } from './store.ts'

/** Spells a text in the style of another spelling. */
export type Spell = (text: string, like: string) => string

interface Known {
  readonly spelling: string
  readonly hash: (text: string) => string
  readonly key: string
  tokens: { readonly counter: TokenCounter; readonly count: number } | undefined
  spelled: { readonly spell: Spell; readonly text: string; readonly result: string } | undefined
}

const MAX_TEXTS = 100_000
const MAX_CHARS = 64 * 2 ** 20

// What is known belongs to the store that the keys are for, and goes with it.
const known = new WeakMap<object, BoundedMap<Known>>()

export interface Facts {
  /** A copy of the spelling that keeps no body alive. */
  readonly spelling: string
  readonly key: string
  tokens(): number
  /** A replacement for the text, spelled as the text is. */
  spell(replacement: string, spell: Spell): string
}

export interface Subject {
  /** Where the text stands: conversation and path. A wrong guess costs time, never a wrong key. */
  readonly place: string
  readonly spelling: string
  text(): string
}

export const factsOf = (
  owner: object,
  subject: Subject,
  using: { readonly hash: (text: string) => string; readonly counter: TokenCounter },
): Facts => {
  const cache = known.get(owner) ?? createBoundedMap<Known>(MAX_TEXTS, MAX_CHARS)
  known.set(owner, cache)
  let entry = cache.get(subject.place)
  if (entry === undefined || entry.hash !== using.hash || entry.spelling !== subject.spelling) {
    entry = {
      spelling: detached(subject.spelling),
      hash: using.hash,
      key: using.hash(subject.text()),
      tokens: undefined,
      spelled: undefined,
    }
    cache.set(subject.place, entry, subject.place.length + entry.spelling.length)
  }
  const { key, spelling } = entry
  const found = entry
  return {
    key,
    spelling,
    tokens: () => {
      if (found.tokens?.counter !== using.counter) {
        found.tokens = { counter: using.counter, count: using.counter(subject.text()) }
      }
      return found.tokens.count
    },
    spell: (text, spell) => {
      if (found.spelled?.spell !== spell || found.spelled.text !== text) {
        found.spelled = { spell, text, result: spell(text, subject.spelling) }
      }
      return found.spelled.result
    },
  }
}
