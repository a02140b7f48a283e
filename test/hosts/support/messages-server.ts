/** A scripted model: answers the Messages API on loopback with the steps of a script, and keeps what it was asked. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Call {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
}

/** Calls of tools, or the last words. */
export type Step = { readonly calls: readonly Call[] } | { readonly text: string }

export interface Received {
  readonly isError: boolean
  readonly text: string
}

interface Block {
  readonly type: string
  readonly text?: string
  readonly id?: string
  readonly name?: string
  readonly input?: unknown
}

interface Body {
  readonly model?: string
  readonly stream?: boolean
  readonly tools?: readonly unknown[]
  readonly messages?: readonly { readonly role: string; readonly content: unknown }[]
}

export interface MessagesServer {
  readonly url: string
  /** Every request body, as the program sent it. */
  readonly bodies: readonly Body[]
  /** What the model read of each tool call, in the order in which it first read them. */
  results(): readonly Received[]
  close(): Promise<void>
}

const USAGE = { input_tokens: 100, output_tokens: 10, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }

const readBody = async (request: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString('utf8')
}

const sendEvents = (response: ServerResponse, message: object, blocks: readonly Block[], stop: string): void => {
  const send = (type: string, data: object): void => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`)
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  send('message_start', { message: { ...message, content: [], stop_reason: null, stop_sequence: null, usage: USAGE } })
  for (const [index, block] of blocks.entries()) {
    const isCall = block.type === 'tool_use'
    send('content_block_start', { index, content_block: isCall ? { ...block, input: {} } : { type: 'text', text: '' } })
    const delta = isCall
      ? { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }
      : { type: 'text_delta', text: block.text }
    send('content_block_delta', { index, delta })
    send('content_block_stop', { index })
  }
  send('message_delta', { delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 10 } })
  send('message_stop', {})
  response.end()
}

const textOfContent = (content: unknown): string => {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((block: Block) => block.text ?? '').join('\n')
}

const resultsIn = (bodies: readonly Body[]): readonly Received[] => {
  const found = new Map<string, Received>()
  for (const { messages = [] } of bodies) {
    for (const { content } of messages) {
      if (!Array.isArray(content)) continue
      for (const block of content) {
        if (block.type !== 'tool_result' || found.has(block.tool_use_id)) continue
        found.set(block.tool_use_id, { isError: block.is_error === true, text: textOfContent(block.content) })
      }
    }
  }
  return [...found.values()]
}

/** Serves until closed. Requests without tools (titles, classifiers) get a word and use no step; the last step repeats. */
export const serveMessages = async (script: readonly Step[]): Promise<MessagesServer> => {
  const bodies: Body[] = []
  let [step, id] = [0, 0]
  const blocksFor = (body: Body): readonly Block[] => {
    if ((body.tools?.length ?? 0) === 0) return [{ type: 'text', text: 'side' }]
    const next = script[Math.min(step++, script.length - 1)]!
    if ('text' in next) return [{ type: 'text', text: next.text }]
    return next.calls.map(({ name, input }) => ({ type: 'tool_use', id: `toolu_test_${++id}`, name, input }))
  }
  const answer = (body: Body, response: ServerResponse): void => {
    const blocks = blocksFor(body)
    const stop = blocks.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn'
    const message = { id: `msg_test_${++id}`, type: 'message', role: 'assistant', model: body.model }
    if (body.stream === true) {
      sendEvents(response, message, blocks, stop)
      return
    }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ ...message, content: blocks, stop_reason: stop, stop_sequence: null, usage: USAGE }))
  }
  const server: Server = createServer(async (request, response) => {
    const text = await readBody(request)
    const path = request.url ?? ''
    if (request.method !== 'POST' || !path.startsWith('/v1/messages')) {
      response.writeHead(404, { 'content-type': 'application/json' })
      response.end('{"type":"error","error":{"type":"not_found_error","message":"test"}}')
    } else if (path.startsWith('/v1/messages/count_tokens')) {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end('{"input_tokens":100}')
    } else {
      const body = JSON.parse(text) as Body
      bodies.push(body)
      answer(body, response)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    results: () => resultsIn(bodies),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
