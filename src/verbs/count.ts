/** `count`: how large a text is. */
import { sizesOf } from '../receipt/accounting.ts'
import type { Sizes } from '../receipt/types.ts'
import { chars4, type TokenCounter } from '../source/tokens.ts'
import { assertText } from './errors.ts'

export interface CountOptions {
  /** @default chars4, an estimate: ceil(chars / 4) */
  readonly count?: TokenCounter | undefined
}

/** Lines, UTF-8 bytes and UTF-16 chars, exactly, and tokens by the counter. */
export const count = (text: string, options: CountOptions = {}): Sizes => {
  assertText(text)
  return sizesOf(text, options.count ?? chars4)
}
