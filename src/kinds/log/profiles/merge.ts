/**
 * Failures that a profile knows to be one: lines that go on with another failure, and several tellings of one. No line is lost: the
 * titles of a merged failure stay its other titles.
 */
import type { Failure } from '../../../ladder/candidate.ts'
import type { FindLines } from '../../../ladder/filters.ts'
import type { Source } from '../../../source/source.ts'
import { type Profile, shownTo, testOf, type Whole } from './profile.ts'

/** Lines between a failure and what goes on with it; and between a failure and the news that the run failed. */
const REACH = 40
const RUN_REACH = 400

interface Draft extends Failure {
  readonly whole: Whole | undefined
}

const sizeOf = ({ blocks: [first] }: Failure): number => first![1] - first![0]
/** Two tellings of one failure: the one with more lines leads. */
const joinTwins = (first: Draft, second: Failure): Draft =>
  sizeOf(second) > sizeOf(first)
    ? { ...mergeInto(second, first), whole: first.whole }
    : { ...mergeInto(first, second), whole: first.whole }

const mergeInto = (target: Failure, part: Failure): Failure => ({
  ...target,
  also: [...target.also, part.title, ...part.also].sort((a, b) => a - b),
  blocks: [...target.blocks, ...part.blocks],
})

const endOf = ({ blocks }: Failure): number => blocks.reduce((last, [, to]) => Math.max(last, to), 0)

export interface Merger {
  readonly wholeOf: (text: string) => Whole | undefined
  readonly nameOf: (text: string) => string | undefined
  readonly isEmpty: boolean
}

/** What the profiles say of titles. */
export const createMerger = (profiles: readonly Profile[]): Merger => {
  const parts = profiles.flatMap((profile) => profile.parts ?? [])
  const same = profiles.flatMap((profile) => profile.same ?? [])
  const wholeOf = (text: string): Whole | undefined => parts.find(([, line]) => line.test(text))?.[0]
  const nameOf = (text: string): string | undefined => {
    for (const pattern of same) {
      const name = pattern.exec(text)?.[1]
      if (name !== undefined) return name
    }
    return undefined
  }
  return { wholeOf, nameOf, isEmpty: parts.length + same.length === 0 }
}

/** The failures, those that are one as one; the same list when there are none. Linear. */
export const mergeFailures = (
  source: Source,
  failures: readonly Failure[],
  profiles: readonly Profile[],
  find: FindLines,
): readonly Failure[] => {
  const { wholeOf, nameOf, isEmpty } = createMerger(profiles)
  const inside = profiles.flatMap((profile) => profile.inside ?? [])
  if ((isEmpty && inside.length === 0) || failures.length < 2) return failures
  const stretches = inside.flatMap(({ of, start, end }) => stretchesOf(find(testOf(start)), find(testOf(end)), of))
  const textOf = ({ title }: Failure): string => shownTo(source.body(title))
  const byName = new Map<string, number>()
  const merged: (Draft | undefined)[] = []
  for (const failure of failures) {
    const text = textOf(failure)
    const name = failure.at === undefined ? nameOf(text) : undefined
    const known = name === undefined ? undefined : byName.get(name)
    if (known !== undefined) merged[known] = joinTwins(merged[known]!, failure)
    else {
      if (name !== undefined) byName.set(name, merged.length)
      merged.push({
        ...failure,
        whole: failure.at === undefined ? (wholeOf(text) ?? wholeIn(stretches, failure.title)) : undefined,
      })
    }
  }
  const next = new Int32Array(merged.length).fill(-1)
  for (let k = merged.length - 2; k >= 0; k--) next[k] = merged[k + 1]!.whole === undefined ? k + 1 : next[k + 1]!
  let above = -1
  let count = 0
  for (let k = 0; k < merged.length; k++) {
    const part = merged[k]!
    if (part.whole === undefined) {
      above = k
      continue
    }
    const target = targetOf(part, merged, above, next[k]!)
    if (target < 0) {
      above = k
      continue
    }
    merged[target] = { ...merged[target]!, ...mergeInto(merged[target]!, part) }
    merged[k] = undefined
    count++
  }
  if (count === 0 && merged.length === failures.length) return failures
  return merged
    .flatMap((one) => {
      if (one === undefined) return []
      const { whole, ...failure } = one
      return [failure]
    })
    .sort((a, b) => a.title - b.title)
}

interface Stretch {
  readonly from: number
  readonly to: number
  readonly of: Whole
}

/** Lines between a start and the next end or start. */
const stretchesOf = (starts: readonly number[], ends: readonly number[], of: Whole): Stretch[] => {
  let k = 0
  return starts.map((from, i) => {
    while (k < ends.length && ends[k]! <= from) k++
    return { from, to: Math.min(ends[k] ?? from, starts[i + 1] ?? Number.POSITIVE_INFINITY), of }
  })
}

/** Few: only sources with a profile that knows of stretches have some. */
const wholeIn = (stretches: readonly Stretch[], n: number): Whole | undefined => {
  let low = 0
  let high = stretches.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const { from, to, of } = stretches[middle]!
    if (n >= from && n < to) return of
    if (n < from) high = middle - 1
    else low = middle + 1
  }
  return undefined
}

/** Index of the failure that a part belongs to; -1 when there is none near. */
const targetOf = (part: Draft, all: readonly (Draft | undefined)[], above: number, below: number): number => {
  const reach = part.whole === 'run' ? RUN_REACH : REACH
  const up = above >= 0 && part.title - endOf(all[above]!) <= reach ? above : -1
  const down = below >= 0 && all[below]!.title - endOf(part) <= reach ? below : -1
  if (part.whole === 'above') return up
  if (part.whole === 'below') return down
  return up >= 0 ? up : down
}
