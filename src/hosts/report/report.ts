/** What the ledger and the stash of a project tell a person: savings and losses, what is on disk, what went wrong. Pure. */
import type { LedgerEntry } from '../../ledger/entry.ts'
import { type LedgerSummary, type NamedSavings, type Savings, summarizeLedger } from '../../ledger/summary.ts'

export interface Disk {
  readonly dir: string
  readonly originals: number
  readonly bytes: number
  readonly maxBytes: number
}

export interface ReasonCount {
  readonly reason: string
  readonly count: number
}

export interface Report extends LedgerSummary {
  readonly version: 1
  readonly disk: Disk
  /** Why outputs went through as they were, most frequent first. */
  readonly unchanged: readonly ReasonCount[]
  /** Errors of ours by their code, most frequent first. */
  readonly failed: readonly ReasonCount[]
  /** Tokens that outputs measured in dry mode would have saved. */
  readonly drySaved: number
  /** Lines of the ledger that could not be read. */
  readonly skipped: number
}

export interface ReportFacts {
  readonly entries: readonly LedgerEntry[]
  readonly skipped: number
  readonly disk: Disk
  /** Only decisions since this time, in milliseconds since 1970. */
  readonly since?: number | undefined
}

const countReasons = (entries: readonly LedgerEntry[]): readonly ReasonCount[] => {
  const counts = new Map<string, number>()
  for (const { reason = 'other' } of entries) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  const byCount = (a: ReasonCount, b: ReasonCount): number => b.count - a.count || (a.reason < b.reason ? -1 : 1)
  return [...counts].map(([reason, count]) => ({ reason, count })).sort(byCount)
}

export const buildReport = ({ entries, skipped, disk, since = 0 }: ReportFacts): Report => {
  const counted = entries.filter(({ time }) => time >= since)
  const of = (decision: LedgerEntry['decision']): readonly LedgerEntry[] => counted.filter((entry) => entry.decision === decision)
  const dry = of('unchanged').filter(({ reason }) => reason === 'dry')
  return {
    version: 1,
    ...summarizeLedger(counted),
    disk,
    unchanged: countReasons(of('unchanged')),
    failed: countReasons(of('failed')),
    drySaved: dry.reduce((sum, { tokens: [before, after] = [0, 0] }) => sum + before - after, 0),
    skipped,
  }
}

/** `-12,345`, the same in every locale. */
const formatCount = (count: number): string => String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ',')

const formatSize = (bytes: number): string => {
  const [unit, size] = bytes >= 1e9 ? ['GB', 1e9] : bytes >= 1e6 ? ['MB', 1e6] : bytes >= 1e3 ? ['KB', 1e3] : ['bytes', 1]
  return `${Math.round((bytes / size) * 10) / 10} ${unit}`
}

/** `2026-11-30 17:05 UTC` */
const formatTime = (time: number): string => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** Columns of one width each, the first to the left and numbers to the right. */
const formatTable = (rows: readonly (readonly string[])[]): readonly string[] => {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  ')
      .trimEnd(),
  )
}

const formatCells = ({ decisions, tokensBefore, tokensAfter, tokensReopened, tokensSaved }: Savings): readonly string[] =>
  [decisions.reduced, tokensBefore, tokensAfter, decisions.reopened, tokensReopened, tokensSaved].map(formatCount)

const HEADINGS = ['cut', 'before', 'after', 'reopened', 'read again', 'saved']
const MOST_ROWS = 20

/** Largest savings first and losses last, so that a list cut in its middle still shows both. */
const formatGroup = (title: string, group: readonly NamedSavings[]): readonly string[] => {
  const counted = group.filter(({ decisions }) => decisions.reduced + decisions.reopened > 0)
  if (counted.length === 0) return []
  const shown =
    counted.length <= MOST_ROWS ? counted : [...counted.slice(0, MOST_ROWS - MOST_ROWS / 4), ...counted.slice(-MOST_ROWS / 4)]
  const rows = shown.map((savings) => [savings.name, ...formatCells(savings)])
  const left = counted.length - shown.length
  return ['', ...formatTable([[title, ...HEADINGS], ...rows]), ...(left === 0 ? [] : [`and ${left} more`])]
}

const formatReasons = (reasons: readonly ReasonCount[]): string =>
  reasons.map(({ reason, count }) => `${reason} ${formatCount(count)}`).join(', ')

const formatTotal = ({ total, times, drySaved }: Report): readonly string[] => {
  const { tokensBefore, tokensAfter, tokensReopened, tokensSaved, decisions } = total
  if (times === undefined) return ['Nothing is recorded yet.']
  const verb = tokensSaved < 0 ? 'Lost' : 'Saved'
  return [
    `${verb} ${formatCount(Math.abs(tokensSaved))} tokens, ${formatTime(times[0])} to ${formatTime(times[1])}: ` +
      `${formatCount(decisions.reduced)} outputs of ${formatCount(tokensBefore)} tokens became ${formatCount(tokensAfter)}, ` +
      `and ${formatCount(tokensReopened)} were read again from originals.`,
    ...(drySaved === 0 ? [] : [`Measured only (dry): ${formatCount(drySaved)} more would have been saved.`]),
  ]
}

/** The report as text for a terminal. */
export const formatReport = (report: Report): string => {
  const { disk, unchanged, failed, lastError, skipped } = report
  const lines = [
    ...formatTotal(report),
    ...formatGroup('tool', report.tools),
    ...formatGroup('session', report.sessions),
    '',
    ...(unchanged.length === 0 ? [] : [`Left as they were: ${formatReasons(unchanged)}`]),
    ...(failed.length === 0 ? [] : [`Errors: ${formatReasons(failed)}`]),
    ...(lastError === undefined
      ? []
      : [
          `Last error: ${lastError.reason} in ${[lastError.host, lastError.tool].filter((part) => part !== undefined).join(' ') || 'an unknown place'}, ${formatTime(lastError.time)}`,
        ]),
    `On disk: ${formatCount(disk.originals)} originals, ${formatSize(disk.bytes)} of at most ${formatSize(disk.maxBytes)}, in ${disk.dir}`,
    ...(skipped === 0 ? [] : [`${formatCount(skipped)} lines of the ledger cannot be read and are not counted.`]),
  ]
  return `${lines.join('\n')}\n`
}
