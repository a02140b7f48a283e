/**
 * Failures that the run itself says it bears: a task whose errors are ignored, a test that passed when it was tried again. They are
 * shown where there is room, but they are no failures of the run.
 */
import type { Ask } from '../../ladder/candidate.ts'
import type { Analysis } from '../../signals/analysis.ts'
import { failuresCounted } from '../../signals/counts.ts'
import { levelOfWord } from '../../signals/levels.ts'
import { ROLE } from '../../signals/line.ts'
import { FLAG } from '../../signals/scan.ts'
import type { Source } from '../../source/source.ts'
import { findRescued } from './rescued.ts'
import { lastBefore, type Span } from './spans.ts'
import { outlivedSteps } from './steps.ts'

/** What a tool prints in or right behind a failure that it goes on from: ansible, make (also in other languages, by its form). */
const WAIVERS: readonly RegExp[] = [
  /^\.\.\.ignoring$/,
  /^\S{0,40}make(?:\[\d+\])?: \[[^\]]{1,300}\] .{1,40} \([^()\d]{3,40}\)$/,
  /^\d{1,5}\) .{1,300} \(attempt \d+, retried\)(?: # \S{1,200})?$/,
]
const WAIVER_CHARS = 400

const isWaiver = (source: Source, i: number): boolean => {
  if (i >= source.lines || source.end(i + 1) - source.starts[i]! > WAIVER_CHARS) return false
  const body = source.body(i + 1).trim()
  return WAIVERS.some((waiver) => waiver.test(body))
}

