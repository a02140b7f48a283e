/** What each line of a diff is worth to someone who reviews it. */
import type { Ask } from '../../ladder/candidate.ts'
import type { Values } from '../../ladder/select.ts'
import { createRelevance, type Relevance } from '../../source/bm25.ts'
import { LINE } from './parse.ts'
import type { DiffReading } from './reading.ts'

/** Where white space means something, a line that is only indented anew is a change like others. */
const INDENTED = /\.(?:py|pyi|ya?ml|haml|pug|coffee|sass|nim|hs|fs|fsx|mk)$|(?:^|\/)Makefile$/
/** Changes that a reviewer looks for. */
const RISK =
  /secret|passw(?:or)?d|credential|(?:api|access|private)[_ ]?key|AKIA[0-9A-Z]|(?:\b|_)(?:eval|exec|unsafe|sudo|skip|disabled?|todo|fixme|hack|xxx)(?:\b|_)/i

/** Worth per char of a line of usual length; a line that is not shown alone costs less. */
const WORTH = {
  changed: 1,
  /** A change is never worth less than its surroundings, whatever it repeats. */
  least: 0.05,
  reindented: 0.012,
  generated: 0.004,
  eof: 0.05,
  context: 0.015,
  hunk: 0.55,
  name: 3,
  status: 2,
  commit: 0.3,
  subject: 3,
  sides: 0.03,
  header: 0.001,
  other: 0.3,
  failure: 6,
  query: 1.5,
  besideQuery: 0.6,
} as const
/** In a hunk of so many lines, what the query names says what the changes are about. */
const SHORT_HUNK = 30
/** By how much each shown change of a hunk lowers the worth of its next one. */
const FADE = 0.06

export interface Naming {
  /** The line that names each file. */
  readonly names: readonly number[]
  /** Those lines have no worth of their own: the descriptions of gaps name files for less. */
  readonly onlyNeeded: boolean
  /** Lines with complaints of the tool. */
  readonly failing: ReadonlySet<number>
}

interface Table extends DiffReading, Naming {
  readonly values: Values & { readonly needs: Int32Array }
  /** Likeness to the query, 0..1, of a line and of a file's name. */
  readonly likeLine: (n: number) => number
  readonly likeFile: (f: number) => number
}

const likeness = (relevance: Relevance | undefined): ((i: number) => number) =>
  relevance === undefined || relevance.max === 0 ? () => 0 : (i) => relevance.scores[i]! / relevance.max

const newTable = (reading: DiffReading, naming: Naming, { query }: Ask): Table => {
  const { source, diff } = reading
  const { lines } = source
  const { files } = diff
  const likeFile = likeness(
    query === undefined ? undefined : createRelevance(query, { lines: files.length, line: (i) => files[i - 1]!.name }),
  )
  return {
    ...reading,
    ...naming,
    values: {
      gain: new Float64Array(lines),
      group: new Int32Array(lines).fill(-1),
      fade: new Float32Array(lines),
      twin: new Int32Array(lines).fill(-1),
      needs: new Int32Array(lines),
    },
    likeLine: likeness(query === undefined ? undefined : createRelevance(query, { lines, line: source.body })),
    likeFile: (f) => likeFile(f + 1),
  }
}

/** Longer lines are worth more, but not per char. */
const setWorth = ({ source, blank, values }: Table, n: number, worth: number): void => {
  if (!blank(n)) values.gain[n - 1] = worth * Math.sqrt(Math.max(16, Math.min(1000, source.end(n) - source.starts[n - 1]!)) * 40)
}

const setGroup = ({ values }: Table, n: number, group: number, fade: number): void => {
  values.group[n - 1] = group
  values.fade[n - 1] = fade
}

const isWordChar = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code > 127

/** 0.15 for a bracket alone, 1 for a line with some words. */
const information = (text: string): number => {
  let chars = 0
  for (let i = 1; i < text.length && chars < 14; i++) if (isWordChar(text.charCodeAt(i))) chars++
  return Math.max(0.15, chars / 14)
}

/** Of a changed line: what it says, less when many lines say the like. */
const worthOfChange = (table: Table, n: number, weight: number, indented: boolean): number => {
  const { shape, shapeCount, coarse, coarseCount } = table.analysis
  const text = table.line(n)
  const common = 1 + 0.2 * Math.log2(shapeCount[shape[n - 1]!]!) + 0.15 * Math.log2(coarseCount[coarse[n - 1]!]!)
  const own = (WORTH.changed * information(text) * (RISK.test(text) ? 1.5 : 1)) / common
  const worth = table.reindented[n - 1] === 0 ? Math.max(WORTH.least, own) : indented ? own * 0.3 : WORTH.reindented
  return worth * weight + WORTH.query * table.likeLine(n)
}

