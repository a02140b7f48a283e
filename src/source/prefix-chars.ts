/** What the matchers of line prefixes share: they read char codes of a line that is a span of a text. */

/** What a matcher returns when the step is not there. */
export const NONE = -1

/** Offset behind the step that begins at `at` in the line that ends at `to`, or NONE. Allocates nothing. */
export type Matcher = (text: string, at: number, to: number) => number

export const TAB = 0x09
export const ESC = 0x1b
export const SPACE = 0x20
export const HASH = 0x23
export const PLUS = 0x2b
export const COMMA = 0x2c
export const MINUS = 0x2d
export const DOT = 0x2e
export const SLASH = 0x2f
export const ZERO = 0x30
export const COLON = 0x3a
export const AT = 0x40
export const OPEN = 0x5b
export const CLOSE = 0x5d
export const UNDERSCORE = 0x5f
export const PIPE = 0x7c
export const BYTE_ORDER_MARK = 0xfeff

export const isDigit = (code: number): boolean => code >= ZERO && code <= 0x39
export const isLower = (code: number): boolean => code >= 0x61 && code <= 0x7a
export const isLetter = (code: number): boolean => isLower(code | 0x20)
export const isWord = (code: number): boolean => isLetter(code) || isDigit(code) || code === MINUS || code === UNDERSCORE

/** Offset behind the colour sequences at `at`. */
export const skipColours = (text: string, at: number, to: number): number => {
  while (at + 1 < to && text.charCodeAt(at) === ESC && text.charCodeAt(at + 1) === OPEN) {
    let end = at + 2
    while (end < to && text.charCodeAt(end) >= SPACE && text.charCodeAt(end) <= 0x3f) end++
    at = Math.min(to, end + 1)
  }
  return at
}

/** Offset behind the end of a colour at `at`, such as that of a coloured prefix. */
export const skipReset = (text: string, at: number, to: number): number => {
  if (codeAt(text, at, to) !== ESC || codeAt(text, at + 1, to) !== OPEN) return at
  const end = codeAt(text, at + 2, to) === ZERO ? at + 3 : at + 2
  return codeAt(text, end, to) === 0x6d ? end + 1 : at
}

/** Offset where the first step may begin: behind colours and the byte order mark that some logs begin with. */
export const skipLead = (text: string, at: number, to: number): number => {
  const first = skipColours(text, at, to)
  return first < to && text.charCodeAt(first) === BYTE_ORDER_MARK ? skipColours(text, first + 1, to) : first
}

export const codeAt = (text: string, at: number, to: number): number => (at < to ? text.charCodeAt(at) : NONE)

export const skipDigits = (text: string, at: number, to: number): number => {
  while (at < to && isDigit(text.charCodeAt(at))) at++
  return at
}

export const skipSpaces = (text: string, at: number, to: number): number => {
  while (at < to && text.charCodeAt(at) === SPACE) at++
  return at
}

/** The value of exactly `count` digits, or NONE. */
export const digits = (text: string, at: number, to: number, count: number): number => {
  if (at + count > to) return NONE
  let value = 0
  for (let i = at; i < at + count; i++) {
    const code = text.charCodeAt(i)
    if (!isDigit(code)) return NONE
    value = value * 10 + code - ZERO
  }
  return value
}

export const within = (value: number, low: number, high: number): boolean => value >= low && value <= high

// What a line says of itself is no prefix: levels and outcomes stay in the body.
const VERDICTS = (
  'fatal error err warn warning info debug trace notice critical crit severe alert emerg panic verbose fine log note help hint ' +
  'pass passed ok fail failed failure skip skipped run done success succeeded todo test exception caused traceback assertion'
).split(' ')

const equalsWord = (text: string, at: number, word: string): boolean => {
  for (let i = 0; i < word.length; i++) if ((text.charCodeAt(at + i) | 0x20) !== word.charCodeAt(i)) return false
  return true
}

/** [at, to) is a log level or an outcome, in any case. */
export const isVerdict = (text: string, at: number, to: number): boolean => {
  for (let i = 0; i < VERDICTS.length; i++) {
    if (VERDICTS[i]!.length === to - at && equalsWord(text, at, VERDICTS[i]!)) return true
  }
  return false
}

const TASKS = ['test', 'run']
/** Between brackets or before a `|` the words for a task name it: `[test] `, `test  | `. */
export const isLabelVerdict = (text: string, at: number, to: number): boolean =>
  isVerdict(text, at, to) && !TASKS.some((word) => word.length === to - at && equalsWord(text, at, word))

/** Offset behind the one space that ends a step; the rest of the indentation belongs to the body, and so does a tab between columns. */
export const separator = (text: string, at: number, to: number): number => {
  const end = skipColours(text, at, to)
  if (end === to) return end
  const code = text.charCodeAt(end)
  if (code === SPACE) return end + 1
  if (code !== TAB) return NONE
  let word = end + 1
  while (word < to && isLetter(text.charCodeAt(word))) word++
  return isVerdict(text, end + 1, word) ? end + 1 : NONE
}
