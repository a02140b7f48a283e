/** Lines without a mark that are titles all the same: they repeat, as a whole, the name of what a mark says has failed. */
import type { Analysis } from '../../signals/analysis.ts'
import { ROLE } from '../../signals/line.ts'
import type { Source } from '../../source/source.ts'
import { titleAt } from './titles.ts'

/** A shorter name may stand anywhere. */
const LEAST = 8
/** What words of a name may make of a line without a mark. */
const UNMARKED = new Set<number>([ROLE.none, ROLE.problem, ROLE.weak, ROLE.warning])
/** Marks whose names are looked for. */
const MOST = 5000

/** Indexes of such lines. Only lines as long as a name are read. */
export const findHeadings = (source: Source, { roles, scan }: Analysis): ReadonlySet<number> => {
  const names = new Set<string>()
  const lengths = new Set<number>()
  const headings = new Set<number>()
  for (let i = 0; i < roles.length; i++) {
    if (roles[i] === ROLE.mark && names.size < MOST) {
      const { path } = titleAt(source, i)
      if (path.length < LEAST) continue
      names.add(path)
      lengths.add(path.length)
    } else if (names.size > 0 && UNMARKED.has(roles[i]!) && scan.indent[i]! < 8) {
      const width = source.end(i + 1) - source.starts[i]! - scan.indent[i]!
      if (
        lengths.has(width) &&
        names.has(
          source
            .body(i + 1)
            .trim()
            .toLowerCase(),
        )
      )
        headings.add(i)
    }
  }
  return headings
}

/** Opens a list of failures: `Errors:`, `3 problems:`. */
const OPENS_LIST = /^(?:\d{1,6} )?(?:errors?|failures?|problems?|violations?)(?: \(\d{1,6}\))?:$/i
const ITEM = /^(?:\d{1,5}\.|[-*•]) \S/
/** Roles of an item that no mark or level makes a failure by itself. */
const UNTOLD = new Set<number>([ROLE.none, ROLE.problem, ROLE.weak, ROLE.location])

/** Indexes of the items of such lists. */
export function* findItems(source: Source, { roles, scan }: Analysis): Iterable<number> {
  for (let i = roles.indexOf(ROLE.header); i >= 0; i = roles.indexOf(ROLE.header, i + 1)) {
    if (!OPENS_LIST.test(source.body(i + 1).trim())) continue
    const indent = scan.indent[i + 1] ?? 0
    for (let k = i + 1; k < roles.length && UNTOLD.has(roles[k]!) && scan.indent[k]! >= indent; k++) {
      const isItem = scan.indent[k] === indent && ITEM.test(source.body(k + 1).trimStart())
      if (isItem) yield k
      else if (scan.indent[k] === indent) break
    }
  }
}
