/** The xml kind: test reports as results, other XML as an outline of its elements; both also where they stand on one endless line. */
import type { Ask, Candidate } from '../../ladder/candidate.ts'
import { NOTHING_FOUND } from '../../ladder/candidate.ts'
import { excerptsOf, lookingFor } from '../../ladder/excerpt.ts'
import { charsPerToken, fitSelection, type Plan } from '../../ladder/fit.ts'
import { outlines } from '../../ladder/outline.ts'
import type { Source } from '../../source/source.ts'
import { treeCandidates, treePlan } from '../config/config.ts'
import { losslessCandidate } from '../log/lossless.ts'
import { indexCharsFor, indexLines } from '../messages.ts'
import { endsFor, keepsEnds, remarksFor } from '../remarks.ts'
import type { Kind, Reader } from '../types.ts'
import { fitPieces } from './pieces.ts'
import { type Report, readReport } from './report.ts'
import { cutsOf, viewReport } from './report-view.ts'
import { localName, NODE, scanXml, type Xml } from './scan.ts'
import { blankLines, type Segments, segmentsOf } from './segments.ts'
import { treeOf } from './tree.ts'

interface Document {
  readonly xml: Xml
  readonly report: Report | undefined
}

/** Chars that are scanned to find out whether a text is XML. */
const SAMPLE = 1 << 16
const LEAST_ELEMENTS = 4
const MOST_MISFITS = 0.02

/** Begins as XML, and most of its elements close. What stands outside of them is not XML. */
const isXml = (xml: Xml): boolean => {
  let elements = 0
  for (let n = 0; n < xml.size; n++) if (xml.type[n] === NODE.element) elements++
  const complete = xml.unclosed === 0
  /* A text that is cut off: as many are open as the last element has above it. */
  const deepest = xml.size === 0 ? 0 : xml.depth[xml.size - 1]! + 2
  return (
    elements >= LEAST_ELEMENTS &&
    xml.outside === 0 &&
    xml.misfits <= MOST_MISFITS * elements &&
    (complete || (xml.unclosed <= deepest && elements > 2 * xml.unclosed))
  )
}

const firstSolid = (text: string): number => {
  let at = 0
  while (at < text.length && at < 1000 && (text.charCodeAt(at) <= 32 || text.charCodeAt(at) === 0xfeff)) at++
  return at
}

const read = ({ text }: Source): Document | undefined => {
  const at = firstSolid(text)
  if (text[at] !== '<' || !/[?!A-Za-z_]/.test(text[at + 1] ?? '')) return undefined
  const head = text.slice(at, at + 400)
  if (/^(?:<!--[^>]*-->\s*)?<(?:!doctype\s+html|html)\b/i.test(head)) return undefined
  if (text.length > SAMPLE && !isXml(scanXml(text, SAMPLE))) return undefined
  const xml = scanXml(text)
  return isXml(xml) ? { xml, report: readReport(xml) } : undefined
}

const found = new WeakMap<Source, Document | null>()

const findXml = (source: Source): Document | undefined => {
  const known = found.get(source)
  if (known !== undefined) return known ?? undefined
  const document = read(source)
  found.set(source, document ?? null)
  return document
}

const rootName = (xml: Xml): string => {
  let n = 0
  while (n < xml.size && xml.type[n] !== NODE.element) n++
  return n < xml.size ? localName(xml, n) : ''
}

/** A passing report leaves nothing to act on, whatever the budget. */
const PASSING_TOKENS = 150
/** Details of a failure are lines of a text; longer ones are dumps. */
const LONG = 400
/** Counts of what gaps hide may take this share of the budget. */
const DESCRIBE_SHARE = 0.12

