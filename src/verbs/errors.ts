/** Errors that a caller can act on: a stable code and one sentence that names the way out. */

/**
 * `bad-text`: the text is not a string. `bad-budget`: not a whole number of 1 or more. `bad-query`: missing or blank.
 * `bad-option`: another option has no use as given. `bad-plan`: a plan that cannot be checked.
 * `protected-over-budget`: the protected lines alone need more tokens than the budget.
 */
export type DietErrorCode = 'bad-text' | 'bad-budget' | 'bad-query' | 'bad-option' | 'bad-plan' | 'protected-over-budget'

/** A protected line: its number in the source, and its text without line end. */
export interface ProtectedLine {
  readonly line: number
  readonly text: string
}

export class DietError extends Error {
  override readonly name = 'DietError'
  readonly code: DietErrorCode
  /** Of `protected-over-budget`: every protected line at risk, in source order. */
  readonly lines: readonly ProtectedLine[]

  constructor(code: DietErrorCode, message: string, lines: readonly ProtectedLine[] = []) {
    super(message)
    this.code = code
    this.lines = lines
  }
}

/** Whether an error is one of ours, also when it comes from another copy of this package. */
export const isDietError = (error: unknown): error is DietError =>
  error instanceof DietError || (error instanceof Error && error.name === 'DietError' && 'code' in error)

const show = (value: unknown): string => (typeof value === 'string' ? JSON.stringify(value) : String(value))

export const assertText = (text: unknown): void => {
  if (typeof text !== 'string') throw new DietError('bad-text', `The text is ${typeof text}, not a string; decode it first.`)
}

export const assertBudget = (budget: unknown): void => {
  if (typeof budget !== 'number' || !Number.isSafeInteger(budget) || budget < 1)
    throw new DietError('bad-budget', `The budget is ${show(budget)}; give a whole number of tokens, 1 or more.`)
}

export const assertQuery = (query: unknown): void => {
  if (typeof query !== 'string' || query.trim() === '')
    throw new DietError('bad-query', `The query is ${show(query)}; give the words to look for.`)
}

/** For options that count something: a whole number, `least` or more. */
export const assertWhole = (name: string, value: unknown, least: number): void => {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least)
    throw new DietError('bad-option', `The option ${name} is ${show(value)}; give a whole number, ${least} or more.`)
}

/** For options that are lists of texts. */
export const assertTexts = (name: string, value: unknown): void => {
  if (!Array.isArray(value) || value.some((item) => typeof item !== 'string'))
    throw new DietError('bad-option', `The option ${name} is not a list of texts; give an array of strings.`)
}
