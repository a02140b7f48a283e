/** The log kind: output of tests, builds and servers, and whatever no other kind claims. */
import type { Ask, Candidate } from '../../ladder/candidate.ts'
import { ROLE } from '../../signals/line.ts'
import type { Kind } from '../types.ts'
import { losslessCandidate } from './lossless.ts'
import { explainProfiles, withProfileRules } from './profiles/profiles.ts'
import { isToolOutput } from './profiles/recognise.ts'
import { profilesFor, type Reading, readLog } from './reading.ts'
import { ends, keepsEnds, outlined, remarksOf, selected, TELLS } from './selected.ts'

/** A source of which failures are this share of the lines is a list of failures: a table of them reads well. */
const LIST_SHARE = 0.8
/** Lines this close to the best match of the query stay visible. */
const MATCH = 0.5

/** Lines that tell of failures in the very words of one before, but for the time or the service in front of them. */
const saidBefore = ({ source, analysis: { roles } }: Reading): ReadonlySet<number> => {
  const bodies = new Set<string>()
  const repeated = new Set<number>()
  for (let n = 1; n <= source.lines; n++) {
    if (!TELLS.has(roles[n - 1]!)) continue
    const body = source.body(n)
    if (bodies.has(body)) repeated.add(n)
    else bodies.add(body)
  }
  return repeated
}

/** Lines that a template must not hide: what tells of failures, and where they are, the run's own counts, what the query names. */
const mustSee = (reading: Reading, ask: Ask): ((n: number) => boolean) => {
  const {
    analysis: { roles },
    blocks,
    relevance,
  } = reading
  const unexplained = new Set(ends(reading, ask))
  const repeated = saidBefore(reading)
  return (n) => {
    if (unexplained.has(n) || blocks.parents.has(n)) return true
    if (repeated.has(n)) return false
    const role = roles[n - 1]!
    if (role === ROLE.verdict || role === ROLE.summary || role === ROLE.warning) return true
    if (relevance !== undefined && relevance.max > 0 && relevance.scores[n]! >= MATCH * relevance.max) return true
    return TELLS.has(role) && (blocks.of[n - 1]! > 0 || role === ROLE.problem)
  }
}

const isListOfFailures = ({ source, findings, blank }: Reading): boolean => {
  let lines = 0
  for (let n = 1; n <= source.lines; n++) if (!blank(n)) lines++
  return findings.failures.length >= LIST_SHARE * lines
}

/** Chars that a line takes at the least when a template stands for it. */
const FOLDED_CHARS = 1

/**
 * A bound on what a lossless form takes: visible lines whole, unless the one before of their shape is the same; the first line of each shape whole;
 * a little for the others.
 */
const mayFit = (
  { source: { starts, lines, text }, analysis: { shape, shapeCount } }: Reading,
  ask: Ask,
  keep: (n: number) => boolean,
): boolean => {
  const width = (i: number): number => starts[i + 1]! - starts[i]!
  const isSame = (i: number, j: number): boolean =>
    width(i) === width(j) && text.startsWith(text.slice(starts[j], starts[j + 1]), starts[i]!)
  /** Per shape: the visible line (from 1) that stood last. */
  const visible = new Int32Array(shapeCount.length)
  let left = (ask.budget * text.length) / Math.max(1, ask.sourceTokens)
  for (let i = 0; i < lines && left > 0; i++) {
    const last = visible[shape[i]!]!
    if (last > 0 && (!keep(i + 1) || isSame(i, last - 1))) left -= FOLDED_CHARS
    else {
      visible[shape[i]!] = i + 1
      left -= width(i)
    }
  }
  return left > 0
}

const lossless = (reading: Reading, ask: Ask): Candidate | undefined => {
  const { source, findings } = reading
  const plan = { source, findings, remarks: remarksOf(reading, ask) }
  const keep = mustSee(reading, ask)
  const visible = mayFit(reading, ask, keep) ? losslessCandidate({ ...plan, keep }, ask) : undefined
  return visible ?? (isListOfFailures(reading) ? losslessCandidate(plan, ask) : undefined)
}

/** What is left when nothing lossless fits; the outlines are only made when they are asked for. */
export function* shorter(reading: Reading, asked: Ask): Iterable<Candidate> {
  const ask = { ...asked, rules: withProfileRules(reading.source, reading.profiled, asked.rules) }
  const chosen = selected(reading, ask)
  if (keepsEnds(reading, ask, chosen)) yield chosen
  for (const outline of outlined(reading, ask)) if (keepsEnds(reading, ask, outline)) yield outline
}

/** Tokens that a passing run takes at most, whatever the budget: its counts, its warnings, where it ran. */
const PASSING_TOKENS = 150

/** A run that reports success and exits so leaves nothing to act on; a query asks for more than that. */
const isPassing = (reading: Reading, ask: Ask): boolean => {
  const { findings } = reading
  if (ask.exitCode !== 0 || ask.query !== undefined || findings.failures.length > 0) return false
  return (
    findings.reported === 'passed' ||
    (findings.reported === null && (isListOfPasses(reading) || reading.profiled.success.includes(1)))
  )
}

/** Tools without a summary only list what passed. */
const PASSES = 0.5
const isListOfPasses = ({ source, analysis: { roles }, blank }: Reading): boolean => {
  let passes = 0
  let lines = 0
  for (let n = 1; n <= source.lines; n++) {
    if (roles[n - 1] === ROLE.pass) passes++
    if (!blank(n)) lines++
  }
  return passes >= PASSES * lines
}

/** What stands for a passing run; nothing for others. */
export function* passing(reading: Reading, ask: Ask): Iterable<Candidate> {
  if (isPassing(reading, ask)) yield* shorter(reading, { ...ask, budget: Math.min(ask.budget, PASSING_TOKENS) })
}

function* candidatesOf(reading: Reading, ask: Ask): Iterable<Candidate> {
  yield* passing(reading, ask)
  const first = ask.mode === 'auto' ? lossless(reading, ask) : undefined
  if (first !== undefined) yield first
  yield* shorter(reading, ask)
}

/** Output of a known tool is a log, however much it reads like sentences. */
const TOOL = 0.52

export const log: Kind = {
  name: 'log',
  detect: (source, ask) => {
    const why = isToolOutput(source, ask, profilesFor(ask))
    return why === undefined ? { score: 0.1, why: 'no other kind fits better' } : { score: TOOL, why }
  },
  read: (source, ask) => {
    const reading = readLog(source, ask)
    return {
      findings: reading.findings,
      candidates: () => candidatesOf(reading, ask),
      explain: () => explainProfiles(reading.profiled),
      candidatesFor: (other) => candidatesOf(reading, other),
    }
  },
}
