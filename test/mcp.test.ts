/** The MCP server of the built program, through the official client and, for what a client hides, through its pipes. */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { hashText } from '../src/cli/original.ts'
import { loadOutlines } from '../src/code.ts'
import { createFileStash } from '../src/stash/file.ts'
import { digest } from '../src/verbs/digest.ts'

const PROGRAM = fileURLToPath(new URL('../dist/cli.js', import.meta.url))
const LOG = ['building', 'ok 1', 'ok 1', 'ERROR disk full', 'done', ''].join('\n')
const LONG_LOG = [
  ...Array.from({ length: 3000 }, (_, i) => `step ${i} compiled in ${i % 7} ms`),
  'src/a.ts:3:1 - error TS2304: Cannot find name x',
  'exit 1',
  '',
].join('\n')

/** Longer than the least that is worth a grammar, and of a form that the skeleton by lines does not know. */
const CODE = Array.from({ length: 300 }, (_, i) =>
  [`int`, `add_${i}(a, b)`, '  int a;', '  int b;', '{', '  a = a + 1;', `  b = b + ${i};`, '  return a + b;', '}', ''].join(
    '\n',
  ),
).join('\n')
const outlines = await loadOutlines(['c'])

const home = mkdtempSync(join(tmpdir(), 'diet-mcp-'))
const root = join(home, 'root')
mkdirSync(join(root, 'logs'), { recursive: true })
writeFileSync(join(root, 'ci.log'), LOG)
writeFileSync(join(root, 'logs/long.log'), LONG_LOG)
writeFileSync(join(root, 'long.c'), CODE)
writeFileSync(join(root, 'binary'), Buffer.from([1, 0, 2, 0]))
writeFileSync(join(root, 'latin'), Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a]))
writeFileSync(join(home, 'secret'), 'secret\n')
symlinkSync(join(home, 'secret'), join(root, 'link'))
symlinkSync(join(root, 'ci.log'), join(root, 'inner-link'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

interface Answer {
  readonly texts: readonly string[]
  readonly isError: boolean
}

const connect = async (mode: 'legacy' | { pin: string }, args: readonly string[] = []): Promise<Client> => {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [PROGRAM, 'mcp', '--root', root, ...args], stderr: 'pipe' }),
  )
  return client
}

