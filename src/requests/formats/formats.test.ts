import { describe, expect, it } from 'vitest'
import { createObjectReader } from '../json.ts'
import { detectFormat, detectRequestFormat, FORMATS } from './index.ts'
import { type Reading, readBody } from './reading.ts'

const detect = (body: object): string => {
  const found = detectRequestFormat(body)
  return found === null ? 'unknown' : `${found.format}: ${found.why}`
}

const read = (body: object): Reading => {
  const json = createObjectReader(body)
  return readBody(json, detectFormat(json)!.format)
}

/** The texts found, as path, text and what is known of them. */
const results = (body: object) =>
  read(body).results.map(({ node, path, id, call, isError, exitCode }) => ({
    at: path.join('.'),
    text: node as unknown as string,
    id,
    tool: call?.tool,
    command: call?.command(createObjectReader(body)),
    isError,
    exitCode,
  }))

const user = { role: 'user', content: 'Go.' }

describe('detectRequestFormat', () => {
  it.each([
    [{ contents: [] }, 'gemini: contents is an array'],
    [{ project: 'p', request: { contents: [] } }, 'gemini: request.contents is an array'],
    [{ input: 'hello' }, 'responses: input is a string'],
    [{ input: [] }, 'responses: input is an array of items'],
    [{ messages: [{ role: 'system', content: 's' }, user] }, 'chat_completions: messages[0] has role system'],
    [{ messages: [user, { role: 'assistant', tool_calls: [] }] }, 'chat_completions: messages[1] has tool_calls'],
    [{ messages: [user, { role: 'tool', tool_call_id: 'x', content: '' }] }, 'chat_completions: messages[1] has tool_call_id'],
    [{ messages: [user, { role: 'function', name: 'f', content: '' }] }, 'chat_completions: messages[1] has role function'],
    [{ system: 's', messages: [user] }, 'anthropic: messages and a top-level system'],
    [{ messages: [user] }, 'anthropic: messages without OpenAI roles'],
    [
      { messages: [{ role: 'user', content: [{ type: 'tool_result' }] }, { role: 'system' }] },
      'anthropic: messages without OpenAI roles',
    ],
    [{}, 'unknown'],
    [{ prompt: 'hello' }, 'unknown'],
    [{ messages: 'none' }, 'unknown'],
    [[], 'unknown'],
  ])('%j is %s', (body, expected) => {
    expect(detect(body)).toBe(expected)
  })

  it('takes the format that the caller names', () => {
    const json = createObjectReader({ messages: [] })
    expect(FORMATS.map(({ name }) => detectFormat(json, name)?.format.name)).toEqual(FORMATS.map(({ name }) => name))
  })
})

