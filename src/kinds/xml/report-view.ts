/** How a test report is shown: failures first, what each says, the suites' own counts; passed tests as numbers. */

import type { Ask, Failure, Findings } from '../../ladder/candidate.ts'
import type { Values } from '../../ladder/select.ts'
import { plural } from '../../receipt/notes.ts'
import type { LineRange } from '../../receipt/types.ts'
import { analyse } from '../../signals/analysis.ts'
import { ROLE, type Role } from '../../signals/line.ts'
import { createRelevance } from '../../source/bm25.ts'
import { createSource, type Source } from '../../source/source.ts'
import { countStates, type Report, STATE } from './report.ts'
import { decodeEntities, NODE, type Xml } from './scan.ts'
import { lastAtMost, type Segments } from './segments.ts'

/** What a piece is, besides what its text says. */
const PLACE = { other: 0, passed: 1, skipped: 2, warning: 3, failed: 4, title: 5, reason: 6, failedSuite: 7, totals: 8 } as const

export interface ReportView {
  readonly findings: Findings
  readonly values: Values
  readonly must: readonly number[]
  /** Piece of each failure. */
  readonly pieceOf: ReadonlyMap<Failure, number>
  readonly remarks: readonly string[]
  readonly noise: (line: number) => boolean
  readonly describe: (gap: LineRange) => string | undefined
}

/** Where offsets are: the line, and the piece from 0. */
const lineOf = ({ starts, lines }: Source, offset: number): number => lastAtMost(starts, offset, lines) + 1
const pieceAt = ({ from }: Segments, offset: number): number => lastAtMost(from, offset)

/** Worth inside of what failed, by role. */
const INSIDE: Readonly<Partial<Record<Role, number>>> = {
  [ROLE.failure]: 90,
  [ROLE.mark]: 90,
  [ROLE.thrown]: 90,
  [ROLE.reason]: 90,
  [ROLE.verdict]: 80,
  [ROLE.compare]: 80,
  [ROLE.location]: 70,
  [ROLE.weak]: 60,
  [ROLE.problem]: 50,
  [ROLE.library]: 4,
  [ROLE.pass]: 2,
  [ROLE.noise]: 0.5,
}
const PLAIN = 22
const TITLE = 300
const REASON = 140
const SUITE = 45
const TOTALS = 120
const WARNING = 6
const ELSEWHERE = 0.06
const QUERY = 60
/** The further lines of one failure say less and less, by role. */
const RANK_FADE = 0.35

interface Marked {
  readonly place: Uint8Array
  /** Number of the case that each piece stands in, from 1. */
  readonly of: Int32Array
}

const markPieces = (xml: Xml, report: Report, segments: Segments): Marked => {
  const place = new Uint8Array(segments.from.length)
  const of = new Int32Array(segments.from.length)
  const fill = (from: number, to: number, value: number, number: number): void => {
    const first = pieceAt(segments, from)
    const last = pieceAt(segments, Math.max(from, to - 1))
    for (let i = first; i <= last; i++) {
      /* Where a piece holds the end of one case and the start of the next, what failed decides. */
      if (value > place[i]!) place[i] = value
      if (of[i] === 0 || value >= PLACE.failed) of[i] = number
    }
  }
  report.cases.forEach(({ node, state }, i) => {
    fill(
      xml.start[node]!,
      xml.end[node]!,
      state === STATE.failed ? PLACE.failed : state === STATE.skipped ? PLACE.skipped : PLACE.passed,
      i + 1,
    )
  })
  for (const node of report.warnings) fill(xml.start[node]!, xml.end[node]!, PLACE.warning, 0)
  report.cases.forEach(({ node, state, reasons }) => {
    if (state !== STATE.failed) return
    for (let up = xml.parent[node]!; up >= 0; up = xml.parent[up]!) {
      const at = pieceAt(segments, xml.start[up]!)
      if (place[at] === PLACE.failedSuite) break
      if (place[at]! < PLACE.failed) place[at] = PLACE.failedSuite
    }
    for (const reason of reasons) place[pieceAt(segments, xml.start[reason]!)] = PLACE.reason
    place[pieceAt(segments, xml.start[node]!)] = PLACE.title
  })
  for (const node of (report.totals?.nodes ?? []).slice(0, 3)) {
    const at = pieceAt(segments, xml.start[node]!)
    if (place[at] !== PLACE.title) place[at] = PLACE.totals
  }
  return { place, of }
}

