/**
 * Rules that give the values of one slot on all lines of a template from its value on the visible line. Both
 * directions stand side by side, rule by rule.
 *
 * `+1`, `+7-3*4`     numbers, see sequences.ts         `=10007`, `=10007 +3`  as the slot that shows 10007, or 3 more
 * `A(bob):aba2`      see tables.ts                     `by alice (x,y)`       one value for each other value of that slot
 * `(b,c,d)`          one by one                        `cycle(b,c)`           over and over; `cycle/L` by line of the source
 * `:8f3a07…`         one by one, all of one length, without separators
 */
import { formatFor, type NumberColumn, readNumbers } from './numbers.ts'
import { formatList, type Scanner } from './scan.ts'
import { encodeSteady, encodeSteps, parseSequence } from './sequences.ts'
import type { Style } from './style.ts'
import { encodeTable, parseTable, type Tables } from './tables.ts'
import { readTerm } from './terms.ts'

/** What a rule may refer to: an earlier slot of the same template. */
export interface Column {
  /** How the slot is written in the annotation, `"rule of ">3` or `3`. */
  readonly term: string
  /** One per line of the template; the first is the one on the visible line. */
  readonly values: readonly string[]
  /** The values as numbers, when they are some. */
  readonly numbers?: readonly number[] | undefined
}

export interface RuleContext {
  /** Lines of the template, ascending. */
  readonly lines: readonly number[]
  readonly earlier: readonly Column[]
  readonly tables: Tables
}

export interface RuleOptions extends RuleContext {
  readonly style: Style
}

export interface Rule {
  readonly text: string
  /** The tables as the next rule sees them. */
  readonly tables: Tables
  readonly numbers: readonly number[] | undefined
}

const MAX_CYCLE = 48
const PLAIN = /^[!-~]+$/

/** Earlier slots whose term names no other slot. */
const referable = (earlier: readonly Column[]): Column[] =>
  earlier.filter((column, i) => earlier.findIndex(({ term }) => term === column.term) === i)

const sameAs = (values: readonly string[], earlier: readonly Column[]): string | undefined => {
  const twin = earlier.find((column) => column.values.every((value, k) => value === values[k]))
  return twin && `=${twin.term}`
}

const shifted = ({ format, numbers }: NumberColumn, earlier: readonly Column[]): string | undefined => {
  for (const { term, numbers: other } of earlier) {
    if (other === undefined) continue
    const shift = numbers[0]! - other[0]!
    if (!numbers.every((number, k) => number - other[k]! === shift)) continue
    return `=${term} ${encodeSteps([0, shift], format)}`
  }
  return undefined
}

/** The values that follow the first one until they come again, if they do at least once. */
const cycle = (values: readonly string[]): string | undefined => {
  for (let period = 2; period <= MAX_CYCLE && period * 2 <= values.length; period++) {
    if (values.every((value, k) => k < period || value === values[k - period]))
      return `cycle${formatList(values.slice(1, period))}`
  }
  return undefined
}

/** A cycle of the whole source, of which the template has some lines only; what it never shows stays empty. */
const cyclePerLine = (values: readonly string[], lines: readonly number[]): string | undefined => {
  for (let period = 2; period <= MAX_CYCLE && period * 2 <= values.length; period++) {
    const seen: (string | undefined)[] = new Array<undefined>(period).fill(undefined)
    const fits = values.every((value, k) => (seen[(lines[k]! - lines[0]!) % period] ??= value) === value)
    if (fits) return `cycle/L${formatList(seen.slice(1).map((value) => value ?? ''))}`
  }
  return undefined
}

/** The value that goes with each value of another slot, in the order in which those appear first. */
const pairing = (keys: readonly string[], values: readonly string[]): Map<string, string> | undefined => {
  const pairs = new Map<string, string>()
  for (let k = 0; k < keys.length; k++) {
    const known = pairs.get(keys[k]!)
    if (known === undefined) pairs.set(keys[k]!, values[k]!)
    if ((known !== undefined && known !== values[k]) || pairs.size * 2 > keys.length) return undefined
  }
  return pairs
}

const dependsOn = (values: readonly string[], earlier: readonly Column[]): string[] =>
  earlier.flatMap((column) => {
    const pairs = pairing(column.values, values)
    return pairs === undefined || pairs.size < 2 ? [] : [`by ${column.term} ${formatList([...pairs.values()].slice(1))}`]
  })

const inOneRow = (values: readonly string[]): string | undefined => {
  const { length } = values[0]!
  return values.every((value) => value.length === length && PLAIN.test(value)) ? `:${values.slice(1).join('')}` : undefined
}

interface Choice {
  readonly text: string
  readonly tables: Tables
  readonly weight: number
}

const weigh = ({ text, weight }: Choice): number => text.length * weight

const charsBehindFirst = (values: readonly string[]): number => {
  let chars = 0
  for (let k = 1; k < values.length; k++) chars += values[k]!.length
  return chars
}

/** Runs of equal values behind the first one: a table takes a letter for each. */
const countRuns = (values: readonly string[]): number => {
  let runs = 1
  for (let k = 2; k < values.length; k++) if (values[k] !== values[k - 1]) runs++
  return runs
}

