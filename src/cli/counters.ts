/** Token counters by name. The tokenizers take half a second to load, so only a caller who asks for one pays. */
import { chars4, type TokenCounter } from '../source/tokens.ts'

export const COUNTER_NAMES = ['chars4', 'o200k', 'cl100k'] as const
export type CounterName = (typeof COUNTER_NAMES)[number]

/** Longest run of one class in chars that goes to a tokenizer in one piece: at most 3 KB, since its cost grows with the square. */
const RUN = 1024

/** The classes between which every tokenizer splits anyway: white space, digits, letters and what is not ASCII, symbols. */
const classOf = (code: number): number => {
  if (code <= 32) return 0
  if (code >= 48 && code <= 57) return 1
  return code >= 128 || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) ? 2 : 3
}

const isLowSurrogate = (code: number): boolean => (code & 0xfc00) === 0xdc00

/** Offsets at which overlong runs are cut, ascending, never inside a surrogate pair. Most texts have none. */
export const findCuts = (text: string): readonly number[] => {
  const cuts: number[] = []
  let from = 0
  let last = -1
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const kind = classOf(code)
    if (kind !== last) {
      last = kind
      from = at
    } else if (at - from >= RUN && !isLowSurrogate(code)) {
      cuts.push(at)
      from = at
    }
  }
  return cuts
}

type Tokenizer = (text: string, options: { readonly disallowedSpecial: Set<string> }) => number

/** Exact, but for at most one token at each cut of an overlong run. `<|endoftext|>` in a text is text. */
const createCounter = (countTokens: Tokenizer): TokenCounter => {
  const options = { disallowedSpecial: new Set<string>() }
  return (text) => {
    let tokens = 0
    let from = 0
    for (const to of [...findCuts(text), text.length]) {
      if (to > from) tokens += countTokens(text.slice(from, to), options)
      from = to
    }
    return tokens
  }
}

export const loadCounter = async (name: CounterName): Promise<TokenCounter> => {
  if (name === 'o200k') return createCounter((await import('gpt-tokenizer/encoding/o200k_base')).countTokens)
  if (name === 'cl100k') return createCounter((await import('gpt-tokenizer/encoding/cl100k_base')).countTokens)
  return chars4
}
