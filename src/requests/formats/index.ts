/** The request formats in the order in which they are tried. A format is one file and one line here. */
import { createObjectReader, type JsonReader } from '../json.ts'
import { anthropic } from './anthropic.ts'
import { gemini } from './gemini.ts'
import { openaiChat } from './openai-chat.ts'
import { openaiResponses } from './openai-responses.ts'
import type { Format, FormatName } from './types.ts'

export const FORMATS: readonly Format[] = [gemini, openaiResponses, openaiChat, anthropic]

export interface Detected {
  readonly format: Format
  readonly why: string
}

/** The first format that recognises the body, or the one asked for. */
export const detectFormat = (json: JsonReader, asked?: FormatName): Detected | undefined => {
  for (const format of FORMATS) {
    const why = asked === undefined ? format.detect(json) : asked === format.name ? 'asked for' : undefined
    if (why !== undefined) return { format, why }
  }
  return undefined
}

/** The format of a parsed body and what it was recognised by; null when it is none that is known. */
export const detectRequestFormat = (body: object): { readonly format: FormatName; readonly why: string } | null => {
  const found = detectFormat(createObjectReader(body))
  return found === undefined ? null : { format: found.format.name, why: found.why }
}
