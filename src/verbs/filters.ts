/** Filters of a project: which lines to keep, drop, protect or fold, by command and pattern. */
import type { Findings } from '../ladder/candidate.ts'
import { fitRanges, mergeRanges } from '../ladder/ranges.ts'
import { type LineRules, tellingLines } from '../ladder/rules.ts'
import { formatRanges } from '../receipt/notes.ts'
import type { LineRange } from '../receipt/types.ts'
import type { Source } from '../source/source.ts'

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
const blocksOf = (source: Source, { start, end }: BlockFilter): number[][] => {
  const blocks: number[][] = []
  let open: number[] | undefined
  for (let n = 1; n <= source.lines; n++) {
    const body = source.body(n)
    if (open === undefined || (end === undefined && start(body)) || open.length === MAX_BLOCK) {
      open = start(body) ? [] : undefined
      if (open === undefined) continue
      blocks.push(open)
    }
    open.push(n)
    if (end?.(body) === true) open = undefined
  }
  return blocks
}

export const appliesTo = ({ command }: Filter, ran: string | undefined): boolean =>
  command === undefined || (ran !== undefined && command(ran))

/** What the filters say of the source; undefined when none of them says anything. Patterns see lines without colours and shared prefix. */
export const resolveFilters = (
  source: Source,
  filters: readonly Filter[],
  command: string | undefined,
): LineRules | undefined => {
  const found: Record<Exclude<Action, 'fold'>, Set<number>> = { keep: new Set(), drop: new Set(), protect: new Set() }
  const fold: number[][] = []
  const add = (action: Action, lines: readonly number[]): void => {
    if (action === 'fold') fold.push([...lines])
    else for (const n of lines) found[action].add(n)
  }
  for (const filter of filters) {
    if (!appliesTo(filter, command)) continue
    for (const { test, action } of filter.lines) {
      const lines: number[] = []
      for (let n = 1; n <= source.lines; n++) if (test(source.body(n))) lines.push(n)
      add(action, lines)
    }
    for (const block of filter.blocks) {
      const blocks = blocksOf(source, block)
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

/** Chars for the lines that a note names. */
const NAMED_CHARS = 200

/** What filters ask for and do not get, for the receipt: a line that tells of a failure is neither dropped nor folded away. */
export const refusedRules = (rules: LineRules | undefined, findings: Findings): string[] => {
  if (rules === undefined) return []
  const telling = tellingLines(findings)
  const sentence = (lines: readonly number[], what: string): string[] => {
    const refused = lines.filter((n) => telling.has(n))
    if (refused.length === 0) return []
    const ranges = fitRanges(mergeRanges(refused.map((n): LineRange => [n, n])), NAMED_CHARS)
    return [
      `filters: ${formatRanges(ranges)} ${refused.length === 1 ? 'tells' : 'tell'} of failures and ${refused.length === 1 ? 'is' : 'are'} not ${what}`,
    ]
  }
  return [...sentence(rules.drop, 'dropped'), ...sentence(rules.fold.flat(), 'folded')]
}
