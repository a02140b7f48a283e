/**
 * The ladder: the first candidate that fits the budget, is smaller than the source and verifies. What does not verify is
 * not published; at the end stands the source itself.
 */
import { countRemoved, sizesOf, sourceBytes, toRanges } from '../receipt/accounting.ts'
import type { Receipt, Spot } from '../receipt/types.ts'
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
  /** Sentences for the receipt that hold whatever is published. */
  readonly notes?: readonly string[]
}

const titlesShown = ({ title, also }: Failure, { codes }: LineFates): number[] =>
  [title, ...also].filter((n) => codes[n - 1] === CODE.kept).sort((a, b) => a - b)

const spotsOf = (failures: readonly Failure[]): Spot[] =>
  failures.map(({ title, at = 0 }): Spot => [title, at]).sort((a, b) => a[0] - b[0] || a[1] - b[1])

const findingsOf = (
  { failures, warnings }: Findings,
  candidate: Pick<Candidate, 'fates' | 'index' | 'spots' | 'decode' | 'rung'>,
): Receipt['findings'] => {
  const { fates, index } = candidate
  /* A text that rebuilds the source shows all that the source says; its index names what it does not show as it stands. */
  const everything = candidate.rung === 'whole' || candidate.decode !== undefined
  const inLines = failures.filter(({ at }) => at !== undefined)
  const shownIn = inLines.filter((failure) => everything || candidate.spots?.has(failure) === true)
  const titles = failures
    .filter(({ at }) => at === undefined)
    .map((failure) => titlesShown(failure, fates)[0] ?? (everything ? failure.title : 0))
    .filter((n) => n > 0)
  const shown = titles.length + shownIn.length
  const indexed = new Set(shownIn)
  return {
    failures: { total: failures.length, shown, indexed: failures.length - shown },
    warnings: { total: warnings.length, shown: warnings.filter((n) => fates.codes[n - 1] === CODE.kept).length, indexed: 0 },
    index,
    titles: titles.sort((a, b) => a - b),
    ...(inLines.length === 0
      ? {}
      : { spots: { shown: spotsOf(shownIn), indexed: spotsOf(inLines.filter((failure) => !indexed.has(failure))) } }),
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
    source: { lines: source.lines, chars: source.text.length, bytes: sourceBytes(source), tokens: ask.sourceTokens },
    output: sizesOf(candidate.text, ask.count),
    removed: countRemoved(fates),
    fates,
    findings: findingsOf(findings, candidate),
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
    receipt: receiptOf(ground, findings, untouched, [...(ground.notes ?? []), ...notes]),
    candidate: undefined,
  })
  if (ask.sourceTokens <= ask.budget) return publishWhole([])
  const reasons: string[] = []
  for (const candidate of candidates()) {
    const tokens = ask.count(candidate.text)
    if (tokens > ask.budget || tokens >= ask.sourceTokens) continue
    const receipt = receiptOf(ground, candidate.findings, candidate, [...(ground.notes ?? []), ...reasons])
    const result = verify({
      source,
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
