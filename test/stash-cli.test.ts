/** The stash on the command line, on the built program. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { readLedger } from '../src/ledger/ledger.ts'
import { createFileStash, type FileRef } from '../src/stash/file.ts'
import { run } from './helpers/cli.ts'

const root = mkdtempSync(join(tmpdir(), 'diet-stash-cli-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const TEXT = Array.from({ length: 2000 }, (_, i) => (i === 1200 ? 'ERROR disk full' : `line ${i + 1}`)).join('\r\n')

let cwd = ''
let dir = ''
let ref: FileRef
beforeEach(() => {
  cwd = mkdtempSync(join(root, 'project-'))
  dir = join(cwd, '.context-diet')
  ref = createFileStash({ dir }).putSync(TEXT)
})

describe('retrieve', () => {
  it('prints lines as they are, under a line that says which', () => {
    const { code, out, err } = run(['retrieve', ref.key, '--lines', 'L3-4'], { cwd })
    expect([code, err]).toEqual([0, ''])
    expect(out).toBe(`[diet] ${ref.key}: L3-4 of 2000 lines.\nline 3\r\nline 4\r\n`)
  })

  it('prints pages, each with the command that prints the next', () => {
    let args = ['retrieve', ref.key]
    let rebuilt = ''
    for (let pages = 0; args.length > 0 && pages < 10; pages++) {
      const { code, out } = run(args, { cwd })
      expect(code).toBe(0)
      expect(out.length).toBeLessThanOrEqual(8000)
      const next = /\n\[diet\] next page: context-diet (.+)$/.exec(out)
      rebuilt += out.slice(out.indexOf('\n') + 1, next === null ? undefined : next.index + 1)
      args = next === null ? [] : next[1]!.split(' ')
    }
    expect(rebuilt).toBe(TEXT)
  })

  it('finds by pattern, in a subdirectory of the project too', () => {
    mkdirSync(join(cwd, '.git'))
    mkdirSync(join(cwd, 'deep', 'down'), { recursive: true })
    const { out } = run(['retrieve', ref.key.toUpperCase(), '--grep', 'ERROR|FAIL', '--context', '1'], {
      cwd: join(cwd, 'deep', 'down'),
    })
    expect(out).toBe(
      `[diet] ${ref.key}: 1 matching line for "ERROR|FAIL" in L1-2000 of 2000 lines.\n1200-line 1200\n1201:ERROR disk full\n1202-line 1202\n`,
    )
  })

  it('prints the value of a JSON pointer, and JSON on demand', () => {
    const { key } = createFileStash({ dir }).putSync('{"a":[{"b":1.50}]}')
    expect(run(['retrieve', key, '--pointer', '/a/0/b'], { cwd }).out).toMatch(/\n1\.50$/)
    expect(JSON.parse(run(['retrieve', key, '--json'], { cwd }).out)).toMatchObject({
      key,
      text: expect.stringContaining('1.50'),
    })
  })

  it('prints the exact bytes with --raw', () => {
    const bytes = Buffer.from([0x61, 0xff, 0x0d, 0x0a, 0x00, 0x62])
    const { key } = createFileStash({ dir }).putSync(bytes)
    expect(run(['retrieve', key, '--raw'], { cwd }).bytes).toEqual(bytes)
  })

  it('charges what was read again to the ledger', () => {
    run(['retrieve', ref.key, '--lines', '1-2'], { cwd })
    const [entry] = readLedger(dir).entries
    // The page: a first line of 53 chars and 16 chars of content.
    expect(entry).toMatchObject({ decision: 'reopened', host: 'cli', key: ref.key, tokens: [0, expect.any(Number)] })
    expect(entry!.tokens![1]).toBeGreaterThan(0)
  })

  it('tells every miss apart, in one sentence with exit code 4', () => {
    const stash = createFileStash({ dir })
    const [expired, purged, corrupt] = ['expired', 'purged', 'corrupt'].map((text) => stash.putSync(text))
    const longAgo = Date.now() / 1000 - 8 * 86_400
    utimesSync(expired!.path, longAgo, longAgo)
    expect(run(['stash', 'purge', '--key', purged!.key], { cwd }).code).toBe(0)
    writeFileSync(corrupt!.path, 'changed')
    const cases: readonly (readonly [key: string, why: RegExp])[] = [
      [expired!.key, /expired: nothing used it for 7 days; run the command again/],
      [purged!.key, /removed by a purge/],
      [corrupt!.key, /was changed after it was saved, so it is not shown/],
      ['0'.repeat(24), /^context-diet: No original 0{24} is known/],
      ['../../etc/passwd', /is not a stash key/],
    ]
    for (const [key, why] of cases) {
      const { code, out, err } = run(['retrieve', key], { cwd })
      expect([code, out], key).toEqual([4, ''])
      expect(err).toMatch(why)
      expect(err.trimEnd()).not.toContain('\n')
    }
  })

  it.each([
    [['--lines', 'x'], /write one range/],
    [['--lines', '5000-'], /has 2000 lines: ask for lines from 1 to 2000/],
    [['--grep', '('], /pattern cannot be used/],
    [['--pointer', '/a'], /not JSON/],
  ])('refuses %j with exit code 2', (args, why) => {
    const { code, err } = run(['retrieve', ref.key, ...args], { cwd })
    expect(code).toBe(2)
    expect(err).toMatch(why)
  })

  it('needs a key', () => {
    expect(run(['retrieve'], { cwd })).toMatchObject({ code: 2, err: expect.stringContaining('needs a KEY') })
  })
})

describe('stash', () => {
  it('lists, sweeps and purges', () => {
    expect(run(['stash', 'ls'], { cwd }).out).toMatch(
      new RegExp(`^${ref.key}  +[\\d.]+ KB  +0 minutes ago  ${ref.path}\\n1 original, .* in ${dir}\\n$`),
    )
    expect(JSON.parse(run(['stash', 'ls', '--json'], { cwd }).out)).toMatchObject([{ key: ref.key, bytes: TEXT.length }])
    expect(run(['stash', 'gc'], { cwd }).out).toMatch(/^0 expired, 0 evicted, 0 interrupted writes removed; 0 bytes freed\n$/)
    expect(run(['stash', 'purge', '--older-than', '1h'], { cwd }).out).toMatch(/^0 originals removed/)
    expect(readFileSync(ref.path, 'utf8')).toBe(TEXT)
    expect(run(['stash', 'purge'], { cwd }).out).toMatch(/^1 originals removed/)
    expect(run(['stash', 'ls'], { cwd }).out).toMatch(/^0 originals/)
  })

  it.each([
    [['stash'], /needs an action; choose ls or gc or purge/],
    [['stash', 'rm'], /choose ls or gc or purge/],
    [['stash', 'purge', '--older-than', 'soon'], /30m, 12h or 7d/],
    [['stash', 'purge', '--key', 'x'], /24 hex characters/],
    [['stash', 'ls', '--older-than', '1h'], /choose what to purge/],
  ])('refuses %j with exit code 2', (args, why) => {
    const { code, err } = run(args, { cwd })
    expect(code).toBe(2)
    expect(err).toMatch(why)
    expect(readFileSync(ref.path, 'utf8')).toBe(TEXT)
  })
})
