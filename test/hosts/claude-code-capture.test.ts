/** Capture inside the real program: the complete output of a failing command, and permissions that keep their meaning. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ClaudeRun, call, createWorld, plugin, runClaude, type World } from './support/claude.ts'
import { expectDigest, suitesCommand, suitesOutput } from './support/expect.ts'
import { claudeProgram } from './support/programs.ts'

// Several runs of a large program.
vi.setConfig({ testTimeout: 600_000 })

const program = claudeProgram('2.1.332')

let world: World
beforeEach(() => {
  world = createWorld()
  world.settings({ capture: true })
})
afterEach(() => world.remove())

const run = (command: string, args: readonly string[]): Promise<ClaudeRun> =>
  runClaude({ program: program!, world, plugin, args, script: [call('Bash', { command }), { text: 'done' }] })

const captures = (): readonly string[] =>
  readdirSync(join(world.project, '.context-diet')).filter((name) => name.startsWith('.capture'))

/** In the middle, where the program cuts. */
const FAILING = [901, 1800, 2400]

describe.skipIf(program === undefined)('Claude Code 2.1.332: capture', () => {
  test('a failing command of 168 kB: every failure is shown, the exit code is its own, the original is complete', async () => {
    const words = ['--plain', 4100, ...FAILING] as const
    const original = suitesOutput(...words)
    expect(original.length).toBeGreaterThan(168_000)
    const { results } = await run(suitesCommand(...words), ['--allowedTools', 'Bash'])
    const [result] = results
    expect(result!.isError).toBe(true)
    expect(result!.text).toMatch(/^Exit code 1\n\[diet\] .* exit 1\. failures shown 3 of 3\./)
    const shown = FAILING.flatMap((n) => [`FAIL src/orders/order${n}.test.ts`, `Received: ${2000 + n}`])
    expectDigest(result!, { original, target: 4000, shown })
    expect(captures()).toEqual([])
  })

  test('the permission is that of the command which the model wrote', async () => {
    const marker = join(world.project, 'ran.txt')
    writeFileSync(
      join(world.project, 'touch.mjs'),
      `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(marker)}, 'x')\n`,
    )
    const ran = async (args: readonly string[]): Promise<boolean> => {
      writeFileSync(marker, '')
      await run('node touch.mjs', args)
      return readFileSync(marker, 'utf8') === 'x'
    }
    const rules = (permissions: object): readonly string[] => ['--settings', JSON.stringify({ permissions })]
    expect(await ran(rules({ allow: ['Bash(node:*)'] }))).toBe(true)
    expect(await ran(rules({}))).toBe(false)
    expect(await ran(rules({ allow: ['Bash'], deny: ['Bash(node:*)'] }))).toBe(false)
    expect(await ran(rules({ allow: ['Bash'], ask: ['Bash(node:*)'] }))).toBe(false)
  })
})
