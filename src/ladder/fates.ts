/** Fates while a digest is being made: one byte per line, so that they partition the source by construction. */
import { FATES, type Fate } from '../receipt/types.ts'

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
