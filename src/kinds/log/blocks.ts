/**
 * Failures as blocks of lines: a title and what belongs to it. What belongs is decided by structure that tools share:
 * deeper indentation, lines that lack the shared prefix, places, expected and actual values, code frames.
 */

import type { Ask, Failure } from '../../ladder/candidate.ts'
import type { LineRange } from '../../receipt/types.ts'
import type { Analysis } from '../../signals/analysis.ts'
import { ROLE } from '../../signals/line.ts'
import { FLAG, type Scan } from '../../signals/scan.ts'
import type { Source } from '../../source/source.ts'

export interface Blocks {
  readonly failures: readonly Failure[]
  /** Per line: number of its block from 1, or 0. Also set for blocks that are no failure (a mere hint of one). */
  readonly of: Int32Array
  /** Per line inside a block: how many lines of the same role stand before it in the block. */
  readonly rank: Uint16Array
  /** Titles that only repeat the name of a failure whose details stand elsewhere. */
  readonly echoes: ReadonlySet<number>
  /** Lines above failures that say where they are: the file over its findings, the head of the paragraph. */
  readonly parents: ReadonlySet<number>
  /** First lines of failures. */
  readonly titles: ReadonlySet<number>
}

/** Indexes of lines. */
interface Span {
  readonly title: number
  readonly from: number
  readonly to: number
  /** A failure by structure, and not only by a word. */
  readonly strong: boolean
}

/** Lines a block may span. */
const REACH = 160
/** Lines after a title in which an exception belongs to it. */
const NEAR = 4
/** Lines above a title that may hold its details. */
const ABOVE = 14

const isTitle = (role: number): boolean => role === ROLE.mark || role === ROLE.failure || role === ROLE.thrown
const ends = (role: number): boolean =>
  role === ROLE.pass || role === ROLE.verdict || role === ROLE.summary || role === ROLE.header
const isDetail = (role: number): boolean =>
  role === ROLE.compare || role === ROLE.location || role === ROLE.library || role === ROLE.reason || role === ROLE.thrown

/** What runners put behind a name: progress, durations, streams, the class it stands in. */
const TAILS: readonly RegExp[] = [
  /\s+(?:FAILED|FAIL|ERROR)(?:\s+\[[ \d%]*\])?\s*$/,
  /\s+\((?:FAILED|ERROR)[^)]{0,12}\)\s*$/,
  /\s+\d[\d.]*\s?m?s\s*$/,
  /\s+std(?:out|err)\b[ -]*$/,
  /\s+\([\w.]+\.[\w.]+\)\s*$/,
]

