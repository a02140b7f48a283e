/**
 * The API of the `sift` package, for programs that use it to change one import.
 *
 * The functions here keep originals in `SIFT_STASH_DIR`, or in the user's stash where it is not set.
 *
 * @module context-diet/sift
 */
import { detectRequestFormat as detectFormat } from '../requests/formats/index.ts'
import type { FormatName } from '../requests/formats/types.ts'
import { createFileStash, type FileStash } from '../stash/file.ts'
import { userStashDirectory } from '../stash/places.ts'
import { type Sift, siftOn } from './sift.ts'

export type { LineSlice } from '../stash/pages.ts'
export { type ContentType, detectContentType } from './content-type.ts'
export { createSift, type Sift, type SiftOptions, type SiftRequest, type SiftText } from './sift.ts'

const stashes = new Map<string, FileStash>()

/** The stash of the directory that the environment names now. */
const openDefault = (): FileStash => {
  const named = process.env.SIFT_STASH_DIR ?? ''
  const dir = named.trim() === '' ? userStashDirectory() : named
  const stash = stashes.get(dir) ?? createFileStash({ dir })
  stashes.set(dir, stash)
  return stash
}

const shared = siftOn(openDefault)

/**
 * Shortens one text: `lossy` says whether something is not shown, which then is in the stash under `stashKey`, also in the marker
 * at the end. `query` says what the reader looks for, `sourcePath` which file the text is from. Never throws.
 */
export const siftText: Sift['siftText'] = shared.siftText

/** Shortens the tool results of a request to a model (Anthropic, OpenAI, Gemini). The body is not mutated. Never throws. */
export const siftRequest: Sift['siftRequest'] = shared.siftRequest
export const retrieve: Sift['retrieve'] = shared.retrieve
export const retrieveLines: Sift['retrieveLines'] = shared.retrieveLines
export const explainMissing: Sift['explainMissing'] = shared.explainMissing

/** The format of a request body. */
export const detectRequestFormat = (body: object): FormatName | 'unknown' => detectFormat(body)?.format ?? 'unknown'
