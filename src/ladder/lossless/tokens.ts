/** Lines as tokens: words, times, runs of blanks, and other chars one by one; what may vary is masked. */

export interface TokenLine {
  readonly text: string
  /** Offset behind the last char of each token; the tokens cover the line. */
  readonly ends: readonly number[]
  /** Id of each token in the lexicon; a masked token has the id of its class. */
  readonly ids: readonly number[]
}

/** Classes whose text may vary: words with a digit, times, runs of blanks. All other ids stand for one text. */
export const NUMBERED = 0
export const TIME = 1
export const BLANKS = 2

export interface Lexicon {
  readonly ids: Map<string, number>
  /** By id: what a token says about the kind of a line: the length of a word, 0 for all else. */
  readonly weights: number[]
}

export const createLexicon = (): Lexicon => ({
  ids: new Map([
    ['', NUMBERED],
    ['\n', TIME],
    ['\n\n', BLANKS],
  ]),
  weights: [0, 0, 0],
})

const TIMESTAMP = /(?:\d{4}([-/])\d\d\1\d\d[T ])?\d\d:\d\d:\d\d(?:[.,]\d{1,6}(?!\d))?/y
const COLON = 58
const DASH = 45
const SLASH = 47
const SPACE = 32
const TAB = 9

export const isDigit = (code: number): boolean => code >= 48 && code <= 57
/** Letters, and all that is not ASCII, so that surrogate pairs stay together. */
export const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code > 127

const endOfTime = (line: string, at: number): number => {
  const mark = line.charCodeAt(at + 4)
  if (line.charCodeAt(at + 2) !== COLON && mark !== DASH && mark !== SLASH) return at
  TIMESTAMP.lastIndex = at
  return at + (TIMESTAMP.exec(line)?.[0].length ?? 0)
}

/** Longer lines stand for themselves: alignment costs the product of the numbers of tokens. */
const MAX_CHARS = 2000
const MAX_TOKENS = 400

/** Linear in the length of the line; undefined when it is too long for a template. */
export const tokenize = (text: string, lexicon: Lexicon): TokenLine | undefined => {
  if (text.length > MAX_CHARS) return undefined
  const ends: number[] = []
  const ids: number[] = []
  const add = (id: number, end: number): number => {
    ids.push(id)
    ends.push(end)
    return end
  }
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at)
    let end = at + 1
    if (isDigit(code) && (end = endOfTime(text, at)) > at) {
      at = add(TIME, end)
    } else if (isDigit(code) || isLetter(code)) {
      let hasDigit = false
      for (end = at; end < text.length; end++) {
        const c = text.charCodeAt(end)
        if (isDigit(c)) hasDigit = true
        else if (!isLetter(c)) break
      }
      at = add(hasDigit ? NUMBERED : idOf(text.slice(at, end), lexicon, end - at), end)
    } else if (code === SPACE || code === TAB) {
      while (end < text.length && (text.charCodeAt(end) === SPACE || text.charCodeAt(end) === TAB)) end++
      at = add(BLANKS, end)
    } else at = add(idOf(text[at]!, lexicon, 0), end)
  }
  return ids.length > MAX_TOKENS ? undefined : { text, ends, ids }
}

const idOf = (token: string, lexicon: Lexicon, weight: number): number => {
  const known = lexicon.ids.get(token)
  if (known !== undefined) return known
  lexicon.weights.push(weight)
  lexicon.ids.set(token, lexicon.weights.length - 1)
  return lexicon.weights.length - 1
}

/** The i-th token's text. */
export const tokenAt = ({ text, ends }: TokenLine, i: number): string => text.slice(i === 0 ? 0 : ends[i - 1]!, ends[i])
