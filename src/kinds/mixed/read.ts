/** A text with parts of several kinds: which they are, and what all lines are worth together. */
import type { Ask, Failure } from '../../ladder/candidate.ts'
import type { Values } from '../../ladder/select.ts'
import { analyse } from '../../signals/analysis.ts'
import { ROLE } from '../../signals/line.ts'
import { createRelevance } from '../../source/bm25.ts'
import type { Source } from '../../source/source.ts'
import { type Prose, TEXT } from '../prose/read.ts'
import { valuesOf as proseValues } from '../prose/values.ts'
import { segmentsOf } from '../xml/segments.ts'
import { LOG, type PartKind, type PartReading, readAs, STRUCTURED } from './parts.ts'
import { cutSections, looksLogged, type Section, type Sections } from './sections.ts'

export interface Part {
  readonly section: Section
  readonly kind: PartKind
  readonly reading: PartReading
}

export interface Mixed {
  readonly source: Source
  readonly prose: Prose
  readonly parts: readonly Part[]
}

/** What a detection knows before anything is read. */
export interface Outline {
  readonly cut: Sections
  /** Lines of the sections. */
  readonly sectioned: number
}

const LEAST_SENTENCES = 3
const SENTENCES_SHARE = 0.05
/** Below this share of lines in parts of other kinds, a text is prose. */
const LEAST_SHARE = 0.2
/** Lines outside of fences that report a run. */
const MOST_REPORTS = 3

/**
 * The parts of a text that was written for readers; undefined for what a program printed. Headings that stand alone and fenced code
 * are what programs do not print; a failed test in the text around them is.
 */
export const outlineOf = (source: Source): Outline | undefined => {
  if (source.lines < 8 || source.prefix !== undefined || !hasMarks(source)) return undefined
  const cut = cutSections(source)
  const sentences = cut.written - cut.headings
  const fenced = Math.floor(cut.fences)
  const isMarkdown = cut.headings >= 2 && (fenced > 0 || cut.deeper > 0)
  if (!(isMarkdown || (cut.headings + fenced >= 1 && sentences >= Math.max(LEAST_SENTENCES, SENTENCES_SHARE * source.lines))))
    return undefined
  const sectioned = cut.sections.reduce((sum, { from, to }) => sum + to - from + 1, 0)
  if (sectioned < LEAST_SHARE * source.lines) return undefined
  return reports(source, cut) ? undefined : { cut, sectioned }
}

