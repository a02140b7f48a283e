/** What a gap in a text hides: the headings in it, else how much of what. */
import { plural } from '../../receipt/notes.ts'
import type { LineRange } from '../../receipt/types.ts'
import { fitNames } from '../names.ts'
import { type Prose, TEXT } from './read.ts'

const MOST_TITLE = 60

/** A heading as text: no marks, no commas that a list of names would read as its own. */
const titleOf = ({ source }: Prose, n: number): string =>
  source
    .line(n)
    .slice(0, 200)
    .replace(/^\s*#{1,6}\s*/, '')
    .replace(/[\s#]+$/, '')
    .replace(/[^\x20-\x7e]/g, (c) => (/[\p{L}\p{N}]/u.test(c) ? c : ''))
    .slice(0, MOST_TITLE)
    .trim()

export const describeGap =
  (prose: Prose) =>
  ([from, to]: LineRange, chars: number): string | undefined => {
    const { roles } = prose
    const titles: string[] = []
    const counts = { paragraph: 0, item: 0, code: 0, row: 0 }
    for (let n = from; n <= to; n++) {
      const role = roles[n - 1]
      if (role === TEXT.heading) titles.push(titleOf(prose, n))
      else if (role === TEXT.paragraph || role === TEXT.quote) counts.paragraph++
      else if (role === TEXT.item) counts.item++
      else if (role === TEXT.code) counts.code++
      else if (role === TEXT.table) counts.row++
    }
    const named = titles.filter((title) => title !== '')
    if (named.length > 0) {
      const names = fitNames(
        named.map((name) => ({ name, note: '' })),
        chars - 10,
      )
      if (names !== undefined) return `${named.length === 1 ? 'section' : 'sections'} ${names}`
      const count = plural(named.length, 'section')
      return count.length <= chars ? count : undefined
    }
    const said = [
      ...(counts.paragraph > 0 ? [plural(counts.paragraph, 'paragraph')] : []),
      ...(counts.item > 0 ? [plural(counts.item, 'item')] : []),
      ...(counts.code > 0 ? [`${plural(counts.code, 'line')} of code`] : []),
      ...(counts.row > 0 ? [plural(counts.row, 'row')] : []),
    ].join(', ')
    return said === '' || said.length > chars ? undefined : said
  }
