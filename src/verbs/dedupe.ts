/** `dedupe`: repeated lines and blocks go, the first stays. Text matching, not a proof that two failures have one cause. */
import { newFates } from '../ladder/fates.ts'
import { analyse } from '../signals/analysis.ts'
import { createSource } from '../source/source.ts'
import { assertText } from './errors.ts'
import { type Reduced, resolveShared, type SharedOptions } from './options.ts'
import { publish } from './publish.ts'
import { markRepeats } from './repeats.ts'

export interface DedupeOptions extends SharedOptions {
  /**
   * Byte-identical matching alone; otherwise lines and blocks that differ only in `0x…` memory addresses also fold into
   * the first, and are counted apart as `near`.
   * @default false
   */
  readonly exactOnly?: boolean | undefined
}

/** Throws a DietError `bad-text` or `bad-option`. */
export const dedupe = (text: string, options: DedupeOptions = {}): Reduced => {
  assertText(text)
  const shared = resolveShared(options)
  const source = createSource(text)
  const fates = newFates(source.lines, 'kept')
  markRepeats(source, fates, options.exactOnly === true, new Set())
  return publish({ verb: 'dedupe', source, analysis: analyse(source), fates }, shared)
}
