/** Where strings, comments and regular expressions of code end. All offsets are into the whole text; -1 means that nothing closes it. */

export type Found = number

const BACKSLASH = 92
const LF = 10

export const endOfLine = (text: string, from: number): number => {
  const lf = text.indexOf('\n', from)
  return lf < 0 ? text.length : lf
}

/** A string whose quote stands at `from`; `long` ones run over line ends, others only behind a backslash. */
export const endOfQuoted = (text: string, from: number, long: boolean): Found => {
  const quote = text.charCodeAt(from)
  for (let at = from + 1; at < text.length; at++) {
    const c = text.charCodeAt(at)
    if (c === BACKSLASH) at++
    else if (c === quote) return at + 1
    else if (c === LF && !long) return -1
  }
  return -1
}

/** Behind the next `close` that no backslash escapes. */
export const endOfTriple = (text: string, from: number, close: string): Found => {
  for (let at = text.indexOf(close, from); at >= 0; at = text.indexOf(close, at + 1)) {
    let slashes = 0
    while (at - slashes > from && text.charCodeAt(at - slashes - 1) === BACKSLASH) slashes++
    if (slashes % 2 === 0) return at + close.length
  }
  return -1
}

/** A template literal with what stands in its `${}`. Depths of braces are kept on a stack, so nesting has no limit. */
export const endOfTemplate = (text: string, from: number): Found => {
  /* -1: inside the text of a template; otherwise open braces inside a `${}`. */
  const stack: number[] = [-1]
  let open = 0
  for (let at = from + 1; at < text.length; at++) {
    const c = text.charCodeAt(at)
    const top = stack[stack.length - 1]!
    if (c === BACKSLASH) at++
    else if (top < 0) {
      if (c === 96) {
        stack.pop()
        if (stack.length === 0) return at + 1
      } else if (c === 36 && text.charCodeAt(at + 1) === 123) {
        stack.push(0)
        at++
      }
    } else if (c === 96) stack.push(-1)
    else if (c === 123) stack[stack.length - 1] = top + 1
    else if (c === 125) {
      if (top === 0) stack.pop()
      else stack[stack.length - 1] = top - 1
    } else if ((c === 34 || c === 39) && at >= open) {
      const end = endOfQuoted(text, at, false)
      if (end > 0) at = end - 1
      else open = endOfLine(text, at)
    }
  }
  return -1
}

/** A block comment; one that is never closed ends with the text, as compilers read it. */
export const endOfBlockComment = (text: string, from: number, nested: boolean): number => {
  if (!nested) {
    const close = text.indexOf('*/', from + 2)
    return close < 0 ? text.length : close + 2
  }
  let depth = 1
  for (let at = from + 2; at + 1 < text.length; at++) {
    const c = text.charCodeAt(at)
    if (c === 42 && text.charCodeAt(at + 1) === 47) {
      at++
      if (--depth === 0) return at + 1
    } else if (c === 47 && text.charCodeAt(at + 1) === 42) {
      at++
      depth++
    }
  }
  return text.length
}

/** A regular expression on one line. */
export const endOfRegex = (text: string, from: number): Found => {
  let inClass = false
  for (let at = from + 1; at < text.length; at++) {
    const c = text.charCodeAt(at)
    if (c === LF) return -1
    if (c === BACKSLASH) at++
    else if (c === 91) inClass = true
    else if (c === 93) inClass = false
    else if (c === 47 && !inClass) {
      let end = at + 1
      while (/[a-z]/.test(text.charAt(end))) end++
      return end
    }
  }
  return -1
}

/** Only so much is looked at to tell whether a text begins inside a comment or docstring. */
const REACH = 6000
const DECLARES = /^[ \t]{0,40}(?:(?:async )?def \w+\(|class \w+[(:]|import [\w.]+$|from [\w.]+ import |return\b|@\w)/m

const countOf = (text: string, part: string): number => {
  let count = 0
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) count++
  return count
}

/** Where the comment or docstring ends in whose middle a text begins (a read of some lines of a file); 0 when it does not. */
export const opensInside = (text: string, triple: readonly string[], blockComments: boolean): number => {
  const top = text.slice(0, REACH)
  if (blockComments) {
    const close = top.indexOf('*/')
    const open = top.indexOf('/*')
    if (close < 0 || (open >= 0 && open < close)) return 0
    const isComment = top
      .slice(0, close)
      .split('\n')
      .every((line) => /^\s{0,99}\*/.test(line) || !/[;{}()=]$/.test(line.trimEnd()))
    return isComment ? close + 2 : 0
  }
  for (const quotes of triple) {
    const first = top.indexOf(quotes)
    if (first < 0) continue
    const before = top.slice(0, first)
    const next = top.indexOf(quotes, first + 3)
    const between = top.slice(first + 3, next < 0 ? top.length : next)
    const last = before
      .replace(/^[ \t]{0,40}#.{0,400}$/gm, '')
      .replace(/[rbuRBU]{1,2}$/, '')
      .trimEnd()
      .at(-1)
    /* At the very top stands the docstring of a file, behind a bracket an argument, unless one of the quotes is too many. */
    const mayClose = (last !== undefined && !'=(,[{'.includes(last)) || countOf(text, quotes) % 2 === 1
    /* What stands behind a docstring is code, and what stands in one is not. */
    if (mayClose && !DECLARES.test(before) && DECLARES.test(between)) return first + 3
  }
  return 0
}
