/** Lines by number: equal lines get one id. */
import type { Source } from '../../source/source.ts'

/** What this folder needs of a source, so that a part of one can stand for it. */
export type LineSource = Pick<Source, 'text' | 'lines' | 'starts' | 'end' | 'line'>

export interface InternedLines {
  /** Id of line n at index n - 1; ids count from 0 in the order of first appearance. */
  readonly ids: Int32Array
  /** First line of each id. */
  readonly firsts: Int32Array
}

/** Undefined as soon as the distinct lines have more than `maxChars` chars together. */
export const internLines = (source: LineSource, maxChars: number): InternedLines | undefined => {
  const { text, lines, starts } = source
  const ids = new Int32Array(lines)
  const firsts: number[] = []
  const known = new Map<string, number>()
  let left = maxChars
  for (let n = 1; n <= lines; n++) {
    const from = starts[n - 1]!
    const to = source.end(n)
    if (to - from > maxChars) return undefined
    /* A slice of a long line shares the text's memory; equal lines are told apart by the engine's own hashing. */
    const line = text.slice(from, to)
    let id = known.get(line)
    if (id === undefined) {
      left -= line.length + 1
      if (left < 0) return undefined
      id = firsts.length
      known.set(line, id)
      firsts.push(n)
    }
    ids[n - 1] = id
  }
  return { ids, firsts: Int32Array.from(firsts) }
}
