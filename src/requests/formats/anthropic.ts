/**
 * Anthropic Messages. A result is a `tool_result` block; its content is a string or an array of blocks, of which the text
 * blocks count. Results of tools that the provider runs itself stay, since they carry encrypted parts.
 */
import type { JsonNode, JsonReader, Path } from '../json.ts'
import { callWithObject } from './calls.ts'
import { contentTexts, hasCacheMark, partText, type TextAt, typeOf } from './parts.ts'
import type { Call, Format, ReadingLog } from './types.ts'

const TEXT = ['text'] as const

const readResult = (json: JsonReader, block: JsonNode, path: Path, call: Call | undefined, log: ReadingLog): void => {
  const message = path[1] as number
  const id = json.text(json.get(block, 'tool_use_id'))
  const isError = json.isTrue(json.get(block, 'is_error'))
  const content = json.get(block, 'content')
  const add = (text: TextAt): void =>
    log.result({ node: text.node, path: text.path, id, call, isError, exitCode: undefined, message })
  if (json.isString(content)) add({ node: content, path: [...path, 'content'] })
  for (const [k, part] of json.items(content).entries()) {
    const text = partText(json, part, [...path, 'content', k], TEXT)
    if (text !== undefined) add(text)
    if (hasCacheMark(json, part)) log.mark(message)
  }
}

const readBlock = (json: JsonReader, block: JsonNode, path: Path, calls: Map<string, Call>, log: ReadingLog): void => {
  const type = typeOf(json, block)
  if (type === 'tool_use') {
    const call = callWithObject(json, json.text(json.get(block, 'name')), json.get(block, 'input'))
    calls.set(json.text(json.get(block, 'id')) ?? '', call)
  }
  if (type === 'tool_result') readResult(json, block, path, calls.get(json.text(json.get(block, 'tool_use_id')) ?? ''), log)
  if (hasCacheMark(json, block)) log.mark(path[1] as number)
}

const readMessage = (json: JsonReader, message: JsonNode, index: number, calls: Map<string, Call>, log: ReadingLog): void => {
  const content = json.get(message, 'content')
  if (json.text(json.get(message, 'role')) === 'assistant') log.assistant()
  if (index === 0) for (const text of contentTexts(json, content, [], TEXT)) log.opening(json.text(text.node))
  for (const [j, block] of json.items(content).entries()) {
    readBlock(json, block, ['messages', index, 'content', j], calls, log)
  }
  if (hasCacheMark(json, message)) log.mark(index)
}

export const anthropic: Format = {
  name: 'anthropic',
  detect: (json) => {
    const messages = json.get(json.root, 'messages')
    if (messages === undefined || !json.isArray(messages)) return undefined
    return json.get(json.root, 'system') === undefined ? 'messages without OpenAI roles' : 'messages and a top-level system'
  },
  read: (json, log) => {
    const before = [...json.items(json.get(json.root, 'tools')), ...json.items(json.get(json.root, 'system'))]
    if (before.some((block) => hasCacheMark(json, block))) log.mark(-1)
    const calls = new Map<string, Call>()
    const messages = json.items(json.get(json.root, 'messages'))
    for (const [index, message] of messages.entries()) readMessage(json, message, index, calls, log)
    // A mark on the body itself means: on the last block that can carry one.
    if (hasCacheMark(json, json.root)) log.mark(messages.length - 1)
  },
  tools: (json) => json.items(json.get(json.root, 'tools')).flatMap((tool) => json.text(json.get(tool, 'name')) ?? []),
}
