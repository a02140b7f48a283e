/** The MCP server: the verbs as tools over standard input and output. Standard output carries nothing but the protocol. */
import type { McpServer } from '@modelcontextprotocol/server'
import packageJson from '../../package.json' with { type: 'json' }
import { toFailure } from '../cli/errors.ts'
import { DEFAULT_LIMIT } from '../cli/input.ts'
import { createFraming } from './framing.ts'
import { ArgumentError } from './parameters.ts'
import { callTool, listTools, type ToolOptions } from './tools.ts'

export interface ServeOptions {
  /** Directory that `path` arguments are confined to, symbolic links resolved. */
  readonly root: string
  /**
   * Most bytes of a text or a file.
   * @default 512 MB
   */
  readonly limitBytes?: number
}

/** A message is one string, which holds less than 2^29 chars. */
const MAX_MESSAGE = 400e6
/** Clients of the official SDK give up the connection at messages of 10 MB. */
const MAX_RESULT = 9e6

const INSTRUCTIONS =
  'Reduces long tool output to what matters, deterministically; lines come back verbatim. For a long log or a saved output use diet_digest with its path.'

interface Result {
  content: { type: 'text'; text: string }[]
  isError?: boolean
  [key: string]: unknown
}

const LONE_SURROGATE = /\p{Surrogate}/gu

/** Bytes that are no UTF-8 are lone surrogates here, which JSON parsers of other languages refuse. */
const toBlock = (text: string): { type: 'text'; text: string } => ({ type: 'text', text: text.replace(LONE_SURROGATE, '\ufffd') })

const failed = (message: string): Result => ({ content: [toBlock(message)], isError: true })

const assertSendable = (name: string, blocks: readonly string[]): void => {
  const bytes = blocks.reduce((sum, block) => sum + Buffer.byteLength(JSON.stringify(block)), 0)
  if (bytes > MAX_RESULT)
    throw new ArgumentError(
      `the result of ${name} has ${bytes} bytes, more than the ${MAX_RESULT} that a client takes; give a budget, or leave the receipt out`,
    )
}

const call = async (name: string, given: Readonly<Record<string, unknown>>, options: ToolOptions): Promise<Result> => {
  try {
    const blocks = await callTool(name, given, options)
    assertSendable(name, blocks)
    return { content: blocks.map(toBlock) }
  } catch (error) {
    return failed(error instanceof ArgumentError ? error.message : toFailure(error).message)
  }
}

/** The package of the protocol, which no other verb of the program pays for. */
const loadSdk = async () => {
  const [{ McpServer: Server }, { StdioServerTransport, serveStdio }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('@modelcontextprotocol/server/stdio'),
  ])
  return { Server, StdioServerTransport, serve: serveStdio }
}

/** Counts the calls that are being worked on. */
const createGate = (): { run<T>(work: () => Promise<T>): Promise<T>; idle(): Promise<void> } => {
  const running = new Set<Promise<unknown>>()
  return {
    async run(work) {
      const promise = work()
      running.add(promise)
      try {
        return await promise
      } finally {
        running.delete(promise)
      }
    },
    async idle() {
      while (running.size > 0) await Promise.allSettled(running)
    },
  }
}

/**
 * Serves until standard input ends or the client goes away; then the promise resolves. Diagnostics go to standard error.
 * Tools never throw: what is wrong comes back as a readable result with `isError`.
 */
export const serveStdio = async ({ root, limitBytes = DEFAULT_LIMIT }: ServeOptions): Promise<void> => {
  const { Server, StdioServerTransport, serve } = await loadSdk()
  const gate = createGate()
  const createServer = (): McpServer => {
    const mcp = new Server(
      { name: 'context-diet', version: packageJson.version },
      { capabilities: { tools: { listChanged: false } }, instructions: INSTRUCTIONS },
    )
    mcp.server.setRequestHandler('tools/list', () => ({ tools: listTools() }))
    mcp.server.setRequestHandler('tools/call', ({ params }) =>
      gate.run(() => call(params.name, params.arguments ?? {}, { root, limitBytes })),
    )
    return mcp
  }
  return new Promise((resolve) => {
    const input = process.stdin.pipe(createFraming(MAX_MESSAGE, gate.idle))
    const transport = new StdioServerTransport(input, process.stdout, { maxBufferSize: MAX_MESSAGE })
    serve(createServer, { transport, onerror: ({ message }) => console.error(`context-diet: ${message}`) })
    const close = transport.onclose
    transport.onclose = () => {
      close?.()
      process.stdin.unpipe(input)
      process.stdin.destroy()
      resolve()
    }
  })
}