describe('anthropic', () => {
  const call = { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'npm test', description: 'x' } }
  const body = (content: unknown, more: object = {}) => ({
    messages: [
      user,
      { role: 'assistant', content: [call] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content, ...more }] },
    ],
  })

  it('finds string content, with the call it answers', () => {
    expect(results(body('out', { is_error: true }))).toEqual([
      {
        at: 'messages.2.content.0.content',
        text: 'out',
        id: 'toolu_1',
        tool: 'Bash',
        command: 'npm test',
        isError: true,
        exitCode: undefined,
      },
    ])
  })

  it('finds the text blocks of block content and nothing else of it', () => {
    const blocks = [
      { type: 'text', text: 'one' },
      { type: 'image', source: { type: 'base64', data: 'AAAA' } },
      { type: 'document', source: { type: 'text', data: 'doc' } },
      { type: 'search_result', content: [{ type: 'text', text: 'no' }] },
      { type: 'text', text: 'two' },
      { type: 'text', text: 7 },
    ]
    expect(results(body(blocks)).map(({ at, text, isError }) => [at, text, isError])).toEqual([
      ['messages.2.content.0.content.0.text', 'one', false],
      ['messages.2.content.0.content.4.text', 'two', false],
    ])
  })

  it('finds nothing in user and assistant text, thinking, calls and results of tools that the provider runs', () => {
    const quiet = {
      system: [{ type: 'text', text: 's' }],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'u' }] },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 't', signature: 's' },
            { type: 'redacted_thinking', data: 'd' },
            { type: 'text', text: 'a' },
            call,
            { type: 'server_tool_use', id: 'srv', name: 'web_search', input: { query: 'q' } },
            {
              type: 'web_search_tool_result',
              tool_use_id: 'srv',
              content: [{ type: 'web_search_result', encrypted_content: 'e' }],
            },
            { type: 'mcp_tool_result', tool_use_id: 'm', content: [{ type: 'text', text: 'm' }] },
          ],
        },
      ],
    }
    expect(results(quiet)).toEqual([])
  })

  const mark = { cache_control: { type: 'ephemeral' } }
  const result = (more: object = {}) => ({ type: 'tool_result', tool_use_id: 'x', content: 'out', ...more })

  it.each([
    ['no mark', { messages: [{ content: [result()] }] }, null],
    ['a mark that is null', { messages: [{ content: [result({ cache_control: null })] }] }, null],
    [
      'a mark on the system prompt',
      { system: [{ type: 'text', text: 's', ...mark }], messages: [{ content: [result()] }] },
      { results: 0, messages: 0 },
    ],
    ['a mark on a tool', { tools: [{ name: 't', ...mark }], messages: [{ content: [result()] }] }, { results: 0, messages: 0 }],
    ['a mark on the result itself', { messages: [user, { content: [result(mark), result()] }] }, { results: 1, messages: 2 }],
    [
      'a mark on a text behind a result',
      { messages: [{ content: [result(), { type: 'text', text: 'x', ...mark }, result()] }] },
      { results: 1, messages: 1 },
    ],
    [
      'a mark inside a result',
      {
        messages: [
          {
            content: [
              result({
                content: [
                  { type: 'text', text: 'a', ...mark },
                  { type: 'text', text: 'b' },
                ],
              }),
            ],
          },
        ],
      },
      { results: 1, messages: 1 },
    ],
    [
      'the last of two marks',
      { messages: [{ content: [result(mark)] }, { content: [result(mark), result()] }] },
      { results: 2, messages: 2 },
    ],
    [
      'a mark on the body',
      { ...mark, messages: [{ content: [result()] }, { content: [result()] }] },
      { results: 2, messages: 2 },
    ],
  ])('%s', (_, body, marked) => {
    expect(read(body).marked).toEqual(marked)
  })

  it('tells which results no earlier request had, and how the conversation opens', () => {
    const reading = read({
      messages: [
        user,
        { role: 'assistant', content: [call] },
        { content: [result()] },
        { role: 'assistant', content: 'a' },
        { content: [result(), result()] },
      ],
    })
    expect([reading.answered, reading.results.length, reading.opening]).toEqual([1, 3, 'Go.'])
  })

  it('lists the tools on offer', () => {
    const json = createObjectReader({ messages: [], tools: [{ name: 'Bash' }, { name: 'mcp__context-diet__diet_retrieve' }] })
    expect(detectFormat(json)!.format.tools(json)).toEqual(['Bash', 'mcp__context-diet__diet_retrieve'])
  })
})

describe('chat_completions', () => {
  const assistant = {
    role: 'assistant',
    content: 'a',
    tool_calls: [
      { id: 'c1', type: 'function', function: { name: 'bash', arguments: '{"command":"ls -l"}' } },
      { id: 'c2', type: 'function', function: { name: 'run', arguments: '{"cmd":["bash","-lc","make all"]}' } },
      { id: 'c3', type: 'custom', custom: { name: 'patch', input: 'text' } },
      { id: 'c4', type: 'function', function: { name: 'broken', arguments: '{"command":' } },
    ],
  }

  it('finds string content and text parts of tool messages', () => {
    const body = {
      messages: [
        { role: 'system', content: 's' },
        user,
        assistant,
        { role: 'tool', tool_call_id: 'c1', content: 'out' },
        {
          role: 'tool',
          tool_call_id: 'c2',
          content: [
            { type: 'text', text: 'one' },
            { type: 'image_url', image_url: { url: 'data:' } },
          ],
        },
        { role: 'tool', tool_call_id: 'c3', content: 'patched' },
        { role: 'tool', tool_call_id: 'c4', content: 'odd' },
        { role: 'tool', tool_call_id: 'gone', content: 'lost' },
      ],
    }
    expect(results(body).map(({ at, text, id, tool, command, isError }) => [at, text, id, tool, command, isError])).toEqual([
      ['messages.3.content', 'out', 'c1', 'bash', 'ls -l', undefined],
      ['messages.4.content.0.text', 'one', 'c2', 'run', 'make all', undefined],
      ['messages.5.content', 'patched', 'c3', 'patch', undefined, undefined],
      ['messages.6.content', 'odd', 'c4', 'broken', undefined, undefined],
      ['messages.7.content', 'lost', 'gone', undefined, undefined, undefined],
    ])
  })

  it('finds results of the old function form', () => {
    const body = {
      messages: [
        user,
        { role: 'assistant', function_call: { name: 'shell', arguments: '{"command":"pwd"}' } },
        { role: 'function', name: 'shell', content: 'out' },
      ],
    }
    expect(results(body).map(({ at, tool, command }) => [at, tool, command])).toEqual([['messages.2.content', 'shell', 'pwd']])
  })

  it('honours the cache marks that gateways pass on', () => {
    const part = { type: 'text', text: 'one', cache_control: { type: 'ephemeral' } }
    expect(
      read({
        messages: [
          { role: 'tool', tool_call_id: 'a', content: [part] },
          { role: 'tool', tool_call_id: 'b', content: 'x' },
        ],
      }).marked,
    ).toEqual({ results: 1, messages: 1 })
  })

  it('opens with the first user message, whatever the system prompt says', () => {
    expect(read({ messages: [{ role: 'system', content: 'It is 10:04.' }, user] }).opening).toBe('Go.')
  })
})

