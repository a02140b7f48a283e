/** From what lines are worth to a candidate that fits: selects, renders, and takes back what is too much. */
import { formatHead, formatRanges } from '../receipt/notes.ts'
import type { LineRange } from '../receipt/types.ts'
import { printedOf, type Source } from '../source/source.ts'
import type { Ask, Candidate, Failure, Findings } from './candidate.ts'
import { printedChars, shiftNote, shiftOf } from './printed.ts'
import { countNormalized, fatesOf, type Index, type Layout, renderDigest } from './render.ts'
import { applyRules, tellingLines } from './rules.ts'
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
  /** What the lines of a gap are, in at most so many chars. */
  readonly describe: (gap: readonly [number, number], chars: number) => string | undefined
  /**
   * Chars that stay free for descriptions while lines are chosen. The gaps that hide much, or of which much is to be said, then get
   * what they need up to a common length, and the others a few words as long as there is room. Without it all gaps are described or
   * none.
   */
  readonly describeChars?: number
  /** A line may take so many chars before it is capped; less when the budget is small. */
  readonly longChars?: number
  /** Lines between shown ones are shown too where a gap annotation would be longer, such as closing brackets. */
  readonly bridges?: boolean
  /** Chars at which line n is capped, where the common cap of `most` chars shows too much of it. */
  readonly cap?: (n: number, most: number) => number
  /** Excerpts of a capped line, as annotations, in at most so many chars; see ladder/excerpt.ts. */
  readonly excerpts?: (n: number, cap: number, chars: number) => readonly string[]
  /** Why line n is worth showing, in a few words, for `--explain`. */
  readonly why?: (n: number) => string
  /** Sentences for the head. */
  readonly remarks: readonly string[]
  /** Further sentences, by what is shown (`shown[n] === 1`). */
  readonly remarksOf?: (shown: Uint8Array) => readonly string[]
  /** Chars that the index may take, and the index for a set of shown lines (`shown[n] === 1`). */
  readonly indexChars: number
  readonly indexOf: (missing: readonly Failure[], shown: Uint8Array) => Index
}

/** Chars of one short gap annotation such as `[diet] L120-173` with its line end. */
const GAP_CHARS = 17
/** A long line may take this share of the room. */
const LONG_SHARE = 1 / 8
const LONG_LEAST = 440
const LONG_MOST = 2000

/** A gap with less to say is a minor one unless it hides this share of the source. */
const MINOR_CHARS = 24
const MAJOR_SHARE = 1 / 50
/** Minor gaps are described from those with at least so many lines on, as a power of two. */
const MINOR_STEPS = 12

/** Excerpts of a capped line may take this share of what its start may take. */
const EXCERPT_SHARE = 1

const memo = <T>(make: (n: number) => T): ((n: number) => T) => {
  const made = new Map<number, T>()
  return (n) => {
    const known = made.get(n) ?? make(n)
    made.set(n, known)
    return known
  }
}

const memoGap = <T>(make: (gap: LineRange) => T): ((gap: LineRange) => T) => {
  const made = new Map<number, Map<number, T>>()
  return (gap) => {
    const from = made.get(gap[0]) ?? new Map<number, T>()
    made.set(gap[0], from)
    const known = from.has(gap[1]) ? from.get(gap[1])! : make(gap)
    from.set(gap[1], known)
    return known
  }
}

/** Adds the lines of gaps that take no more chars than their annotation. */
const bridge = (lines: Int32Array, source: Source, blank: (n: number) => boolean): Int32Array => {
  const { starts, text } = printedOf(source)
  const added: number[] = []
  for (let i = 0; i < lines.length; i++) {
    const from = i === 0 ? 1 : lines[i - 1]! + 1
    const to = lines[i]! - 1
    if (from > to || starts[to]! - starts[from - 1]! > GAP_CHARS) continue
    for (let n = from; n <= to; n++) if (!blank(n)) added.push(n)
  }
  const last = lines.length === 0 ? source.lines : lines[lines.length - 1]!
  if (last < source.lines && text.length - starts[last]! <= GAP_CHARS)
    for (let n = last + 1; n <= source.lines; n++) if (!blank(n)) added.push(n)
  return added.length === 0 ? lines : Int32Array.from([...lines, ...added]).sort()
}

const isShown = ({ title, also }: Failure, shown: Uint8Array): boolean => shown[title] === 1 || also.some((n) => shown[n] === 1)

/** Chars that a token stands for in this source, by the counter of the ask. */
export const charsPerToken = (source: Source, ask: Ask): number => {
  const chars = printedOf(source).text.length
  return chars === 0 ? 4 : Math.min(8, Math.max(1, chars / Math.max(1, ask.sourceTokens)))
}

