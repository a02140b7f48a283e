/** Tables with drawn lines: Markdown, mysql (`+---+`), psql (`---+---`), box characters. One line is one row. */
import type { Source } from '../../source/source.ts'
import { createRows, modeOf, type Table, trimSpan } from './rows.ts'

const LEAST_ROWS = 3
/** Lines that may stand before and behind, as a share of all. */
const MOST_OTHER = 0.3

const isRule = (line: string): boolean => {
  const text = line.trim()
  return (
    text.length > 2 && /^[|+\-=:─━═┌┬┐├┼┤└┴┘╔╦╗╠╬╣╚╩╝│║\s]+$/.test(text) && /[-=─━═]{2}/.test(text) && /[|+┼┬┴╬╦╩ ]/.test(text)
  )
}

const BARS = ['|', '│', '║', '┃'] as const

const barOf = (line: string): string | undefined => BARS.find((bar) => line.includes(bar))

/** Cells of a line between bars; a bar at the start and at the end opens no cell, and `\|` is no bar. */
const splitCells = (text: string, from: number, to: number, bar: string, cell: (start: number, end: number) => void): void => {
  let [start, end] = trimSpan(text, from, to)
  if (text[start] === bar) start++
  if (end > start && text[end - 1] === bar && text[end - 2] !== '\\') end--
  for (let i = start; ; ) {
    const next = text.indexOf(bar, i)
    if (next < 0 || next >= end) break
    i = next + 1
    if (next > start && text[next - 1] === '\\') continue
    cell(...trimSpan(text, start, next))
    start = next + 1
  }
  cell(...trimSpan(text, start, end))
}

const LOOK = 30

/** The line of the header: it has bars, and a rule above or below. */
const findHeader = (source: Source): { readonly line: number; readonly bar: string; readonly rules: number[] } | undefined => {
  for (let n = 1; n < source.lines && n <= LOOK; n++) {
    const line = source.line(n)
    if (line.length > 4000 || isRule(line)) continue
    const bar = barOf(line)
    if (bar === undefined || n + 1 > source.lines || !isRule(source.line(n + 1))) continue
    const rules = n > 1 && isRule(source.line(n - 1)) ? [n - 1, n + 1] : [n + 1]
    return { line: n, bar, rules }
  }
  return undefined
}

export const findBoxed = (source: Source): Table | undefined => {
  const found = findHeader(source)
  if (found === undefined) return undefined
  const { text } = source
  const names: string[] = []
  splitCells(text, source.starts[found.line - 1]!, source.end(found.line), found.bar, (start, end) =>
    names.push(text.slice(start, end)),
  )
  if (names.length < 2) return undefined
  const rows = createRows()
  const counts: number[] = []
  let other = found.line - 1
  for (let n = found.rules.at(-1)! + 1; n <= source.lines; n++) {
    const from = source.starts[n - 1]!
    const end = source.end(n)
    const bar = text.indexOf(found.bar, from)
    if (bar >= 0 && bar < end) {
      splitCells(text, from, end, found.bar, rows.cell)
      counts.push(rows.cells())
      rows.row(n, n)
    } else if (end > from && !isRule(source.line(n))) other++
  }
  const table = rows.finish()
  const even = counts.filter((count) => count === names.length).length
  if (table.rows < LEAST_ROWS || even < 0.8 * table.rows || modeOf(counts) !== names.length) return undefined
  if (other > MOST_OTHER * source.lines + 2) return undefined
  const markdown = found.bar === '|' && found.rules.length === 1 && /\|/.test(source.line(found.rules[0]!))
  return {
    source,
    format: markdown ? 'markdown' : 'boxed',
    what: markdown ? 'Markdown table' : 'table with drawn lines',
    delimiter: found.bar,
    names,
    header: [...found.rules, found.line].sort((a, b) => a - b),
    columns: names.length,
    ...table,
  }
}
