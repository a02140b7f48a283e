/** The lossless rung of a log: repeats and templates folded, every line rebuilt by the decoder. */
import type { Ask, Candidate, Findings } from '../../ladder/candidate.ts'
import { fatesFromRanges } from '../../ladder/fates.ts'
import { decodeLossless, encodeLossless } from '../../ladder/lossless/lossless.ts'
import { eolOf, headChars, withHead } from '../../ladder/render.ts'
import type { Source } from '../../source/source.ts'

export interface LosslessPlan {
  readonly source: Source
  readonly findings: Findings
  readonly remarks: readonly string[]
  /** Lines that stay visible in full. */
  readonly keep?: (n: number) => boolean
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
  const body = source.eol(source.lines) === '' ? encoded.body : encoded.body + eol
  return {
    rung: 'lossless',
    text: withHead(body, eol, { ...head, remarks: [...remarks, ...encoded.remarks] }, ask.count),
    fates: fatesFromRanges(source.lines, encoded.fates),
    findings,
    index: [],
    normalized: { ansi: 0, cr: 0 },
    decode: decodeLossless,
  }
}
