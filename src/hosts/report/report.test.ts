import { describe, expect, it } from 'vitest'
import type { LedgerEntry, LedgerRecord } from '../../ledger/entry.ts'
import { buildReport, formatReport } from './report.ts'

const NOON = Date.UTC(2026, 10, 30, 12, 0)
const at = (minutes: number, record: LedgerRecord): LedgerEntry => ({ v: 1, time: NOON + minutes * 60_000, ...record })

const ENTRIES: readonly LedgerEntry[] = [
  at(0, {
    decision: 'reduced',
    host: 'claude-code',
    tool: 'Bash',
    program: 'npm',
    session: 's1',
    key: 'k1',
    tokens: [12_000, 900],
  }),
  at(1, { decision: 'reduced', host: 'claude-code', tool: 'Grep', session: 's1', key: 'k2', tokens: [3000, 1000] }),
  at(2, { decision: 'reopened', host: 'cli', key: 'k2', tokens: [0, 2600] }),
  at(3, { decision: 'unchanged', tool: 'Bash', session: 's2', reason: 'no-gain', tokens: [2500, 2500] }),
  at(4, { decision: 'unchanged', tool: 'Bash', session: 's2', reason: 'dry', tokens: [5000, 400] }),
  at(5, { decision: 'unchanged', tool: 'Bash', session: 's2', reason: 'no-gain', tokens: [2600, 2600] }),
  at(6, { decision: 'failed', host: 'claude-code', tool: 'Bash', session: 's2', reason: 'stash-full' }),
]
const disk = { dir: '/p/.context-diet', originals: 2, bytes: 64_000, maxBytes: 1_073_741_824 }
const report = buildReport({ entries: ENTRIES, skipped: 1, disk })

describe('buildReport', () => {
  it('adds up what the ledger says, with the reasons', () => {
    expect(report.total.tokensSaved).toBe(12_000 - 900 + 3000 - 1000 - 2600)
    expect(report.unchanged).toEqual([
      { reason: 'no-gain', count: 2 },
      { reason: 'dry', count: 1 },
    ])
    expect(report.failed).toEqual([{ reason: 'stash-full', count: 1 }])
    expect(report.drySaved).toBe(4600)
  })

  it('counts since a time', () => {
    const later = buildReport({ entries: ENTRIES, skipped: 0, disk, since: NOON + 2 * 60_000 })
    expect(later.total).toMatchObject({ tokensSaved: -2600, decisions: { reduced: 0, reopened: 1, unchanged: 3, failed: 1 } })
  })
})

describe('formatReport', () => {
  it('shows savings and losses by tool and by session, what is on disk and the last error', () => {
    expect(
      formatReport(report),
    ).toBe(`Saved 10,500 tokens, 2026-11-30 12:00 UTC to 2026-11-30 12:06 UTC: 2 outputs of 15,000 tokens became 1,900, and 2,600 were read again from originals.
Measured only (dry): 4,600 more would have been saved.

tool      cut  before  after  reopened  read again   saved
Bash npm    1  12,000    900         0           0  11,100
Grep        1   3,000  1,000         1       2,600    -600

session  cut  before  after  reopened  read again   saved
s1         2  15,000  1,900         1       2,600  10,500

Left as they were: no-gain 2, dry 1
Errors: stash-full 1
Last error: stash-full in claude-code Bash, 2026-11-30 12:06 UTC
On disk: 2 originals, 64 KB of at most 1.1 GB, in /p/.context-diet
1 lines of the ledger cannot be read and are not counted.
`)
  })

  it('says a loss is one', () => {
    const lost = buildReport({ entries: ENTRIES.slice(1, 3), skipped: 0, disk })
    expect(formatReport(lost)).toMatch(/^Lost 600 tokens, /)
  })

  it('has little to say about nothing', () => {
    expect(formatReport(buildReport({ entries: [], skipped: 0, disk: { ...disk, originals: 0, bytes: 0 } }))).toBe(
      'Nothing is recorded yet.\n\nOn disk: 0 originals, 0 bytes of at most 1.1 GB, in /p/.context-diet\n',
    )
  })

  it('of many tools shows the best and the worst', () => {
    const many = Array.from({ length: 50 }, (_, i) =>
      at(i, { decision: 'reduced', tool: `t${i}`, tokens: [100, i === 49 ? 300 : 50 - i] }),
    )
    const text = formatReport(buildReport({ entries: many, skipped: 0, disk }))
    expect(text).toContain('\nt48 ')
    expect(text).toMatch(/\nt49 .* -200\nand 30 more\n/)
  })
})
