/** Indexes of lines (from 0) of a block that may be a failure. */
export interface Span {
  readonly title: number
  readonly from: number
  readonly to: number
  /** A failure by structure, and not only by a word. */
  readonly strong: boolean
}
