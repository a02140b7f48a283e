/** Reads a body message by message. What a message says is kept apart, so that a message that is known is not read again. */
import type { JsonNode, JsonReader, Path } from '../json.ts'
import { detached } from '../store.ts'
import type { Call, Format, MessageLog, ToolResult } from './types.ts'

/** What one pass over a body finds. */
export interface Reading {
  readonly results: readonly ToolResult[]
  /** How many results stand before the last cache mark, and how many messages up to it; null when there is no mark. */
  readonly marked: { readonly results: number; readonly messages: number } | null
  /** How many results stand before the last turn of the assistant: the later ones are in no earlier request. */
  readonly answered: number
  /** The text that opens the conversation. It stays the same while the conversation grows. */
  readonly opening: string
  readonly messages: readonly MessageReading[]
}

type Event =
  | { readonly kind: 'assistant' }
  | { readonly kind: 'mark' }
  | { readonly kind: 'call'; readonly key: string; readonly call: Call }
  | { readonly kind: 'results'; readonly results: readonly ToolResult[]; readonly taken: string | undefined }

/** What a message says. It keeps no body alive, and holds wherever the same messages stand before it. */
export type MessageReading = readonly Event[]

const keep = <T extends string | undefined>(text: T): T => (text === undefined ? text : (detached(text) as T))

type Calls = Map<string, Call[]>

const addCall = (calls: Calls, key: string, call: Call): void => {
  const others = calls.get(key)
  if (others === undefined) calls.set(key, [call])
  else others.push(call)
}

/** The calls that the known messages leave open: worked out when it is first asked for, since new results answer new calls. */
const callsOf = (known: readonly MessageReading[]): Calls => {
  const calls: Calls = new Map()
  for (const event of known.flat()) {
    if (event.kind === 'call') addCall(calls, event.key, event.call)
    else if (event.kind === 'results' && event.taken !== undefined) calls.get(event.taken)?.shift()
  }
  return calls
}

const createCalls = (known: readonly MessageReading[]) => {
  const calls: Calls = new Map()
  let earlier: Calls | undefined
  const fromEarlier = (key: string): Call[] => (earlier ??= callsOf(known)).get(key) ?? []
  return {
    add: (key: string, call: Call): void => addCall(calls, key, call),
    newest: (key: string): Call | undefined => calls.get(key)?.at(-1) ?? fromEarlier(key).at(-1),
    takeOldest: (key: string): Call | undefined => fromEarlier(key).shift() ?? calls.get(key)?.shift(),
  }
}

const createState = (known: readonly MessageReading[]) => {
  const state = { results: [] as ToolResult[], marked: null as Reading['marked'], answered: 0, calls: createCalls(known) }
  const apply = (event: Event, message: number): void => {
    if (event.kind === 'results') for (const result of event.results) state.results.push(result)
    else if (event.kind === 'mark') state.marked = { results: state.results.length, messages: message + 1 }
    else if (event.kind === 'assistant') state.answered = state.results.length
  }
  return { state, apply }
}

const readMessage = (
  json: JsonReader,
  format: Format,
  at: { readonly node: JsonNode; readonly path: Path; readonly message: number },
  { state, apply }: ReturnType<typeof createState>,
): MessageReading => {
  const events: Event[] = []
  const add = (event: Event): void => {
    events.push(event)
    apply(event, at.message)
  }
  const log: MessageLog = {
    assistant: () => add({ kind: 'assistant' }),
    mark: () => add({ kind: 'mark' }),
    call: (key, call) => {
      const event = { kind: 'call', key: keep(key), call: { ...call, tool: keep(call.tool) } } as const
      add(event)
      state.calls.add(event.key, event.call)
    },
    result: (texts, { id, key, oldest, otherwise }) => {
      const found = oldest ? state.calls.takeOldest(key) : state.calls.newest(key)
      const call = found ?? (otherwise && { ...otherwise, tool: keep(otherwise.tool) })
      const results = texts.map(({ path, ...text }) => ({
        ...text,
        path: path.map((part) => (typeof part === 'string' ? keep(part) : part)),
        id: keep(id),
        call,
        message: at.message,
      }))
      add({ kind: 'results', results, taken: oldest ? keep(key) : undefined })
    },
  }
  format.read(json, at.node, at.path, log)
  return events
}

/** Reads a body; `known` has what its first messages say, as far as they are known. */
export const readBody = (json: JsonReader, format: Format, known: readonly MessageReading[] = []): Reading => {
  const { array, path } = format.messages(json)
  const items = json.items(array)
  const marks = format.marks?.(json)
  const reader = createState(known)
  const { state, apply } = reader
  if (marks?.before) apply({ kind: 'mark' }, -1)
  const messages = items.map((node, message) => {
    const reading = known[message]
    if (reading === undefined) return readMessage(json, format, { node, path: [...path, message], message }, reader)
    for (const event of reading) apply(event, message)
    return reading
  })
  if (marks?.behind) apply({ kind: 'mark' }, items.length - 1)
  const opening = format.opening(json, items).filter((text) => text !== undefined)
  return { results: state.results, marked: state.marked, answered: state.answered, opening: opening.join('\n'), messages }
}
