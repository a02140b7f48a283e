/** Ranges of lines: merging, and fitting a list of them into few characters. */
import { formatRanges } from '../receipt/notes.ts'
import type { LineRange } from '../receipt/types.ts'

/** Ascending, disjoint ranges; two that are at most `slack` lines apart become one. */
export const mergeRanges = (ranges: readonly LineRange[], slack = 0): LineRange[] => {
  const sorted = [...ranges].sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const merged: [number, number][] = []
  for (const [from, to] of sorted) {
    const last = merged.at(-1)
    if (last !== undefined && from <= last[1] + 1 + slack) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

/** The narrowest cover of the ranges whose written form has at most `chars` chars; at the least one range. */
export const fitRanges = (ranges: readonly LineRange[], chars: number): LineRange[] => {
  let cover = mergeRanges(ranges)
  for (let slack = 1; cover.length > 1 && formatRanges(cover).length > chars; slack *= 2) cover = mergeRanges(cover, slack)
  return cover
}
