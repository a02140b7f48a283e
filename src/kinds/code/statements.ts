/** Where a line end ends a statement, in languages that need no semicolons. */
import type { Language } from '../../source/code-outline.ts'
import { TOKEN, type Tokens } from './lexer.ts'

const CONTINUES_BEFORE = new Set([...'=+-*/%&|^<?:,.!~([{'])
const CONTINUES_AFTER = new Set([...'.,)]?:&|+/%=<^'])
const WORDS_BEFORE =
  /^(?:extends|implements|in|new|typeof|default|else|instanceof|await|export|import|const|let|var|async|return|case|function|class)$/
const WORDS_AFTER = /^(?:extends|implements|instanceof|in|of|as|satisfies|from|else|catch|finally|while)$/
/** Chars that tell a word of these lists from a longer one. */
const WORD_CHARS = 12

const wordAt = ({ text, from, to }: Tokens, t: number): string => text.slice(from[t]!, Math.min(to[t]!, from[t]! + WORD_CHARS))

/** Does token t, the last of its line, ask for more? */
const asksForMore = (tokens: Tokens, t: number, head: string): boolean => {
  const { text, types, from } = tokens
  /* `['a'] as const` is complete. */
  if (types[t] === TOKEN.word) return WORDS_BEFORE.test(wordAt(tokens, t)) && !head.endsWith(' as const')
  if (types[t] !== TOKEN.punct) return false
  const c = text[from[t]!]!
  const before = text[from[t]! - 1] ?? ''
  if ((c === '+' || c === '-') && before === c) return false
  /* `a!` at the end of a line asserts that there is one. */
  if (c === '!' && /[\w$)\]]/.test(before)) return false
  if (c !== '>') return CONTINUES_BEFORE.has(c)
  const isFirst = t === 0 || types[t - 1] === TOKEN.newline
  return before === '=' || (before === ' ' && !isFirst)
}

/** Does token t, the first of its line, go on with what ends with token `last`? */
const goesOn = (tokens: Tokens, last: number, t: number): boolean => {
  const { text, types, from } = tokens
  if (types[t] === TOKEN.word) return WORDS_AFTER.test(wordAt(tokens, t))
  if (types[t] !== TOKEN.punct) return false
  const [before, c] = [text[from[last]!]!, text[from[t]!]!]
  if (c === '{') return before === ')'
  if (c === '(' || c === '[' || c === '*') return before !== '}'
  return CONTINUES_AFTER.has(c)
}

/** Whether the line end between the tokens `last` and `t` ends the statement whose head is `head`. */
export const endsStatement = (tokens: Tokens, language: Language, head: string, last: number, t: number): boolean =>
  !asksForMore(tokens, last, head) && (language === 'go' || !goesOn(tokens, last, t))
