/** Marks that sum up others: a failed file over its failed tests, a suite told after its tests, `1 subtest failed`. */
import type { Analysis } from '../../signals/analysis.ts'
import { ROLE } from '../../signals/line.ts'
import type { Source } from '../../source/source.ts'
import type { Span } from './spans.ts'
import { titleAt } from './titles.ts'

/** Lines between a container and the marks that it holds; a file may print much before its first failure. */
const REACH = 200
const FILE = /^(?:[^\w./]{0,4}|FAIL(?:ED)?:?\s+)\S{1,300}\.\w{1,5}(?:\s|$)/
/** `❯ test/a.test.js (9 tests | 2 failed)`. */
const COUNTED = /\([^()]{0,60}\b[1-9]\d* failed\b[^()]{0,40}\)/
/** What node:test says of a suite. */
const SUBTESTS = /^(?:error: )?'?\d+ subtests? failed\b/
/** Lines below a title that may say so. */
const HEAD = 8

const isOwnDetail = (role: number): boolean =>
  role === ROLE.compare || role === ROLE.thrown || role === ROLE.reason || role === ROLE.failure

/** Lines between a failed target and the message that says why. */
const NEAR = 4
/** `FAILED: build/cart.o` over the compiler's message. */
const isCauseOf = (next: Span, span: Span, roles: Uint8Array, scan: Analysis['scan'], file: boolean): boolean =>
  roles[next.title] === ROLE.failure &&
  next.title - span.to <= (file ? REACH : NEAR) &&
  scan.indent[next.title] === scan.indent[span.title] &&
  !hasDetail(span, roles)

interface Open {
  readonly indent: number
  readonly k: number
  readonly title: number
  readonly detailed: boolean
  readonly file: boolean
}

const says = (source: Source, { title, to }: Span, pattern: RegExp): boolean => {
  for (let j = title + 1; j <= to && j <= title + HEAD; j++) if (pattern.test(source.body(j + 1).trim())) return true
  return false
}

const hasDetail = ({ title, from, to }: Span, roles: Uint8Array): boolean => {
  for (let j = from; j <= to; j++) if (j !== title && isOwnDetail(roles[j]!)) return true
  return false
}

/** Spans that may stand between the titles of a test and of one in it, of other forms. */
const LOOK_BACK = 4

/** `=== FAIL: shop TestTax` behind `=== FAIL: shop TestTax/rounds`: the test over the one right before it. */
const holdsLast = (source: Source, spans: readonly Span[], k: number): boolean => {
  const { path, form } = titleAt(source, spans[k]!.title)
  for (let last = k - 1; last >= Math.max(0, k - LOOK_BACK); last--) {
    const other = titleAt(source, spans[last]!.title)
    if (other.form === form) return other.path.startsWith(`${path}/`)
  }
  return false
}
/** Numbers (in `spans`) of the marks that only hold others. One walk over the lines. */
export const findContainers = (source: Source, { roles, scan }: Analysis, spans: readonly Span[]): ReadonlySet<number> => {
  const containers = new Set<number>()
  /** Marks that a deeper mark below makes containers, and marks that one further left below sums up. */
  let open: Open[] = []
  let told: { readonly indent: number; readonly form: string }[] = []
  let k = 0
  for (let i = 0; i < roles.length; i++) {
    const role = roles[i]!
    if (role === ROLE.verdict || role === ROLE.summary) {
      open = []
      told = []
      continue
    }
    if (role !== ROLE.mark && role !== ROLE.pass) continue
    const indent = scan.indent[i]!
    while (open.length > 0 && open.at(-1)!.indent >= indent) open.pop()
    let sums = false
    const form = role === ROLE.mark ? titleAt(source, i).form : ''
    while (told.length > 0 && told.at(-1)!.indent > indent) if (told.pop()!.form === form) sums = true
    if (role !== ROLE.mark) continue
    while (k < spans.length && spans[k]!.title < i) k++
    const span = spans[k]
    if (span === undefined || span.title !== i) continue
    const body = source.body(i + 1)
    const next = spans[k + 1]
    if (next !== undefined && isCauseOf(next, span, roles, scan, FILE.test(body.trim()))) containers.add(k)
    const above = open.at(-1)
    const isOver = above !== undefined && !above.detailed && (above.file || i - above.title <= REACH)
    if (isOver && titleAt(source, above.title).name !== titleAt(source, i).name) containers.add(above.k)
    const detailed = hasDetail(span, roles)
    if ((sums && !detailed) || COUNTED.test(body) || says(source, span, SUBTESTS)) containers.add(k)
    if (!detailed && holdsLast(source, spans, k)) containers.add(k)
    told.push({ indent, form })
    open.push({ indent, k, title: i, detailed, file: FILE.test(body.trim()) })
  }
  return containers.size < spans.length ? containers : new Set()
}