describe('responses', () => {
  const output = (type: string, rest: object) => ({ type, call_id: 'c', ...rest })

  it.each([
    ['a function output', [output('function_call_output', { output: 'out' })], ['input.0.output']],
    [
      'parts',
      [
        output('function_call_output', {
          output: [
            { type: 'input_text', text: 'out' },
            { type: 'input_image', image_url: 'data:' },
          ],
        }),
      ],
      ['input.0.output.0.text'],
    ],
    ['a custom tool', [output('custom_tool_call_output', { output: 'out' })], ['input.0.output']],
    ['the local shell', [{ type: 'local_shell_call_output', id: 'c', output: 'out' }], ['input.0.output']],
    [
      'the shell',
      [output('shell_call_output', { output: [{ stdout: 'out', stderr: 'err' }] })],
      ['input.0.output.0.stdout', 'input.0.output.0.stderr'],
    ],
    ['a patch', [output('apply_patch_call_output', { status: 'failed', output: 'out' })], ['input.0.output']],
    ['a tool of an MCP server', [{ type: 'mcp_call', id: 'c', name: 't', arguments: '{}', output: 'out' }], ['input.0.output']],
    ['a screenshot', [output('computer_call_output', { output: { type: 'computer_screenshot', image_url: 'data:' } })], []],
    [
      'text of a computer',
      [output('computer_call_output', { output: { type: 'input_text', text: 'out' } })],
      ['input.0.output.text'],
    ],
    [
      'logs of the interpreter',
      [
        {
          type: 'code_interpreter_call',
          id: 'c',
          code: 'x',
          outputs: [
            { type: 'logs', logs: 'out' },
            { type: 'image', url: 'u' },
          ],
        },
      ],
      ['input.0.outputs.0.logs'],
    ],
    [
      'passages of a file search',
      [{ type: 'file_search_call', id: 'c', queries: ['q'], results: [{ file_id: 'f', text: 'out' }] }],
      ['input.0.results.0.text'],
    ],
    [
      'calls, reasoning and messages',
      [
        { type: 'function_call', call_id: 'c', name: 'n', arguments: '{"output":"x"}' },
        { type: 'reasoning', summary: [{ type: 'summary_text', text: 's' }], encrypted_content: 'e' },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'a' }] },
        { role: 'user', content: [{ type: 'input_text', text: 'u' }] },
        { type: 'mcp_list_tools', tools: [{ name: 'n', description: 'd' }] },
      ],
      [],
    ],
    ['a name of the prototype', [{ type: 'constructor', output: 'out' }], []],
  ])('finds %s', (_, input, expected) => {
    expect(results({ input }).map(({ at }) => at)).toEqual(expected)
  })

  it('knows the tool and the command of each kind of call', () => {
    const input = [
      { type: 'function_call', call_id: 'a', name: 'shell', arguments: '{"command":["bash","-lc","npm test"]}' },
      { type: 'local_shell_call', call_id: 'b', action: { type: 'exec', command: ['git', 'status'] } },
      { type: 'shell_call', call_id: 'c', action: { commands: ['ls', 'pwd'] } },
      { type: 'function_call_output', call_id: 'a', output: 'a' },
      { type: 'local_shell_call_output', call_id: 'b', output: 'b' },
      { type: 'shell_call_output', call_id: 'c', output: [{ stdout: 'c', stderr: '', outcome: { type: 'exit', exit_code: 2 } }] },
      { type: 'shell_call_output', call_id: 'c', output: [{ stdout: 'd', outcome: { type: 'timeout' } }] },
      { type: 'mcp_call', id: 'm', name: 'fetch', arguments: '{}', output: 'm', error: { message: 'no' } },
    ]
    expect(
      results({ input }).map(({ text, tool, command, isError, exitCode }) => [text, tool, command, isError, exitCode]),
    ).toEqual([
      ['a', 'shell', 'npm test', undefined, undefined],
      ['b', 'local_shell', 'git status', undefined, undefined],
      ['c', 'shell', 'ls; pwd', true, 2],
      ['', 'shell', 'ls; pwd', true, 2],
      ['d', 'shell', 'ls; pwd', true, undefined],
      ['m', 'fetch', undefined, true, undefined],
    ])
  })

  it('has no results in a string input', () => {
    expect(read({ input: 'Go.' })).toMatchObject({ results: [], opening: 'Go.' })
  })
})

