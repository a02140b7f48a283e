/** The search kind: hits as they stand, each file named with its count, breadth over files before depth in one. */
import type { Ask, Failure, Findings } from '../../ladder/candidate.ts'
import { charsPerToken, fitSelection, type Plan } from '../../ladder/fit.ts'
import { outlines } from '../../ladder/outline.ts'
import type { Source } from '../../source/source.ts'
import { failureAt, indexCharsFor, indexLines, isFailing } from '../messages.ts'
import { endsFor, remarksFor } from '../remarks.ts'
import type { Kind } from '../types.ts'
import { describeGap } from './describe.ts'
import { findForm, searchOf } from './detect.ts'
import { hitExcerpts, termsOf } from './excerpts.ts'
import { LINE, parseResults, type Results } from './parse.ts'
import { valuesOf } from './values.ts'

/** Names of files may take this share of the budget. */
const NAMES_SHARE = 0.45

/** A hit is a line of code; longer ones are minified, and shown around what was searched for. */
const LONG = 320
const LONG_JSON = 700

/** What is shown of all, counted on what is shown. */
const countShown =
  ({ roles, file, files, hits }: Results) =>
  (shown: Uint8Array): string[] => {
    const total = hits.reduce((sum, count) => sum + count, 0)
    const seen = new Set<number>()
    let count = 0
    for (let i = 0; i < roles.length; i++) {
      if (shown[i + 1] !== 1 || roles[i] !== LINE.hit) continue
      count++
      seen.add(file[i]!)
    }
    const all = hits.filter((one) => one > 0).length
    return [`hits shown ${count} of ${total}`, ...(files[0] === '' ? [] : [`files shown ${seen.size} of ${all}`])]
  }

/** What the tool complains of between its results. */
const findingsOf = (source: Source, { roles }: Results): Findings => {
  const failures: Failure[] = []
  for (let n = 1; n <= source.lines; n++)
    if (roles[n - 1] === LINE.other && isFailing(source.view(n))) failures.push(failureAt(n))
  return { failures, warnings: [], profile: null, reported: null }
}

const planOf = (source: Source, results: Results, findings: Findings, ask: Ask): Plan => {
  const { files, hits, roles, heading } = results
  const blank = (n: number): boolean => source.view(n).trim() === ''
  const room = ask.budget * charsPerToken(source, ask)
  const indexChars = indexCharsFor(findings.failures.length, room)
  const headings = [...new Set(heading)].filter((n) => n > 0)
  const headingChars = headings.reduce((sum, n) => sum + source.end(n) - source.starts[n - 1]! + 18, 0)
  const names = files.reduce((sum, name, f) => sum + (hits[f] === 0 ? 0 : name.length + 5), 0)
  const terms = [...termsOf(searchOf(ask.command)?.pattern ?? ''), ...termsOf(ask.query ?? '')]
  return {
    source,
    findings,
    values: valuesOf(source, results, new Set(findings.failures.map(({ title }) => title)), ask),
    must: [...endsFor(source, findings, blank, ask), ...(headingChars <= room * NAMES_SHARE ? headings : [])],
    blank,
    noise: (n) => roles[n - 1] === LINE.frame,
    folds: () => undefined,
    bridges: true,
    describe: describeGap(results, blank),
    describeChars: Math.min(names, room * NAMES_SHARE),
    longChars: results.form === 'json' ? LONG_JSON : LONG,
    excerpts: (n, cap, chars) => hitExcerpts(source, n, cap, chars, terms),
    remarks: remarksFor(source, findings, ask),
    remarksOf: countShown(results),
    indexChars,
    indexOf: (missing) => indexLines(missing, indexChars),
  }
}

export const search: Kind = {
  name: 'search',
  detect: (source, ask) => findForm(source, ask) ?? { score: 0, why: 'no search result' },
  read: (source, ask) => {
    const results = parseResults(source, findForm(source, ask)?.form ?? 'lines')
    const findings = findingsOf(source, results)
    return {
      findings,
      *candidates() {
        const plan = planOf(source, results, findings, ask)
        yield fitSelection(plan, ask)
        const must = endsFor(source, findings, plan.blank, ask)
        yield* outlines({ ...plan, must, indexWithin: (chars) => (missing) => indexLines(missing, chars) }, ask)
      },
    }
  },
}
