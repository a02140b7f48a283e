/** Faults around the plugin inside the real program: the model always gets text, and the report says what went wrong. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readLedger } from '../../src/ledger/ledger.ts'
import { type ClaudeRun, call, createWorld, plugin, runClaude, type World } from './support/claude.ts'
import { expectDigest, originalPath, suitesCommand, suitesOutput } from './support/expect.ts'
import { claudeProgram } from './support/programs.ts'

// Several runs of a large program.
vi.setConfig({ testTimeout: 600_000 })

const [program, older] = [claudeProgram('2.1.332'), claudeProgram('2.1.197')]

let world: World
const mounted: string[] = []
beforeEach(() => {
  world = createWorld()
})
afterEach(() => {
  for (const dir of mounted.splice(0)) spawnSync('umount', [dir])
  world.remove()
})

const stash = (): string => join(world.project, '.context-diet')
const ledger = () => readLedger(stash()).entries
const whole = suitesOutput(600).trimEnd()

const run = (command: string, more: { readonly program?: string; readonly plugin?: string } = {}): Promise<ClaudeRun> =>
  runClaude({
    program: program!,
    world,
    plugin,
    args: ['--allowedTools', 'Bash'],
    script: [call('Bash', { command }), { text: 'done' }],
    ...more,
  })

/** A copy of the plugin with another program for its hook. */
const withHook = (code: string): string => {
  const copy = mkdtempSync(join(tmpdir(), 'plugin-'))
  cpSync(plugin, copy, { recursive: true })
  writeFileSync(join(copy, 'dist/fallback.cjs'), code)
  return copy
}

describe.skipIf(program === undefined || older === undefined)('Claude Code: faults', () => {
  test('a full disk, then a read-only one: the whole text, and /diet report says why', async ({ skip }) => {
    mkdirSync(stash())
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', stash()]).status !== 0) skip('mounting needs root')
    mounted.push(stash())
    expect((await run(suitesCommand(600))).results[0]!.text.trimEnd()).toBe(whole)
    expect(ledger()).toMatchObject([{ decision: 'failed', reason: 'stash-full' }])
    spawnSync('mount', ['-o', 'remount,ro', stash()])
    expect((await run(suitesCommand(600))).results[0]!.text.trimEnd()).toBe(whole)
    const report = await runClaude({ program: program!, world, plugin, prompt: '/diet report', script: [{ text: 'no' }] })
    expect(report.out).toMatch(/Last error: stash-(?:full|readonly)/)
  })

  test('a hook that dies in the middle of its answer: the whole text', async () => {
    const copy = withHook("process.stdout.write('{\"hookSpecificOutput\":{\"hookEv')\nprocess.kill(process.pid, 'SIGKILL')\n")
    const { results } = await run(suitesCommand(600), { program: older!, plugin: copy })
    rmSync(copy, { recursive: true, force: true })
    expect(results[0]!.text.trimEnd()).toBe(whole)
  })

  test('a result of 20 MB', async () => {
    const lines = Array.from({ length: 500_000 }, (_, n) =>
      n === 300_000 ? 'ERROR a.ts:3: expected 4, received 5' : `step ${n} of the long import is done`,
    )
    writeFileSync(join(world.project, 'big.log'), `${lines.join('\n')}\n`)
    const { results } = await run('cat big.log')
    const [result] = results
    expect(result!.text.length).toBeLessThanOrEqual(3000)
    if (result!.text.startsWith('[diet]')) {
      expect(result!.text).toContain('ERROR a.ts:3: expected 4, received 5')
      expect(readFileSync(originalPath(result!.text)).length).toBeGreaterThan(18e6)
    } else {
      // Too slow a machine for the time that the program gives a mod: its own preview, and the reason as the program words it.
      expect(result!.text).toMatch(/^<persisted-output>/)
      expect(ledger()).toMatchObject([{ decision: 'failed', reason: expect.stringMatching(/^mod-(?:timeout|throw)$/) }])
    }
  })

  test('two sessions at once in one project', async () => {
    const runs = await Promise.all([run(suitesCommand(600)), run(suitesCommand(601))])
    for (const [at, { results }] of runs.entries()) expectDigest(results[0]!, { original: suitesOutput(600 + at), target: 4000 })
    expect(ledger().map(({ decision }) => decision)).toEqual(['reduced', 'reduced'])
    expect(new Set(ledger().map(({ session }) => session)).size).toBe(2)
  })
})
