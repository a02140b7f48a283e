/** Single lines of listings: where names begin, what draws a tree. */

/** `-rw-r--r--`, `drwxr-xr-x@`. */
const MODE = /^[-dlbcpsDP?][-rwxsStTlL]{9}[.+@]?$/
/** Columns before a path: modes, sizes, counts, hashes, marks of version control (two letters as `git status --short` has them, and no `CC` of make). */
const COLUMN =
  /^(?:[-dlbcpsDP?][-rwxsStTlL]{9}[.+@]?|[\d.,]{1,15}[KMGTPkB]?(?:i?B)?|[0-9a-f]{32,128}|[MADRCTUX?!]\d{0,3}|[MTARC][MTD]|[ADU]{2}|\?\?|!!|blob|tree|commit|100\d{3}|040000|[HSRCK?])$/
/** Not in names that tools print in lists, or a sign of something that is no list. */
const ODD = /[\t"'`<>|;,]|:\/\/|\$\{|\\n|\s{2}|[({[]$|=\S|:\s/

/** Offset behind the first `count` columns, and behind the white space before them. */
export const afterColumns = (text: string, count: number): number => {
  let at = 0
  const skip = (white: boolean): void => {
    while (at < text.length && (text[at] === ' ' || text[at] === '\t') === white) at++
  }
  for (let i = 0; i < count; i++) {
    skip(true)
    skip(false)
  }
  if (count > 0) skip(true)
  return at
}

/** How many columns stand before the path of a line; -1 when no word of it is one. */
export const columnsBefore = (text: string): number => {
  const words = text
    .slice(0, 600)
    .trim()
    .split(/[ \t]+/, 13)
  const at = words.findIndex((word) => /[\\/]/.test(word))
  if (at < 0 || at > 11) return -1
  const before = words.slice(0, at)
  /* Behind a mode, owners and dates may stand too. */
  const free = before.some((word) => MODE.test(word))
  return before.every((word) => COLUMN.test(word) || free) ? at : -1
}

/** Whether the text from `at` on can be the path of a listing. */
export const isListedPath = (text: string, at: number): boolean => {
  const path = text.slice(at)
  if (path.length === 0 || path.length > 1000 || ODD.test(path) || !/[\p{L}\p{N}_.-]/u.test(path)) return false
  const spaces = path.split(' ').length - 1
  return spaces === 0 || /^\.?\//.test(path) || (spaces < 3 && /[\\/]/.test(path))
}

/** Offset of the base name in a path that begins at `from`; a directory's trailing separator belongs to its name. */
export const baseOf = (text: string, from: number): number => {
  const end = text.length - (/[\\/]$/.test(text) ? 1 : 0)
  return Math.max(from, text.lastIndexOf('/', end - 1) + 1, text.lastIndexOf('\\', end - 1) + 1)
}

const TIME = /^\d{1,2}:\d\d(?::\d\d(?:[.,]\d{1,9})?)?$/
const YEAR = /^(?:19|20)\d\d$/
const ISO = /^\d{4}-\d\d-\d\d$/
const isDay = (word: string | undefined): boolean => /^\d{1,2}\.?$/.test(word ?? '')
const isMonth = (word: string | undefined): boolean => /^(?:\p{L}{2,9}\.?|\d{1,2}月)$/u.test(word ?? '')

/** How many columns of `ls -l` stand before the name: up to the time or the year, whatever columns were left out before; 0 = none. */
const longColumns = (words: readonly string[]): number => {
  for (let t = 3; t < words.length; t++) {
    const [first, second, last] = [words[t - 2], words[t - 1], words[t]!]
    if (TIME.test(last) && ISO.test(second ?? '')) return t + (/^[+-]\d{4}$/.test(words[t + 1] ?? '') ? 2 : 1)
    const isDate = (isDay(first) && isMonth(second)) || (isMonth(first) && isDay(second))
    if (isDate && (TIME.test(last) || YEAR.test(last))) return t + 1
  }
  return 0
}

/** Offset of the name in a line of `ls -l`; 0 when the line is none. */
export const longName = (text: string): number => {
  if (!MODE.test(text.slice(0, text.indexOf(' ')))) return 0
  const count = longColumns(text.slice(0, 400).split(/ +/, 12))
  const at = count === 0 ? 0 : afterColumns(text, count)
  return at < text.length ? at : 0
}

export interface Branch {
  /** Column of the branch: how deep the entry stands. */
  readonly column: number
  /** Offset of what stands behind the branch. */
  readonly name: number
}

/** `├── `, `│ ├─┬ `, `|-- `, `\- `, `+--- `: the branch of a tree's line; undefined when there is none. */
export const branchOf = (text: string): Branch | undefined => {
  let at = 0
  while (at < text.length && (text[at] === ' ' || text[at] === '│' || text[at] === '|' || text[at] === '\u00a0')) {
    if (text[at] === '|' && text[at + 1] === '-') break
    at++
  }
  const column = at
  const corner = text[at]
  if (corner === '├' || corner === '└') {
    at++
    if (text[at] !== '─') return undefined
    while (text[at] === '─' || text[at] === '┬') at++
    return text[at] === ' ' || text[at] === '\u00a0' ? { column, name: at + 1 } : undefined
  }
  if (corner !== '|' && corner !== '`' && corner !== '+' && corner !== '\\') return undefined
  let dashes = at + 1
  while (text[dashes] === '-') dashes++
  return dashes > at + 1 && dashes < at + 5 && text[dashes] === ' ' && dashes + 1 < text.length
    ? { column, name: dashes + 1 }
    : undefined
}

/** Offset behind `[ 17536]  ` and the like, which `tree` prints before names. */
export const afterBrackets = (text: string, from: number): number => {
  if (text[from] !== '[') return from
  const end = text.indexOf(']', from)
  if (end < 0 || end > from + 80) return from
  let at = end + 1
  while (text[at] === ' ') at++
  return at > end + 1 && at < text.length ? at : from
}
