/** `context-diet hook HOST`: what the command hooks of agent hosts start. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { EXIT, usageError } from '../errors.ts'
import type { Values } from '../parse.ts'

/** Each reads one event on standard input and answers it; none of them ever fails, since a host must not feel a fault of ours. */
const HOSTS: Readonly<Record<string, () => Promise<() => unknown>>> = {
  'claude-code': async () => {
    // The package has the hook as one script, whose compiled code can be kept from one call to the next.
    const script = fileURLToPath(new URL('../plugins/claude-code/dist/hook.cjs', import.meta.url))
    if (!existsSync(script)) return (await import('../../hosts/claude-code/hook.ts')).runClaudeCodeHook
    const { runCached } = await import('../../hosts/claude-code/cached-script.ts')
    return () => runCached(script, process.env)
  },
}

export const runHook = async (values: Values): Promise<number> => {
  const load = HOSTS[values.argument ?? '']
  if (load === undefined) throw usageError('hook needs a HOST', `choose ${Object.keys(HOSTS).join(' or ')}`)
  await (await load())()
  return EXIT.done
}
