/** The selected rung of a log: the lines worth most within the budget, gaps and folds between them, an index of the rest. */
import { mergeRanges, fitRanges } from '../../ladder/ranges.ts'
import { countNormalized, fatesOf, imitations, type IndexEntry, type Layout, renderDigest } from '../../ladder/render.ts'
import { selectLines } from '../../ladder/select.ts'
import { formatHead, formatImitations, NO_FAILURE } from '../../receipt/notes.ts'
import type { LineRange } from '../../receipt/types.ts'
import { ROLE } from '../../signals/line.ts'
import { FLAG } from '../../signals/scan.ts'
import type { Ask, Candidate, Failure } from '../../ladder/candidate.ts'
import type { Reading } from './reading.ts'

/** Chars of one short gap annotation such as `[diet] L120-173` with its line end. */
const GAP_CHARS = 17

const capFor = (room: number): number => Math.min(2000, Math.max(160, room >> 2))

const describeGap =
  ({ analysis: { roles } }: Reading) =>
  ([from, to]: LineRange): string | undefined => {
    let passing = 0
    let warnings = 0
    for (let i = from - 1; i < to; i++) {
      if (roles[i] === ROLE.pass) passing++
      else if (roles[i] === ROLE.warning) warnings++
    }
    const parts = [...(passing > 0 ? [`${passing} passing`] : []), ...(warnings > 0 ? [`${warnings} warnings`] : [])]
    return parts.length === 0 ? undefined : parts.join(', ')
  }

/** Rows of data, failures and lines that differ in a source location stay apart. */
const mayFold = ({ analysis: { roles, scan }, source }: Reading, n: number): boolean => {
  const role = roles[n - 1]
  if (role === ROLE.mark || role === ROLE.failure || role === ROLE.thrown || role === ROLE.reason || role === ROLE.verdict || (scan.flags[n - 1]! & FLAG.location) !== 0) return false
  const body = source.body(n)
  let columns = 0
  for (let i = 0; i < body.length && columns < 4; i++) if (',;|\t'.includes(body[i]!)) columns++
  return columns < 4 && /[A-Za-z]{2}/.test(body)
}

const foldsOf =
  (reading: Reading): Layout['folds'] =>
  (n, [from, to]) => {
    const { shape } = reading.analysis
    const own = shape[n - 1]
    for (let i = from - 1; i < to; i++) if (shape[i] !== own && !reading.blank(i + 1)) return undefined
    const text = reading.source.view(n)
    let same = true
    for (let m = from; m <= to && same; m++) if (!reading.blank(m) && reading.source.view(m) !== text) same = false
    return same ? 'same' : mayFold(reading, n) ? 'similar' : undefined
  }

const isShown = (failure: Failure, shown: Uint8Array): boolean => shown[failure.title] === 1 || failure.also.some((n) => shown[n] === 1)

/** Roles whose lines a reader of a failure would miss. */
const TELLS = new Set<number>([ROLE.mark, ROLE.failure, ROLE.thrown, ROLE.verdict, ROLE.reason, ROLE.compare, ROLE.location, ROLE.weak, ROLE.problem, ROLE.header])
/** Other lines of a block that count, from its title. */
const CONTEXT = 3

/** From the first to the last line of a block that tells something and is not shown. */
const hiddenPart = ({ analysis: { roles }, blocks: { rank, echoes }, blank }: Reading, [from, to]: LineRange, shown: Uint8Array): LineRange | undefined => {
  const hides = (n: number): boolean =>
    shown[n] === 0 && !blank(n) && !echoes.has(n) && (TELLS.has(roles[n - 1]!) || (roles[n - 1] === ROLE.none && rank[n - 1]! < CONTEXT))
  let first = from
  while (first <= to && !hides(first)) first++
  if (first > to) return undefined
  let last = to
  while (!hides(last)) last--
  return [first, last]
}

/** Chars for the lists of ranges; a list of failures that are not shown at all takes what it needs first. */
const indexOf = (reading: Reading, missing: readonly Failure[], shown: Uint8Array, chars: number): { readonly entries: readonly IndexEntry[]; readonly ranges: readonly LineRange[] } => {
  const gone = new Set(missing)
  const hidden: LineRange[] = []
  let partial = 0
  for (const failure of reading.blocks.failures) {
    if (gone.has(failure)) continue
    const parts = failure.blocks.map((block) => hiddenPart(reading, block, shown)).filter((part) => part !== undefined)
    if (parts.length > 0) partial++
    hidden.push(...parts)
  }
  const whole = missing.flatMap(({ blocks }) => blocks)
  const parents = [...reading.blocks.parents].filter((n) => shown[n] === 0).map((n): LineRange => [n, n])
  if (partial > 0) hidden.push(...parents)
  else if (missing.length > 0) whole.push(...parents)
  const entries: IndexEntry[] = []
  const share = missing.length === 0 ? 0 : partial === 0 ? chars : chars * 0.6
  if (missing.length > 0) entries.push({ count: missing.length, ranges: fitRanges(whole, share - 30), of: 'failures' })
  if (partial > 0) entries.push({ count: partial, ranges: fitRanges(hidden, chars - share - 34), of: 'details' })
  return { entries, ranges: mergeRanges([...whole, ...hidden]) }
}

