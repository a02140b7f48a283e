/** What each row of a table is worth: rare categories, outlying numbers, what the query names, the ends. */
import type { Ask } from '../../ladder/candidate.ts'
import type { Values } from '../../ladder/select.ts'
import { createRelevance } from '../../source/bm25.ts'
import { queryTerms, termsOf } from '../../source/words.ts'
import { outliers, rareness } from '../columns/stats.ts'
import { delimitedValue } from './delimited.ts'
import { quantityOf } from './numbers.ts'
import { cellAt, type Table } from './rows.ts'

const ODD = 45
const QUERY = 60
const ASKED = 50
const BAD = 25
const FIRST = [14, 9, 6] as const
const LAST = [6, 8] as const
const OTHER_TEXT = 20
/** Lines of other text that count in full; of more, the first and the last. */
const MOST_OTHER = 6
/** A longer cell is a text, and no category. */
const MAX_CHARS = 48
const MAX_DISTINCT = 200
const LEAST_NUMERIC = 0.7

/** Words of a status column that say that something is wrong. */
const BROKEN =
  /^(?:fail(?:ed|ure|ing)?|err(?:or|ors)?|errored|fatal|critical|crash(?:ed|loopbackoff)?|imagepullbackoff|errimagepull|oomkilled|evicted|rejected|denied|down|dead|unhealthy|stalled|timeout|timed ?out|broken|lost|unreachable|offline|aborted|blocked|zombie|expired|missing|degraded|notready|unknown|pending)$/i
const STATUS = /stat(?:e|us)|health|result|outcome|phase|condition|level|severity/i

export const valueAt = (table: Table, row: number, column: number): string | undefined =>
  table.format === 'delimited' ? delimitedValue(table, row, column) : cellAt(table, row, column)

interface Column {
  readonly values: readonly (string | undefined)[]
  /** NaN where a cell is no number. */
  readonly numbers: Float64Array | undefined
}

const readColumn = (table: Table, column: number): Column => {
  const values: (string | undefined)[] = []
  for (let row = 0; row < table.rows; row++) values.push(valueAt(table, row, column))
  const filled = values.filter((value) => value !== undefined && value !== '' && value !== '-').length
  const numbers = Float64Array.from(values, (value) => (value === undefined ? Number.NaN : quantityOf(value)))
  const numeric = numbers.reduce((count, number) => (Number.isNaN(number) ? count : count + 1), 0)
  return { values, numbers: filled > 0 && numeric >= LEAST_NUMERIC * filled ? numbers : undefined }
}

/** A row, why it stands out, and how much (0 to 1). */
interface Odd {
  readonly row: number
  readonly reason: string
  readonly oddness: number
}

const oddIn = (table: Table, column: number, { values, numbers }: Column): Odd[] => {
  const odd: Odd[] = []
  const counts = new Map<string, number>()
  const categoryOf = (value: string | undefined): string => (value === undefined ? '' : value.length > MAX_CHARS ? '…' : value)
  for (const value of values) {
    if (counts.size > MAX_DISTINCT) break
    counts.set(categoryOf(value), (counts.get(categoryOf(value)) ?? 0) + 1)
  }
  if (counts.size <= MAX_DISTINCT) {
    const rare = rareness(counts, values.length)
    if (rare.size > 0)
      values.forEach((value, row) => {
        const oddness = rare.get(categoryOf(value))
        if (oddness !== undefined) odd.push({ row, reason: `${column} ${categoryOf(value)}`, oddness })
      })
  }
  if (numbers !== undefined) for (const [row, oddness] of outliers(numbers)) odd.push({ row, reason: `${column} #`, oddness })
  if (STATUS.test(table.names[column] ?? ''))
    values.forEach((value, row) => {
      if (value !== undefined && BROKEN.test(value)) odd.push({ row, reason: `${column} ${value}`, oddness: BAD / ODD })
    })
  return odd
}

const TOP: ReadonlySet<string> = new Set(
  'most highest largest biggest max maximum top slowest longest oldest newest latest greatest high'.split(' '),
)
const BOTTOM: ReadonlySet<string> = new Set('least lowest smallest min minimum fewest fastest shortest low'.split(' '))
const ASKED_ROWS = 3
const SHARE_OF_WORDS = 0.05

