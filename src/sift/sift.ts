/**
 * The API of the `sift` package on this engine: the same names, fields, errors and marker. Texts of tools become shorter; what is
 * not shown stays in a stash, under the key in the marker at the end. Compression never throws: then a text stays as it is.
 */
import { resolve } from 'node:path'
import { dietRequest } from '../requests/diet-request.ts'
import type { Diet, RequestOptions } from '../requests/options.ts'
import type { RequestReport } from '../requests/report.ts'
import { createMemoryStore } from '../requests/store.ts'
import { ensureDirectory, toStashError } from '../stash/disk.ts'
import { createFileStash, type FileStash } from '../stash/file.ts'
import { type LineSlice, sliceLines } from '../stash/pages.ts'
import type { Missing } from '../stash/stash.ts'
import { bytesOf, estimateTokens, MIN_BYTES } from './estimate.ts'
import { parseMarker } from './marker.ts'
import { reduce } from './reduce.ts'

export interface SiftText {
  readonly text: string
  readonly changed: boolean
  /** Whether the original is needed to get everything back. */
  readonly lossy: boolean
  /** Key of the original, where the text is lossy. */
  readonly stashKey: string | null
  /** Estimated tokens saved: ceil(bytes / 4 * 1.2) before, minus after. */
  readonly tokensSaved: number
}

export interface SiftRequest<T> {
  /** A copy, changed or not. */
  readonly body: T
  readonly changed: boolean
  /** Texts of tool results of 512 bytes and more behind what is frozen. */
  readonly blocksExamined: number
  readonly blocksCompressed: number
  /** Those that stay as they are since their original could not be saved. */
  readonly blocksReverted: number
  /** Messages up to the last `cache_control`. */
  readonly frozenMessages: number
  /** Originals that were saved. */
  readonly stashStored: number
  readonly tokensSaved: number
}

export interface Sift {
  siftText(text: string, query?: string, sourcePath?: string): SiftText
  siftRequest<T extends object>(body: T, query?: string): SiftRequest<T>
  /** The original with this key, or behind this marker; null when the stash has none that is whole. */
  retrieve(key: string): string | null
  /**
   * Lines of an original, with their line ends; null when there is no such original or line.
   * Throws a RangeError for a startLine below 1 or a lineCount that is not from 1 to 1000.
   */
  retrieveLines(key: string, startLine: number, lineCount: number): LineSlice | null
  /** Why `retrieve` gives null, in one sentence: expired, evicted, unknown, corrupt and unreadable are told apart. */
  explainMissing(key: string): string | null
}

export interface SiftOptions {
  /** Directory of the originals; a relative path starts at the working directory of the call. */
  readonly stashDir: string
  /**
   * What stays as it was sent before: everything up to the last `cache_control` of the body (the default), or, with
   * `conversation`, what this object sent in earlier requests, also where the client marks its newest message.
   */
  readonly frozen?: 'cache_control' | 'conversation'
}

const MAX_LINES = 1000

const unchanged = (text: string): SiftText => ({ text, changed: false, lossy: false, stashKey: null, tokensSaved: 0 })

const savedBy = (before: number, after: number): number => estimateTokens(before) - estimateTokens(after)

const assertWhole = (name: string, value: number, most: number): void => {
  if (!Number.isInteger(value) || value < 1 || value > most) {
    const range = most === Number.MAX_SAFE_INTEGER ? 'from 1 on' : `from 1 to ${most}`
    throw new RangeError(`${name} must be a whole number ${range}, not ${value}`)
  }
}

/** Results of these fates were looked into. */
const EXAMINED = ['reduced', 'whole', 'failed', 'repeat'] as const

/** A body that cannot be cloned, since it is no plain JSON, is shared. */
const copyOf = <T>(value: T): T => {
  try {
    return structuredClone(value)
  } catch {
    return value
  }
}

