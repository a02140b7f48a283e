/**
 * Failures that the run itself says it bears: a task whose errors are ignored, a test that passed when it was tried again. They are
 * shown where there is room, but they are no failures of the run.
 */
import type { Ask } from '../../ladder/candidate.ts'
import type { Analysis } from '../../signals/analysis.ts'
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

/** Numbers in `spans` of those that the tool says it ignores. */
export const findWaived = (source: Source, { scan: { flags } }: Analysis, spans: readonly Span[]): ReadonlySet<number> => {
  const waived = new Set<number>()
  spans.forEach(({ title, to }, k) => {
    const stop = spans[k + 1]?.title ?? source.lines
    let end = Math.min(to + 1, stop)
    while (end < stop && (flags[end]! & FLAG.blank) !== 0) end++
    for (let i = title; i <= end && i < stop; i++) if (isWaiver(source, i)) waived.add(k)
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
