/** The selected rung of a log: the lines worth most within the budget, gaps and folds between them, an index of the rest. */

import type { Ask, Candidate, Failure } from '../../ladder/candidate.ts'
import { excerptsOf, lookingFor } from '../../ladder/excerpt.ts'
import { CODE } from '../../ladder/fates.ts'
import { charsPerToken, fitSelection } from '../../ladder/fit.ts'
import { type OutlinePlan, outlines } from '../../ladder/outline.ts'
import { fitRanges, mergeRanges } from '../../ladder/ranges.ts'
import { type Index, type IndexEntry, imitations, type Layout } from '../../ladder/render.ts'
import { formatImitations, NO_FAILURE } from '../../receipt/notes.ts'
import type { LineRange } from '../../receipt/types.ts'
import { ROLE } from '../../signals/line.ts'
import { FLAG } from '../../signals/scan.ts'
import type { Reading } from './reading.ts'
import { whyShown } from './why.ts'

const describeGap =
  ({ analysis: { roles } }: Reading) =>
  ([from, to]: LineRange): string | undefined => {
    let passing = 0
    let warnings = 0
    for (let i = from - 1; i < to; i++) {
      if (roles[i] === ROLE.pass) passing++
      else if (roles[i] === ROLE.warning) warnings++
    }
    const parts = [...(passing > 0 ? [`${passing} passing`] : []), ...(warnings > 0 ? [`${warnings} warnings`] : [])]
    return parts.length === 0 ? undefined : parts.join(', ')
  }

/** Rows of data, failures and lines that differ in a source location stay apart. */
const mayFold = ({ analysis: { roles, scan }, source }: Reading, n: number): boolean => {
  const role = roles[n - 1]
  if (
    role === ROLE.mark ||
    role === ROLE.failure ||
    role === ROLE.thrown ||
    role === ROLE.reason ||
    role === ROLE.verdict ||
    (scan.flags[n - 1]! & FLAG.location) !== 0
  )
    return false
  const body = source.body(n)
  let columns = 0
  for (let i = 0; i < body.length && columns < 4; i++) if (',;|\t'.includes(body[i]!)) columns++
  return columns < 4 && /[A-Za-z]{2}/.test(body)
}

const foldsOf =
  (reading: Reading): Layout['folds'] =>
  (n, [from, to]) => {
    const { shape } = reading.analysis
    const own = shape[n - 1]
    for (let i = from - 1; i < to; i++) if (shape[i] !== own && !reading.blank(i + 1)) return undefined
    const text = reading.source.view(n)
    let same = true
    for (let m = from; m <= to && same; m++) if (!reading.blank(m) && reading.source.view(m) !== text) same = false
    return same ? 'same' : mayFold(reading, n) ? 'similar' : undefined
  }

/** Roles whose lines a reader of a failure would miss. */
export const TELLS: ReadonlySet<number> = new Set<number>([
  ROLE.mark,
  ROLE.failure,
  ROLE.thrown,
  ROLE.verdict,
  ROLE.reason,
  ROLE.compare,
  ROLE.location,
  ROLE.weak,
  ROLE.problem,
  ROLE.header,
])
/** Other lines of a block that count, from its title. */
const CONTEXT = 3
/** A line of a difference between values. */
const CHANGED = /^\s{0,40}[-+]\s{0,8}\S/

/** From the first to the last line of a block that tells something and is not shown. */
const hiddenPart = (
  { source, analysis: { roles }, blocks: { rank, echoes, quotes }, blank }: Reading,
  [from, to]: LineRange,
  shown: Uint8Array,
): LineRange | undefined => {
  const hides = (n: number): boolean =>
    shown[n] === 0 &&
    !blank(n) &&
    !echoes.has(n) &&
    (TELLS.has(roles[n - 1]!) ||
      quotes.has(n) ||
      (roles[n - 1] === ROLE.none && (rank[n - 1]! < CONTEXT || CHANGED.test(source.body(n)))))
  let first = from
  while (first <= to && !hides(first)) first++
  if (first > to) return undefined
  let last = to
  while (!hides(last)) last--
  return [first, last]
}

/** Chars for the lists of ranges; a list of failures that are not shown at all takes what it needs first. */
const indexOf = (reading: Reading, missing: readonly Failure[], shown: Uint8Array, chars: number): Index => {
  const gone = new Set(missing)
  const hidden: LineRange[] = []
  let partial = 0
  for (const failure of reading.blocks.failures) {
    if (gone.has(failure)) continue
    const parts = failure.blocks.map((block) => hiddenPart(reading, block, shown)).filter((part) => part !== undefined)
    if (parts.length > 0) partial++
    hidden.push(...parts)
  }
  /* Of a failure between the lines of another service, some lines may be shown and its title not. */
  const whole = missing.flatMap(({ blocks }) => blocks.filter(([from, to]) => shown.subarray(from, to + 1).includes(0)))
  const all = reading.blocks.failures.length === 0 ? [] : reading.blocks.loose
  const loose = all.map((block) => hiddenPart(reading, block, shown)).filter((part) => part !== undefined)
  /* No more failures than lines: what is loose belongs to some of those that are shown. */
  if (loose.length > 0 && partial === 0 && missing.length === 0)
    partial = Math.min(
      reading.blocks.failures.length,
      loose.reduce((sum, [from, to]) => sum + to - from + 1, 0),
    )
  if (partial > 0) hidden.push(...loose)
  else whole.push(...loose)
  const parents = [...reading.blocks.parents].filter((n) => shown[n] === 0).map((n): LineRange => [n, n])
  if (partial > 0) hidden.push(...parents)
  else if (missing.length > 0) whole.push(...parents)
  const entries: IndexEntry[] = []
  const share = missing.length === 0 ? 0 : partial === 0 ? chars : chars * 0.6
  if (missing.length > 0) entries.push({ count: missing.length, ranges: fitRanges(whole, share - 30), of: 'failures' })
  if (partial > 0) entries.push({ count: partial, ranges: fitRanges(hidden, chars - share - 34), of: 'details' })
  return { entries, ranges: mergeRanges([...whole, ...hidden]) }
}

