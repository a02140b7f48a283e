/** How many failures the tool itself counts: the arbiter between ways to read its titles. */
import type { Analysis } from '../../signals/analysis.ts'
import { failuresCounted } from '../../signals/counts.ts'
import { ROLE } from '../../signals/line.ts'
import type { Source } from '../../source/source.ts'
import type { Span } from './spans.ts'

export interface Counted {
  /** Totals that the tool's lines allow: the last of each form, and their sum where several parts ran. */
  readonly totals: ReadonlySet<number>
  /** The largest of them. */
  readonly most: number
  /** The last line (index) that counts. */
  readonly last: number
  /** The total, where the tool's lines allow only one, and count no suites besides. */
  readonly only: number | undefined
}

/** Lines that are read, from the end. */
const READ = 400

/** `Test Files  2 failed | 3 passed`: suites, some of which may have failed without a test. */
const SUITES = /^\W{0,8}(?:Test )?(?:Suites|Files)\b.{0,40}\bfailed\b/i

export const countedBy = (source: Source, { roles }: Analysis): Counted => {
  const forms = new Map<string, { readonly last: number; sum: number }>()
  let read = 0
  let end = -1
  let suites = false
  for (let i = roles.length - 1; i >= 0 && read < READ; i--) {
    if (roles[i] !== ROLE.verdict) continue
    read++
    const text = source.body(i + 1).trim()
    const count = failuresCounted(text)
    if (SUITES.test(text)) suites = true
    if (count === undefined || count === 0) continue
    if (end < 0) end = i
    const form = text.replace(/\d+(?:[.,:]\d+)*/g, '#')
    const known = forms.get(form)
    if (known === undefined) forms.set(form, { last: count, sum: count })
    else known.sum += count
  }
  const totals = new Set([...forms.values()].flatMap(({ last, sum }) => [last, sum]))
  return { totals, most: Math.max(0, ...totals), last: end, only: totals.size === 1 && !suites ? [...totals][0] : undefined }
}

/** How many failures the tool counts, where that is another number and not all that failed counts: `tolerated` did not. */
export const disputeWith = ({ only }: Counted, failures: number, tolerated: number): number | undefined =>
  tolerated > 0 || only === failures ? undefined : only

/** A count of no failures. */
export const tellsNone = (text: string): boolean => failuresCounted(text) === 0
const WARNINGS = /\b\d{1,6} warnings?\b/i
/** A linter's count of warnings alone; false where it is the count of a run, undefined where it is neither. */
export const tellsWarnings = (text: string): boolean | undefined =>
  WARNINGS.test(text) ? (failuresCounted(text) ?? 0) === 0 : tellsNone(text) ? false : undefined

/** Numbers in `spans` of those that stand, of a kind, over counts of which `clears` holds; undefined leaves it to the next. */
export const findCleared = (
  source: Source,
  { roles }: Analysis,
  spans: readonly Span[],
  isOfKind: (span: Span) => boolean,
  clears: (count: string) => boolean | undefined,
): ReadonlySet<number> => {
  const cleared = new Set<number>()
  let clear = false
  let k = spans.length - 1
  for (let i = roles.length - 1; i >= 0 && k >= 0; i--) {
    if (roles[i] === ROLE.verdict) clear = false
    else if (roles[i] === ROLE.summary) clear = clears(source.body(i + 1).trim()) ?? clear
    for (; k >= 0 && spans[k]!.title >= i; k--) if (clear && isOfKind(spans[k]!)) cleared.add(k)
  }
  return cleared
}
