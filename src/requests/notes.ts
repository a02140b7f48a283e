/** The one annotation that requests add: a reference to an identical result of the same body. */
import { MARK } from '../receipt/notes.ts'

// Names come from the request; only a plain word can stand in a note without being read as something else.
const PLAIN = /^[!-~]{1,128}$/

export interface Place {
  readonly tool: string | undefined
  readonly id: string | undefined
  /** Index in the body. */
  readonly message: number
}

/** `Bash call toolu_01 in message 7`; a name that is not a plain word is left out. */
export const formatPlace = ({ tool, id, message }: Place): string => {
  const words: string[] = []
  if (tool !== undefined && PLAIN.test(tool)) words.push(tool)
  if (id !== undefined && PLAIN.test(id)) words.push('call', id)
  if (words.length > 0) words.push('in')
  return [...words, 'message', message + 1].join(' ')
}

/** Stands for a whole result. */
export const formatReference = (place: string, tokens: number): string =>
  `${MARK} same text as the result of ${place} above, byte for byte: ${tokens} tokens not repeated here`
