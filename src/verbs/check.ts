/**
 * `check`: plan against outcome. One way by design: nothing is said about what is in the output without being planned.
 * Evidence is the presence of text, not a proof that something ran.
 */
import { lineAt } from '../ladder/render.ts'
import { createSource, type Source } from '../source/source.ts'
import { assertText, assertTexts, DietError } from './errors.ts'
import { findAsWord } from './markers.ts'

export interface CheckOptions {
  /** Marker mode: a line is evidence only when it also carries one of these, or a fail marker, at word boundaries. */
  readonly markers?: readonly string[] | undefined
  /**
   * A line that decides and carries one of these means that the item failed; only with `markers`.
   * @default ["FAIL"]
   */
  readonly failMarkers?: readonly string[] | undefined
  /** Items that the caller took out of the plan: listed by name, neither looked for nor missing. */
  readonly skipped?: readonly string[] | undefined
}

export interface Evidence {
  readonly item: string
  /** Number of the line in the output, from 1. */
  readonly line: number
  /** The line without its line end. */
  readonly text: string
  /** `present` without markers; `passed` or `failed` by the marker on the line. */
  readonly outcome: 'present' | 'passed' | 'failed'
}

export interface CheckResult {
  readonly mode: 'presence' | 'markers'
  /** Distinct items of the plan that were looked for: those found plus those missing. */
  readonly planned: number
  readonly found: readonly Evidence[]
  readonly missing: readonly string[]
  /** Items whose evidence carries a fail marker. */
  readonly failed: readonly string[]
  readonly skipped: readonly string[]
  /** Nothing missing and nothing failed. */
  readonly survived: boolean
}

interface Markers {
  readonly pass: readonly string[]
  readonly fail: readonly string[]
}

const resolveMarkers = ({ markers, failMarkers }: CheckOptions): Markers | undefined => {
  for (const [name, list] of [
    ['markers', markers],
    ['failMarkers', failMarkers],
  ] as const) {
    if (list === undefined) continue
    assertTexts(name, list)
    if (list.some((marker) => marker.trim() === ''))
      throw new DietError('bad-option', `The option ${name} holds a blank marker, which every line carries; remove it.`)
  }
  if (markers !== undefined && markers.length > 0) return { pass: markers, fail: failMarkers ?? ['FAIL'] }
  if (failMarkers !== undefined && failMarkers.length > 0)
    throw new DietError('bad-option', 'Fail markers say nothing without markers; give the markers of executed items as well.')
  return undefined
}

const resolvePlan = (plan: readonly string[], skipped: readonly string[]): readonly string[] => {
  if (!Array.isArray(plan) || plan.some((item) => typeof item !== 'string'))
    throw new DietError('bad-plan', 'The plan is not a list of texts; give an array of strings, one per item.')
  if (plan.some((item) => item.trim() === ''))
    throw new DietError('bad-plan', 'The plan holds a blank item, which every line contains; remove it.')
  const out = new Set(skipped)
  return [...new Set(plan)].filter((item) => !out.has(item))
}

/** The lines that contain the item, each once, in order. */
function* linesWith(output: Source, item: string): Generator<number> {
  for (let at = output.text.indexOf(item); at >= 0; ) {
    const n = lineAt(output, at)
    const inside = at + item.length <= output.end(n)
    if (inside) yield n
    at = output.text.indexOf(item, inside ? output.starts[n]! : at + 1)
  }
}

const outcomeOf = (text: string, item: string, markers: Markers | undefined): Evidence['outcome'] | undefined => {
  if (markers === undefined) return 'present'
  if (markers.fail.some((marker) => findAsWord(text, marker, item))) return 'failed'
  return markers.pass.some((marker) => findAsWord(text, marker, item)) ? 'passed' : undefined
}

const findEvidence = (output: Source, item: string, markers: Markers | undefined): Evidence | undefined => {
  for (const line of linesWith(output, item)) {
    const text = output.line(line)
    const outcome = outcomeOf(text, item, markers)
    if (outcome !== undefined) return { item, line, text, outcome }
  }
  return undefined
}

/**
 * Which items of the plan survive in the output: verbatim, case-sensitive, inside one line. The first line that counts
 * as evidence decides, so a FAIL is not erased by a later PASS. Throws a DietError `bad-plan` or `bad-option`.
 */
export const check = (plan: readonly string[], output: string, options: CheckOptions = {}): CheckResult => {
  assertText(output)
  const markers = resolveMarkers(options)
  const skipped = options.skipped ?? []
  assertTexts('skipped', skipped)
  const items = resolvePlan(plan, skipped)
  const source = createSource(output)
  const found: Evidence[] = []
  const missing: string[] = []
  for (const item of items) {
    const evidence = findEvidence(source, item, markers)
    if (evidence === undefined) missing.push(item)
    else found.push(evidence)
  }
  const failed = found.filter(({ outcome }) => outcome === 'failed').map(({ item }) => item)
  return {
    mode: markers === undefined ? 'presence' : 'markers',
    planned: items.length,
    found,
    missing,
    failed,
    skipped: [...new Set(skipped)],
    survived: missing.length === 0 && failed.length === 0,
  }
}
