/** The lossless rung of a log: repeats and templates folded, every line rebuilt by the decoder. */
import type { Ask, Candidate, Findings } from '../../ladder/candidate.ts'
import { CODE, fatesFromRanges, type LineFates } from '../../ladder/fates.ts'
import { decodeLossless, encodeLossless } from '../../ladder/lossless/lossless.ts'
import { mergeRanges } from '../../ladder/ranges.ts'
import { eolOf, headChars, withHead } from '../../ladder/render.ts'
import type { LineRange } from '../../receipt/types.ts'
import type { Source } from '../../source/source.ts'

export interface LosslessPlan {
  readonly source: Source
  readonly findings: Findings
  readonly remarks: readonly string[]
  /** Lines that stay visible in full. */
  readonly keep?: (n: number) => boolean
}

/** Lines of failures that stand nowhere but in a fold or a template, where a reader does not find them by their words. */
const foldedLines = ({ failures }: Findings, { codes }: LineFates): LineRange[] => {
  const ranges: LineRange[] = []
  for (const { blocks } of failures)
    for (const [from, to] of blocks) for (let n = from; n <= to; n++) if (codes[n - 1] === CODE.folded) ranges.push([n, n])
  return mergeRanges(ranges)
}

export const losslessCandidate = ({ source, findings, remarks, keep }: LosslessPlan, ask: Ask): Candidate | undefined => {
  const total = findings.failures.length
  const head = {
    sourceLines: source.lines,
    sourceTokens: ask.sourceTokens,
    exitCode: ask.exitCode,
    failures: { shown: total, total },
    original: ask.original,
  }
  const perToken = source.text.length / Math.max(1, ask.sourceTokens)
  const maxChars = Math.floor(ask.budget * perToken) - headChars({ ...head, remarks }, ask.budget) - 2
  if (maxChars < 1) return undefined
  const encoded = encodeLossless(source, { maxChars, ...(keep === undefined ? {} : { keep }) })
  if (encoded === undefined) return undefined
  const eol = eolOf(source)
  const fates = fatesFromRanges(source.lines, encoded.fates)
  const body = source.eol(source.lines) === '' ? encoded.body : encoded.body + eol
  return {
    rung: 'lossless',
    text: withHead(body, eol, { ...head, remarks: [...remarks, ...encoded.remarks] }, ask.count),
    fates,
    findings,
    index: foldedLines(findings, fates),
    normalized: { ansi: 0, cr: 0 },
    decode: decodeLossless,
  }
}
