/** One template annotation for given lines: for a digest that shows one line and tells how others differ from it. */
import type { Source } from '../../source/source.ts'
import { align } from './align.ts'
import type { Members } from './groups.ts'
import type { Row } from './slots.ts'
import { READABLE } from './style.ts'
import { encodeTemplate } from './template.ts'
import { createLexicon, tokenize } from './tokens.ts'

/**
 * The annotation to stand below the first of these ascending lines, of one shape: `[diet] + 2 similar lines: L8,12; 10007 +1`.
 * Undefined when the lines are equal, too long, or fewer than two. Values stand with separators.
 */
export const noteSimilar = (source: Source, lines: readonly number[]): string | undefined => {
  const lexicon = createLexicon()
  const known = new Map<string, number>()
  const rows: Row[] = []
  const rowOf: number[] = []
  for (const line of lines) {
    const text = source.line(line)
    let row = known.get(text)
    if (row === undefined) {
      const tokens = tokenize(text, lexicon)
      if (tokens === undefined) return undefined
      row = rows.push({ tokens, pairs: align((rows[0]?.tokens ?? tokens).ids, tokens.ids, lexicon.weights) }) - 1
      known.set(text, row)
    }
    rowOf.push(row)
  }
  const members: Members = { rows, lines, rowOf }
  return rows.length < 2 ? undefined : encodeTemplate(members, { tables: [], style: READABLE })?.text
}
