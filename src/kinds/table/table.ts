/** The table kind: CSV and its kin, Markdown, drawn and aligned tables. Header, ends, outliers, rare values, query matches. */

import type { Ask, Candidate, Findings } from '../../ladder/candidate.ts'
import { NOTHING_FOUND } from '../../ladder/candidate.ts'
import { fitSelection } from '../../ladder/fit.ts'
import { type OutlinePlan, outlines } from '../../ladder/outline.ts'
import { EMPTY_INDEX } from '../../ladder/render.ts'
import { plural } from '../../receipt/notes.ts'
import type { LineRange } from '../../receipt/types.ts'
import { analyse } from '../../signals/analysis.ts'
import { ROLE } from '../../signals/line.ts'
import type { Source } from '../../source/source.ts'
import { endsFor, keepsEnds, remarksFor } from '../remarks.ts'
import type { Kind } from '../types.ts'
import { findAligned } from './aligned.ts'
import { findBoxed } from './boxed.ts'
import { findDelimited } from './delimited.ts'
import { decodeTable, losslessTable } from './lossless.ts'
import type { Table } from './rows.ts'
import { type TableValues, valuesOf } from './values.ts'

const found = new WeakMap<Source, Table | null>()

/** The table that a source is; undefined when it is none. A source is read once. */
export const findTable = (source: Source): Table | undefined => {
  const known = found.get(source)
  if (known !== undefined) return known ?? undefined
  const table = findBoxed(source) ?? findDelimited(source) ?? findAligned(source)
  found.set(source, table ?? null)
  return table
}

const countRows = ([from, to]: LineRange, rowOf: Int32Array): number => {
  let rows = 0
  let last = 0
  for (let n = from; n <= to; n++) {
    const row = rowOf[n]!
    if (row > 0 && row !== last) rows++
    last = row
  }
  return rows
}

const remarksOf = (table: Table, findings: Findings, ask: Ask): string[] => [
  ...remarksFor(table.source, findings, ask),
  `${plural(table.rows, 'row')} in ${table.columns} columns`,
]

function* selected(table: Table, { values, rowOf }: TableValues, findings: Findings, ask: Ask): Iterable<Candidate> {
  const { source } = table
  const blank = (n: number): boolean =>
    rowOf[n] === 0 && source.end(n) - source.starts[n - 1]! < 200 && source.body(n).trim() === ''
  const ends = endsFor(source, findings, blank, ask)
  const plan: OutlinePlan = {
    source,
    findings,
    must: [...table.header, ...ends],
    blank,
    noise: () => false,
    folds: () => undefined,
    describe: (gap) => {
      const rows = countRows(gap, rowOf)
      return rows === 0 ? undefined : plural(rows, 'row')
    },
    remarks: remarksOf(table, findings, ask),
    indexWithin: () => () => EMPTY_INDEX,
  }
  const best = fitSelection({ ...plan, values, indexChars: 0, indexOf: () => EMPTY_INDEX }, ask)
  if (keepsEnds(ends, best)) yield best
  for (const outline of outlines(plan, ask)) if (keepsEnds(ends, outline)) yield outline
}

/** Rows worth as much stand as they are, also where all rows are written shorter. */
const STANDS_OUT = 20

const SCORE: Readonly<Record<Table['format'], number>> = { boxed: 0.85, markdown: 0.8, delimited: 0.75, aligned: 0.7 }

/** Words that happen to stand below each other are no table where a line marks a failed test or an exception. */
const reportsFailures = (source: Source): boolean => {
  const { roles } = analyse(source)
  return roles.includes(ROLE.mark) || roles.includes(ROLE.thrown)
}

export const table: Kind = {
  name: 'table',
  detect: (source, ask) => {
    /* What a failing command prints is its report, also where that stands in columns. */
    if ((ask.exitCode ?? 0) !== 0) return { score: 0, why: 'the command failed' }
    const one = findTable(source)
    if (one === undefined) return { score: 0, why: 'no table' }
    if (one.format !== 'boxed' && reportsFailures(source)) return { score: 0, why: 'a report of failures, and no table' }
    return { score: SCORE[one.format], why: `${one.what}: ${one.rows} rows, ${one.columns} columns` }
  },
  decode: decodeTable,
  read: (source, ask) => {
    const one = findTable(source)
    if (one === undefined) return undefined
    const findings = NOTHING_FOUND
    return {
      findings,
      *candidates() {
        const values = valuesOf(one, ask)
        const keep = (row: number): boolean => values.worth[row]! >= STANDS_OUT
        const lossless = losslessTable({ table: one, findings, remarks: remarksOf(one, findings, ask), keep }, ask)
        if (lossless !== undefined) yield lossless
        yield* selected(one, values, findings, ask)
      },
    }
  },
}