/** A cheap first look: a heading or a fence at the start of a line. */
const hasMarks = ({ text }: Source): boolean => /^(?:#{1,6} |```|~~~)/m.test(text.slice(0, 20_000))

/** Lines of a run in the text between the parts. */
const reports = (source: Source, { prose, sections }: Sections): boolean => {
  const inPart = new Uint8Array(source.lines + 2)
  for (const { from, to } of sections) inPart.fill(1, from, to + 1)
  const { roles } = analyse(source)
  let count = 0
  for (let n = 1; n <= source.lines; n++) {
    const role = roles[n - 1]
    if (inPart[n] === 1 || prose.roles[n - 1] === TEXT.heading || prose.roles[n - 1] === TEXT.code) continue
    if (role === ROLE.mark || role === ROLE.verdict || role === ROLE.pass) count++
  }
  return count > MOST_REPORTS
}

const found = new WeakMap<Source, Outline | null>()

export const findOutline = (source: Source): Outline | undefined => {
  const known = found.get(source)
  if (known !== undefined) return known ?? undefined
  const outline = outlineOf(source)
  found.set(source, outline ?? null)
  return outline
}

const readPart = (section: Section, ask: Ask): Part | undefined => {
  const { part } = section
  /* The command printed the whole text and says nothing of its parts. */
  const own: Ask = { ...ask, command: undefined, exitCode: undefined, protect: [] }
  for (const kind of STRUCTURED) {
    const reading = readAs(kind, part, own)
    if (reading !== undefined) return { section, kind, reading }
  }
  if (section.fence === 0 || looksLogged(part)) {
    const reading = looksLogged(part) ? readAs(LOG, part, own) : undefined
    return reading === undefined ? undefined : { section, kind: LOG, reading }
  }
  return undefined
}

export const readMixed = (source: Source, { prose, sections }: Sections, ask: Ask): Mixed => ({
  source,
  prose,
  parts: sections.map((section) => readPart(section, ask)).filter((part) => part !== undefined),
})

/** Worth of the best line of a part, and of what it says that failed. */
const BEST = 34
const FAILED = 90
const QUERY = 110
const WIDTH = 60
/** The best lines of a part come before so many of any other. */
const SOME = 8

/** The place of each value among all, the largest first; of those about as large, the earlier first, so that lines stay together. */
const ranksOf = (gain: Float64Array): Int32Array => {
  const size = gain.map((one) => (one > 0 ? Math.round(2 * Math.log2(one)) : -1000))
  const order = Int32Array.from(gain.keys()).sort((a, b) => size[b]! - size[a]! || a - b)
  const ranks = new Int32Array(gain.length)
  order.forEach((i, rank) => {
    ranks[i] = rank
  })
  return ranks
}

/** Puts the values of a part among those of the text: its best line is worth as much as that of any other part. */
const addPart = (
  values: Values & { readonly needs: Int32Array },
  { section, reading }: Part,
  prose: Prose,
  groups: number,
): number => {
  const { from, to } = section
  const own = reading.values
  const titles = new Set(reading.failures.map(({ title }) => title))
  let best = 0
  for (const gain of own.gain) best = Math.max(best, gain)
  const rank = ranksOf(own.gain)
  let most = groups
  for (let n = from; n <= to; n++) {
    const i = n - from
    const failed = titles.has(i + 1)
    const gain = best === 0 ? 0 : (BEST * Math.sqrt(own.gain[i]! / best)) / (1 + rank[i]! / SOME)
    values.gain[n - 1] = failed ? FAILED * Math.sqrt(WIDTH / 40) : gain
    values.group[n - 1] = own.group[i]! < 0 ? -1 : groups + own.group[i]!
    most = Math.max(most, groups + own.group[i]! + 1)
    values.fade[n - 1] = own.fade[i]!
    values.twin[n - 1] = own.twin[i]! < 0 ? -1 : from - 1 + own.twin[i]!
    const above = own.needs?.[i] ?? 0
    values.needs[n - 1] = above > 0 ? from - 1 + above : section.fence > 0 ? section.fence : prose.heading[n - 1]!
  }
  return most
}

export const valuesOf = ({ source, prose, parts }: Mixed, ask: Ask): Values => {
  const text = proseValues(prose, segmentsOf(source, new Int32Array(0), Number.POSITIVE_INFINITY), { ...ask, query: undefined })
  const { lines } = source
  const values = {
    gain: Float64Array.from(text.gain),
    group: Int32Array.from(text.group),
    fade: Float32Array.from(text.fade),
    twin: Int32Array.from(text.twin),
    needs: Int32Array.from(text.needs ?? new Int32Array(lines)),
  }
  let groups = 2 * lines + 4
  for (const part of parts) groups = addPart(values, part, prose, groups)
  if (ask.query !== undefined) {
    const { scores, max } = createRelevance(ask.query, { lines, line: source.line })
    if (max > 0) for (let n = 1; n <= lines; n++) values.gain[n - 1] = values.gain[n - 1]! + (QUERY * scores[n]!) / max
  }
  for (let n = 1; n <= lines; n++) if (values.needs[n - 1]! >= n) values.needs[n - 1] = 0
  return values
}

/** Failures of all parts, in lines of the text. */
export const failuresOf = ({ parts }: Mixed): Failure[] =>
  parts.flatMap(({ section: { from }, reading }) =>
    reading.failures.map(
      ({ title, also, blocks }): Failure => ({
        title: title + from - 1,
        also: also.map((n) => n + from - 1),
        blocks: blocks.map(([a, b]) => [a + from - 1, b + from - 1] as const),
      }),
    ),
  )
