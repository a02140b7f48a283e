/** `summarize`: an extractive summary within a token budget. */
import { assertBudget, assertText } from './errors.ts'
import type { Reduced } from './options.ts'
import { publish } from './publish.ts'
import { type BudgetOptions, cutToBudget, isOverBudget, protectedOutcome, remarksOn, startWork } from './reduce.ts'

export type SummarizeOptions = BudgetOptions

/**
 * Keeps protected lines, then failures, then breadth: the verdict, the start, the end, and lines of distinct shapes. A
 * text within the budget stays whole. Throws a DietError `bad-text`, `bad-budget`, `bad-option` or `protected-over-budget`.
 */
export const summarize = (text: string, options: SummarizeOptions): Reduced => {
  assertText(text)
  assertBudget(options.budget)
  const work = startWork(text, options)
  if (isOverBudget(work)) cutToBudget(work)
  const { source, analysis, fates, budget, shared } = work
  return publish(
    { verb: 'summarize', source, analysis, fates, budget, protection: protectedOutcome(work), remarks: remarksOn(work) },
    shared,
  )
}
