/** The last words of a program that the command does not name and that failed, where nothing else tells why: `prog: divide by zero`. */
import type { Ask, Failure } from '../../ladder/candidate.ts'
import type { Analysis } from '../../signals/analysis.ts'
import { ROLE } from '../../signals/line.ts'
import { FLAG } from '../../signals/scan.ts'
import type { Source } from '../../source/source.ts'

/** Lines that they may take. */
const LINES = 12
const WORDS = /^(\w[\w./+-]{0,80}): \S/
const WORDS_CHARS = 200

/** Roles that say how a run went or that a line belongs to what others print; a program's own words have none of them. */
const OTHER = new Set<number>([
  ROLE.pass,
  ROLE.noise,
  ROLE.summary,
  ROLE.verdict,
  ROLE.warning,
  ROLE.header,
  ROLE.compare,
  ROLE.library,
])

const speakerAt = (source: Source, i: number): string | undefined => WORDS.exec(source.body(i + 1).slice(0, WORDS_CHARS))?.[1]

/** Index of the last line that is neither blank nor indented, if it opens with a name; else -1. */
const findLast = (source: Source, { roles, scan: { flags, indent } }: Analysis): number => {
  let i = source.lines - 1
  while (i >= 0 && ((flags[i]! & FLAG.blank) !== 0 || indent[i]! > 0)) i--
  return i >= 0 && !OTHER.has(roles[i]!) && speakerAt(source, i) !== undefined ? i : -1
}

/** The failure that they tell; undefined where there are none, or where the command did not fail. */
export const findPartingWords = (source: Source, analysis: Analysis, { exitCode = 0 }: Ask): Failure | undefined => {
  const title = exitCode === 0 ? -1 : findLast(source, analysis)
  if (title < 0) return undefined
  const speaker = speakerAt(source, title)
  /* What speaks all the time has said nothing of its end. */
  for (let i = 0; i < title; i++) if (speakerAt(source, i) === speaker) return undefined
  const { flags, indent } = analysis.scan
  let to = title
  while (to + 1 < source.lines && to - title < LINES && (flags[to + 1]! & FLAG.blank) === 0 && indent[to + 1]! > 0) to++
  return { title: title + 1, also: [], blocks: [[title + 1, to + 1]] }
}
