/** What a line can be to a reader of a log. */

export const ROLE = {
  none: 0,
  /** A test or step that went well. */
  pass: 1,
  /** Progress, banners, rules: says nothing by itself. */
  noise: 2,
  warning: 3,
  /** Counts at the end of a run that report success, or no verdict. */
  summary: 4,
  /** Counts or a verdict that report failure. */
  verdict: 5,
  /** Says by its structure that something failed. */
  failure: 6,
  /** Holds a word of failure, without structure. */
  weak: 7,
  /** Names a problem (`cannot`, `missing`). */
  problem: 8,
  /** Expected and actual values. */
  compare: 9,
  /** A place in a file. */
  location: 10,
  /** A stack frame in a library or the runtime. */
  library: 11,
  /** Says why: message lines inside a failure (`E   assert 1 == 2`, `Caused by: …`). */
  reason: 12,
  /** Names what follows: text between rules, a numbered title, a CI group. */
  header: 13,
  /** An exception, a traceback, a panic: a failure by itself, or the cause under a failure's title. */
  thrown: 14,
  /** Names a failed thing by a mark: `✗ adds tax`, `FAIL src/a.test.ts`, `not ok 3 - rounds`. */
  mark: 15,
} as const
export type Role = (typeof ROLE)[keyof typeof ROLE]

export type Signal = 'failure' | 'warning' | 'pass' | 'summary' | 'location' | 'noise' | 'none'
const SIGNAL: Readonly<Record<Role, Signal>> = {
  [ROLE.none]: 'none',
  [ROLE.pass]: 'pass',
  [ROLE.noise]: 'noise',
  [ROLE.warning]: 'warning',
  [ROLE.summary]: 'summary',
  [ROLE.verdict]: 'summary',
  [ROLE.failure]: 'failure',
  [ROLE.weak]: 'none',
  [ROLE.problem]: 'none',
  [ROLE.compare]: 'none',
  [ROLE.location]: 'location',
  [ROLE.library]: 'location',
  [ROLE.reason]: 'failure',
  [ROLE.header]: 'none',
  [ROLE.thrown]: 'failure',
  [ROLE.mark]: 'failure',
}

/** What a role says to those who do not need the finer roles. */
export const signalOf = (role: Role): Signal => SIGNAL[role]
