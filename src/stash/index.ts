/** The stash for users of the library. */
export { createFileStash, type FileRef, type FileStash, type FileStashOptions } from './file.ts'
export { isKey, keyOf, parseKey } from './key.ts'
export { createMemoryStash } from './memory.ts'
export {
  getPage,
  type LineSlice,
  PAGE_CHARS,
  type Page,
  type PageOptions,
  type PageRequest,
  parseLines,
  sliceLines,
} from './pages.ts'
export { openProjectStash, openUserStash, projectRoot, userStashDirectory } from './places.ts'
export { createRedisStash, type RedisSend, type RedisStashOptions } from './redis.ts'
export { type OpenRedisOptions, openRedisStash } from './redis-client.ts'
export { getFromAny, type Retrieved, retrieve } from './retrieve.ts'
export {
  type Entry,
  type Found,
  type Keeping,
  type Meta,
  MISSING_REASONS,
  type Missing,
  type MissingReason,
  type PurgeFilter,
  type Ref,
  type Removed,
  type Stash,
  StashError,
  type StashErrorReason,
  type Sweep,
  type Usage,
} from './stash.ts'
export type { StashWriter } from './writer.ts'