/** "which process uses the most CPU": the rows at the top of the column that the query names. */
const askedRows = (table: Table, query: string, columns: readonly Column[]): number[] => {
  const words = query.toLowerCase().split(/[^a-z]+/)
  const top = words.some((word) => TOP.has(word))
  if (!top && !words.some((word) => BOTTOM.has(word))) return []
  const terms = new Set(queryTerms(query))
  const rows: number[] = []
  table.names.forEach((name, column) => {
    const numbers = columns[column]?.numbers
    if (numbers === undefined || !termsOf(name).some((term) => terms.has(term))) return
    const order = [...numbers.keys()].filter((row) => !Number.isNaN(numbers[row]!))
    order.sort((a, b) => (top ? numbers[b]! - numbers[a]! : numbers[a]! - numbers[b]!) || a - b)
    rows.push(...order.slice(0, ASKED_ROWS))
  })
  return rows
}

const relevanceOf = (table: Table, query: string): Float64Array => {
  const { source, rows, from, to } = table
  const lineOf = (row: number): string => source.text.slice(source.starts[from[row]! - 1]!, source.end(to[row]!))
  const { scores, max, matched } = createRelevance(query, { lines: rows, line: (n) => lineOf(n - 1) })
  if (max === 0) return new Float64Array(rows)
  /* What most rows match tells little. */
  const selective = Math.max(0.15, 1 - matched / rows)
  return Float64Array.from({ length: rows }, (_, row) => (QUERY * selective * scores[row + 1]!) / max)
}

interface RowWorth {
  readonly worth: Float64Array
  /** Number of the strongest reason, so that rows of one reason fade; -1 for none. */
  readonly reason: Int32Array
}

const worthOfRows = (table: Table, ask: Ask): RowWorth => {
  const { rows, columns } = table
  const worth = new Float64Array(rows)
  const strongest = new Float64Array(rows)
  const reason = new Int32Array(rows).fill(-1)
  const reasons = new Map<string, number>()
  const read = Array.from({ length: columns }, (_, column) => readColumn(table, column))
  read.forEach((column, i) => {
    for (const odd of oddIn(table, i, column)) {
      const value = ODD * odd.oddness
      /* The strongest reason counts in full, further ones a little. */
      worth[odd.row] = Math.max(worth[odd.row]!, value) + 0.2 * Math.min(worth[odd.row]!, value)
      if (value <= strongest[odd.row]!) continue
      strongest[odd.row] = value
      const known = reasons.get(odd.reason) ?? reasons.size
      reasons.set(odd.reason, known)
      reason[odd.row] = known
    }
  })
  if (ask.query !== undefined) {
    const scores = relevanceOf(table, ask.query)
    const asked = askedRows(table, ask.query, read)
    /* Who asks for the largest means the order, and its other words describe all rows. */
    const share = asked.length > 0 ? SHARE_OF_WORDS : 1
    const matches = reasons.size
    for (let row = 0; row < rows; row++) {
      worth[row] = worth[row]! + share * scores[row]!
      if (scores[row]! > 0 && reason[row] === -1) reason[row] = matches
    }
    for (const row of asked) worth[row] = worth[row]! + ASKED
  }
  FIRST.forEach((value, row) => {
    if (row < rows) worth[row] = worth[row]! + value
  })
  LAST.forEach((value, i) => {
    const row = rows - LAST.length + i
    if (row >= FIRST.length) worth[row] = worth[row]! + value
  })
  return { worth, reason }
}

export interface TableValues {
  readonly values: Values
  /** What each row is worth. */
  readonly worth: Float64Array
  /** Per line: number of its row from 1; 0 for other lines. */
  readonly rowOf: Int32Array
}

const FADE = 0.15

export const valuesOf = (table: Table, ask: Ask): TableValues => {
  const { source, rows, from, to, header } = table
  const { worth, reason } = worthOfRows(table, ask)
  const gain = new Float64Array(source.lines)
  const group = new Int32Array(source.lines).fill(-1)
  const rowOf = new Int32Array(source.lines + 1)
  for (let row = 0; row < rows; row++) {
    for (let n = from[row]!; n <= to[row]!; n++) {
      rowOf[n] = row + 1
      gain[n - 1] = worth[row]!
      group[n - 1] = reason[row]!
    }
  }
  const others: number[] = []
  for (let n = 1; n <= source.lines; n++)
    if (rowOf[n] === 0 && !header.includes(n) && source.body(n).trim() !== '') others.push(n)
  others.forEach((n, i) => {
    const rule = /^[\s|+\-=:─━═┌┐└┘├┤┬┴┼│]+$/.test(source.line(n))
    if (rule) return
    gain[n - 1] = i < MOST_OTHER || i >= others.length - MOST_OTHER ? OTHER_TEXT : 1
  })
  for (const n of header) gain[n - 1] = 100
  const none = new Int32Array(source.lines).fill(-1)
  return { values: { gain, group, fade: new Float32Array(source.lines).fill(FADE), twin: none }, worth, rowOf }
}