/** What the head says besides sizes. */
const remarksOf = ({ source, findings }: Reading, ask: Ask): string[] => {
  const remarks: string[] = []
  const failing = ask.exitCode !== undefined && ask.exitCode !== 0
  if (failing && findings.failures.length === 0) remarks.push(NO_FAILURE)
  if (failing && findings.reported === 'passed') remarks.push('the tool itself reports success')
  if (ask.exitCode === 0 && findings.reported === 'failed') remarks.push('the tool itself reports failure')
  const lines = imitations(source)
  if (lines.length > 0) remarks.push(formatImitations(mergeRanges(lines.map((n) => [n, n]))))
  return remarks
}

/** With a failing exit code and no failure recognised the start and the end stay. */
const mustShow = ({ source, blocks, blank }: Reading, ask: Ask, room: number): number[] => {
  const must: number[] = [...ask.protect]
  if (ask.exitCode === undefined || ask.exitCode === 0 || blocks.failures.length > 0) return must
  let left = room / 2
  const take = (n: number): boolean => {
    left -= Math.min(200, source.end(n) - source.starts[n - 1]!)
    if (left > 0) must.push(n)
    return left > 0
  }
  for (let n = source.lines, kept = 0; n >= 1 && kept < 12; n--) if (!blank(n) && (kept++, !take(n))) break
  for (let n = 1, kept = 0; n <= source.lines && kept < 4; n++) if (!blank(n) && (kept++, !take(n))) break
  return must
}

export const selected = (reading: Reading, ask: Ask): Candidate => {
  const { source, blocks, blank, analysis } = reading
  const { failures } = blocks
    const charsPerToken = source.text.length === 0 ? 4 : Math.min(8, Math.max(1, source.text.length / Math.max(1, ask.sourceTokens)))
  const head = { sourceLines: source.lines, sourceTokens: ask.sourceTokens, exitCode: ask.exitCode, remarks: remarksOf(reading, ask), original: ask.original }
  const headChars = formatHead({ ...head, outputLines: 1000, outputTokens: ask.budget, failures: { shown: failures.length, total: failures.length } }).length
  const total = ask.budget * charsPerToken
  const indexChars = failures.length === 0 ? 0 : Math.round(Math.min(total * 0.1, 80 + failures.length * 8))
  const room = total - headChars - 2 - indexChars
  const cap = capFor(room)
  const whole = new Set(ask.protect)
  const capOf = (n: number): number => (whole.has(n) ? Number.POSITIVE_INFINITY : cap)
  const { order, next } = selectLines(
    reading.values,
    { width: (n) => Math.min(capOf(n) + 30, source.end(n) - source.starts[n - 1]!) + 1, gap: GAP_CHARS, blank, lines: source.lines },
    room,
    mustShow(reading, ask, room),
  )
  const layoutOf = (count: number, verbose: boolean): Layout => {
    const lines = Int32Array.from(order.slice(0, count)).sort()
    const shown = new Uint8Array(source.lines + 1)
    for (const n of lines) shown[n] = 1
    const missing = failures.filter((failure) => !isShown(failure, shown))
    return {
      source,
      shown: lines,
      blank,
      noise: (n) => analysis.roles[n - 1] === ROLE.pass || analysis.roles[n - 1] === ROLE.noise,
      folds: foldsOf(reading),
      cap: capOf,
      normalize: ask.normalize,
      describe: verbose ? describeGap(reading) : undefined,
      index: indexOf(reading, missing, shown, indexChars),
      head: { ...head, failures: { shown: failures.length - missing.length, total: failures.length } },
      count: ask.count,
    }
  }
  const fits = (layout: Layout): boolean => ask.count(renderDigest(layout)) <= ask.budget
  let count = order.length
  if (!fits(layoutOf(count, false))) {
    let low = 0
    while (low < count) {
      const middle = (low + count + 1) >> 1
      if (fits(layoutOf(middle, false))) low = middle
      else count = middle - 1
    }
  }
  const verbose = layoutOf(count, true)
  const layout = fits(verbose) ? verbose : layoutOf(count, false)
  return {
    rung: 'selected',
    text: renderDigest(layout),
    fates: fatesOf(layout),
    findings: reading.findings,
    index: layout.index.ranges,
    normalized: countNormalized(layout),
    explain: () => next.map((n) => `next with more budget: L${n}`),
  }
}

