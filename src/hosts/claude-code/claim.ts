/**
 * One record for one result: the hook may be set up twice (in the settings and by the plugin), and both run on each event, at once. They answer
 * the same text; only the first one records it.
 */
import { closeSync, openSync, readdirSync, statSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '../../stash/disk.ts'

const PREFIX = '.claim-'
const OLD_MS = 60_000
const ID = /^[\w-]{1,100}$/

const removeOld = (dir: string, now: number): void => {
  for (const name of readdirSync(dir)) {
    if (!name.startsWith(PREFIX)) continue
    const path = join(dir, name)
    if (now - statSync(path).mtimeMs > OLD_MS) unlinkSync(path)
  }
}

/** False when another process has claimed this call. True where claims cannot be written or the call has no name: then nothing can be told apart. */
export const claim = (dir: string, id: string | undefined, now: number): boolean => {
  if (id === undefined || !ID.test(id)) return true
  try {
    closeSync(openSync(join(dir, `${PREFIX}${id}`), 'wx', 0o600))
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'EEXIST')
  }
  attempt(() => removeOld(dir, now))
  return true
}
