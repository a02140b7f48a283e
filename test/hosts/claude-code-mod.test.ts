/** The mod of the plugin inside the real program: every sort of result, and what it must leave alone. */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readLedger } from '../../src/ledger/ledger.ts'
import { type ClaudeRun, call, callClaude, createWorld, plugin, runClaude, type World, withMcp } from './support/claude.ts'
import { expectDigest, mcpServer, originalPath, suitesCommand, suitesOutput } from './support/expect.ts'
import type { Step } from './support/messages-server.ts'
import { claudeProgram } from './support/programs.ts'

// Several runs of a large program.
vi.setConfig({ testTimeout: 600_000 })

const program = claudeProgram('2.1.332')

let world: World
beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.remove())

const stash = (): string => join(world.project, '.context-diet')
const ledger = () => readLedger(stash()).entries
const originals = () => (existsSync(stash()) ? readdirSync(stash()).filter((name) => /^[0-9a-f]{24}\.txt$/.test(name)) : [])

const run = (
  script: readonly Step[],
  options: { args?: readonly string[]; plugin?: string; prompt?: string } = {},
): Promise<ClaudeRun> =>
  runClaude({
    program: program!,
    world,
    plugin,
    args: ['--allowedTools', 'Bash,mcp__test,Grep,Glob,Read,Task'],
    script: [...script, { text: 'done' }],
    ...options,
  })

const FAILING = [17, 300, 588]
const FACTS = FAILING.flatMap((n) => [`FAIL src/orders/order${n}.test.ts`, `Received: ${2000 + n}`])