/** The head names the causes of so many failures, and so many causes. */
const MANY = 10
const CAUSES = 2

/** What the head says besides sizes. */
export const remarksOf = ({ source, findings, blocks: { disputed, clusters } }: Reading, ask: Ask): string[] => {
  const remarks: string[] = []
  if (disputed !== undefined) remarks.push(`the tool counts ${disputed} failed`)
  const failing = ask.exitCode !== undefined && ask.exitCode !== 0
  if (failing && findings.failures.length === 0) remarks.push(NO_FAILURE)
  if (failing && findings.reported === 'passed') remarks.push('the tool itself reports success')
  if (ask.exitCode === 0 && findings.reported === 'failed') remarks.push('the tool itself reports failure')
  for (const { failures, cause } of clusters.filter((cluster) => cluster.failures.length >= MANY).slice(0, CAUSES))
    remarks.push(`${failures.length} with one cause: L${cause}`)
  const lines = imitations(source)
  if (lines.length > 0) remarks.push(formatImitations(mergeRanges(lines.map((n) => [n, n]))))
  return remarks
}

/** Lines at the start and at the end that stay when a command failed and no failure was recognised. */
const FIRST = 4
const LAST = 12

export const ends = ({ source, findings, blank }: Reading, ask: Ask): number[] => {
  if (ask.exitCode === undefined || ask.exitCode === 0 || findings.failures.length > 0) return []
  const first: number[] = []
  const last: number[] = []
  for (let n = 1; n <= source.lines && first.length < FIRST; n++) if (!blank(n)) first.push(n)
  for (let n = source.lines; n >= 1 && last.length < LAST; n--) if (!blank(n)) last.push(n)
  return [last[0], first[0], ...last.slice(1), ...first.slice(1)].filter((n) => n !== undefined)
}

/** The run's own counts always have room: the last ones, in at most this share of the budget. */
const SUMMARY_LINES = 4
const SUMMARY_SHARE = 0.12
/** Chars of a summary line that are worth a place of their own. */
const SUMMARY_CHARS = 240

const summaries = ({ source, analysis: { roles, shape } }: Reading, ask: Ask): number[] => {
  const lines: number[] = []
  const seen = new Set<number>()
  let left = ask.budget * charsPerToken(source, ask) * SUMMARY_SHARE
  for (let n = source.lines; n >= 1 && lines.length < SUMMARY_LINES; n--) {
    const role = roles[n - 1]
    if ((role !== ROLE.verdict && role !== ROLE.summary) || seen.has(shape[n - 1]!)) continue
    const width = source.end(n) - source.starts[n - 1]! + 1
    if (width > SUMMARY_CHARS || width > left) continue
    left -= width
    seen.add(shape[n - 1]!)
    lines.push(n)
  }
  return lines
}

/** A budget that has no room for the first and the last line of an unexplained failure has no candidate. */
export const keepsEnds = (reading: Reading, ask: Ask, { fates }: Candidate): boolean =>
  ends(reading, ask)
    .slice(0, 2)
    .every((n) => fates.codes[n - 1] === CODE.kept)

/** What the selected rung and the outline share. */
const planOf = (reading: Reading, ask: Ask): OutlinePlan => {
  const { source, findings, analysis, blank } = reading
  const { roles } = analysis
  return {
    source,
    findings,
    must: [...ends(reading, ask), ...summaries(reading, ask)],
    blank,
    noise: (n) => roles[n - 1] === ROLE.pass || roles[n - 1] === ROLE.noise,
    folds: reading.folds ?? foldsOf(reading),
    describe: describeGap(reading),
    remarks: remarksOf(reading, ask),
    why: whyShown(reading, ask),
    indexWithin: (chars) => (missing, shown) => indexOf(reading, missing, shown, chars),
  }
}

/** Chars for the index: some for each failure, up to a share of the budget. */
const indexCharsFor = ({ findings: { failures } }: Reading, ask: Ask): number =>
  failures.length === 0 ? 0 : Math.round(Math.min(ask.budget * 0.4, 80 + failures.length * 8))

export const selected = (reading: Reading, ask: Ask): Candidate => {
  const { indexWithin, ...plan } = planOf(reading, ask)
  const indexChars = indexCharsFor(reading, ask)
  const looking = lookingFor(ask.query)
  const excerpts =
    reading.excerpts ?? ((n: number, cap: number, chars: number) => excerptsOf(reading.source, n, cap, chars, looking))
  const cap = reading.cap === undefined ? {} : { cap: reading.cap }
  return fitSelection({ ...plan, ...cap, values: reading.values, excerpts, indexChars, indexOf: indexWithin(indexChars) }, ask)
}

export const outlined = (reading: Reading, ask: Ask): Iterable<Candidate> => outlines(planOf(reading, ask), ask)
