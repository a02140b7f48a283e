/**
 * What profiles say of lines, applied to what the generic engine said: a role may be raised and never lowered, so that no profile
 * hides a failure. Judged once per shape.
 */
import type { Analysis } from '../../../signals/analysis.ts'
import { ROLE, type Role } from '../../../signals/line.ts'
import { quietScripts } from '../../../signals/steps.ts'
import type { Source } from '../../../source/source.ts'
import { type Profile, type RoleName, shownTo } from './profile.ts'
import { createTable } from './table.ts'

const ANY: readonly RoleName[] = Object.keys(ROLE) as RoleName[]
const FAILING: readonly RoleName[] = ['verdict', 'mark', 'failure', 'thrown']
const TELLING: readonly RoleName[] = [...FAILING, 'reason', 'compare', 'weak', 'warning']

/** What each role may become. What tells of a failure stays what it is. */
const RAISES: Readonly<Record<RoleName, readonly RoleName[]>> = {
  none: ANY,
  noise: ANY,
  pass: [...TELLING, 'summary', 'header'],
  location: [...TELLING, 'library', 'summary', 'header'],
  library: [...TELLING, 'location', 'summary', 'header'],
  header: [...FAILING, 'summary'],
  summary: ['verdict', 'failure', 'mark'],
  problem: [...TELLING, 'location', 'summary'],
  warning: FAILING,
  weak: [...FAILING, 'reason', 'compare'],
  compare: FAILING,
  reason: FAILING,
  verdict: ['mark', 'failure', 'thrown'],
  failure: [],
  thrown: [],
  mark: [],
}
const NAMES: readonly RoleName[] = [...ANY].sort((a, b) => ROLE[a] - ROLE[b])
const MAY: readonly (readonly boolean[])[] = NAMES.map((from) => NAMES.map((to) => from !== to && RAISES[from].includes(to)))

/** The role that a line of role `from` gets when a profile says `to`. */
export const raise = (from: Role, to: Role): Role => (MAY[from]![to]! ? to : from)

export interface Refined {
  readonly analysis: Analysis
  /** Do the changes leave failures as they are? */
  readonly isQuiet: boolean
  /** Per shape: 1 + the index of the profile that speaks of it, or 0. */
  readonly owner: Uint8Array
  /** Per shape: 1 when a profile says that it reports success. */
  readonly success: Uint8Array
}

/** `profiles` in the order in which they are asked. The same analysis when they change nothing. */
export const refine = (source: Source, analysis: Analysis, profiles: readonly Profile[]): Refined => {
  const { firsts } = analysis.scan
  const owner = new Uint8Array(firsts.length)
  const entries = profiles.flatMap(({ roles = [] }, index) =>
    roles.map(([role, pattern]) => ({ pattern, value: { index, role: ROLE[role] } })),
  )
  const success = new Uint8Array(firsts.length)
  if (entries.length === 0) return { analysis, owner, success, isQuiet: true }
  const table = createTable(entries)
  /** Per shape: 1 + the role that a profile wants, or 0. */
  const wanted = new Uint8Array(firsts.length)
  firsts.forEach((first, id) => {
    table(shownTo(source.body(first + 1)), ({ value: { index, role } }) => {
      owner[id] = index + 1
      wanted[id] = role + 1
      if (role === ROLE.summary) success[id] = 1
      return false
    })
  })
  const roles = analysis.roles.slice()
  let changed = false
  let isQuiet = true
  for (let i = 0; i < roles.length; i++) {
    const want = wanted[analysis.shape[i]!]!
    if (want === 0) continue
    const to = raise(roles[i] as Role, (want - 1) as Role)
    if (to === roles[i]) continue
    changed = true
    /* Frames are frames wherever they are. */
    if (to !== ROLE.library || roles[i] !== ROLE.location) isQuiet = false
    roles[i] = to
  }
  if (!changed) return { analysis, owner, success, isQuiet: true }
  quietScripts(source, roles)
  return { analysis: { ...analysis, roles }, owner, success, isQuiet }
}
