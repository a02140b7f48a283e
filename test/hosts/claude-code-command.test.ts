/** `/diet` inside the real program: it answers without the model, and what it sets holds for the next session. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { call, createWorld, plugin, runClaude, type World } from './support/claude.ts'
import { suitesCommand } from './support/expect.ts'
import { claudeProgram } from './support/programs.ts'

// Several runs of a large program.
vi.setConfig({ testTimeout: 600_000 })

const program = claudeProgram('2.1.332')

let world: World
beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.remove())

/** What the program prints for a prompt; no request may reach the model. */
const say = async (prompt: string): Promise<string> => {
  const { out, sent } = await runClaude({ program: program!, world, plugin, prompt, script: [{ text: 'the model answered' }] })
  expect(sent).toBe('[]')
  return out
}

const settings = () => JSON.parse(readFileSync(join(world.project, '.context-diet/settings.json'), 'utf8'))

describe.skipIf(program === undefined)('Claude Code 2.1.332: /diet', () => {
  test('sets the mode, the threshold, what is kept and capture', async () => {
    expect(await say('/diet 16k')).toContain('Threshold: 16000 characters.')
    expect(await say('/diet keep npm run e2e')).toContain('"npm run e2e"')
    expect(settings()).toEqual({ mode: 'on', threshold: 16000, keep: ['npm run e2e'], capture: false })
    expect(await say('/diet reset')).toContain('Threshold: 8000 characters.')
    expect(settings()).toEqual({ mode: 'on', threshold: 8000, keep: [], capture: false })
  })

  test('tells what it can, and refuses what makes no sense', async () => {
    expect(await say('/diet')).toContain('This session: 0 tokens saved in 0 cuts')
    expect(await say('/diet 12')).toContain('Say /diet with:')
    const demo = await say('/diet demo')
    expect(demo).toContain('expected: 2690')
    expect(demo).toContain('failures shown 1 of 1')
  })

  test('reports what earlier sessions saved', async () => {
    const script = [call('Bash', { command: suitesCommand(600, 17) }), { text: 'done' }]
    await runClaude({ program: program!, world, plugin, args: ['--allowedTools', 'Bash'], script })
    const report = await say('/diet report')
    expect(report).toMatch(/Saved [\d,]+ tokens, .*: 1 outputs of [\d,]+ tokens became [\d,]+, and 0 were read again/)
    expect(report).toMatch(/Bash node +1 /)
    expect(report).toContain('On disk: 1 originals')
    expect(report).not.toContain('Last error')
  })
})
