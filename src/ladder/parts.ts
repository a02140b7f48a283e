/** Meets the budget where a digest is made of parts of long lines: the best parts first, as many as fit. */
import { printedOf, type Source } from '../source/source.ts'
import type { Ask, Candidate, Failure, Findings } from './candidate.ts'
import { largest } from './fit.ts'
import { shiftNote, shiftOf } from './printed.ts'
import { countNormalized, fatesOf, type Index, type Layout, renderDigest } from './render.ts'

/** What is shown when the first so many parts are. */
export interface Shown {
  readonly lines: Int32Array
  readonly cap: (n: number) => number
  /** Annotations under line n. */
  readonly notes: (n: number) => readonly string[]
  /** Failures inside lines that are shown. */
  readonly spots: ReadonlySet<Failure>
  readonly index: Index
}

export interface PartsPlan {
  readonly source: Source
  readonly findings: Findings
  readonly blank: (n: number) => boolean
  readonly describe: (gap: readonly [number, number]) => string | undefined
  /** Gaps without a description are written in the short form. */
  readonly terse?: boolean
  readonly remarks: readonly string[]
  /** Number of parts. */
  readonly parts: number
  readonly show: (count: number, verbose: boolean) => Shown
}

const isShown = ({ title, also, at }: Failure, failure: Failure, { spots, lines }: Shown): boolean =>
  at === undefined ? lines.includes(title) || also.some((n) => lines.includes(n)) : spots.has(failure)

export const fitParts = (plan: PartsPlan, ask: Ask): Candidate => {
  const { source, findings } = plan
  const total = findings.failures.length
  const shift = (notes: readonly string[]): readonly string[] => notes.map((note) => shiftNote(source, note))
  const layoutOf = (shown: Shown): Layout => ({
    source: printedOf(source),
    shown: shown.lines,
    blank: plan.blank,
    noise: () => false,
    folds: () => undefined,
    cap: (n) => shown.cap(n) + shiftOf(source, n),
    excerpts: (n) => shift(shown.notes(n)),
    normalize: ask.normalize,
    describe: plan.describe,
    terse: plan.terse === true,
    index: shown.index.notes === undefined ? shown.index : { ...shown.index, notes: shift(shown.index.notes) },
    head: {
      sourceLines: source.lines,
      sourceTokens: ask.sourceTokens,
      exitCode: ask.exitCode,
      remarks: plan.remarks,
      original: ask.original,
      failures: { shown: findings.failures.filter((failure) => isShown(failure, failure, shown)).length, total },
    },
    count: ask.count,
  })
  const fits = (layout: Layout): boolean => ask.count(renderDigest(layout)) <= ask.budget
  const count = largest(plan.parts, (n) => fits(layoutOf(plan.show(n, false))))
  const verbose = plan.show(count, true)
  const shown = fits(layoutOf(verbose)) ? verbose : plan.show(count, false)
  const layout = layoutOf(shown)
  return {
    rung: 'selected',
    text: renderDigest(layout),
    fates: fatesOf(layout),
    findings,
    index: shown.index.ranges,
    normalized: countNormalized(layout),
    spots: shown.spots,
  }
}
