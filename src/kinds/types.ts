/** What a kind is and what it hands to the ladder. */
import type { FateRange, Rung } from '../receipt/types.ts'
import type { LineRange } from '../receipt/types.ts'
import type { Source } from '../source/source.ts'
import type { TokenCounter } from '../source/tokens.ts'

/** What the caller asks for; resolved once, every default filled in. */
export interface Ask {
  /** Ceiling in tokens, annotations included. */
  readonly budget: number
  readonly count: TokenCounter
  readonly counter: string
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

/** A failure is a block of lines with a title line. */
export interface Failure {
  readonly title: number
  readonly block: LineRange
}

export interface Candidate {
  readonly rung: Rung
  readonly text: string
  readonly fates: readonly FateRange[]
  /** Every failure found, in source order; the ladder counts on the finished text which are shown. */
  readonly failures: readonly Failure[]
  /** Failure blocks that the text's own index lines name, because they are not shown. */
  readonly index: readonly LineRange[]
  readonly warnings: readonly number[]
  readonly profile?: string
  readonly reported?: 'passed' | 'failed'
  readonly notes?: readonly string[]
  /** Present when the text alone rebuilds the source text exactly. */
  readonly decode?: (text: string) => string
}

export interface Kind {
  readonly name: string
  /** 0..1: how sure it is that the source is of this kind; `why` is one phrase for `--explain`. */
  detect(source: Source, ask: Ask): { readonly score: number; readonly why: string }
  /** From the least to the most lossy. */
  candidates(source: Source, ask: Ask): Iterable<Candidate>
}