describe.each<[string, 'legacy' | { pin: string }]>([
  ['the handshake of today', 'legacy'],
  ['protocol 2026-07-28', { pin: '2026-07-28' }],
])('with %s', (_name, mode) => {
  let client: Client
  beforeAll(async () => {
    client = await connect(mode)
  })
  afterAll(() => client.close())

  const call = async (name: string, args?: Record<string, unknown>): Promise<Answer> => {
    const result = await client.callTool({ name, ...(args !== undefined && { arguments: args }) })
    expect(result.structuredContent).toBeUndefined()
    const texts = result.content.map((block) => {
      if (block.type !== 'text') throw new Error(`a block of type ${block.type}`)
      return block.text
    })
    return { texts, isError: result.isError === true }
  }
  const textOf = async (name: string, args: Record<string, unknown>): Promise<string> => {
    const { texts, isError } = await call(name, args)
    expect(isError, texts[0]).toBe(false)
    expect(texts).toHaveLength(1)
    return texts[0]!
  }
  const errorOf = async (name: string, args?: Record<string, unknown>): Promise<string> => {
    const { texts, isError } = await call(name, args)
    expect(isError).toBe(true)
    expect(texts).toHaveLength(1)
    return texts[0]!
  }

  it('says who it is', () => {
    expect(client.getServerVersion()).toMatchObject({ name: 'context-diet', version: packageJson.version })
    expect(client.getServerCapabilities()).toHaveProperty('tools')
  })

  it('lists eight tools that only read, in at most 1,500 tokens', async () => {
    const { tools } = await client.listTools()
    const names = [
      'diet_check',
      'diet_count',
      'diet_dedupe',
      'diet_digest',
      'diet_extract',
      'diet_pack',
      'diet_retrieve',
      'diet_summarize',
    ]
    expect(tools.map(({ name }) => name).sort()).toEqual(names)
    for (const { name, inputSchema, outputSchema, annotations } of tools) {
      expect(annotations).toEqual({ readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false })
      expect(Object.keys(inputSchema.properties ?? {})).toEqual(
        expect.arrayContaining(name === 'diet_retrieve' ? ['key'] : ['text', 'path']),
      )
      expect(outputSchema).toBeUndefined()
    }
    expect(countTokens(JSON.stringify(tools))).toBeLessThanOrEqual(1500)
  })

  it('diet_count', async () => {
    expect(await textOf('diet_count', { text: 'é\nb\n' })).toBe('2 lines, 5 bytes, 1 tokens (chars4)')
    expect(await textOf('diet_count', { text: 'hello world', counter: 'o200k' })).toBe('1 lines, 11 bytes, 2 tokens (o200k)')
    expect(await textOf('diet_count', { path: 'latin' })).toBe('1 lines, 5 bytes, 2 tokens (chars4)')
  })

  it('diet_dedupe', async () => {
    expect(await textOf('diet_dedupe', { text: LOG })).toBe('building\nok 1\nERROR disk full\ndone\n')
    const addresses = 'free 0x7f00aa01\nfree 0x7f00bb01\n'
    expect(await textOf('diet_dedupe', { text: addresses })).toBe('free 0x7f00aa01\n')
    expect(await textOf('diet_dedupe', { text: addresses, exactOnly: true })).toBe(addresses)
  })

  it('diet_extract', async () => {
    expect(await textOf('diet_extract', { path: 'ci.log', query: 'disk', context: 0 })).toBe('ERROR disk full\n')
    expect(await textOf('diet_extract', { text: LOG, query: 'nothing-like-it' })).toMatch(/^\[diet\] /)
  })

  it('diet_summarize', async () => {
    const text = await textOf('diet_summarize', {
      path: 'logs/long.log',
      budget: 100,
      protectLines: ['step 1500 compiled in 2 ms'],
    })
    expect(text.length).toBeLessThanOrEqual(400)
    expect(text).toContain('error TS2304')
    expect(text).toContain('step 1500 compiled in 2 ms\n')
    const source = new Set(LONG_LOG.split('\n'))
    expect(text.split('\n').filter((line) => !source.has(line))).toEqual([])
  })

  it('diet_pack, with the receipt when it is asked for', async () => {
    const text = await textOf('diet_pack', { path: 'logs/long.log', budget: 200, query: 'error' })
    const { texts } = await call('diet_pack', { path: 'logs/long.log', budget: 200, query: 'error', receipt: true })
    expect(texts).toHaveLength(2)
    expect(texts[0]).toBe(text)
    const receipt = JSON.parse(texts[1]!)
    expect(receipt).toMatchObject({ version: 1, verb: 'pack', verbatim: true, budget: 200, source: { lines: 3002 } })
    expect(receipt.output.chars).toBe(text.length)
  })

  it('diet_check', async () => {
    const plan = ['ok 1', 'ERROR disk', 'gone', 'later']
    expect(await textOf('diet_check', { text: LOG, plan, skipped: ['later'] })).toBe(
      [
        'NOT survived: 2 of 3 found, 1 missing, 0 failed, 1 skipped',
        'missing: gone',
        'present: ok 1 (L2: ok 1)',
        'present: ERROR disk (L4: ERROR disk full)',
        'skipped: later',
      ].join('\n'),
    )
    const marked = 'PASS a\nFAIL b\nplanned c\n'
    expect(await textOf('diet_check', { text: marked, plan: ['a', 'b', 'c'], markers: ['PASS'] })).toBe(
      [
        'NOT survived: 2 of 3 found, 1 missing, 1 failed, 0 skipped',
        'missing: c',
        'passed: a (L1: PASS a)',
        'failed: b (L2: FAIL b)',
      ].join('\n'),
    )
    expect(await textOf('diet_check', { text: marked, plan: ['a'] })).toMatch(/^survived: 1 of 1 found/)
  })

  it('diet_digest names the file it read', async () => {
    const text = await textOf('diet_digest', {
      path: 'logs/long.log',
      budget: 300,
      exitCode: 1,
      command: 'tsc',
      protectLines: ['step 1500 compiled in 2 ms'],
    })
    expect(text).toMatch(/^\[diet\] 3002 -> \d+ lines/)
    expect(text.split('\n')[0]).toContain('exit 1')
    expect(text.split('\n')[0]).toMatch(/logs\/long\.log$/)
    expect(text).toContain('error TS2304')
    expect(text).toContain('step 1500 compiled in 2 ms\n')
    expect(text.length).toBeLessThanOrEqual(1200)
    expect(await textOf('diet_digest', { text: LOG })).toBe(LOG)
    const { texts } = await call('diet_digest', { path: 'logs/long.log', budget: 300, receipt: true })
    expect(JSON.parse(texts[1]!)).toMatchObject({ version: 1, verb: 'digest' })
  })

  it('diet_digest of long code has the outline that its grammar gives, of a file by its name, of a text by its command', async () => {
    const options = { budget: 900, command: 'cat long.c', original: 'long.c', hash: hashText }
    expect(await textOf('diet_digest', { path: 'long.c', budget: 900 })).toBe(digest(CODE, { ...options, outlines }).text)
    // What is left out is named by the functions in it, which nothing but the grammar finds.
    const named = /not shown: \d+ lines \(add_\d+, add_/
    expect(digest(CODE, options).text).not.toMatch(named)
    expect(await textOf('diet_digest', { text: CODE, budget: 900, command: 'cat long.c' })).toMatch(named)
  })

  it('diet_digest of a text names a copy that diet_retrieve finds', async () => {
    const text = await textOf('diet_digest', { text: LONG_LOG.replace('exit 1', 'exit 2'), budget: 300 })
    const path = /complete output, unmodified: (\.context-diet\/([0-9a-f]{24})\.txt)$/m.exec(text)!
    expect(readFileSync(join(root, path[1]!), 'utf8')).toBe(LONG_LOG.replace('exit 1', 'exit 2'))
    expect(await textOf('diet_retrieve', { key: path[2]!, lines: '3002' })).toMatch(/\nexit 2\n$/)
  })

  it('diet_retrieve', async () => {
    const { key } = createFileStash({ dir: join(root, '.context-diet') }).putSync(LONG_LOG)
    expect(await textOf('diet_retrieve', { key, lines: 'L3001-3002' })).toBe(
      `[diet] ${key}: L3001-3002 of 3002 lines.\nsrc/a.ts:3:1 - error TS2304: Cannot find name x\nexit 1\n`,
    )
    expect(await textOf('diet_retrieve', { key, grep: 'TS\\d+', context: 0 })).toMatch(/\n3001:src\/a\.ts[^\n]+\n$/)
    const first = await textOf('diet_retrieve', { key })
    expect(first.length).toBeLessThanOrEqual(8000)
    const next: unknown = JSON.parse(/\n\[diet\] next page: diet_retrieve (\{.+\})$/.exec(first)![1]!)
    expect(await textOf('diet_retrieve', next as Record<string, unknown>)).toMatch(
      /^\[diet\] [0-9a-f]{24}: L\d+-\d+ of 3002 lines\./,
    )
    expect(await errorOf('diet_retrieve', { key: '0'.repeat(24) })).toMatch(
      /^No original 0{24} is known in .+ run the command again/,
    )
    expect(await errorOf('diet_retrieve', { key, lines: '1,5' })).toMatch(/write one range, like 120-173/)
    expect(await errorOf('diet_retrieve', { lines: '1' })).toBe('diet_retrieve needs the argument key')
  })

  it.each([
    ['a file above the root', '../secret'],
    ['an absolute path outside', join(home, 'secret')],
    ['a symbolic link that leads outside', 'link'],
    ['a file above the root that does not exist', '../no-such-file'],
  ])('keeps %s shut', async (_what, path) => {
    expect(await errorOf('diet_count', { path })).toMatch(/is outside the root/)
  })

  it('opens what lies inside', async () => {
    for (const path of ['ci.log', 'logs/../ci.log', './ci.log', join(root, 'ci.log'), 'inner-link']) {
      expect(await textOf('diet_dedupe', { path, exactOnly: true })).toContain('ERROR disk full')
    }
  })

  it.each<[string, string, Record<string, unknown> | undefined, RegExp]>([
    ['an unknown tool', 'diet_nope', { text: 'a' }, /^there is no tool "diet_nope"; the tools are diet_count, /],
    ['a name of every object', 'toString', { text: 'a' }, /^there is no tool "toString"/],
    ['no arguments', 'diet_count', undefined, /^diet_count takes either text or path; give one of them$/],
    ['both inputs', 'diet_count', { text: 'a', path: 'ci.log' }, /either text or path; give only one of them$/],
    [
      'an unknown argument',
      'diet_count',
      { text: 'a', bugdet: 1 },
      /^diet_count has no argument "bugdet"; it takes text, path, counter$/,
    ],
    ['a missing argument', 'diet_pack', { text: 'a' }, /^diet_pack needs the argument budget$/],
    ['a text for a number', 'diet_pack', { text: 'a', budget: '400' }, /^budget is "400"; give a whole number$/],
    ['budget 0', 'diet_pack', { text: 'a', budget: 0 }, /^budget is 0; give a whole number, 1 or more$/],
    ['half a token', 'diet_pack', { text: 'a', budget: 1.5 }, /^budget is 1\.5; give a whole number$/],
    ['a number in a list', 'diet_check', { text: 'a', plan: ['a', 1] }, /^plan is a list; give a list of texts$/],
    ['an unknown choice', 'diet_count', { text: 'a', counter: 'gpt' }, /^counter is "gpt"; give chars4, o200k or cl100k$/],
    ['a blank query', 'diet_extract', { text: 'a', query: ' ' }, /query/],
    ['fail markers without markers', 'diet_check', { text: 'a', plan: ['a'], failMarkers: ['FAIL'] }, /markers/],
    ['a missing file', 'diet_count', { path: 'no-such-file' }, /^"no-such-file" does not exist/],
    ['a directory', 'diet_count', { path: 'logs' }, /^"logs" is a directory/],
    ['a binary file', 'diet_count', { path: 'binary' }, /^"binary" looks binary/],
  ])('answers %s with one readable sentence', async (_what, name, args, message) => {
    const text = await errorOf(name, args)
    expect(text).toMatch(message)
    expect(text).not.toContain('\n')
  })

  it('names the protected lines that exceed the budget', async () => {
    const protectLines = ['step 7 compiled in 0 ms', 'step 8 compiled in 1 ms']
    const text = await errorOf('diet_pack', { path: 'logs/long.log', budget: 5, protectLines })
    for (const line of protectLines) expect(text).toContain(line)
    // Partial keeps them whatever the budget.
    const partial = await textOf('diet_pack', { path: 'logs/long.log', budget: 5, protectLines, protectMode: 'partial' })
    expect(partial).toBe(`${protectLines.join('\n')}\n`)
  })

  it('takes null for an argument that is left out', async () => {
    expect(await textOf('diet_count', { text: 'abcd', path: null, counter: null })).toBe('1 lines, 4 bytes, 1 tokens (chars4)')
  })

  it('sends bytes that are not UTF-8 as replacement characters', async () => {
    expect(await textOf('diet_dedupe', { path: 'latin' })).toBe('caf\ufffd\n')
  })

  it('answers calls that come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => textOf('diet_count', { text: 'x'.repeat(i + 1) })))
    expect(answers.map((text) => text.split(', ')[1])).toEqual(Array.from({ length: 20 }, (_, i) => `${i + 1} bytes`))
  })
})

