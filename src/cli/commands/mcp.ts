/** `context-diet mcp` */
import { resolve } from 'node:path'
import { EXIT } from '../errors.ts'
import { DEFAULT_LIMIT } from '../input.ts'
import type { Values } from '../parse.ts'

export const runMcp = async (values: Values): Promise<number> => {
  const { serveStdio } = await import('../../mcp/server.ts')
  await serveStdio({ root: resolve(values.text('root') ?? '.'), limitBytes: values.number('limit') ?? DEFAULT_LIMIT })
  return EXIT.done
}
