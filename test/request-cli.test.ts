/** The `request` verb, on the built program. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { readLedger } from '../src/ledger/ledger.ts'
import { run } from './helpers/cli.ts'

const root = mkdtempSync(join(tmpdir(), 'diet-request-cli-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let cwd = ''
beforeEach(() => {
  cwd = mkdtempSync(join(root, 'project-'))
})

const LOG = Array.from({ length: 900 }, (_, i) =>
  i === 500 ? 'ERROR disk is full' : `step ${i} took ${(i * 7919) % 997} ms`,
).join('\n')
const result = (id: string, content: unknown) => ({ role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] })
const BODY = { model: 'm', max_tokens: 1.0, messages: [{ role: 'user', content: 'go' }, result('a', LOG), result('b', 'short')] }
/** Spelled as no serializer of ours would. */
const JSON_TEXT = `${JSON.stringify(BODY, null, 1).replace('"max_tokens": 1', '"max_tokens":   1.0e0')}\n`

const flags = ['--budget', '300', '--threshold', '500']

describe('request', () => {
  it('prints the body with long results reduced, and says so on standard error', () => {
    const { code, out, err } = run(['request', ...flags], { cwd, input: JSON_TEXT })
    expect(code).toBe(0)
    expect(err).toMatch(/^context-diet: anthropic \(.+\): 1 of 2 tool results reduced, \d+ -> \d+ tokens\n$/)
    const [before, after] = [JSON_TEXT.indexOf('"step 0'), JSON_TEXT.indexOf('"', JSON_TEXT.indexOf(' ms"') + 3)]
    expect(out.startsWith(JSON_TEXT.slice(0, before))).toBe(true)
    expect(out.endsWith(JSON_TEXT.slice(after + 1))).toBe(true)
    const { messages } = JSON.parse(out) as { messages: { content: { content: string }[] }[] }
    const shown = messages[1]!.content[0]!.content
    expect(shown).toContain('ERROR disk is full')
    const path = /complete output, unmodified: (\.context-diet\/[0-9a-f]{24}\.txt)$/m.exec(shown)![1]!
    expect(readFileSync(join(cwd, path), 'utf8')).toBe(LOG)
  })

  it('reads a file, names the tool that the request offers, and prints JSON on demand', () => {
    const tools = [{ name: 'mcp__x__diet_retrieve', input_schema: { type: 'object' } }]
    writeFileSync(join(cwd, 'body.json'), JSON.stringify({ ...BODY, tools }))
    const { code, out, err } = run(['request', '--input', 'body.json', '--json', ...flags], { cwd })
    expect([code, err]).toEqual([0, ''])
    const { body, report } = JSON.parse(out) as { body: string; report: { format: string; keys: string[] } }
    expect(report).toMatchObject({ format: 'anthropic', fates: { reduced: 1, small: 1 } })
    expect(JSON.parse(body).messages[1].content[0].content).toContain(`unmodified: diet_retrieve {"key":"${report.keys[0]}"}`)
    expect(run(['retrieve', report.keys[0]!, '--raw'], { cwd }).out).toBe(LOG)
    const { entries } = readLedger(join(cwd, '.context-diet'))
    expect(entries).toMatchObject([{ decision: 'reduced', host: 'cli', key: report.keys[0] }])
  })

  it('passes unchanged what it cannot save, and what is no request', () => {
    writeFileSync(join(cwd, '.context-diet'), 'a file')
    const unsaved = run(['request', ...flags], { cwd, input: JSON_TEXT })
    expect([unsaved.code, unsaved.out]).toEqual([0, JSON_TEXT])
    expect(unsaved.err).toMatch(/nothing to reduce: .*1 failed.*diet failed: Nothing was saved/)
    for (const input of ['{"prompt": "x"}', 'no JSON', '[1, 2', '']) {
      const { code, out, err } = run(['request'], { cwd, input })
      expect([code, out]).toEqual([0, input])
      expect(err).toMatch(/passes unchanged: /)
    }
  })

  it('passes bytes that are no UTF-8 as they are', () => {
    const input = Buffer.concat([Buffer.from('{"messages": "caf'), Buffer.from([0xe9]), Buffer.from('"}')])
    expect(run(['request'], { cwd, input }).bytes).toEqual(input)
  })

  it('--no-stash saves nothing; --errors keep and --format are obeyed', () => {
    const { out } = run(['request', '--no-stash', ...flags], { cwd, input: JSON_TEXT })
    expect(out.length).toBeLessThan(JSON_TEXT.length / 2)
    expect(out).not.toContain('unmodified')
    expect(readdirSync(cwd)).toEqual([])
    const failed = JSON.stringify({ messages: [{ role: 'tool', tool_call_id: 'a', content: `Exit code: 1\n${LOG}` }] })
    expect(run(['request', '--errors', 'keep', ...flags], { cwd, input: failed }).out).toBe(failed)
    expect(run(['request', '--format', 'gemini', ...flags], { cwd, input: failed }).out).toBe(failed)
    expect(run(['request', '--format', 'chat_completions', ...flags], { cwd, input: failed }).out).toContain('exit 1')
    expect(run(['request', '--format', 'soap'], { cwd, input: failed }).code).toBe(2)
  })

  it('--frozen conversation sends again what was sent, in the next process too', () => {
    const mark = { cache_control: { type: 'ephemeral' } }
    const send = (messages: readonly object[], query: string) => {
      const marked = messages.map((message, i) =>
        i < messages.length - 1 || i === 0
          ? message
          : { ...message, content: (message as { content: object[] }).content.map((block) => ({ ...block, ...mark })) },
      )
      const args = ['request', '--frozen', 'conversation', '--query', query, ...flags]
      const { out, err } = run(args, { cwd, input: JSON.stringify({ messages: marked }) })
      return { err, plain: out.replaceAll(`,${JSON.stringify(mark).slice(1, -1)}`, '') }
    }
    const first = send(BODY.messages.slice(0, 2), 'step 7')
    const second = send([...BODY.messages, result('c', LOG.replaceAll('step', 'stage'))], 'stage 99')
    expect(first.plain).toContain('unmodified: .context-diet/')
    expect(second.plain.startsWith(first.plain.slice(0, -2))).toBe(true)
    expect(second.err).toMatch(/2 of 3 tool results reduced, .*; 1 result as sent before\n$/)
    expect(readdirSync(join(cwd, '.context-diet/requests')).filter((name) => name.endsWith('.jsonl'))).toHaveLength(1)
  })

  it('saves in the stash of the project, from a folder below it', () => {
    mkdirSync(join(cwd, '.git'))
    mkdirSync(join(cwd, 'deep'))
    const { out } = run(['request', ...flags], { cwd: join(cwd, 'deep'), input: JSON_TEXT })
    expect(out).toContain('unmodified: ../.context-diet/')
    expect(readdirSync(join(cwd, 'deep'))).toEqual([])
  })
})
