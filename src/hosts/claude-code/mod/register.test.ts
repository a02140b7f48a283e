/** The mod on an engine of our own: real files and a real shell behind the calls, rows and questions from the test. */
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readLedger } from '../../../ledger/ledger.ts'
import { keyOf } from '../../../stash/key.ts'
import type { Block, Engine, Row, Verdict } from './engine.ts'
import { register } from './register.ts'

let project = ''
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'mod-'))
  mkdirSync(join(project, '.git'))
})
afterEach(() => rmSync(project, { recursive: true, force: true }))

const stash = (): string => join(project, '.context-diet')
const settings = (values: object): void => {
  mkdirSync(stash(), { recursive: true })
  writeFileSync(join(stash(), 'settings.json'), JSON.stringify(values))
}
const ledger = () => readLedger(stash()).entries

type Hook = ($: Engine, event: never, next: never) => unknown

/** `verdict` answers permission questions. */
const load = async (changed: { verdict?: (command: string) => Verdict; run?: Engine['process']['run'] } = {}) => {
  const hooks = new Map<string, Hook>()
  const said: { status: unknown[]; toasts: string[] } = { status: [], toasts: [] }
  const variables = new Map<string, string | undefined>()
  const kept = new Map<string, unknown>()
  const verdict = changed.verdict ?? (() => ({ decision: 'allow' }) as const)
  const $ = {
    session: { root: async () => project, id: async () => 's1' },
    fs: {
      read: async (path: string, options?: { as?: string; offset?: number; length?: number }) => {
        const bytes = readFileSync(path)
        const part = bytes.subarray(options?.offset ?? 0, (options?.offset ?? 0) + (options?.length ?? bytes.length))
        return options?.as === 'bytes' ? { base64: part.toString('base64') } : part.toString('utf8')
      },
      write: async (path: string, text: string) => writeFileSync(path, text),
      exists: async (path: string) => existsSync(path),
      stat: async (path: string) => ({ kind: 'file', size: statSync(path).size }),
      list: async (path: string) =>
        readdirSync(path).map((name) => ({ name, kind: 'file', size: statSync(join(path, name)).size })),
    },
    store: { get: async (key: string) => kept.get(key), set: async (key: string, value: unknown) => void kept.set(key, value) },
    process: {
      run:
        changed.run ??
        (async ([program, ...args]: string[], { stdin = '' }: { stdin?: string } = {}) => {
          const { status, stdout, stderr } = spawnSync(program!, args, { input: stdin, encoding: 'utf8' })
          return { exitCode: status ?? 1, stdout, stderr }
        }),
      hookEnv: async () => ({ CLAUDE_PID: '4711', CLAUDE_PLUGIN_ROOT: '/nowhere' }),
    },
    env: {
      get: async (name: string) => variables.get(name),
      set: async (name: string, value: string) => void variables.set(name, value),
    },
    tool: { check: async ({ input }: { input: { command: string } }) => verdict(input.command) },
    command: { register: async () => ({}) },
    ui: { status: (text: unknown) => said.status.push(text), toast: (text: string) => said.toasts.push(text), log: () => {} },
  } as unknown as Engine
  const on = (event: string, ...rest: [Hook] | [Record<string, string>, Hook]) => {
    const [matcher, hook] = rest.length === 1 ? [{}, rest[0]] : rest
    hooks.set([event, ...Object.values(matcher)].join(' '), hook)
    return { catch: () => {} }
  }
  register(on as never)
  const raise = (name: string, event: unknown, next: (event: never) => unknown = (one) => one) =>
    hooks.get(name)!($, event as never, (async (one: never) => next(one)) as never)
  const result = async (call: { name: string; input: object; id?: string }, block: Partial<Block>): Promise<Block> => {
    const id = call.id ?? 'toolu_1'
    await raise(
      'session.append response',
      row([{ type: 'tool_use', id, name: call.name, input: call.input } as Block], 'response'),
    )
    return append({ type: 'tool_result', tool_use_id: id, ...block }, call.name)
  }
  const append = async (block: Block, tool: string): Promise<Block> =>
    ((await raise('session.append tool-result', row([block], 'tool-result', tool))) as Row).message.content[0]!
  const diet = async (args: string): Promise<string> =>
    ((await raise('command.run diet', { command: 'diet', args })) as { text: string }).text
  await raise('session.start', {})
  return { raise, result, append, diet, said, variables }
}

const row = (content: Block[], door: string, tool?: string): Row => ({
  message: { content },
  door,
  origin: { kind: 'tool', ...(tool === undefined ? {} : { tool }) },
})

