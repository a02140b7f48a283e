/**
 * Saves a complete output before a digest refers to it (DESIGN section 1, promise 5), in the stash of the project, where `retrieve`
 * and the MCP server look for it.
 */
import { createHash } from 'node:crypto'
import { join, relative, sep } from 'node:path'
import { recentKeys } from '../ledger/ledger.ts'
import type { FileStash } from '../stash/file.ts'
import { openProjectStash } from '../stash/places.ts'
import { StashError } from '../stash/stash.ts'
import { encodePieces } from './bytes.ts'
import { getSystemCode } from './errors.ts'

/** The key of a text: of the bytes that it was decoded from. */
export const hashText = (text: string): string => {
  const hash = createHash('sha256')
  for (const piece of encodePieces(text)) hash.update(piece)
  return hash.digest('hex').slice(0, 24)
}

const openStash = (cwd: string): FileStash => {
  const { dir } = openProjectStash(cwd)
  return openProjectStash(cwd, { pinned: () => recentKeys(dir) })
}

/** Where the original with this key is saved, as a reader in `cwd` opens it: relative, with slashes on every system. */
export const getOriginalPath = (key: string, cwd: string = process.cwd()): string =>
  relative(cwd, join(openProjectStash(cwd).dir, `${key}.txt`))
    .split(sep)
    .join('/')

const reasonOf = (error: unknown): string => {
  const cause = error instanceof StashError ? error.cause : error
  return getSystemCode(cause) ?? (error instanceof Error ? error.message.replace(/\.$/, '') : String(error))
}

/**
 * Saves the text's bytes, also those that are not UTF-8, in the stash of the project that `cwd` is in. Returns undefined when they can be
 * read back, else the reason why not.
 */
export const saveOriginal = (text: string, cwd: string = process.cwd()): string | undefined => {
  try {
    const writer = openStash(cwd).openWriter()
    try {
      for (const piece of encodePieces(text)) writer.write(piece)
      writer.commit()
    } finally {
      writer.close()
    }
    return undefined
  } catch (error) {
    return reasonOf(error)
  }
}
