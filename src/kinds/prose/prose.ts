/** The prose kind: Markdown and plain text. Headings, how sections begin, code, what the query names; what is left out is said. */
import type { Ask, Candidate } from '../../ladder/candidate.ts'
import { NOTHING_FOUND } from '../../ladder/candidate.ts'
import { charsPerToken, fitSelection, type Plan } from '../../ladder/fit.ts'
import { outlines } from '../../ladder/outline.ts'
import { EMPTY_INDEX } from '../../ladder/render.ts'
import type { Source } from '../../source/source.ts'
import { losslessCandidate } from '../log/lossless.ts'
import { endsFor, keepsEnds, remarksFor } from '../remarks.ts'
import type { Kind } from '../types.ts'
import { fitPieces } from '../xml/pieces.ts'
import { segmentsOf } from '../xml/segments.ts'
import { describeGap } from './describe.ts'
import { detectProse, proseOf } from './detect.ts'
import { type Prose, readProse, TEXT } from './read.ts'
import { sentenceStarts } from './sentences.ts'
import { valuesOf } from './values.ts'

/** A paragraph on a line of more chars is seen by its sentences. */
const LONG = 200
/** What gaps hide may take this share of the budget. */
const DESCRIBE_SHARE = 0.15
/** Lines worth as much stay visible where repeats are folded. */
const STANDS_OUT = 30

const foldSame =
  ({ source, roles }: Prose): Plan['folds'] =>
  (n, [from, to]) => {
    const text = source.line(n)
    if (text.length < 12) return undefined
    for (let m = from; m <= to; m++) if (roles[m - 1] !== TEXT.blank && source.line(m) !== text) return undefined
    return 'same'
  }

function* candidates(source: Source, prose: Prose, ask: Ask): Iterable<Candidate> {
  const segments = segmentsOf(source, sentenceStarts(source, LONG), LONG)
  const values = valuesOf(prose, segments, ask)
  const findings = NOTHING_FOUND
  const remarks = remarksFor(source, findings, ask)
  const blank = (n: number): boolean => prose.roles[n - 1] === TEXT.blank
  const ends = endsFor(source, findings, blank, ask)
  if (ask.mode === 'auto') {
    const keep = (n: number): boolean => segments.whole && values.gain[n - 1]! >= STANDS_OUT
    const lossless = losslessCandidate({ source, findings, remarks, keep }, ask)
    if (lossless !== undefined) yield lossless
  }
  const describe = describeGap(prose)
  if (!segments.whole) {
    const must = ends.map((line) => segments.line.indexOf(line))
    const fitted = fitPieces(
      { segments, findings, values, must, pieceOf: new Map(), blank, describe: (gap) => describe(gap, 80), remarks },
      ask,
    )
    if (keepsEnds(ends, fitted)) yield fitted
  }
  const room = ask.budget * charsPerToken(source, ask)
  const plan: Plan = {
    source,
    findings,
    values: segments.whole ? values : valuesOf(prose, segmentsOf(source, new Int32Array(0), Number.POSITIVE_INFINITY), ask),
    must: ends,
    blank,
    noise: () => false,
    folds: foldSame(prose),
    bridges: true,
    describe,
    describeChars: room * DESCRIBE_SHARE,
    longChars: LONG,
    remarks,
    indexChars: 0,
    indexOf: () => EMPTY_INDEX,
  }
  const selected = fitSelection(plan, ask)
  if (keepsEnds(ends, selected)) yield selected
  for (const outline of outlines({ ...plan, indexWithin: () => () => EMPTY_INDEX }, ask))
    if (keepsEnds(ends, outline)) yield outline
}

export const prose: Kind = {
  name: 'prose',
  detect: (source, ask) => detectProse(source, (ask.exitCode ?? 0) !== 0),
  read: (source, ask) => ({
    findings: NOTHING_FOUND,
    candidates: () => candidates(source, proseOf(source)?.prose ?? readProse(source), ask),
  }),
}
