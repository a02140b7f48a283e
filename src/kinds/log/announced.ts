/** What a failed test printed, where that stands under the line that announced the test and not under the one that says it failed. */
import type { Failure } from '../../ladder/candidate.ts'
import type { LineRange } from '../../receipt/types.ts'
import { ROLE } from '../../signals/line.ts'
import type { Source } from '../../source/source.ts'
import { explains, type Span } from './spans.ts'

/** `=== RUN   TestAdd/limits` and `[ RUN      ] Cart.Adds`: what follows is the named test's. */
const OPENS = /^\s*(?:=== (?:RUN|CONT|NAME)\s{1,8}|\[ RUN {6}\] )(\S{1,300})/
/** The name behind the mark: `--- FAIL: TestAdd/limits (0.00s)`, `[  FAILED  ] Cart.Adds (3 ms)`. */
const NAMED = /^\s*(?:--- FAIL: |\[ {1,3}FAILED {1,3}\] )(\S{1,300})/
/** Lines that a test's output may have. */
const REACH = 160

const CLOSES = new Set<number>([ROLE.mark, ROLE.pass, ROLE.verdict, ROLE.summary, ROLE.header])

/** Last line (index) that the test announced at `at` printed. */
const endOf = (source: Source, roles: Uint8Array, at: number): number => {
  let last = at
  for (let i = at + 1; i < roles.length && i - at < REACH; i++) {
    if (CLOSES.has(roles[i]!) || (roles[i] === ROLE.noise && OPENS.test(source.body(i + 1)))) break
    if (roles[i] !== ROLE.noise) last = i
  }
  return last
}

/** By title (line from 1) of a failure without details of its own: the lines that its test printed further up. */
export const findAnnounced = (
  source: Source,
  roles: Uint8Array,
  spans: readonly Span[],
): ReadonlyMap<number, readonly LineRange[]> => {
  const wanted = new Map<string, { readonly title: number; readonly ranges: LineRange[] }>()
  for (const span of spans) {
    if (roles[span.title] !== ROLE.mark || explains(span, roles)) continue
    const name = NAMED.exec(source.body(span.title + 1))?.[1]
    if (name !== undefined) wanted.set(name, { title: span.title, ranges: [] })
  }
  const found = new Map<number, readonly LineRange[]>()
  if (wanted.size === 0) return found
  for (let i = 0; i < roles.length; i++) {
    if (roles[i] !== ROLE.noise) continue
    const failed = wanted.get(OPENS.exec(source.body(i + 1))?.[1] ?? '')
    if (failed === undefined || i > failed.title) continue
    const last = endOf(source, roles, i)
    if (last === i || last >= failed.title) continue
    failed.ranges.push([i + 2, last + 1])
    found.set(failed.title + 1, failed.ranges)
  }
  return found
}

/** Gives those lines to the block of the failure; the blocks that began there are no failures of their own. */
export const takeAnnounced = (
  announced: ReadonlyMap<number, readonly LineRange[]>,
  roles: Uint8Array,
  found: readonly Span[],
  { of, rank }: { readonly of: Int32Array; readonly rank: Uint16Array },
): ReadonlySet<Span> => {
  const absorbed = new Set<Span>()
  const byTitle = new Map(announced.size === 0 ? [] : found.map((span) => [span.title, span]))
  for (const [title, ranges] of announced) {
    const number = of[title - 1]!
    const seen = new Uint16Array(16)
    for (const [from, to] of ranges)
      for (let i = from - 1; i < to; i++) {
        const begun = byTitle.get(i)
        if (begun !== undefined) absorbed.add(begun)
        of[i] = number
        rank[i] = seen[roles[i]!]!++
      }
  }
  return absorbed
}

/** The failures with what their tests printed as blocks of theirs. */
export const withAnnounced = (
  failures: readonly Failure[],
  announced: ReadonlyMap<number, readonly LineRange[]>,
): readonly Failure[] =>
  failures.map((failure) => {
    const ranges = announced.get(failure.title)
    return ranges === undefined ? failure : { ...failure, blocks: [...failure.blocks, ...ranges] }
  })
