/** What becomes of each tool result: replayed, left, referred to an identical one, or reduced. */

import { derivedKey, scopedKey, tokensOf } from './facts.ts'
import { formatReference } from './notes.ts'
import type { DietInput, DietOutcome } from './options.ts'
import type { Sent } from './store.ts'
import { type AnySettings, dietInput, type Exempt, isFailing, type Unit, type Units } from './units.ts'

/**
 * `reduced`, `repeat` (a reference to an identical result); or left: `small` (below the threshold), `error` (kept on demand),
 * `whole` (the diet has no smaller text, or an earlier request sent it whole), `failed` (the diet threw), `frozen`, `own`, `empty`.
 */
export type ResultFate = 'reduced' | 'repeat' | 'whole' | 'small' | 'error' | 'failed' | Exempt

export interface Decision {
  readonly fate: ResultFate
  readonly sent: Sent
  /** As an earlier request of the conversation sent it. */
  readonly replayed: boolean
  /** Why a diet failed. */
  readonly problem?: string
}

export type Judgement = { readonly decision: Decision } | { readonly diet: DietInput }

/** A store on a disk can hold anything; what goes into a request is checked. */
const isSent = (found: Sent | undefined): boolean =>
  found !== undefined && (found.text === null || typeof found.text === 'string')

const WHOLE: Sent = { text: null, before: 0, after: 0 }

const leave = (fate: ResultFate, sent = WHOLE): Decision => ({ fate, sent, replayed: false })

const fateOf = (sent: Sent): ResultFate => (sent.of !== undefined ? 'repeat' : sent.text === null ? 'whole' : 'reduced')

/**
 * Under which key the store has what was sent for this result; undefined when it has nothing to say. In a conversation every
 * result has one, since one that was sent whole stays whole; a reference is only as good as the result it names, so what was
 * sent for a repeat holds only while that one is in the body. Without one, only what a diet gives for the result alone is kept.
 */
export const storeKey = ({ json, scope, offersRetrieval }: Units, unit: Unit, settings: AnySettings): string | undefined => {
  if (unit.exempt !== undefined || unit.facts === undefined) return undefined
  if (settings.frozen === 'conversation') return scopedKey(unit.facts, scope, unit.occurrence, unit.first)
  if (unit.query !== undefined || (settings.repeats && unit.first !== undefined)) return undefined
  const { call, isError, exitCode } = unit.result
  const { budget } = settings
  const retrieveTool = offersRetrieval ? settings.retrieveTool : undefined
  const words = () => [call?.tool, call?.command(json), isError, exitCode, budget, retrieveTool]
  return derivedKey(unit.facts, { call, isError, exitCode, budget, retrieveTool }, words)
}

const sizeOf = ({ facts, text }: Unit, { counter }: AnySettings): number =>
  facts === undefined ? counter(text()) : tokensOf(facts, text, counter)

const decideNew = (unit: Unit, known: Sent | undefined, settings: AnySettings): Decision | undefined => {
  if (settings.errors === 'keep' && isFailing(unit)) return leave('error')
  const tokens = unit.atMost < settings.threshold ? 0 : sizeOf(unit, settings)
  if (tokens < settings.threshold) return leave('small')
  if (known !== undefined) return leave(fateOf(known), known)
  if (!settings.repeats || unit.first === undefined) return undefined
  const text = formatReference(unit.first, tokens)
  const after = settings.counter(text)
  return after < tokens ? leave('repeat', { text, before: tokens, after, of: unit.first }) : undefined
}

/** Decides what can be decided without the diet. */
export const judge = (units: Units, unit: Unit, found: Sent | undefined, settings: AnySettings): Judgement => {
  const known = isSent(found) ? found : undefined
  if (unit.exempt !== undefined) return { decision: leave(unit.exempt) }
  const isConversation = settings.frozen === 'conversation'
  if (isConversation && known !== undefined) {
    return { decision: { fate: fateOf(known), sent: known, replayed: true } }
  }
  const decision = decideNew(unit, isConversation ? undefined : known, settings)
  return decision === undefined ? { diet: dietInput(units, unit, settings) } : { decision }
}

/** A digest is published only when it is smaller. */
export const settle = (unit: Unit, outcome: DietOutcome, settings: AnySettings): Decision => {
  const before = sizeOf(unit, settings)
  if (typeof outcome.text !== 'string') throw new TypeError('the diet gave no text')
  const after = outcome.changed ? settings.counter(outcome.text) : before
  // A blank result reads as one that was lost, and some model APIs refuse it.
  if (after >= before || outcome.text.trim() === '') return leave('whole', { text: null, before, after: before })
  const key = outcome.key === undefined ? {} : { key: outcome.key }
  return leave('reduced', { text: outcome.text, before, after, ...key })
}

export const fail = (problem: unknown): Decision => ({
  ...leave('failed'),
  problem: problem instanceof Error ? problem.message : String(problem),
})

/** Whether the store is to learn of it. A failed diet is no result of the text, but a conversation has now seen it whole. */
export const isKept = (decision: Decision, settings: AnySettings): boolean =>
  !decision.replayed && (settings.frozen === 'conversation' || decision.fate === 'reduced' || decision.fate === 'whole')

/** What stands after the store had its say: another request may have sent the same result a moment earlier. */
export const standing = (decision: Decision, kept: Sent): Decision =>
  kept === decision.sent || kept.text === decision.sent.text
    ? { ...decision, sent: kept }
    : { fate: fateOf(kept), sent: kept, replayed: true }
