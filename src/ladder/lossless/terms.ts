/**
 * How an annotation names a slot: by the text that it has on the visible line, searched from the end of the slot before,
 * with some text before it where that alone would be found too early: `10007`, or `"attempt ">1`.
 */
import { formatWord, type Scanner } from './scan.ts'

export interface Term {
  /** As it is written. */
  readonly text: string
  readonly context: string
  readonly value: string
}

const termOf = (context: string, value: string): Term => ({
  text: (context === '' ? '' : `${formatWord(context)}>`) + formatWord(value),
  context,
  value,
})

const WORD_CHAR = /[A-Za-z0-9]/
/** So much context is tried char by char; what is still found too early then takes all text behind the slot before. */
const MAX_CONTEXT = 40

/** Names the slot [from, to) of `line` when the slot before ends at `after`. */
export const nameSlot = (line: string, after: number, from: number, to: number): Term => {
  const value = line.slice(from, to)
  for (let at = from; at > after && from - at <= MAX_CONTEXT; at--) {
    const splitsWord = at < from && WORD_CHAR.test(line[at]!) && WORD_CHAR.test(line[at - 1]!)
    if (!splitsWord && line.indexOf(line.slice(at, to), after) === at) return termOf(line.slice(at, from), value)
  }
  return termOf(line.slice(after, from), value)
}

/** Where the named slot begins; undefined when the line has none behind `after`. */
export const findSlot = (line: string, after: number, { context, value }: Term): number | undefined => {
  const at = value === '' ? -1 : line.indexOf(context + value, after)
  return at < 0 ? undefined : at + context.length
}

export const readTerm = (scanner: Scanner): Term | undefined => {
  const first = scanner.word()
  if (first === undefined) return undefined
  if (!scanner.eat('>')) return termOf('', first)
  const value = scanner.word()
  return value === undefined ? undefined : termOf(first, value)
}
