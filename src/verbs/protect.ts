/** Protected lines: the caller's explicit list of lines that must survive, letter for letter. */
import type { Source } from '../source/source.ts'
import type { TokenCounter } from '../source/tokens.ts'
import { assertTexts, DietError, type ProtectedLine } from './errors.ts'

export type ProtectMode = 'fail' | 'partial'

export interface ProtectOptions {
  /** Lines that must survive, without line ends; blank ones are ignored. They are kept first, before failures. */
  readonly protectLines?: readonly string[] | undefined
  /**
   * When the protected lines alone exceed the budget: `fail` throws `protected-over-budget`, which names every line at
   * risk; `partial` keeps them, and nothing else, and flags the shortfall: for diagnosis only.
   * @default 'fail'
   */
  readonly protectMode?: ProtectMode | undefined
}

export interface Protection {
  /** Lines of the source that must survive, the first of equal ones, in the order of the caller's list. */
  readonly lines: readonly number[]
  /** Asked for, but not in the source. */
  readonly absent: readonly string[]
}

/** What became of the protected lines. */
export interface Outcome {
  readonly kept: number
  readonly missing: readonly string[]
  readonly notes: readonly string[]
}

const resolveList = ({ protectLines, protectMode }: ProtectOptions): string[] => {
  if (protectMode !== undefined && protectMode !== 'fail' && protectMode !== 'partial')
    throw new DietError('bad-option', `The protect mode is ${String(protectMode)}; give fail or partial.`)
  if (protectLines === undefined) return []
  assertTexts('protectLines', protectLines)
  const lines = protectLines.flatMap((item) => item.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line)))
  return [...new Set(lines)].filter((line) => line.trim() !== '')
}

/** Finds the protected lines. Throws `bad-option`. */
export const findProtected = (source: Source, options: ProtectOptions): Protection => {
  const asked = resolveList(options)
  const found = new Map<string, number>(asked.map((line) => [line, 0]))
  for (let n = 1, left = asked.length; n <= source.lines && left > 0; n++) {
    const line = source.line(n)
    if (found.get(line) !== 0) continue
    found.set(line, n)
    left--
  }
  return {
    lines: [...found.values()].filter((n) => n > 0),
    absent: asked.filter((line) => found.get(line) === 0),
  }
}

const quote = ({ line, text }: ProtectedLine): string => `L${line} ${JSON.stringify(text)}`

const at = (source: Source, lines: readonly number[]): ProtectedLine[] =>
  [...lines].sort((a, b) => a - b).map((line) => ({ line, text: source.line(line) }))

export const quoteLines = (source: Source, lines: readonly number[]): string => at(source, lines).map(quote).join(', ')

/** The error that names every protected line at risk: the report of the conflict between the lines and the budget. */
export const overBudget = (source: Source, lines: readonly number[], budget: number, count: TokenCounter): DietError => {
  const risks = at(source, lines)
  const tokens = count(risks.map(({ line }) => source.raw(line)).join(''))
  const which = risks.length === 1 ? 'The protected line needs' : `The ${risks.length} protected lines need`
  return new DietError(
    'protected-over-budget',
    `${which} ${tokens} tokens, more than the budget of ${budget}; raise the budget to ${tokens} or set the protect mode to partial. At risk: ${quoteLines(source, lines)}.`,
    risks,
  )
}

/** Accounts for the protected lines on the lines that were kept in the end; any of equal lines will do. */
export const outcomeOf = (source: Source, { lines, absent }: Protection, kept: readonly number[]): Outcome => {
  const shown = new Set(lines.length === 0 ? [] : kept.map(source.line))
  const lost = lines.filter((n) => !shown.has(source.line(n)))
  return {
    kept: lines.length - lost.length,
    missing: [...absent, ...lost.map(source.line)],
    notes: [
      ...absent.map((line) => `protected line not in the source: ${JSON.stringify(line)}`),
      ...at(source, lost).map((line) => `protected line not kept: ${quote(line)}`),
    ],
  }
}
