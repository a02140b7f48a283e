/** `context-diet hook HOST`: what the command hooks of agent hosts start. */
import { EXIT, usageError } from '../errors.ts'
import type { Values } from '../parse.ts'
import { noteUse } from '../use.ts'

const answerClaudeCode = async (): Promise<void> => {
  const { runClaudeCodeHook, usedFor } = await import('../../hosts/claude-code/hook.ts')
  await runClaudeCodeHook()
  noteUse(usedFor())
}

/** Each reads one event on standard input and answers it; none of them ever fails, since a host must not feel a fault of ours. */
const HOSTS: ReadonlyMap<string, () => Promise<void>> = new Map([['claude-code', answerClaudeCode]])

export const runHook = async (values: Values): Promise<number> => {
  const answer = HOSTS.get(values.argument ?? '')
  if (answer === undefined) throw usageError('hook needs a HOST', `choose ${[...HOSTS.keys()].join(' or ')}`)
  await answer()
  return EXIT.done
}