const LOG = Array.from({ length: 600 }, (_, n) =>
  n === 300 ? 'ERROR a.ts:3: expected 4, received 5' : `step ${n} of the import is done`,
).join('\n')
const bash = (command: string) => ({ name: 'Bash', input: { command } })

describe('at the start', () => {
  test('the hook of this process stands down, and a variable that the user set stays', async () => {
    const { variables } = await load()
    expect(variables.get('CONTEXT_DIET_MOD')).toBe('4711')
    expect(variables.get('BASH_MAX_OUTPUT_LENGTH')).toBe('150000')
  })
})

describe('results', () => {
  test('a digest in the same shape; the original private, complete and by its key; one toast', async () => {
    const { result, said } = await load()
    const block = await result(bash('npm test'), { content: LOG, is_error: false })
    const path = join(stash(), `${keyOf(Buffer.from(LOG))}.txt`)
    expect(block).toMatchObject({ type: 'tool_result', tool_use_id: 'toolu_1', is_error: false })
    expect(block.content).toContain(`complete output, unmodified: ${path}`)
    expect(block.content).toContain('ERROR a.ts:3: expected 4, received 5')
    expect(readFileSync(path, 'utf8')).toBe(LOG)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(stash()).mode & 0o777).toBe(0o700)
    expect(readFileSync(join(stash(), '.gitignore'), 'utf8')).toBe('*\n')
    expect(ledger()).toMatchObject([{ decision: 'reduced', tool: 'Bash', program: 'npm', session: 's1', host: 'claude-code' }])
    expect(said.toasts).toHaveLength(1)
    expect(said.status.at(-1)).toMatch(/^diet: \S+ tokens saved, 1 cut$/)
  })

  test('blocks stay blocks, and an exit code stays in front', async () => {
    const { result } = await load()
    const blocks = await result({ name: 'mcp__a__b', input: {} }, { content: [{ type: 'text', text: LOG }] })
    expect(blocks.content).toMatchObject([{ type: 'text', text: expect.stringMatching(/^\[diet\] /) }])
    const failed = await result({ ...bash('npm test'), id: 't2' } as never, { content: `Exit code 2\n${LOG}`, is_error: true })
    expect(failed.content).toMatch(/^Exit code 2\n\[diet\] .* exit 2\./)
  })

  test('a moved MCP result is unwrapped from its blocks', async () => {
    const { result } = await load()
    const file = join(project, 'moved.json')
    writeFileSync(file, JSON.stringify([{ type: 'text', text: LOG }], null, 2))
    const block = await result(
      { name: 'mcp__a__b', input: {} },
      {
        content: `<persisted-output>\nOutput too large. Full output saved to: ${file}\n\nPreview (first 2KB):\n...\n</persisted-output>`,
      },
    )
    expect(block.content).toContain(`${keyOf(Buffer.from(LOG))}.txt`)
  })

  test('a moved file that is gone: the preview stays, and the report says why', async () => {
    const { result, diet } = await load()
    const content = `<persisted-output>\nOutput too large. Full output saved to: ${project}/gone.txt\n\nPreview (first 2KB):\n...\n</persisted-output>`
    expect(await result(bash('npm test'), { content })).toMatchObject({ content })
    expect(ledger()).toMatchObject([{ decision: 'failed', reason: 'ENOENT' }])
    expect(await diet('report')).toContain('Last error: ENOENT')
  })

  test.each([
    ['an image', [{ type: 'text', text: LOG }, { type: 'image' }] as Block[]],
    ['nothing', [] as Block[]],
  ])('content with %s stays', async (_, content) => {
    const { result } = await load()
    expect((await result({ name: 'mcp__a__b', input: {} }, { content })).content).toBe(content)
  })

  test('a text that UTF-8 cannot hold passes whole', async () => {
    const { result } = await load()
    const content = `${LOG}\ud800`
    expect((await result(bash('npm test'), { content })).content).toBe(content)
    expect(ledger()).toMatchObject([{ decision: 'failed', reason: 'stash-unencodable' }])
  })

  test('a link in place of the stash: the text stays, nothing is written behind it', async () => {
    mkdirSync(join(project, 'elsewhere'))
    symlinkSync(join(project, 'elsewhere'), stash())
    const { result, diet } = await load()
    expect((await result(bash('npm test'), { content: LOG })).content).toBe(LOG)
    expect(readdirSync(join(project, 'elsewhere'))).toEqual([])
    expect(await diet('report')).toContain('Last error: stash-unsafe')
  })

  test('a system without a shell: the file calls do', async () => {
    mkdirSync(stash())
    const run = async () => {
      throw new Error('sh cannot start')
    }
    const { result } = await load({ run })
    expect((await result(bash('npm test'), { content: LOG })).content).toContain('complete output, unmodified')
    expect(ledger()).toMatchObject([{ decision: 'reduced' }])
  })

  describe('the same command again', () => {
    const again = `${LOG}\nERROR b.ts:9: expected 1, received 2`
    const twice = async (between: (path: string) => void = () => {}): Promise<string> => {
      const { result } = await load()
      await result(bash('npm test'), { content: LOG })
      between(join(stash(), `${keyOf(Buffer.from(LOG))}.txt`))
      return String((await result({ ...bash('npm test'), id: 't2' } as never, { content: again })).content)
    }

    test('what is new, what is still there', async () => {
      const text = await twice()
      expect(text).toContain(`against the earlier output ${join(stash(), keyOf(Buffer.from(LOG)))}.txt, lines: 1 new`)
      expect(text).toContain('ERROR a.ts:3: expected 4, received 5')
      expect(text).toContain('ERROR b.ts:9: expected 1, received 2')
    })

    test('an earlier original that is gone or changed is not referred to', async () => {
      expect(await twice((path) => rmSync(path))).not.toContain('earlier output')
      expect(await twice((path) => writeFileSync(path, `${LOG} `))).not.toContain('earlier output')
    })

    test('another command, or the same one of a mod that was loaded anew', async () => {
      const first = await load()
      await first.result(bash('npm test'), { content: LOG })
      expect((await first.result({ ...bash('npm test -- -u'), id: 't2' } as never, { content: again })).content).not.toContain(
        'earlier output',
      )
      const second = await load()
      expect((await second.result({ ...bash('npm test'), id: 't3' } as never, { content: again })).content).toContain(
        'earlier output',
      )
    })
  })

  test('filters of the project hold', async () => {
    writeFileSync(join(project, 'context-diet.json'), JSON.stringify({ filters: [{ command: '^npm', protect: ['^step 444 '] }] }))
    const { result } = await load()
    const filtered = await result(bash('npm test'), { content: LOG })
    expect(filtered.content).toContain('\nstep 444 of the import is done')
    const other = await result({ ...bash('make test'), id: 't2' } as never, { content: LOG })
    expect(other.content).not.toContain('step 444 ')
  })

  test('two reopened originals make the threshold of that program grow', async () => {
    const { result } = await load()
    for (const n of [1, 2]) {
      const text = `${LOG.slice(0, 12_000)}\nrun ${n}`
      const block = await result({ ...bash('npm test'), id: `c${n}` } as never, { content: text })
      const path = /unmodified: (\S+)/.exec(String(block.content))![1]!
      await result({ name: 'Read', input: { file_path: path }, id: `r${n}` } as never, { content: 'x'.repeat(9000) })
    }
    const third = `${LOG.slice(0, 12_000)}\nrun 3`
    expect((await result({ ...bash('npm test'), id: 'c3' } as never, { content: third })).content).toBe(third)
    expect(ledger().at(-1)).toMatchObject({ decision: 'unchanged', reason: 'often-reopened' })
  })
})

