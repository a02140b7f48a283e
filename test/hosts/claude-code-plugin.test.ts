/** The plugin as users get it: validated, tested by the program's own kit, installed from the package's folder. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readLedger } from '../../src/ledger/ledger.ts'
import { call, callClaude, createWorld, plugin, runClaude, type World } from './support/claude.ts'
import { expectDigest, suitesCommand, suitesOutput } from './support/expect.ts'
import { claudeProgram } from './support/programs.ts'

// Several runs of a large program.
vi.setConfig({ testTimeout: 600_000 })

const VERSIONS = ['2.1.332', '2.1.197'] as const
const marketplace = fileURLToPath(new URL('../..', import.meta.url))
const programs = new Map(VERSIONS.map((version) => [version, claudeProgram(version)]))
const current = programs.get('2.1.332')

let world: World
beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.remove())

describe.skipIf(current === undefined)('the plugin', () => {
  test('is valid, strictly, and its directory checks find nothing', async () => {
    const { code, out } = await callClaude(current!, world, ['plugin', 'validate', plugin, '--strict'])
    expect(out).toContain('Validation passed')
    expect(out).toContain('These checks found nothing to report')
    expect(code).toBe(0)
  })

  test('passes its own tests in the kit of the program', async () => {
    const { code, out } = await callClaude(current!, world, ['plugin', 'test', plugin])
    expect(out).toMatch(/ 4 pass\n 0 fail/)
    expect(code).toBe(0)
  })

  test('imports nothing from Node, and has the version of the package', () => {
    const mod = readFileSync(join(plugin, 'dist/mod.js'), 'utf8')
    expect(/(?:from|import)\s*\(?["']node:/.test(mod)).toBe(false)
    expect(/\bfunction register\(/.test(mod)).toBe(true)
    // Above this the program does not read it, and these it runs slowly.
    expect(mod.length).toBeLessThan(1 << 20)
    expect(mod).not.toContain('encodeInto')
    expect(/^const\{[\w,]*\bMath\b[\w,]*\}=globalThis;/.test(mod)).toBe(true)
    const version = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8')).version
    expect(version(join(plugin, '.claude-plugin/plugin.json'))).toBe(version(join(marketplace, 'package.json')))
  })
})

describe.each(VERSIONS)('installed from the folder of the package, in %s', (version) => {
  const program = programs.get(version)

  test.skipIf(program === undefined)('shortens a result, and its MCP server connects', async () => {
    const steps = [
      ['plugin', 'marketplace', 'add', marketplace],
      ['plugin', 'install', 'context-diet@context-diet'],
    ]
    for (const args of steps) expect(await callClaude(program!, world, args)).toMatchObject({ code: 0 })
    const script = [call('Bash', { command: suitesCommand(600) }), { text: 'done' }]
    const { results } = await runClaude({ program: program!, world, args: ['--allowedTools', 'Bash'], script })
    expectDigest(results[0]!, { original: suitesOutput(600), target: 4000 })
    expect(readLedger(join(world.project, '.context-diet')).entries).toMatchObject([{ decision: 'reduced', tool: 'Bash' }])
    expect((await callClaude(program!, world, ['mcp', 'list'])).out).toMatch(/plugin:context-diet:diet: .*Connected/)
  })
})