const accountFor = <T extends object>(body: T, changed: boolean, report: RequestReport): SiftRequest<T> => {
  const { fates, results, frozenMessages } = report
  const reduced = results.filter(({ fate }) => fate === 'reduced')
  return {
    body: copyOf(body),
    changed,
    blocksExamined: EXAMINED.reduce((sum, fate) => sum + (fates[fate] ?? 0), 0),
    blocksCompressed: reduced.length,
    blocksReverted: fates.failed ?? 0,
    frozenMessages,
    stashStored: reduced.filter(({ key, replayed }) => key !== undefined && !replayed).length,
    tokensSaved: reduced.reduce((sum, { before, after }) => sum + savedBy(before, after), 0),
  }
}

/** The methods on a stash that is opened when they need it. */
export const siftOn = (open: () => FileStash, frozen: SiftOptions['frozen'] = 'cache_control'): Sift => {
  /** Throws a StashError when the original cannot be saved; then nothing refers to it. */
  const diet: Diet = (input) => {
    const found = reduce(input)
    if (found === undefined) return { text: input.text, changed: false }
    if (!found.lossy) return { text: found.text, changed: true }
    const { key } = open().putSync(input.text)
    return { text: found.finish(key), changed: true, key }
  }

  const siftText: Sift['siftText'] = (text, query, sourcePath) => {
    try {
      const found = reduce({ text, query, sourcePath })
      if (found === undefined) return unchanged(text)
      const stashKey = found.lossy ? open().putSync(text).key : null
      const shown = found.lossy ? found.finish(stashKey!) : found.text
      const tokensSaved = savedBy(bytesOf(text), bytesOf(shown))
      return { text: shown, changed: true, lossy: found.lossy, stashKey, tokensSaved }
    } catch {
      return unchanged(text)
    }
  }

  // One query is asked of one request only, and a result stays what it was: see `frozen`.
  const store = createMemoryStore()
  const options = (query: string | undefined): RequestOptions => ({
    diet,
    frozen,
    query,
    store: frozen === 'conversation' ? store : createMemoryStore(),
    threshold: MIN_BYTES,
    counter: bytesOf,
    errors: 'keep',
    repeats: false,
    retrieveTool: 'sift_retrieve',
  })

  const siftRequest: Sift['siftRequest'] = (body, query) => {
    const result = dietRequest(body, options(query || undefined))
    return accountFor(result.body, result.changed, result.report)
  }

  const find = (key: string): string | Missing | undefined => {
    const parsed = parseMarker(key)
    if (parsed === undefined) return undefined
    try {
      const answer = open().getSync(parsed)
      return answer.found ? answer.bytes.toString('utf8') : answer
    } catch {
      return undefined
    }
  }

  const retrieve: Sift['retrieve'] = (key) => {
    const found = find(key)
    return typeof found === 'string' ? found : null
  }

  return {
    siftText,
    siftRequest,
    retrieve,
    retrieveLines: (key, startLine, lineCount) => {
      assertWhole('startLine', startLine, Number.MAX_SAFE_INTEGER)
      assertWhole('lineCount', lineCount, MAX_LINES)
      const text = retrieve(key)
      return text === null ? null : (sliceLines(text, startLine, lineCount) ?? null)
    },
    explainMissing: (key) => {
      const found = find(key)
      if (typeof found === 'string') return null
      return (
        found?.message ??
        `${JSON.stringify(String(key).slice(0, 60))} is not a stash key: give the 24 hex characters of the marker.`
      )
    },
  }
}

/**
 * The methods on a directory of their own, which is made at once. Throws a TypeError for a missing or blank `stashDir` and a
 * StashError for a directory that cannot be made. The methods need no `this`.
 */
export const createSift = (options: SiftOptions): Sift => {
  const given: unknown = options?.stashDir
  if (typeof given !== 'string' || given.trim() === '') throw new TypeError('stashDir must be the name of a directory')
  const dir = resolve(given)
  try {
    ensureDirectory(dir)
  } catch (error) {
    throw toStashError(error, dir)
  }
  const stash = createFileStash({ dir })
  return siftOn(() => stash, options.frozen)
}
