/** The log kind: output of tests, builds and servers, and whatever no other kind claims. */
import type { Ask, Candidate } from '../../ladder/candidate.ts'
import { ROLE } from '../../signals/line.ts'
import type { Kind } from '../types.ts'
import { losslessCandidate } from './lossless.ts'
import { type Reading, readLog } from './reading.ts'
import { keepsEnds, outlined, remarksOf, selected, TELLS } from './selected.ts'

/** A source of which failures are this share of the lines is a list of failures: a table of them reads well. */
const LIST_SHARE = 0.8
/** Lines this close to the best match of the query stay visible. */
const MATCH = 0.5

/** Lines that a template must not hide: what tells of failures, the run's own counts, what the query names. */
const mustSee =
  ({ analysis: { roles }, blocks, relevance }: Reading) =>
  (n: number): boolean => {
    const role = roles[n - 1]!
    if (role === ROLE.verdict || role === ROLE.summary || role === ROLE.warning) return true
    if (relevance !== undefined && relevance.max > 0 && relevance.scores[n]! >= MATCH * relevance.max) return true
    return TELLS.has(role) && (blocks.of[n - 1]! > 0 || role === ROLE.problem)
  }

const isListOfFailures = ({ source, findings, blank }: Reading): boolean => {
  let lines = 0
  for (let n = 1; n <= source.lines; n++) if (!blank(n)) lines++
  return findings.failures.length >= LIST_SHARE * lines
}

/** Chars that a line takes at the least when a template stands for it. */
const FOLDED_CHARS = 1

/** A bound on what a lossless form takes: visible lines whole, the first line of each shape whole, a little for the others. */
const mayFit = (
  { source: { starts, lines, text }, analysis: { shape, shapeCount } }: Reading,
  ask: Ask,
  keep: (n: number) => boolean,
): boolean => {
  const seen = new Uint8Array(shapeCount.length)
  let left = (ask.budget * text.length) / Math.max(1, ask.sourceTokens)
  for (let i = 0; i < lines && left > 0; i++) {
    const visible = seen[shape[i]!] === 0 || keep(i + 1)
    seen[shape[i]!] = 1
    left -= visible ? starts[i + 1]! - starts[i]! : FOLDED_CHARS
  }
  return left > 0
}

const lossless = (reading: Reading, ask: Ask): Candidate | undefined => {
  const { source, findings } = reading
  const plan = { source, findings, remarks: remarksOf(reading, ask) }
  const keep = mustSee(reading)
  const visible = mayFit(reading, ask, keep) ? losslessCandidate({ ...plan, keep }, ask) : undefined
  return visible ?? (isListOfFailures(reading) ? losslessCandidate(plan, ask) : undefined)
}

/** What is left when nothing lossless fits. */
export function* shorter(reading: Reading, ask: Ask): Iterable<Candidate> {
  for (const candidate of [selected(reading, ask), ...outlined(reading, ask)])
    if (keepsEnds(reading, ask, candidate)) yield candidate
}

export const log: Kind = {
  name: 'log',
  detect: () => ({ score: 0.1, why: 'no other kind fits better' }),
  read: (source, ask) => {
    const reading = readLog(source, ask)
    return {
      findings: reading.findings,
      *candidates() {
        const first = ask.mode === 'auto' ? lossless(reading, ask) : undefined
        if (first !== undefined) yield first
        yield* shorter(reading, ask)
      },
    }
  },
}
