/** What the lines of a tree are worth: the outline of names, values that stand out, comments that warn, what the query names. */
import type { Ask } from '../../ladder/candidate.ts'
import type { Values } from '../../ladder/select.ts'
import { createRelevance } from '../../source/bm25.ts'
import { outliers, rareness } from '../columns/stats.ts'
import { isFailing } from '../messages.ts'
import { PART, type Tree } from './tree.ts'

/** Worth of a line of usual width. */
const WORTH = { section: 22, key: 12, item: 6, text: 1.5, comment: 1.5, misfit: 10, close: 0.5 } as const
const WIDTH = 24
/** Each level counts so much less, and each further name beside others a little. */
const DEEPER = 0.75
const LATER = 0.12
const LATEST = 8
/** Comments above the first name say what the file is for. */
const PREAMBLE = 9
const LICENCE = /copyright|licen[cs]e|\(c\)|spdx|warranty|all rights/i
const WARNS = 80
/** The line below a comment that warns. */
const SUBJECT = 50
const ODD = 110
const BAD = 60
const FAILED = 120
const QUERY = 150
/** Other lines of a record that the query names. */
const NEAR_QUERY = 30
/** A query that names more records than this names none of them. */
const NEAR_RECORDS = 6
/** The name of a record that holds something odd is worth this share of it. */
const IDENTITY = 0.7
/** Lines of one sort that say nothing of their own: the first few records show the form, their names tell the others apart. */
const ENOUGH = 3
/**
 * By how much each line lowers what the next one is worth: of the same path, the
 * name of a record, of the same reason, of a path that the query names, of a flat list.
 */
const FADE = { path: 1.5, named: 0.8, odd: 0.15, asked: 0.4, flat: 0.1, text: 0.3 } as const
/** A longer value is a text, and no category. */
const MAX_CHARS = 60
const MAX_DISTINCT = 400
/** Paths with fewer lines have no common values. */
const LEAST_LINES = 6

