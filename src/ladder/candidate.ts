/** What the ladder chooses from, and what the caller asked for. */
import type { LineRange, Rung } from '../receipt/types.ts'
import type { OutlineReader } from '../source/code-outline.ts'
import type { TokenCounter } from '../source/tokens.ts'
import type { LineFates } from './fates.ts'
import type { LineRules } from './rules.ts'

/** What the caller asks for; resolved once, every default filled in. */
export interface Ask {
  /** Ceiling in tokens, annotations included. */
  readonly budget: number
  readonly count: TokenCounter
  /** Name of the counter. */
  readonly counter: string
  /** Tokens of the source. */
  readonly sourceTokens: number
  readonly command: string | undefined
  readonly tool: string | undefined
  readonly exitCode: number | undefined
  readonly query: string | undefined
  /** Lines that must be shown, ascending. */
  readonly protect: readonly number[]
  /** `verbatim`: no re-encoded forms, only source lines and notes. */
  readonly mode: 'auto' | 'verbatim'
  /** Path of the complete output that a reader can open. */
  readonly original: string | undefined
  readonly normalize: { readonly ansi: boolean; readonly cr: boolean }
  /** Outlines of code by a grammar, where the caller has loaded one. */
  readonly outlines?: OutlineReader | undefined
  /** False: without what is known of single tools. */
  readonly profiles?: boolean | undefined
  /** What the project's filters say of the lines. */
  readonly rules?: LineRules | undefined
}

/** One thing that went wrong: a title line and blocks of lines that belong to it, the title's own first. */
export interface Failure {
  readonly title: number
  /** Offset in the title line where the failure stands; only of failures that share a long line with others. */
  readonly at?: number
  /** Other title lines of the same failure, for example in the tool's own summary. */
  readonly also: readonly number[]
  readonly blocks: readonly LineRange[]
}

/** What a kind found in a source, whatever is shown of it. */
export interface Findings {
  /** In source order. */
  readonly failures: readonly Failure[]
  readonly warnings: readonly number[]
  /** What looks like failures and is none that is counted. */
  readonly loose?: readonly LineRange[]
  readonly profile: string | null
  /** What the tool's own summary says. */
  readonly reported: 'passed' | 'failed' | null
}

export const NOTHING_FOUND: Findings = { failures: [], warnings: [], profile: null, reported: null }

/** One way to present a source. */
export interface Candidate {
  readonly rung: Rung
  /** The whole text of the digest, head included. */
  readonly text: string
  readonly fates: LineFates
  readonly findings: Findings
  /** Lines of failures that are not shown; the text's own index names each of them. */
  readonly index: readonly LineRange[]
  /** How many kept lines each normalization changed. */
  readonly normalized: { readonly ansi: number; readonly cr: number }
  /** Of the failures with an `at`, those whose place is shown. */
  readonly spots?: ReadonlySet<Failure>
  readonly notes?: readonly string[]
  /** For `--explain`: why each shown line was kept, and what would have come next. */
  readonly explain?: () => readonly string[]
  /** Present when the text alone rebuilds the source text exactly. */
  readonly decode?: (text: string) => string | undefined
}
