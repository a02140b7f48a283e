/** A diet that saves each original before a digest of it is sent: what the programs that sit before a model use. */
import { createHash } from 'node:crypto'
import type { Stash } from '../stash/stash.ts'
import { digest } from '../verbs/digest.ts'
import type { AsyncDiet, DietInput } from './options.ts'

export interface StashDietOptions {
  /**
   * How the head of a digest names the original, given its key. By default a call of the retrieval tool where the request offers it to
   * the model, else the command that prints it. It must be the same in every process, or a cached prefix changes.
   */
  readonly nameOf?: ((key: string, input: DietInput) => string) | undefined
}

const defaultName = (key: string, { retrieveTool }: DietInput): string =>
  retrieveTool === undefined ? `context-diet retrieve ${key}` : `${retrieveTool} {"key":"${key}"}`

const keyOfText = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 24)

/**
 * Reduces with the engine. The original is in the stash, read back, before the digest is handed out; when it cannot be saved, the diet
 * rejects with the StashError, and the request keeps that result whole.
 */
export const stashDiet = (stash: Stash, { nameOf = defaultName }: StashDietOptions = {}): AsyncDiet => {
  return async (input) => {
    const { text, tool, command, exitCode, query, budget, counter } = input
    const key = keyOfText(text)
    const original = nameOf(key, input)
    const result = digest(text, { tool, command, exitCode, query, budget, count: counter, original, hash: () => key })
    if (!result.changed || counter(result.text) >= counter(text)) return { text, changed: false }
    const meta = { kind: result.receipt.kind, receipt: result.receipt, ...(tool === undefined ? {} : { tool }) }
    const ref = await stash.put(text, meta)
    if (ref.key !== key) throw new Error('the stash gives other keys than the SHA-256 of the bytes')
    return { text: result.text, changed: true, key }
  }
}