/** Comments that a reader must not miss; in several languages. */
const WARNING =
  /\b(?:warn(?:ing)?|caution|danger(?:ous)?|attention|important|must|never|always|do not|don'?t|deprecated|obsolete|unsafe|insecure|breaking|todo|fixme|hack|xxx|beware|required|only|keep (?:in sync|this)|note|pin(?:ned)?|before|achtung|wichtig|niemals|nicht|importante|jamais|nunca|не|важно)\b|!!|⚠|注意|警告|重要|禁止|危険/i
/** Values that say that something is wrong. */
const BROKEN =
  /^["']?(?:fail(?:ed|ure|ing)?|err(?:or|ors)?|errored|fatal|critical|crash(?:ed|loopbackoff)?|imagepullbackoff|errimagepull|oomkilled|evicted|rejected|denied|down|dead|unhealthy|stalled|timeout|timed ?out|broken|lost|unreachable|offline|aborted|blocked|expired|degraded|notready|not ?available|unavailable|pending)["']?$/i
const IDENTIFIES =
  /^["']?(?:name|id|key|title|host(?:name)?|service|image|path|url|uid|label|job|alert|artifactId|include)["']?$/i

/** The comment behind a value, or the comment itself. */
const commentOf = ({ source, parts }: Tree, n: number): string => {
  const text = source.line(n)
  if (parts[n - 1] === PART.comment) return text.slice(0, 400)
  const at = text.slice(0, 600).search(/\s[#;]\s|<!--/)
  return at < 0 ? '' : text.slice(at, at + 400)
}

export const warns = (tree: Tree, n: number): boolean => WARNING.test(commentOf(tree, n))

interface Odd {
  readonly worth: Float64Array
  /** Number of the reason, so that lines of one reason fade; -1 for none. */
  readonly reason: Int32Array
}

const linesByPath = ({ path, names }: Tree): readonly (readonly number[])[] => {
  const lines: number[][] = names.map(() => [])
  for (let i = 0; i < path.length; i++) if (path[i]! >= 0) lines[path[i]!]!.push(i + 1)
  return lines
}

/** Values that are rare among those of one path, and numbers far from the others. */
const oddValues = (tree: Tree): Odd => {
  const worth = new Float64Array(tree.path.length)
  const reason = new Int32Array(tree.path.length).fill(-1)
  let reasons = 0
  const set = (n: number, value: number, why: number): void => {
    if (value <= worth[n - 1]!) return
    worth[n - 1] = value
    reason[n - 1] = why
  }
  const all = linesByPath(tree)
  const most = recordsOf(tree)
  all.forEach((lines) => {
    const expected = lines.length === 0 ? 0 : most(lines[0]!)
    /* A name that only a few of many records have. */
    if (expected >= 8 && lines.length <= Math.max(1, 0.02 * expected)) {
      const why = reasons++
      for (const n of lines) set(n, ODD * Math.min(1, 0.3 + Math.log2(expected / lines.length) / 10), why)
    }
    if (lines.length < LEAST_LINES) return
    const values = lines.map((n) => tree.value(n))
    const counts = new Map<string, number>()
    for (const value of values)
      if (counts.size <= MAX_DISTINCT) counts.set(category(value), (counts.get(category(value)) ?? 0) + 1)
    if (counts.size <= MAX_DISTINCT) {
      const rare = rareness(counts, values.length)
      const numbers = new Map<string, number>()
      values.forEach((value, i) => {
        const oddness = rare.get(category(value))
        if (oddness === undefined) return
        if (!numbers.has(category(value))) numbers.set(category(value), reasons++)
        set(lines[i]!, ODD * oddness, numbers.get(category(value))!)
      })
    }
    const numbers = Float64Array.from(values, (value) =>
      /^["']?-?\d[\d.]{0,20}["']?$/.test(value) ? Number(value.replace(/["']/g, '')) : Number.NaN,
    )
    const why = reasons
    for (const [i, oddness] of outliers(numbers)) {
      set(lines[i]!, ODD * oddness, why)
      reasons = why + 1
    }
  })
  return { worth, reason }
}

const category = (value: string): string => (value.length > MAX_CHARS ? '…' : value)

/** How many records of the sort that line n stands in there are; 0 outside of records. */
const recordsOf = ({ path, record }: Tree): ((n: number) => number) => {
  const counts = new Map<number, number>()
  const sortOf = (n: number): number => path[n - 1]!
  const first = new Map<number, number>()
  for (let i = 0; i < record.length; i++) {
    const n = record[i]!
    if (n === 0 || first.has(n)) continue
    first.set(n, sortOf(n))
    counts.set(sortOf(n), (counts.get(sortOf(n)) ?? 0) + 1)
  }
  return (n) => (record[n - 1] === 0 ? 0 : (counts.get(sortOf(record[n - 1]!)) ?? 0))
}

const baseOf = (part: number): number => {
  if (part === PART.section) return WORTH.section
  if (part === PART.key) return WORTH.key
  if (part === PART.item) return WORTH.item
  if (part === PART.text) return WORTH.text
  if (part === PART.comment) return WORTH.comment
  if (part === PART.misfit) return WORTH.misfit
  return part === PART.close ? WORTH.close : 0
}

/** The line that names each record, by the record's first line. */
export const identities = (tree: Tree): Map<number, number> => {
  const named = new Map<number, number>()
  for (let n = 1; n <= tree.record.length; n++) {
    const record = tree.record[n - 1]!
    if (record === 0) continue
    /* A section or a map among many is named by its own first line. */
    if (record === n && tree.label(n) !== '' && (tree.parts[n - 1] === PART.section || tree.names[tree.path[n - 1]!] === '*'))
      named.set(n, n)
    const path = tree.path[n - 1]!
    if (path < 0 || !IDENTIFIES.test(tree.names[path]!)) continue
    const known = named.get(record)
    if (known === undefined || tree.depth[n - 1]! < tree.depth[known - 1]!) named.set(record, n)
  }
  return named
}

/** Records inside records: the record above each record's first line, outwards. */
const outward = ({ parent, record }: Tree, n: number): number => {
  const first = record[n - 1]!
  const above = first === 0 ? 0 : parent[first - 1]!
  return above === 0 ? 0 : record[above - 1]!
}

/** Raises the names of the records in which something is worth showing. */
const nameRecords = (tree: Tree, named: ReadonlyMap<number, number>, gain: Float64Array, strong: Float64Array): void => {
  const best = new Map<number, number>()
  for (let n = 1; n <= strong.length; n++) {
    const worth = strong[n - 1]!
    let record = worth > 0 ? tree.record[n - 1]! : 0
    for (let i = 0; record > 0 && i < 8; i++) {
      if ((best.get(record) ?? 0) >= worth) break
      best.set(record, worth)
      record = outward(tree, record)
    }
  }
  for (const [record, worth] of best) {
    const n = named.get(record)
    if (n !== undefined) gain[n - 1] = Math.max(gain[n - 1]!, IDENTITY * worth)
  }
}

/** What a match on line n tells: little where almost every line of its path matches, such as `type: Ready` for `ready`. */
const tellingPaths = ({ path, names }: Tree, scores: Float64Array): ((n: number) => number) => {
  const all = new Int32Array(names.length)
  const matched = new Int32Array(names.length)
  path.forEach((sort, i) => {
    if (sort < 0) return
    all[sort]!++
    if (scores[i + 1]! > 0) matched[sort]!++
  })
  return (n) => {
    const sort = path[n - 1]!
    if (sort < 0 || all[sort]! < LEAST_LINES) return 1
    return 1 - 0.95 * (matched[sort]! / all[sort]!) ** 2
  }
}

/** Relevance of each line to the query: of its own words, and less of what else its record says. */
const relevanceOf = (tree: Tree, query: string): Float64Array => {
  const { source, record } = tree
  const { scores, max, matched } = createRelevance(query, { lines: source.lines, line: source.line })
  const worth = new Float64Array(source.lines)
  if (max === 0) return worth
  const selective = Math.max(0.2, 1 - matched / source.lines)
  const best = new Map<number, number>()
  const telling = tellingPaths(tree, scores)
  for (let n = 1; n <= source.lines; n++) {
    worth[n - 1] = (QUERY * selective * telling(n) * scores[n]!) / max
    if (record[n - 1]! > 0 && worth[n - 1]! > 0.5 * QUERY) best.set(record[n - 1]!, worth[n - 1]!)
  }
  if (best.size > NEAR_RECORDS) return worth
  for (let n = 1; n <= source.lines; n++) {
    const near = best.get(record[n - 1]!)
    if (near !== undefined) worth[n - 1] = Math.max(worth[n - 1]!, (NEAR_QUERY * near) / QUERY)
  }
  return worth
}

/** What a line is worth for what it says, whatever stands around it. */
const ownWorth = (tree: Tree, n: number, odd: number, asked: number): { strong: number; bad: number; warning: number } => {
  const value = tree.parts[n - 1] === PART.comment ? '' : tree.value(n)
  const bad = BROKEN.test(value) ? BAD : value.length > 12 && isFailing(value) ? FAILED : 0
  return { strong: Math.max(odd, bad, asked), bad, warning: warns(tree, n) ? WARNS : 0 }
}

/** So much worth for a line's width, that long lines stand a chance. */
const widen = (width: number): number => Math.sqrt(Math.max(12, Math.min(1000, width)) / WIDTH)

export const valuesOf = (tree: Tree, ask: Ask): Values => {
  const { source, parts, depth, path, parent, record } = tree
  const { lines } = source
  const gain = new Float64Array(lines)
  const strong = new Float64Array(lines)
  const group = new Int32Array(lines).fill(-1)
  const fade = new Float32Array(lines)
  const odd = oddValues(tree)
  const asked = ask.query === undefined ? undefined : relevanceOf(tree, ask.query)
  const named = identities(tree)
  const seen = new Int32Array(tree.names.length)
  const others = tree.names.length
  const siblings = new Int32Array(lines + 1)
  /** Plain lines of each sort so far. */
  const before = new Int32Array(others + 16)
  let hasNames = false
  /** The comment above warns of what this line says. */
  let isWarned = false
  for (let n = 1; n <= lines; n++) {
    const i = n - 1
    const part = parts[i]!
    if (part === PART.blank) continue
    const sort = path[i]!
    const isName = named.get(record[i]!) === n
    hasNames ||= part === PART.key || part === PART.section || part === PART.item
    const isPreamble = part === PART.comment && !hasNames && !LICENCE.test(source.line(n))
    const base =
      ((isPreamble ? PREAMBLE : baseOf(part)) * DEEPER ** Math.min(8, depth[i]!)) /
      (1 + LATER * Math.min(LATEST, siblings[parent[i]!]!++))
    const own = ownWorth(tree, n, odd.worth[i]!, asked?.[i] ?? 0)
    const isPlain = own.strong < base
    strong[i] = own.strong
    const isSubject = isWarned && part !== PART.comment
    isWarned = part === PART.comment && (isWarned || own.warning > 0)
    if (isPlain && own.warning === 0 && !isSubject && !isName && sort >= 0 && record[i]! > 0 && ++seen[sort]! > ENOUGH) continue
    const why = odd.reason[i]!
    const isRepeated = sort >= 0 && record[i]! > 0
    const place = isRepeated ? sort : others + part
    const fading = isName ? FADE.named : isRepeated ? FADE.path : sort >= 0 ? FADE.flat : FADE.text
    /* By its place in the source, and not by what is shown: one sort may have most lines of a large file. */
    const plain = base / (1 + fading * before[place]!)
    if (isPlain) before[place]!++
    gain[i] = plain + own.strong + 0.2 * Math.min(own.bad, odd.worth[i]!) + Math.max(own.warning, isSubject ? SUBJECT : 0)
    if (isPlain) continue
    group[i] = others + 16 + (why < 0 ? Math.max(0, sort) : others + why)
    fade[i] = why < 0 ? FADE.asked : FADE.odd
  }
  nameRecords(tree, named, gain, strong)
  for (let n = 1; n <= lines; n++) gain[n - 1] = gain[n - 1]! * widen(source.end(n) - source.starts[n - 1]!)
  return { gain, group, fade, twin: new Int32Array(lines).fill(-1), needs: parent }
}