/** Distance of each line of a hunk to the nearest changed line, by its place in the hunk; and the place of the first change. */
const distances = (roles: Uint8Array, from: number, to: number): { readonly far: Int32Array; readonly first: number } => {
  const far = new Int32Array(to - from + 1)
  const isChange = (n: number): boolean => roles[n - 1] === LINE.added || roles[n - 1] === LINE.removed
  let first = to + 1
  let last = Number.NEGATIVE_INFINITY
  for (let n = from; n <= to; n++) {
    if (isChange(n)) {
      last = n
      first = Math.min(first, n)
    }
    far[n - from] = Math.min(n - last, 1_000_000)
  }
  let next = Number.POSITIVE_INFINITY
  for (let n = to; n >= from; n--) {
    if (isChange(n)) next = n
    far[n - from] = Math.min(far[n - from]!, next - n)
  }
  return { far, first }
}

const likeliest = ({ likeLine }: Table, from: number, to: number): number => {
  let most = 0
  for (let n = from; n <= to; n++) most = Math.max(most, likeLine(n))
  return most < 0.4 ? 0 : most
}

const valueHunk = (table: Table, h: number): void => {
  const { diff, values, generated, likeLine } = table
  const from = diff.hunkFrom[h]!
  const to = diff.hunkTo[h]!
  const f = diff.hunkFile[h]!
  const file = diff.files[f]!
  const like = table.likeFile(f)
  const isByHand = generated[f] === undefined || like > 0.5
  const weight = isByHand ? (1 + like) / (1 + 0.05 * Math.min(30, h - file.hunks[0])) : WORTH.generated
  const indented = INDENTED.test(file.name)
  const { far, first } = distances(diff.roles, from, to)
  const near = to - from <= SHORT_HUNK ? WORTH.besideQuery * likeliest(table, from, to) : 0
  let best = 0
  for (let n = from + 1; n <= to; n++) {
    const role = diff.roles[n - 1]
    values.needs[n - 1] = table.names[f]!
    if (role === LINE.added || role === LINE.removed) {
      const worth = worthOfChange(table, n, weight, indented) + near
      setWorth(table, n, worth)
      setGroup(table, n, h, FADE)
      best = Math.max(best, worth)
    } else if (role === LINE.eof) {
      setWorth(table, n, WORTH.eof * Math.min(1, weight))
      values.needs[n - 1] = n - 1
    } else {
      const closeness = (n < first ? 1.3 : 1) / (1 + far[n - from]! / 2)
      setWorth(table, n, WORTH.context * (isByHand ? 1 : WORTH.generated) * closeness + WORTH.query * likeLine(n))
    }
  }
  values.needs[from - 1] = table.names[f]!
  setWorth(table, from, Math.min(WORTH.changed, best) * WORTH.hunk + 0.3 * likeLine(from))
}

const HEADER_WORTH = new Map<number, number>([
  [LINE.header, WORTH.header],
  [LINE.data, WORTH.header],
  [LINE.status, WORTH.status],
  [LINE.file, WORTH.sides],
  [LINE.old, WORTH.sides],
  [LINE.new, WORTH.sides],
])

const valueFileHeader = (table: Table, f: number): void => {
  const { diff, values, names, generated } = table
  const file = diff.files[f]!
  const weight = generated[f] === undefined ? 1 + table.likeFile(f) : 0.5
  const end = file.hunks[0] < file.hunks[1] ? diff.hunkFrom[file.hunks[0]]! - 1 : file.to
  for (let n = file.from; n <= end; n++) {
    const worth = HEADER_WORTH.get(diff.roles[n - 1]!)
    if (worth !== undefined) setWorth(table, n, worth * weight)
    values.needs[n - 1] = n === names[f] ? file.commit : names[f]!
  }
  setWorth(table, names[f]!, table.onlyNeeded ? 0 : WORTH.name * weight)
}

/** Commits, their messages, and what stands outside of any file. */
const valueOutside = (table: Table): void => {
  const { diff, values, analysis, blank, likeLine, failing } = table
  const commitOf = new Map(diff.commits.map(({ line, subject }) => [subject, line]))
  for (let n = 1; n <= diff.roles.length; n++) {
    const role = diff.roles[n - 1]
    if (role === LINE.commit) {
      setWorth(table, n, WORTH.commit + likeLine(n))
    } else if (role === LINE.meta) setWorth(table, n, WORTH.header + likeLine(n))
    else if (role === LINE.other && !blank(n)) {
      const commit = commitOf.get(n) ?? 0
      const isSubject = commit > 0
      setWorth(table, n, (failing.has(n) ? WORTH.failure : isSubject ? WORTH.subject : WORTH.other) + likeLine(n))
      setGroup(table, n, diff.hunkFrom.length + analysis.coarse[n - 1]!, failing.has(n) || isSubject ? 0.02 : 0.5)
      values.needs[n - 1] = commit
    }
  }
}

/** Linear in the source. */
export const valuesOf = (reading: DiffReading, ask: Ask, naming: Naming): Values => {
  const table = newTable(reading, naming, ask)
  for (let h = 0; h < reading.diff.hunkFrom.length; h++) valueHunk(table, h)
  for (let f = 0; f < reading.diff.files.length; f++) valueFileHeader(table, f)
  valueOutside(table)
  return table.values
}