describe('gemini', () => {
  const response = (value: object, more: object = {}) => ({
    role: 'user',
    parts: [{ functionResponse: { name: 'run', response: value, ...more } }],
  })
  const at = 'contents.0.parts.0.functionResponse.response'
  const bytes = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk'.repeat(8)

  it.each([
    ['output', { output: 'out' }, [`${at}.output`]],
    ['result', { result: 'out' }, [`${at}.result`]],
    [
      'text in content',
      {
        content: [
          { type: 'text', text: 'out' },
          { type: 'image', data: 'AAAA', mimeType: 'image/png' },
        ],
      },
      [`${at}.content.0.text`],
    ],
    ['deeper text', { result: { content: [{ parts: [{ text: 'out' }] }] } }, [`${at}.result.content.0.parts.0.text`]],
    [
      'members of a program',
      { stdout: 'out', stderr: 'err', lines: ['a'], count: 3 },
      [`${at}.stdout`, `${at}.stderr`, `${at}.lines.0`],
    ],
    ['D4: results in a list', { results: [{ id: '1', url: 'u', snippet: 'out' }] }, [`${at}.results.0.snippet`]],
    ['encoded bytes under any name', { output: bytes, image_url: `data:image/png;base64,${bytes}`, text: 'out' }, [`${at}.text`]],
    ['a ruler of one char', { output: '='.repeat(400) }, [`${at}.output`]],
  ])('finds %s', (_, value, expected) => {
    expect(results({ contents: [response(value)] }).map((found) => found.at)).toEqual(expected)
  })

  it('finds results in the envelope and in the other spelling', () => {
    const part = { function_response: { name: 'run', response: { output: 'out' } } }
    expect(results({ request: { contents: [{ parts: [part] }] } }).map((found) => found.at)).toEqual([
      'request.contents.0.parts.0.function_response.response.output',
    ])
  })

  it('matches calls by id, or else in the order of the calls of one function', () => {
    const call = (command: string, more: object = {}) => ({ functionCall: { name: 'run', args: { command }, ...more } })
    const contents = [
      { role: 'model', parts: [call('first'), call('second'), call('third', { id: 'x' })] },
      response({ output: 'a' }),
      response({ output: 'b' }, { id: 'x' }),
      response({ error: 'c' }),
      response({ output: 'd' }),
    ]
    expect(results({ contents }).map(({ text, tool, command, isError }) => [text, tool, command, isError])).toEqual([
      ['a', 'run', 'first', undefined],
      ['b', 'run', 'third', undefined],
      ['c', 'run', 'second', true],
      ['d', 'run', undefined, undefined],
    ])
  })

  it('stops at a depth that no tool has', () => {
    let value: unknown = 'out'
    for (let depth = 0; depth < 5000; depth++) value = { value }
    expect(results({ contents: [response({ value })] })).toEqual([])
  })

  it('lists the functions on offer', () => {
    const json = createObjectReader({ contents: [], tools: [{ functionDeclarations: [{ name: 'run' }] }] })
    expect(detectFormat(json)!.format.tools(json)).toEqual(['run'])
  })
})
