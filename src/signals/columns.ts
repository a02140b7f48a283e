/**
 * The columns before a message: time, host, process, thread, logger, place in a file, and the level. A level word counts
 * only where levels stand: between brackets, before a colon, in capitals among columns. In a sentence it is a word.
 */
import { isBareLevel, type Level, levelOfPhrase, levelOfWord } from './levels.ts'

export interface Columns {
  readonly level: Level | undefined
  /** Offset of the message behind the columns; 0 when there are none. */
  readonly from: number
}

/** Chars and columns before which a level must have come. */
const REACH = 160
const MOST = 14
/** Words without digits or punctuation (hosts, threads, zones) that may stand among columns of a line that begins with a time. */
const PLAIN = 3

const NONE: Columns = { level: undefined, from: 0 }
/** klog: level letter, month and day. */
const KLOG = /^([A-Z])\d{4} \d\d:\d\d:\d\d/
/** `E: text` (apt), `e: file:///a.kt` (kotlin); glog and logcat have the letter behind the time. */
const LETTER_START = /^([EWIew]): (?=\S)/
const LETTER_COLUMN = /^([EFWIDV])(?:\s+(?=[A-Z][\w.]*\s*:)|\/)/
const LETTERS: Readonly<Record<string, Level>> = {
  E: 'fail',
  F: 'fail',
  A: 'fail',
  e: 'fail',
  W: 'warn',
  w: 'warn',
  I: 'quiet',
  D: 'quiet',
  V: 'quiet',
}
/** A level word with what encloses it; group 2 the word, group 4 the rest of its column. */
const ENCLOSED =
  /^([[(<*]{1,3}|##\[|::)?\s?([A-Za-z\u00c0-\u3fff\u4e00-\ud7a3]{2,16})(\s?[\])>]{1,2}:?|!|[:：]{1,2}|\[[\w:-]{1,40}\][:：]?|\/\S{0,40}|(?=[\s|,]|$))/
/** Up to four words and a colon. */
const PHRASE =
  /^((?:[A-Za-z\u00c0-\u3fff\u4e00-\ud7a3]{2,16} ){0,3}[A-Za-z\u00c0-\u3fff\u4e00-\ud7a3]{2,16}) ?[:：](?=[\s‘“「»"']|$|[^\x00-\x7f])/
const TIMED = /^\W{0,2}(?:\d|([A-Z][a-z]{2})\b)/
const DAYS = new Set('Mon Tue Wed Thu Fri Sat Sun Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' '))
const isTimed = (body: string): boolean => {
  const found = TIMED.exec(body)
  return found !== null && (found[1] === undefined || DAYS.has(found[1]))
}
/** Holds what a word of a sentence does not: a digit, a bracket, a colon, an equals sign, a dot or slash inside. */
const ODD = /\d|[[\](){}<>=|#@]|:|[./\\_]\w|^[^\w\u0080-\u1fff\u2c00-\uffff]+$/
const isCapitals = (word: string): boolean => word === word.toUpperCase() && word !== word.toLowerCase()
/** `AH00126: (98)Address`: no level. A compiler's code behind the word: `error TS2322:`, `error[E0308]`. */
const CODED = /^ [A-Z]{1,8}\d{1,6}\b/
const COMMENT = /^(?:\/\/|\/\*|\* |#(?:[\sA-Za-z!]|#(?!\[))|--\s|;|<!--)/

const isBracketed = (open: string, close: string): boolean => open !== '' && /[\])>]/.test(close)

/** Does the level word that stands here stand where levels stand? `first`: nothing before; `led`: behind a colon or a dash. */
const inPlace = (
  word: string,
  open: string,
  close: string,
  rest: string,
  first: boolean,
  led: boolean,
  placed: boolean,
): boolean => {
  if (open === '##[' || open === '::') return true
  /* `(error)` opens a line; further right it is an argument. */
  if (open.includes('(') && (!first || word.length < 5)) return false
  if (isBracketed(open, close) || close.startsWith('[')) return true
  if (close === '!') return true
  if (isCapitals(word) || isBareLevel(word)) return !(close === '' && rest === '' && first)
  if (close.trim() === ':' || close === '：') return (first || led) && (rest === '' || /^[\s‘“「»"']|^[^\x00-\x7f]/.test(rest))
  if (close === '')
    return led ? CODED.test(rest) || (placed && rest.startsWith(' ')) : first && (/^ +[A-Z"'`]/.test(rest) || CODED.test(rest))
  return false
}

const behind = (body: string, at: number): number => {
  const more = /^(?:\s*[-–|:]+(?=\s|$))?\s*/.exec(body.slice(at, at + 40))!
  return at + more[0].length
}

/** `[core:error]`, `[2024-01-02 03:04:05,678: ERROR/MainProcess]`, `[2024-01-02T03:04:05Z ERROR shop::cart]`. */
const levelWithin = (bracket: string): Level | undefined => {
  const module = /^\[\w{1,40}:([a-z]{3,9})\]$/.exec(bracket)
  if (module !== null) return levelOfWord(module[1]!)
  for (const [word] of bracket.matchAll(/(?<![\w:.-])[A-Z]{3,9}(?![\w:.-])/g)) {
    const level = levelOfWord(word)
    if (level !== undefined) return level
  }
  return undefined
}

/** Reads the columns of a line; linear in the first 160 chars. */
export const readColumns = (body: string): Columns => {
  if (COMMENT.test(body)) return NONE
  const letter = KLOG.exec(body) ?? LETTER_START.exec(body)
  if (letter !== null) return { level: LETTERS[letter[1]!], from: letter[0].length }
  const timed = isTimed(body)
  const reach = Math.min(body.length, REACH)
  let at = 0
  let plain = 0
  let led = false
  let placed = false
  for (let k = 0; k < MOST && at < reach; k++) {
    const rest = body.slice(at, at + 100)
    const single = k > 0 && timed ? LETTER_COLUMN.exec(rest) : null
    if (single !== null) return { level: LETTERS[single[1]!], from: behind(body, at + single[0].length) }
    /* What is glued to the word before it belongs to that: `test_create[debug]`. */
    const here = at > 0 && !/[\s\])>|]/.test(body[at - 1]!) ? null : ENCLOSED.exec(rest)
    if (here !== null) {
      const [all, open = '', word, close = ''] = here
      const level = levelOfWord(word!)
      if (level !== undefined && inPlace(word!, open, close, rest.slice(all.length), k === 0, led, placed))
        return { level, from: behind(body, at + all.length) }
    }
    if (k === 0 || led) {
      const phrase = PHRASE.exec(rest)
      const level = phrase === null ? undefined : levelOfPhrase(phrase[1]!)
      if (level !== undefined) return { level, from: behind(body, at + phrase![0].length) }
    }
    const column = /^(?:\[[^\]]{0,80}\]|[^\s[]{1,80}|\[)/.exec(rest)
    if (column === null) break
    const text = column[0]
    const level = text.startsWith('[') ? levelWithin(text) : undefined
    if (level !== undefined) return { level, from: behind(body, at + text.length) }
    if (!ODD.test(text) && !(timed && plain++ < PLAIN) && !(/^\s+:\s/.test(rest.slice(text.length)) && k === 0)) break
    placed = /^\d+:\d+$/.test(text)
    led = placed || /[:\])|]$|^[^\w\u0080-\u1fff\u2c00-\uffff]+$/.test(text)
    at += text.length
    while (at < reach && (body[at] === ' ' || body[at] === '\t')) at++
  }
  return NONE
}
