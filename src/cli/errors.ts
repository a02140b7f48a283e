/** What the program says when something is wrong: one line, what it is and the way out. */

import { isDietError } from '../verbs/errors.ts'

/** The exit codes, DESIGN section 6. */
export const EXIT = { done: 0, failed: 1, usage: 2, protected: 3, input: 4 } as const

/** An expected failure of the program: a plain sentence and the exit code that goes with it. */
export class CliError extends Error {
  override readonly name = 'CliError'
  readonly exit: number

  constructor(exit: number, what: string, wayOut: string, cause?: unknown) {
    super(`${what}; ${wayOut}`, cause === undefined ? {} : { cause })
    this.exit = exit
  }
}

export const usageError = (what: string, wayOut: string): CliError => new CliError(EXIT.usage, what, wayOut)

export const inputError = (what: string, wayOut: string, cause?: unknown): CliError =>
  new CliError(EXIT.input, what, wayOut, cause)

/** The code of a failed system call, such as ENOENT. */
export const getSystemCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** A name in quotes on one line, shortened when it is long, so that an odd argument cannot break a message apart. */
export const quote = (text: string): string => {
  const shown = JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}...` : text)
  return shown.replace(/[\u007f-\u009f\u2028\u2029]/g, '?')
}

/** Edit distance with transpositions of neighbours (optimal string alignment), for short names. */
const getDistance = (a: string, b: string): number => {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const swap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? before[j - 2]! + 1 : Number.POSITIVE_INFINITY
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1), swap)
    }
    before = last
    last = row
  }
  return last[b.length]!
}

/** The known name that was probably meant: a prefix of it, or at most a third of its letters wrong. */
export const suggest = (name: string, known: readonly string[]): string | undefined => {
  if (name.length > 40) return undefined
  const ranked = known
    .map((candidate) => ({
      candidate,
      distance: name.length >= 3 && candidate.startsWith(name) ? 0 : getDistance(name, candidate),
    }))
    .filter(({ candidate, distance }) => distance <= Math.max(1, Math.floor(candidate.length / 3)))
  return ranked.sort((a, b) => a.distance - b.distance)[0]?.candidate
}

/** A sentence of the library in the form of our messages: on one line, without capital and full stop. */
const toMessage = (sentence: string): string => {
  const line = sentence.replace(/\s*[\r\n]\s*/g, ' ').replace(/\.$/, '')
  return line.charAt(0).toLowerCase() + line.slice(1)
}

/** What to say about anything that was thrown, and the exit code. */
export const toFailure = (error: unknown): { readonly message: string; readonly exit: number } => {
  if (error instanceof CliError) return { message: toMessage(error.message), exit: error.exit }
  if (isDietError(error))
    return { message: toMessage(error.message), exit: error.code === 'protected-over-budget' ? EXIT.protected : EXIT.usage }
  const message = error instanceof Error ? error.message : String(error)
  return { message: `unexpected error (${toMessage(message)}); please report it with the input that causes it`, exit: EXIT.input }
}
