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
