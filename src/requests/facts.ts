/**
 * What is worked out once for a text of a tool result: its content key, its size, its replacement as spelled. A growing
 * conversation sends the same texts again and again; decoding and hashing 5 MB a turn costs more than parsing them, comparing
 * them with a copy costs a fiftieth.
 */
import { MARK } from '../receipt/notes.ts'
import type { TokenCounter } from '../source/tokens.ts'
import { type BoundedMap, createBoundedMap, detached } from './store.ts'

type Hash = (text: string) => string

/** Spells a text in the style of another spelling. */
export type Spell = (text: string, like: string) => string

/** What a diet is told besides the text. */
export interface Situation {
  /** The same call is the same object for as long as the body before had it. */
  readonly call: object | undefined
  readonly isError: boolean | undefined
  readonly exitCode: number | undefined
  readonly budget: number | undefined
  readonly retrieveTool: string | undefined
}

export interface Facts {
  /** A copy of the spelling that keeps no body alive. */
  readonly spelling: string
  /** Content key. */
  readonly key: string
  /** Whether the text begins as one that was reduced before. */
  readonly carriesHead: boolean
  readonly hash: Hash
  tokens?: { readonly counter: TokenCounter; readonly count: number }
  spelled?: { readonly spell: Spell; readonly text: string; readonly result: string }
  derived?: { readonly situation: Situation; readonly key: string }
  stored?: { readonly scope: string; readonly occurrence: number; readonly first: string | undefined; readonly key: string }
}

const HEAD = `${MARK} `
const MAX_TEXTS = 100_000
const MAX_CHARS = 32 * 2 ** 20

// What is known belongs to the store that the keys are for, and goes with it.
const known = new WeakMap<object, BoundedMap<Facts>>()

/** What is known of texts by the place where they stand; a place that now holds another text costs time, never a wrong key. */
export const factsFor = (owner: object): BoundedMap<Facts> => {
  const facts = known.get(owner) ?? createBoundedMap<Facts>(MAX_TEXTS, MAX_CHARS)
  known.set(owner, facts)
  return facts
}

export const factsAt = (place: string, spelling: string, text: () => string, cache: BoundedMap<Facts>, hash: Hash): Facts => {
  const found = cache.get(place)
  if (found !== undefined && found.hash === hash && found.spelling === spelling) return found
  const content = text()
  const facts = { spelling: detached(spelling), hash, key: hash(content), carriesHead: content.startsWith(HEAD) }
  cache.set(place, facts, place.length + spelling.length)
  return facts
}

/** Size of the text. */
export const tokensOf = (facts: Facts, text: () => string, counter: TokenCounter): number => {
  if (facts.tokens?.counter !== counter) facts.tokens = { counter, count: counter(text()) }
  return facts.tokens.count
}

/** A replacement for the text, spelled as the text is. */
export const spelledLike = (facts: Facts, replacement: string, spell: Spell): string => {
  if (facts.spelled?.spell !== spell || facts.spelled.text !== replacement) {
    facts.spelled = { spell, text: replacement, result: spell(replacement, facts.spelling) }
  }
  return facts.spelled.result
}

/** A key for the text in a conversation; one that repeats another has a key of its own for each `first` that it refers to. */
export const scopedKey = (facts: Facts, scope: string, occurrence: number, first: string | undefined): string => {
  const { stored } = facts
  if (stored?.scope === scope && stored.occurrence === occurrence && stored.first === first) return stored.key
  const repeat = first === undefined ? '' : `.${occurrence}-${facts.hash(first).slice(0, 12)}`
  const key = detached(`${scope}/${facts.key}${repeat}`)
  facts.stored = { scope, occurrence, first, key }
  return key
}

const isSame = (a: Situation, b: Situation): boolean =>
  a.call === b.call &&
  a.isError === b.isError &&
  a.exitCode === b.exitCode &&
  a.budget === b.budget &&
  a.retrieveTool === b.retrieveTool

/** A key for the text in a situation; `words` spells that out, and is only asked when the situation changed. */
export const derivedKey = (facts: Facts, situation: Situation, words: () => readonly unknown[]): string => {
  if (facts.derived === undefined || !isSame(facts.derived.situation, situation)) {
    const context = JSON.stringify(words().map((word) => word ?? null))
    facts.derived = { situation, key: `diet/${facts.hash(`${facts.key} ${context}`)}` }
  }
  return facts.derived.key
}
