import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readLedger } from '../../ledger/ledger.ts'
import { createDietHook, type DietHookOptions, type DietHookOutput, dietHooks } from './callback.ts'

let cwd = ''
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'sdk-'))
  mkdirSync(join(cwd, '.git'))
})
afterEach(() => rmSync(cwd, { recursive: true, force: true }))

const ledger = () => readLedger(join(cwd, '.context-diet')).entries
const lines = (count: number): string => Array.from({ length: count }, (_, i) => `ok case ${i + 1} of the parser`).join('\n')

/** The shape that the SDK hands to a PostToolUse callback. */
const event = (tool: string, input: object, response: unknown): object => ({
  session_id: 's-1',
  transcript_path: '/t.jsonl',
  cwd,
  permission_mode: 'default',
  hook_event_name: 'PostToolUse',
  tool_name: tool,
  tool_input: input,
  tool_response: response,
  tool_use_id: 'toolu_1',
  duration_ms: 12,
})
const bash = (stdout: string, command = 'npm test'): object =>
  event('Bash', { command }, { stdout, stderr: '', interrupted: false, isImage: false, noOutputExpected: false })

const ask = (input: object, options: DietHookOptions = {}, signal = new AbortController().signal): Promise<DietHookOutput> =>
  createDietHook(options)(input, 'toolu_1', { signal })
const replaced = ({ hookSpecificOutput }: DietHookOutput): unknown => hookSpecificOutput?.updatedToolOutput

describe('createDietHook', () => {
  it('replaces a long result of Bash in the shape that the host accepts, and saves the original', async () => {
    const output = lines(2000)
    const answer = await ask(bash(output))
    expect(answer.hookSpecificOutput?.hookEventName).toBe('PostToolUse')
    const { stdout, ...rest } = replaced(answer) as { stdout: string }
    expect(rest).toEqual({ stderr: '', interrupted: false, isImage: false, noOutputExpected: false })
    expect(stdout).toMatch(/^\[diet\] 2000 -> /)
    expect(stdout.length).toBeLessThanOrEqual(4000)
    const path = /unmodified: (\S+)/.exec(stdout)![1]!
    expect(readFileSync(path, 'utf8')).toBe(output)
    expect(ledger()).toEqual([
      expect.objectContaining({ decision: 'reduced', host: 'claude-agent-sdk', tool: 'Bash', program: 'npm', session: 's-1' }),
    ])
  })

  it('tells the same command again against its earlier output', async () => {
    // Lines that do not fold, so that the ordinary digest is long.
    const words = 'copper lantern meadow orchid pebble quartz ribbon saddle timber velvet willow anchor'.split(' ')
    const notes = Array.from({ length: 1500 }, (_, i) =>
      [1, 12, 144, 1728].map((n) => words[Math.floor((i * 7919) / n) % 12]).join(' '),
    )
    await ask(bash(notes.join('\n')))
    const again = { ...bash(`${notes.join('\n')}\nFAIL case 2001`), tool_use_id: 'toolu_2' }
    const { stdout } = replaced(await ask(again)) as { stdout: string }
    expect(stdout).toContain('against the earlier output')
    expect(stdout).toContain('lines: 1 new, 1500 as before, 0 gone')
    expect(stdout).toContain('FAIL case 2001')
  })

  it('replaces what an MCP tool answers, as text blocks', async () => {
    const rows = JSON.stringify(Array.from({ length: 900 }, (_, id) => ({ id, name: `row ${id}`, state: 'open' })))
    const answer = replaced(await ask(event('mcp__db__rows', {}, [{ type: 'text', text: rows }])))
    expect(answer).toEqual([{ type: 'text', text: expect.stringMatching(/^\[diet\] /) }])
  })

  it.each([
    ['a short result', () => bash('ok\n')],
    ['a file that was read', () => event('Read', { file_path: '/x' }, { type: 'text', file: { content: lines(2000) } })],
    ['a digest', () => bash(`[diet] 9 -> 2 lines, 90 -> 20 tokens.\n${lines(2000)}`)],
    ['a command that says so', () => bash(lines(2000), 'npm test # diet:off')],
    ['an event of another sort', () => ({ ...bash(lines(2000)), hook_event_name: 'PreToolUse' })],
    ['no event', () => ({})],
  ])('leaves %s', async (_, input) => expect(await ask(input())).toEqual({}))

  it('takes the options before what is set in the project, and what is set there before the defaults', async () => {
    mkdirSync(join(cwd, '.context-diet'), { mode: 0o700 })
    writeFileSync(join(cwd, '.context-diet/settings.json'), '{"mode": "dry", "threshold": 3000}')
    expect(await ask(bash(lines(2000)))).toEqual({})
    expect(ledger().at(-1)).toMatchObject({ decision: 'unchanged', reason: 'dry' })
    expect(replaced(await ask(bash(lines(150)), { mode: 'on' }))).toBeDefined()
    expect(await ask(bash(lines(150)), { mode: 'on', threshold: 8000 })).toEqual({})
    expect(await ask(bash(lines(2000)), { mode: 'on', keep: ['npm test'] })).toEqual({})
  })

  it('leaves the result when the original cannot be saved, and records why', async () => {
    writeFileSync(join(cwd, '.context-diet'), 'in the way')
    expect(await ask(bash(lines(2000)))).toEqual({})
    rmSync(join(cwd, '.context-diet'))
  })

  it('has no answer for a query that was stopped', async () => {
    expect(await ask(bash(lines(2000)), {}, AbortSignal.abort())).toEqual({})
    expect(ledger()).toEqual([])
  })

  it('cwd names another project', async () => {
    const other = mkdtempSync(join(tmpdir(), 'sdk-other-'))
    try {
      const { stdout } = replaced(await ask(bash(lines(2000)), { cwd: other })) as { stdout: string }
      expect(stdout).toContain(`unmodified: ${other}/.context-diet/`)
    } finally {
      rmSync(other, { recursive: true, force: true })
    }
  })
})

describe('dietHooks', () => {
  it('has the callback for the tools that may be cut', () => {
    const [matcher] = dietHooks().PostToolUse
    const matches = (tool: string): boolean => new RegExp(matcher!.matcher).test(tool)
    expect(['Bash', 'Grep', 'Glob', 'mcp__db__rows'].every(matches)).toBe(true)
    expect(['Read', 'Edit', 'BashOutput', 'WebFetch', 'mcp__context__diet_retrieve'].some(matches)).toBe(false)
  })
})
