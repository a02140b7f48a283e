/**
 * An MCP server over standard input and output without any package: tools `rows` (JSON of N rows), `structured` (the same as structured content),
 * `broken` (an error with a long log) and `notes` (prose).
 */
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const rows = (count) =>
  Array.from({ length: count }, (_, i) => ({
    id: i + 1,
    name: `item-${i + 1}`,
    owner: `team-${(i * 7) % 13}`,
    stock: (i * 37) % 101,
    state: i === 700 ? 'error: disk full' : 'ok',
  }))
const log = Array.from({ length: 600 }, (_, i) =>
  i === 300 ? 'ERROR db.ts:12: deadlock found on table orders' : `step ${i} of the import took ${(i * 31) % 97} ms`,
)
const sentence =
  'The service keeps every order for seven years because the law of the land asks for it and nobody wants to argue about that again. '

const CALLS = {
  rows: ({ count = 3000 }) => ({ content: [{ type: 'text', text: JSON.stringify(rows(count)) }] }),
  structured: ({ count = 3000 }) => ({
    content: [{ type: 'text', text: JSON.stringify({ rows: rows(count) }) }],
    structuredContent: { rows: rows(count) },
  }),
  broken: () => ({ content: [{ type: 'text', text: log.join('\n') }], isError: true }),
  notes: () => ({ content: [{ type: 'text', text: Array.from({ length: 40 }, () => sentence.repeat(3)).join('\n\n') }] }),
}
/** For tests that compare. */
export const answerCall = (name, args) => CALLS[name](args)

const tools = Object.keys(CALLS).map((name) => ({
  name,
  description: name,
  inputSchema: { type: 'object', properties: { count: { type: 'number' } } },
}))

const answer = ({ method, params }) => {
  if (method === 'initialize') {
    return {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'test', version: '1.0.0' },
    }
  }
  if (method === 'tools/list') return { tools }
  if (method === 'tools/call') return CALLS[params.name](params.arguments ?? {})
  return {}
}

const serve = () =>
  createInterface({ input: process.stdin }).on('line', (line) => {
    const message = JSON.parse(line)
    if (message.id === undefined) return
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, result: answer(message) })}\n`)
  })

if (process.argv[1] === fileURLToPath(import.meta.url)) serve()
