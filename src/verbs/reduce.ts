/** The stages that `summarize` and `pack` share: they work on fates, one source at a time. */
import { CODE, type LineFates, newFates } from '../ladder/fates.ts'
import { formatShortGap, OVER_BUDGET } from '../receipt/notes.ts'
import { type Analysis, analyse } from '../signals/analysis.ts'
import { createRelevance, type Relevance } from '../source/bm25.ts'
import { createSource, type Source } from '../source/source.ts'
import { fillBudget } from './budget.ts'
import { cutOthers, keptLines } from './marks.ts'
import { resolveShared, type Shared, type SharedOptions } from './options.ts'
import {
  findProtected,
  type Outcome,
  outcomeOf,
  overBudget,
  type Protection,
  type ProtectOptions,
  quoteLines,
} from './protect.ts'
import { endsOf, failureDistances, failuresIn, isVerdict, rankLines } from './ranking.ts'
import { rankRegions } from './regions.ts'
import { joinLines, type Page, renderLines } from './text.ts'

export interface BudgetOptions extends SharedOptions, ProtectOptions {
  /** Ceiling in tokens, `[diet]` lines included. */
  readonly budget: number
  /** What the reader looks for; lines about it rank higher. */
  readonly query?: string | undefined
}

export interface Work {
  readonly source: Source
  readonly analysis: Analysis
  readonly fates: LineFates
  readonly shared: Shared
  readonly budget: number
  readonly relevance: Relevance | undefined
  readonly protection: Protection
  readonly partial: boolean
}

export const startWork = (text: string, options: BudgetOptions): Work => {
  const shared = resolveShared(options)
  const source = createSource(text)
  const query = options.query?.trim() ?? ''
  return {
    source,
    analysis: analyse(source),
    fates: newFates(source.lines, 'kept'),
    shared,
    budget: options.budget,
    relevance: query === '' ? undefined : createRelevance(query, { lines: source.lines, line: source.body }),
    protection: findProtected(source, options),
    partial: options.protectMode === 'partial',
  }
}

/** Tokens of the text with these lines, without notes. */
const measurePlain = ({ source, shared }: Work, lines: readonly number[]): number => shared.count(joinLines(source, lines))

export const isOverBudget = (work: Work): boolean => measurePlain(work, keptLines(work.fates)) > work.budget

/**
 * Cuts what is not about the query: keeps regions that match, failures with their details, the verdict, both ends and the
 * protected lines. A query without a match cuts nothing. Returns the number of lines cut.
 */
export const cutUnrelated = (work: Work, context: number): number => {
  const { source, analysis, fates, relevance, protection } = work
  if (relevance === undefined || relevance.max === 0) return 0
  const ranks = rankRegions(relevance, context, Number.POSITIVE_INFINITY)
  const distances = failureDistances(source, analysis)
  const wanted = new Set([...protection.lines, ...endsOf(analysis, keptLines(fates))])
  return cutOthers(
    source,
    fates,
    (n) => ranks[n]! > 0 || distances[n]! < Number.POSITIVE_INFINITY || isVerdict(analysis, n) || wanted.has(n),
  )
}

/** The protected lines, all of them; throws when they do not fit and the mode is `fail`. */
const fixProtected = (work: Work): readonly number[] => {
  const { source, protection, budget, shared, partial } = work
  const lines = [...protection.lines].sort((a, b) => a - b)
  if (!partial && measurePlain(work, lines) > budget) throw overBudget(source, lines, budget, shared.count)
  return lines
}

/** Cuts to the budget: protected lines, failures, then breadth. Returns the number of lines cut. */
export const cutToBudget = (work: Work): number => {
  const { source, analysis, fates, shared, budget } = work
  const cost = (n: number): number => shared.count(source.raw(n))
  const { failures, others } = rankLines({ ...work, lines: keptLines(fates) })
  const essential = fillBudget({
    budget,
    fixed: fixProtected(work),
    tiers: failures,
    cost,
    measure: (lines) => measurePlain(work, lines),
  })
  const page: Page = { source, fates, failures: failuresIn(source, analysis).filter((n) => fates.refs[n - 1] === 0) }
  const measureNoted = (lines: readonly number[]): number => shared.count(renderLines(page, lines, 'short'))
  /* Notes never push out a failure. */
  const noted = shared.notes && measureNoted(essential) <= budget
  const noteCost = !noted ? 0 : shared.count(`${formatShortGap([source.lines, source.lines])}\n`)
  const chosen = new Set(
    fillBudget({
      budget,
      fixed: essential,
      tiers: others,
      cost: (n) => cost(n) + noteCost,
      measure: noted ? measureNoted : (lines) => measurePlain(work, lines),
    }),
  )
  return cutOthers(source, fates, (n) => chosen.has(n))
}

export const protectedOutcome = ({ source, fates, protection }: Work): Outcome => outcomeOf(source, protection, keptLines(fates))

/** What a reader of the receipt has to know about the budget. */
export const remarksOn = (work: Work): string[] => {
  const { source, fates, budget, protection } = work
  if (isOverBudget(work)) return [OVER_BUDGET, `at risk: ${quoteLines(source, protection.lines)}`]
  return source.lines > 0 && !fates.codes.includes(CODE.kept) ? [`no line fits the budget of ${budget} tokens`] : []
}