/** The pieces as a reader sees them: entities as chars. */
const decoded = ({ pieces }: Segments): Source =>
  pieces.text.includes('&') ? createSource(pieces.text.split('\n').map(decodeEntities).map(oneLine).join('\n')) : pieces

const oneLine = (text: string): string => text.replace(/\n/g, ' ')

const valuesFor = (segments: Segments, { place, of }: Marked, ask: Ask): Values => {
  const seen = decoded(segments)
  const { roles } = analyse(seen)
  const size = segments.from.length
  const gain = new Float64Array(size)
  const group = new Int32Array(size).fill(-1)
  const fade = new Float32Array(size)
  const twin = new Int32Array(size).fill(-1)
  const relevance = ask.query === undefined ? undefined : createRelevance(ask.query, { lines: seen.lines, line: seen.line })
  const ranks = new Map<number, Map<number, number>>()
  const twins = new Map<string, number>()
  for (let i = 0; i < size; i++) {
    if (segments.pieces.line(i + 1).trim() === '') continue
    const role = (roles[i] ?? ROLE.none) as Role
    const number = of[i]!
    const at = place[i]!
    let worth = ELSEWHERE * (INSIDE[role] ?? 0)
    if (at === PLACE.failed || at === PLACE.reason || at === PLACE.title) {
      const own = ranks.get(number) ?? new Map<number, number>()
      ranks.set(number, own)
      const rank = own.get(role) ?? 0
      own.set(role, rank + 1)
      worth = (INSIDE[role] ?? PLAIN) / (1 + RANK_FADE * rank)
      if (at === PLACE.reason) worth = Math.max(worth, REASON)
      if (at === PLACE.title) worth = TITLE
    } else if (at === PLACE.totals) worth = TOTALS
    else if (at === PLACE.failedSuite) worth = SUITE
    else if (at === PLACE.passed) worth = 0
    else if (at === PLACE.skipped) worth = 0.5
    else if (at === PLACE.warning) worth = WARNING
    if (relevance !== undefined && relevance.max > 0)
      worth += (QUERY * (relevance.scores[i + 1] ?? 0) * (at === PLACE.passed ? 0.3 : 1)) / relevance.max
    gain[i] = worth * Math.sqrt(Math.max(20, Math.min(800, segments.to[i]! - segments.from[i]!)) / 60)
    group[i] = at === PLACE.title ? -1 : at
    const isDetail = at === PLACE.failed || at === PLACE.reason
    fade[i] = at === PLACE.title || at === PLACE.totals ? 0 : isDetail ? 0.02 : at === PLACE.warning ? 1 : 0.3
    if (at === PLACE.title || at === PLACE.passed) continue
    const text = segments.pieces.line(i + 1).trim()
    const first = twins.get(text)
    if (first === undefined) twins.set(text, i)
    twin[i] = first ?? i
  }
  return { gain, group, fade, twin }
}

/** The failures of a report, by the lines or the places in long lines where they stand. */
const failuresOf = (xml: Xml, report: Report, segments: Segments, isLong: (line: number) => boolean) => {
  const { source } = segments
  const failures: Failure[] = []
  const pieceOf = new Map<Failure, number>()
  const taken = new Set<number>()
  for (const { node, state, reasons } of report.cases) {
    if (state !== STATE.failed) continue
    const start = xml.start[node]!
    const title = lineOf(source, start)
    const last = lineOf(source, Math.max(start, xml.end[node]! - 1))
    const inLine = isLong(title)
    /* Two on one short line are one failure to a reader of lines. */
    if (!inLine && taken.has(title)) continue
    taken.add(title)
    const also = reasons.map((reason) => lineOf(source, xml.start[reason]!)).filter((n) => n !== title && !isLong(n))
    const failure: Failure = inLine
      ? { title, at: start - source.starts[title - 1]!, also: [], blocks: [[title, title]] }
      : { title, also: [...new Set(also)], blocks: [[title, last]] }
    failures.push(failure)
    pieceOf.set(failure, pieceAt(segments, start))
  }
  return { failures, pieceOf }
}

