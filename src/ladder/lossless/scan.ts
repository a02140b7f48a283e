/**
 * The small syntax of template annotations: words, lists and whole numbers, written and read back.
 * A word stands bare where it cannot be misread and as a JSON string where it could be.
 */

const BARE_WORD = /^[A-Za-z0-9_.:/@-]+$/
/** In a list, a comma or a closing bracket ends an item; a quote begins a quoted one; blanks at the edges are hard to see. */
const BARE_ITEM = /^[^\s,()"\p{Cc}\p{Cs}](?:[^,()"\p{Cc}\p{Cs}]*[^\s,()"\p{Cc}\p{Cs}])?$/u

export const formatWord = (text: string): string => (BARE_WORD.test(text) ? text : JSON.stringify(text))

const formatItem = (text: string): string => (BARE_ITEM.test(text) ? text : JSON.stringify(text))

/** `(a,b,"c, d")` */
export const formatList = (items: readonly string[]): string => `(${items.map(formatItem).join(',')})`

/** Reads one annotation from left to right; a failed read returns undefined and leaves the caller to give up. */
export interface Scanner {
  /** True when nothing is left. */
  done(): boolean
  /** Consumes `text` when it comes next. */
  eat(text: string): boolean
  /** Consumes exactly `count` chars. */
  take(count: number): string | undefined
  /** What the sticky pattern matches here. */
  peek(pattern: RegExp): string | undefined
  /** Consumes what the sticky pattern matches here. */
  match(pattern: RegExp): string | undefined
  word(): string | undefined
  list(): string[] | undefined
  /** A decimal number of at most 15 digits. */
  integer(): number | undefined
}

const WORD = /[A-Za-z0-9_.:/@-]+/y
const ITEM = /[^,()"]+/y
const DIGITS = /\d{1,15}/y

/** Offset just behind the JSON string that begins at `at`; -1 when it does not end. */
const endOfQuoted = (text: string, at: number): number => {
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === '"') return i + 1
    if (text[i] === '\\') i++
  }
  return -1
}

const unquote = (text: string): string | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

export const createScanner = (text: string): Scanner => {
  let at = 0
  const peek = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    return pattern.exec(text)?.[0]
  }
  const match = (pattern: RegExp): string | undefined => {
    const found = peek(pattern)
    if (found !== undefined) at += found.length
    return found
  }
  const eat = (expected: string): boolean => {
    if (!text.startsWith(expected, at)) return false
    at += expected.length
    return true
  }
  const value = (bare: RegExp): string | undefined => {
    if (text[at] !== '"') return match(bare)
    const from = at
    const to = endOfQuoted(text, at)
    if (to < 0) return undefined
    at = to
    return unquote(text.slice(from, to))
  }
  const list = (): string[] | undefined => {
    if (!eat('(')) return undefined
    const items: string[] = []
    do {
      const item = value(ITEM)
      if (item === undefined) return undefined
      items.push(item)
    } while (eat(','))
    return eat(')') ? items : undefined
  }
  return {
    done: () => at === text.length,
    eat,
    take: (count) => {
      if (count > text.length - at) return undefined
      at += count
      return text.slice(at - count, at)
    },
    peek,
    match,
    word: () => value(WORD),
    list,
    integer: () => {
      const digits = match(DIGITS)
      return digits === undefined ? undefined : Number(digits)
    },
  }
}