describe('capture', () => {
  const ask = async (mod: Awaited<ReturnType<typeof load>>, command: string, more: object = {}) => {
    await mod.raise(
      'session.append response',
      row([{ type: 'tool_use', id: 't1', name: 'Bash', input: { command } } as Block], 'response'),
    )
    const decided = await mod.raise('classic.PreToolUse Bash', { tool: 'Bash', tool_use_id: 't1', command, ...more }, () => ({}))
    return (decided as { updatedInput?: { command: string } }).updatedInput
  }

  test('off: no command is changed', async () => {
    expect(await ask(await load(), 'npm test')).toBeUndefined()
  })

  test('on: only what may be captured, with the other arguments kept', async () => {
    settings({ capture: true })
    const mod = await load()
    expect(await ask(mod, 'npm test | tail')).toBeUndefined()
    expect(await ask(mod, 'npm test', { run_in_background: true })).toBeUndefined()
    const input = await ask(mod, 'npm test', { timeout: 5 })
    expect(input).toMatchObject({ timeout: 5, command: expect.stringContaining('npm test') })
    expect(input).not.toHaveProperty('tool')
  })

  test('the digest is made from the file, which goes then', async () => {
    settings({ capture: true })
    const mod = await load()
    const program = join(project, 'log.mjs')
    writeFileSync(program, `console.log(${JSON.stringify(LOG)}); process.exitCode = 4`)
    const input = await ask(mod, `node ${program}`)
    const { status } = spawnSync('bash', ['-c', input!.command])
    expect(status).toBe(4)
    const cut = `${LOG.slice(0, 5000)}\n\n... [8000 characters truncated] ...\n\n${LOG.slice(-5000)}`
    const block = await mod.append(
      { type: 'tool_result', tool_use_id: 't1', content: `Exit code 4\n${cut}`, is_error: true },
      'Bash',
    )
    expect(block.content).toContain(`complete output, unmodified: ${join(stash(), keyOf(Buffer.from(`${LOG}\n`)))}`)
    expect(readdirSync(stash()).filter((name) => name.startsWith('.capture'))).toEqual([])
  })

  test('a file that is not of this run does not stand in', async () => {
    settings({ capture: true })
    const mod = await load()
    await ask(mod, 'npm test')
    writeFileSync(join(stash(), '.capture-t1.txt'), 'something else\n'.repeat(900))
    const block = await mod.append({ type: 'tool_result', tool_use_id: 't1', content: LOG }, 'Bash')
    expect(block.content).toContain(keyOf(Buffer.from(LOG)))
  })

  test.each<[string, Verdict, Verdict, Verdict['decision']]>([
    ['allowed is allowed', { decision: 'ask' }, { decision: 'allow' }, 'allow'],
    ['asked is asked', { decision: 'allow' }, { decision: 'ask' }, 'ask'],
    ['denied is denied', { decision: 'allow' }, { decision: 'deny' }, 'deny'],
    ['a refusal of the captured form stands', { decision: 'deny' }, { decision: 'allow' }, 'deny'],
  ])('permission: %s', async (_, beneath, original, expected) => {
    settings({ capture: true })
    const mod = await load({ verdict: (command) => (command === 'npm test' ? original : { decision: 'deny' }) })
    const input = await ask(mod, 'npm test')
    const verdict = await mod.raise('tool.check Bash', { tool: 'Bash', input }, () => beneath)
    expect((verdict as Verdict).decision).toBe(expected)
  })

  test('permission of any other command is not touched', async () => {
    const mod = await load({ verdict: () => ({ decision: 'allow' }) })
    expect(await mod.raise('tool.check Bash', { tool: 'Bash', input: { command: 'rm x' } }, () => ({ decision: 'ask' }))).toEqual(
      { decision: 'ask' },
    )
  })
})

