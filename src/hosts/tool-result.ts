/** What every agent host has in common: a tool gave a text, and the model is about to read it. */
import type { LedgerRecord } from '../ledger/entry.ts'

export interface ToolResult {
  /** `claude-code`, for the ledger. */
  readonly host: string
  /** As the host names it: `Bash`, `Grep`, `mcp__server__tool`. */
  readonly tool: string
  readonly sort: ToolSort
  /** Of a shell tool. */
  readonly command?: string | undefined
  /** The complete output, where the host saved one; else what the model would read. */
  readonly text: string
  /** The exact bytes of the text, where it was read from a file. */
  readonly bytes?: Uint8Array | undefined
  readonly exitCode?: number | undefined
  readonly sessionId?: string | undefined
  /** The host's own name for this one call. */
  readonly id?: string | undefined
  /** The agent within the session, for hosts with several. */
  readonly agentId?: string | undefined
  /** The host moved the output to a file, so the model would see a preview only. */
  readonly moved?: boolean | undefined
  /** Characters that the host took out of the middle of the text and kept nowhere. */
  readonly lost?: number | undefined
}

/** What a tool is for; it decides which texts may be touched. */
export type ToolSort = 'shell' | 'search' | 'mcp' | 'other'

/** Why a result went to the model as it was. */
export type Reason =
  | 'off'
  | 'dry'
  | 'not-a-listed-tool'
  | 'own-tool'
  | 'already-digest'
  | 'kept'
  | 'diet-off'
  | 'reads-original'
  | 'machine-format'
  | 'below-threshold'
  | 'often-reopened'
  | 'prose'
  | 'no-gain'

export interface Reduced {
  readonly action: 'reduced'
  readonly text: string
  readonly key: string
  readonly path: string
  readonly record: LedgerRecord
  readonly explain: readonly string[]
}

export interface Unchanged {
  readonly action: 'unchanged'
  readonly reason: Reason
  /** Absent where the ledger would only tell that small results are small. */
  readonly record?: LedgerRecord
  readonly explain: readonly string[]
}

export interface Failed {
  readonly action: 'failed'
  readonly record: LedgerRecord
  /** One sentence for a person. */
  readonly message: string
}

export type Outcome = Reduced | Unchanged | Failed
