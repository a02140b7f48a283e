/** Filters: which lines to keep, drop, protect or fold, by command and pattern; of a project, and of a tool's profile. */
import type { Source } from '../source/source.ts'
import type { LineRules } from './rules.ts'

export type LineTest = (line: string) => boolean

export const ACTIONS = ['keep', 'drop', 'protect', 'fold'] as const
export type Action = (typeof ACTIONS)[number]

/** From a line that `start` accepts to the next one that `end` accepts, or to the line before the next start without it. */
export interface BlockFilter {
  readonly start: LineTest
  readonly end?: LineTest | undefined
  readonly action: Action
}

export interface Filter {
  /** For `explain`. */
  readonly name: string
  /** Which commands it is for; all, and outputs without a known command, when it is absent. */
  readonly command?: ((command: string) => boolean) | undefined
  readonly lines: readonly { readonly test: LineTest; readonly action: Action }[]
  readonly blocks: readonly BlockFilter[]
}

/** More lines than this in one block are two blocks: an end that never comes must not swallow the output. */
const MAX_BLOCK = 2000

/** Line numbers of the blocks, each block a list. */
const blocksOf = (source: Source, { start, end }: BlockFilter, find: FindLines): number[][] => {
  const starts = new Set(find(start))
  const ends = end === undefined ? starts : new Set(find(end))
  const blocks: number[][] = []
  let open: number[] | undefined
  for (let n = 1; n <= source.lines; n++) {
    if (open === undefined || (end === undefined && starts.has(n)) || open.length === MAX_BLOCK) {
      open = starts.has(n) ? [] : undefined
      if (open === undefined) continue
      blocks.push(open)
    }
    open.push(n)
    if (end !== undefined && ends.has(n)) open = undefined
  }
  return blocks
}

export const appliesTo = ({ command }: Filter, ran: string | undefined): boolean =>
  command === undefined || (ran !== undefined && command(ran))

/** The lines (from 1) that a test accepts, ascending. */
export type FindLines = (test: LineTest) => number[]

const findLines =
  (source: Source): FindLines =>
  (test) => {
    const lines: number[] = []
    for (let n = 1; n <= source.lines; n++) if (test(source.body(n))) lines.push(n)
    return lines
  }

/**
 * What the filters say of the source; undefined when none of them says anything. Patterns see lines without colours and shared prefix.
 * `find` may know a shorter way than to try each line.
 */
export const resolveFilters = (
  source: Source,
  filters: readonly Filter[],
  command: string | undefined,
  find: FindLines = findLines(source),
): LineRules | undefined => {
  const found: Record<Exclude<Action, 'fold'>, Set<number>> = { keep: new Set(), drop: new Set(), protect: new Set() }
  const fold: number[][] = []
  const add = (action: Action, lines: readonly number[]): void => {
    if (action === 'fold') fold.push([...lines])
    else for (const n of lines) found[action].add(n)
  }
  for (const filter of filters) {
    if (!appliesTo(filter, command)) continue
    for (const { test, action } of filter.lines) add(action, find(test))
    for (const block of filter.blocks) {
      const blocks = blocksOf(source, block, find)
      /* Of folded blocks, the first lines say the same, the second lines, and so on. */
      if (block.action !== 'fold') for (const lines of blocks) add(block.action, lines)
      else
        for (let k = 0; k < Math.max(0, ...blocks.map(({ length }) => length)); k++)
          add(
            'fold',
            blocks.flatMap((lines) => lines[k] ?? []),
          )
    }
  }
  const sorted = (lines: Set<number>): number[] => [...lines].sort((a, b) => a - b)
  const rules: LineRules = {
    keep: sorted(found.keep),
    drop: sorted(found.drop),
    protect: sorted(found.protect),
    fold: fold.filter(({ length }) => length > 1),
  }
  return rules.keep.length + rules.drop.length + rules.protect.length + rules.fold.length === 0 ? undefined : rules
}
