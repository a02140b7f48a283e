/**
 * Tables of values that occur again and again, shared by all templates of a digest: `A(alice,bob):a3bc` appends `alice` and
 * `bob` to table A (behind the value in the visible line, when that one is new) and gives a letter for each next line,
 * with a count when it is the same several times. More than 52 values take two letters each.
 */
import { formatList, type Scanner } from './scan.ts'

/** One list of values per table. */
export type Tables = readonly (readonly string[])[]

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const MAX_TABLES = 26
const MAX_VALUES = LETTERS.length ** 2

const nameOf = (table: number): string => String.fromCharCode(65 + table)
const widthFor = (size: number): number => (size > LETTERS.length ? 2 : 1)

const codeOf = (index: number, width: number): string =>
  width === 1 ? LETTERS[index]! : LETTERS[Math.floor(index / LETTERS.length)]! + LETTERS[index % LETTERS.length]!

const formatCodes = (values: readonly string[], list: readonly string[]): string => {
  const width = widthFor(list.length)
  const codes = new Map(list.map((value, index) => [value, codeOf(index, width)]))
  let text = ''
  for (let i = 1; i < values.length; ) {
    let next = i + 1
    while (next < values.length && values[next] === values[i]) next++
    const code = codes.get(values[i]!)!
    text += next - i === 1 ? code : code + (next - i)
    i = next
  }
  return text
}

export interface TableRule {
  readonly text: string
  /** The tables as the rules that follow see them. */
  readonly tables: Tables
}

/** The shortest way to write the values with a table, an old or a new one; undefined when no table can hold them. */
export const encodeTable = (values: readonly string[], tables: Tables): TableRule | undefined => {
  const distinct = [...new Set(values)]
  let best: TableRule | undefined
  for (let table = 0; table <= tables.length && table < MAX_TABLES; table++) {
    const old = tables[table] ?? []
    const known = new Set(old)
    const fresh = distinct.filter((value) => !known.has(value))
    if (fresh.length === distinct.length && old.length > 0) continue
    const list = [...old, ...fresh]
    if (list.length > MAX_VALUES) continue
    const added = fresh[0] === values[0] ? fresh.slice(1) : fresh
    const text = `${nameOf(table)}${added.length === 0 ? '' : formatList(added)}:${formatCodes(values, list)}`
    if (best !== undefined && best.text.length <= text.length) continue
    best = { text, tables: [...tables.slice(0, table), list, ...tables.slice(table + 1)] }
  }
  return best
}

const CAPITAL = /[A-Z](?=[(:])/y
const CODES = [/[A-Za-z]/y, /[A-Za-z]{2}/y] as const

const indexOfCode = (code: string): number =>
  code.length === 1 ? LETTERS.indexOf(code) : LETTERS.indexOf(code[0]!) * LETTERS.length + LETTERS.indexOf(code[1]!)

/** Reads a rule that begins with a capital and `(` or `:`; `count` values in all. Makes its values known in `tables`. */
export const parseTable = (scanner: Scanner, first: string, count: number, tables: string[][]): string[] | undefined => {
  const table = (scanner.match(CAPITAL)?.charCodeAt(0) ?? 0) - 65
  if (table < 0 || table > tables.length) return undefined
  const list = (tables[table] ??= [])
  if (!list.includes(first)) list.push(first)
  const added = scanner.eat(':') ? [] : scanner.list()
  if (added === undefined || (added.length > 0 && !scanner.eat(':'))) return undefined
  for (const value of added) list.push(value)
  const code = CODES[widthFor(list.length) - 1]!
  const values = [first]
  while (values.length < count) {
    const found = scanner.match(code)
    const value = found === undefined ? undefined : list[indexOfCode(found)]
    const times = scanner.integer() ?? 1
    if (value === undefined || times > count - values.length) return undefined
    for (let i = 0; i < times; i++) values.push(value)
  }
  return values
}
