/** `context-diet hook HOST`: what the command hooks of agent hosts start. */
import { EXIT, usageError } from '../errors.ts'
import type { Values } from '../parse.ts'
import { noteUse } from '../use.ts'

/** Each reads one event on standard input and answers it; none of them ever fails, since a host must not feel a fault of ours. */
const HOSTS: Readonly<Record<string, () => Promise<() => Promise<void>>>> = {
  'claude-code': async () => {
    const { runClaudeCodeHook, usedFor } = await import('../../hosts/claude-code/hook.ts')
    return async () => {
      await runClaudeCodeHook()
      noteUse(usedFor())
    }
  },
}

export const runHook = async (values: Values): Promise<number> => {
  const load = HOSTS[values.argument ?? '']
  if (load === undefined) throw usageError('hook needs a HOST', `choose ${Object.keys(HOSTS).join(' or ')}`)
  await (await load())()
  return EXIT.done
}
