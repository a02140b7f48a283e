/**
 * A profile: what is known of one tool's output, as data. It adds to what the generic engine finds and takes nothing away: its roles
 * pass through `refine`, and its filter can do what a project's filter can.
 */
import type { BlockFilter, Filter, LineTest } from '../../../ladder/filters.ts'
import type { ROLE } from '../../../signals/line.ts'
import { READ } from '../../../signals/line.ts'

export type RoleName = keyof typeof ROLE

/**
 * Patterns see a line without colours, shared prefix and white space around it, and its first 600 chars. Digits of a line must not
 * decide, but for a lone `0`: lines that differ only in numbers are judged once. None may have two unbounded quantifiers that can
 * match the same text; `profiles.test.ts` holds that.
 */
export interface Profile {
  readonly name: string
  /** How a command line names the tool: `pytest`, `go test`. */
  readonly commands: readonly string[]
  /** Lines that this tool prints and no other: one is enough to recognise it. */
  readonly signs: readonly RegExp[]
  /** Lines that others print as well: two different ones are enough. */
  readonly hints?: readonly RegExp[]
  /** The first that matches decides, as far as `refine` allows it. `summary` is for lines that report success. */
  readonly roles?: readonly (readonly [role: RoleName, line: RegExp])[]
  /**
   * Of lines that read as failures, those that are part of another one: of the failure above or below, or only the news that the run
   * failed, which is part of whatever made it fail. Alone they stay the failures that they are.
   */
  readonly parts?: readonly (readonly [of: Whole, line: RegExp])[]
  /** Failures of their own that say that the run failed. */
  readonly fails?: readonly RegExp[]
  /** Failures inside of such a stretch are part of the one above or below it. */
  readonly inside?: readonly { readonly of: Exclude<Whole, 'run'>; readonly start: RegExp; readonly end: RegExp }[]
  /** What identifies a failure, in group 1 of its title: those that share it are one. */
  readonly same?: readonly RegExp[]
  /** Each line that reads as a failure and matches is one, whatever the counts of another tool say. */
  readonly each?: readonly RegExp[]
  /** The first such line is the failure where nothing else is found to be one and the command did not succeed. */
  readonly alone?: readonly RegExp[]
  /** Lines to keep, drop, protect or fold, as in `context-diet.json`. */
  readonly filter?: ProfileFilter
}

export type Whole = 'above' | 'below' | 'run'

export interface ProfileFilter {
  readonly keep?: readonly RegExp[]
  readonly drop?: readonly RegExp[]
  readonly protect?: readonly RegExp[]
  readonly fold?: readonly RegExp[]
  readonly blocks?: readonly { readonly start: RegExp; readonly end?: RegExp; readonly do: BlockFilter['action'] }[]
}

/** What sanitizers, valgrind and Terraform put before each line. */
const MARGIN = /^(?:[│┃║](?:\s+|$)|==\d+==\s*)/
/** The line as patterns of profiles see it. */
export const shownTo = (body: string): string => {
  const text = body.slice(0, READ).trim()
  const first = text.charCodeAt(0)
  return first === 61 || first > 127 ? text.replace(MARGIN, '') : text
}

export const testOf =
  (pattern: RegExp): LineTest =>
  (line) =>
    pattern.test(shownTo(line))

/** The filter in the form that a project's filters take. */
export const compileFilter = (name: string, { blocks = [], ...lines }: ProfileFilter): Filter => ({
  name,
  lines: (['keep', 'drop', 'protect', 'fold'] as const).flatMap((action) =>
    (lines[action] ?? []).map((pattern) => ({ test: testOf(pattern), action })),
  ),
  blocks: blocks.map(({ start, end, do: action }) => ({
    start: testOf(start),
    end: end === undefined ? undefined : testOf(end),
    action,
  })),
})
