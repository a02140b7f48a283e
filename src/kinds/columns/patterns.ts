/**
 * What the values of a column have in common, written once: the same text everywhere, a number that counts up or down
 * (`item-{0..59}`), a few texts in turn (`{eu|us|ap}`). Exact: a pattern gives each value back, char for char.
 */

/** A text with at most one mark: `{10..109}` counts, `{a|b}` takes turns. Without a mark it is the same in each row. */
export type Pattern = string

const COUNT = /^([0-9]{1,15})\.\.([0-9]{1,15})$/
const MAX_TURNS = 12

interface Mark {
  readonly from: number
  readonly to: number
  /** First and last number, or texts in turn. */
  readonly count: readonly [first: string, last: string] | undefined
  readonly turns: readonly string[]
}

/** The first mark of a text. Linear. */
const markIn = (text: string): Mark | undefined => {
  for (let from = text.indexOf('{'); from >= 0; ) {
    const close = text.indexOf('}', from)
    if (close < 0) return undefined
    const open = text.lastIndexOf('{', close)
    const inner = text.slice(open + 1, close)
    const counted = inner.length > 32 ? null : COUNT.exec(inner)
    if (counted !== null) return { from: open, to: close + 1, count: [counted[1]!, counted[2]!], turns: [] }
    if (inner.includes('|')) return { from: open, to: close + 1, count: undefined, turns: inner.split('|') }
    from = text.indexOf('{', close)
  }
  return undefined
}

/** Whether a text would be read as having a mark. */
export const hasMark = (text: string): boolean => markIn(text) !== undefined

const padded = (value: number, like: string): string => {
  const text = String(value)
  return like.length > 1 && like.startsWith('0') ? text.padStart(like.length, '0') : text
}

/** The value of each of `rows` rows; undefined when the pattern cannot have been written for them. */
export const expand = (pattern: Pattern, rows: number): ((row: number) => string) | undefined => {
  const mark = markIn(pattern)
  if (mark === undefined) return () => pattern
  const before = pattern.slice(0, mark.from)
  const behind = pattern.slice(mark.to)
  if (mark.count === undefined) return (row) => before + mark.turns[row % mark.turns.length]! + behind
  const [first, last] = mark.count
  const step = rows > 1 ? (Number(last) - Number(first)) / (rows - 1) : 0
  if (!Number.isInteger(step)) return undefined
  return (row) => before + padded(Number(first) + step * row, first) + behind
}

interface Found {
  readonly pattern: Pattern
  /** Rows that differ. */
  readonly exceptions: number[]
}

type Value = string | undefined

const exceptionsOf = (values: readonly Value[], pattern: Pattern): number[] | undefined => {
  const at = expand(pattern, values.length)
  if (at === undefined) return undefined
  const exceptions: number[] = []
  values.forEach((value, row) => {
    if (value !== at(row)) exceptions.push(row)
  })
  return exceptions
}

/** Pairs of neighbours that are looked at to find how a column counts. */
const PAIRS = 8

/** How two neighbours count: the run of digits in which they differ, if nothing else does. */
const countingPair = (
  a: string,
  b: string,
): { readonly from: number; readonly to: number; readonly step: number } | undefined => {
  let from = 0
  while (from < a.length && from < b.length && a.charCodeAt(from) === b.charCodeAt(from)) from++
  while (from > 0 && isDigit(a.charCodeAt(from - 1))) from--
  let to = from
  while (to < a.length && isDigit(a.charCodeAt(to))) to++
  let other = from
  while (other < b.length && isDigit(b.charCodeAt(other))) other++
  if (to === from || other === from || to - from > 15 || other - from > 15 || a.slice(to) !== b.slice(other)) return undefined
  return { from, to, step: Number(b.slice(from, other)) - Number(a.slice(from, to)) }
}

const isDigit = (c: number): boolean => c >= 48 && c <= 57

const counting = (values: readonly Value[]): Found | undefined => {
  let best: Found | undefined
  const tried = new Set<Pattern>()
  const gap = Math.max(1, Math.floor((values.length - 1) / PAIRS))
  for (let row = 0; row + 1 < values.length; row += gap) {
    const a = values[row]
    const b = values[row + 1]
    if (a === undefined || b === undefined || a === b || a.length > 200) continue
    const pair = countingPair(a, b)
    if (pair === undefined || pair.step === 0) continue
    const first = Number(a.slice(pair.from, pair.to)) - pair.step * row
    const last = first + pair.step * (values.length - 1)
    if (first < 0 || last < 0 || first > 9e14 || last > 9e14) continue
    const like = a.slice(pair.from, pair.to)
    const mark = `{${padded(first, like)}..${padded(last, like)}}`
    const pattern = a.slice(0, pair.from) + mark + a.slice(pair.to)
    if (tried.has(pattern) || markIn(pattern)?.from !== pair.from) continue
    tried.add(pattern)
    const exceptions = exceptionsOf(values, pattern)
    if (exceptions !== undefined && (best === undefined || exceptions.length < best.exceptions.length))
      best = { pattern, exceptions }
  }
  return best
}

const turning = (values: readonly Value[]): Found | undefined => {
  for (let turns = 2; turns <= MAX_TURNS && turns * 3 <= values.length; turns++) {
    const list = values.slice(0, turns)
    if (list.some((value) => value === undefined || value.length > 40 || /[{}|]/.test(value))) return undefined
    let row = turns
    while (row < values.length && values[row] === list[row % turns]) row++
    if (row < values.length) continue
    const quoted = list.filter((value) => value!.length > 1 && value!.startsWith('"') && value!.endsWith('"')).length
    if (quoted > 0 && quoted < turns) return undefined
    const mark = `{${list.map((value) => (quoted > 0 ? value!.slice(1, -1) : value)).join('|')}}`
    return { pattern: quoted > 0 ? `"${mark}"` : mark, exceptions: [] }
  }
  return undefined
}

const commonest = (values: readonly Value[]): Found | undefined => {
  const counts = new Map<string, number>()
  let best = ''
  let most = 0
  for (const value of values) {
    if (value === undefined) continue
    const count = (counts.get(value) ?? 0) + 1
    counts.set(value, count)
    if (count > most) {
      most = count
      best = value
    }
    if (counts.size > 5000) return undefined
  }
  if (most === 0 || hasMark(best)) return undefined
  return { pattern: best, exceptions: exceptionsOf(values, best)! }
}

/** The pattern that most values of a column follow, with the rows that do not; undefined when it is no use. Linear. */
export const findPattern = (values: readonly Value[]): Found | undefined => {
  const same = commonest(values)
  if (same?.exceptions.length === 0) return same
  const count = counting(values)
  if (count?.exceptions.length === 0) return count
  const turn = turning(values)
  if (turn !== undefined) return turn
  const best = same === undefined || (count !== undefined && count.exceptions.length < same.exceptions.length) ? count : same
  return best !== undefined && best.exceptions.length <= MOST_EXCEPTIONS * values.length ? best : undefined
}

const MOST_EXCEPTIONS = 0.35
