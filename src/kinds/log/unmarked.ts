/** Findings that no word tells: lines that name a place and say something of it, of a command that failed without another failure. */
import type { Analysis } from '../../signals/analysis.ts'
import { ROLE } from '../../signals/line.ts'
import { FLAG } from '../../signals/scan.ts'
import type { Source } from '../../source/source.ts'
import type { Span } from './spans.ts'

/** `notes.md:3: teh ==> the`, `sshd_config line 4: Bad Match`, `… used at line 1, column 37.` */
const AT_PLACE =
  /^[^\s:]{1,300}\.\w{1,10}(?::\d{1,7}(?::\d{1,7})?:? |:? line \d{1,7}: )\S|\bat line \d{1,7},? col(?:umn)? \d{1,7}\b/
/** A place alone, under what is said of it. */
const PLACE_ALONE = /^[^\s:]{1,300}\.\w{1,10}:\d{1,7}(?::\d{1,7})?$/
/** Lines of a paragraph that a finding may have. */
const PARAGRAPH = 5
/** Roles that say what a line is, whatever place it names. */
const TOLD = new Set<number>([ROLE.pass, ROLE.warning, ROLE.summary, ROLE.verdict, ROLE.header, ROLE.library])

/** Spans of such findings, in order. Each shape is read once. */
export const findUnmarked = (source: Source, { roles, shape, scan: { firsts, flags } }: Analysis): readonly Span[] => {
  const isPlace = Array.from(firsts, (i): boolean => {
    const body = source
      .body(i + 1)
      .slice(0, 600)
      .trim()
    return !TOLD.has(roles[i]!) && (AT_PLACE.test(body) || PLACE_ALONE.test(body))
  })
  const spans: Span[] = []
  let floor = 0
  for (let i = 0; i < roles.length; i++) {
    if (!isPlace[shape[i]!] || TOLD.has(roles[i]!)) continue
    const from = opensAt(source, roles, flags, isPlace, shape, i, floor)
    if (from === i && PLACE_ALONE.test(source.body(i + 1).trim())) continue
    spans.push({ title: from, from, to: i, strong: true })
    floor = i + 1
  }
  return spans
}

/** First line (index) of the paragraph that a place closes; the line itself where it closes none. */
const opensAt = (
  source: Source,
  roles: Uint8Array,
  flags: Uint8Array,
  isPlace: readonly boolean[],
  shape: Int32Array,
  at: number,
  floor: number,
): number => {
  const blank = (i: number): boolean => i < 0 || i >= source.lines || (flags[i]! & FLAG.blank) !== 0
  if (!blank(at + 1)) return at
  let from = at
  while (from > floor && at - from < PARAGRAPH && !blank(from - 1) && !TOLD.has(roles[from - 1]!) && !isPlace[shape[from - 1]!])
    from--
  return at - from < PARAGRAPH ? from : at
}
