/** Profiles of the tools that printed a source, applied to it. */

import type { Ask, Failure } from '../../../ladder/candidate.ts'
import { type FindLines, resolveFilters } from '../../../ladder/filters.ts'
import { joinRules, type LineRules } from '../../../ladder/rules.ts'
import type { LineRange } from '../../../receipt/types.ts'
import type { Analysis } from '../../../signals/analysis.ts'
import { ROLE } from '../../../signals/line.ts'
import { FLAG } from '../../../signals/scan.ts'
import type { Source } from '../../../source/source.ts'
import type { Blocks } from '../blocks.ts'
import { findClusters } from '../clusters.ts'
import { countedBy, disputeWith } from '../tally.ts'
import { createMerger, mergeFailures } from './merge.ts'
import { compileFilter, type Profile, shownTo, testOf } from './profile.ts'
import { type Recognised, recognise } from './recognise.ts'
import { type Refined, refine } from './refine.ts'

export interface Profiled extends Refined {
  readonly recognised: readonly Recognised[]
}

export const applyProfiles = (source: Source, generic: Analysis, ask: Ask, profiles: readonly Profile[]): Profiled => {
  const recognised = recognise(source, generic, ask, profiles)
  return {
    recognised,
    ...refine(
      source,
      generic,
      recognised.map(({ profile }) => profile),
    ),
  }
}

/** The failures of both: no line that the generic roles tell as a failure is lost when profiles have changed others. */
export const joinFailures = (blocks: Blocks, generic: Blocks): Blocks => {
  if (generic.guessed && !blocks.guessed && blocks.failures.length > 0) return blocks
  const home = new Map<number, number>()
  blocks.failures.forEach(({ title, also }, k) => {
    for (const n of [title, ...also]) home.set(n, k)
  })
  const more = new Map<number, number[]>()
  const lost: Failure[] = []
  for (const failure of generic.failures) {
    const lines = [failure.title, ...failure.also]
    const missing = lines.filter((n) => !home.has(n) && !blocks.parents.has(n))
    if (missing.length === 0) continue
    const known = lines.map((n) => home.get(n)).find((k) => k !== undefined)
    if (known === undefined) lost.push(failure)
    else more.set(known, [...(more.get(known) ?? []), ...missing])
  }
  if (lost.length + more.size === 0) return blocks
  const told = blocks.failures.map((failure, k) => {
    const lines = more.get(k)
    return lines === undefined ? failure : { ...failure, also: [...failure.also, ...lines].sort((a, b) => a - b) }
  })
  const failures = [...told, ...lost].sort((a, b) => a.title - b.title)
  return { ...blocks, failures, titles: new Set(failures.map(({ title }) => title)) }
}

/** Finds lines by trying a test once per shape. */
const finderOf =
  (source: Source, { shape, scan }: Analysis): FindLines =>
  (test) => {
    const accepted = Uint8Array.from(scan.firsts, (first) => (test(source.body(first + 1)) ? 1 : 0))
    const lines: number[] = []
    if (accepted.includes(1)) for (let i = 0; i < shape.length; i++) if (accepted[shape[i]!] === 1) lines.push(i + 1)
    return lines
  }

const linesOf = (find: FindLines, patterns: readonly RegExp[]): number[] =>
  [...new Set(patterns.flatMap((pattern) => find(testOf(pattern))))].sort((a, b) => a - b)

/** Lines of a failure that stands alone: to the next blank line. */
const ALONE_LINES = 12

/** Failures that profiles name line by line, and the one that stands where nothing else is found. */
const addNamed = (
  source: Source,
  { analysis: { roles, scan }, recognised }: Profiled,
  { failures, of }: Blocks,
  ask: Ask,
  find: FindLines,
): readonly Failure[] => {
  const each = recognised.flatMap(({ profile }) => profile.each ?? [])
  if (each.length > 0) {
    const told = new Set(failures.flatMap(({ title, also }) => [title, ...also]))
    const missing = linesOf(find, each).filter((n) => !told.has(n) && FAILING.has(roles[n - 1]!))
    if (missing.length > 0)
      return [...failures, ...missing.map((n): Failure => ({ title: n, also: [], blocks: [spanAt(of, n)] }))].sort(
        (a, b) => a.title - b.title,
      )
  }
  if (failures.length > 0 || ask.exitCode === 0) return failures
  const [first] = linesOf(
    find,
    recognised.flatMap(({ profile }) => profile.alone ?? []),
  )
  if (first === undefined) return failures
  let last = first
  while (last < source.lines && last - first < ALONE_LINES && (scan.flags[last]! & FLAG.blank) === 0) last++
  return [{ title: first, also: [], blocks: [[first, last]] }]
}

const FAILING = new Set<number>([ROLE.mark, ROLE.failure, ROLE.thrown])

