/**
 * What a project's filters say of the lines of a source, and how that changes what lines are worth. Rules move lines up or down; they
 * never write text, and never take away what tells of a failure.
 */
import type { Findings } from './candidate.ts'
import { indexIn, type Values } from './select.ts'

/** Line numbers, ascending; a line may be in several lists. */
export interface LineRules {
  /** Comes right behind failures. */
  readonly keep: readonly number[]
  /** Is not shown, unless it tells of a failure. */
  readonly drop: readonly number[]
  /** Comes first of all. */
  readonly protect: readonly number[]
  /** Of each list, the lines say the same: one is worth showing. */
  readonly fold: readonly (readonly number[])[]
  /** A sentence for the head, without a full stop. */
  readonly remark?: string
}

/** Both rules; the remark is the second one's. */
export const joinRules = (first: LineRules | undefined, second: LineRules | undefined): LineRules | undefined => {
  if (first === undefined || second === undefined) return second ?? first
  const both = (name: 'keep' | 'drop' | 'protect'): number[] =>
    [...new Set([...first[name], ...second[name]])].sort((a, b) => a - b)
  return { ...second, keep: both('keep'), drop: both('drop'), protect: both('protect'), fold: [...first.fold, ...second.fold] }
}

/** Below the title of a failure, which is worth 100, and above all that is no part of one. */
const KEEP = 60
/** A further kept line of the same sort is worth a little less, so that all sorts are seen. */
const KEEP_FADE = 0.05
/** How much less the second line of a fold is worth, and so on. */
const FOLD_FADE = 20

/** Lines that tell of failures, which no rule may hide. */
export const tellingLines = ({ failures, loose = [] }: Findings): ReadonlySet<number> =>
  new Set([...failures.flatMap(({ title, also }) => [title, ...also]), ...loose.map(([first]) => first)])

/** Values with room for lines that they did not tell of. */
const withLines = (values: Values, wanted: readonly number[]): Values => {
  const { lines } = values
  if (lines === undefined) return values
  const missing = wanted.filter((n) => indexIn(values, n) < 0)
  if (missing.length === 0) return values
  const all = Int32Array.from(new Set([...lines, ...missing])).sort()
  const from = Array.from(all, (n) => indexIn(values, n))
  return {
    ...values,
    lines: all,
    gain: Float64Array.from(from, (i) => (i < 0 ? 0 : values.gain[i]!)),
    group: Int32Array.from(from, (i) => (i < 0 ? -1 : values.group[i]!)),
    fade: Float32Array.from(from, (i) => (i < 0 ? 0 : values.fade[i]!)),
    twin: Int32Array.from(from, (i) => (i < 0 ? -1 : values.twin[i]!)),
  }
}

/** The values as the rules want them; `must` lines and the titles of failures stay what they are. */
export const applyRules = (values: Values, rules: LineRules, fixed: ReadonlySet<number>): Values => {
  const wide = withLines(values, rules.keep)
  const changed: Values = {
    ...wide,
    gain: wide.gain.slice(),
    group: wide.group.slice(),
    fade: wide.fade.slice(),
  }
  const { gain, group, fade } = changed
  const each = (lines: readonly number[], change: (index: number) => void): void => {
    for (const n of lines) {
      const index = fixed.has(n) ? -1 : indexIn(changed, n)
      if (index >= 0) change(index)
    }
  }
  let free = group.reduce((most, number) => Math.max(most, number), -1) + 1
  for (const lines of rules.fold) {
    const own = free++
    each(lines, (i) => {
      group[i] = own
      fade[i] = FOLD_FADE
    })
  }
  each(rules.keep, (i) => {
    if (gain[i]! >= KEEP) return
    gain[i] = KEEP
    group[i] = free
    fade[i] = KEEP_FADE
  })
  each(rules.drop, (i) => {
    gain[i] = 0
  })
  return changed
}
