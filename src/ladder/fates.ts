/** Fates while a digest is being made: one byte per line, so that they partition the source by construction. */
import { FATES, type Fate, type FateRange } from '../receipt/types.ts'

export const CODE: Readonly<Record<Fate, number>> = Object.fromEntries(FATES.map((fate, code) => [fate, code])) as Record<
  Fate,
  number
>

export interface LineFates {
  /** Code of line n at index n - 1. */
  readonly codes: Uint8Array
  /** Line that stands for line n, at index n - 1; 0 = none. */
  readonly refs: Int32Array
}

export const newFates = (lines: number, fate: Fate): LineFates => ({
  codes: new Uint8Array(lines).fill(CODE[fate]),
  refs: new Int32Array(lines),
})

/** From ranges that cover the lines to one fate per line. */
export const fatesFromRanges = (lines: number, ranges: readonly FateRange[]): LineFates => {
  const fates = newFates(lines, 'cut')
  for (const [from, to, fate, ref] of ranges) {
    fates.codes.fill(CODE[fate], from - 1, to)
    if (ref !== undefined) for (let n = from; n <= to; n++) fates.refs[n - 1] = ref + n - from
  }
  return fates
}
