import { describe, expect, test } from 'vitest'
import { type DietTools, dietToolResult } from './diet.ts'
import { createHistory } from './reopened.ts'
import { DEFAULTS, type Settings } from './settings.ts'
import type { ToolResult } from './tool-result.ts'

const lines = (count: number): string[] => Array.from({ length: count }, (_, n) => `ok ${n + 1} - case ${n + 1} keeps its total`)
const LOG = [...lines(300), 'not ok 301 - adds the fee: expected 2690, received 2240', ...lines(300), '1 failed'].join('\n')

const result = (changed: Partial<ToolResult> = {}): ToolResult => ({
  host: 'claude-code',
  tool: 'Bash',
  sort: 'shell',
  command: 'npm test',
  text: LOG,
  exitCode: 1,
  sessionId: 's1',
  ...changed,
})

const setUp = (settings: Partial<Settings> = {}, changed: Partial<DietTools> = {}) => {
  const saved: (readonly [unknown, string])[] = []
  const tools: DietTools = {
    settings: { ...DEFAULTS, ...settings },
    history: () => createHistory(),
    keyOf: () => '0123456789abcdef01234567',
    pathOf: (key) => `/p/.context-diet/${key}.txt`,
    save: (content, key) => saved.push([content, key]),
    ...changed,
  }
  return { tools, saved }
}

describe('a result above the threshold', () => {
  test('is reduced to half of it, and its original is saved before', async () => {
    const { tools, saved } = setUp()
    const outcome = await dietToolResult(result(), tools)
    if (outcome.action !== 'reduced') throw new Error(outcome.action)
    expect(outcome.text).toContain('expected 2690, received 2240')
    expect(outcome.text).toContain('complete output, unmodified: /p/.context-diet/0123456789abcdef01234567.txt')
    expect(outcome.text.length).toBeLessThanOrEqual(4000)
    expect(saved).toEqual([[LOG, '0123456789abcdef01234567']])
    expect(outcome.record).toMatchObject({
      decision: 'reduced',
      host: 'claude-code',
      session: 's1',
      tool: 'Bash',
      program: 'npm',
      kind: 'log',
    })
    expect(outcome.record.tokens).toEqual([Math.ceil(LOG.length / 4), Math.ceil(outcome.text.length / 4)])
    expect(outcome.record.bytes).toEqual([LOG.length, outcome.text.length])
  })

  test('moved to a file by the host: 3,000 characters, and the bytes of the file are saved', async () => {
    const { tools, saved } = setUp({ threshold: 16_000 })
    const bytes = new TextEncoder().encode(LOG)
    const outcome = await dietToolResult(result({ moved: true, bytes, text: LOG }), tools)
    if (outcome.action !== 'reduced') throw new Error(outcome.action)
    expect(outcome.text.length).toBeLessThanOrEqual(3000)
    expect(saved[0]![0]).toBe(bytes)
  })

  test('whose middle the host cut does not claim to be complete', async () => {
    const outcome = await dietToolResult(result({ lost: 150_000 }), setUp().tools)
    if (outcome.action !== 'reduced') throw new Error(outcome.action)
    const [head] = outcome.text.split('\n')
    expect(head).not.toContain('complete output')
    expect(head).toContain(
      'as received, the host cut 150000 chars out of its middle: /p/.context-diet/0123456789abcdef01234567.txt',
    )
    expect(outcome.text.length).toBeLessThanOrEqual(4000)
  })
})

