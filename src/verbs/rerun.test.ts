import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeDigest } from '../kinds/registry.ts'
import { verify } from '../receipt/verify.ts'
import { chars4 } from '../source/tokens.ts'
import { digestRerun, sameness } from './rerun.ts'

/** Bits mixed as a hash does: numbers without order. */
const spread = (i: number): number => Math.imul(Math.imul(i ^ (i >>> 5) ^ 0x5bd1, 0x9e3779b1) ^ 0x85eb, 0x85ebca6b) >>> 12
const shown = (text: string): string[] => text.split('\n').filter((line) => line !== '' && !line.startsWith('[diet]'))

/** A test run of `suites` suites; `seed` moves its times, `failing` names the suites that fail. */
const run = (suites: number, seed: number, failing: readonly number[] = []): string => {
  const lines = Array.from({ length: suites }, (_, i) => {
    const time = `${(spread(i + seed) % 900) + 1} ms`
    if (!failing.includes(i)) return [`ok ${i + 1} - part ${spread(i)} keeps ${spread(i + 400)} (${time})`]
    return [
      `not ok ${i + 1} - part ${spread(i)} keeps ${spread(i + 400)} (${time})`,
      `  AssertionError: expected ${spread(i + 800)} to be ${spread(i + 900)}`,
      `    at check (src/part${i}.ts:${(i % 50) + 3}:7)`,
    ]
  })
  return [...lines.flat(), `# pass ${suites - failing.length}`, `# fail ${failing.length}`, ''].join('\n')
}
const proved = (source: string, { text, receipt }: ReturnType<typeof digestRerun>): void =>
  expect(verify({ source, output: text, receipt, count: chars4, decode: decodeDigest })).toEqual({ ok: true })

describe('lines that say the same', () => {
  it.each([
    ['ok 3 - adds (12 ms)', 'ok 3 - adds (7 ms)'],
    ['Time: 3.456 s', 'Time: 12.1 s'],
    ['Done in 1.2 seconds', 'Done in 14 seconds'],
    ['2024-05-01T10:00:00.123Z INFO ready', '2025-06-02T11:30:59.001Z INFO ready'],
    ['[10:00:01] ready', '[11:59:59] ready'],
    ['dist/app.js 12.5 kB', 'dist/app.js 12.6 kB'],
    ['Downloaded 3 MiB at 2.1 MB/s', 'Downloaded 4 MiB at 900 kB/s'],
    ['wrote chunk-3f9a2b7c.js', 'wrote chunk-0b1c2d3e.js'],
    ['object at 0x7ffd10', 'object at 0x55aa00'],
    ['  padded', 'padded  '],
  ])('%s and %s', (a, b) => {
    expect(sameness(a)).toBe(sameness(b))
  })

  it.each([
    ['3 failed', '2 failed'],
    ['expected 4 but got 5', 'expected 4 but got 6'],
    ['at check (src/a.ts:12:5)', 'at check (src/a.ts:13:5)'],
    ['ok 3 - adds', 'not ok 3 - adds'],
    ['exit code 1', 'exit code 2'],
    ['version 1.2.3', 'version 1.2.4'],
    ['deadbeef is a word', 'feedface is a word'],
  ])('but not %s and %s', (a, b) => {
    expect(sameness(a)).not.toBe(sameness(b))
  })
})

describe('a rerun', () => {
  it('with nothing new is a few lines', () => {
    const again = run(300, 5000)
    const rerun = digestRerun(again, run(300, 0), { budget: 1000 })
    expect(rerun.againstEarlier).toBe(true)
    expect(rerun.changes.lines).toEqual({ fresh: 0, gone: 0, unchanged: 302 })
    expect(rerun.receipt.output.tokens).toBeLessThan(100)
    expect(rerun.text.split('\n')[0]).toContain('against the earlier output, lines: 0 new, 302 as before, 0 gone')
    proved(again, rerun)
  })

  it('names the file of the earlier output', () => {
    const rerun = digestRerun(run(300, 5000), run(300, 0), { budget: 1000, earlierOriginal: '.context-diet/0a.txt' })
    expect(rerun.text).toContain('against the earlier output .context-diet/0a.txt, lines:')
  })

  it('shows what is new, in whatever order the lines come', () => {
    const before = run(300, 0).split('\n')
    const after = [...before.slice(150), 'cache part 4711 was rebuilt since its key had changed', ...before.slice(0, 150)].join(
      '\n',
    )
    const rerun = digestRerun(after, before.join('\n'), { budget: 1000 })
    expect(rerun.changes.lines).toMatchObject({ fresh: 1, gone: 0 })
    expect(shown(rerun.text)).toContain('cache part 4711 was rebuilt since its key had changed')
    proved(after, rerun)
  })

  it('counts failures that are new, gone and still there, and still shows those that are', () => {
    const source = run(300, 5000, [20, 250])
    const rerun = digestRerun(source, run(300, 0, [20, 90]), { budget: 1000, exitCode: 1 })
    expect(rerun.changes.failures).toEqual({ fresh: 1, gone: 1, unchanged: 1 })
    expect(rerun.text.split('\n')[0]).toContain('failures: 1 new, 1 still there, 1 gone')
    expect(shown(rerun.text).filter((line) => line.startsWith('not ok')).length).toBe(2)
    expect(rerun.receipt.findings.failures).toEqual({ total: 2, shown: 2, indexed: 0 })
    proved(source, rerun)
  })

  it('that is other output altogether is an ordinary digest', () => {
    const other = Array.from({ length: 300 }, (_, i) => `copied ${spread(i + 3000)} to ${spread(i + 4000)}`).join('\n')
    expect(digestRerun(other, run(300, 0), { budget: 500 }).againstEarlier).toBe(false)
  })

  it('of a short text is the text', () => {
    expect(digestRerun('all\nis well\n', 'all\nis well\n')).toMatchObject({ text: 'all\nis well\n', againstEarlier: false })
  })

  it('keeps protected lines though they are not new', () => {
    const line = `ok 8 - part ${spread(7)} keeps ${spread(407)} (${(spread(5007) % 900) + 1} ms)`
    const rerun = digestRerun(run(300, 5000), run(300, 0), { budget: 1000, protectLines: [line] })
    expect(shown(rerun.text)).toContain(line)
  })

  it('never hides a failure that is still there, is shorter, and proves itself', () => {
    const failing = fc.uniqueArray(fc.integer({ min: 0, max: 119 }), { maxLength: 40 })
    fc.assert(
      fc.property(failing, failing, fc.integer({ min: 60, max: 1500 }), fc.boolean(), (now, before, budget, told) => {
        const source = run(120, 7000, now)
        const rerun = digestRerun(source, run(120, 0, before), { budget, ...(told ? { exitCode: now.length > 0 ? 1 : 0 } : {}) })
        proved(source, rerun)
        const { total, shown: seen, indexed } = rerun.receipt.findings.failures
        expect({ total, all: seen + indexed }).toEqual({ total: now.length, all: now.length })
        const same = now.filter((i) => before.includes(i)).length
        expect(rerun.changes.failures).toEqual({ fresh: now.length - same, gone: before.length - same, unchanged: same })
      }),
      { numRuns: 60 },
    )
  })
})
