/**
 * The html kind: the main part of a page, as it stands in its source. Its lines are shown as they are, or, of long lines, the blocks
 * worth most with their offsets; attributes that say nothing to a reader become skips. No Markdown is written, since every part shown
 * can be checked against the source so.
 */
import type { Ask, Candidate } from '../../ladder/candidate.ts'
import { NOTHING_FOUND } from '../../ladder/candidate.ts'
import { excerptsOf, lookingFor } from '../../ladder/excerpt.ts'
import { charsPerToken, fitSelection, type Plan } from '../../ladder/fit.ts'
import { outlines } from '../../ladder/outline.ts'
import { EMPTY_INDEX } from '../../ladder/render.ts'
import { plural, SKIPS } from '../../receipt/notes.ts'
import type { LineRange } from '../../receipt/types.ts'
import type { Source } from '../../source/source.ts'
import { losslessCandidate } from '../log/lossless.ts'
import { fitNames } from '../names.ts'
import { endsFor, keepsEnds, remarksFor } from '../remarks.ts'
import type { Kind } from '../types.ts'
import { fitPieces } from '../xml/pieces.ts'
import type { Xml } from '../xml/scan.ts'
import { blankLines, type Segments, segmentsOf } from '../xml/segments.ts'
import { detectHtml } from './detect.ts'
import { scanHtml } from './scan.ts'
import { shownParts } from './tags.ts'
import { BLOCK, blockStarts, type Page, readPage, valuesOf } from './values.ts'
import { ZONE, zonesOf } from './zones.ts'

/** A line with more chars is seen by its blocks. */
const LONG = 300
const DESCRIBE_SHARE = 0.12
const STANDS_OUT = 30
const MOST_TITLE = 50

/** The text of a heading, tags apart. */
const titleOf = (text: string): string =>
  text
    .slice(0, 400)
    .replace(/<[^<>]{0,300}>/g, '')
    .replace(/&[#\w]{1,8};/g, ' ')
    .replace(/[^\x20-\x7e]/g, (c) => (/[\p{L}\p{N}]/u.test(c) ? c : ''))
    .trim()
    .slice(0, MOST_TITLE)

/** What a gap hides: headings, else what it is. */
const describer = (page: Page, segments: Segments) => {
  const first = new Int32Array(segments.source.lines + 2)
  for (let i = segments.line.length - 1; i >= 0; i--) first[segments.line[i]!] = i
  first[segments.source.lines + 1] = segments.line.length
  return ([from, to]: LineRange, chars: number): string | undefined => {
    const titles: string[] = []
    let blocks = 0
    let chrome = 0
    let hidden = 0
    for (let i = first[from]!; i < first[to + 1]!; i++) {
      const zone = page.zone[i]!
      if (zone === ZONE.hidden) hidden++
      else if (zone === ZONE.chrome) chrome++
      else if (page.block[i] === BLOCK.heading) titles.push(titleOf(segments.pieces.line(i + 1)))
      else if (page.block[i] !== BLOCK.none) blocks++
    }
    const named = titles.filter((title) => title !== '')
    if (named.length > 0) {
      const names = fitNames(
        named.map((name) => ({ name, note: '' })),
        chars - 10,
      )
      const said =
        names === undefined ? plural(named.length, 'section') : `${named.length === 1 ? 'section' : 'sections'} ${names}`
      return said.length > chars ? undefined : said
    }
    const said = blocks > 0 ? plural(blocks, 'block') : chrome > 0 ? 'navigation' : hidden > 0 ? 'scripts, styles' : ''
    return said === '' || said.length > chars ? undefined : said
  }
}

function* candidates(source: Source, xml: Xml, ask: Ask): Iterable<Candidate> {
  const zones = zonesOf(xml)
  const segments = segmentsOf(source, blockStarts(xml, zones), LONG)
  const page = readPage(xml, zones, segments)
  const values = valuesOf(page, zones, segments, ask)
  const findings = NOTHING_FOUND
  const remarks = remarksFor(source, findings, ask)
  const blank = blankLines(source)
  const ends = endsFor(source, findings, blank, ask)
  if (ask.mode === 'auto') {
    const keep = (n: number): boolean => segments.whole && values.gain[n - 1]! >= STANDS_OUT
    const lossless = losslessCandidate({ source, findings, remarks, keep }, ask)
    if (lossless !== undefined) yield lossless
  }
  const describe = describer(page, segments)
  if (!segments.whole) {
    const must = ends.map((line) => segments.line.indexOf(line))
    const fitted = fitPieces(
      {
        segments,
        findings,
        values,
        must,
        pieceOf: new Map(),
        blank,
        describe: (gap) => describe(gap, 60),
        remarks: [...remarks, SKIPS],
        elide: (from, to) => shownParts(source.text, from, to),
      },
      ask,
    )
    if (keepsEnds(ends, fitted)) yield fitted
  }
  const looking = lookingFor(ask.query)
  const lines = segments.whole ? segments : segmentsOf(source, new Int32Array(0), Number.POSITIVE_INFINITY)
  const plan: Plan = {
    source,
    findings,
    values: segments.whole ? values : valuesOf(readPage(xml, zones, lines), zones, lines, ask),
    must: ends,
    blank,
    noise: () => false,
    folds: () => undefined,
    bridges: true,
    describe,
    describeChars: ask.budget * charsPerToken(source, ask) * DESCRIBE_SHARE,
    longChars: LONG,
    excerpts: (n, cap, chars) => excerptsOf(source, n, cap, chars, looking),
    remarks,
    indexChars: 0,
    indexOf: () => EMPTY_INDEX,
  }
  const selected = fitSelection(plan, ask)
  if (keepsEnds(ends, selected)) yield selected
  for (const outline of outlines({ ...plan, indexWithin: () => () => EMPTY_INDEX }, ask))
    if (keepsEnds(ends, outline)) yield outline
}

export const html: Kind = {
  name: 'html',
  detect: (source, ask) => detectHtml(source, (ask.exitCode ?? 0) !== 0),
  read: (source, ask) => ({ findings: NOTHING_FOUND, candidates: () => candidates(source, scanHtml(source.text), ask) }),
}