describe('/diet', () => {
  test('explains the last decisions', async () => {
    const { result, diet } = await load()
    expect(await diet('explain')).toContain('No output of more than 2,000 characters')
    await result(bash('npm test'), { content: LOG })
    await result({ ...bash('npm ls --json'), id: 't2' } as never, { content: LOG })
    const text = await diet('explain')
    expect(text).toMatch(/Bash `npm test`, \d+ characters: cut from \d+ to \d+ tokens; the complete output is \S+\.txt/)
    expect(text).toContain('left whole, since its command asks for a format that programs read.')
  })

  test('sets what it says, and takes it back', async () => {
    const { diet } = await load()
    const read = () => JSON.parse(readFileSync(join(stash(), 'settings.json'), 'utf8'))
    expect(await diet('dry')).toContain('Dry: cuts are measured and none is made.')
    expect(await diet('capture on')).toContain('Capture is on')
    await diet('keep npm run e2e')
    await diet('keep make')
    expect(await diet('16k')).toContain('Threshold: 16000 characters.')
    expect(read()).toEqual({ mode: 'dry', threshold: 16_000, keep: ['npm run e2e', 'make'], capture: true })
    await diet('unkeep npm run e2e')
    await diet('capture off')
    await diet('on')
    expect(read()).toEqual({ mode: 'on', threshold: 16_000, keep: ['make'], capture: false })
    await diet('reset')
    expect(read()).toEqual({ mode: 'on', threshold: 8000, keep: [], capture: false })
  })

  test('unknown words change nothing', async () => {
    const { diet } = await load()
    expect(await diet('louder')).toContain('Say /diet with:')
    expect(await diet('unkeep never')).toContain('Nothing is kept by "never".')
    expect(await diet('capture maybe')).toContain('Say /diet capture on or /diet capture off.')
    expect(existsSync(join(stash(), 'settings.json'))).toBe(false)
  })
})
