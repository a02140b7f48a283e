/** Which of the ways to read titles agrees with what the tool counts. */
import type { Ask } from '../../ladder/candidate.ts'
import type { Analysis } from '../../signals/analysis.ts'
import { ROLE } from '../../signals/line.ts'
import { FLAG } from '../../signals/scan.ts'
import type { Source } from '../../source/source.ts'
import { type Claims, claimFailures } from './claims.ts'
import type { Span } from './spans.ts'
import { failedSteps } from './steps.ts'
import { type Counted, findCleared, tellsWarnings } from './tally.ts'

/** Lines above the first mark of a run, and below its last count, that may be its own. */
const RUN_ABOVE = 60
const RUN_BELOW = 12

/** Failures, and the blocks that they were read from. */
export interface Told {
  readonly claims: Claims
  readonly told: readonly Span[]
}

/** The first way to read the titles that agrees with the tool's own count; the first of all when none does. */
export const readAgainst = (
  { totals, most, last }: Counted,
  source: Source,
  analysis: Analysis,
  headings: ReadonlySet<number>,
  spans: readonly Span[],
  ask: Ask,
): Told => {
  const claim = (told: readonly Span[], each: boolean): Told => ({
    claims: claimFailures(source, analysis, headings, told, each),
    told,
  })
  const first = claim(spans, true)
  if (totals.size === 0 || totals.has(first.claims.failures.length)) return first
  const { roles, scan } = analysis
  const isMarked = ({ title }: Span): boolean => roles[title] === ROLE.mark || roles[title] === ROLE.header
  const start = spans.find(isMarked)?.title ?? 0
  const isOwn = ({ title }: Span): boolean => ask.exitCode === 0 || (title >= start - RUN_ABOVE && title <= last + RUN_BELOW)
  const own = spans.filter(isOwn)
  /* A linter's findings over its own count, which calls all of them warnings. */
  const isFinding = (span: Span): boolean => isMarked(span) || (scan.flags[span.title]! & FLAG.location) !== 0
  const cleared = findCleared(source, analysis, spans, isFinding, tellsWarnings)
  const steps = failedSteps(source, roles)
  /* What other commands of a job printed before and after is not the tool's to count. */
  const foreign = spans.filter((span, k) => !isOwn(span) && !cleared.has(k) && steps?.[span.title] !== 0)
  for (const counted of [own, own.filter(isMarked)])
    for (const each of [true, false]) {
      const read = claim(counted, each)
      if (read.claims.failures.length !== most) continue
      if (foreign.length === 0) return read
      const kept = new Set([...counted, ...foreign])
      return claim(
        spans.filter((span) => kept.has(span)),
        each,
      )
    }
  return first
}
