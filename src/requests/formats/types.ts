/** What a request format is: how to recognise it, and where the texts of its tool results are. */
import type { Facts } from '../facts.ts'
import type { JsonNode, JsonReader, Path } from '../json.ts'

export type FormatName = 'anthropic' | 'chat_completions' | 'responses' | 'gemini'

/** The tool call that a result answers. */
export interface Call {
  readonly tool: string | undefined
  /** The shell command that the call runs; read only when asked for, since arguments can be large. */
  command(json: JsonReader): string | undefined
}

/** A string in the body. */
export interface TextAt {
  readonly node: JsonNode
  readonly path: Path
}

/** One text of a tool result as its message gives it. */
export interface ResultText extends TextAt {
  /** As the format says it; undefined where it has no way to say it. */
  readonly isError: boolean | undefined
  readonly exitCode: number | undefined
}

/** One text of a tool result. A result made of several text blocks gives several. */
export interface ToolResult extends ResultText {
  /** Id of the tool call. */
  readonly id: string | undefined
  readonly call: Call | undefined
  /** Index of its message (item, content) in the body. */
  readonly message: number
  /** What was worked out for the text. */
  facts?: Facts
}

/** Which call a result answers. */
export interface Answers {
  /** Id of the call, if the result has one. */
  readonly id: string | undefined
  /** What the call was logged under; of several calls the last counts, or else the `oldest` that has no answer. */
  readonly key: string
  readonly oldest?: boolean
  /** Stands in for a call that is not in the body. */
  readonly otherwise?: Call
}

/** Takes down what a message says, in the order in which the provider reads it. */
export interface MessageLog {
  /** The assistant speaks or calls a tool here. */
  assistant(): void
  call(key: string, call: Call): void
  result(texts: readonly ResultText[], answers: Answers): void
  /** A cache mark. */
  mark(): void
}

export interface Format {
  readonly name: FormatName
  /** Why the body is of this format, as one phrase; undefined when it is not. */
  detect(json: JsonReader): string | undefined
  /** The array of messages (items, contents), and where it is. */
  messages(json: JsonReader): { readonly array: JsonNode | undefined; readonly path: Path }
  /** Reads one message; it depends on nothing else of the body. */
  read(json: JsonReader, message: JsonNode, path: Path, log: MessageLog): void
  /** The texts of the first user message. */
  opening(json: JsonReader, messages: readonly JsonNode[]): readonly (string | undefined)[]
  /** Whether a cache mark stands before all messages, or behind them; without it the format has none there. */
  marks?(json: JsonReader): { readonly before: boolean; readonly behind: boolean }
  /** Names of the tools that the request offers to the model. */
  tools(json: JsonReader): readonly string[]
}
