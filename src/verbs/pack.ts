/** `pack`: dedupe, extract, summarize, each only as far as the budget asks for it, with a receipt for every line. */
import { assertBudget, assertText, assertWhole } from './errors.ts'
import { settleRepeats } from './marks.ts'
import type { Reduced } from './options.ts'
import { publish } from './publish.ts'
import { type BudgetOptions, cutToBudget, cutUnrelated, isOverBudget, protectedOutcome, remarksOn, startWork } from './reduce.ts'
import { markRepeats } from './repeats.ts'

export interface PackOptions extends BudgetOptions {
  /**
   * Byte-identical matching alone, see `dedupe`.
   * @default false
   */
  readonly exactOnly?: boolean | undefined
  /**
   * Lines around each match of the query, see `extract`.
   * @default 2
   */
  readonly context?: number | undefined
}

/**
 * Drops repeats; while the rest is over the budget, cuts what is not about the query, then summarizes. Throws a DietError
 * `bad-text`, `bad-budget`, `bad-option` or `protected-over-budget`.
 */
export const pack = (text: string, options: PackOptions): Reduced => {
  assertText(text)
  assertBudget(options.budget)
  const context = options.context ?? 2
  assertWhole('context', context, 0)
  const work = startWork(text, options)
  const { source, analysis, fates, budget, shared } = work
  const stages = {
    dedupe: markRepeats(source, fates, options.exactOnly === true, new Set(work.protection.lines)),
    extract: isOverBudget(work) ? cutUnrelated(work, context) : 0,
    summarize: isOverBudget(work) ? cutToBudget(work) : 0,
  }
  settleRepeats(source, fates)
  return publish(
    { verb: 'pack', source, analysis, fates, budget, stages, protection: protectedOutcome(work), remarks: remarksOn(work) },
    shared,
  )
}
