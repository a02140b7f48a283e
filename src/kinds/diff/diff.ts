/** The diff kind: every file named, changed lines of hand-written files last to go, what is hidden named by file and hunk. */
import type { Ask, Failure, Findings } from '../../ladder/candidate.ts'
import { charsPerToken, fitSelection, type Plan } from '../../ladder/fit.ts'
import { outlines } from '../../ladder/outline.ts'
import { printedChars } from '../../ladder/printed.ts'
import type { Source } from '../../source/source.ts'
import { failureAt, indexCharsFor, indexLines, isFailing } from '../messages.ts'
import { endsFor, remarksFor } from '../remarks.ts'
import type { Detected, Kind } from '../types.ts'
import { sampleLines, shareOf } from '../windows.ts'
import { describeGap } from './describe.ts'
import { type Diff, type DiffFile, LINE, lineReader, parseDiff } from './parse.ts'
import { type DiffReading, readDiff } from './reading.ts'
import { valuesOf } from './values.ts'

/** Lines that detection reads. */
const SAMPLE = 1200
const SAMPLE_CHARS = 200_000
/** The lines that name all files may take this share of the budget; else the descriptions of gaps name what they can. */
const NAMES_SHARE = 0.5
const SHORT_NAMES_SHARE = 0.3
/** Commits with their subjects may take this share. */
const HISTORY_SHARE = 0.35
/** An annotation in the short form. */
const GAP = 17

/** Begins like a line of a diff, or of a commit above it. */
const FITS =
  /^(?:[-+ \\@]|diff |index |similarity |rename |copy |new |old |deleted |Binary |Index: |=|commit |Author|Commit|Date: |Merge: |Only in |From |Subject: |[A-Za-z`-~]\S{20,}$)/

const detect = (source: Source): Detected => {
  const no = { score: 0, why: 'no diff' }
  const top = source.text.slice(0, SAMPLE_CHARS)
  if (!top.includes('@@ -') && !top.includes('@@@ -') && !top.includes('diff --git ') && !top.includes('diff -')) return no
  const lines = Math.min(SAMPLE, source.lines)
  const { files, hunkFrom, roles, strange } = parseDiff(source, lines)
  if (files.length === 0 || (hunkFrom.length === 0 && !roles.includes(LINE.status))) return no
  const later = sampleLines(source.lines).filter((n) => n > lines)
  const fits = later.length === 0 ? 1 : shareOf(later, lineReader(source), (text) => FITS.test(text))
  const score = strange > lines * 0.3 || fits < 0.7 ? 0 : strange > lines * 0.1 ? 0.6 : 0.95
  return {
    score,
    why: `${files.length} files and ${hunkFrom.length} hunks of a diff in the first ${lines} lines, ${strange} lines of no diff`,
  }
}

const widthOf = (source: Source, lines: readonly number[]): number =>
  lines.reduce((sum, n) => sum + printedChars(source, n) + 1 + GAP, 0)

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

/** What git or patch complain of; the text of commit messages is indented. */
const findingsOf = (source: Source, { roles }: Diff): Findings => {
  const failures: Failure[] = []
  for (let n = 1; n <= source.lines; n++) {
    if (roles[n - 1] !== LINE.other) continue
    const text = source.body(n)
    if (!text.startsWith(' ') && isFailing(text)) failures.push(failureAt(n))
  }
  return { failures, warnings: [], profile: null, reported: null }
}

const planOf = (reading: DiffReading, findings: Findings, ask: Ask): Plan => {
  const { source, diff, blank } = reading
  const room = ask.budget * charsPerToken(source, ask)
  const files = diff.files.map((file) => (namesNothing(source, file) ? { ...file, newLine: 0 } : file))
  const told = diff.commits.flatMap(({ line, subject }) => (subject > 0 ? [line, subject] : [line]))
  const history = widthOf(source, told) <= room * HISTORY_SHARE ? told : []
  const indexChars = indexCharsFor(findings.failures.length, room)
  const { lines, must } = chooseNames(source, files, room)
  const describable = must ? 60 + 20 * diff.hunkFrom.length : files.reduce((sum, { name }) => sum + name.length + 10, 0)
  return {
    source,
    findings,
    values: valuesOf(reading, ask, {
      names: lines,
      onlyNeeded: !must,
      failing: new Set(findings.failures.map(({ title }) => title)),
    }),
    must: [...endsFor(source, findings, blank, ask), ...history, ...(must ? lines : [])],
    blank,
    noise: () => false,
    folds: () => undefined,
    bridges: true,
    describe: describeGap(reading, lines, !must),
    describeChars: Math.min(describable, room * (must ? 0.2 : 0.75)),
    remarks: remarksFor(source, findings, ask),
    remarksOf: (shown) => [`files shown ${lines.filter((n) => shown[n] === 1).length} of ${lines.length}`],
    indexChars,
    indexOf: (missing) => indexLines(missing, indexChars),
  }
}

export const diff: Kind = {
  name: 'diff',
  detect,
  read: (source, ask) => {
    const parsed = parseDiff(source)
    const findings = findingsOf(source, parsed)
    return {
      findings,
      *candidates() {
        const plan = planOf(readDiff(source, parsed), findings, ask)
        yield fitSelection(plan, ask)
        const must = endsFor(source, findings, plan.blank, ask)
        yield* outlines({ ...plan, must, indexWithin: (chars) => (missing) => indexLines(missing, chars) }, ask)
      },
    }
  },
}
