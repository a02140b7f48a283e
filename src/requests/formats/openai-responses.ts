/**
 * OpenAI Responses. A result is an item of `input`: an output item that answers a call item, or, for tools that the provider
 * runs, one item that is call and result at once. Screenshots, images and files stay.
 */
import type { JsonNode, JsonReader, Path } from '../json.ts'
import { callWithText, commandOfWords, wordsOf } from './calls.ts'
import { contentTexts, hasCacheMark, typeOf } from './parts.ts'
import type { Call, Format, ResultText, TextAt } from './types.ts'

const TEXT = ['input_text', 'output_text', 'text', 'summary_text'] as const

type Facts = Pick<ResultText, 'isError' | 'exitCode'>

const UNKNOWN: Facts = { isError: undefined, exitCode: undefined }

/** The string members of this name in each element of an array. */
const members = (json: JsonReader, list: JsonNode | undefined, path: Path, key: string): readonly TextAt[] =>
  json.items(list).flatMap((element, k) => {
    const node = json.get(element, key)
    return json.isString(node) ? [{ node, path: [...path, k, key] }] : []
  })

const readOutput = (json: JsonReader, item: JsonNode, path: Path, facts: Facts): readonly ResultText[] =>
  contentTexts(json, json.get(item, 'output'), [...path, 'output'], TEXT).map((text) => ({ ...text, ...facts }))

/** Each command of a shell call gives an element with its two streams and how it ended. */
const readShell = (json: JsonReader, item: JsonNode, path: Path): readonly ResultText[] =>
  json.items(json.get(item, 'output')).flatMap((element, k) => {
    const outcome = json.get(element, 'outcome')
    const exitCode = json.number(json.get(outcome, 'exit_code'))
    const facts = { exitCode, isError: outcome === undefined ? undefined : exitCode !== 0 }
    return ['stdout', 'stderr'].flatMap((key) => {
      const node = json.get(element, key)
      return json.isString(node) ? [{ node, path: [...path, 'output', k, key], ...facts }] : []
    })
  })

const isSet = (json: JsonReader, node: JsonNode | undefined): boolean => node !== undefined && !json.isNull(node)

const plainOutput = (json: JsonReader, item: JsonNode, path: Path): readonly ResultText[] => readOutput(json, item, path, UNKNOWN)

/** Where the texts of each result item are. */
const RESULTS: Readonly<Record<string, (json: JsonReader, item: JsonNode, path: Path) => readonly ResultText[]>> = {
  function_call_output: plainOutput,
  custom_tool_call_output: plainOutput,
  local_shell_call_output: plainOutput,
  computer_call_output: plainOutput,
  shell_call_output: readShell,
  apply_patch_call_output: (json, item, path) =>
    readOutput(json, item, path, { ...UNKNOWN, isError: json.text(json.get(item, 'status')) === 'failed' }),
  mcp_call: (json, item, path) => readOutput(json, item, path, { ...UNKNOWN, isError: isSet(json, json.get(item, 'error')) }),
  code_interpreter_call: (json, item, path) =>
    members(json, json.get(item, 'outputs'), [...path, 'outputs'], 'logs').map((text) => ({ ...text, ...UNKNOWN })),
  file_search_call: (json, item, path) =>
    members(json, json.get(item, 'results'), [...path, 'results'], 'text').map((text) => ({ ...text, ...UNKNOWN })),
}

const readCall = (json: JsonReader, item: JsonNode, type: string): Call => {
  const tool = json.text(json.get(item, 'name')) ?? type.replace(/_call$/, '')
  const action = json.get(item, 'action')
  const words = json.get(action, type === 'shell_call' ? 'commands' : 'command')
  if (type === 'local_shell_call') return { tool, command: (reader) => commandOfWords(wordsOf(reader, words)) }
  if (type === 'shell_call') return { tool, command: (reader) => wordsOf(reader, words).join('; ') || undefined }
  return callWithText(tool, json.get(item, 'arguments'))
}

const idOf = (json: JsonReader, item: JsonNode): string | undefined =>
  json.text(json.get(item, 'call_id')) ?? json.text(json.get(item, 'id'))

export const openaiResponses: Format = {
  name: 'responses',
  detect: (json) => {
    const input = json.get(json.root, 'input')
    if (json.isString(input)) return 'input is a string'
    return json.isArray(input) ? 'input is an array of items' : undefined
  },
  messages: (json) => ({ array: json.get(json.root, 'input'), path: ['input'] }),
  read: (json, item, path, log) => {
    const type = typeOf(json, item) ?? ''
    const id = idOf(json, item)
    const isCall = type.endsWith('_call')
    if (isCall || type === 'reasoning' || json.text(json.get(item, 'role')) === 'assistant') log.assistant()
    const call = isCall ? readCall(json, item, type) : undefined
    if (call !== undefined && id !== undefined) log.call(id, call)
    const read = Object.hasOwn(RESULTS, type) ? RESULTS[type] : undefined
    if (read !== undefined) {
      log.result(read(json, item, path), { id, key: id ?? '', ...(call === undefined ? {} : { otherwise: call }) })
    }
    if (hasCacheMark(json, item) || json.items(json.get(item, 'content')).some((part) => hasCacheMark(json, part))) log.mark()
  },
  opening: (json, items) => {
    const first = items.find((item) => json.text(json.get(item, 'role')) === 'user')
    const texts = contentTexts(json, json.get(first, 'content'), [], TEXT).map(({ node }) => json.text(node))
    return [json.text(json.get(json.root, 'input')), ...texts]
  },
  tools: (json) => json.items(json.get(json.root, 'tools')).flatMap((tool) => json.text(json.get(tool, 'name')) ?? []),
}
