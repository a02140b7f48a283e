/** What counts as blank: one place for all checks. */
import type { Source } from '../../source/source.ts'

/** White space and control characters, which show nothing. */
const SHOWS = /[^\s\x00-\x1f\x7f]/

/** Nothing is left of a line behind its prefix, if it has one. */
export const isBlank = (source: Source, n: number): boolean => {
  for (let at = source.starts[n - 1]!; at < source.starts[n]!; at++)
    if (source.text.charCodeAt(at) > 0x20) return !SHOWS.test(source.body(n))
  return true
}
