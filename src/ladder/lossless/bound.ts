/** A bound that is quick to find: what any lossless text of a source takes at the least. */
import type { LineSource } from './interned.ts'
import { isDigit, isLetter } from './tokens.ts'

/** What chars are to words; `hex` are letters that hexadecimal counting may generate: a word with any other letter stands in full. */
const SORT = { other: 0, digit: 1, hex: 2, letter: 3 } as const
const ASCII = new Uint8Array(128).map((_, code) => {
  if (isDigit(code)) return SORT.digit
  if (!isLetter(code)) return SORT.other
  return (code | 32) <= 102 ? SORT.hex : SORT.letter
})
const sortOf = (code: number): number => (code < 128 ? ASCII[code]! : SORT.letter)

/** Numbers joined by these are times, dates, versions and shares, which count in ways of their own. */
const JOINTS = ':.,-/T'
const joins = (text: string, joint: number, digit: number): boolean =>
  isDigit(text.charCodeAt(digit)) && JOINTS.includes(text.charAt(joint))

/** Numbers of more digits do not count exactly. */
const COUNTABLE = 15

/** What is known of the words at one place of the lines that have the same punctuation. */
interface Column {
  /** Number of the place, from 0. */
  readonly number: number
  value: number
  amount: number
  step: number
}

interface Memory {
  readonly words: Map<string, number>
  readonly columns: Map<number, Column>
  /** By place and word: the word that came next there. */
  readonly next: Map<number, number>
  /** By word: the line that had it last. */
  readonly lastLine: number[]
  chars: number
}

/** Words that one source may have, but for those of its last line; with the place they make one exact number. */
const MOST_WORDS = 1 << 22
const HASH = 0x01000193

/**
 * The least that it takes to write the word behind those that came before it at its place: nothing when it follows from them, a char
 * when it is known, else the digits of what is new.
 */
const costOf = ({ columns, next }: Memory, place: number, value: number, word: string, isNew: boolean): number => {
  const amount = word.length <= COUNTABLE ? Number(word) : Number.NaN
  const column = columns.get(place)
  if (column === undefined) {
    columns.set(place, { number: columns.size, value, amount, step: Number.NaN })
    return 0
  }
  const step = amount - column.amount
  const before = column.number * MOST_WORDS + column.value
  const isExpected = value === column.value || step === column.step || next.get(before) === value
  next.set(before, value)
  column.value = value
  column.amount = amount
  column.step = step
  if (isExpected) return 0
  if (!isNew || Number.isNaN(amount)) return 1
  return Math.min(word.length, Number.isNaN(step) ? word.length : String(Math.abs(step)).length)
}

/* Functions of a few lines each: they run once in a process, and what the engine compiles of a long one costs more than that run. */

/** Offset behind the word of digits, or of letters, that begins at `from`. */
const wordEnd = (text: string, from: number, to: number, isNumber: boolean): number => {
  let at = from + 1
  while (at < to) {
    const sort = sortOf(text.charCodeAt(at))
    if (sort === SORT.other || (sort === SORT.digit) !== isNumber) return at
    at++
  }
  return at
}

const isHex = (word: string): boolean => {
  for (let i = 0; i < word.length; i++) if (sortOf(word.charCodeAt(i)) === SORT.letter) return false
  return true
}

const isPart = (text: string, from: number, to: number): boolean => joins(text, from - 1, from - 2) || joins(text, to, to + 1)

const addWord = (
  memory: Memory,
  text: string,
  from: number,
  to: number,
  place: number,
  line: number,
  isNumber: boolean,
): void => {
  const { words, lastLine } = memory
  const word = text.slice(from, to)
  const known = words.get(word)
  const value = known ?? words.size
  if (known === undefined) {
    words.set(word, value)
    if (!isNumber && !isHex(word)) memory.chars += word.length
  }
  if (lastLine[value] !== line && !(isNumber && isPart(text, from, to)))
    memory.chars += costOf(memory, place, value, word, known === undefined)
  lastLine[value] = line
}

const addLine = (memory: Memory, text: string, from: number, to: number, line: number): void => {
  let place = 0
  let at = from
  while (at < to) {
    const code = text.charCodeAt(at)
    const sort = sortOf(code)
    if (sort === SORT.other) {
      place = Math.imul(place ^ code, HASH)
      at++
      continue
    }
    const isNumber = sort === SORT.digit
    const end = wordEnd(text, at, to, isNumber)
    place = Math.imul(place ^ (isNumber ? 1 : 2), HASH)
    addWord(memory, text, at, end, place >>> 0, line, isNumber)
    at = end
  }
}

/** Chars that the words of these lines, which are all different, take at the least; some number above `maxChars` when it is more. */
export const leastChars = (source: LineSource, lines: Int32Array, maxChars: number): number => {
  const { text, starts } = source
  const memory: Memory = { words: new Map(), columns: new Map(), next: new Map(), lastLine: [], chars: 0 }
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!
    addLine(memory, text, starts[line - 1]!, source.end(line), line)
    if (memory.chars > maxChars) return memory.chars
    if (memory.words.size > MOST_WORDS) return Number.POSITIVE_INFINITY
  }
  return memory.chars
}
