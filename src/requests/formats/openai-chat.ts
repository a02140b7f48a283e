/**
 * OpenAI Chat Completions. A result is a message of role `tool`, or `function` in the old form; its content is a string or
 * an array of text parts. Nothing in the format says whether a tool failed.
 */
import type { JsonNode, JsonReader, Path } from '../json.ts'
import { callWithText } from './calls.ts'
import { contentTexts, hasCacheMark, typeOf } from './parts.ts'
import type { Format, MessageLog } from './types.ts'

const TEXT = ['text'] as const
const RESULT_ROLES: readonly (string | undefined)[] = ['tool', 'function']
const OWN_ROLES: readonly (string | undefined)[] = [...RESULT_ROLES, 'system', 'developer']
const CALL_KEYS = ['tool_calls', 'tool_call_id', 'function_call'] as const

const roleOf = (json: JsonReader, message: JsonNode): string | undefined => json.text(json.get(message, 'role'))

/** Calls by id; a call of the old form has no id and is found by its function's name. */
const readCalls = (json: JsonReader, message: JsonNode, log: MessageLog): void => {
  for (const call of json.items(json.get(message, 'tool_calls'))) {
    const id = json.text(json.get(call, 'id'))
    const body = json.get(call, 'function') ?? json.get(call, 'custom')
    const tool = json.text(json.get(body, 'name'))
    if (id !== undefined) log.call(`id ${id}`, callWithText(tool, json.get(body, 'arguments')))
  }
  const old = json.get(message, 'function_call')
  const name = json.text(json.get(old, 'name'))
  if (name !== undefined) log.call(`name ${name}`, callWithText(name, json.get(old, 'arguments')))
}

const readResult = (json: JsonReader, message: JsonNode, path: Path, log: MessageLog): void => {
  const id = json.text(json.get(message, 'tool_call_id'))
  const tool = json.text(json.get(message, 'name'))
  const texts = contentTexts(json, json.get(message, 'content'), [...path, 'content'], TEXT)
  log.result(
    texts.map((text) => ({ ...text, isError: undefined, exitCode: undefined })),
    { id, key: id === undefined ? `name ${tool}` : `id ${id}`, otherwise: { tool, command: () => undefined } },
  )
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
  messages: (json) => ({ array: json.get(json.root, 'messages'), path: ['messages'] }),
  read: (json, message, path, log) => {
    const role = roleOf(json, message)
    if (role === 'assistant') {
      log.assistant()
      readCalls(json, message, log)
    }
    if (RESULT_ROLES.includes(role)) readResult(json, message, path, log)
    const parts = json.items(json.get(message, 'content'))
    if (hasCacheMark(json, message) || parts.some((part) => hasCacheMark(json, part))) log.mark()
  },
  // Not the system prompt: programs put the time of day in that one.
  opening: (json, messages) => {
    const first = messages.find((message) => roleOf(json, message) === 'user')
    return contentTexts(json, json.get(first, 'content'), [], TEXT).map(({ node }) => json.text(node))
  },
  tools: (json) =>
    json.items(json.get(json.root, 'tools')).flatMap((tool) => {
      const body = json.get(tool, 'function') ?? json.get(tool, 'custom')
      return json.text(json.get(body, 'name')) ?? []
    }),
}
