/** Which tools printed a source: by its command, and by lines that only they print. */
import type { Ask } from '../../../ladder/candidate.ts'
import type { Analysis } from '../../../signals/analysis.ts'
import { ROLE } from '../../../signals/line.ts'
import type { Source } from '../../../source/source.ts'
import { createCommandTest } from './commands.ts'
import { type Profile, shownTo } from './profile.ts'
import { createTable, type Table } from './table.ts'

export interface Recognised {
  readonly profile: Profile
  /** For `--explain`: what tells the tool. */
  readonly why: string
  /** Lines (from 1) of the sample that tell it. */
  readonly lines: readonly number[]
}

/** Lines of the sample at each end, and lines elsewhere that tell how a run went. */
const EDGE = 160
const TELLING = 200
/** Lines of one sort that are looked at. */
const OF_SORT = 8
const TELLS = new Set<number>([
  ROLE.verdict,
  ROLE.summary,
  ROLE.mark,
  ROLE.failure,
  ROLE.thrown,
  ROLE.header,
  ROLE.reason,
  ROLE.weak,
])

/** Line numbers, ascending: one of each shape. */
const sampleOf = ({ roles, shape, shapeCount, coarse, coarseCount }: Analysis): number[] => {
  const seen = new Uint8Array(shapeCount.length)
  const sorts = new Uint8Array(coarseCount.length)
  const sample: number[] = []
  const add = (i: number): boolean => {
    if (seen[shape[i]!] === 1 || sorts[coarse[i]!] === OF_SORT) return false
    seen[shape[i]!] = 1
    sorts[coarse[i]!]!++
    sample.push(i + 1)
    return true
  }
  const last = Math.max(EDGE, roles.length - EDGE)
  for (let i = 0; i < Math.min(EDGE, roles.length); i++) add(i)
  for (let i = EDGE, left = TELLING; i < last && left > 0; i++) if (TELLS.has(roles[i]!) && add(i)) left--
  for (let i = last; i < roles.length; i++) add(i)
  return sample
}

interface Sign {
  readonly index: number
  readonly sure: boolean
}

const tables = new WeakMap<readonly Profile[], Table<Sign>>()
const tableOf = (profiles: readonly Profile[]): Table<Sign> => {
  const known = tables.get(profiles)
  if (known !== undefined) return known
  const entries = profiles.flatMap(({ signs, hints = [] }, index) => [
    ...signs.map((pattern) => ({ pattern, value: { index, sure: true } })),
    ...hints.map((pattern) => ({ pattern, value: { index, sure: false } })),
  ])
  const made = createTable(entries)
  tables.set(profiles, made)
  return made
}

interface Evidence {
  sure: number
  readonly hints: Set<RegExp>
  readonly lines: number[]
}

const HINTS_LEAST = 2
const NAMED_LINES = 3

/** In the order of the registry. */
export const recognise = (
  source: Source,
  analysis: Analysis,
  { command, tool }: Pick<Ask, 'command' | 'tool'>,
  profiles: readonly Profile[],
): readonly Recognised[] => {
  const found = profiles.map((): Evidence => ({ sure: 0, hints: new Set(), lines: [] }))
  const table = tableOf(profiles)
  for (const n of sampleOf(analysis)) {
    table(shownTo(source.body(n)), ({ pattern, value: { index, sure } }) => {
      const evidence = found[index]!
      if (sure) evidence.sure++
      else evidence.hints.add(pattern)
      evidence.lines.push(n)
      return true
    })
  }
  const isNamed = createCommandTest(command ?? tool)
  return profiles.flatMap((profile, index) => {
    const { sure, hints, lines } = found[index]!
    const named = profile.commands.find(isNamed)
    if (named === undefined && sure === 0 && hints.size < HINTS_LEAST) return []
    const told = [...new Set(lines)].slice(0, NAMED_LINES).map((n) => `L${n}`)
    const reasons = [
      ...(named === undefined ? [] : [`the command names ${named}`]),
      ...(told.length === 0 ? [] : [told.join(', ')]),
    ]
    return [{ profile, why: reasons.join('; '), lines: [...new Set(lines)] }]
  })
}

/** Lines at each end that tell whether a text is a tool's output, and the share of them that a tool's own lines must have. */
const FIRST = 40
const LAST = 20
const LEAST_SHARE = 0.1
const LEAST_LINES = 2

/** Why a text is the output of a known tool, though it may read like another kind; undefined when it is not. */
export const isToolOutput = (
  source: Source,
  { command, tool }: Pick<Ask, 'command' | 'tool'>,
  profiles: readonly Profile[],
): string | undefined => {
  const isNamed = createCommandTest(command ?? tool)
  const named = profiles.map(({ commands }) => commands.some(isNamed))
  const table = tableOf(profiles)
  const counts = new Int32Array(profiles.length)
  let lines = 0
  for (let n = 1; n <= source.lines; n = n === FIRST ? Math.max(n, source.lines - LAST) + 1 : n + 1) {
    const text = shownTo(source.body(n))
    if (text === '') continue
    lines++
    const told = new Set<number>()
    table(text, ({ value: { index, sure } }) => {
      if (sure || named[index] === true) told.add(index)
      return true
    })
    for (const index of told) counts[index]!++
  }
  const index = counts.findIndex((count, i) =>
    named[i] === true ? count > 0 : count >= LEAST_LINES && count >= LEAST_SHARE * lines,
  )
  return index < 0 ? undefined : `prints lines of ${profiles[index]!.name}`
}
