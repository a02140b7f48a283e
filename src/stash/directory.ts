/** What lies in the directory of a file stash, and taking things out of it. Names: `KEY.txt` an original, `KEY.json` what is kept beside it. */
import { type Dirent, lstatSync, readdirSync, type Stats, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { attempt, codeOf, lastUsedOf, OUTGOING, removeUnused, restoreFile, TEMPORARY } from './disk.ts'
import { isKey } from './key.ts'
import type { Kept } from './sweep.ts'

export const contentName = (key: string): string => `${key}.txt`
export const metaName = (key: string): string => `${key}.json`

/** Longer than any write takes; what is older was interrupted. */
const INTERRUPTED_MS = 10 * 60_000
const STEP = 512

export interface KeptFile extends Kept {
  readonly bytes: number
}

export interface Scan {
  readonly entries: readonly KeptFile[]
  /** Names of interrupted writes. */
  readonly temporary: readonly string[]
}

/** Work that stops now and then, so that an asynchronous caller can let others run. */
export type Steps<T> = Generator<undefined, T, undefined>

export const runSteps = <T>(steps: Steps<T>): T => {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

export const runStepsAsync = async <T>(steps: Steps<T>): Promise<T> => {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** The names in a directory; none when there is no such directory. */
const namesIn = (dir: string): readonly Dirent[] => {
  try {
    return readdirSync(dir, { withFileTypes: true })
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

/** Undefined when another process removed the file meanwhile, or when it is no regular file. */
const statFile = (path: string): Stats | undefined => {
  const stats = attempt(() => lstatSync(path))
  return stats?.isFile() === true ? stats : undefined
}

const keyIn = (name: string, suffix: string): string | undefined => {
  const key = name.endsWith(suffix) ? name.slice(0, -suffix.length) : ''
  return isKey(key) ? key : undefined
}

const isInterrupted = (dir: string, name: string, now: number): boolean => {
  const stats = statFile(join(dir, name))
  return stats !== undefined && now - stats.ctimeMs > INTERRUPTED_MS
}

/** Everything in the directory that is ours, in one pass; what others put there is left alone. */
export function* scan(dir: string, now: number): Steps<Scan> {
  const contents = new Map<string, { bytes: number; lastUsed: number }>()
  const beside = new Map<string, number>()
  const temporary: string[] = []
  let seen = 0
  for (const entry of namesIn(dir)) {
    if (++seen % STEP === 0) yield
    const { name } = entry
    if (!entry.isFile()) continue
    const key = keyIn(name, '.txt')
    const metaKey = keyIn(name, '.json')
    if (key !== undefined) {
      const stats = statFile(join(dir, name))
      if (stats !== undefined) contents.set(key, { bytes: stats.size, lastUsed: lastUsedOf(stats) })
    } else if (metaKey !== undefined) {
      const stats = statFile(join(dir, name))
      if (stats !== undefined) beside.set(metaKey, stats.size)
    } else if ((name.startsWith(TEMPORARY) || name.startsWith(OUTGOING)) && isInterrupted(dir, name, now)) temporary.push(name)
  }
  for (const key of beside.keys()) if (!contents.has(key) && isInterrupted(dir, metaName(key), now)) temporary.push(metaName(key))
  const entries = [...contents].map(([key, { bytes, lastUsed }]) => ({
    key,
    bytes,
    lastUsed,
    size: bytes + (beside.get(key) ?? 0),
  }))
  return { entries, temporary }
}

/** Takes entries out, except those used meanwhile; the answer holds what went. */
export function* remove(
  dir: string,
  entries: readonly KeptFile[],
  options: { readonly force: boolean },
): Steps<readonly KeptFile[]> {
  const gone: KeptFile[] = []
  let seen = 0
  for (const entry of entries) {
    if (++seen % STEP === 0) yield
    const used = options.force ? Number.POSITIVE_INFINITY : entry.lastUsed
    const path = join(dir, contentName(entry.key))
    if (attempt(() => removeUnused(dir, entry.key, path, used)) !== true) continue
    if (entry.size > entry.bytes) attempt(() => unlinkSync(join(dir, metaName(entry.key))))
    gone.push(entry)
  }
  return gone
}

/** Removes what interrupted writes left; an original that was on its way out when its process died gets its name back. */
export const removeTemporary = (dir: string, names: readonly string[]): number => {
  let count = 0
  for (const name of names) {
    const path = join(dir, name)
    const key = name.startsWith(OUTGOING) ? name.slice(OUTGOING.length, OUTGOING.length + 24) : ''
    const done = attempt(() => {
      if (isKey(key)) restoreFile(path, join(dir, contentName(key)))
      else unlinkSync(path)
      return true
    })
    if (done === true) count++
  }
  return count
}
