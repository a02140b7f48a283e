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
import type { Span } from './spans.ts'

/** What a tool prints in or right behind a failure that it goes on from: ansible, make (also in other languages, by its form). */
const WAIVERS: readonly RegExp[] = [/^\.\.\.ignoring$/, /^\S{0,40}make(?:\[\d+\])?: \[[^\]]{1,300}\] .{1,40} \([^()\d]{3,40}\)$/]
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

/** Numbers in `spans` of those that the tool says it ignores, and of errors in the log of a program under tests that all passed. */
export const findWaived = (source: Source, analysis: Analysis, ask: Ask, spans: readonly Span[]): ReadonlySet<number> => {
  const waived = new Set<number>()
  const { flags } = analysis.scan
  const well = spans.length > 0 && ranWell(source, analysis, ask, spans.at(-1)!.title)
  spans.forEach(({ title, to }, k) => {
    const stop = spans[k + 1]?.title ?? source.lines
    let end = Math.min(to + 1, stop)
    while (end < stop && (flags[end]! & FLAG.blank) !== 0) end++
    for (let i = title; i <= end && i < stop; i++) if (isWaiver(source, i)) waived.add(k)
    if (well && isErrorRecord(source, title)) waived.add(k)
  })
  return waived
}

/** `1 flaky`, `Flakes: 1`, `2 rerun`; or one target in a line: `FLAKY, failed in 1 out of 2`. */
const FLAKY = /(?<![\w.:-])(\d{1,6}) (?:flaky|rerun)\b|\bFlak(?:y|es): {1,4}(\d{1,6})\b|\bFLAKY, failed in \d{1,6} out of \d/
const FLAKY_CHARS = 300

/** Lines of a run's end in which it counts. */
const READ = 200

const flakyCount = (source: Source, from: number): number => {
  let count = 0
  for (let i = Math.max(from, source.lines - READ); i < source.lines; i++) {
    if (source.end(i + 1) - source.starts[i]! > FLAKY_CHARS) continue
    const found = FLAKY.exec(source.body(i + 1))
    if (found !== null) count += Number(found[1] ?? found[2] ?? 1)
  }
  return count
}

/** Whether the last that the run counts is no failure. */
export const endsWell = ({ roles }: Analysis): boolean => roles.lastIndexOf(ROLE.summary) > roles.lastIndexOf(ROLE.verdict)

/** Whether all of `failures` passed in the end: the run counts as many that did, and ends without a failure. */
export const areFlaky = (source: Source, analysis: Analysis, ask: Ask, told: readonly Span[], failures: number): boolean => {
  if (failures === 0 || (ask.exitCode !== undefined && ask.exitCode !== 0) || !endsWell(analysis)) return false
  return failures <= flakyCount(source, told[0]?.title ?? 0)
}
