/**
 * Read access to a request body, the same for raw JSON text and for a parsed object, so that each format is read by one
 * piece of code. As in `JSON.parse`, the last of several equal keys counts.
 */

import type { Tape } from './spans.ts'
import { decodeSpelling } from './spelling.ts'

declare const node: unique symbol
/** A value of the body; only the reader that gave it can read it. */
export interface JsonNode {
  readonly [node]: true
}

/** Keys and indexes from the root. */
export type Path = readonly (string | number)[]

export interface JsonReader {
  readonly root: JsonNode
  /** The member of an object; undefined for anything else. */
  get(node: JsonNode | undefined, key: string): JsonNode | undefined
  /** The items of an array; none for anything else. */
  items(node: JsonNode | undefined): readonly JsonNode[]
  /** The members of an object; none for anything else. */
  entries(node: JsonNode | undefined): readonly (readonly [key: string, value: JsonNode])[]
  /** The text of a string; undefined for anything else. */
  text(node: JsonNode | undefined): string | undefined
  /** The value of a number. */
  number(node: JsonNode | undefined): number | undefined
  isTrue(node: JsonNode | undefined): boolean
  isString(node: JsonNode | undefined): node is JsonNode
  isArray(node: JsonNode | undefined): boolean
  isNull(node: JsonNode | undefined): boolean
  /** A string as it is spelled in the body: cheap to get, at least as many chars or bytes as the text has. */
  spelling(node: JsonNode): string
  /** How the body is written: two bodies of one form that are spelled alike say the same. */
  readonly form: 'object' | 'text' | 'bytes'
}

/** Turns chars of the scanned text into chars of the body: a body of bytes is scanned as one char for each byte. */
export type Decode = (text: string) => string

export interface RawReader extends JsonReader {
  /** Offsets of a string between its quotes. */
  span(node: JsonNode): { readonly start: number; readonly end: number }
  /** Number of the value on the tape. */
  indexOf(node: JsonNode): number
}

/** Reads the values of a scanned text. */
export const createRawReader = ({ text, start, end, next }: Tape, form: 'text' | 'bytes', decodeChars: Decode): RawReader => {
  const indexOf = (value: JsonNode): number => value as unknown as number
  const nodeOf = (index: number): JsonNode => index as unknown as JsonNode
  const opens = (value: JsonNode | undefined, char: string): value is JsonNode =>
    value !== undefined && text[start[indexOf(value)]!] === char
  const spelling = (index: number): string => text.slice(start[index]! + 1, end[index]! - 1)
  const decode = (index: number): string => decodeSpelling(decodeChars(spelling(index)))
  const isKey = (index: number, key: string): boolean => {
    const length = end[index]! - start[index]! - 2
    if (length === key.length) return text.startsWith(key, start[index]! + 1)
    return length > key.length && length <= 6 * key.length && decode(index) === key
  }
  return {
    root: nodeOf(0),
    get: (value, key) => {
      if (!opens(value, '{')) return undefined
      let found: JsonNode | undefined
      for (let i = indexOf(value) + 1; i < next[indexOf(value)]!; i = next[i + 1]!) if (isKey(i, key)) found = nodeOf(i + 1)
      return found
    },
    items: (value) => {
      const items: JsonNode[] = []
      if (opens(value, '[')) for (let i = indexOf(value) + 1; i < next[indexOf(value)]!; i = next[i]!) items.push(nodeOf(i))
      return items
    },
    entries: (value) => {
      const members = new Map<string, JsonNode>()
      if (!opens(value, '{')) return []
      for (let i = indexOf(value) + 1; i < next[indexOf(value)]!; i = next[i + 1]!) members.set(decode(i), nodeOf(i + 1))
      return [...members]
    },
    text: (value) => (opens(value, '"') ? decode(indexOf(value)) : undefined),
    number: (value) => {
      const number = value === undefined ? Number.NaN : Number(text.slice(start[indexOf(value)]!, end[indexOf(value)]!))
      return Number.isNaN(number) ? undefined : number
    },
    isTrue: (value) => opens(value, 't'),
    isString: (value) => opens(value, '"'),
    isArray: (value) => opens(value, '['),
    isNull: (value) => opens(value, 'n'),
    spelling: (value) => spelling(indexOf(value)),
    form,
    indexOf,
    span: (value) => ({ start: start[indexOf(value)]! + 1, end: end[indexOf(value)]! - 1 }),
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads a parsed body. Only own enumerable members count, as in JSON. */
export const createObjectReader = (body: object): JsonReader => {
  const nodeOf = (value: unknown): JsonNode | undefined => value as JsonNode | undefined
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
  return {
    root: nodeOf(body)!,
    get: (value: unknown, key) => (isRecord(value) && Object.hasOwn(value, key) ? nodeOf(value[key]) : undefined),
    items: (value: unknown) => (Array.isArray(value) ? (value as JsonNode[]) : []),
    entries: (value: unknown) => (isRecord(value) ? (Object.entries(value) as [string, JsonNode][]) : []),
    text,
    number: (value: unknown) => (typeof value === 'number' ? value : undefined),
    isTrue: (value: unknown) => value === true,
    isString: (value: unknown): value is JsonNode => typeof value === 'string',
    isArray: (value: unknown) => Array.isArray(value),
    isNull: (value: unknown) => value === null,
    spelling: (value: unknown) => text(value) ?? '',
    form: 'object',
  }
}

export interface ObjectEdit {
  readonly path: Path
  readonly text: string
}

/** A copy of the value with the strings at the paths replaced; what holds no edit is shared with the original. */
export const withEdits = (value: unknown, edits: readonly ObjectEdit[], depth = 0): unknown => {
  const [first] = edits
  if (first === undefined) return value
  if (first.path.length === depth) return first.text
  const byKey = new Map<string | number, ObjectEdit[]>()
  for (const edit of edits) {
    const key = edit.path[depth]!
    const group = byKey.get(key)
    if (group === undefined) byKey.set(key, [edit])
    else group.push(edit)
  }
  const copy: Record<string | number, unknown> = Array.isArray(value) ? (value.slice() as never) : { ...(value as object) }
  for (const [key, group] of byKey) {
    const member = withEdits(copy[key], group, depth + 1)
    // Plain assignment to `__proto__` would set the prototype.
    Object.defineProperty(copy, key, { value: member, writable: true, enumerable: true, configurable: true })
  }
  return copy
}
