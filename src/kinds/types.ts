/** What a kind is and what it hands to the ladder. */
import type { LineFates } from '../ladder/fates.ts'
import type { LineRange, Rung } from '../receipt/types.ts'
import type { Source } from '../source/source.ts'
import type { TokenCounter } from '../source/tokens.ts'

/** What the caller asks for; resolved once, every default filled in. */
export interface Ask {
  /** Ceiling in tokens, annotations included. */
  readonly budget: number
  readonly count: TokenCounter
  readonly counter: string
  /** Tokens of the source. */
  readonly sourceTokens: number
  readonly command: string | undefined
  readonly tool: string | undefined
  readonly exitCode: number | undefined
  readonly query: string | undefined
  readonly protect: readonly string[]
  readonly mode: 'auto' | 'verbatim'
  /** Path of the complete output that a reader can open. */
  readonly original: string | undefined
  readonly normalize: { readonly ansi: boolean; readonly cr: boolean }
}

/** One thing that went wrong: a title line and blocks of lines that belong to it, the title's own first. */
export interface Failure {
  readonly title: number
  /** Other title lines of the same failure, for example in the tool's own summary. */
  readonly also: readonly number[]
  readonly blocks: readonly LineRange[]
}

export interface Candidate {
  readonly rung: Rung
  /** The whole text of the digest, head included. */
  readonly text: string
  readonly fates: LineFates
  /** Every failure found, in source order; which are shown is counted on the finished text. */
  readonly failures: readonly Failure[]
  /** Lines of failures that are not shown; the text's own index names each of them. */
  readonly index: readonly LineRange[]
  readonly warnings: readonly number[]
  readonly profile?: string
  readonly reported: 'passed' | 'failed' | null
  /** For `--explain`: why each shown line was kept, and what would have come next. */
  readonly explain?: () => readonly string[]
  /** Present when the text alone rebuilds the source text exactly. */
  readonly decode?: (text: string) => string | undefined
}

export interface Kind {
  readonly name: string
  /** 0..1: how sure it is that the source is of this kind; `why` is one phrase for `--explain`. */
  detect(source: Source, ask: Ask): { readonly score: number; readonly why: string }
  /** From the least to the most lossy. */
  candidates(source: Source, ask: Ask): Iterable<Candidate>
}
