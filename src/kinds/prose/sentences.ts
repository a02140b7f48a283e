/** Where sentences begin inside of long lines. */
import type { Source } from '../../source/source.ts'

/** Ends before which no sentence ends. */
const SHORT = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|dr|mr|mrs|ms|st|no|nr|fig|eq|approx|inc|ltd|z\.b|bzw|ca|[a-z])\.$/i
const END = /[.!?…]["'”’)\]*_`]{0,3}\s+|[。！？；]["”’」』）]{0,2}\s*/g

/** Ascending offsets of the starts of sentences in lines of more than `long` chars. Linear in them. */
export const sentenceStarts = (source: Source, long: number): Int32Array => {
  const cuts: number[] = []
  for (let n = 1; n <= source.lines; n++) {
    const from = source.starts[n - 1]!
    if (source.end(n) - from <= long) continue
    const text = source.line(n)
    cuts.push(from)
    END.lastIndex = 0
    for (let found = END.exec(text); found !== null; found = END.exec(text)) {
      const at = found.index + found[0].length
      if (at >= text.length) break
      if (found[0][0] === '.' && SHORT.test(text.slice(Math.max(0, found.index - 8), found.index + 1))) continue
      cuts.push(from + at)
    }
  }
  return Int32Array.from(cuts)
}
