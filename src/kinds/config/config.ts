/** The config kind: YAML, TOML, INI, .env, properties. Names as an outline, values that stand out, comments that warn. */
import type { Ask, Candidate } from '../../ladder/candidate.ts'
import { NOTHING_FOUND } from '../../ladder/candidate.ts'
import { excerptsOf, lookingFor } from '../../ladder/excerpt.ts'
import { charsPerToken, fitSelection, type Plan } from '../../ladder/fit.ts'
import { outlines } from '../../ladder/outline.ts'
import { EMPTY_INDEX } from '../../ladder/render.ts'
import { losslessCandidate } from '../log/lossless.ts'
import { endsFor, keepsEnds, remarksFor } from '../remarks.ts'
import type { Kind } from '../types.ts'
import { describeGap, nameChars } from './describe.ts'
import { detectConfig, findConfig, readAsConfig } from './detect.ts'
import { PART, type Tree } from './tree.ts'
import { valuesOf } from './values.ts'

/** Names of what is hidden may take this share of the budget. */
const NAMES_SHARE = 0.3
const LEAST_NAMES = 150
/** A longer value is a certificate, a script or a blob. */
const LONG = 300
/** Chars that are shown of a line whose value is encoded data. */
const BLOB = 100
const isBlob = (value: string): boolean => value.length > BLOB && /^["']?[A-Za-z0-9+/=_-]+["']?$/.test(value)
/** Lines worth as much stand as they are, also where the rest is folded. */
const STANDS_OUT = 40

/** The plan by which lines of a tree are chosen; XML that is no test report shares it. */
export const treePlan = (tree: Tree, ask: Ask): Plan => {
  const { source, parts } = tree
  const blank = (n: number): boolean => parts[n - 1] === PART.blank
  const room = ask.budget * charsPerToken(source, ask)
  const looking = lookingFor(ask.query)
  return {
    source,
    findings: NOTHING_FOUND,
    values: valuesOf(tree, ask),
    must: endsFor(source, NOTHING_FOUND, blank, ask),
    blank,
    noise: () => false,
    folds: () => undefined,
    bridges: true,
    describe: describeGap(tree),
    describeChars: Math.min(Math.max(LEAST_NAMES, nameChars(tree)), room * NAMES_SHARE),
    longChars: LONG,
    cap: (n, most) => (isBlob(tree.value(n)) ? Math.min(most, BLOB) : most),
    excerpts: (n, cap, chars) => excerptsOf(source, n, cap, chars, looking),
    remarks: remarksFor(source, NOTHING_FOUND, ask),
    indexChars: 0,
    indexOf: () => EMPTY_INDEX,
  }
}

/** From the least to the most lossy. */
export function* treeCandidates(plan: Plan, ask: Ask): Iterable<Candidate> {
  const { source, findings, values, remarks, must: ends } = plan
  if (ask.mode === 'auto') {
    const lossless = losslessCandidate({ source, findings, remarks, keep: (n) => values.gain[n - 1]! >= STANDS_OUT }, ask)
    if (lossless !== undefined) yield lossless
  }
  const selected = fitSelection(plan, ask)
  if (keepsEnds(ends, selected)) yield selected
  for (const outline of outlines({ ...plan, indexWithin: () => () => EMPTY_INDEX }, ask))
    if (keepsEnds(ends, outline)) yield outline
}

export const config: Kind = {
  name: 'config',
  detect: (source, ask) => detectConfig(source, (ask.exitCode ?? 0) !== 0),
  read: (source, ask) => ({
    findings: NOTHING_FOUND,
    candidates: () => treeCandidates(treePlan(findConfig(source) ?? readAsConfig(source), ask), ask),
  }),
}
