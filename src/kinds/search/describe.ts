/** What a gap in a search result hides: how many hits of which files. */
import { plural } from '../../receipt/notes.ts'
import type { LineRange } from '../../receipt/types.ts'
import { fitNames, type Named } from '../names.ts'
import { LINE, type Results } from './parse.ts'

/** Hits by file in a gap, in the order of the files. */
const hitsIn = ({ roles, file, files }: Results, [from, to]: LineRange): Named[] => {
  const counts = new Map<number, number>()
  for (let n = from; n <= to; n++) {
    if (roles[n - 1] !== LINE.hit) continue
    const f = file[n - 1]!
    counts.set(f, (counts.get(f) ?? 0) + 1)
  }
  return [...counts].map(([f, count]) => ({ name: files[f]!, note: String(count) }))
}

/** The description of a gap in at most `chars` chars; undefined when it hides no hit, or only hits of the file shown above it. */
export const describeGap = (
  results: Results,
  blank: (n: number) => boolean,
): ((gap: LineRange, chars: number) => string | undefined) => {
  const known = new Map<string, Named[]>()
  const above = (n: number): number => {
    let at = n - 1
    while (at > 0 && blank(at)) at--
    return at === 0 ? -1 : results.file[at - 1]!
  }
  return (gap, chars) => {
    const named = known.get(gap.join()) ?? hitsIn(results, gap)
    known.set(gap.join(), named)
    if (named.length === 0) return undefined
    const hits = named.reduce((sum, { note }) => sum + Number(note), 0)
    const size = gap[1] - gap[0] + 1
    const isSame = named.length === 1 && (named[0]!.name === '' || results.files[above(gap[0])] === named[0]!.name)
    if (isSame && hits === size) return undefined
    const total = `${named.length} files`
    const short = named.length === 1 ? plural(hits, 'hit') : `${total}, ${plural(hits, 'hit')}`
    const names = isSame ? undefined : fitNames(named, chars - (named.length === 1 ? 0 : total.length + 2))
    if (names !== undefined) return named.length === 1 ? names : `${total}: ${names}`
    return short.length <= chars ? short : undefined
  }
}
