/** The callback inside of the real Claude Agent SDK, against a scripted model. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readLedger } from '../../src/ledger/ledger.ts'
import { repository } from '../helpers/cli.ts'
import { call, createWorld, type World } from './support/claude.ts'
import { expectDigest, suitesCommand, suitesOutput } from './support/expect.ts'
import { type Received, serveMessages } from './support/messages-server.ts'
import { claudeProgram, fetchPackage } from './support/programs.ts'

// The optional packages are the program itself, for each platform; it is here already.
const sdk = fetchPackage('@anthropic-ai/claude-agent-sdk', '0.3.332', ['--omit=optional'])
const program = claudeProgram('2.1.332')

let world: World
beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.remove())

interface Sdk {
  query(parameters: { prompt: string; options: object }): AsyncIterable<{ readonly type: string }>
}
interface Entry {
  dietHooks(options?: object): object
}

const runQuery = async (hooks: object): Promise<readonly Received[]> => {
  const { query } = (await import(pathToFileURL(join(sdk!, 'sdk.mjs')).href)) as Sdk
  const server = await serveMessages([
    call('Bash', { command: suitesCommand(600) }),
    call('Bash', { command: suitesCommand(400, 17, 300) }),
    call('Bash', { command: 'echo small' }),
    { text: 'done' },
  ])
  try {
    const options = {
      cwd: world.project,
      pathToClaudeCodeExecutable: program,
      allowedTools: ['Bash'],
      hooks,
      env: {
        PATH: process.env.PATH,
        HOME: world.home,
        CLAUDE_CONFIG_DIR: join(world.home, '.claude'),
        ANTHROPIC_BASE_URL: server.url,
        ANTHROPIC_API_KEY: 'dummy',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_TELEMETRY: '1',
        DISABLE_ERROR_REPORTING: '1',
        DISABLE_AUTOUPDATER: '1',
      },
    }
    for await (const message of query({ prompt: 'go', options })) if (message.type === 'result') break
    return server.results()
  } finally {
    await server.close()
  }
}

describe.skipIf(sdk === undefined || program === undefined)('the Claude Agent SDK', () => {
  test('a long success becomes a digest; a failure and a short result reach the model as they are', async () => {
    const { dietHooks } = (await import(pathToFileURL(join(repository, 'dist/claude-agent-sdk.js')).href)) as Entry
    const [passing, failing, small] = await runQuery(dietHooks())
    expectDigest(passing!, { original: suitesOutput(600), target: 4000, shown: ['0 failed, 600 passed, 600 total'] })
    expect(failing!.isError).toBe(true)
    expect(failing!.text).not.toContain('[diet]')
    expect(small!.text).toBe('small')
    const entries = readLedger(join(world.project, '.context-diet')).entries
    expect(entries).toEqual([expect.objectContaining({ decision: 'reduced', host: 'claude-agent-sdk', tool: 'Bash' })])
  })

  test('the types fit those of the SDK', () => {
    const dir = join(world.project, 'types')
    mkdirSync(dir)
    const file = join(dir, 'use.ts')
    writeFileSync(
      file,
      `import type { HookCallback, Options } from ${JSON.stringify(join(sdk!, 'sdk.d.ts'))}
       import { createDietHook, dietHooks } from ${JSON.stringify(join(repository, 'src/claude-agent-sdk.ts'))}
       export const callback: HookCallback = createDietHook({ mode: 'on' })
       export const options: Options = { hooks: { ...dietHooks() } }
       // @ts-expect-error the mode is none
       createDietHook({ mode: 'loud' })`,
    )
    expect(existsSync(join(sdk!, 'sdk.d.ts'))).toBe(true)
    const checked = ts.createProgram([file], {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      allowImportingTsExtensions: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: true,
      noEmit: true,
      types: ['node'],
      typeRoots: [join(repository, 'node_modules/@types')],
    })
    const problems = ts
      .getPreEmitDiagnostics(checked, checked.getSourceFile(file))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
    expect(problems).toEqual([])
  })
})
