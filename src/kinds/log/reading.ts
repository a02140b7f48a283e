/** All that the log kind knows about a source before it decides what to show. */

import type { Ask, Findings } from '../../ladder/candidate.ts'
import type { Plan } from '../../ladder/fit.ts'
import type { Values } from '../../ladder/select.ts'
import { type Analysis, analyse } from '../../signals/analysis.ts'
import { failuresCounted } from '../../signals/counts.ts'
import { ROLE } from '../../signals/line.ts'
import { FLAG } from '../../signals/scan.ts'
import { HINT } from '../../signals/words.ts'
import { createRelevance, type Relevance } from '../../source/bm25.ts'
import type { Source } from '../../source/source.ts'
import { type Blocks, findBlocks } from './blocks.ts'
import { valuesOf } from './values.ts'

export interface Reading {
  readonly source: Source
  readonly analysis: Analysis
  readonly blocks: Blocks
  /** How well each line matches the query, if there is one. */
  readonly relevance: Relevance | undefined
  readonly values: Values
  readonly findings: Findings
  readonly blank: (n: number) => boolean
  /** What is shown of a long line besides its start; without it the parts around words of failure and of the query. */
  readonly excerpts?: Plan['excerpts']
  readonly cap?: Plan['cap']
  /** Which lines may stand for others, where the lines are not what was read. */
  readonly folds?: Plan['folds']
}

/** A failing summary outweighs a passing one, since suites run one after the other; counts that name no failures say neither. */
const reportedBy = (source: Source, { roles, shape, scan: { hints } }: Analysis): Findings['reported'] => {
  if (roles.includes(ROLE.verdict)) return 'failed'
  for (let i = roles.length - 1; i >= 0; i--)
    if (roles[i] === ROLE.summary && ((hints[shape[i]!]! & HINT.pass) !== 0 || failuresCounted(source.body(i + 1).trim()) === 0))
      return 'passed'
  return null
}

export const readLog = (source: Source, ask: Ask): Reading => {
  const analysis = analyse(source)
  const blocks = findBlocks(source, analysis, ask)
  const relevance = ask.query === undefined ? undefined : createRelevance(ask.query, { lines: source.lines, line: source.body })
  const warnings: number[] = []
  const { roles } = analysis
  for (let i = roles.indexOf(ROLE.warning); i >= 0; i = roles.indexOf(ROLE.warning, i + 1)) warnings.push(i + 1)
  return {
    source,
    analysis,
    blocks,
    relevance,
    values: valuesOf(source, analysis, blocks, relevance),
    findings: { failures: blocks.failures, loose: blocks.loose, warnings, profile: null, reported: reportedBy(source, analysis) },
    blank: (n) => (analysis.scan.flags[n - 1]! & FLAG.blank) !== 0,
  }
}
