/**
 * Anthropic Messages. A result is a `tool_result` block; its content is a string or an array of blocks, of which the text
 * blocks count. Results of tools that the provider runs itself stay, since they carry encrypted parts.
 */
import type { JsonNode, JsonReader, Path } from '../json.ts'
import { callWithObject } from './calls.ts'
import { contentTexts, hasCacheMark, partText, typeOf } from './parts.ts'
import type { Format, MessageLog, TextAt } from './types.ts'

const TEXT = ['text'] as const

const readResult = (json: JsonReader, block: JsonNode, path: Path, log: MessageLog): void => {
  const id = json.text(json.get(block, 'tool_use_id'))
  const isError = json.isTrue(json.get(block, 'is_error'))
  const content = json.get(block, 'content')
  const add = (text: TextAt): void => log.result([{ ...text, isError, exitCode: undefined }], { id, key: id ?? '' })
  if (json.isString(content)) add({ node: content, path: [...path, 'content'] })
  for (const [k, part] of json.items(content).entries()) {
    const text = partText(json, part, [...path, 'content', k], TEXT)
    if (text !== undefined) add(text)
    if (hasCacheMark(json, part)) log.mark()
  }
}

const readBlock = (json: JsonReader, block: JsonNode, path: Path, log: MessageLog): void => {
  const type = typeOf(json, block)
  if (type === 'tool_use') {
    const call = callWithObject(json.text(json.get(block, 'name')), json.get(block, 'input'))
    log.call(json.text(json.get(block, 'id')) ?? '', call)
  }
  if (type === 'tool_result') readResult(json, block, path, log)
  if (hasCacheMark(json, block)) log.mark()
}

export const anthropic: Format = {
  name: 'anthropic',
  detect: (json) => {
    const messages = json.get(json.root, 'messages')
    if (messages === undefined || !json.isArray(messages)) return undefined
    return json.get(json.root, 'system') === undefined ? 'messages without OpenAI roles' : 'messages and a top-level system'
  },
  messages: (json) => ({ array: json.get(json.root, 'messages'), path: ['messages'] }),
  read: (json, message, path, log) => {
    const content = json.get(message, 'content')
    if (json.text(json.get(message, 'role')) === 'assistant') log.assistant()
    for (const [j, block] of json.items(content).entries()) readBlock(json, block, [...path, 'content', j], log)
    if (hasCacheMark(json, message)) log.mark()
  },
  opening: (json, [first]) => contentTexts(json, json.get(first, 'content'), [], TEXT).map(({ node }) => json.text(node)),
  marks: (json) => {
    const before = [...json.items(json.get(json.root, 'tools')), ...json.items(json.get(json.root, 'system'))]
    // A mark on the body itself means: on the last block that can carry one.
    return { before: before.some((block) => hasCacheMark(json, block)), behind: hasCacheMark(json, json.root) }
  },
  tools: (json) => json.items(json.get(json.root, 'tools')).flatMap((tool) => json.text(json.get(tool, 'name')) ?? []),
}
