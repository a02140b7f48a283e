/** Token counters. Budgets are tokens; a counter maps a text to a whole number of them. */

export type TokenCounter = (text: string) => number

/** ceil(chars / 4): an estimate, exact in chars and cheap; the default. */
export const chars4: TokenCounter = (text) => Math.ceil(text.length / 4)
