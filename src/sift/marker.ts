/** The mark that stands for an original: `<<stash:KEY>>`, KEY being 24 hex characters. */
import { MARK } from '../receipt/notes.ts'

const OPEN = '<<stash:'
const CLOSE = '>>'
const KEY_CHARS = 24
const MARKER_CHARS = OPEN.length + KEY_CHARS + CLOSE.length

const isHex = (text: string): boolean => /^[0-9a-f]{24}$/i.test(text)

export const formatMarker = (key: string): string => `${OPEN}${key}${CLOSE}`

/** The key of a text that is one marker or one bare key; undefined for anything else, so no path can pass as a key. */
export const parseMarker = (text: unknown): string | undefined => {
  if (typeof text !== 'string') return undefined
  const key = text.length === MARKER_CHARS && text.startsWith(OPEN) && text.endsWith(CLOSE) ? text.slice(OPEN.length, -2) : text
  return isHex(key) ? key.toLowerCase() : undefined
}

/** Whether a text ends with a marker, white space aside: one further up is data, which anyone can write. */
export const endsWithMarker = (text: string): boolean => {
  const end = text.slice(-MARKER_CHARS - 8).trimEnd()
  return end.length >= MARKER_CHARS && isHex(end.slice(-KEY_CHARS - CLOSE.length, -CLOSE.length))
    ? end.slice(-MARKER_CHARS).startsWith(OPEN) && end.endsWith(CLOSE)
    : false
}

/** The last line of a lossy text: what is not shown, that nothing of it is lost, and where it is. */
export const formatTrailer = (omitted: number, key: string): string => {
  const what = omitted > 0 ? `${omitted} line${omitted === 1 ? '' : 's'} omitted` : 'shortened'
  return `${MARK} ${what}; complete output, unmodified: ${formatMarker(key)}`
}