/** The shortest rule for the values of a slot, of which at least one differs from the first; on a tie the more readable one. */
export const encodeRule = (values: readonly string[], context: RuleOptions): Rule => {
  const { lines, tables, style } = context
  const earlier = referable(context.earlier)
  const column = readNumbers(values)
  const choice = (text: string | undefined): Choice[] => (text === undefined ? [] : [{ text, tables, weight: 1 }])
  const first = [sameAs(values, earlier), cycle(values), cyclePerLine(values, lines), ...dependsOn(values, earlier)].flatMap(
    choice,
  )
  const counted =
    column === undefined ? [] : [encodeSteady(column.numbers, lines, column.format), shifted(column, earlier)].flatMap(choice)
  const steps = column === undefined ? [] : [{ text: encodeSteps(column.numbers, column.format), tables, weight: style.steps }]
  /* What lists each value is long, and only made where it may be the shortest. */
  const least = [...first, ...counted, ...steps].reduce((length, one) => Math.min(length, weigh(one)), Number.POSITIVE_INFINITY)
  const chars = charsBehindFirst(values)
  const listed = chars + values.length > least ? [] : choice(formatList(values.slice(1)))
  const inRow = !style.rows || 1 + chars > least ? undefined : inOneRow(values)
  const tabled = style.tables * (2 + countRuns(values)) > least ? undefined : encodeTable(values, tables)
  const table = tabled === undefined ? [] : [{ ...tabled, weight: style.tables }]
  const choices: readonly Choice[] = [...first, ...listed, ...counted, ...choice(inRow), ...steps, ...table]
  const best = choices.reduce((a, b) => (weigh(b) < weigh(a) ? b : a))
  return { text: best.text, tables: best.tables, numbers: column?.numbers }
}

/** While it reads, an annotation adds to the tables. */
export interface ExpandContext extends RuleContext {
  readonly tables: string[][]
}

type Expand = (scanner: Scanner, first: string, context: ExpandContext) => string[] | undefined

const findColumn = (scanner: Scanner, earlier: readonly Column[]): Column | undefined => {
  const term = readTerm(scanner)
  return term === undefined ? undefined : earlier.find((column) => column.term === term.text)
}

const expandNumbers: Expand = (scanner, first, { lines }) => {
  const rule = parseSequence(scanner)
  const format = rule && formatFor(first, rule.radix, rule.suffix)
  const start = format?.parse(first)
  return format && start !== undefined ? formatAll(rule.apply(start, lines), format.format) : undefined
}

const formatAll = (
  numbers: readonly number[] | undefined,
  format: (value: number) => string | undefined,
): string[] | undefined => {
  const values = numbers?.map(format)
  return values?.every((value) => value !== undefined) ? values : undefined
}

const SHIFT = / (?=[+-])/y

const expandReference: Expand = (scanner, first, { earlier }) => {
  const column = scanner.eat('=') ? findColumn(scanner, earlier) : undefined
  if (column === undefined || scanner.match(SHIFT) === undefined) return column && [...column.values]
  const rule = parseSequence(scanner)
  const shift = rule?.apply(0, [1, 2])?.[1]
  const format = rule && formatFor(first, rule.radix, rule.suffix)
  if (shift === undefined || format === undefined) return undefined
  const numbers = readNumbers(column.values)?.numbers
  return formatAll(
    numbers?.map((number) => number + shift),
    format.format,
  )
}

const expandCycle: Expand = (scanner, first, { lines }) => {
  const perLine = scanner.eat('cycle/L')
  const list = perLine || scanner.eat('cycle') ? scanner.list() : undefined
  if (list === undefined) return undefined
  const round = [first, ...list]
  return lines.map((line, k) => round[(perLine ? line - lines[0]! : k) % round.length]!)
}

const expandPairs: Expand = (scanner, first, { earlier }) => {
  const column = scanner.eat('by ') ? findColumn(scanner, earlier) : undefined
  const list = column && scanner.eat(' ') ? scanner.list() : undefined
  if (column === undefined || list === undefined) return undefined
  const keys = [...new Set(column.values)]
  if (keys.length !== list.length + 1) return undefined
  const pairs = new Map(keys.map((key, i) => [key, i === 0 ? first : list[i - 1]!]))
  return column.values.map((key) => pairs.get(key)!)
}

const expandList: Expand = (scanner, first, { lines }) => {
  const list = scanner.list()
  return list?.length === lines.length - 1 ? [first, ...list] : undefined
}

const expandRow: Expand = (scanner, first, { lines }) => {
  const row = scanner.eat(':') ? scanner.take(first.length * (lines.length - 1)) : undefined
  return row === undefined
    ? undefined
    : lines.map((_, k) => (k === 0 ? first : row.slice((k - 1) * first.length, k * first.length)))
}

const expandTable: Expand = (scanner, first, { lines, tables }) => parseTable(scanner, first, lines.length, tables)

const EXPANDERS: readonly (readonly [start: RegExp, expand: Expand])[] = [
  [/[+-]/y, expandNumbers],
  [/=/y, expandReference],
  [/cycle/y, expandCycle],
  [/by /y, expandPairs],
  [/\(/y, expandList],
  [/:/y, expandRow],
  [/[A-Z][(:]/y, expandTable],
]

/** Reads a rule and gives the values on all lines, the first included; undefined when it is malformed or does not fit. */
export const expandRule: Expand = (scanner, first, context) =>
  EXPANDERS.find(([start]) => scanner.peek(start) !== undefined)?.[1](scanner, first, context)