describe.skipIf(program === undefined)('Claude Code 2.1.332: the mod', () => {
  test('is the version that was asked for', async () => {
    expect((await callClaude(program!, world, ['--version'])).out).toMatch(/^2\.1\.332 /)
  })

  test('reduces shell results: failing, long, moved to a file; small ones and those with # diet:off stay', async () => {
    const lines = Array.from({ length: 5000 }, (_, i) => `ok case ${i + 1} of the parser`).join('\n')
    writeFileSync(join(world.project, 'lines.txt'), `${lines}\n`)
    const { results, sent, code } = await run([
      call('Bash', { command: suitesCommand(600, ...FAILING) }),
      call('Bash', { command: 'cat lines.txt' }),
      call('Bash', { command: suitesCommand(400) }),
      call('Bash', { command: `${suitesCommand(401)} # diet:off` }),
      call('Bash', { command: 'echo small' }),
    ])
    expect(code).toBe(0)
    const [failing, moved, passing, off, small] = results
    expect(failing!.isError).toBe(true)
    expect(failing!.text).toMatch(
      /^Exit code 1\n\[diet\] .* exit 1\. .*as received, the host cut \d+ chars out of its middle: \S+\n/,
    )
    for (const fact of FACTS) expect(failing!.text).toContain(fact)
    expect(failing!.text.length).toBeLessThanOrEqual(4000)
    expectDigest(moved!, { original: lines, target: 3000 })
    expectDigest(passing!, { original: suitesOutput(400), target: 4000, shown: ['0 failed, 400 passed, 400 total'] })
    expect(off!.text.trimEnd()).toBe(suitesOutput(401).trimEnd())
    expect(small!.text).toBe('small')
    expect(sent).not.toContain('ok case 2500 of the parser')
    expect(originals()).toHaveLength(3)
  })

  test('reduces what MCP tools answer, errors too; prose, files and edits stay', async () => {
    const page = Array.from({ length: 900 }, (_, i) => `const value${i} = compute(${i})`).join('\n')
    writeFileSync(join(world.project, 'page.ts'), page)
    const { results } = await run(
      [
        call('mcp__test__rows', { count: 3000 }),
        call('mcp__test__structured', { count: 600 }),
        call('mcp__test__broken', {}),
        call('mcp__test__notes', {}),
        call('Read', { file_path: join(world.project, 'page.ts') }),
      ],
      { args: ['--allowedTools', 'mcp__test,Read', ...withMcp(world)] },
    )
    const [rows, structured, broken, notes, read] = results
    const direct = await import(mcpServer)
    const complete = direct.answerCall('rows', { count: 3000 }).content[0].text
    expect(complete.length).toBeGreaterThan(200_000)
    expect(readFileSync(originalPath(rows!.text), 'utf8')).toBe(complete)
    expect(rows!.text).toContain('error: disk full')
    expect(rows!.text.length).toBeLessThanOrEqual(3000)
    expect(structured!.text).toMatch(/^\[diet\] /)
    expect(broken!.isError).toBe(true)
    expect(broken!.text).toMatch(/^\[diet\] /)
    expect(broken!.text.length).toBeLessThanOrEqual(4000)
    expect(notes!.text).not.toContain('[diet]')
    expect(read!.text).toContain('const value899 = compute(899)')
    expect(read!.text).not.toContain('[diet]')
  })

  test('reduces what Grep and Glob find, and what a subagent reads', async () => {
    for (let i = 0; i < 300; i++)
      writeFileSync(join(world.project, `module-with-a-long-name-${i}.txt`), `needle number ${i} in a haystack\n`)
    const { results } = await run(
      [
        call('Grep', { pattern: 'needle', output_mode: 'content', head_limit: 300 }),
        call('Task', { description: 'look', prompt: 'look', subagent_type: 'general-purpose' }),
        call('Bash', { command: suitesCommand(600, ...FAILING) }),
        { text: 'the subagent is done' },
      ],
      { args: ['--allowedTools', 'Bash,Grep,Glob,Task', '--tools', 'Bash,Grep,Glob,Task'] },
    )
    const grep = results.find(({ text }) => text.includes('needle'))
    expect(grep!.text).toMatch(/^\[diet\] /)
    const sub = results.find(({ text }) => text.startsWith('Exit code 1'))
    expect(sub!.text).toContain('[diet]')
    for (const fact of FACTS) expect(sub!.text).toContain(fact)
  })

  test('the hook stands down: one decision for one result, and a mod that cannot load leaves the hook at work', async () => {
    const script = [call('Bash', { command: suitesCommand(600) })]
    await run(script)
    expect(ledger().map(({ decision }) => decision)).toEqual(['reduced'])
    const broken = mkdtempSync(join(tmpdir(), 'plugin-'))
    cpSync(plugin, broken, { recursive: true })
    writeFileSync(join(broken, 'dist/mod.js'), "import 'node:fs'\nexport function register() {}\n")
    const { results } = await run(script, { plugin: broken })
    rmSync(broken, { recursive: true, force: true })
    expectDigest(results[0]!, { original: suitesOutput(600), target: 4000 })
    expect(ledger().map(({ decision }) => decision)).toEqual(['reduced', 'reduced'])
  })

  test('dry changes nothing; off does not even measure; keep keeps', async () => {
    const script = [call('Bash', { command: suitesCommand(600) })]
    const whole = suitesOutput(600).trimEnd()
    for (const settings of [{ mode: 'dry' }, { mode: 'off' }, { keep: ['suites.mjs'] }]) {
      world.settings(settings)
      expect((await run(script)).results[0]!.text.trimEnd()).toBe(whole)
    }
    expect(ledger()).toMatchObject([
      { decision: 'unchanged', reason: 'dry' },
      { decision: 'unchanged', reason: 'kept' },
    ])
    expect(originals()).toEqual([])
  })

  test('the same command again: what is new, and every failure that is still there', async () => {
    const log = Array.from({ length: 300 }, (_, n) =>
      n === 150 ? 'ERROR a.ts:3: expected 4, received 5' : `step ${n} of the import takes ${(n * 7919) % 1000} rows`,
    )
    writeFileSync(join(world.project, 'log.txt'), `${log.join('\n')}\n`)
    writeFileSync(join(world.project, 'job.sh'), 'cat log.txt; echo "ERROR b.ts:9: expected 1, received 2" >> log.txt\n')
    world.settings({ capture: true })
    const failing = suitesCommand(600, ...FAILING)
    const again = [call('Bash', { command: 'sh job.sh' }), call('Bash', { command: failing })]
    const { results } = await run([...again, ...again])
    const [first, , job, suites] = results
    expect(job!.text).toContain(`against the earlier output ${originalPath(first!.text)}, lines: 1 new, 300 as before, 0 gone`)
    expect(job!.text).toContain('ERROR a.ts:3: expected 4, received 5')
    expect(job!.text).toContain('ERROR b.ts:9: expected 1, received 2')
    expect(job!.text.length).toBeLessThan(first!.text.length * 0.8)
    for (const n of FAILING) expect(suites!.text).toContain(`FAIL src/orders/order${n}.test.ts`)
    expect(suites!.text).toContain('failures: 0 new, 3 still there, 0 gone')
    expect(suites!.text).toContain('exit 1')
  })

  test('opening an original is charged back, and its text is never cut', async () => {
    const first = await run([call('Bash', { command: suitesCommand(600) })])
    const path = originalPath(first.results[0]!.text)
    const { results } = await run([call('Bash', { command: `cat ${path}` }), call('Read', { file_path: path })])
    expect(results[0]!.text.trimEnd()).toBe(suitesOutput(600).trimEnd())
    const reopened = ledger().filter(({ decision }) => decision === 'reopened')
    expect(reopened.map(({ tool }) => tool)).toEqual(['Bash', 'Read'])
    expect(reopened[0]!.tokens![1]).toBeGreaterThan(5000)
  })
})
