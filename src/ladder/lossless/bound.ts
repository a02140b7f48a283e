/** A bound that is quick to find: what any lossless text of a source takes at the least. */
import type { LineSource } from './interned.ts'
import { isDigit, isLetter } from './tokens.ts'

/** Letters that hexadecimal counting may generate; a word with any other letter stands in full. */
const isHexLetter = (code: number): boolean => (code >= 97 && code <= 102) || (code >= 65 && code <= 70)

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
}

/** Words that one source may have; with the place they make one exact number. */
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

/** Chars that the words of these lines, which are all different, take at the least; some number above `maxChars` when it is more. */
export const leastChars = (source: LineSource, lines: Int32Array, maxChars: number): number => {
  const { text, starts } = source
  const memory: Memory = { words: new Map(), columns: new Map(), next: new Map() }
  /** By word: the line that had it last. */
  const lastLine: number[] = []
  let chars = 0
  for (const line of lines) {
    const to = source.end(line)
    let place = 0
    for (let at = starts[line - 1]!; at < to; ) {
      const code = text.charCodeAt(at)
      const isNumber = isDigit(code)
      if (!isNumber && !isLetter(code)) {
        place = Math.imul(place ^ code, HASH)
        at++
        continue
      }
      const from = at
      let isHex = true
      for (let c = code; at < to && (isNumber ? isDigit(c) : isLetter(c)); c = text.charCodeAt(++at))
        isHex &&= isNumber || isHexLetter(c)
      place = Math.imul(place ^ (isNumber ? 1 : 2), HASH)
      const word = text.slice(from, at)
      const known = memory.words.get(word)
      const value = known ?? memory.words.size
      if (known === undefined) {
        memory.words.set(word, value)
        if (!isHex) chars += word.length
      }
      const isPart = isNumber && (joins(text, from - 1, from - 2) || joins(text, at, at + 1))
      if (!isPart && lastLine[value] !== line) chars += costOf(memory, place >>> 0, value, word, known === undefined)
      lastLine[value] = line
      if (chars > maxChars) return chars
      if (memory.words.size === MOST_WORDS) return Number.POSITIVE_INFINITY
    }
  }
  return chars
}
