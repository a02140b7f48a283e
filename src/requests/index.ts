/** Compression of the tool results inside requests to models. */
export type { ResultFate } from './decide.ts'
export {
  type DietedRequest,
  dietRequest,
  dietRequestAsync,
  dietRequestBytes,
  dietRequestBytesAsync,
} from './diet-request.ts'
export { createFileStore, type FileStoreOptions } from './file-store.ts'
export { detectRequestFormat } from './formats/index.ts'
export type { FormatName } from './formats/types.ts'
export type { AsyncDiet, AsyncRequestOptions, Diet, DietInput, DietOutcome, RequestOptions } from './options.ts'
export type { RequestReport, ResultReport } from './report.ts'
export { type StashDietOptions, stashDiet } from './stash-diet.ts'
export { type AsyncRequestStore, createMemoryStore, type MemoryStoreOptions, type RequestStore, type Sent } from './store.ts'