/** The largest n in 0..most for which `fits` holds, given that it holds for smaller ones. */
export const largest = (most: number, fits: (n: number) => boolean): number => {
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

/** `kept L3-5: a warning`, neighbours with one reason together. */
const reasonsOf = (shown: Int32Array, why: Plan['why']): string[] => {
  if (why === undefined) return []
  const runs: { from: number; to: number; reason: string }[] = []
  for (const n of shown) {
    const last = runs.at(-1)
    const reason = why(n)
    if (last !== undefined && last.to === n - 1 && last.reason === reason) last.to = n
    else runs.push({ from: n, to: n, reason })
  }
  return runs.map(({ from, to, reason }) => `kept ${formatRanges([[from, to]])}: ${reason}`)
}

export const fitSelection = (plan: Plan, ask: Ask): Candidate => {
  const { source, findings, blank } = plan
  const { failures } = findings
  const { rules } = ask
  const remarks = rules?.remark === undefined ? plan.remarks : [...plan.remarks, rules.remark]
  const head = {
    sourceLines: source.lines,
    sourceTokens: ask.sourceTokens,
    exitCode: ask.exitCode,
    remarks: [...remarks, ...(plan.remarksOf?.(new Uint8Array(source.lines + 1).fill(1)) ?? [])],
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
  const long = Math.min(
    plan.longChars ?? LONG_MOST,
    Math.max(Math.min(LONG_LEAST, room >> 2), 160, Math.floor(room * LONG_SHARE)),
  )
  const uncut = new Set(ask.protect)
  /** In chars of what the kind reads; what is printed has the prefix before it. */
  const readCap = (n: number): number => (uncut.has(n) ? Number.POSITIVE_INFINITY : (plan.cap?.(n, long) ?? long))
  const cap = (n: number): number => readCap(n) + shiftOf(source, n)
  const chars = plan.excerpts === undefined ? 0 : Math.floor(long * EXCERPT_SHARE)
  const width = (n: number): number => {
    const whole = printedChars(source, n)
    return whole > cap(n) ? Math.min(cap(n) + 30 + chars, whole) + 1 : whole + 1
  }
  const excerpts = memo((n: number): readonly string[] =>
    (plan.excerpts?.(n, readCap(n), chars) ?? []).map((note) => shiftNote(source, note)),
  )
  const must = [...new Set([...ask.protect, ...(rules?.protect ?? []), ...plan.must])]
  const values = rules === undefined ? plan.values : applyRules(plan.values, rules, new Set([...must, ...tellingLines(findings)]))
  const { order, next } = selectLines(values, { width, gap: GAP_CHARS, blank, lines: source.lines }, room, must)
  const budgeted = plan.describeChars !== undefined
  const most = Math.max(0, Math.ceil(room))
  const isMajor = memoGap(
    ([from, to]) => to - from >= source.lines * MAJOR_SHARE || (plan.describe([from, to], most)?.length ?? 0) > MINOR_CHARS,
  )
  /** `minor`: how many of the minor gaps are described, in steps. */
  const describer =
    (chars: number, minor: number) =>
    (gap: LineRange): string | undefined => {
      if (!budgeted || isMajor(gap)) return plan.describe(gap, chars)
      return gap[1] - gap[0] + 1 >= 2 ** (MINOR_STEPS - minor) ? plan.describe(gap, MINOR_CHARS) : undefined
    }
  const layoutOf = (count: number, described: number, minor: number): Layout => {
    const chosen = Int32Array.from(order.slice(0, count)).sort()
    const lines = plan.bridges === true ? bridge(chosen, source, blank) : chosen
    const shown = new Uint8Array(source.lines + 1)
    for (const n of lines) shown[n] = 1
    const missing = failures.filter((failure) => !isShown(failure, shown))
    return {
      source: printedOf(source),
      shown: lines,
      blank,
      noise: plan.noise,
      folds: plan.folds,
      cap,
      excerpts,
      normalize: ask.normalize,
      describe: described === 0 && minor === 0 ? undefined : describer(described, minor),
      terse: budgeted,
      index: plan.indexOf(missing, shown),
      head: {
        ...head,
        remarks: [...remarks, ...(plan.remarksOf?.(shown) ?? [])],
        failures: { shown: all - missing.length, total: all },
      },
      count: ask.count,
    }
  }
  const fits = (layout: Layout, spare = 0): boolean => ask.count(renderDigest(layout)) + spare <= ask.budget
  const spare = Math.ceil((plan.describeChars ?? 0) / charsPerToken(source, ask))
  const inFull = (n: number): Layout => layoutOf(n, most, MINOR_STEPS)
  const fitsDescribed = (n: number): boolean =>
    fits(layoutOf(n, 0, 0), n <= must.length ? 0 : spare) || (budgeted && fits(inFull(n)))
  const count = largest(order.length, fitsDescribed)
  const best = (): Layout => {
    const full = inFull(count)
    if (fits(full)) return full
    if (!budgeted) return layoutOf(count, 0, 0)
    const chars = largest(most, (described) => fits(layoutOf(count, described, 0)))
    return layoutOf(
      count,
      chars,
      largest(MINOR_STEPS, (minor) => fits(layoutOf(count, chars, minor))),
    )
  }
  const layout = best()
  return {
    rung: 'selected',
    text: renderDigest(layout),
    fates: fatesOf(layout),
    findings,
    index: layout.index.ranges,
    normalized: countNormalized(layout),
    explain: () => [
      ...reasonsOf(layout.shown, plan.why),
      ...next.map((n) => `next with more budget: L${n}${plan.why === undefined ? '' : ` (${plan.why(n)})`}`),
    ],
  }
}
