/**
 * Gemini generateContent, also in the envelope `{request: {contents}}`. A result is a `functionResponse` part; its response
 * is an object of the program's own making (`output`, `result`, `content[].text` are usual), so every text in it counts, at
 * any depth, except what is no text: binary data, addresses, names and ids.
 */
import type { JsonNode, JsonReader, Path } from '../json.ts'
import { callWithObject } from './calls.ts'
import type { Format, MessageLog, TextAt } from './types.ts'

const NOT_TEXT = new Set(
  'data blob bytes inlineData inline_data fileData file_data image mimeType mime_type uri url fileUri file_uri id name type'.split(
    ' ',
  ),
)
const MAX_DEPTH = 32
const ENCODED = /^(?:data:[^\s,]{0,200},)?[\w+/=-]{256}/
const MAYBE_ENCODED = /^(?:data:[^\s,]{0,200},)?[\w+/=\\-]{256}/

/** Encoded bytes: no space or punctuation for longer than any prose or log, and more than a ruler's few chars. */
const isEncoded = (text: string): boolean => ENCODED.test(text) && new Set(text.slice(0, 512)).size >= 16

/** A string that holds text. Only what looks encoded in the body's spelling is decoded to see. */
const isText = (json: JsonReader, node: JsonNode | undefined): node is JsonNode =>
  json.isString(node) && !(MAYBE_ENCODED.test(json.spelling(node)) && isEncoded(json.text(node)!))

/** The texts in a response, in document order. */
const textsIn = (json: JsonReader, value: JsonNode, path: Path): readonly TextAt[] => {
  if (isText(json, value)) return [{ node: value, path }]
  if (path.length > MAX_DEPTH) return []
  const items = json.items(value).flatMap((item, k) => textsIn(json, item, [...path, k]))
  const members = json.entries(value).flatMap(([key, member]) => (NOT_TEXT.has(key) ? [] : textsIn(json, member, [...path, key])))
  return [...items, ...members]
}

const member = (json: JsonReader, part: JsonNode, camel: string, snake: string): readonly [string, JsonNode] | undefined => {
  const node = json.get(part, camel) ?? json.get(part, snake)
  return node === undefined ? undefined : [json.get(part, camel) === undefined ? snake : camel, node]
}

/** A response names its call by id, or else it answers the oldest call of its function. */
const keyOf = (id: string | undefined, name: string): string => (id === undefined ? `name ${name}` : `id ${id}`)

const readPart = (json: JsonReader, part: JsonNode, path: Path, log: MessageLog): void => {
  const [, call] = member(json, part, 'functionCall', 'function_call') ?? []
  const callName = json.text(json.get(call, 'name'))
  if (callName !== undefined) {
    log.call(keyOf(json.text(json.get(call, 'id')), callName), callWithObject(callName, json.get(call, 'args')))
  }
  const [key, result] = member(json, part, 'functionResponse', 'function_response') ?? []
  const response = json.get(result, 'response')
  if (key === undefined || response === undefined) return
  const id = json.text(json.get(result, 'id'))
  const name = json.text(json.get(result, 'name')) ?? ''
  const error = json.get(response, 'error')
  const facts = {
    isError: error !== undefined && !json.isNull(error) ? true : undefined,
    exitCode: json.number(json.get(response, 'exitCode')) ?? json.number(json.get(response, 'exit_code')),
  }
  const texts = textsIn(json, response, [...path, key, 'response']).map((text) => ({ ...text, ...facts }))
  const otherwise = { tool: name, command: () => undefined }
  log.result(texts, { id, key: keyOf(id, name), oldest: id === undefined, otherwise })
}

/** Where `contents` is, and its path. */
const contentsOf = (json: JsonReader): readonly [contents: JsonNode | undefined, path: Path] => {
  const direct = json.get(json.root, 'contents')
  if (direct !== undefined) return [direct, ['contents']]
  return [json.get(json.get(json.root, 'request'), 'contents'), ['request', 'contents']]
}

export const gemini: Format = {
  name: 'gemini',
  detect: (json) => {
    const [contents, path] = contentsOf(json)
    return json.isArray(contents) ? `${path.join('.')} is an array` : undefined
  },
  messages: (json) => {
    const [array, path] = contentsOf(json)
    return { array, path }
  },
  read: (json, content, path, log) => {
    if (json.text(json.get(content, 'role')) === 'model') log.assistant()
    for (const [k, part] of json.items(json.get(content, 'parts')).entries()) readPart(json, part, [...path, 'parts', k], log)
  },
  opening: (json, [first]) => json.items(json.get(first, 'parts')).map((part) => json.text(json.get(part, 'text'))),
  tools: (json) => {
    const tools = json.get(json.root, 'tools') ?? json.get(json.get(json.root, 'request'), 'tools')
    return json.items(tools).flatMap((tool) => {
      const [, functions] = member(json, tool, 'functionDeclarations', 'function_declarations') ?? []
      return json.items(functions).flatMap((one) => json.text(json.get(one, 'name')) ?? [])
    })
  },
}
