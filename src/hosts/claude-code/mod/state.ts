/** What the mod knows of the running session; nothing of it outlives the session. */
import type { History } from '../../reopened.ts'
import type { Outcome } from '../../tool-result.ts'

export interface Call {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  readonly agentId: string | undefined
  /** The file that the command's complete output also went to. */
  captured?: string
}

export interface Decided {
  readonly tool: string
  readonly command: unknown
  readonly chars: number
  readonly outcome: Outcome
}

export interface State {
  /** Calls whose results are still to come, by id. */
  readonly calls: Map<string, Call>
  /** Captured commands to the commands that the model wrote. */
  readonly wrapped: Map<string, string>
  /** The last decisions, newest last. */
  readonly decided: Decided[]
  sessionId: string | undefined
  dir: string | undefined
  history: History | undefined
  saved: number
  cuts: number
  reopened: number
  lastError: { readonly time: number; readonly reason: string } | undefined
}

export const createState = (): State => ({
  calls: new Map(),
  wrapped: new Map(),
  decided: [],
  sessionId: undefined,
  dir: undefined,
  history: undefined,
  saved: 0,
  cuts: 0,
  reopened: 0,
  lastError: undefined,
})

const MAX_CALLS = 500
const MAX_DECIDED = 20

/** Keeps a map small by dropping what was put first. */
export const putBounded = <V>(map: Map<string, V>, key: string, value: V): void => {
  map.set(key, value)
  const [first] = map.keys()
  if (map.size > MAX_CALLS && first !== undefined) map.delete(first)
}

export const remember = (state: State, decided: Decided): void => {
  state.decided.push(decided)
  if (state.decided.length > MAX_DECIDED) state.decided.shift()
}
