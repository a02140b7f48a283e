/**
 * Edits of a JSON file that somebody keeps by hand: a value is spliced in, and no other byte changes. Comments and trailing commas, which
 * strict JSON lacks, are allowed. Pure.
 */
import {
  createTape,
  eachMember,
  findPointer,
  isArrayAt,
  isObjectAt,
  itemsOf,
  type JsonTape,
  pointerStep,
  scanValue,
  skipSpace,
} from '../../source/json.ts'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
/** Keys of objects, from the outermost. */
export type Path = readonly string[]

/** The text is no JSON, or has another kind of value where one is to be added. The message is a plain phrase. */
export class JsonEditError extends Error {}

const SPACE = 32

/** Offset behind the comment that begins at `at`; undefined when none does. */
const commentEnd = (text: string, at: number): number | undefined => {
  const line = text.startsWith('//', at)
  if (!line && !text.startsWith('/*', at)) return undefined
  const end = text.indexOf(line ? '\n' : '*/', at + 2)
  return end < 0 ? text.length : line ? end : end + 2
}

/** The text with comments and trailing commas as white space, so that offsets stay; a byte order mark too. */
export const maskComments = (text: string): string => {
  const parts: string[] = []
  let [from, comma] = [0, -1]
  const blank = (start: number, end: number): void => {
    parts.push(text.slice(from, start), text.slice(start, end).replace(/[^\r\n]/g, ' '))
    from = end
  }
  const commas: number[] = []
  if (text.charCodeAt(0) === 0xfeff) blank(0, 1)
  for (let at = from; at < text.length; at++) {
    const c = text[at]!
    const end = c === '/' ? commentEnd(text, at) : undefined
    if (end !== undefined) {
      blank(at, end)
      at = end - 1
    } else if (c === '"') {
      while (++at < text.length && text[at] !== '"') if (text[at] === '\\') at++
      comma = -1
    } else if (c === ',') comma = at
    else if ((c === '}' || c === ']') && comma >= 0) {
      commas.push(comma)
      comma = -1
    } else if (text.charCodeAt(at) > SPACE) comma = -1
  }
  parts.push(text.slice(from))
  const masked = parts.join('')
  if (commas.length === 0) return masked
  const pieces: string[] = []
  let last = 0
  for (const at of commas) {
    pieces.push(masked.slice(last, at), ' ')
    last = at + 1
  }
  return pieces.join('') + masked.slice(last)
}

interface Document {
  readonly text: string
  readonly tape: JsonTape
}

const open = (text: string): Document => {
  const masked = maskComments(text)
  const tape = createTape(masked)
  const scanned = scanValue(tape, 0)
  const isWhole = scanned?.complete === true && skipSpace(masked, scanned.end, masked.length) === masked.length
  if (!isWhole || !isObjectAt(tape, 0)) throw new JsonEditError('is no JSON object')
  return { text, tape }
}

/** What the text means. */
export const parseJson = (text: string): Json => {
  open(text)
  return JSON.parse(maskComments(text)) as Json
}

const pointerOf = (path: Path): string => path.map((key) => `/${pointerStep(key)}`).join('')
const find = ({ tape }: Document, path: Path): number => findPointer(tape, 0, pointerOf(path))

interface Style {
  readonly eol: string
  /** One step of indentation. */
  readonly unit: string
}

