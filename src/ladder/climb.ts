/**
 * The ladder: the first candidate that fits the budget, is smaller than the source and verifies. What does not verify is
 * not published; at the end stands the source itself.
 */
import { countRemoved, sizesOf, toRanges } from '../receipt/accounting.ts'
import type { Receipt } from '../receipt/types.ts'
import { verify } from '../receipt/verify.ts'
import type { Source } from '../source/source.ts'
import type { Ask, Candidate, Failure, Findings } from './candidate.ts'
import { CODE, type LineFates, newFates } from './fates.ts'

export interface Climbed {
  readonly text: string
  readonly receipt: Receipt
  readonly candidate: Candidate | undefined
}

export interface Ground {
  readonly source: Source
  readonly kind: string
  readonly ask: Ask
  readonly key: string | null
  /** Protected lines that the source does not hold. */
  readonly absent: readonly string[]
}

const titlesShown = ({ title, also }: Failure, { codes }: LineFates): number[] =>
  [title, ...also].filter((n) => codes[n - 1] === CODE.kept).sort((a, b) => a - b)

const findingsOf = (
  { failures, warnings }: Findings,
  fates: LineFates,
  index: Receipt['findings']['index'],
): Receipt['findings'] => {
  const titles = failures.map((failure) => titlesShown(failure, fates)[0] ?? 0).filter((n) => n > 0)
  return {
    failures: { total: failures.length, shown: titles.length, indexed: failures.length - titles.length },
    warnings: { total: warnings.length, shown: warnings.filter((n) => fates.codes[n - 1] === CODE.kept).length, indexed: 0 },
    index,
    titles: titles.sort((a, b) => a - b),
  }
}

const receiptOf = (ground: Ground, findings: Findings, candidate: Candidate, notes: readonly string[]): Receipt => {
  const { source, ask } = ground
  const fates = toRanges(candidate.fates.codes, candidate.fates.refs)
  return {
    version: 1,
    verb: 'digest',
    kind: ground.kind,
    profile: findings.profile,
    rung: candidate.rung,
    verbatim: true,
    lossless: candidate.rung === 'whole' || candidate.decode !== undefined,
    key: ground.key,
    counter: ask.counter,
    budget: ask.budget,
    source: sizesOf(source.text, ask.count),
    output: sizesOf(candidate.text, ask.count),
    removed: countRemoved(fates),
    fates,
    findings: findingsOf(findings, candidate.fates, candidate.index),
    verdict: { exitCode: ask.exitCode ?? null, reported: findings.reported },
    protected: {
      kept: ask.protect.filter((n) => candidate.fates.codes[n - 1] === CODE.kept).length,
      missing: [...ground.absent, ...ask.protect.filter((n) => candidate.fates.codes[n - 1] !== CODE.kept).map(source.line)],
    },
    normalized: candidate.normalized,
    notes: [...notes, ...(candidate.notes ?? [])],
  }
}

/** The source as it is. */
const whole = ({ source }: Ground, findings: Findings): Candidate => ({
  rung: 'whole',
  text: source.text,
  fates: newFates(source.lines, 'kept'),
  findings,
  index: [],
  normalized: { ansi: 0, cr: 0 },
})

export const climb = (ground: Ground, findings: Findings, candidates: () => Iterable<Candidate>): Climbed => {
  const { source, ask } = ground
  const untouched = whole(ground, findings)
  const publishWhole = (notes: readonly string[]): Climbed => ({
    text: source.text,
    receipt: receiptOf(ground, findings, untouched, notes),
    candidate: undefined,
  })
  if (ask.sourceTokens <= ask.budget) return publishWhole([])
  const reasons: string[] = []
  for (const candidate of candidates()) {
    const tokens = ask.count(candidate.text)
    if (tokens > ask.budget || tokens >= ask.sourceTokens) continue
    const receipt = receiptOf(ground, candidate.findings, candidate, reasons)
    const result = verify({
      source: source.text,
      output: candidate.text,
      receipt,
      count: ask.count,
      ...(candidate.decode === undefined ? {} : { decode: candidate.decode }),
    })
    if (result.ok) return { text: candidate.text, receipt, candidate }
    reasons.push(`${candidate.rung} not published: ${result.problems[0]}`)
  }
  if (reasons.length === 0) reasons.push('nothing fits the budget: the source is unchanged')
  return publishWhole(reasons)
}
