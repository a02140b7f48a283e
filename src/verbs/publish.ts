/** From marked lines to a published text: renders, accounts, verifies, and falls back to the source itself. */
import { type LineFates, newFates } from '../ladder/fates.ts'
import { mergeRanges } from '../ladder/ranges.ts'
import { imitations } from '../ladder/render.ts'
import { countRemoved, sizesOf, toRanges } from '../receipt/accounting.ts'
import { formatImitations } from '../receipt/notes.ts'
import type { Account, LineRange, Receipt } from '../receipt/types.ts'
import { verify } from '../receipt/verify.ts'
import type { Analysis } from '../signals/analysis.ts'
import { ROLE } from '../signals/line.ts'
import type { Source } from '../source/source.ts'
import { isKept, keptLines } from './marks.ts'
import type { Reduced, Shared } from './options.ts'
import type { Outcome } from './protect.ts'
import { isFailure, isWarning } from './ranking.ts'
import { type NoteForm, renderLines } from './text.ts'

export interface Reduction {
  readonly verb: Exclude<Receipt['verb'], 'digest'>
  readonly source: Source
  readonly analysis: Analysis
  readonly fates: LineFates
  readonly budget?: number | undefined
  readonly stages?: NonNullable<Receipt['stages']>
  readonly protection?: Outcome
  readonly remarks?: readonly string[]
}

const toLineRanges = (lines: readonly number[]): LineRange[] => mergeRanges(lines.map((n) => [n, n]))

/** Lines that say something of their own: a repeat is told by the line that stands for it. */
const findLines = ({ source, analysis, fates }: Reduction, is: (analysis: Analysis, n: number) => boolean): number[] => {
  const found: number[] = []
  for (let n = 1; n <= source.lines; n++) if (fates.refs[n - 1] === 0 && is(analysis, n)) found.push(n)
  return found
}

const findingsOf = (reduction: Reduction): Receipt['findings'] => {
  const accountFor = (lines: readonly number[], indexed: number): Account => {
    const shown = lines.filter((n) => isKept(reduction.fates, n)).length
    return { total: lines.length, shown, indexed }
  }
  const failures = findLines(reduction, isFailure)
  const hidden = failures.filter((n) => !isKept(reduction.fates, n))
  const warnings = findLines(reduction, isWarning)
  return {
    failures: accountFor(failures, hidden.length),
    warnings: accountFor(warnings, 0),
    index: toLineRanges(hidden),
    titles: failures.filter((n) => isKept(reduction.fates, n)),
  }
}

/** A failing summary outweighs a passing one, since suites run one after the other. */
const reportedIn = ({ roles }: Analysis): Receipt['verdict']['reported'] =>
  roles.includes(ROLE.verdict) ? 'failed' : roles.includes(ROLE.summary) ? 'passed' : null

const receiptOf = (reduction: Reduction, shared: Shared, text: string, notes: readonly string[]): Receipt => {
  const { source, fates, protection } = reduction
  const isWhole = text === source.text
  const ranges = toRanges(fates.codes, fates.refs)
  return {
    version: 1,
    verb: reduction.verb,
    kind: 'text',
    profile: null,
    rung: isWhole ? 'whole' : 'selected',
    verbatim: true,
    lossless: isWhole,
    key: shared.hash === undefined ? null : shared.hash(source.text).slice(0, 24).toLowerCase(),
    counter: shared.counter,
    budget: reduction.budget ?? null,
    source: sizesOf(source.text, shared.count),
    output: sizesOf(text, shared.count),
    removed: countRemoved(ranges),
    ...(reduction.stages === undefined ? {} : { stages: reduction.stages }),
    fates: ranges,
    findings: findingsOf(reduction),
    verdict: { exitCode: null, reported: reportedIn(reduction.analysis) },
    protected: { kept: protection?.kept ?? 0, missing: protection?.missing ?? [] },
    normalized: { ansi: 0, cr: 0 },
    notes,
  }
}

/** Notes never make a text larger than its source or than its budget: shorter notes then, or none. */
const renderWithin = (reduction: Reduction, shared: Shared): string => {
  const { source, fates, budget } = reduction
  const shown = keptLines(fates)
  const page = { source, fates, failures: findLines(reduction, isFailure) }
  const limit = Math.min(budget ?? Number.POSITIVE_INFINITY, shared.count(source.text))
  const forms: readonly NoteForm[] = shared.notes && shown.length < source.lines ? ['long', 'short'] : []
  for (const form of forms) {
    const text = renderLines(page, shown, form)
    if (text.length < source.text.length && shared.count(text) <= limit) return text
  }
  return renderLines(page, shown, 'none')
}

const remarksOf = (reduction: Reduction, shared: Shared): string[] => {
  const imitating = shared.notes ? imitations(reduction.source) : []
  return [
    ...(reduction.remarks ?? []),
    ...(reduction.protection?.notes ?? []),
    ...(imitating.length === 0 ? [] : [formatImitations(toLineRanges(imitating))]),
  ]
}

/** The source itself, with the reason why it is not reduced. */
const publishWhole = (reduction: Reduction, shared: Shared, reason: string): Reduced => {
  const { stages, ...rest } = reduction
  const whole: Reduction = {
    ...rest,
    fates: newFates(reduction.source.lines, 'kept'),
    ...(stages === undefined ? {} : { stages: { dedupe: 0, extract: 0, summarize: 0 } }),
  }
  const text = reduction.source.text
  return { text, receipt: receiptOf(whole, shared, text, [...remarksOf(whole, shared), reason]) }
}

/** The text and its receipt; what does not verify is not published. */
export const publish = (reduction: Reduction, shared: Shared): Reduced => {
  const { source } = reduction
  const text = renderWithin(reduction, shared)
  const receipt = receiptOf(reduction, shared, text, remarksOf(reduction, shared))
  if (text === source.text || verify({ source, output: text, receipt, count: shared.count }).ok) return { text, receipt }
  return publishWhole(reduction, shared, 'the reduced text did not verify, so the source passes through')
}
