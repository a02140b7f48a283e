/** What each line of a search result is worth: what the query names, each file before many hits of one, rare text before common. */
import type { Ask } from '../../ladder/candidate.ts'
import type { Values } from '../../ladder/select.ts'
import { createRelevance, type Relevance } from '../../source/bm25.ts'
import type { Source } from '../../source/source.ts'
import { generatedByName } from '../diff/generated.ts'
import { LINE, type Results } from './parse.ts'

/** Worth per char of a line of usual length. */
const WORTH = { hit: 1, context: 0.08, other: 0.8, frame: 0.01, separator: 0.3, failure: 6, query: 4 } as const
/** By how much each shown hit of a file lowers the worth of its next one. */
const FADE = 0.6
/** Where a name is made, not where it is used. */
const DEFINES =
  /^\s*(?:export\s|default\s|async\s|public\s|private\s|protected\s|static\s|abstract\s|final\s|pub\s|pub\(crate\)\s|unsafe\s){0,5}(?:function|class|interface|type|enum|struct|trait|impl|def|fn|func|module|namespace|const|let|var|val|#define|macro_rules!)\b/

/** In a list of counts (`grep -c`), files with many hits come first, and those without any last; 1 for other text. */
const ofCount = (text: string): number => (/^\d{1,9}$/.test(text) ? 0.1 + Math.log10(1 + Number(text)) : 1)

const ratio = (relevance: Relevance | undefined, at: number): number =>
  relevance === undefined || relevance.max === 0 ? 0 : relevance.scores[at]! / relevance.max

/** How often each text occurs, digits and white space apart. */
const countTexts = (results: Results, text: (n: number) => string): ((n: number) => number) => {
  const counts = new Map<string, number>()
  const keys: string[] = []
  for (let i = 0; i < results.roles.length; i++) {
    if (results.roles[i] !== LINE.hit) continue
    const key = text(i + 1)
      .slice(0, 200)
      .trim()
      .replace(/\d+/g, '0')
    keys[i] = key
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return (n) => counts.get(keys[n - 1] ?? '') ?? 1
}

export const valuesOf = (source: Source, results: Results, failing: ReadonlySet<number>, ask: Ask): Values => {
  const { roles, file, files, hits, heading } = results
  const { lines } = source
  const gain = new Float64Array(lines)
  const group = new Int32Array(lines).fill(-1)
  const fade = new Float32Array(lines)
  const text = (n: number): string => source.view(n).slice(results.text[n - 1]!)
  const count = countTexts(results, text)
  const byText = ask.query === undefined ? undefined : createRelevance(ask.query, { lines, line: text })
  const byFile =
    ask.query === undefined ? undefined : createRelevance(ask.query, { lines: files.length, line: (i) => files[i - 1]! })
  const made = files.map((path) => generatedByName(path) !== undefined)
  const seen = new Int32Array(files.length)
  const set = (n: number, worth: number): void => {
    gain[n - 1] = worth * Math.sqrt(Math.max(16, Math.min(1000, source.end(n) - source.starts[n - 1]!)) * 40)
  }
  for (let n = 1; n <= lines; n++) {
    const role = roles[n - 1]
    const f = file[n - 1]!
    if (role === LINE.hit && f >= 0) {
      const rank = seen[f]!++
      const place = rank === 0 ? 1 : rank === hits[f]! - 1 ? 0.85 : 0.7
      const own =
        (place * (DEFINES.test(text(n).slice(0, 200)) ? 1.4 : 1) * (made[f] === true ? 0.35 : 1)) /
        (1 + 0.15 * Math.log2(count(n)))
      const named = ratio(byFile, f + 1)
      const said = ratio(byText, n)
      set(
        n,
        WORTH.hit * own * (results.form === 'bare' ? ofCount(text(n)) : 1) +
          WORTH.query * (said + named + 2 * said * named) * (made[f] === true ? 0.5 : 1),
      )
      group[n - 1] = f
      fade[n - 1] = named + said > 0.5 ? FADE / 6 : FADE
    } else if (role === LINE.context || role === LINE.frame) {
      set(n, (role === LINE.context ? WORTH.context : WORTH.frame) + ratio(byText, n) * 0.5)
      if (f >= 0) {
        group[n - 1] = files.length + f
        fade[n - 1] = 0.1
      }
    } else if (failing.has(n)) set(n, WORTH.failure)
    else if (role === LINE.other) {
      set(n, WORTH.other + ratio(byText, n))
      group[n - 1] = files.length * 2
      fade[n - 1] = 0.3
    } else if (role === LINE.separator && source.end(n) > source.starts[n - 1]!) set(n, WORTH.separator)
  }
  return { gain, group, fade, twin: new Int32Array(lines).fill(-1), needs: heading }
}
