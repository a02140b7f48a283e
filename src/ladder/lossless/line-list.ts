/**
 * Sets of lines, or of blocks of `size` lines, in few characters: `12`, `12-40` (one after the other), `12-40/7` (one
 * every 7 lines; the second number is the last line of the last one).
 */
import type { Scanner } from './scan.ts'

/** Rows that are told apart in a pattern that comes again, at most. */
const MAX_ROWS = 8

/** Each second, third … start is equally far from the one before: so many steady rows, side by side. */
const formatRows = (starts: readonly number[], size: number): string | undefined => {
  for (let rows = 2; rows <= MAX_ROWS && rows * 3 <= starts.length; rows++) {
    const step = starts[rows]! - starts[0]!
    if (!starts.every((start, i) => i < rows || start - starts[i - rows]! === step)) continue
    const parts = starts.slice(0, rows).map((from, row) => {
      const last = starts[starts.length - 1 - ((starts.length - 1 - row) % rows)]!
      return `${from}-${last + size - 1}/${step}`
    })
    return parts.join(',')
  }
  return undefined
}

const formatRuns = (starts: readonly number[], size: number): string => {
  const parts: string[] = []
  for (let i = 0; i < starts.length; ) {
    const from = starts[i]!
    const step = (starts[i + 1] ?? from) - from
    let last = i + 1
    while (last + 1 < starts.length && starts[last + 1]! - starts[last]! === step) last++
    const count = last - i + 1
    const isRun = step === size || count > 2
    const to = (isRun && last < starts.length ? starts[last]! : from) + size - 1
    const every = isRun && step > size ? `/${step}` : ''
    parts.push(from === to ? String(from) : `${from}-${to}${every}`)
    i = isRun && last < starts.length ? last + 1 : i + 1
  }
  return parts.join(',')
}

/** First lines, ascending, of disjoint blocks, as a list of ranges without the leading `L`. */
export const formatLineList = (starts: readonly number[], size = 1): string => {
  const runs = formatRuns(starts, size)
  const rows = formatRows(starts, size)
  return rows !== undefined && rows.length < runs.length ? rows : runs
}

/** Reads what `formatLineList` wrote, in ascending order; undefined when it names more than `lines` lines, or one beyond. */
export const parseLineList = (scanner: Scanner, size: number, lines: number): number[] | undefined => {
  const starts: number[] = []
  let isAscending = true
  do {
    const from = scanner.integer()
    const to = scanner.eat('-') ? scanner.integer() : from
    const step = scanner.eat('/') ? scanner.integer() : size
    if (!from || to === undefined || step === undefined || step < size || to > lines) return undefined
    const last = to - size + 1
    if (last < from || (last - from) % step !== 0) return undefined
    if (from <= (starts.at(-1) ?? 0)) isAscending = false
    for (let start = from; start <= last; start += step) starts.push(start)
    if (starts.length > lines) return undefined
  } while (scanner.eat(','))
  return isAscending ? starts : starts.sort((a, b) => a - b)
}
