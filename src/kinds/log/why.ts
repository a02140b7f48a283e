/** Why a line of a log was worth showing, in a few words, for `--explain`. */
import type { Ask } from '../../ladder/candidate.ts'
import { ROLE } from '../../signals/line.ts'
import type { Reading } from './reading.ts'

/** What a line of each role is, outside of a failure and inside one. */
const SAYS: Readonly<Record<keyof typeof ROLE, string>> = {
  mark: 'a failure mark',
  failure: 'a failure',
  thrown: 'a thrown error',
  verdict: 'the verdict of the run',
  reason: 'a reason',
  compare: 'expected and actual values',
  location: 'a place in the code',
  weak: 'words that may tell of a failure',
  problem: 'a problem',
  summary: 'counts of the run',
  warning: 'a warning',
  library: 'a frame of a library',
  header: 'a heading',
  none: 'unlike other lines',
  pass: 'what passed',
  noise: 'room was left',
}
const BY_CODE: ReadonlyMap<number, string> = new Map(
  (Object.keys(ROLE) as (keyof typeof ROLE)[]).map((name) => [ROLE[name], SAYS[name]]),
)
/** Of the best match. */
const MATCH = 0.5

export const whyShown = ({ analysis: { roles }, blocks, relevance, findings }: Reading, ask: Ask): ((n: number) => string) => {
  const titles = new Map(findings.failures.flatMap(({ title, also }, i) => [title, ...also].map((n) => [n, i + 1] as const)))
  const protectedLines = new Set(ask.protect)
  return (n) => {
    if (protectedLines.has(n)) return 'protected'
    const failure = titles.get(n)
    if (failure !== undefined) return `title of failure ${failure}`
    if (relevance !== undefined && relevance.max > 0 && relevance.scores[n]! >= MATCH * relevance.max) return 'matches the query'
    if (blocks.parents.has(n)) return 'says where failures are'
    const says = BY_CODE.get(roles[n - 1]!) ?? 'room was left'
    return blocks.of[n - 1]! > 0 ? `belongs to a failure (${says})` : says
  }
}
