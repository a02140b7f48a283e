/**
 * Agent conversations of any length in each request format, as raw JSON that grows turn by turn, the way agents send them: the
 * whole history each time, some messages spelled by another JSON writer, the newest message marked for the cache on demand.
 */
import type { FormatName } from '../../src/requests/index.ts'

export interface ConversationOptions {
  readonly format: FormatName
  readonly turns: number
  /** Chars of the last body, about. */
  readonly chars: number
  /** Where the client puts its cache marks; only in the format that has them. */
  readonly marks?: 'none' | 'system' | 'newest'
}

export interface Conversation {
  /** The raw body of turn t, 1-based. */
  body(turn: number): string
}

/** What stands behind the messages in every body. */
export const TAIL = '],"stream":true}\n'

export const CACHE_MARK = ',"cache_control":{"type":"ephemeral"}'

/** The body without its cache marks, which move while the text they mark stays. */
export const withoutMarks = (body: string): string => body.replaceAll(CACHE_MARK, '')

/** A small generator of numbers below 2^32: the same seed, the same conversation. */
const createRandom = (seed: number): ((below: number) => number) => {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Random = ReturnType<typeof createRandom>

const MODULES = ['parser', 'stash', 'ledger', 'proxy', 'ladder', 'receipt', 'signals', 'hosts']

const pick = (random: Random, from: readonly string[]): string => from[random(from.length)]!

const WRITERS: readonly ((random: Random, i: number) => string)[] = [
  (random, i) =>
    `2026-03-04T05:06:${String(i % 60).padStart(2, '0')}Z INFO  [worker-${random(8)}] "job ${random(1e6)}" done in ${random(900)} ms`,
  (random, i) => `ok ${i} - ${pick(random, MODULES)} › handles case ${random(1e5)} (${random(90)} ms)`,
  (random) =>
    `src/${pick(random, MODULES)}/${pick(random, MODULES)}.ts:${random(900)}:\tconst value = table["${random(1e6)}"] ?? '\\\\'`,
  (random) =>
    `{"id":${random(1e6)},"name":"${pick(random, MODULES)}","path":"C:\\\\tmp\\\\${random(1e4)}","größe":${random(1e4)}}`,
]

/** A tool output of about so many chars, with a failure in its middle. */
const toolOutput = (random: Random, chars: number, failing: boolean): string => {
  const write = WRITERS[random(WRITERS.length)]!
  const lines: string[] = []
  for (let size = 0, i = 1; size < chars; i++) {
    const line =
      failing && size > chars / 2 && size < chars / 2 + 90
        ? `FAIL ${pick(random, MODULES)}: expected ${i} to be ${random(99)}`
        : write(random, i)
    lines.push(line)
    size += line.length + 1
  }
  return `${lines.join('\n')}\n`
}

interface Turn {
  readonly index: number
  readonly id: string
  readonly say: string
  readonly command: string
  readonly output: string
  readonly failing: boolean
  /** Content as blocks, with an image between two texts. */
  readonly blocks: boolean
}

const createTurns = ({ turns, chars }: ConversationOptions): readonly Turn[] => {
  const random = createRandom(turns)
  const mean = chars / turns
  const outputs: string[] = []
  for (let index = 0; index < turns; index++) {
    const failing = index % 7 === 3
    const size = index % 6 === 5 ? 400 : mean * (0.7 + random(100) / 100)
    outputs.push(index % 17 === 16 ? outputs[index - 10]! : toolOutput(random, size, failing))
  }
  return outputs.map((output, index) => ({
    index,
    id: `call_${index.toString(36)}_${random(1e6)}`,
    say: `Step ${index}: I look at “${pick(random, MODULES)}” next.`,
    command: `npm test -- ${pick(random, MODULES)} --seed ${random(1e6)}`,
    output,
    failing: index % 7 === 3,
    blocks: index % 4 === 1,
  }))
}

const IMAGE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk'.repeat(4)

/** The messages of one turn, as values; the last one carries the result. */
const MESSAGES: Readonly<Record<FormatName, (turn: Turn) => readonly object[]>> = {
  anthropic: ({ id, say, command, output, failing, blocks }) => [
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Let me see.', signature: `sig${id}==` },
        { type: 'text', text: say },
        { type: 'tool_use', id, name: 'Bash', input: { command } },
      ],
    },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: id,
          is_error: failing,
          content: blocks
            ? [
                { type: 'text', text: output },
                { type: 'image', source: { type: 'base64', media_type: 'image/png', data: IMAGE } },
                { type: 'text', text: 'done' },
              ]
            : output,
        },
      ],
    },
  ],
  chat_completions: ({ id, say, command, output, blocks }) => [
    {
      role: 'assistant',
      content: say,
      tool_calls: [{ id, type: 'function', function: { name: 'bash', arguments: JSON.stringify({ command }) } }],
    },
    { role: 'tool', tool_call_id: id, content: blocks ? [{ type: 'text', text: output }] : output },
  ],
  responses: ({ index, id, say, command, output, failing, blocks }) => [
    { type: 'reasoning', id: `rs_${index}`, summary: [], encrypted_content: `enc${id}` },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: say }] },
    ...(index % 5 === 2
      ? [
          { type: 'shell_call', call_id: id, action: { commands: [command] }, status: 'completed' },
          {
            type: 'shell_call_output',
            call_id: id,
            output: [{ stdout: output, stderr: '', outcome: { type: 'exit', exit_code: failing ? 1 : 0 } }],
          },
        ]
      : [
          { type: 'function_call', call_id: id, name: 'shell', arguments: JSON.stringify({ command: ['bash', '-lc', command] }) },
          { type: 'function_call_output', call_id: id, output: blocks ? [{ type: 'input_text', text: output }] : output },
        ]),
  ],
  gemini: ({ say, command, output, failing, blocks }) => [
    {
      role: 'model',
      parts: [{ text: say, thoughtSignature: 'c2ln' }, { functionCall: { name: 'run_shell_command', args: { command } } }],
    },
    {
      role: 'user',
      parts: [
        {
          functionResponse: {
            name: 'run_shell_command',
            response: blocks
              ? { result: { content: [{ type: 'text', text: output }] } }
              : failing
                ? { error: output }
                : { output },
          },
        },
      ],
    },
  ],
}

