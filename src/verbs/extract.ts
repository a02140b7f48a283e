/** `extract`: the regions of a text that match a query, in input order, with the lines around them. */
import { newFates } from '../ladder/fates.ts'
import { analyse } from '../signals/analysis.ts'
import { createRelevance } from '../source/bm25.ts'
import { createSource } from '../source/source.ts'
import { fillBudget } from './budget.ts'
import { assertBudget, assertQuery, assertText, assertWhole } from './errors.ts'
import { cutOthers, keptLines } from './marks.ts'
import { type Reduced, resolveShared, type Shared, type SharedOptions } from './options.ts'
import { byFallingKey } from './order.ts'
import { publish } from './publish.ts'
import { failuresIn } from './ranking.ts'
import { rankRegions } from './regions.ts'
import { joinLines, type Page, renderLines } from './text.ts'

export interface ExtractOptions extends SharedOptions {
  /** What to look for, in words; a line matches that has one of them. */
  readonly query: string
  /** Ceiling in tokens: the most relevant lines that fit. Without it, every region. */
  readonly budget?: number | undefined
  /**
   * Lines around each match.
   * @default 2
   */
  readonly context?: number | undefined
  /** At most so many regions, the most relevant. */
  readonly max?: number | undefined
}

const resolve = ({ query, budget, context = 2, max }: ExtractOptions): { context: number; max: number } => {
  assertQuery(query)
  if (budget !== undefined) assertBudget(budget)
  assertWhole('context', context, 0)
  if (max !== undefined) assertWhole('max', max, 1)
  return { context, max: max ?? Number.POSITIVE_INFINITY }
}

const fill = (page: Page, ranks: Float64Array, lines: readonly number[], budget: number, shared: Shared): number[] =>
  fillBudget({
    budget,
    fixed: [],
    tiers: [byFallingKey(lines, (n) => ranks[n]!)],
    cost: (n) => shared.count(page.source.raw(n)),
    measure: (shown) => shared.count(renderLines(page, shown, shared.notes ? 'short' : 'none')),
  })

/** Throws a DietError `bad-text`, `bad-query`, `bad-budget` or `bad-option`. */
export const extract = (text: string, options: ExtractOptions): Reduced => {
  assertText(text)
  const { context, max } = resolve(options)
  const { budget } = options
  const shared = resolveShared(options)
  const source = createSource(text)
  const fates = newFates(source.lines, 'kept')
  const relevance = createRelevance(options.query, { lines: source.lines, line: source.body })
  const analysis = analyse(source)
  const ranks = rankRegions(relevance, context, max)
  const matching = keptLines(fates).filter((n) => ranks[n]! > 0)
  const fits = budget === undefined || shared.count(joinLines(source, matching)) <= budget
  const wanted = new Set(
    fits ? matching : fill({ source, fates, failures: failuresIn(source, analysis) }, ranks, matching, budget, shared),
  )
  cutOthers(source, fates, (n) => wanted.has(n))
  const remarks =
    matching.length === 0 ? ['no line matches the query'] : wanted.size === 0 ? ['no matching line fits the budget'] : []
  return publish({ verb: 'extract', source, analysis, fates, budget, remarks }, shared)
}
