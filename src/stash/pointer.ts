/** Finds a value in a JSON text by JSON pointer (RFC 6901) and gives its place, so that it can be shown as it is spelled there. */
import { plural } from '../receipt/notes.ts'

export interface Place {
  readonly from: number
  readonly to: number
  /** What the value is, for a reader: `array of 5000 values`, `object with 3 keys: id, name, tags`. */
  readonly shape: string
}

const MAX_CHARS = 1000
const SHOWN_KEYS = 300

const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9

const skipSpace = (text: string, from: number): number => {
  let at = from
  while (isSpace(text.charCodeAt(at))) at++
  return at
}

const QUOTE = 34
const COMMA = 44
const COLON = 58
const BACKSLASH = 92
const isOpening = (code: number): boolean => code === 123 || code === 91
const isClosing = (code: number): boolean => code === 125 || code === 93

/** The offset behind the string that begins at `from`; the end of the text when it is not closed. */
const skipString = (text: string, from: number): number => {
  for (let quote = text.indexOf('"', from + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let before = quote
    while (text.charCodeAt(before - 1) === BACKSLASH && before - 1 > from) before--
    if ((quote - before) % 2 === 0) return quote + 1
  }
  return text.length
}

/** The offset behind the number or word that begins at `from`. */
const skipScalar = (text: string, from: number): number => {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === COMMA || code === COLON || code === QUOTE || isSpace(code) || isOpening(code) || isClosing(code)) return at
  }
  return text.length
}

/** The offset behind the value that begins at `from`; brackets are counted, not matched. */
const skipValue = (text: string, from: number): number => {
  const first = text.charCodeAt(from)
  if (first === QUOTE) return skipString(text, from)
  if (!isOpening(first)) return skipScalar(text, from)
  let depth = 0
  for (let at = from; at < text.length; ) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      at = skipString(text, at)
      continue
    }
    at++
    if (isOpening(code)) depth++
    else if (isClosing(code) && --depth === 0) return at
  }
  return text.length
}

interface Member {
  /** The key as its string means it; undefined in an array. */
  readonly key: string | undefined
  readonly from: number
  readonly to: number
}

const decodeKey = (spelled: string): string => {
  if (!spelled.includes('\\')) return spelled.slice(1, -1)
  try {
    return String(JSON.parse(spelled))
  } catch {
    return spelled.slice(1, -1)
  }
}

/** The members of the object or array that begins at `from`. */
function* membersOf(text: string, from: number): Generator<Member> {
  const isObject = text[from] === '{'
  for (let at = skipSpace(text, from + 1); at < text.length && text[at] !== '}' && text[at] !== ']'; ) {
    let key: string | undefined
    if (isObject) {
      const end = text[at] === '"' ? skipString(text, at) : at
      const colon = skipSpace(text, end)
      if (end === at || text[colon] !== ':') return
      key = decodeKey(text.slice(at, end))
      at = skipSpace(text, colon + 1)
    }
    const to = skipValue(text, at)
    if (to === at) return
    yield { key, from: at, to }
    const comma = skipSpace(text, to)
    if (text[comma] !== ',') return
    at = skipSpace(text, comma + 1)
  }
}

const describe = (text: string, from: number): string => {
  const first = text[from]
  if (first === '"') return 'string'
  if (first !== '{' && first !== '[') return 'value'
  let count = 0
  let names = ''
  for (const { key } of membersOf(text, from)) {
    count++
    if (key !== undefined && names.length < SHOWN_KEYS)
      names += `${names === '' ? '' : ', '}${JSON.stringify(key).slice(1, -1).slice(0, 60)}`
  }
  if (first === '[') return `array of ${plural(count, 'value')}`
  return `object with ${plural(count, 'key')}${count === 0 ? '' : `: ${names}${names.length >= SHOWN_KEYS ? ', ...' : ''}`}`
}

const step = (text: string, from: number, token: string): Member | undefined => {
  let found: Member | undefined
  let index = 0
  // Of two equal keys the last counts, as in JSON.parse.
  for (const member of membersOf(text, from))
    if (member.key === token || (member.key === undefined && String(index++) === token)) found = member
  return found
}

/** The place of the value, or one sentence that says why there is none. Linear in the text for each step of the pointer. */
export const findPointer = (text: string, pointer: string): Place | string => {
  if (pointer.length > MAX_CHARS) return `The JSON pointer has ${pointer.length} characters: give at most ${MAX_CHARS}.`
  if (pointer !== '' && pointer[0] !== '/')
    return `${JSON.stringify(pointer)} is no JSON pointer: write it like /items/3/name, or "" for the whole.`
  const start = skipSpace(text, text.charCodeAt(0) === 0xfeff ? 1 : 0)
  if (!/^["{[\-0-9tfn]/.test(text.slice(start, start + 1))) return 'The text is not JSON: ask for lines or a pattern instead.'
  let place = { from: start, to: skipValue(text, start) }
  if (skipSpace(text, place.to) < text.length)
    return 'The text is more than one JSON value: ask for the pointer in one line of it.'
  let path = ''
  for (const spelled of pointer.split('/').slice(1)) {
    const next = step(text, place.from, spelled.replaceAll('~1', '/').replaceAll('~0', '~'))
    if (next === undefined) {
      const where = path === '' ? 'the whole' : path
      return `There is no ${path}/${spelled}: ${where} is ${aOrAn(describe(text, place.from))}.`
    }
    path += `/${spelled}`
    place = next
  }
  return { from: place.from, to: place.to, shape: describe(text, place.from) }
}

const aOrAn = (shape: string): string => `${/^[aeo]/.test(shape) ? 'an' : 'a'} ${shape}`
