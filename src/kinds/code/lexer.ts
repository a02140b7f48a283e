/**
 * Tokens of code, as far as an outline needs them: what is a string or a comment, and everything else. Each char is read a fixed number
 * of times, in broken texts too.
 */
import type { Language } from '../../source/code-outline.ts'
import {
  endOfBlockComment,
  endOfLine,
  endOfQuoted,
  endOfRegex,
  endOfTemplate,
  endOfTriple,
  type Found,
  opensInside,
} from './literals.ts'

export const TOKEN = { word: 1, punct: 2, string: 3, comment: 4, newline: 5, directive: 6 } as const

/** Tokens in order of the text: `types[i]` from `from[i]` up to `to[i]`. White space and nothing else lies between them. */
export interface Tokens {
  readonly text: string
  readonly count: number
  readonly types: Uint8Array
  readonly from: Int32Array
  readonly to: Int32Array
}

const isWordChar = (c: number): boolean =>
  (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || (c >= 48 && c <= 57) || c === 95 || c === 36 || c >= 128

const isDigit = (c: number): boolean => c >= 48 && c <= 57

/** What sets the languages apart at this level. */
interface Lexis {
  readonly hashComments: boolean
  readonly slashComments: boolean
  readonly nestedComments: boolean
  readonly directives: boolean
  readonly backtick: 'template' | 'raw' | undefined
  readonly triple: readonly string[]
  readonly regex: boolean
  /** Strings in double quotes run over line ends. */
  readonly longStrings: boolean
  readonly lifetimes: boolean
}

const C_LIKE: Lexis = {
  hashComments: false,
  slashComments: true,
  nestedComments: false,
  directives: false,
  backtick: undefined,
  triple: [],
  regex: false,
  longStrings: false,
  lifetimes: false,
}
const SCRIPT: Lexis = { ...C_LIKE, backtick: 'template', regex: true }
const C: Lexis = { ...C_LIKE, directives: true }

const LEXIS: Readonly<Record<Language, Lexis>> = {
  python: { ...C_LIKE, hashComments: true, slashComments: false, triple: ['"""', "'''"] },
  javascript: SCRIPT,
  typescript: SCRIPT,
  tsx: SCRIPT,
  go: { ...C_LIKE, backtick: 'raw' },
  rust: { ...C_LIKE, nestedComments: true, longStrings: true, lifetimes: true },
  java: { ...C_LIKE, triple: ['"""'] },
  c: C,
  cpp: C,
}

/** Words before a `/` that begins a regular expression. */
const BEFORE_REGEX = /^(?:return|typeof|case|in|of|delete|void|throw|new|else|do|await|yield)$/
const BEFORE_REGEX_CHARS = '(,=:[!&|?{;+-*%~^>'

/** A directive of the preprocessor with its continued lines. */
const endOfDirective = (text: string, from: number): number => {
  let at = endOfLine(text, from)
  while (at < text.length && text.charCodeAt(at - 1) === 92) at = endOfLine(text, at + 1)
  return at
}

const RAW_RUST = /(?:b|c)?r(#{0,16})"/y
const RAW_CPP = /(?:u8|u|U|L)?R"([^\s()\\"]{0,16})\(/y

const createTokens = (text: string) => {
  let types = new Uint8Array(Math.max(64, text.length >> 2))
  let from = new Int32Array(types.length)
  let to = new Int32Array(types.length)
  let count = 0
  const grow = (): void => {
    const [oldTypes, oldFrom, oldTo] = [types, from, to]
    types = new Uint8Array(oldTypes.length * 2)
    from = new Int32Array(types.length)
    to = new Int32Array(types.length)
    types.set(oldTypes)
    from.set(oldFrom)
    to.set(oldTo)
  }
  return {
    add: (type: number, a: number, b: number): number => {
      if (count === types.length) grow()
      types[count] = type
      from[count] = a
      to[count++] = b
      return b
    },
    lastCode: (): { readonly type: number; readonly from: number; readonly to: number } | undefined => {
      for (let i = count - 1; i >= 0 && i > count - 64; i--)
        if (types[i] !== TOKEN.newline && types[i] !== TOKEN.comment) return { type: types[i]!, from: from[i]!, to: to[i]! }
      return undefined
    },
    isFirstOfLine: (): boolean => {
      for (let i = count - 1; i >= 0; i--) {
        if (types[i] === TOKEN.newline) return true
        if (types[i] !== TOKEN.comment) return false
      }
      return true
    },
    done: (): Tokens => ({ text, count, types, from, to }),
  }
}

/** Reads a text; a string or comment that is never closed ends with its line, a block comment with the text. */
export const tokenize = (text: string, language: Language): Tokens => {
  const lexis = LEXIS[language]
  const tokens = createTokens(text)
  /** What was not closed is not looked for again before this offset, so that reading stays linear. */
  const failed = new Map<string, number>()
  const once = (key: string, at: number, line: boolean, find: () => Found): number => {
    if (at < (failed.get(key) ?? 0)) return -1
    const end = find()
    if (end < 0) failed.set(key, line ? endOfLine(text, at) : text.length)
    return end
  }
  const regexMayBegin = (): boolean => {
    const last = tokens.lastCode()
    if (last === undefined) return true
    if (last.type === TOKEN.word) return BEFORE_REGEX.test(text.slice(last.from, Math.min(last.to, last.from + 10)))
    return last.type === TOKEN.punct && BEFORE_REGEX_CHARS.includes(text[last.from]!)
  }
  /** The end of a string or char that begins at `at`, or -1. */
  const endOfLiteral = (at: number): number => {
    const quote = text[at]!
    for (const three of lexis.triple)
      if (text.startsWith(three, at)) return once(three, at, false, () => endOfTriple(text, at + 3, three))
    if (quote === '`') {
      if (lexis.backtick === undefined) return -1
      if (lexis.backtick === 'template') return once(quote, at, false, () => endOfTemplate(text, at))
      return once(quote, at, false, () => {
        const close = text.indexOf('`', at + 1)
        return close < 0 ? -1 : close + 1
      })
    }
    if (quote === "'" && lexis.lifetimes) {
      const escaped = text[at + 1] === '\\'
      const wide = text.charCodeAt(at + 1) >= 0xd800 && text.charCodeAt(at + 1) <= 0xdbff ? 3 : 2
      return escaped ? once(quote, at, true, () => endOfQuoted(text, at, false)) : text[at + wide] === "'" ? at + wide + 1 : -1
    }
    return once(quote, at, !lexis.longStrings, () => endOfQuoted(text, at, lexis.longStrings))
  }
  const rawString = (at: number): number => {
    const pattern = language === 'rust' ? RAW_RUST : language === 'cpp' ? RAW_CPP : undefined
    if (pattern === undefined) return -1
    pattern.lastIndex = at
    const open = pattern.exec(text)
    if (open === null) return -1
    const close = language === 'rust' ? `"${open[1]}` : `)${open[1]}"`
    return once(`raw${close}`, at, false, () => {
      const end = text.indexOf(close, at + open[0].length)
      return end < 0 ? -1 : end + close.length
    })
  }
  const word = (at: number): number => {
    const number = isDigit(text.charCodeAt(at))
    let end = at + 1
    while (
      end < text.length &&
      (isWordChar(text.charCodeAt(end)) ||
        (number && text.charCodeAt(end) === 39 && language === 'cpp' && isDigit(text.charCodeAt(end + 1))))
    )
      end++
    return end
  }
  let at = opensInside(text, lexis.triple, lexis.slashComments)
  if (at > 0) tokens.add(lexis.slashComments ? TOKEN.comment : TOKEN.string, 0, at)
  while (at < text.length) {
    const c = text.charCodeAt(at)
    if (c === 10) at = tokens.add(TOKEN.newline, at, at + 1)
    else if (c <= 32 || c === 0xfeff || c === 0xa0) at++
    else if (isWordChar(c)) {
      const raw = c === 114 || c === 98 || c === 99 || c === 82 || c === 117 || c === 85 || c === 76 ? rawString(at) : -1
      at = raw > 0 ? tokens.add(TOKEN.string, at, raw) : tokens.add(TOKEN.word, at, word(at))
    } else if (c === 34 || c === 39 || c === 96) {
      const end = endOfLiteral(at)
      at = end > 0 ? tokens.add(TOKEN.string, at, end) : tokens.add(TOKEN.punct, at, at + 1)
    } else if (c === 35 && (lexis.hashComments || (at === 0 && text.charCodeAt(1) === 33 && text.charCodeAt(2) !== 91)))
      at = tokens.add(TOKEN.comment, at, endOfLine(text, at))
    else if (c === 35 && lexis.directives && tokens.isFirstOfLine())
      at = tokens.add(TOKEN.directive, at, endOfDirective(text, at))
    else if (c === 47 && lexis.slashComments && text.charCodeAt(at + 1) === 47)
      at = tokens.add(TOKEN.comment, at, endOfLine(text, at))
    else if (c === 47 && lexis.slashComments && text.charCodeAt(at + 1) === 42)
      at = tokens.add(TOKEN.comment, at, endOfBlockComment(text, at, lexis.nestedComments))
    else if (c === 47 && lexis.regex && text.charCodeAt(at + 1) !== 62 && regexMayBegin()) {
      const end = once('/', at, true, () => endOfRegex(text, at))
      at = end > 0 ? tokens.add(TOKEN.string, at, end) : tokens.add(TOKEN.punct, at, at + 1)
    } else at = tokens.add(TOKEN.punct, at, at + 1)
  }
  return tokens.done()
}
