/** What the head of any kind's digest says besides sizes, and which ends a failing command without a known failure keeps. */
import type { Ask, Candidate, Findings } from '../ladder/candidate.ts'
import { CODE } from '../ladder/fates.ts'
import { mergeRanges } from '../ladder/ranges.ts'
import { imitations } from '../ladder/render.ts'
import { formatImitations, NO_FAILURE } from '../receipt/notes.ts'
import { printedOf, type Source } from '../source/source.ts'

const isFailing = ({ exitCode }: Ask): boolean => exitCode !== undefined && exitCode !== 0

export const remarksFor = (source: Source, { failures, reported }: Findings, ask: Ask): string[] => {
  const remarks: string[] = []
  if (isFailing(ask) && failures.length === 0) remarks.push(NO_FAILURE)
  if (isFailing(ask) && reported === 'passed') remarks.push('the tool itself reports success')
  if (ask.exitCode === 0 && reported === 'failed') remarks.push('the tool itself reports failure')
  const lines = imitations(printedOf(source))
  if (lines.length > 0) remarks.push(formatImitations(mergeRanges(lines.map((n) => [n, n]))))
  return remarks
}

const FIRST = 3
const LAST = 6

/** The first and last lines, the outermost first; none where the command did not fail or a failure was recognised. */
export const endsFor = (source: Source, { failures }: Findings, blank: (n: number) => boolean, ask: Ask): number[] => {
  if (!isFailing(ask) || failures.length > 0) return []
  const first: number[] = []
  const last: number[] = []
  for (let n = 1; n <= source.lines && first.length < FIRST; n++) if (!blank(n)) first.push(n)
  for (let n = source.lines; n >= 1 && last.length < LAST; n--) if (!blank(n)) last.push(n)
  return [last[0], first[0], ...last.slice(1), ...first.slice(1)].filter((n) => n !== undefined)
}

/** Whether the outermost of these lines are shown: without them an unexplained failure has no digest. */
export const keepsEnds = (ends: readonly number[], { fates }: Candidate): boolean =>
  ends.slice(0, 2).every((n) => fates.codes[n - 1] === CODE.kept)
