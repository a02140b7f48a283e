/** The last rung: the head, where the failures are, and no more lines than must be shown. For budgets in which nothing else fits. */
import type { Ask, Candidate } from './candidate.ts'
import { fitSelection, type Plan } from './fit.ts'
import type { Values } from './select.ts'

/** Nothing is worth showing. */
const worthless = (lines: number): Values => ({
  gain: new Float64Array(lines),
  group: new Int32Array(lines),
  fade: new Float32Array(lines),
  twin: new Int32Array(lines),
})

/** Shares of the budget that the index may take, from the most exact on. */
const INDEX_SHARES = [0.5, 0.25, 0.1] as const

export type OutlinePlan = Omit<Plan, 'values' | 'indexChars' | 'indexOf'> & {
  readonly indexWithin: (chars: number) => Plan['indexOf']
}

/** Outlines in falling length; none when even the head does not fit. */
export function* outlines({ indexWithin, ...plan }: OutlinePlan, ask: Ask): Iterable<Candidate> {
  const values = worthless(plan.source.lines)
  for (const share of INDEX_SHARES) {
    const indexChars = Math.floor(ask.budget * 4 * share)
    yield { ...fitSelection({ ...plan, values, indexChars, indexOf: indexWithin(indexChars) }, ask), rung: 'outline' }
  }
}
