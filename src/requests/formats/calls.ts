/** The tool call behind a result: its tool and the command it runs. */
import { createObjectReader, type JsonNode, type JsonReader } from '../json.ts'
import type { Call } from './types.ts'

const SHELL = /(?:^|[\\/])(?:ba|z|da|k|fi)?sh(?:\.exe)?$/
const SHELL_FLAG = /^-[a-z]*c$/

/** A command line as the words of an argument list: `['bash', '-lc', 'npm test']` is `npm test`. */
export const commandOfWords = (words: readonly string[]): string | undefined => {
  const [program, flag, script] = words
  if (words.length === 3 && SHELL.test(program!) && SHELL_FLAG.test(flag!)) return script
  return words.length === 0 ? undefined : words.join(' ')
}

/** A text or an array of texts. */
export const wordsOf = (json: JsonReader, node: JsonNode | undefined): readonly string[] => {
  const text = json.text(node)
  return text !== undefined ? [text] : json.items(node).flatMap((item) => json.text(item) ?? [])
}

/** The command in the arguments of a call, by the names that agents give it. */
const commandIn = (json: JsonReader, args: JsonNode | undefined): string | undefined =>
  commandOfWords(wordsOf(json, json.get(args, 'command'))) ?? commandOfWords(wordsOf(json, json.get(args, 'cmd')))

/** A call whose arguments are a JSON object of the body. */
export const callWithObject = (tool: string | undefined, args: JsonNode | undefined): Call => ({
  tool,
  command: (json) => commandIn(json, args),
})

/** A call whose arguments are a string that holds a JSON object, as a model wrote it: it may be broken. */
export const callWithText = (tool: string | undefined, args: JsonNode | undefined): Call => ({
  tool,
  command: (json) => {
    try {
      const parsed: unknown = JSON.parse(json.text(args) ?? '')
      if (typeof parsed !== 'object' || parsed === null) return undefined
      const object = createObjectReader(parsed)
      return commandIn(object, object.root)
    } catch {
      return undefined
    }
  },
})
