/** Warnings that made a run fail. */
import { failuresCounted } from '../../signals/counts.ts'
import { ROLE } from '../../signals/line.ts'
import type { Source } from '../../source/source.ts'
import { lastBefore, type Span } from './spans.ts'

/** Verdicts from the end in which one is looked for that takes warnings for errors. */
const VERDICTS = 8
/** `Aborted with 2 warnings in strict mode`. */
const BY_WARNINGS = /\b(?:(\d{1,6}) )?warnings?\b/i

/** The last such verdict, and how many warnings it counts, if it does. */
const findVerdict = (
  source: Source,
  roles: Uint8Array,
): { readonly at: number; readonly count: number | undefined } | undefined => {
  let at = lastBefore(roles, ROLE.verdict, roles.length)
  for (let looked = 0; at >= 0 && looked < VERDICTS; looked++, at = lastBefore(roles, ROLE.verdict, at)) {
    const text = source.body(at + 1).trim()
    const told = (failuresCounted(text) ?? 0) > 0 ? null : BY_WARNINGS.exec(text)
    if (told !== null) return { at, count: told[1] === undefined ? undefined : Number(told[1]) }
  }
  return undefined
}

/** Warnings that are failures by such a verdict, where nothing else failed among them: indexes, as many as it counts. */
export const fatalWarnings = (source: Source, roles: Uint8Array, found: readonly Span[]): readonly number[] => {
  const verdict = findVerdict(source, roles)
  if (verdict === undefined) return []
  const { at, count = Number.POSITIVE_INFINITY } = verdict
  const warnings: number[] = []
  for (let i = lastBefore(roles, ROLE.warning, at); i >= 0 && warnings.length < count; i = lastBefore(roles, ROLE.warning, i))
    warnings.push(i)
  const from = verdict.count === undefined ? 0 : (warnings.at(-1) ?? at)
  return found.some(({ strong, title }) => strong && title >= from && title <= at) ? [] : warnings.reverse()
}
