/** Which values are rare among the values of their group: categories that few records have, numbers far from the others. */
import { isArrayAt, isKeyAt, isObjectAt, type JsonTape, rawAt } from '../../source/json.ts'
import { outliers, rareness } from '../columns/stats.ts'
import type { Model } from './model.ts'

/** Longer values are texts, and each is its own. */
const MAX_CHARS = 48
/** A group with more different values than this has no categories. */
const MAX_DISTINCT = 200
const LEAST = 8

interface Column {
  counts: Map<string, number> | undefined
  /** Values (numbers on the tape) of the group, scalars only. */
  readonly values: number[]
}

const isScalar = (tape: JsonTape, n: number): boolean => !isObjectAt(tape, n) && !isArrayAt(tape, n)

const isNumber = (tape: JsonTape, n: number): boolean => {
  const c = tape.text.charCodeAt(tape.start[n]!)
  return c === 45 || (c >= 48 && c <= 57)
}

/** What a value counts as: numbers by their spelling, long texts all as one. */
const categoryOf = (tape: JsonTape, n: number): string => (tape.end[n]! - tape.start[n]! > MAX_CHARS ? '' : rawAt(tape, n))

const add = (column: Column, tape: JsonTape, n: number): void => {
  column.values.push(n)
  if (column.counts === undefined) return
  const category = categoryOf(tape, n)
  column.counts.set(category, (column.counts.get(category) ?? 0) + 1)
  if (column.counts.size > MAX_DISTINCT) column.counts = undefined
}

const columnsOf = ({ tape, group, groups }: Model): Map<number, Column> => {
  const columns = new Map<number, Column>()
  for (let n = 0; n < tape.size; n++) {
    const g = group[n]!
    if (groups.size[g]! < LEAST || !isScalar(tape, n)) continue
    if (isKeyAt(tape, n)) continue
    const column = columns.get(g) ?? { counts: new Map(), values: [] }
    columns.set(g, column)
    add(column, tape, n)
  }
  return columns
}

/** A value and how much it stands out, from 0 to 1. */
export type Odd = readonly [value: number, oddness: number]

/** Values that stand out in their group. Linear but for sorting numbers. */
export const findOdd = (model: Model): Odd[] => {
  const { tape } = model
  const odd: Odd[] = []
  for (const { counts, values } of columnsOf(model).values()) {
    if (counts !== undefined) {
      const rare = rareness(counts, values.length)
      if (rare.size > 0)
        for (const n of values) {
          const oddness = rare.get(categoryOf(tape, n))
          if (oddness !== undefined) odd.push([n, oddness])
        }
    }
    const numbers = values.filter((n) => isNumber(tape, n))
    if (numbers.length < LEAST) continue
    const parsed = Float64Array.from(numbers, (n) => Number(rawAt(tape, n)))
    for (const [i, oddness] of outliers(parsed)) odd.push([numbers[i]!, oddness])
  }
  return odd
}

/** Records must be so many before a member that few of them have says something. */
const LEAST_RECORDS = 20
const UNUSUAL_SHARE = 0.02
const UNUSUAL = 0.5

/** Members that hardly any record of a group has. */
export const findUnusual = ({ tape, group, groups, parent }: Model): Odd[] => {
  const odd: Odd[] = []
  for (let n = 0; n < tape.size; n++) {
    const g = group[n]!
    const records = groups.parent[g]! < 0 ? 0 : groups.size[groups.parent[g]!]!
    if (records < LEAST_RECORDS || groups.key[g] === undefined || groups.size[g]! > Math.max(2, UNUSUAL_SHARE * records)) continue
    /* The value, not its key. */
    if (parent[n]! >= 0 && n > 0 && group[n - 1] === g && parent[n - 1] === parent[n] && isKeyAt(tape, n - 1))
      odd.push([n, UNUSUAL])
  }
  return odd
}
