import { describe, expect, it } from 'vitest'
import { StashError } from '../stash/stash.ts'
import { type LedgerEntry, type LedgerRecord, programOf, reasonOf } from './entry.ts'
import { keysInUse, summarizeLedger } from './summary.ts'

const at = (time: number, record: LedgerRecord): LedgerEntry => ({ v: 1, time, ...record })

const DAY: readonly LedgerEntry[] = [
  at(1, {
    decision: 'reduced',
    tool: 'Bash',
    program: 'npm',
    session: 'a',
    key: 'k1',
    tokens: [5000, 300],
    bytes: [20_000, 1200],
  }),
  at(2, { decision: 'reduced', tool: 'Grep', session: 'a', key: 'k2', tokens: [3000, 1000] }),
  at(3, { decision: 'unchanged', tool: 'Bash', program: 'npm', session: 'a', reason: 'below-threshold', tokens: [900, 900] }),
  at(4, { decision: 'reopened', host: 'mcp', session: 'b', key: 'k2', tokens: [0, 2500] }),
  at(5, { decision: 'failed', host: 'claude-code', tool: 'Bash', session: 'a', reason: 'stash-full' }),
  at(6, { decision: 'reopened', key: 'from-before', tokens: [0, 100] }),
]

describe('summarizeLedger', () => {
  it('adds up, and charges back what was reopened', () => {
    const { total, times } = summarizeLedger(DAY)
    expect(total).toEqual({
      decisions: { reduced: 2, unchanged: 1, reopened: 2, failed: 1 },
      tokensBefore: 8000,
      tokensAfter: 1300,
      tokensReopened: 2600,
      tokensSaved: 8000 - 1300 - 2600,
      bytesBefore: 20_000,
      bytesAfter: 1200,
    })
    expect(times).toEqual([1, 6])
  })

  it('shows losses as losses, by tool', () => {
    const tools = summarizeLedger(DAY).tools.map(({ name, tokensSaved, decisions }) => [name, tokensSaved, decisions.reopened])
    expect(tools).toEqual([
      ['Bash npm', 4700, 0],
      ['Bash', 0, 0],
      ['unknown', -100, 1],
      ['Grep', 3000 - 1000 - 2500, 1],
    ])
  })

  it('counts by session, latest first', () => {
    const sessions = summarizeLedger(DAY).sessions.map(({ name, tokensSaved, lastTime }) => [name, tokensSaved, lastTime])
    expect(sessions).toEqual([
      ['unknown', -100, 6],
      ['a', 4700 + 2000, 5],
      ['b', -2500, 4],
    ])
  })

  it('adds up to the same by tool, by session and in total', () => {
    const { total, tools, sessions } = summarizeLedger(DAY)
    for (const group of [tools, sessions]) {
      expect(group.reduce((sum, { tokensSaved }) => sum + tokensSaved, 0)).toBe(total.tokensSaved)
    }
  })

  it('counts a digest that grew as a loss', () => {
    expect(summarizeLedger([at(1, { decision: 'reduced', tokens: [100, 130] })]).total.tokensSaved).toBe(-30)
  })

  it('names the last error', () => {
    expect(summarizeLedger(DAY).lastError).toEqual({ time: 5, reason: 'stash-full', host: 'claude-code', tool: 'Bash' })
    expect(summarizeLedger(DAY.slice(0, 4)).lastError).toBeUndefined()
  })

  it('has nothing to say about nothing', () => {
    expect(summarizeLedger([])).toMatchObject({ tools: [], sessions: [], total: { tokensSaved: 0 } })
  })

  it('knows the keys since a time', () => {
    expect([...keysInUse(DAY, 2)]).toEqual(['k2', 'from-before'])
  })
})

describe('names without arguments', () => {
  it.each([
    ['npm test -- --token=abc', 'npm'],
    ['/usr/bin/python3 script.py', 'python3'],
    ['CI=1 TOKEN=abc sudo env cargo build', 'cargo'],
    ['  ls', 'ls'],
    ['"a program" x', undefined],
    ['$(secret)', undefined],
    ['--flag', undefined],
    ['', undefined],
  ])('the program of %j', (command, program) => expect(programOf(command)).toBe(program))

  it('the code of an error, never its message', () => {
    expect(reasonOf(new StashError('full', 'Nothing was saved.'))).toBe('stash-full')
    expect(reasonOf(Object.assign(new Error('open /secret'), { code: 'ENOENT' }))).toBe('ENOENT')
    expect(reasonOf(new TypeError('secret'))).toBe('TypeError')
    expect(reasonOf('secret')).toBe('other')
  })
})
