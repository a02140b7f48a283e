/** Lines above failures that say where they are. */
import type { Analysis } from '../../signals/analysis.ts'
import { FLAG, type Scan } from '../../signals/scan.ts'
import type { Source } from '../../source/source.ts'
import type { Span } from './spans.ts'

const PARENT_REACH = 120
const FILE_LIKE = /[\w-]\.[A-Za-z]\w{0,9}\b|[\w.-]\/[\w.-]|:$/

/** TAP names the test in a comment over its assertions: `# adds tax`; 0 when there is none. */
const commentAbove = (source: Source, scan: Scan, title: number): number => {
  if (
    !source
      .body(title + 1)
      .trimStart()
      .startsWith('not ok ')
  )
    return 0
  for (let i = title - 1; i >= 0 && title - i <= PARENT_REACH; i--) {
    if (scan.indent[i] !== scan.indent[title]) continue
    const text = source.body(i + 1).trimStart()
    if (text.startsWith('# ')) return text.startsWith('# Subtest') ? 0 : i + 1
  }
  return 0
}

/** Index of the nearest line above with less indentation, which line `i` stands under; -1 when there is none so near. */
export const lineAbove = ({ flags, indent }: Scan, i: number): number => {
  const stop = Math.max(0, i - PARENT_REACH)
  for (let above = i - 1; above >= stop; above--)
    if ((flags[above]! & FLAG.blank) === 0 && indent[above]! < indent[i]!) return above
  return -1
}

/** `Name:  cart-7f9`, the first line of a record. */
const KEYED = /^([A-Za-z][\w -]{0,24}):\s+\S/
/** Records of one sort, at the least. */
const RECORDS = 2

/** Of a listing of records, such as `kubectl describe` prints: per line the first line (index) of its record, or -1. */
const recordHeads = (source: Source, { flags }: Scan): Int32Array | undefined => {
  const heads: number[] = []
  const counts = new Map<string, number>()
  const keyAt = (i: number): string | undefined => KEYED.exec(source.body(i + 1).slice(0, 200))?.[1]
  for (let i = 0; i < source.lines; i++) {
    const opens = (flags[i]! & FLAG.blank) === 0 && (i === 0 || (flags[i - 1]! & FLAG.blank) !== 0)
    const key = opens ? keyAt(i) : undefined
    if (key === undefined) continue
    heads.push(i)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const records = heads.filter((i) => counts.get(keyAt(i)!)! >= RECORDS)
  if (records.length === 0) return undefined
  const headOf = new Int32Array(source.lines).fill(-1)
  records.forEach((from, k) => {
    let to = from
    while (to < (records[k + 1] ?? source.lines) && (flags[to]! & FLAG.blank) === 0) to++
    headOf.fill(from, from, to)
  })
  return headOf
}

/** The nearest line with less indentation, if it names a file or opens a list; and the head of the record that a failure stands in. */
export const findParents = (source: Source, { scan }: Analysis, found: readonly Span[]): Set<number> => {
  const parents = new Set<number>()
  if (found.length === 0) return parents
  const records = recordHeads(source, scan)
  let last = -1
  for (const { title } of found) {
    const record = records?.[title] ?? -1
    if (record >= 0 && record !== title) parents.add(record + 1)
    const comment = commentAbove(source, scan, title)
    if (comment > 0) parents.add(comment)
    const i = lineAbove(scan, title)
    if (i < 0 || i === last) continue
    last = i
    const body = source.body(i + 1)
    if (body.length < 200 && FILE_LIKE.test(body)) parents.add(i + 1)
  }
  return parents
}