const styleOf = (text: string): Style => {
  const unit = /[{[][^\S\r\n]*\r?\n([ \t]+)\S/.exec(text)?.[1] ?? '  '
  return { eol: text.includes('\r\n') ? '\r\n' : '\n', unit }
}

/** White space before the first char of the line that holds `at`. */
const indentAt = (text: string, at: number): string => {
  const start = text.lastIndexOf('\n', at - 1) + 1
  return /^[ \t]*/.exec(text.slice(start, at))![0]
}

const format = (value: Json, { eol, unit }: Style, indent: string): string =>
  JSON.stringify(value, null, unit).replaceAll('\n', `${eol}${indent}`)

/** The children of a container by their offsets; a member begins with its key. */
const childrenOf = (tape: JsonTape, n: number): readonly { readonly start: number; readonly end: number }[] => {
  const children: { start: number; end: number }[] = []
  if (isArrayAt(tape, n)) for (const item of itemsOf(tape, n)) children.push({ start: tape.start[item]!, end: tape.end[item]! })
  else eachMember(tape, n, (key, value) => children.push({ start: tape.start[key]!, end: tape.end[value]! }))
  return children
}

/** Adds a child at the end of container n; `prefix` is the key of a member. */
const append = ({ text, tape }: Document, n: number, prefix: string, value: Json): string => {
  const [from, to] = [tape.start[n]!, tape.end[n]!]
  const last = childrenOf(tape, n).at(-1)
  const style = styleOf(text)
  const close = to - 1
  const isInline = last !== undefined && !text.slice(from, to).includes('\n')
  if (isInline) return `${text.slice(0, last.end)}, ${prefix}${JSON.stringify(value)}${text.slice(last.end)}`
  const outer = indentAt(text, from)
  const inner = last === undefined ? outer + style.unit : indentAt(text, last.start)
  const added = `${style.eol}${inner}${prefix}${format(value, style, inner)}`
  // Behind what is written behind the last child: a comment there speaks of that child.
  const end = from + 1 + text.slice(from + 1, close).trimEnd().length
  const hasComma =
    last !== undefined &&
    text
      .slice(last.end, close)
      .replace(/\/\/.*|\/\*[\s\S]*?\*\//g, '')
      .includes(',')
  const before = last === undefined || hasComma ? text.slice(0, end) : `${text.slice(0, last.end)},${text.slice(last.end, end)}`
  const gap = text.slice(end, close)
  return `${before}${added}${gap.includes('\n') ? gap : `${style.eol}${outer}`}${text.slice(close)}`
}

/** The text with the value of a key set; objects on the way are made when they are missing. */
export const setMember = (text: string, path: Path, value: Json): string => {
  const document = open(text)
  const found = find(document, path)
  if (found >= 0) {
    const { tape } = document
    const at = tape.start[found]!
    return `${text.slice(0, at)}${format(value, styleOf(text), indentAt(text, at))}${text.slice(tape.end[found]!)}`
  }
  const key = path.at(-1)!
  const parent = find(document, path.slice(0, -1))
  if (parent < 0) return setMember(text, path.slice(0, -1), { [key]: value })
  if (!isObjectAt(document.tape, parent)) throw new JsonEditError(`has no object at ${pointerOf(path.slice(0, -1))}`)
  return append(document, parent, `${JSON.stringify(key)}: `, value)
}

/** The text with an item added at the end of an array, which is made when it is missing. */
export const appendItem = (text: string, path: Path, value: Json): string => {
  const document = open(text)
  const array = find(document, path)
  if (array < 0) return setMember(text, path, [value])
  if (!isArrayAt(document.tape, array)) throw new JsonEditError(`has no list at ${pointerOf(path)}`)
  return append(document, array, '', value)
}

const removeChild = ({ text, tape }: Document, n: number, at: number): string => {
  const children = childrenOf(tape, n)
  const [before, child, after] = [children[at - 1], children[at]!, children[at + 1]]
  if (before !== undefined) return text.slice(0, before.end) + text.slice(child.end)
  if (after !== undefined) return text.slice(0, child.start) + text.slice(after.start)
  return text.slice(0, tape.start[n]! + 1) + text.slice(tape.end[n]! - 1)
}

/** The text without item `index` of an array; an unknown path or index changes nothing. */
export const removeItem = (text: string, path: Path, index: number): string => {
  const document = open(text)
  const array = find(document, path)
  const isThere = array >= 0 && isArrayAt(document.tape, array) && index < itemsOf(document.tape, array).length
  return isThere ? removeChild(document, array, index) : text
}

/** The text without a key and its value; an unknown path changes nothing. */
export const removeMember = (text: string, path: Path): string => {
  const document = open(text)
  const [value, parent] = [find(document, path), find(document, path.slice(0, -1))]
  if (value < 0 || path.length === 0) return text
  const end = document.tape.end[value]!
  return removeChild(
    document,
    parent,
    childrenOf(document.tape, parent).findIndex((child) => child.end === end),
  )
}
