/** From what lines are worth to a candidate that fits: selects, renders, and takes back what is too much. */
import { formatHead } from '../receipt/notes.ts'
import type { Source } from '../source/source.ts'
import type { Ask, Candidate, Failure, Findings } from './candidate.ts'
import { countNormalized, fatesOf, type Index, type Layout, renderDigest } from './render.ts'
import { selectLines, type Values } from './select.ts'

/** All that a kind decides about a selection of lines; the budget is met here. */
export interface Plan {
  readonly source: Source
  readonly findings: Findings
  readonly values: Values
  /** Lines that come first, whatever they are worth; protected lines are added here. */
  readonly must: readonly number[]
  readonly blank: (n: number) => boolean
  readonly noise: Layout['noise']
  readonly folds: Layout['folds']
  readonly describe: (gap: readonly [number, number]) => string | undefined
  /** Sentences for the head. */
  readonly remarks: readonly string[]
  /** Chars that the index may take, and the index for a set of shown lines (`shown[n] === 1`). */
  readonly indexChars: number
  readonly indexOf: (missing: readonly Failure[], shown: Uint8Array) => Index
}

/** Chars of one short gap annotation such as `[diet] L120-173` with its line end. */
const GAP_CHARS = 17
/** A long line may take this share of the room. */
const LONG_SHARE = 1 / 4
const LONG_LEAST = 160
const LONG_MOST = 2000

const isShown = ({ title, also }: Failure, shown: Uint8Array): boolean => shown[title] === 1 || also.some((n) => shown[n] === 1)

/** Chars that a token stands for in this source, by the counter of the ask. */
const charsPerToken = (source: Source, ask: Ask): number =>
  source.text.length === 0 ? 4 : Math.min(8, Math.max(1, source.text.length / Math.max(1, ask.sourceTokens)))

/** The largest n in 0..most for which `fits` holds, given that it holds for smaller ones. */
const largest = (most: number, fits: (n: number) => boolean): number => {
  if (fits(most)) return most
  let low = 0
  let high = most - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low
}

export const fitSelection = (plan: Plan, ask: Ask): Candidate => {
  const { source, findings, blank } = plan
  const { failures } = findings
  const head = {
    sourceLines: source.lines,
    sourceTokens: ask.sourceTokens,
    exitCode: ask.exitCode,
    remarks: plan.remarks,
    original: ask.original,
  }
  const all = failures.length
  const headChars = formatHead({
    ...head,
    outputLines: source.lines,
    outputTokens: ask.budget,
    failures: { shown: all, total: all },
  }).length
  const room = ask.budget * charsPerToken(source, ask) - headChars - 2 - plan.indexChars
  const long = Math.min(LONG_MOST, Math.max(LONG_LEAST, Math.floor(room * LONG_SHARE)))
  const uncut = new Set(ask.protect)
  const cap = (n: number): number => (uncut.has(n) ? Number.POSITIVE_INFINITY : long)
  const width = (n: number): number => Math.min(cap(n) + 30, source.end(n) - source.starts[n - 1]!) + 1
  const must = [...new Set([...ask.protect, ...plan.must])]
  const { order, next } = selectLines(plan.values, { width, gap: GAP_CHARS, blank, lines: source.lines }, room, must)
  const layoutOf = (count: number, verbose: boolean): Layout => {
    const lines = Int32Array.from(order.slice(0, count)).sort()
    const shown = new Uint8Array(source.lines + 1)
    for (const n of lines) shown[n] = 1
    const missing = failures.filter((failure) => !isShown(failure, shown))
    return {
      source,
      shown: lines,
      blank,
      noise: plan.noise,
      folds: plan.folds,
      cap,
      normalize: ask.normalize,
      describe: verbose ? plan.describe : undefined,
      index: plan.indexOf(missing, shown),
      head: { ...head, failures: { shown: all - missing.length, total: all } },
      count: ask.count,
    }
  }
  const fits = (layout: Layout): boolean => ask.count(renderDigest(layout)) <= ask.budget
  const count = largest(order.length, (n) => fits(layoutOf(n, false)))
  const verbose = layoutOf(count, true)
  const layout = fits(verbose) ? verbose : layoutOf(count, false)
  return {
    rung: 'selected',
    text: renderDigest(layout),
    fates: fatesOf(layout),
    findings,
    index: layout.index.ranges,
    normalized: countNormalized(layout),
    explain: () => next.map((n) => `next with more budget: L${n}`),
  }
}
