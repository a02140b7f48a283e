/** What a request format is: how to recognise it, and where the texts of its tool results are. */
import type { JsonNode, JsonReader, Path } from '../json.ts'

export type FormatName = 'anthropic' | 'chat_completions' | 'responses' | 'gemini'

/** The tool call that a result answers. */
export interface Call {
  readonly tool: string | undefined
  /** The shell command that the call runs; read only when asked for, since arguments can be large. */
  readonly command: () => string | undefined
}

/** One text of a tool result. A result made of several text blocks gives several. */
export interface ToolResult {
  /** A string. */
  readonly node: JsonNode
  readonly path: Path
  /** Id of the tool call. */
  readonly id: string | undefined
  readonly call: Call | undefined
  /** As the format says it; undefined where it has no way to say it. */
  readonly isError: boolean | undefined
  readonly exitCode: number | undefined
  /** Index of its message (item, content) in the body. */
  readonly message: number
}

export interface Format {
  readonly name: FormatName
  /** Why the body is of this format, as one phrase; undefined when it is not. */
  detect(json: JsonReader): string | undefined
  /** Reports the conversation in the order in which the provider reads it. */
  read(json: JsonReader, log: ReadingLog): void
  /** Names of the tools that the request offers to the model. */
  tools(json: JsonReader): readonly string[]
}

/** What one pass over a body finds. */
export interface Reading {
  readonly results: readonly ToolResult[]
  /** How many results stand before the last cache mark, and how many messages up to it; null when there is no mark. */
  readonly marked: { readonly results: number; readonly messages: number } | null
  /** How many results stand before the last turn of the assistant: the later ones are in no earlier request. */
  readonly answered: number
  /** The text that opens the conversation. It stays the same while the conversation grows. */
  readonly opening: string
}

export interface ReadingLog {
  result(result: ToolResult): void
  /** A cache mark in the message of this index; -1 for one before all messages, Infinity for one behind them. */
  mark(message: number): void
  /** The assistant speaks or calls a tool here. */
  assistant(): void
  /** Text of the first message; the calls are joined. */
  opening(text: string | undefined): void
}

export const createReading = (): { readonly log: ReadingLog; finish(): Reading } => {
  const results: ToolResult[] = []
  const opening: string[] = []
  let marked: Reading['marked'] = null
  let answered = 0
  return {
    log: {
      result: (result) => results.push(result),
      mark: (message) => {
        marked = { results: results.length, messages: message + 1 }
      },
      assistant: () => {
        answered = results.length
      },
      opening: (text) => {
        if (text !== undefined) opening.push(text)
      },
    },
    finish: () => ({ results, marked, answered, opening: opening.join('\n') }),
  }
}