/** What the head says: what is there, and where the suites say otherwise. */
const remarksFor = (report: Report): string[] => {
  const { passed, failed, skipped } = countStates(report)
  const warned = report.warnings.length
  if (report.lint) return [`${plural(failed, 'error')}, ${plural(warned, 'warning')}`]
  const seen = [
    ...(passed > 0 ? [`${passed} passed`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ]
  const { totals } = report
  const tests = report.cases.length
  const differs = totals !== undefined && (totals.tests !== tests || totals.failed !== failed)
  return [
    ...(seen.length === 0 ? [] : [`${plural(tests, 'test')}: ${seen.join(', ')}`]),
    ...(differs ? [`the suites say ${plural(totals.tests, 'test')}, ${totals.failed} failed`] : []),
  ]
}

/** Cases by the line where they start, to count those of a gap. */
const describer = (xml: Xml, report: Report, source: Source): ReportView['describe'] => {
  const lines = Int32Array.from(report.cases, ({ node }) => lineOf(source, xml.start[node]!))
  const counts = [0, 1, 2].map((state) => {
    let sum = 0
    return Int32Array.from([0, ...report.cases.map((one) => (one.state === state ? ++sum : sum))])
  })
  return ([from, to]) => {
    const first = lastAtMost(lines, from - 1) + 1
    const behind = lastAtMost(lines, to) + 1
    const said = (['passed', 'failed', 'skipped'] as const)
      .map((name) => [counts[STATE[name]]![behind]! - counts[STATE[name]]![first]!, name] as const)
      .filter(([count]) => count > 0)
    return said.length === 0 ? undefined : said.map(([count, name]) => `${count} ${name}`).join(', ')
  }
}

export const viewReport = (
  xml: Xml,
  report: Report,
  segments: Segments,
  isLong: (line: number) => boolean,
  ask: Ask,
): ReportView => {
  const marked = markPieces(xml, report, segments)
  const { failures, pieceOf } = failuresOf(xml, report, segments, isLong)
  const { source } = segments
  const failed = failures.length > 0 || (report.totals?.failed ?? 0) > 0
  const says = report.totals !== undefined || report.cases.length > 0
  const passedLines = new Uint8Array(source.lines + 1)
  for (let i = 0; i < marked.place.length; i++)
    if (marked.place[i] === PLACE.passed || marked.place[i] === PLACE.skipped) passedLines[segments.line[i]!] = 1
  const must: number[] = []
  marked.place.forEach((place, i) => {
    if (place === PLACE.totals && segments.to[i]! - segments.from[i]! <= MOST_TOTALS_CHARS) must.push(i)
  })
  return {
    findings: {
      failures,
      warnings: [...new Set(report.warnings.map((n) => lineOf(source, xml.start[n]!)))],
      profile: null,
      reported: failed ? 'failed' : says ? 'passed' : null,
    },
    values: valuesFor(segments, marked, ask),
    must,
    pieceOf,
    remarks: remarksFor(report),
    noise: (line) => passedLines[line] === 1,
    describe: describer(xml, report, source),
  }
}

/** A line of totals that always has room. */
const MOST_TOTALS_CHARS = 400

/** Where parts of a long line may begin: start tags but those of texts, comments, CDATA. */
export const cutsOf = (xml: Xml): Int32Array => {
  const cuts: number[] = []
  for (let n = 0; n < xml.size; n++) if (xml.type[n] !== NODE.instruction) cuts.push(xml.start[n]!)
  return Int32Array.from(cuts)
}
