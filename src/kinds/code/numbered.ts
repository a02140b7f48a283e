/** Reads with line numbers: `cat -n`, `nl`, `bat`, and the `12→code` of file tools. */
import { sampleLines } from '../windows.ts'

/** The number and what parts it from the code. `12: code` and `12 | code` only count where the numbers run on. */
const NUMBER = /^\s{0,12}(\d{1,8})(?:\t|→|: ?|:| [|│] ?|[|│] ?| {2}| $|$)/
const ENOUGH = 0.9
const FEWEST = 3

export interface Numbered {
  /** Chars before the code of line n; 0 for a line without a number. */
  width(n: number): number
  /** The number that line n bears; undefined when it bears none. */
  number(n: number): number | undefined
}

/** Undefined when lines are not numbered one by one; blank lines may have no number. Reads a bounded sample. */
export const findNumbers = (lines: number, view: (n: number) => string): Numbered | undefined => {
  let written = 0
  let numbered = 0
  let following = 0
  let previous: { readonly at: number; readonly number: number } | undefined
  for (const n of sampleLines(lines)) {
    const text = view(n)
    if (text.trim() === '') continue
    written++
    const found = NUMBER.exec(text)?.[1]
    if (found === undefined) continue
    numbered++
    const number = Number(found)
    if (
      previous === undefined ||
      n - previous.at > 5 ||
      (number > previous.number && number - previous.number <= n - previous.at)
    )
      following++
    previous = { at: n, number }
  }
  if (numbered < FEWEST || numbered < written * ENOUGH || following < numbered * ENOUGH) return undefined
  return {
    width: (n) => NUMBER.exec(view(n))?.[0].length ?? 0,
    number: (n) => {
      const found = NUMBER.exec(view(n))?.[1]
      return found === undefined ? undefined : Number(found)
    },
  }
}
