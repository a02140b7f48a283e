/** A bound that is quick to find: each different word of the source stands somewhere in a lossless text. */
import type { LineSource } from './interned.ts'
import { isDigit, isLetter } from './tokens.ts'

/** Letters that hexadecimal counting may generate; a word with any other letter stands in full. */
const isHexLetter = (code: number): boolean => (code >= 97 && code <= 102) || (code >= 65 && code <= 70)

/** False when the words without digits in these lines have more than `maxChars` chars together. */
export const hasFewWords = (source: LineSource, lines: Int32Array, maxChars: number): boolean => {
  const { text, starts } = source
  const seen = new Set<string>()
  let chars = 0
  for (const line of lines) {
    const to = source.end(line)
    for (let at = starts[line - 1]!; at < to; at++) {
      const from = at
      let hasDigit = false
      let isHex = true
      for (let code = text.charCodeAt(at); at < to && (isLetter(code) || isDigit(code)); code = text.charCodeAt(++at)) {
        if (isDigit(code)) hasDigit = true
        else if (!isHexLetter(code)) isHex = false
      }
      if (at === from || hasDigit || isHex) continue
      const word = text.slice(from, at)
      if (seen.has(word)) continue
      seen.add(word)
      chars += word.length
      if (chars > maxChars) return false
    }
  }
  return true
}
