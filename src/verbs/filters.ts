/** What the filters of a project ask for and do not get. */
import type { Findings } from '../ladder/candidate.ts'
import { fitRanges, mergeRanges } from '../ladder/ranges.ts'
import { type LineRules, tellingLines } from '../ladder/rules.ts'
import { formatRanges } from '../receipt/notes.ts'
import type { LineRange } from '../receipt/types.ts'

export {
  ACTIONS,
  type Action,
  appliesTo,
  type BlockFilter,
  type Filter,
  type LineTest,
  resolveFilters,
} from '../ladder/filters.ts'

/** Chars for the lines that a note names. */
const NAMED_CHARS = 200

/** What filters ask for and do not get, for the receipt: a line that tells of a failure is neither dropped nor folded away. */
export const refusedRules = (rules: LineRules | undefined, findings: Findings): string[] => {
  if (rules === undefined) return []
  const telling = tellingLines(findings)
  const sentence = (lines: readonly number[], what: string): string[] => {
    const refused = lines.filter((n) => telling.has(n))
    if (refused.length === 0) return []
    const ranges = fitRanges(mergeRanges(refused.map((n): LineRange => [n, n])), NAMED_CHARS)
    return [
      `filters: ${formatRanges(ranges)} ${refused.length === 1 ? 'tells' : 'tell'} of failures and ${refused.length === 1 ? 'is' : 'are'} not ${what}`,
    ]
  }
  return [...sentence(rules.drop, 'dropped'), ...sentence(rules.fold.flat(), 'folded')]
}