/** The name of what failed, without marks, durations and the tool's wording: two titles with one name are one failure. */
export const nameOf = (title: string): string => {
  let name = title.trim()
  name = name.replace(/^[_=─━*#~-]{3,} */, '')
  name = name.replace(/^(?:[^\w"'`([{<]+|(?:FAIL(?:ED|URE)?|ERROR|error|not ok|--- FAIL|test)\b:?\s*|\d+\)?\s+)+/, '')
  for (const tail of TAILS) name = name.replace(tail, '')
  name = name.replace(/\s*(?:[([]\d[^)\]]*[)\]]|\.\.\. ?(?:FAILED|FAIL|ERROR)|[_=─-]{3,})\s*$/g, '')
  const cut = Math.max(name.lastIndexOf(' › '), name.lastIndexOf(' > '), name.lastIndexOf('::'))
  if (cut >= 0) name = name.slice(cut + 2)
  return name.split(' - ')[0]!.trim().toLowerCase()
}

export const findBlocks = (source: Source, { roles, scan }: Analysis, ask: Ask): Blocks => {
  const { lines } = source
  const of = new Int32Array(lines)
  const rank = new Uint16Array(lines)
  const found: Span[] = []
  const blank = (i: number): boolean => (scan.flags[i]! & FLAG.blank) !== 0
  const bare = (i: number): boolean => (scan.flags[i]! & FLAG.bare) !== 0

  /** Last line (index) of the block that starts at `title`. */
  const reachDown = (title: number): number => {
    const indent = scan.indent[title]!
    const header = roles[title] === ROLE.header
    let last = title
    let gap = 0
    for (let j = title + 1; j < lines && j - title < REACH; j++) {
      if (blank(j)) {
        if (++gap > 2) break
        continue
      }
      const role = roles[j]!
      const deeper = scan.indent[j]! > indent || bare(j)
      if (ends(role) && !(deeper && role !== ROLE.pass && role !== ROLE.header)) break
      if (role === ROLE.mark) break
      if (role === ROLE.failure && !(deeper || (header && j - last <= NEAR))) break
      if (role === ROLE.thrown && !deeper && j - last > NEAR) break
      if (role === ROLE.warning && !deeper) break
      if (!deeper && !isDetail(role) && !header && role !== ROLE.noise) {
        /* Same column, nothing that marks it as a detail: only what follows at once belongs. */
        if (gap > 0 || j - title > 3 || (role === ROLE.none && (scan.hints[scan.shape[j]!]! & HINT_LEVEL) !== 0)) break
      }
      /* A rule or a banner in the title's column neither belongs nor ends the block. */
      if (role === ROLE.noise && !deeper && !header) continue
      last = j
      gap = 0
    }
    return last
  }

  /** First line (index) of the details that stand above a title which has none below. */
  const reachUp = (title: number, floor: number): number => {
    let first = title
    for (let j = title - 1; j >= floor && title - j <= ABOVE && !blank(j); j--) {
      const role = roles[j]!
      if (ends(role) || role === ROLE.warning || of[j] !== 0) break
      if (scan.indent[j]! <= scan.indent[title]! && !isDetail(role)) break
      first = j
    }
    return first
  }

  /** Does a failure stand in the lines that a header names? */
  const headsFailure = (at: number): boolean => {
    for (let j = at + 1; j < lines && j - at < REACH; j++) {
      const role = roles[j]!
      if (role === ROLE.header) return false
      if (role === ROLE.mark) return false
      if (role === ROLE.reason || role === ROLE.failure || role === ROLE.thrown || role === ROLE.compare || role === ROLE.weak)
        return true
      if (role === ROLE.pass || role === ROLE.summary) return false
    }
    return false
  }

  let floor = 0
  /** Lines that head a section of failures, such as `==== FAILURES ====` over the titles of failed tests. */
  const sections: number[] = []
  let section = -1
  for (let i = 0; i < lines; ) {
    const role = roles[i]!
    const strong = isTitle(role) || (role === ROLE.header && headsFailure(i))
    if (role === ROLE.header && !strong) section = i
    else if (role === ROLE.header && section >= 0) {
      sections.push(section + 1)
      section = -1
    }
    if (!strong && role !== ROLE.weak && role !== ROLE.reason) {
      i++
      continue
    }
    const to = reachDown(i)
    const from = to === i && strong ? reachUp(i, floor) : i
    found.push({ title: i, from, to, strong })
    const seen = new Uint16Array(16)
    for (let k = from; k <= to; k++) {
      of[k] = found.length
      const r = roles[k]!
      if (k !== i) rank[k] = seen[r]!++
    }
    floor = to + 1
    i = to + 1
  }
  const strongOnly = found.some(({ strong }) => strong) || ask.exitCode === undefined || ask.exitCode === 0
  const counted = strongOnly ? found.filter(({ strong }) => strong) : found
  const { leaves, containers } = splitContainers(counted, roles, scan)
  const parents = findParents(source, scan, leaves)
  for (const line of [...containers, ...sections]) parents.add(line)
  const named = nameFailures(source, leaves)
  return { ...named, of, rank, parents, titles: new Set(named.failures.map(({ title }) => title)) }
}

const HINT_LEVEL = 256

/** A mark over deeper marks (a failed file over its failed tests) holds failures and is none itself. */
const splitContainers = (found: readonly Span[], roles: Uint8Array, scan: Scan): { leaves: Span[]; containers: number[] } => {
  const leaves: Span[] = []
  const containers: number[] = []
  found.forEach((span, k) => {
    const next = found[k + 1]
    const holds =
      next !== undefined &&
      roles[span.title] === ROLE.mark &&
      roles[next.title] === ROLE.mark &&
      scan.indent[next.title]! > scan.indent[span.title]! &&
      next.title - span.to <= NEAR
    if (holds) containers.push(span.title + 1)
    else leaves.push(span)
  })
  return { leaves, containers }
}

interface Named {
  title: number
  also: number[]
  blocks: LineRange[]
}

/** One failure per name; the title with most lines below it leads, the others echo it. */
const nameFailures = (source: Source, found: readonly Span[]): Pick<Blocks, 'failures' | 'echoes'> => {
  const byName = new Map<string, Named>()
  const failures: Named[] = []
  const echoes = new Set<number>()
  const sizeOf = ([from, to]: LineRange): number => to - from
  for (const { title, from, to } of found) {
    const name = nameOf(source.body(title + 1))
    const block: LineRange = [from + 1, to + 1]
    const known = name.length < 4 ? undefined : byName.get(name)
    if (known === undefined) {
      const failure: Named = { title: title + 1, also: [], blocks: [block] }
      byName.set(name, failure)
      failures.push(failure)
    } else if (sizeOf(block) > sizeOf(known.blocks[0]!)) {
      echoes.add(known.title)
      known.also.push(known.title)
      known.title = title + 1
      known.blocks.unshift(block)
    } else {
      echoes.add(title + 1)
      known.also.push(title + 1)
      known.blocks.push(block)
    }
  }
  return { failures, echoes }
}

const PARENT_REACH = 120
const FILE_LIKE = /[\w-]\.[A-Za-z]\w{0,9}\b|[\w.-]\/[\w.-]|:$/

/** The nearest line with less indentation, if it names a file or opens a list; and the head of an indented paragraph. */
const findParents = (source: Source, scan: Scan, found: readonly Span[]): Set<number> => {
  const parents = new Set<number>()
  let last = -1
  for (const { title } of found) {
    const indent = scan.indent[title]!
    if (indent === 0) continue
    let i = title - 1
    const stop = Math.max(0, title - PARENT_REACH)
    while (i >= stop && ((scan.flags[i]! & FLAG.blank) !== 0 || scan.indent[i]! >= indent)) i--
    if (i < stop || i === last) continue
    last = i
    const body = source.body(i + 1)
    if (body.length < 200 && FILE_LIKE.test(body)) parents.add(i + 1)
  }
  return parents
}
