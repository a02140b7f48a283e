/** The verbs write fates on the lines of a source while they work; here is what they read and write them with. */
import { CODE, type LineFates } from '../ladder/fates.ts'
import type { Source } from '../source/source.ts'

export const isKept = (fates: LineFates, n: number): boolean => fates.codes[n - 1] === CODE.kept

/** Ascending numbers of the kept lines. */
export const keptLines = (fates: LineFates): number[] => {
  const kept: number[] = []
  for (let i = 0; i < fates.codes.length; i++) if (fates.codes[i] === CODE.kept) kept.push(i + 1)
  return kept
}

const drop = (source: Source, fates: LineFates, n: number): void => {
  fates.codes[n - 1] = isBlank(source, n) ? CODE.blank : CODE.cut
}

/** Drops each kept line that is not wanted as `cut`, or `blank` when nothing is on it; returns how many. */
export const cutOthers = (source: Source, fates: LineFates, isWanted: (n: number) => boolean): number => {
  let cut = 0
  for (let n = 1; n <= source.lines; n++) {
    if (!isKept(fates, n) || isWanted(n)) continue
    drop(source, fates, n)
    cut++
  }
  return cut
}

/** A repeat of a line that was cut in the end is cut as well: nothing stands for it any more. */
export const settleRepeats = (source: Source, fates: LineFates): void => {
  for (let n = 1; n <= source.lines; n++) {
    const stands = fates.refs[n - 1]!
    if (stands === 0 || isKept(fates, stands)) continue
    drop(source, fates, n)
    fates.refs[n - 1] = 0
  }
}

/** Nothing but white space on the line. */
export const isBlank = (source: Source, n: number): boolean => {
  const to = source.end(n)
  for (let at = source.starts[n - 1]!; at < to; at++) {
    const code = source.text.charCodeAt(at)
    if (code !== 32 && (code < 9 || code > 13)) return false
  }
  return true
}
