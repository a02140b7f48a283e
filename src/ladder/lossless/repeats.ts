/** Annotations for lines and blocks that come again, and their reading. */
import { formatBlockRepeat, formatRepeat, MARK } from '../../receipt/notes.ts'
import { formatLineList, parseLineList } from './line-list.ts'
import { createScanner } from './scan.ts'

export interface RepeatNote {
  /** The lines that the annotation covers, ascending. */
  readonly lines: readonly number[]
  /** The annotation, without line end. */
  readonly text: string
}

const noteFor = (lines: readonly number[]): RepeatNote => ({
  lines,
  text: formatRepeat(lines.length, []) + formatLineList(lines),
})

/** Chars that one item of a list takes at least: a comma and a digit. */
const LEAST_ITEM = 2

/** The lines of runs of neighbours that are longer than their numbers in a list. */
const payingLines = (lines: readonly number[], chars: number): number[] => {
  const paying: number[] = []
  for (let i = 0; i < lines.length; ) {
    let next = i + 1
    while (next < lines.length && lines[next] === lines[next - 1]! + 1) next++
    const cost = String(lines[i]).length + 1 + (next - i > 1 ? String(lines[next - 1]).length + 1 : 0)
    if ((next - i) * (chars + 1) > cost) for (let k = i; k < next; k++) paying.push(lines[k]!)
    i = next
  }
  return paying
}

/**
 * The annotation that saves most for lines equal to one above them, each of `chars` chars: for all of them or for those runs whose
 * numbers are shorter than the lines; undefined when it saves nothing.
 */
export const noteRepeats = (lines: readonly number[], chars: number): RepeatNote | undefined => {
  const saved = (note: RepeatNote): number => note.lines.length * (chars + 1) - note.text.length - 1
  if (lines.length * (chars + 1) < formatRepeat(lines.length, []).length + LEAST_ITEM) return undefined
  const all = noteFor(lines)
  const paying = payingLines(lines, chars)
  const some = paying.length === lines.length || paying.length === 0 ? all : noteFor(paying)
  const note = saved(some) > saved(all) ? some : all
  return saved(note) > 0 ? note : undefined
}

/** Copies of the `size` lines right above the annotation. */
export const noteBlock = (copies: readonly number[], size: number): string =>
  formatBlockRepeat(size, copies.length, []) + formatLineList(copies, size)

/** Copies of lines that are not in view together: `[diet] L146-290 same as L1-145`. */
export const noteCopies = (copies: readonly number[], size: number, first: number): string =>
  `${MARK} L${formatLineList(copies, size)} same as L${formatLineList([first], size)}`

export interface Copies {
  /** Lines of one copy. */
  readonly size: number
  /** First line of each copy. */
  readonly starts: readonly number[]
  /** First line of the original; undefined when it is what stands above the annotation. */
  readonly first: number | undefined
}

const LINE = /\[diet\] \+ same line \d+ times?: L/y
const BLOCK = /\[diet\] \+ same (?=\d+ lines)/y
const TIMES = / lines \d+ times?: L/y
const SAME_AS = ' same as L'

const readBelow = (annotation: string, lines: number): Copies | undefined => {
  const scanner = createScanner(annotation)
  let size: number | undefined = 1
  if (scanner.match(LINE) === undefined) {
    size = scanner.match(BLOCK) === undefined ? undefined : scanner.integer()
    if (size === undefined || size < 1 || scanner.match(TIMES) === undefined) return undefined
  }
  const starts = parseLineList(scanner, size, lines)
  return starts === undefined || !scanner.done() ? undefined : { size, starts, first: undefined }
}

const readElsewhere = (annotation: string, lines: number): Copies | undefined => {
  const middle = annotation.indexOf(SAME_AS)
  const prefix = `${MARK} L`
  if (middle < 0 || !annotation.startsWith(prefix)) return undefined
  const tail = createScanner(annotation.slice(middle + SAME_AS.length))
  const first = tail.integer()
  const last = tail.eat('-') ? tail.integer() : first
  if (!first || last === undefined || last < first || last > lines || !tail.done()) return undefined
  const head = createScanner(annotation.slice(prefix.length, middle))
  const size = last - first + 1
  const starts = parseLineList(head, size, lines)
  return starts === undefined || !head.done() ? undefined : { size, starts, first }
}

/** Reads any of the three; undefined when it is another annotation, or names lines beyond `lines`. */
export const readCopies = (annotation: string, lines: number): Copies | undefined =>
  readBelow(annotation, lines) ?? readElsewhere(annotation, lines)
