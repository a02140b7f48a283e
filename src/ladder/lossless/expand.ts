/** Template annotations read back: from the visible line and the annotation to the other lines. */
import { parseLineList } from './line-list.ts'
import { type Column, expandRule } from './rules.ts'
import { createScanner, type Scanner } from './scan.ts'
import { findSlot, readTerm } from './terms.ts'

/** A template has no more differences and no more lines than this, and all of a digest no more values: bounds for a hostile text. */
export const MAX_SLOTS = 48
export const MAX_MEMBERS = 65_536
export const MAX_VALUES: number = 1 << 24

/** What the templates of a digest may still take; it goes down as they are expanded. */
export interface Allowance {
  chars: number
  values: number
}

const FOLD = /\[diet\] \+ \d+ similar lines?: L/y

interface ReadSlot {
  readonly from: number
  readonly to: number
  readonly values: readonly string[]
}

export interface Fold {
  readonly lines: readonly number[]
  /** The text behind the list of lines, read when the visible line is known. */
  readonly scanner: Scanner
}

/** Reads the list of lines; undefined when this is no template annotation. `lines` is the number of lines of the source. */
export const readFold = (annotation: string, lines: number): Fold | undefined => {
  const scanner = createScanner(annotation)
  if (scanner.match(FOLD) === undefined) return undefined
  const list = parseLineList(scanner, 1, lines)
  return list === undefined || scanner.done() ? undefined : { lines: list, scanner }
}

const readSlot = (
  scanner: Scanner,
  base: string,
  after: number,
  earlier: Column[],
  lines: readonly number[],
  tables: string[][],
): ReadSlot | undefined => {
  const term = scanner.eat('; ') ? readTerm(scanner) : undefined
  const from = term && findSlot(base, after, term)
  if (term === undefined || from === undefined || !scanner.eat(' ')) return undefined
  const values = expandRule(scanner, term.value, { lines, earlier, tables })
  if (values === undefined) return undefined
  earlier.push({ term: term.text, values })
  return { from, to: from + term.value.length, values }
}

/**
 * The texts of the annotated lines, in their order. `baseLine` is the number of the visible line and `base` its text;
 * what they take goes off the allowance. Undefined when the annotation is malformed or takes more.
 */
export const expandFold = (
  fold: Fold,
  baseLine: number,
  base: string,
  tables: string[][],
  allowance: Allowance,
): string[] | undefined => {
  const { scanner } = fold
  if (fold.lines[0]! <= baseLine || fold.lines.length >= MAX_MEMBERS) return undefined
  const lines = [baseLine, ...fold.lines]
  const earlier: Column[] = []
  const slots: ReadSlot[] = []
  while (!scanner.done()) {
    allowance.values -= lines.length
    if (slots.length === MAX_SLOTS || allowance.values < 0) return undefined
    const slot = readSlot(scanner, base, slots.at(-1)?.to ?? 0, earlier, lines, tables)
    if (slot === undefined) return undefined
    slots.push(slot)
  }
  return fill(base, slots, lines.length - 1, allowance)
}

/** The visible line with the values of each further line in its slots. */
const fill = (base: string, slots: readonly ReadSlot[], count: number, allowance: Allowance): string[] | undefined => {
  const texts: string[] = []
  for (let k = 1; k <= count; k++) {
    let text = ''
    let at = 0
    for (const { from, to, values } of slots) {
      text += base.slice(at, from) + values[k]!
      at = to
      if (text.length > allowance.chars) return undefined
    }
    text += base.slice(at)
    allowance.chars -= text.length
    if (allowance.chars < 0) return undefined
    texts.push(text)
  }
  return texts
}