const readReportLines = (source: Source, document: Document, report: Report, segments: Segments, ask: Ask): Reader => {
  const isLong = (line: number): boolean => !segments.whole && source.end(line) - source.starts[line - 1]! > segments.long
  const view = viewReport(document.xml, report, segments, isLong, ask)
  const { findings } = view
  const blank = blankLines(source)
  const ends = endsFor(source, findings, blank, ask)
  const remarks = [...remarksFor(source, findings, ask), ...view.remarks]
  const selected = (own: Ask): Candidate => {
    const indexChars = indexCharsFor(findings.failures.length, own.budget * charsPerToken(source, own))
    if (!segments.whole) return fitPieces({ segments, blank, ...view, remarks }, own)
    const looking = lookingFor(own.query)
    return fitSelection(
      {
        source,
        findings,
        values: view.values,
        must: [...ends, ...view.must.map((piece) => piece + 1)],
        blank,
        noise: view.noise,
        folds: () => undefined,
        bridges: true,
        describe: view.describe,
        describeChars: own.budget * charsPerToken(source, own) * DESCRIBE_SHARE,
        longChars: LONG,
        excerpts: (n, cap, chars) => excerptsOf(source, n, cap, chars, looking),
        remarks,
        indexChars,
        indexOf: (missing) => indexLines(missing, indexChars),
      },
      own,
    )
  }
  return {
    findings,
    *candidates() {
      const passing = ask.exitCode === 0 || ask.exitCode === undefined ? findings.reported === 'passed' : false
      if (passing && ask.query === undefined && ask.budget > PASSING_TOKENS) yield selected({ ...ask, budget: PASSING_TOKENS })
      const first = selected(ask)
      if (keepsEnds(ends, first)) yield first
      const plan = { ...outlinePlan(source, view, blank, remarks), must: ends }
      for (const outline of outlines(plan, ask)) if (keepsEnds(ends, outline)) yield outline
    },
  }
}

const outlinePlan = (
  source: Source,
  { findings, noise, describe }: ReturnType<typeof viewReport>,
  blank: (n: number) => boolean,
  remarks: readonly string[],
) => ({
  source,
  findings,
  blank,
  noise,
  folds: () => undefined,
  describe,
  remarks,
  indexWithin:
    (chars: number): Plan['indexOf'] =>
    (missing) =>
      indexLines(missing, chars),
})

/** A start tag without attributes says something only with what stands in it. */
const isBareTag = ({ pieces }: Segments, i: number): boolean =>
  pieces.end(i + 1) - pieces.starts[i]! < 40 && /^<[^\s<>]+>$/.test(pieces.line(i + 1))

const readTree = (source: Source, { xml }: Document, segments: Segments, ask: Ask): Reader => {
  const plan = treePlan(treeOf(xml, segments), ask)
  if (segments.whole) return { findings: NOTHING_FOUND, candidates: () => treeCandidates(plan, ask) }
  const blank = blankLines(source)
  const remarks = remarksFor(source, NOTHING_FOUND, ask)
  return {
    findings: NOTHING_FOUND,
    *candidates() {
      if (ask.mode === 'auto') {
        const lossless = losslessCandidate({ source, findings: NOTHING_FOUND, remarks }, ask)
        if (lossless !== undefined) yield lossless
      }
      const must = endsFor(source, NOTHING_FOUND, blank, ask)
      const pieces = must.map((line) => segments.line.indexOf(line))
      yield fitPieces(
        {
          segments,
          findings: NOTHING_FOUND,
          values: { ...plan.values, gain: plan.values.gain.map((gain, i) => (isBareTag(segments, i) ? 0 : gain)) },
          must: pieces,
          pieceOf: new Map(),
          blank,
          describe: () => undefined,
          remarks,
        },
        ask,
      )
    },
  }
}

export const xml: Kind = {
  name: 'xml',
  detect: (source, ask) => {
    const document = findXml(source)
    if (document === undefined) return { score: 0, why: 'no XML' }
    const { report } = document
    if (report !== undefined) return { score: 0.95, why: `a test report with ${report.cases.length} tests` }
    /* What a failing command prints is its report. */
    if ((ask.exitCode ?? 0) !== 0) return { score: 0, why: 'the command failed' }
    return { score: 0.8, why: `XML, <${rootName(document.xml)}>` }
  },
  read: (source, ask) => {
    const document = findXml(source) ?? { xml: scanXml(source.text), report: undefined }
    const segments = segmentsOf(source, cutsOf(document.xml))
    return document.report === undefined
      ? readTree(source, document, segments, ask)
      : readReportLines(source, document, document.report, segments, ask)
  },
}
