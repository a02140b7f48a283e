/**
 * The order in which a summary tries lines: failures first, one of each shape before the second of any; then the verdict, the
 * best matches of the query, the start and the end; then what tells most per char, every shape once before any shape again.
 */
import { type Analysis, roleAt } from '../signals/analysis.ts'
import { ROLE, type Role, signalOf } from '../signals/line.ts'
import type { Relevance } from '../source/bm25.ts'
import type { Source } from '../source/source.ts'
import { findFirstEqual } from './equal-lines.ts'
import { isBlank } from './marks.ts'
import { byFallingKey } from './order.ts'

/** How much a line of this role tells, away from any failure; ratios count, not the unit. */
const GAIN: Readonly<Partial<Record<Role, number>>> = {
  [ROLE.pass]: 1,
  [ROLE.noise]: 0.3,
  [ROLE.warning]: 4,
  [ROLE.summary]: 5,
  [ROLE.verdict]: 8,
  [ROLE.weak]: 5,
  [ROLE.problem]: 4,
  [ROLE.compare]: 5,
  [ROLE.library]: 0.5,
}
const USUAL_GAIN = 2
/** What the best match of a query adds, and what the line right below a failure does. */
const QUERY_GAIN = 6
const NEAR_GAIN = 8
/** A failure's details reach so many telling lines below it, unless a test that passed or a summary comes before. */
const REACH = 12
/** Short lines cost a reader as much as lines of this many chars. */
const LEAST_WIDTH = 24
/** So many of the best matches of a query come before the start and the end. */
const BEST_MATCHES = 3

export interface Ranked {
  readonly source: Source
  readonly analysis: Analysis
  readonly relevance: Relevance | undefined
  /** Ascending numbers of the lines to rank. */
  readonly lines: readonly number[]
}

export const isFailure = (analysis: Analysis, n: number): boolean => signalOf(roleAt(analysis, n)) === 'failure'
/** All of them, ascending. */
export const failuresIn = (source: Source, analysis: Analysis): number[] => {
  const found: number[] = []
  for (let n = 1; n <= source.lines; n++) if (isFailure(analysis, n)) found.push(n)
  return found
}
export const isVerdict = (analysis: Analysis, n: number): boolean => roleAt(analysis, n) === ROLE.verdict
export const isWarning = (analysis: Analysis, n: number): boolean => signalOf(roleAt(analysis, n)) === 'warning'

/** The first telling line and the last two. */
export const endsOf = (analysis: Analysis, lines: readonly number[]): number[] => {
  const tells = (n: number): boolean => roleAt(analysis, n) !== ROLE.noise
  const last = lines.findLastIndex(tells)
  const ends = [lines.find(tells), lines[last], lines.slice(0, Math.max(0, last)).findLast(tells)]
  return [...new Set(ends.filter((n) => n !== undefined))]
}

/** Telling lines below the last failure at index n, 0 for the failure itself; Infinity where its details have ended. */
export const failureDistances = (source: Source, analysis: Analysis): Float64Array => {
  const found = new Float64Array(source.lines + 1).fill(Number.POSITIVE_INFINITY)
  let distance = Number.POSITIVE_INFINITY
  for (let n = 1; n <= source.lines; n++) {
    const signal = signalOf(roleAt(analysis, n))
    if (signal === 'failure') distance = 0
    else if (signal === 'pass' || signal === 'summary') distance = Number.POSITIVE_INFINITY
    else if (!isBlank(source, n)) distance++
    if (distance <= REACH) found[n] = distance
  }
  return found
}

const gainOf = ({ analysis, relevance }: Ranked, n: number, distance: number): number => {
  const role = roleAt(analysis, n)
  const near = role === ROLE.library || role === ROLE.noise ? 0 : NEAR_GAIN / (distance + 1)
  const asked = relevance === undefined || relevance.max === 0 ? 0 : (QUERY_GAIN * relevance.scores[n]!) / relevance.max
  return (GAIN[role] ?? USUAL_GAIN) + near + asked + 1 / analysis.shapeCount[analysis.shape[n - 1]!]!
}

/** The lines by what they tell per char; each further line of a coarse shape tells less. */
const byGain = (ranked: Ranked, lines: readonly number[]): number[] => {
  const { source, analysis } = ranked
  const distance = failureDistances(source, analysis)
  const shown = new Int32Array(source.lines)
  const faded = new Float64Array(source.lines + 1)
  for (const n of byFallingKey(lines, (line) => gainOf(ranked, line, distance[line]!))) {
    const shape = analysis.coarse[n - 1]!
    const width = Math.max(LEAST_WIDTH, source.end(n) - source.starts[n - 1]!)
    faded[n] = gainOf(ranked, n, distance[n]!) / (1 + shown[shape]!++) / width
  }
  return byFallingKey(lines, (n) => faded[n]!)
}

const bestMatches = ({ relevance }: Ranked, lines: readonly number[]): number[] =>
  relevance === undefined ? [] : byFallingKey(lines, (n) => relevance.scores[n]!).slice(0, BEST_MATCHES)

/** First line of each shape, in order, and the others. */
const splitByShape = (analysis: Analysis, lines: readonly number[]): readonly [first: number[], others: number[]] => {
  const seen = new Set<number>()
  const first: number[] = []
  const others: number[] = []
  for (const n of lines) {
    const shape = analysis.shape[n - 1]!
    ;(seen.has(shape) ? others : first).push(n)
    seen.add(shape)
  }
  return [first, others]
}

/** Tiers of lines, the most important first. */
export interface Tiers {
  readonly failures: readonly (readonly number[])[]
  readonly others: readonly (readonly number[])[]
}

/** Equal lines come last, blank ones not at all. */
export const rankLines = (ranked: Ranked): Tiers => {
  const { source, analysis } = ranked
  const first = findFirstEqual(source, true)
  const said = new Uint8Array(source.lines + 1)
  const failures: number[] = []
  const verdicts: number[] = []
  const rest: number[] = []
  const again: number[] = []
  const filled = ranked.lines.filter((n) => !isBlank(source, n))
  for (const n of filled) {
    if (said[first[n]!] === 1) again.push(n)
    else if (isFailure(analysis, n)) failures.push(n)
    else if (isVerdict(analysis, n)) verdicts.push(n)
    else rest.push(n)
    said[first[n]!] = 1
  }
  return {
    failures: splitByShape(analysis, failures),
    others: [verdicts, bestMatches(ranked, rest), endsOf(analysis, filled), byGain(ranked, rest), again],
  }
}
