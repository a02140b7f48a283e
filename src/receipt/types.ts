/** The receipt: the account of a digest. Version 1. DESIGN section 5 fixes its fields. */

/** What became of one source line. Each line has exactly one. */
export const FATES = ['kept', 'repeat', 'near', 'folded', 'noise', 'cut', 'blank'] as const
export type Fate = (typeof FATES)[number]

/** How much a candidate loses. */
export const RUNGS = ['whole', 'lossless', 'selected', 'outline'] as const
export type Rung = (typeof RUNGS)[number]

/**
 * Lines `from` to `to` (1-based, inclusive) have this fate; `ref` is the line that stands for the first of them, the next line for
 * the second, and so on, for blocks; for `repeat`, `near`, `folded`. A ref may be a removed line whose own ref leads on to a kept one.
 */
export type FateRange = readonly [from: number, to: number, fate: Fate, ref?: number]

/** A line, 1-based, and the offset of a char in it, from 0. */
export type Spot = readonly [line: number, offset: number]

/** Lines `from` to `to`, 1-based, inclusive. */
export type LineRange = readonly [from: number, to: number]

export interface Sizes {
  readonly lines: number
  readonly chars: number
  /** UTF-8 bytes. */
  readonly bytes: number
  readonly tokens: number
}

export interface Account {
  readonly total: number
  /** Counted on the finished text. */
  readonly shown: number
  readonly indexed: number
}

export interface Receipt {
  readonly version: 1
  readonly verb: 'digest' | 'dedupe' | 'extract' | 'summarize' | 'pack'
  readonly kind: string
  readonly profile: string | null
  readonly rung: Rung
  /** Every content line of the output is a source line, in order (after the normalizations counted below). */
  readonly verbatim: boolean
  /** The output alone rebuilds the source, by `decode` (or because it is the source). */
  readonly lossless: boolean
  /** First 24 hex characters of the SHA-256 of the source's UTF-8 bytes; null when no hash function was handed in. */
  readonly key: string | null
  /** Name of the token counter. */
  readonly counter: string
  /** Token budget asked for; null when none. */
  readonly budget: number | null
  readonly source: Sizes
  readonly output: Sizes
  /** Lines removed, by fate. */
  readonly removed: Readonly<Record<Exclude<Fate, 'kept'>, number>>
  /** Lines removed by each stage of `pack`. */
  readonly stages?: { readonly dedupe: number; readonly extract: number; readonly summarize: number }
  /** Cover lines 1..source.lines without gap or overlap. */
  readonly fates: readonly FateRange[]
  readonly findings: {
    readonly failures: Account
    readonly warnings: Account
    /**
     * Lines of failures that are not shown, ascending: whole blocks, and what is hidden of failures whose title is shown. In a lossless
     * text those that stand in a fold or a template: they count as shown, since they can be rebuilt, but no search finds their words.
     */
    readonly index: readonly LineRange[]
    /** Title lines of the failures that are shown, ascending; with them `shown` can be proven. */
    readonly titles?: readonly number[]
    /** Failures that share one long line: not counted among the titles, since their place is an offset in the line. */
    readonly spots?: { readonly shown: readonly Spot[]; readonly indexed: readonly Spot[] }
  }
  readonly verdict: {
    readonly exitCode: number | null
    /** What the tool's own summary says. */
    readonly reported: 'passed' | 'failed' | null
  }
  readonly protected: { readonly kept: number; readonly missing: readonly string[] }
  /** Kept lines that a normalization changed, per normalization. */
  readonly normalized: { readonly ansi: number; readonly cr: number }
  readonly notes: readonly string[]
}
