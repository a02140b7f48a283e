/** The diff kind: every file named, changed lines of hand-written files last to go, what is hidden named by file and hunk. */
import type { Ask } from '../../ladder/candidate.ts'
import { NOTHING_FOUND } from '../../ladder/candidate.ts'
import { charsPerToken, fitSelection, type Plan } from '../../ladder/fit.ts'
import { EMPTY_INDEX } from '../../ladder/render.ts'
import type { Source } from '../../source/source.ts'
import { endsFor, remarksFor } from '../remarks.ts'
import type { Detected, Kind } from '../types.ts'
import { describeGap } from './describe.ts'
import { type Diff, type DiffFile, LINE, parseDiff } from './parse.ts'
import { type DiffReading, readDiff, valuesOf } from './values.ts'

/** Lines that detection reads. */
const SAMPLE = 1200
const SAMPLE_CHARS = 200_000
/** The lines that name all files may take this share of the budget; else the descriptions of gaps name what they can. */
const NAMES_SHARE = 0.5
const SHORT_NAMES_SHARE = 0.3
/** An annotation in the short form. */
const GAP = 17

const detect = (source: Source): Detected => {
  const no = { score: 0, why: 'no diff' }
  const top = source.text.slice(0, SAMPLE_CHARS)
  if (!top.includes('@@ -') && !top.includes('@@@ -') && !top.includes('diff --git ') && !top.includes('diff -')) return no
  const lines = Math.min(SAMPLE, source.lines)
  const { files, hunkFrom, roles, strange } = parseDiff(source, lines)
  if (files.length === 0 || (hunkFrom.length === 0 && !roles.includes(LINE.status))) return no
  const score = strange > lines * 0.3 ? 0 : strange > lines * 0.1 ? 0.6 : 0.95
  return {
    score,
    why: `${files.length} files and ${hunkFrom.length} hunks of a diff in the first ${lines} lines, ${strange} lines of no diff`,
  }
}

const widthOf = (source: Source, lines: readonly number[]): number =>
  lines.reduce((sum, n) => sum + source.end(n) - source.starts[n - 1]! + 1 + GAP, 0)

/** Which line names each file, and whether all of them are shown first. */
const chooseNames = (
  source: Source,
  files: readonly DiffFile[],
  room: number,
): { readonly lines: number[]; readonly must: boolean } => {
  const first = files.map(({ from }) => from)
  const commits = [...new Set(files.map(({ commit }) => commit))].filter((n) => n > 0)
  const above = widthOf(source, commits)
  if (widthOf(source, first) + above <= room * SHORT_NAMES_SHARE) return { lines: first, must: true }
  const short = files.map(({ from, newLine, name }) =>
    newLine > 0 &&
    name !== '/dev/null' &&
    source.end(newLine) - source.starts[newLine - 1]! < source.end(from) - source.starts[from - 1]!
      ? newLine
      : from,
  )
  return { lines: short, must: widthOf(source, short) + above <= room * NAMES_SHARE }
}

/** A deleted file's `+++` line names nothing. */
const namesNothing = (source: Source, file: DiffFile): boolean =>
  file.newLine > 0 && source.view(file.newLine).startsWith('+++ /dev/null')

const planOf = (reading: DiffReading, ask: Ask): Plan => {
  const { source, diff, blank } = reading
  const room = ask.budget * charsPerToken(source, ask)
  const files = diff.files.map((file) => (namesNothing(source, file) ? { ...file, newLine: 0 } : file))
  const { lines, must } = chooseNames(source, files, room)
  const describable = must ? 60 + 20 * diff.hunkFrom.length : files.reduce((sum, { name }) => sum + name.length + 10, 0)
  return {
    source,
    findings: NOTHING_FOUND,
    values: valuesOf(reading, ask, lines, !must),
    must: [...endsFor(source, NOTHING_FOUND, blank, ask), ...(must ? lines : [])],
    blank,
    noise: () => false,
    folds: () => undefined,
    describe: describeGap(reading, lines),
    describeChars: Math.min(describable, room * (must ? 0.2 : 0.6)),
    remarks: remarksFor(source, NOTHING_FOUND, ask),
    remarksOf: (shown) => [`files shown ${lines.filter((n) => shown[n] === 1).length} of ${lines.length}`],
    indexChars: 0,
    indexOf: () => EMPTY_INDEX,
  }
}

export const diff: Kind = {
  name: 'diff',
  detect,
  read: (source, ask) => ({
    findings: NOTHING_FOUND,
    *candidates() {
      yield fitSelection(planOf(readDiff(source, parseDiff(source)), ask), ask)
    },
  }),
}
export type { Diff }
