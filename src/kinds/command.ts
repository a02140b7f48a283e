/** What a command line runs, as far as detection needs it: names of programs and their words, never executed or expanded. */

export interface Run {
  /** Name without directory: `grep`. */
  readonly program: string
  readonly words: readonly string[]
}

const WRAPPERS = new Set([
  'sudo',
  'env',
  'time',
  'timeout',
  'nice',
  'command',
  'exec',
  'xargs',
  'npx',
  'then',
  'do',
  'else',
  '!',
  '(',
  '{',
])

/** Splits at operators outside of quotes, and each part into words without their quotes. Linear; at most 4,000 chars are read. */
export const runsOf = (command: string | undefined): Run[] => {
  const runs: Run[] = []
  let words: string[] = []
  let word: string | undefined
  let quote = ''
  const endWord = (): void => {
    if (word !== undefined) words.push(word)
    word = undefined
  }
  const endRun = (): void => {
    endWord()
    let at = 0
    while (at < words.length && (/^[A-Za-z_]\w*=/.test(words[at]!) || WRAPPERS.has(words[at]!))) at++
    if (at < words.length) runs.push({ program: words[at]!.replace(/^.*[\\/]/, ''), words: words.slice(at + 1) })
    words = []
  }
  const text = (command ?? '').slice(0, 4000)
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!
    if (quote !== '') {
      if (c === quote) quote = ''
      else if (c === '\\' && quote === '"' && i + 1 < text.length) word = (word ?? '') + text[++i]!
      else word = (word ?? '') + c
    } else if (c === '"' || c === "'") {
      quote = c
      word ??= ''
    } else if (c === '\\' && i + 1 < text.length) word = (word ?? '') + text[++i]!
    else if (c === ' ' || c === '\t') endWord()
    else if (c === '\n' || c === ';' || c === '|' || c === '&') endRun()
    else word = (word ?? '') + c
  }
  endRun()
  return runs
}
