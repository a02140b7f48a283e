/** What `init claude-code` sets up works in the real program: by the mod where there is one, by the hook where there is none, never by both. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readLedger } from '../../src/ledger/ledger.ts'
import { program as diet } from '../helpers/cli.ts'
import { call, createWorld, runClaude, type World } from './support/claude.ts'
import { expectDigest, suitesCommand, suitesOutput } from './support/expect.ts'
import { claudeProgram } from './support/programs.ts'

let world: World
beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.remove())

const callDiet = (...args: string[]): string =>
  execFileSync(process.execPath, [diet, ...args], {
    cwd: world.project,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: world.home, CLAUDE_CONFIG_DIR: join(world.home, '.claude') },
  })

const script = [
  call('Bash', { command: suitesCommand(600) }),
  call('Bash', { command: suitesCommand(400, 17, 300) }),
  { text: 'done' },
]
const short = [call('Bash', { command: suitesCommand(600) }), { text: 'done' }]
const settings = (): string => join(world.home, '.claude/settings.json')
const reductions = (): number =>
  readLedger(join(world.project, '.context-diet')).entries.filter(({ decision }) => decision === 'reduced').length

const withMods = claudeProgram('2.1.332')
const withoutMods = claudeProgram('2.1.197')

describe.skipIf(withMods === undefined || withoutMods === undefined)('init claude-code', () => {
  test('where mods are loaded: a success and a failure become digests, each once', async () => {
    callDiet('init', 'claude-code', '--yes')
    const { results, code } = await runClaude({ program: withMods!, world, args: ['--allowedTools', 'Bash'], script })
    expect(code).toBe(0)
    expectDigest(results[0]!, { original: suitesOutput(600), target: 4000 })
    expect(results[1]).toMatchObject({ isError: true, text: expect.stringContaining('[diet] ') })
    expect(reductions()).toBe(2)
    expect(callDiet('doctor')).toMatch(/^ok +calls +Claude Code last called at/m)
    expect(callDiet('report')).toMatch(/^Saved [\d,]+ tokens/)
  })

  test('where they are not: a success becomes a digest by the hook', async () => {
    callDiet('init', 'claude-code', '--yes')
    const { results } = await runClaude({ program: withoutMods!, world, args: ['--allowedTools', 'Bash'], script })
    expectDigest(results[0]!, { original: suitesOutput(600), target: 4000 })
    expect(results[1]!.text).not.toContain('[diet]')
    expect(reductions()).toBe(1)
  })

  test('the local scope works as well, and after --undo nothing is touched any more', async () => {
    callDiet('init', 'claude-code', '--scope', 'local', '--yes')
    const before = await runClaude({ program: withMods!, world, args: ['--allowedTools', 'Bash'], script: short })
    expect(before.results[0]!.text).toMatch(/^\[diet\] /)
    callDiet('init', '--undo', '--yes')
    expect(existsSync(join(world.project, '.claude/settings.local.json'))).toBe(false)
    const after = await runClaude({ program: withMods!, world, args: ['--allowedTools', 'Bash'], script: short })
    expect(after.results[0]!.text).not.toContain('[diet]')
    if (existsSync(settings())) expect(readFileSync(settings(), 'utf8')).not.toContain('context-diet')
  })
})