/** Begins with a time, as records of a log do. */
const DATED = /^\[?(?:\d{4}[-/.]\d\d[-/.]\d\d[T ])?\d\d:\d\d:\d\d(?![\d:])/
/** Words behind the time among which the level stands. */
const LEVEL_WORDS = 5

const isErrorRecord = (source: Source, i: number): boolean => {
  const body = source
    .body(i + 1)
    .trimStart()
    .slice(0, 160)
  if (!DATED.test(body)) return false
  const words = body.split(/[\s[\]|:=]+/).filter((word) => /^[^\d\W]+$/u.test(word))
  return words.slice(0, LEVEL_WORDS).some((word) => levelOfWord(word) === 'fail')
}

/** Whether tests ran, none failed, and the command ended well: what they made a program log is then as expected. */
const ranWell = (source: Source, { roles }: Analysis, { exitCode }: Ask, after: number): boolean => {
  const last = roles.lastIndexOf(ROLE.summary)
  return exitCode === 0 && last > after && !roles.includes(ROLE.verdict) && failuresCounted(source.body(last + 1).trim()) === 0
}

/** Counts of a run of Go tests whose failed tests were run again. */
const RERUNS = /^DONE (?:[2-9]|\d{2,6}) runs, \d/
/** A test or package as such a run names it, in group 1 without the number of the try; that in group 2. */
const RUN_AGAIN =
  /^(?:=== FAIL: |--- FAIL: |✖\s{1,3})(\S{1,300}(?: Test\S{1,300}| Example\S{0,300}| Fuzz\S{0,300})?)(?: \(re-run (\d+)\))?(?: |$)/

/** Whether failed tests were run again and all passed then: the command ended well though it counts them. */
const passedAgain = (source: Source, { roles }: Analysis, { exitCode }: Ask): boolean => {
  const last = exitCode === 0 ? roles.lastIndexOf(ROLE.verdict) : -1
  return last >= 0 && RERUNS.test(source.body(last + 1).trim())
}

/** Numbers in `spans` of tests that failed at first and not when the failed ones were run again. */
const passedLater = (source: Source, analysis: Analysis, ask: Ask, spans: readonly Span[]): readonly number[] => {
  const tries = spans.map(({ title }) =>
    RUN_AGAIN.exec(
      source
        .body(title + 1)
        .trimStart()
        .slice(0, WAIVER_CHARS),
    ),
  )
  const again = new Set(tries.flatMap((found) => (found?.[2] === undefined ? [] : [found[1]!])))
  const all = passedAgain(source, analysis, ask)
  if (again.size === 0 && !all) return []
  return tries.flatMap((found, k) => {
    if (found === null) return []
    const isListed = found[0].startsWith('=== ')
    return all || (isListed && !again.has(found[1]!)) ? [k] : []
  })
}

/** Numbers in `spans` of those that the tool says it ignores, and of errors in the log of a program under tests that all passed. */
export const findWaived = (source: Source, analysis: Analysis, ask: Ask, spans: readonly Span[]): ReadonlySet<number> => {
  const waived = new Set<number>()
  const { flags } = analysis.scan
  const well = spans.length > 0 && ranWell(source, analysis, ask, spans.at(-1)!.title)
  for (const k of findRescued(source, spans)) waived.add(k)
  for (const k of passedLater(source, analysis, ask, spans)) waived.add(k)
  const outlived = outlivedSteps(source, analysis.roles, ask)
  spans.forEach(({ title, to }, k) => {
    if (outlived?.[title] === 1) waived.add(k)
    const stop = spans[k + 1]?.title ?? source.lines
    let end = Math.min(to + 1, stop)
    while (end < stop && (flags[end]! & FLAG.blank) !== 0) end++
    for (let i = title; i <= end && i < stop; i++) if (isWaiver(source, i)) waived.add(k)
    if (well && isErrorRecord(source, title)) waived.add(k)
  })
  /* Output of parallel jobs is mixed: what stands above a waiver may be why the run failed, where nothing else is. */
  return waived.size === spans.length && waived.size > 0 && hasFailed(source, analysis, ask) ? new Set() : waived
}

/** Whether the command failed, or where that is unknown the last that the run says of itself is a failure. */
const hasFailed = (source: Source, { roles }: Analysis, { exitCode }: Ask): boolean => {
  if (exitCode !== undefined) return exitCode !== 0
  let last = lastBefore(roles, ROLE.verdict, roles.length)
  while (last >= 0 && isWaiver(source, last)) last = lastBefore(roles, ROLE.verdict, last)
  return last >= 0 && last > roles.lastIndexOf(ROLE.summary)
}

/** `1 flaky`, `Flakes: 1`, `2 rerun`; or one target in a line: `FLAKY, failed in 1 out of 2`. */
const FLAKY = /(?<![\w.:-])(\d{1,6}) (?:flaky|rerun)\b|\bFlak(?:y|es): {1,4}(\d{1,6})\b|\bFLAKY, failed in \d{1,6} out of \d/
const FLAKY_CHARS = 300

/** Lines of a run's end in which it counts. */
const READ = 200

/** Lines around a count in which its tests are named, for each test that it counts. */
const NAMED_WITHIN = 8

interface Flaky {
  readonly count: number
  /** Lines (indexes, end excluded) that name the tests. */
  readonly from: number
  readonly to: number
}

const readFlaky = (source: Source, start: number): readonly Flaky[] => {
  const found: Flaky[] = []
  for (let i = Math.max(start, source.lines - READ); i < source.lines; i++) {
    if (source.end(i + 1) - source.starts[i]! > FLAKY_CHARS) continue
    const match = FLAKY.exec(source.body(i + 1))
    if (match === null) continue
    const count = Number(match[1] ?? match[2] ?? 1)
    const near = Math.min(count * NAMED_WITHIN, READ)
    found.push({ count, from: Math.max(start, i - near), to: Math.min(source.lines, i + near + 1) })
  }
  return found
}

const EDGES = /^[^\p{L}\d/]+|[^\p{L}\d)\]]+$/gu
/** The longest word of a title: the name or the place of its test. */
const nameIn = (title: string): string => {
  let name = ''
  for (const word of title.slice(0, FLAKY_CHARS).split(/\s+/)) {
    const bare = word.replace(EDGES, '')
    if (bare.length > name.length && /\p{L}/u.test(bare)) name = bare
  }
  return name
}

/** Chars of a line that are searched. */
const READ_CHARS = 1000

/** Whether a list of flaky tests names the one that `span` tells of: any other that failed is no flaky test. */
const isNamed = (source: Source, flaky: readonly Flaky[], { title }: Span): boolean => {
  const name = nameIn(source.body(title + 1))
  if (name === '') return false
  return flaky.some(({ from, to }) => {
    for (let i = from; i < to; i++)
      if (
        i !== title &&
        source
          .body(i + 1)
          .slice(0, READ_CHARS)
          .includes(name)
      )
        return true
    return false
  })
}

/** Whether the last that the run counts is no failure, or one that was not one when it was tried again. */
export const endsWell = (source: Source, analysis: Analysis, ask: Ask): boolean =>
  analysis.roles.lastIndexOf(ROLE.summary) > analysis.roles.lastIndexOf(ROLE.verdict) || passedAgain(source, analysis, ask)

/** Whether all of `failures` passed in the end: the run counts as many that did, and ends without a failure. */
export const areFlaky = (source: Source, analysis: Analysis, ask: Ask, told: readonly Span[], failures: number): boolean => {
  if (failures === 0 || (ask.exitCode ?? 0) !== 0 || !endsWell(source, analysis, ask)) return false
  const flaky = readFlaky(source, told[0]?.title ?? 0)
  const count = flaky.reduce((sum, { count }) => sum + count, 0)
  return failures <= count && told.every((span) => isNamed(source, flaky, span))
}
