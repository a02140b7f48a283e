/** What a tool says between the data that it prints: lines that no rule of a kind explains. */
import type { Failure } from '../ladder/candidate.ts'
import { fitRanges, mergeRanges } from '../ladder/ranges.ts'
import { EMPTY_INDEX, type Index } from '../ladder/render.ts'
import { ROLE, roleOf } from '../signals/line.ts'
import { hintsOf } from '../signals/scan.ts'
import { STEP_FAILED } from '../signals/steps.ts'
import type { Source } from '../source/source.ts'

/** `find: '/root': Permission denied`, in any language; `grep: logo.png: binary file matches` is none. */
const COMPLAINT =
  /^(?:find|ls|grep|egrep|fgrep|rg|ag|ack|tree|du|fd|stat|diff|patch|git|svn|hg|fatal|error|npm error|npm ERR!): (?!.{0,400}\bmatches$)\S/

/** Whether a CI job says of a step that it failed. */
export const hasFailedStep = ({ text }: Source): boolean => text.startsWith(STEP_FAILED) || text.includes(`\n${STEP_FAILED}`)

/** Whether a line between the data says that something failed. */
export const isFailing = (text: string): boolean => {
  if (text === '') return false
  if (COMPLAINT.test(text) || text.startsWith(STEP_FAILED)) return true
  const role = roleOf(text, hintsOf(text))
  return role === ROLE.failure || role === ROLE.thrown || role === ROLE.mark
}

export const failureAt = (title: number, also: readonly number[] = []): Failure => ({ title, also, blocks: [[title, title]] })

/** An index of failures that are one line each, in at most about `chars` chars. */
export const indexLines = (missing: readonly Failure[], chars: number): Index => {
  if (missing.length === 0) return EMPTY_INDEX
  const lines = missing.flatMap(({ blocks }) => blocks)
  return {
    entries: [{ count: missing.length, ranges: fitRanges(lines, chars - 30), of: 'failures' }],
    ranges: mergeRanges(lines),
  }
}

/** Chars that the index of so many failures is allowed. */
export const indexCharsFor = (failures: number, room: number): number =>
  failures === 0 ? 0 : Math.round(Math.min(room * 0.3, 40 + failures * 6))