const OPENING = 'Fix the failing tests of “größe”, please.'

const HEADS: Readonly<Record<FormatName, string>> = {
  anthropic: `{"model":"m","max_tokens":1.0e3, "system":[{"type":"text","text":"You are an agent."@}],"messages":[{"role":"user","content":${JSON.stringify(OPENING)}}`,
  chat_completions: `{"model":"m","temperature":1.0, "messages":[{"role":"system","content":"You are an agent."},{"role":"user","content":${JSON.stringify(OPENING)}}`,
  responses: `{"model":"m","store":false, "instructions":"You are an agent.","input":[{"role":"user","content":[{"type":"input_text","text":${JSON.stringify(OPENING)}}]}`,
  gemini: `{"systemInstruction":{"parts":[{"text":"You are an agent."}]}, "contents":[{"role":"user","parts":[{"text":${JSON.stringify(OPENING)}}]}`,
}

/** As `json.dumps` of Python writes it: a space behind separators, ASCII only. */
const pythonJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value)
      .map(([key, member]) => `${pythonJson(key)}: ${pythonJson(member)}`)
      .join(', ')}}`
  }
  return JSON.stringify(value).replace(/[\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Puts the mark of the newest message at the end of its last block. */
const marked = (message: string): string => (message.endsWith('}]}') ? `${message.slice(0, -3)}${CACHE_MARK}}]}` : message)

export const createConversation = (options: ConversationOptions): Conversation => {
  const { format, marks = 'none' } = options
  const head = HEADS[format].replace('@', marks === 'system' ? CACHE_MARK : '')
  const turns = createTurns(options).map((turn) => {
    const write = turn.index % 5 === 4 ? pythonJson : JSON.stringify
    return MESSAGES[format](turn).map((message) => write(message) as string)
  })
  const all = [head, ...turns.flat()].join(',')
  // Where each turn ends in it, and where its last message begins.
  const ends: number[] = []
  let end = head.length
  for (const messages of turns) ends.push((end += messages.reduce((sum, message) => sum + message.length + 1, 0)))
  return {
    body: (turn) => {
      const last = turns[turn - 1]!.at(-1)!
      const end = ends[turn - 1]!
      if (marks !== 'newest') return all.slice(0, end) + TAIL
      return all.slice(0, end - last.length) + marked(last) + TAIL
    },
  }
}

type Json = { readonly [key: string]: Json } & readonly Json[] & string

/** The texts of all tool results of a parsed body, in order; the forms of this file only. */
const resultsIn = (format: FormatName, body: Json): { readonly owner: Record<string, unknown>; readonly key: string }[] => {
  const found: { owner: Record<string, unknown>; key: string }[] = []
  const add = (owner: unknown, key: string): void => {
    const value = (owner as Json)[key]
    if (typeof value === 'string') found.push({ owner: owner as Record<string, unknown>, key })
    else
      for (const part of (value ?? []) as Json[])
        if (typeof part.text === 'string') found.push({ owner: part as never, key: 'text' })
  }
  if (format === 'anthropic')
    for (const message of body.messages!)
      for (const block of message.content as unknown as Json[]) if (block.type === 'tool_result') add(block, 'content')
  if (format === 'chat_completions') for (const message of body.messages!) if (message.role === 'tool') add(message, 'content')
  if (format === 'responses') {
    for (const item of body.input!) {
      if (item.type === 'function_call_output') add(item, 'output')
      if (item.type === 'shell_call_output') add(item.output![0], 'stdout')
    }
  }
  if (format === 'gemini') {
    for (const content of body.contents!) {
      for (const part of content.parts!) {
        const response = part.functionResponse?.response
        if (response?.result !== undefined) add(response.result, 'content')
        else if (response !== undefined) add(response, response.error === undefined ? 'output' : 'error')
      }
    }
  }
  return found
}

/** What a body says in its tool results, and everything else of it. */
export const splitResults = (
  format: FormatName,
  json: string,
): { readonly results: readonly string[]; readonly rest: unknown } => {
  const body = JSON.parse(json) as Json
  const results = resultsIn(format, body).map(({ owner, key }) => {
    const text = owner[key] as string
    owner[key] = '…'
    return text
  })
  return { results, rest: body }
}
