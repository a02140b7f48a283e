/**
 * Tasks of ansible whose failure the run goes on from: those whose errors are ignored, with all items of their loops, and those that a
 * `rescue` answered, by the counts of the recap.
 */
import type { Source } from '../../source/source.ts'
import type { Span } from './spans.ts'

/** `failed: [web1] (item=nginx) => …`, `fatal: [web1 -> db]: FAILED! => …`; the host in group 1. */
const FAILED = /^(?:fatal|failed): \[([^\]\s]{1,200})(?: -> [^\]]{1,200})?\](?!: UNREACHABLE!)/
/** Opens what is done on all hosts. */
const TASK = /^(?:TASK|RUNNING HANDLER|HANDLER|PLAY)\b.{0,400}\*{2}$/
const IGNORED = '...ignoring'
/** `web1 : ok=9 changed=1 unreachable=0 failed=1 skipped=0 rescued=2 ignored=0`. */
const RECAP = /^(\S{1,200})\s+: ok=\d+ .{0,100}\bfailed=(\d+)\s.{0,40}\brescued=(\d+)\s/
/** Chars of a line that are read. */
const READ = 500

/** What one task did on one host. */
interface Attempt {
  readonly host: string
  readonly spans: number[]
  ignored: boolean
}

const hostOf = (source: Source, { title }: Span): string | undefined => FAILED.exec(source.body(title + 1).slice(0, READ))?.[1]

/** Numbers in `spans`, ascending by title, of the failures that the run went on from. One walk over the lines. */
export const findRescued = (source: Source, spans: readonly Span[]): ReadonlySet<number> => {
  const rescued = new Set<number>()
  const first = spans.findIndex((span) => hostOf(source, span) !== undefined)
  if (first < 0) return rescued
  let attempts = new Map<string, Attempt>()
  const all: Attempt[] = []
  let last: Attempt | undefined
  const answer = (host: string, failed: number, count: number): void => {
    const own = all.filter((attempt) => attempt.host === host && !attempt.ignored)
    /* Counts that do not add up, as of an output that was cut, name none. */
    if (own.length === failed + count) for (const { spans: of } of own.slice(0, count)) for (const k of of) rescued.add(k)
  }
  let k = first
  for (let i = spans[first]!.title; i < source.lines; i++) {
    const body = source
      .body(i + 1)
      .slice(0, READ)
      .trimEnd()
    if (TASK.test(body)) attempts = new Map()
    while (k < spans.length && spans[k]!.title < i) k++
    const host = k < spans.length && spans[k]!.title === i ? FAILED.exec(body)?.[1] : undefined
    if (host !== undefined) {
      last = attempts.get(host) ?? { host, spans: [], ignored: false }
      if (last.spans.length === 0) all.push(last)
      attempts.set(host, last)
      last.spans.push(k)
    } else if (body === IGNORED && last !== undefined) last.ignored = true
    const recap = RECAP.exec(body)
    if (recap !== null) answer(recap[1]!, Number(recap[2]), Number(recap[3]))
  }
  for (const attempt of all) if (attempt.ignored) for (const of of attempt.spans) rescued.add(of)
  return rescued
}
