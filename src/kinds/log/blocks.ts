/**
 * Failures as blocks of lines: a title and what belongs to it. What belongs is decided by structure that tools share:
 * deeper indentation, lines that lack the shared prefix, places, expected and actual values, code frames.
 */
import type { Analysis } from '../../signals/analysis.ts'
import { ROLE } from '../../signals/line.ts'
import { FLAG } from '../../signals/scan.ts'
import type { Source } from '../../source/source.ts'
import type { Ask, Failure } from '../types.ts'

export interface Blocks {
  readonly failures: readonly Failure[]
  /** Per line: number of its block from 1, or 0. Also set for blocks that are no failure (a mere hint of one). */
  readonly of: Int32Array
  /** Per line inside a block: how many lines of the same role stand before it in the block. */
  readonly rank: Uint16Array
}

/** Lines a block may span. */
const REACH = 80
/** Lines after a title in which an exception belongs to it. */
const NEAR = 4
/** Lines above a title that may hold its details. */
const ABOVE = 14

const isTitle = (role: number): boolean => role === ROLE.failure || role === ROLE.thrown
const ends = (role: number): boolean => role === ROLE.pass || role === ROLE.verdict || role === ROLE.summary || role === ROLE.header
const isDetail = (role: number): boolean =>
  role === ROLE.compare || role === ROLE.location || role === ROLE.library || role === ROLE.reason || role === ROLE.thrown

/** The name of what failed, without marks, durations and the tool's wording: two titles with one name are one failure. */
export const nameOf = (title: string): string => {
  let name = title.trim()
  name = name.replace(/^(?:[^\w"'`([{<]+|(?:FAIL(?:ED|URE)?|ERROR|error|not ok|--- FAIL|test)\b:?\s*|\d+\)?\s+)+/, '')
  name = name.replace(/\s*(?:[([]\d[^)\]]*[)\]]|\.\.\. ?(?:FAILED|FAIL|ERROR)|[_=─-]{3,})\s*$/g, '')
  const cut = Math.max(name.lastIndexOf(' › '), name.lastIndexOf(' > '), name.lastIndexOf('::'))
  if (cut >= 0) name = name.slice(cut + 2)
  return name.split(' - ')[0]!.trim().toLowerCase()
}

export const findBlocks = (source: Source, { roles, scan }: Analysis, ask: Ask): Blocks => {
  const { lines } = source
  const of = new Int32Array(lines)
  const rank = new Uint16Array(lines)
  const found: { title: number; from: number; to: number; strong: boolean }[] = []
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
      if (role === ROLE.failure && !(deeper || (header && j - last <= NEAR))) break
      if (role === ROLE.thrown && !deeper && j - last > NEAR) break
      if (role === ROLE.warning && !deeper) break
      if (!deeper && !isDetail(role) && !header && role !== ROLE.noise) {
        /* Same column, nothing that marks it as a detail: only what follows at once belongs. */
        if (gap > 0 || j - title > 3 || role === ROLE.none && (scan.hints[j]! & HINT_LEVEL) !== 0) break
      }
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
      if (role === ROLE.reason || role === ROLE.failure || role === ROLE.thrown || role === ROLE.compare) return true
      if (role === ROLE.pass || role === ROLE.summary) return false
    }
    return false
  }

  let floor = 0
  for (let i = 0; i < lines; ) {
    const role = roles[i]!
    const strong = isTitle(role) || (role === ROLE.header && headsFailure(i))
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
  return { failures: nameFailures(source, strongOnly ? found.filter(({ strong }) => strong) : found), of, rank }
}

const HINT_LEVEL = 256

/** One failure per name; later titles of the same name are further places of it. */
const nameFailures = (source: Source, found: readonly { title: number; from: number; to: number }[]): Failure[] => {
  const byName = new Map<string, { title: number; block: [number, number]; also: number[] }>()
  const failures: { title: number; block: [number, number]; also: number[] }[] = []
  for (const { title, from, to } of found) {
    const name = nameOf(source.body(title + 1))
    const known = name.length < 4 ? undefined : byName.get(name)
    if (known !== undefined) {
      known.also.push(title + 1)
      continue
    }
    const failure = { title: title + 1, block: [from + 1, to + 1] as [number, number], also: [] }
    byName.set(name, failure)
    failures.push(failure)
  }
  return failures
}
