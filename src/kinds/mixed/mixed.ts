/** The mixed kind: a text with code, JSON, search results, tables, logs in it. Each part has its kind's values; the whole is one digest. */
import type { Ask, Candidate, Findings } from '../../ladder/candidate.ts'
import { excerptsOf, lookingFor } from '../../ladder/excerpt.ts'
import { charsPerToken, fitSelection, type Plan } from '../../ladder/fit.ts'
import { outlines } from '../../ladder/outline.ts'
import type { LineRange } from '../../receipt/types.ts'
import type { Source } from '../../source/source.ts'
import { losslessCandidate } from '../log/lossless.ts'
import { indexCharsFor, indexLines } from '../messages.ts'
import { describeGap as describeProse } from '../prose/describe.ts'
import { TEXT } from '../prose/read.ts'
import { endsFor, keepsEnds, remarksFor } from '../remarks.ts'
import type { Kind } from '../types.ts'
import { blankLines } from '../xml/segments.ts'
import { failuresOf, findOutline, type Mixed, readMixed, valuesOf } from './read.ts'
import { cutSections } from './sections.ts'

const DESCRIBE_SHARE = 0.18
const STANDS_OUT = 30

/** Gaps with fewer lines need no description. */
const LEAST_LINES = 4

/** Headings first; without any, how many lines of which kinds. */
const describer = ({ prose, parts }: Mixed) => {
  const say = describeProse(prose)
  return (gap: LineRange, chars: number): string | undefined => {
    for (let n = gap[0]; n <= gap[1]; n++) if (prose.roles[n - 1] === TEXT.heading) return say(gap, chars)
    const counts = new Map<string, number>()
    for (const { section, kind } of parts) {
      const lines = Math.min(gap[1], section.to) - Math.max(gap[0], section.from) + 1
      if (lines > 0) counts.set(kind.unit, (counts.get(kind.unit) ?? 0) + lines)
    }
    if (counts.size === 0) return say(gap, chars)
    if (gap[1] - gap[0] < LEAST_LINES - 1) return undefined
    const said = [...counts].map(([unit, count]) => `${count} ${unit}`).join(', ')
    return said.length > chars ? undefined : said
  }
}

function* candidates(source: Source, mixed: Mixed, findings: Findings, ask: Ask): Iterable<Candidate> {
  const values = valuesOf(mixed, ask)
  const blank = blankLines(source)
  const ends = endsFor(source, findings, blank, ask)
  const remarks = remarksFor(source, findings, ask)
  if (ask.mode === 'auto') {
    const failing = new Set(findings.failures.map(({ title }) => title))
    const keep = (n: number): boolean => failing.has(n) || values.gain[n - 1]! >= STANDS_OUT
    const lossless = losslessCandidate({ source, findings, remarks, keep }, ask)
    if (lossless !== undefined) yield lossless
  }
  const room = ask.budget * charsPerToken(source, ask)
  const indexChars = indexCharsFor(findings.failures.length, room)
  const looking = lookingFor(ask.query)
  const plan: Plan = {
    source,
    findings,
    values,
    must: ends,
    blank,
    noise: () => false,
    folds: () => undefined,
    bridges: true,
    describe: describer(mixed),
    describeChars: room * DESCRIBE_SHARE,
    excerpts: (n, cap, chars) => excerptsOf(source, n, cap, chars, looking),
    remarks,
    indexChars,
    indexOf: (missing) => indexLines(missing, indexChars),
  }
  const selected = fitSelection(plan, ask)
  if (keepsEnds(ends, selected)) yield selected
  for (const outline of outlines({ ...plan, indexWithin: (chars) => (missing) => indexLines(missing, chars) }, ask))
    if (keepsEnds(ends, outline)) yield outline
}

export const mixed: Kind = {
  name: 'mixed',
  detect: (source, ask) => {
    /* What a failing command prints is its report. */
    if ((ask.exitCode ?? 0) !== 0) return { score: 0, why: 'the command failed' }
    const outline = findOutline(source)
    if (outline === undefined) return { score: 0, why: 'no text with parts of other kinds' }
    return { score: 0.55, why: `a text with ${outline.cut.sections.length} parts of other kinds` }
  },
  read: (source, ask) => {
    const reading = readMixed(source, findOutline(source)?.cut ?? cutSections(source), ask)
    const warnings = reading.parts.flatMap(({ section, reading: own }) => own.warnings.map((n) => n + section.from - 1))
    const findings: Findings = { failures: failuresOf(reading), warnings, profile: null, reported: null }
    return { findings, candidates: () => candidates(source, reading, findings, ask) }
  },
}
