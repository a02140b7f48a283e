/** The settings hook of the plugin inside the real program, on a version without mods: it reduces what succeeded. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readLedger } from '../../src/ledger/ledger.ts'
import { call, callClaude, createWorld, plugin, runClaude, type World, withMcp } from './support/claude.ts'
import { expectDigest, originalPath, suitesCommand, suitesOutput } from './support/expect.ts'
import { claudeProgram } from './support/programs.ts'

// Several runs of a large program.
vi.setConfig({ testTimeout: 600_000 })

const program = claudeProgram('2.1.197')

let world: World
beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.remove())

const ledger = () => readLedger(join(world.project, '.context-diet')).entries

describe.skipIf(program === undefined)('Claude Code 2.1.197: the settings hook', () => {
  test('is the version that was asked for', async () => {
    expect((await callClaude(program!, world, ['--version'])).out).toMatch(/^2\.1\.197 /)
  })

  test('successes are reduced, from the file where the host moved them; failures, prose and small results stay', async () => {
    const lines = Array.from({ length: 5000 }, (_, i) => `ok case ${i + 1} of the parser`).join('\n')
    writeFileSync(join(world.project, 'lines.txt'), `${lines}\n`)
    const run = await runClaude({
      program: program!,
      world,
      plugin,
      args: ['--allowedTools', 'Bash,mcp__test', ...withMcp(world)],
      script: [
        call('Bash', { command: 'cat lines.txt' }),
        call('Bash', { command: suitesCommand(600) }),
        call('mcp__test__rows', { count: 600 }),
        call('mcp__test__rows', { count: 3000 }),
        call('mcp__test__notes', {}),
        call('Bash', { command: suitesCommand(400, 17, 300) }),
        call('Bash', { command: 'echo small' }),
        { text: 'done' },
      ],
    })
    expect(run.code).toBe(0)
    const [long, passing, rows, table, notes, failing, small] = run.results
    expectDigest(long!, { original: lines, target: 3000 })
    expectDigest(passing!, { original: suitesOutput(600), target: 4000, shown: ['0 failed, 600 passed, 600 total'] })
    for (const { text } of [rows!, table!]) {
      expect(text).toMatch(/^\[diet\] /)
      expect(text.length).toBeLessThanOrEqual(4000)
      expect(existsSync(originalPath(text))).toBe(true)
    }
    expect(table!.text).toContain('error: disk full')
    expect(notes!.text).not.toContain('[diet]')
    expect(failing!.isError).toBe(true)
    expect(failing!.text).not.toContain('[diet]')
    expect(small!.text).toBe('small')
    expect(run.sent).not.toContain('ok case 2500 of the parser')
    expect(ledger().filter(({ decision }) => decision === 'reduced')).toHaveLength(4)
    expect(ledger().filter(({ reason }) => reason === 'prose')).toHaveLength(1)
  })

  test('dry changes nothing and measures', async () => {
    world.settings({ mode: 'dry' })
    const run = await runClaude({
      program: program!,
      world,
      plugin,
      args: ['--allowedTools', 'Bash'],
      script: [call('Bash', { command: suitesCommand(600) }), { text: 'done' }],
    })
    expect(run.results[0]!.text.trimEnd()).toBe(suitesOutput(600).trimEnd())
    expect(ledger()).toMatchObject([{ decision: 'unchanged', reason: 'dry', tool: 'Bash' }])
    expect(existsSync(join(world.project, '.context-diet', `${ledger()[0]!.key}.txt`))).toBe(false)
  })
})
