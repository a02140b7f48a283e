import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createFileStash } from '../stash/file.ts'
import { keyOf } from '../stash/key.ts'
import type { LedgerRecord } from './entry.ts'
import { appendLedger, LEDGER_NAME, parseLedger, readLedger, recentKeys } from './ledger.ts'

const root = mkdtempSync(join(tmpdir(), 'diet-ledger-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const newDir = (): string => mkdtempSync(join(root, 'case-'))

const KEY = 'ab'.repeat(12)
const record: LedgerRecord = {
  decision: 'reduced',
  host: 'claude-code',
  session: 's-1',
  tool: 'Bash',
  program: 'npm',
  key: KEY,
  kind: 'log',
  tokens: [7593, 288],
  bytes: [30_000, 1100],
  ms: 12,
}

describe('append and read', () => {
  it('gives back what was appended, in order, with the time', () => {
    const dir = newDir()
    expect(appendLedger(dir, record, { now: () => 1000 })).toBe(true)
    expect(appendLedger(dir, { decision: 'unchanged', reason: 'below-threshold' }, { now: () => 2000 })).toBe(true)
    expect(readLedger(dir)).toEqual({
      entries: [
        { v: 1, time: 1000, ...record },
        { v: 1, time: 2000, decision: 'unchanged', reason: 'below-threshold' },
      ],
      skipped: 0,
    })
  })

  it('makes a closed directory that git does not see', () => {
    const dir = join(newDir(), '.context-diet')
    appendLedger(dir, record)
    expect(readFileSync(join(dir, '.gitignore'), 'utf8')).toBe('*\n')
    expect([statSync(dir).mode & 0o777, statSync(join(dir, LEDGER_NAME)).mode & 0o777]).toEqual([0o700, 0o600])
  })

  it('reads nothing where nothing is', () => {
    expect(readLedger(join(newDir(), 'not', 'there'))).toEqual({ entries: [], skipped: 0 })
  })

  // H1 of reference/complaints.md: commands with their arguments were kept.
  it('H1: keeps no argument, path or sentence, whatever the caller hands in', () => {
    const dir = newDir()
    const secret = 'curl -H "Authorization: Bearer s3cr3t" https://example.test/x'
    const careless = {
      ...record,
      tool: secret,
      program: '/home/someone/secret',
      reason: secret,
      session: 'a b',
      command: secret,
      text: secret,
    }
    appendLedger(dir, careless)
    expect(readFileSync(join(dir, LEDGER_NAME), 'utf8')).not.toMatch(/s3cr3t|someone|example|curl/)
    expect(readLedger(dir).entries[0]).toMatchObject({ tool: 'other', program: 'other', reason: 'other', session: 'other' })
  })

  it('drops fields that are no sizes', () => {
    const dir = newDir()
    appendLedger(dir, { decision: 'reduced', tokens: [Number.NaN, 1], bytes: [-1, 2], ms: Number.POSITIVE_INFINITY })
    expect(readLedger(dir).entries[0]).toEqual({ v: 1, time: expect.any(Number), decision: 'reduced' })
  })
})

describe('faults', () => {
  const line = (time: number): string => `${JSON.stringify({ v: 1, time, decision: 'unchanged' })}\n`
  const timesIn = (text: string): readonly number[] => parseLedger(text).entries.map(({ time }) => time)

  it('reads on behind a torn line', () => {
    const dir = newDir()
    appendLedger(dir, record, { now: () => 1 })
    appendLedger(dir, record, { now: () => 2 })
    const path = join(dir, LEDGER_NAME)
    truncateSync(path, statSync(path).size - 20)
    expect(readLedger(dir)).toMatchObject({ entries: [{ time: 1 }], skipped: 1 })
    appendLedger(dir, record, { now: () => 3 })
    expect(readLedger(dir)).toMatchObject({ entries: [{ time: 1 }, { time: 3 }], skipped: 1 })
  })

  it('is torn at any place without losing another line', () => {
    const whole = line(1) + line(2)
    for (let cut = line(1).length; cut < whole.length - 1; cut++) {
      const got = timesIn(whole.slice(0, cut) + line(3))
      expect(
        got.filter((time) => time !== 2),
        String(cut),
      ).toEqual([1, 3])
    }
  })

  it('skips what is no entry', () => {
    expect(
      parseLedger(
        `null\n[]\n"x"\n{"v":2,"time":1}\n{"v":1,"time":"1","decision":"reduced"}\n{"v":1,"time":1,"decision":"made-up"}\n${line(7)}`,
      ),
    ).toMatchObject({
      entries: [{ time: 7 }],
      skipped: 6,
    })
  })

  it('does not throw where it cannot write', () => {
    const dir = newDir()
    writeFileSync(join(dir, 'file'), '')
    expect(appendLedger(join(dir, 'file'), record)).toBe(false)
    symlinkSync(join(dir, 'file'), join(dir, LEDGER_NAME))
    expect(appendLedger(dir, record)).toBe(false)
    expect(statSync(join(dir, 'file')).size).toBe(0)
  })

  it('stays bounded, and keeps the latest', () => {
    const dir = newDir()
    const options = { maxBytes: 5000 }
    for (let time = 1; time <= 500; time++) appendLedger(dir, record, { ...options, now: () => time })
    const { entries, skipped } = readLedger(dir, options)
    const sizes = readdirSync(dir).map((name) => statSync(join(dir, name)).size)
    expect(sizes.reduce((a, b) => a + b)).toBeLessThan(11_000)
    expect([entries.at(-1)!.time, skipped]).toEqual([500, 0])
    expect(entries.map(({ time }) => time)).toEqual(Array.from(entries, (_, i) => 501 - entries.length + i))
    expect(readdirSync(dir)).not.toContain('ledger.lock')
  })

  it('outlives a process that died while it moved the files', () => {
    const dir = newDir()
    const options = { maxBytes: 1000 }
    appendLedger(dir, record, options)
    appendFileSync(join(dir, LEDGER_NAME), line(1).repeat(50))
    writeFileSync(join(dir, 'ledger.lock'), '')
    expect(appendLedger(dir, record, options)).toBe(true)
    expect(readdirSync(dir)).not.toContain('ledger.1.jsonl')
    utimesSync(join(dir, 'ledger.lock'), 1, 1)
    appendLedger(dir, record, options)
    appendLedger(dir, record, options)
    expect(readdirSync(dir)).toContain('ledger.1.jsonl')
    expect(readdirSync(dir)).not.toContain('ledger.lock')
  })

  it('is written by several processes at once without a torn line', async () => {
    const dir = newDir()
    // What appendLedger does to the file, without its sources: one write on a descriptor opened for appending.
    const script = `const fs = require('node:fs')
      for (let n = 0; n < 2000; n++) {
        const fd = fs.openSync(${JSON.stringify(join(dir, LEDGER_NAME))}, 'a')
        fs.writeSync(fd, JSON.stringify({ v: 1, time: n, decision: 'unchanged', session: 'p' + process.pid }) + '\\n')
        fs.closeSync(fd)
      }`
    const children = [1, 2].map(() => spawn(process.execPath, ['-e', script], { stdio: 'ignore' }))
    const ended = Promise.all(children.map((child) => once(child, 'exit')))
    for (let n = 0; n < 500; n++) appendLedger(dir, record)
    await ended
    const { entries, skipped } = readLedger(dir)
    expect([entries.length, skipped]).toEqual([4500, 0])
  })
})

describe('keys in use', () => {
  it('keep the originals of running sessions in a stash that is over its limit', async () => {
    const dir = newDir()
    const used = 'u'.repeat(400)
    appendLedger(dir, { ...record, key: keyOf(Buffer.from(used)) })
    appendLedger(dir, { ...record, key: 'cd'.repeat(12) }, { now: () => Date.now() - 2 * 86_400_000 })
    expect([...recentKeys(dir)]).toEqual([keyOf(Buffer.from(used))])
    const stash = createFileStash({ dir, maxBytes: 1000, pinOwn: false, pinned: () => recentKeys(dir) })
    const { key } = stash.putSync(used)
    await new Promise((resolve) => setTimeout(resolve, 5))
    const other = stash.putSync('o'.repeat(400))
    await new Promise((resolve) => setTimeout(resolve, 5))
    stash.putSync('n'.repeat(400))
    expect(stash.getSync(key)).toMatchObject({ found: true })
    expect(stash.getSync(other.key)).toMatchObject({ reason: 'evicted' })
  })
})
