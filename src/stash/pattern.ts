/** Patterns that agents write: RE2 syntax, matched in time linear in the text whatever the pattern is. */
import { RE2JS } from 're2js'

export interface Pattern {
  readonly source: string
  test(line: string): boolean
  /** Offsets of the matches in a line that begin at `from` or later, in order. */
  matches(line: string, from: number): Iterable<readonly [from: number, to: number]>
}

const MAX_CHARS = 1000

/** The pattern, or one sentence that says what is wrong with it. */
export const compilePattern = (source: string): Pattern | string => {
  if (source === '') return 'The pattern is empty: give a text or an RE2 regular expression.'
  if (source.length > MAX_CHARS) return `The pattern has ${source.length} characters: give at most ${MAX_CHARS}.`
  let compiled: RE2JS
  try {
    compiled = RE2JS.compile(source)
  } catch (error) {
    const detail = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, 200)
    return `The pattern cannot be used (${detail}): RE2 has no look-around and no back-references, and special characters need a backslash.`
  }
  return {
    source,
    test: (line) => compiled.test(line),
    *matches(line, from) {
      const matcher = compiled.matcher(line)
      for (let at = from; at <= line.length && matcher.find(at); ) {
        const [start, end] = [matcher.start(), matcher.end()]
        yield [start, end]
        at = Math.max(end, start + 1)
      }
    },
  }
}
