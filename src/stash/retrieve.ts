/** From a key to a page: the one function behind the library, the command line and the MCP tool. */
import { constants, isUtf8 } from 'node:buffer'
import { getPage, type PageOptions, type PageRequest } from './pages.ts'
import type { Found, Missing, MissingReason, Stash } from './stash.ts'

export type Retrieved =
  | { readonly ok: true; readonly key: string; readonly text: string; readonly next?: PageRequest; readonly found: Found }
  /** `request`: the original is there, but has no such lines or value. The message is one sentence with the way out. */
  | { readonly ok: false; readonly key: string; readonly reason: MissingReason | 'request'; readonly message: string }

/** A miss that says what happened tells more than one that knows nothing. */
const WEIGHT: Readonly<Record<MissingReason, number>> = { unknown: 0, evicted: 1, expired: 2, unreadable: 3, corrupt: 4 }

/** Looks in each stash in turn; of several misses the one that tells most. */
export const getFromAny = async (stashes: readonly Stash[], key: string): Promise<Found | Missing | undefined> => {
  let miss: Missing | undefined
  for (const stash of stashes) {
    const answer = await stash.get(key)
    if (answer.found) return answer
    if (miss === undefined || WEIGHT[answer.reason] > WEIGHT[miss.reason]) miss = answer
  }
  return miss
}

const refuse = (key: string, message: string): Retrieved => ({ ok: false, key, reason: 'request', message })

/** The page of an original that a request names. Never rejects for what a reader can ask; `stashes` must not be empty. */
export const retrieve = async (
  stashes: readonly Stash[],
  asked: string,
  request: PageRequest,
  options: PageOptions,
): Promise<Retrieved> => {
  const answer = await getFromAny(stashes, asked)
  if (answer === undefined) throw new RangeError('stashes: at least one')
  if (!answer.found) return { ok: false, key: answer.key, reason: answer.reason, message: answer.message }
  const { key, bytes, path } = answer
  if (bytes.length > constants.MAX_STRING_LENGTH) {
    return refuse(
      key,
      `The original ${key} has ${bytes.length} bytes, too many for a page: open ${path ?? 'a part of it elsewhere'}.`,
    )
  }
  const name = isUtf8(bytes) ? key : `${key} (bytes that are not UTF-8 show as U+FFFD)`
  const page = getPage(bytes.toString('utf8'), request, { name, ...options })
  if (typeof page === 'string') return refuse(key, page)
  return { ok: true, key, text: page.text, found: answer, ...(page.next === undefined ? {} : { next: page.next }) }
}