describe('stays as it is', () => {
  const why = async (changed: Partial<ToolResult>, settings: Partial<Settings> = {}) => {
    const { tools, saved } = setUp(settings)
    const outcome = await dietToolResult(result(changed), tools)
    expect(saved).toEqual([])
    return outcome.action === 'unchanged' ? outcome.reason : outcome.action
  }

  test.each<[string, Partial<ToolResult>, Partial<Settings>]>([
    ['off', {}, { mode: 'off' }],
    ['dry', {}, { mode: 'dry' }],
    ['kept', {}, { keep: ['npm te'] }],
    ['kept', { tool: 'mcp__db__rows', sort: 'mcp', command: undefined }, { keep: ['mcp__db__'] }],
    ['own-tool', { tool: 'mcp__plugin_context-diet_diet__diet_retrieve', sort: 'mcp', command: undefined }, {}],
    ['not-a-listed-tool', { tool: 'Read', sort: 'other', command: undefined }, {}],
    ['reads-original', { command: 'cat .context-diet/0123456789abcdef01234567.txt' }, {}],
    ['diet-off', { command: 'npm test # diet:off' }, {}],
    ['machine-format', { command: 'npm ls --json' }, {}],
    ['machine-format', { command: 'git status --porcelain' }, {}],
    ['below-threshold', { text: LOG.slice(0, 8000) }, {}],
    ['below-threshold', {}, { threshold: 100_000 }],
    ['already-digest', { text: `> npm test\n[diet] 1204 -> 38 lines, 7593 -> 288 tokens. exit 1.\n${LOG}` }, {}],
    [
      'prose',
      {
        tool: 'mcp__wiki__page',
        sort: 'mcp',
        command: undefined,
        text: 'The committee met again and asked for a longer pause before it went on. '.repeat(200),
      },
      {},
    ],
  ])('%s', async (reason, changed, settings) => {
    expect(await why(changed, settings)).toBe(reason)
  })

  test('but what the host cut is no format for programs any more', async () => {
    expect(await why({ command: 'npm ls --json', lost: 5000 }).catch(() => 'reduced')).toBe('reduced')
  })

  test('often reopened: cut only when twice as long', async () => {
    const cut = (key: string) => ({ decision: 'reduced', tool: 'Bash', program: 'npm', key }) as const
    const look = (key: string) => ({ decision: 'reopened', tool: 'Read', key }) as const
    const history = () => createHistory([cut('a'), cut('b'), look('a'), look('b')])
    const short = await dietToolResult(result({ text: LOG.slice(0, 16_000) }), setUp({}, { history }).tools)
    expect(short).toMatchObject({ action: 'unchanged', reason: 'often-reopened' })
    const long = await dietToolResult(result(), setUp({}, { history }).tools)
    expect(long.action).toBe('reduced')
  })

  test('small results leave no trace in the ledger, others do', async () => {
    expect(await dietToolResult(result({ text: 'ok' }), setUp().tools)).not.toHaveProperty('record')
    expect(await dietToolResult(result(), setUp({ keep: ['npm'] }).tools)).toMatchObject({
      record: { decision: 'unchanged', reason: 'kept' },
    })
  })
})

test('an original that cannot be saved: the text stays, and the record says why', async () => {
  const save = () => {
    throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
  }
  const outcome = await dietToolResult(result(), setUp({}, { save }).tools)
  expect(outcome).toMatchObject({ action: 'failed', record: { decision: 'failed', reason: 'ENOSPC', tool: 'Bash' } })
})

test('filters that cannot be read are not used, and explain says so', async () => {
  const filters = () => {
    throw new Error('context-diet.json: it is no JSON')
  }
  const outcome = await dietToolResult(result(), setUp({}, { filters }).tools)
  expect(outcome).toMatchObject({
    action: 'reduced',
    explain: expect.arrayContaining(['filters are not used: context-diet.json: it is no JSON']),
  })
})

describe('the same command again', () => {
  const rerun = [...lines(300), 'not ok 301 - adds the fee: expected 2690, received 2240', ...lines(301), '1 failed'].join('\n')
  const path = '/p/.context-diet/aaaaaaaaaaaaaaaaaaaaaaaa.txt'
  const outcomeOf = async (changed: Partial<DietTools>, of: Partial<ToolResult> = {}, settings: Partial<Settings> = {}) =>
    dietToolResult(result({ text: rerun, ...of }), setUp(settings, changed).tools)
  const textOf = async (...given: Parameters<typeof outcomeOf>): Promise<string> => {
    const outcome = await outcomeOf(...given)
    return outcome.action === 'reduced' ? outcome.text : outcome.action
  }

  test('is told against its earlier output, and a failure that is still there is shown', async () => {
    const asked: string[] = []
    const earlier = (call: string) => {
      asked.push(call)
      return { text: LOG, path }
    }
    const text = await textOf({ earlier })
    expect(text).toContain(`against the earlier output ${path}, lines: 1 new, 602 as before, 0 gone`)
    expect(text).toContain('not ok 301 - adds the fee: expected 2690, received 2240')
    expect(text).toContain('\nok 301 - case 301 keeps its total')
    expect(text.length).toBeLessThan((await textOf({})).length * 0.8)
    expect(asked).toEqual(['0123456789ab'])
  })

  test.each([
    ['none is known', () => undefined, {}],
    [
      'it cannot be read',
      () => {
        throw new Error('gone')
      },
      {},
    ],
    ['the host cut this one', () => ({ text: LOG, path }), { lost: 900 }],
    ['it has nothing in common', () => ({ text: 'made\nlinked\n', path }), {}],
    ['there is no session', () => ({ text: LOG, path }), { sessionId: undefined }],
  ])('as ever when %s', async (_, earlier, of) => {
    expect(await textOf({ earlier }, of)).toBe(await textOf({}, of))
  })

  test('stays whole when the user keeps it, and nothing is looked up', async () => {
    const earlier = () => {
      throw new Error('asked')
    }
    expect(await outcomeOf({ earlier }, {}, { keep: ['npm test'] })).toMatchObject({ action: 'unchanged', reason: 'kept' })
  })

  test('the record names the call by a hash, so that the next run finds this one', async () => {
    const outcome = await outcomeOf({})
    expect(outcome.record).toMatchObject({ decision: 'reduced', call: '0123456789ab' })
    expect(JSON.stringify(outcome.record)).not.toContain('npm test')
  })
})
