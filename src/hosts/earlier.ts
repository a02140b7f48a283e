/** An earlier output of the command that has just run again: how the two are known to belong together, and where the earlier one is found. */
import { parseLedger } from '../ledger/parse.ts'
import type { ToolResult } from './tool-result.ts'

export interface Earlier {
  readonly text: string
  /** Of its original. */
  readonly path: string
}

/** Enough to tell the commands of a session apart, and too few to give one back. */
const CALL_CHARS = 12

/**
 * Names a shell command within one agent of one session; undefined where one of them is not known. An agent must have seen what a digest refers
 * to, so that agents of one session share nothing.
 */
export const callOf = async (
  { sessionId, agentId = '', tool, command }: Pick<ToolResult, 'sessionId' | 'agentId' | 'tool' | 'command'>,
  keyOf: (text: string) => string | Promise<string>,
): Promise<string | undefined> => {
  if (sessionId === undefined || command === undefined) return undefined
  try {
    return (await keyOf(JSON.stringify([sessionId, agentId, tool, command.trim()]))).slice(0, CALL_CHARS)
  } catch {
    return undefined
  }
}

/**
 * The key of the latest original with this call in the text of a ledger. `use` names the run that is looked at now: another process
 * that was asked about it as well may have recorded it, and nothing is earlier than itself. Parses few lines.
 */
export const latestKeyOf = (ledger: string, call: string, use?: string): string | undefined => {
  const mark = `"call":"${call}"`
  for (let at = ledger.lastIndexOf(mark); at > 0; at = ledger.lastIndexOf(mark, at - 1)) {
    const end = ledger.indexOf('\n', at)
    const line = ledger.slice(ledger.lastIndexOf('\n', at) + 1, end < 0 ? ledger.length : end)
    const [entry] = parseLedger(line).entries
    if (use !== undefined && entry?.use === use) continue
    return entry?.decision === 'reduced' && entry.call === call ? entry.key : undefined
  }
  return undefined
}
