/** The code kind: a file as its signatures, imports and first lines; bodies folded; what the query names in full. */
import type { Ask, Failure, Findings } from '../../ladder/candidate.ts'
import { excerptsOf, lookingFor } from '../../ladder/excerpt.ts'
import { charsPerToken, fitSelection, type Plan } from '../../ladder/fit.ts'
import { outlines } from '../../ladder/outline.ts'
import type { Source } from '../../source/source.ts'
import { failureAt, indexCharsFor, indexLines } from '../messages.ts'
import { endsFor, keepsEnds, remarksFor } from '../remarks.ts'
import type { Kind } from '../types.ts'
import { describeGap } from './describe.ts'
import { findCode } from './detect.ts'
import { type CodeReading, isComplaint, isHeading, readCode } from './reading.ts'
import { valuesOf } from './values.ts'

/** Names in gaps may take this share of the budget. */
const NAMES_SHARE = 0.25
/** Chars around the names of one gap, and with them the lines of the file; for so many gaps. */
const AROUND_NAMES = 30
const FILE_LINES = 24
const GAPS = 8

const findingsOf = (source: Source, ask: Ask): Findings => {
  const failures: Failure[] = []
  if (ask.exitCode !== undefined && ask.exitCode !== 0)
    for (let n = 1; n <= source.lines; n++) if (isComplaint(source.view(n))) failures.push(failureAt(n))
  return { failures, warnings: [], profile: null, reported: null }
}

/** Lines that name the files of a read of several. */
const headingsOf = (source: Source): number[] => {
  const lines: number[] = []
  if (!source.text.includes('==> ')) return lines
  for (let n = 1; n <= source.lines; n++) if (isHeading(source.view(n))) lines.push(n)
  return lines
}

/** How many declarations are shown, counted on what is shown. */
const countShown =
  ({ nodes }: CodeReading) =>
  (shown: Uint8Array): string[] => {
    const all = nodes.filter(({ kind }) => kind !== 'import')
    if (all.length === 0) return []
    return [`declarations shown ${all.filter(({ startLine }) => shown[startLine] === 1).length} of ${all.length}`]
  }

const planOf = (reading: CodeReading, findings: Findings, ask: Ask): Plan => {
  const { source, nodes } = reading
  const blank = (n: number): boolean => source.view(n).trim() === ''
  const room = ask.budget * charsPerToken(source, ask)
  const indexChars = indexCharsFor(findings.failures.length, room)
  const names = nodes.reduce((sum, { name, kind }) => sum + (kind === 'import' ? 0 : name.length + 2), 0)
  const looking = lookingFor(ask.query)
  return {
    source,
    findings,
    values: valuesOf(reading, ask),
    must: [...endsFor(source, findings, blank, ask), ...findings.failures.map(({ title }) => title), ...headingsOf(source)],
    blank,
    noise: () => false,
    folds: () => undefined,
    bridges: true,
    describe: describeGap(reading),
    describeChars: Math.min(
      names + GAPS * (AROUND_NAMES + (reading.numbered === undefined ? 0 : FILE_LINES)),
      room * NAMES_SHARE,
    ),
    excerpts: (n, cap, chars) => excerptsOf(source, n, cap, chars, looking),
    remarks: remarksFor(source, findings, ask),
    remarksOf: countShown(reading),
    indexChars,
    indexOf: (missing) => indexLines(missing, indexChars),
  }
}

export const code: Kind = {
  name: 'code',
  detect: (source, ask) => findCode(source, ask) ?? { score: 0, why: 'no file of code' },
  read: (source, ask) => {
    const findings = findingsOf(source, ask)
    return {
      findings,
      *candidates() {
        const reading = readCode(source, ask)
        const plan = planOf(reading, findings, ask)
        const selected = fitSelection(plan, ask)
        const made = `outline of ${reading.language} by ${reading.outline}: ${reading.nodes.length} declarations and imports`
        const ends = endsFor(source, findings, plan.blank, ask)
        if (keepsEnds(ends, selected)) yield { ...selected, explain: () => [made, ...(selected.explain?.() ?? [])] }
        const shorter = outlines({ ...plan, must: ends, indexWithin: (chars) => (missing) => indexLines(missing, chars) }, ask)
        for (const candidate of shorter) if (keepsEnds(ends, candidate)) yield candidate
      },
    }
  },
}