it('takes a huge text, and keeps a huge result to itself', async () => {
  const client = await connect('legacy')
  const call = async (name: string, text: string): Promise<string> => {
    const { content } = await client.callTool({ name, arguments: { text } })
    return content.map((block) => (block.type === 'text' ? block.text : '')).join()
  }
  const line = 'a line of some length, and then some more of it\n'
  // More than the 10 MB at which the SDK would give up a message.
  const text = line.repeat(250_000)
  expect(await call('diet_count', text)).toBe(`250000 lines, ${text.length} bytes, ${text.length / 4} tokens (chars4)`)
  expect(await call('diet_dedupe', text)).toBe(line)
  const distinct = Array.from({ length: 200_000 }, (_, i) => `${i} ${line}`).join('')
  expect(await call('diet_dedupe', distinct)).toMatch(
    /^the result of diet_dedupe has \d+ bytes, more than the \d+ that a client takes/,
  )
  expect(await call('diet_count', 'still here')).toMatch(/^1 lines/)
  await client.close()
})

describe('the process', () => {
  interface Run {
    readonly out: string
    readonly err: string
    readonly code: number | null
    readonly signal: string | null
  }

  /** Writes everything and closes the pipe. */
  const run = (messages: readonly string[], args: readonly string[] = []): Promise<Run> =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [PROGRAM, 'mcp', '--root', root, ...args])
      let out = ''
      let err = ''
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        out += chunk
      })
      child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
        err += chunk
      })
      child.on('error', reject)
      child.on('close', (code, signal) => resolve({ out, err, code, signal }))
      child.stdin.end(messages.map((message) => `${message}\n`).join(''))
    })

  const request = (id: number, method: string, params: object = {}): string =>
    JSON.stringify({ jsonrpc: '2.0', id, method, params })
  const HELLO = [
    request(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } }),
    JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
  ]
  const answersOf = ({ out }: Run): Map<number, { result: { content: { text: string }[]; protocolVersion: string } }> => {
    expect(out.endsWith('\n')).toBe(true)
    const messages = out
      .slice(0, -1)
      .split('\n')
      .map((line) => JSON.parse(line))
    for (const message of messages) expect(message.jsonrpc).toBe('2.0')
    return new Map(messages.map((message) => [message.id, message]))
  }

  it('ends cleanly when its input ends, and has answered everything by then', async () => {
    const text = LONG_LOG.repeat(20)
    const done = await run([
      ...HELLO,
      request(2, 'tools/list'),
      request(3, 'tools/call', { name: 'diet_count', arguments: { text: 'hello world', counter: 'o200k' } }),
      request(4, 'tools/call', { name: 'diet_dedupe', arguments: { text } }),
      request(5, 'tools/call', { name: 'no', arguments: {} }),
    ])
    expect(done).toMatchObject({ code: 0, signal: null, err: '' })
    const answers = answersOf(done)
    expect([...answers.keys()].sort()).toEqual([1, 2, 3, 4, 5])
    expect(answers.get(1)!.result.protocolVersion).toBe('2025-11-25')
    expect(answers.get(3)!.result.content[0]!.text).toBe('1 lines, 11 bytes, 2 tokens (o200k)')
    expect(answers.get(4)!.result.content[0]!.text).toBe(LONG_LOG)
  })

  it('answers the last message without a line end', async () => {
    const child = await run([...HELLO.slice(0, 1), HELLO[1]!, request(2, 'ping')])
    expect(answersOf(child).has(2)).toBe(true)
  })

  it('speaks the older protocols of hosts', async () => {
    for (const protocolVersion of ['2025-06-18', '2025-03-26', '2024-11-05']) {
      const hello = request(1, 'initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'old', version: '1' } })
      expect(answersOf(await run([hello])).get(1)!.result.protocolVersion).toBe(protocolVersion)
    }
  })

  it('passes over lines that are no messages', async () => {
    const done = await run(['not json', '', '{"jsonrpc":"2.0"}', ...HELLO, request(2, 'ping')])
    expect(done.code).toBe(0)
    expect([...answersOf(done).keys()].sort()).toEqual([1, 2])
  })

  it('ends at once when nothing comes', async () => {
    expect(await run([])).toEqual({ out: '', err: '', code: 0, signal: null })
  })

  it('keeps to --limit, for texts and files', async () => {
    const done = await run(
      [
        ...HELLO,
        request(2, 'tools/call', { name: 'diet_count', arguments: { text: 'x'.repeat(2000) } }),
        request(3, 'tools/call', { name: 'diet_count', arguments: { path: 'logs/long.log' } }),
        request(4, 'tools/call', { name: 'diet_count', arguments: { text: 'x'.repeat(1000) } }),
      ],
      ['--limit', '1000'],
    )
    const answers = answersOf(done)
    expect(answers.get(2)!.result).toMatchObject({
      isError: true,
      content: [{ text: 'text has 2000 bytes, more than the limit of 1000; save it to a file and pass a part of it' }],
    })
    expect(answers.get(3)!.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^"logs\/long\.log" is larger than the limit/) }],
    })
    expect(answers.get(4)!.result.content[0]!.text).toMatch(/^1 lines, 1000 bytes/)
  })

  it('ends when its reader goes away', async () => {
    const code = await new Promise<number | null>((resolve) => {
      const child = spawn(process.execPath, [PROGRAM, 'mcp', '--root', root], { stdio: ['pipe', 'pipe', 'ignore'] })
      child.on('close', resolve)
      child.stdin.on('error', () => {})
      child.stdout.once('data', () => {
        child.stdout.destroy()
        child.stdin.write(`${HELLO[1]}\n${request(2, 'tools/list')}\n${request(3, 'tools/list')}\n`)
      })
      child.stdin.write(`${HELLO[0]}\n`)
    })
    expect(code).toBe(0)
  })
})
