/**
 * From what a kind reads to what is printed: a kind may read the text behind the prefixes of the lines (`behindPrefix`), where
 * offsets in a line are smaller by the chars of its prefix. Caps, places in lines and widths are put right here, for all kinds.
 */
import { printedOf, type Source } from '../source/source.ts'

/** Chars of line n as it is printed, without its line end. */
export const printedChars = (source: Source, n: number): number => {
  const { starts, end } = printedOf(source)
  return end(n) - starts[n - 1]!
}

/** Chars that line n has before what the kind reads of it. */
export const shiftOf = (source: Source, n: number): number =>
  source.printed === undefined ? 0 : printedChars(source, n) - (source.end(n) - source.starts[n - 1]!)

/** `[diet] L12@40: …` and `[diet] 3 more failures: L12@40,90-95`: offsets in a line. */
const EXCERPT = /^(\[diet\] L(\d{1,9})@)(\d{1,10})(?=: )/
const SPOTS = /^(\[diet\] \d{1,10} more failures?: L(\d{1,9})@)([\d,-]+)$/

/** An annotation whose offsets are those of what the kind reads, with those of what is printed. */
export const shiftNote = (source: Source, note: string): string => {
  if (source.printed === undefined) return note
  const shifted = (_: string, before: string, n: string, places: string): string =>
    before + places.replace(/\d+/g, (place) => String(Number(place) + shiftOf(source, Number(n))))
  return note.replace(EXCERPT, shifted).replace(SPOTS, shifted)
}
