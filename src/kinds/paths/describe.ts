/** What a gap in a listing hides: how many entries of which directory, as deep as there is room for. */
import type { LineRange } from '../../receipt/types.ts'
import { fitAll, type Named, someNames } from '../names.ts'
import { LINE, type Listing } from './parse.ts'

const partsOf = (path: string): string[] => path.split(/(?<=[\\/])(?=.)/)

/** The first `depth` parts of a path, without a separator at the end. */
const cutPath = (path: string, depth: number): string => {
  const parts = partsOf(path)
  return parts.length <= depth
    ? path
    : parts
        .slice(0, depth)
        .join('')
        .replace(/[\\/]$/, '')
}

/** Entries by directory in the order of the directories, each cut to `depth` parts. */
const countBy = (counts: ReadonlyMap<number, number>, dirs: readonly string[], depth: number): Named[] => {
  const sums = new Map<string, number>()
  for (const [d, count] of counts) {
    const path = cutPath(dirs[d]!, depth)
    sums.set(path, (sums.get(path) ?? 0) + count)
  }
  return [...sums].map(([name, count]) => ({ name: name === '' ? '.' : name, note: String(count) }))
}

interface Hidden {
  readonly entries: number
  readonly counts: ReadonlyMap<number, number>
  /** By depth, the deepest first. */
  readonly levels: Named[][]
}

const hiddenIn = ({ form, roles, dir, dirs }: Listing, [from, to]: LineRange): Hidden => {
  const counts = new Map<number, number>()
  let entries = 0
  for (let n = from; n <= to; n++) {
    const d = dir[n - 1]!
    /* In a tree, a line that opens a directory is an entry of the one above. */
    if (d < 0 || (roles[n - 1] !== LINE.entry && !(form === 'tree' && roles[n - 1] === LINE.dir))) continue
    entries++
    counts.set(d, (counts.get(d) ?? 0) + 1)
  }
  const deepest = Math.max(1, ...[...counts.keys()].map((d) => partsOf(dirs[d]!).length))
  const levels: Named[][] = []
  for (let depth = Math.min(deepest, 12); depth > 0; depth--) {
    const named = countBy(counts, dirs, depth)
    if (named.some(({ name }, i) => name !== levels.at(-1)?.[i]?.name)) levels.push(named)
  }
  return { entries, counts, levels }
}

export const describeGap = (
  listing: Listing,
  blank: (n: number) => boolean,
): ((gap: LineRange, chars: number) => string | undefined) => {
  const known = new Map<string, Hidden>()
  const dirAbove = (n: number): number => {
    let at = n - 1
    while (at > 0 && blank(at)) at--
    return at === 0 ? -1 : listing.own[at - 1]! >= 0 ? listing.own[at - 1]! : listing.dir[at - 1]!
  }
  return (gap, chars) => {
    const hidden = known.get(gap.join()) ?? hiddenIn(listing, gap)
    known.set(gap.join(), hidden)
    const { entries, counts, levels } = hidden
    if (entries === 0 || (counts.size === 1 && counts.has(dirAbove(gap[0])))) return undefined
    for (const named of levels) {
      const list = fitAll(named, chars)
      if (list !== undefined) return list
    }
    const top = levels.at(-1)
    return top === undefined ? undefined : someNames(top, chars)
  }
}
