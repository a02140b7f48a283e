/** A kind knows what a source is and how to present it. */
import type { Ask, Candidate, Findings } from '../ladder/candidate.ts'
import type { Source } from '../source/source.ts'

export interface Detected {
  /** 0..1: how sure the kind is that the source is one of its own. */
  readonly score: number
  /** One phrase for `--explain`. */
  readonly why: string
}

/** A source as a kind reads it. */
export interface Reader {
  readonly findings: Findings
  /** From the least to the most lossy; the whole source is not among them. */
  candidates(): Iterable<Candidate>
  /** What else `--explain` says of it, one sentence each. */
  readonly explain?: () => readonly string[]
  /** The same without reading the source again, for an ask that differs in budget, mode and rules alone. */
  candidatesFor?(ask: Ask): Iterable<Candidate>
}

export interface Kind {
  readonly name: string
  detect(source: Source, ask: Ask): Detected
  /** Undefined for a source that the kind cannot read, whatever `detect` would say of it. */
  read(source: Source, ask: Ask): Reader | undefined
  /** Rebuilds the source from a lossless digest of this kind; undefined when the text is none. */
  readonly decode?: (text: string) => string | undefined
}