/** The lines around line n that belong to the same block. */
const spanAt = (of: Int32Array, n: number): LineRange => {
  const block = of[n - 1]!
  if (block === 0) return [n, n]
  let to = n
  while (of[to] === block) to++
  return [n, to]
}

/** The blocks with those failures as one that a profile knows to be one. */
export const mergeBlocks = (source: Source, profiled: Profiled, blocks: Blocks, ask: Ask): Blocks => {
  const { analysis, recognised } = profiled
  const find = finderOf(source, analysis)
  const failures = mergeFailures(
    source,
    addNamed(source, profiled, blocks, ask, find),
    recognised.map(({ profile }) => profile),
    find,
  )
  if (failures === blocks.failures) return blocks
  const own = new Set(failures.map(({ title }) => title))
  const { wholeOf } = createMerger(recognised.map(({ profile }) => profile))
  const news = [...blocks.titles].filter((n) => !own.has(n) && wholeOf(shownTo(source.body(n))) === 'run')
  const echoes = new Set([...blocks.echoes, ...news])
  const titles = new Set([...blocks.titles, ...own].filter((n) => !echoes.has(n)))
  return {
    ...blocks,
    failures,
    titles,
    echoes,
    disputed: disputeWith(countedBy(source, analysis), failures.length, blocks.tolerated.size),
    clusters: findClusters(source, analysis, failures),
  }
}

/** Lines from the end in which a tool's word of success is the last word of the run. */
const LAST = 40

/** What lines say of the run that only a profile can read: that it failed, or, near the end, that it went well. */
export const reportedIn = (source: Source, { analysis, recognised, success }: Profiled): 'passed' | 'failed' | null => {
  const { roles, shape } = analysis
  const runs = recognised.flatMap(({ profile: { parts = [], fails = [] } }) => [
    ...parts.filter(([of]) => of === 'run').map(([, line]) => line),
    ...fails,
  ])
  const find = finderOf(source, analysis)
  if (runs.some((pattern) => find(testOf(pattern)).some((n) => FAILING.has(roles[n - 1]!)))) return 'failed'
  for (let i = roles.length - 1; i >= Math.max(0, roles.length - LAST); i--)
    if (roles[i] === ROLE.summary && success[shape[i]!] === 1) return 'passed'
  return null
}

/** Failures, and lines of each, that are looked at for the tool that printed them. */
const FAILURES = 300
const LINES = 8

/** The tool that owns most failures; without failures the one that said how the run went, or that the command names. */
export const nameProfile = (
  { recognised, owner, analysis: { shape, roles } }: Profiled,
  failures: readonly Failure[],
): string | null => {
  if (recognised.length < 2) return recognised[0]?.profile.name ?? null
  const signs = new Map<number, number>()
  recognised.forEach(({ lines }, index) => {
    for (const n of lines) if (!signs.has(shape[n - 1]!)) signs.set(shape[n - 1]!, index + 1)
  })
  const ownerOf = (n: number): number => owner[shape[n - 1]!]! || (signs.get(shape[n - 1]!) ?? 0)
  const counts = recognised.map(() => 0)
  const count = (index: number): void => {
    if (index > 0) counts[index - 1]!++
  }
  for (const { title, also, blocks } of failures.slice(0, FAILURES)) {
    const [from, to] = blocks[0]!
    const body = Array.from({ length: Math.min(LINES, to - from + 1) }, (_, k) => from + k)
    count([title, ...also, ...body].map(ownerOf).find((index) => index > 0) ?? 0)
  }
  if (counts.every((n) => n === 0))
    for (let n = roles.length; n > 0 && counts.every((k) => k === 0); n--)
      if (roles[n - 1] === ROLE.verdict || roles[n - 1] === ROLE.summary) count(ownerOf(n))
  const most = Math.max(...counts)
  return recognised[most === 0 ? 0 : counts.indexOf(most)]!.profile.name
}

/** What the profiles' filters say, below what a project's own say. Patterns are tried once per shape. */
export const withProfileRules = (
  source: Source,
  { analysis, recognised }: Profiled,
  rules: LineRules | undefined,
): LineRules | undefined => {
  const filters = recognised.flatMap(({ profile: { name, filter } }) =>
    filter === undefined ? [] : [compileFilter(name, filter)],
  )
  if (filters.length === 0) return rules
  const own = resolveFilters(source, filters, undefined, finderOf(source, analysis))
  if (own === undefined) return rules
  const wanted = new Set([...(rules?.keep ?? []), ...(rules?.protect ?? [])])
  return joinRules({ ...own, drop: own.drop.filter((n) => !wanted.has(n)) }, rules)
}

export const explainProfiles = ({ recognised }: Profiled): string[] =>
  recognised.map(({ profile: { name }, why }) => `profile ${name}: ${why}`)
