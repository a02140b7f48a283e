/**
 * The library: pure, synchronous functions on texts; nothing here imports from `node:`.
 *
 * @module context-diet
 */
export { decodeDigest } from './kinds/registry.ts'
export { decodeLossless } from './ladder/lossless/lossless.ts'
export { parseReceipt } from './receipt/parse-receipt.ts'
export { receiptSchema } from './receipt/schema.ts'
export type { Account, Fate, FateRange, LineRange, Receipt, Rung, Sizes } from './receipt/types.ts'
export { type Verification, type VerifyInput, verify } from './receipt/verify.ts'
export { chars4, type TokenCounter } from './source/tokens.ts'
export { type CheckOptions, type CheckResult, check } from './verbs/check.ts'
export { type CountOptions, count } from './verbs/count.ts'
export { type DedupeOptions, dedupe } from './verbs/dedupe.ts'
export { DEFAULT_BUDGET, type Digest, type DigestOptions, digest } from './verbs/digest.ts'
export { DietError, type DietErrorCode, isDietError } from './verbs/errors.ts'
export { type ExtractOptions, extract } from './verbs/extract.ts'
export type { Reduced } from './verbs/options.ts'
export { type PackOptions, pack } from './verbs/pack.ts'
export { type Changes, digestRerun, type Rerun, type RerunOptions } from './verbs/rerun.ts'
export { type SummarizeOptions, summarize } from './verbs/summarize.ts'
