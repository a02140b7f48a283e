/**
 * OpenAI Chat Completions. A result is a message of role `tool`, or `function` in the old form; its content is a string or
 * an array of text parts. Nothing in the format says whether a tool failed.
 */
import type { JsonNode, JsonReader } from '../json.ts'
import { callWithText } from './calls.ts'
import { contentTexts, hasCacheMark, typeOf } from './parts.ts'
import type { Call, Format, ReadingLog } from './types.ts'

const TEXT = ['text'] as const
const RESULT_ROLES: readonly (string | undefined)[] = ['tool', 'function']
const OWN_ROLES: readonly (string | undefined)[] = [...RESULT_ROLES, 'system', 'developer']
const CALL_KEYS = ['tool_calls', 'tool_call_id', 'function_call'] as const

const roleOf = (json: JsonReader, message: JsonNode): string | undefined => json.text(json.get(message, 'role'))

/** Calls by id; a call of the old form has no id and is found by its function's name. */
const readCalls = (json: JsonReader, message: JsonNode, calls: Map<string, Call>): void => {
  for (const call of json.items(json.get(message, 'tool_calls'))) {
    const id = json.text(json.get(call, 'id'))
    const body = json.get(call, 'function') ?? json.get(call, 'custom')
    const tool = json.text(json.get(body, 'name'))
    if (id !== undefined) calls.set(`id ${id}`, callWithText(json, tool, json.get(body, 'arguments')))
  }
  const old = json.get(message, 'function_call')
  const name = json.text(json.get(old, 'name'))
  if (name !== undefined) calls.set(`name ${name}`, callWithText(json, name, json.get(old, 'arguments')))
}

const readMessage = (json: JsonReader, message: JsonNode, index: number, calls: Map<string, Call>, log: ReadingLog): void => {
  const role = roleOf(json, message)
  const content = json.get(message, 'content')
  if (role === 'assistant') {
    log.assistant()
    readCalls(json, message, calls)
  }
  if (RESULT_ROLES.includes(role)) {
    const id = json.text(json.get(message, 'tool_call_id'))
    const name = json.text(json.get(message, 'name'))
    const call = calls.get(id === undefined ? `name ${name}` : `id ${id}`) ?? { tool: name, command: () => undefined }
    for (const text of contentTexts(json, content, ['messages', index, 'content'], TEXT)) {
      log.result({ ...text, id, call, isError: undefined, exitCode: undefined, message: index })
    }
  }
  if (hasCacheMark(json, message) || json.items(content).some((part) => hasCacheMark(json, part))) log.mark(index)
}

/** The first user message, not the system prompt: programs put the time of day in that one. */
const readOpening = (json: JsonReader, messages: readonly JsonNode[], log: ReadingLog): void => {
  const first = messages.find((message) => roleOf(json, message) === 'user')
  for (const text of contentTexts(json, json.get(first, 'content'), [], TEXT)) log.opening(json.text(text.node))
}

const isAnthropicMessage = (json: JsonReader, message: JsonNode): boolean =>
  json.items(json.get(message, 'content')).some((block) => ['tool_result', 'tool_use'].includes(typeOf(json, block) ?? ''))

export const openaiChat: Format = {
  name: 'chat_completions',
  detect: (json) => {
    for (const [index, message] of json.items(json.get(json.root, 'messages')).entries()) {
      if (isAnthropicMessage(json, message)) return undefined
      const key = CALL_KEYS.find((name) => json.get(message, name) !== undefined)
      if (key !== undefined) return `messages[${index}] has ${key}`
      const role = roleOf(json, message)
      if (OWN_ROLES.includes(role)) return `messages[${index}] has role ${role}`
    }
    return undefined
  },
  read: (json, log) => {
    const messages = json.items(json.get(json.root, 'messages'))
    const calls = new Map<string, Call>()
    readOpening(json, messages, log)
    for (const [index, message] of messages.entries()) readMessage(json, message, index, calls, log)
  },
  tools: (json) =>
    json.items(json.get(json.root, 'tools')).flatMap((tool) => {
      const body = json.get(tool, 'function') ?? json.get(tool, 'custom')
      return json.text(json.get(body, 'name')) ?? []
    }),
}
