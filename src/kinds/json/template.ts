/**
 * The common shape of records, as JSON with patterns for values: `{"id":{0..59},"name":"item-{0..59}","state":"open"!,"owner":{"name":$}}`.
 * `$` stands for a value that each row gives, `!` for a pattern from which a row may depart, `-` for no member at all.
 */
import type { Pattern } from '../columns/patterns.ts'

export type Template =
  | { readonly type: 'object'; readonly members: readonly (readonly [key: string, value: Template])[]; readonly column: number }
  | { readonly type: 'array'; readonly items: readonly Template[]; readonly column: number }
  /** Given by each row. */
  | { readonly type: 'listed'; readonly column: number }
  /** The same text or a counting one in each row; `column` is -1 when no row departs from it. Undefined: no member. */
  | { readonly type: 'pattern'; readonly pattern: Pattern | undefined; readonly column: number }

export const formatTemplate = (template: Template): string => {
  switch (template.type) {
    case 'object':
      return `{${template.members.map(([key, value]) => `${key}:${formatTemplate(value)}`).join(',')}}`
    case 'array':
      return `[${template.items.map(formatTemplate).join(',')}]`
    case 'listed':
      return '$'
    default:
      return `${template.pattern ?? '-'}${template.column < 0 ? '' : '!'}`
  }
}

interface Cursor {
  readonly text: string
  at: number
  listed: number
  departing: number
}

/** Offset behind the string that begins at `at`; -1 when it does not end. */
const stringEnd = (text: string, at: number): number => {
  for (let i = at + 1; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === 92) i++
    else if (c === 34) return i + 1
  }
  return -1
}

const readKey = (cursor: Cursor): string | undefined => {
  const end = cursor.text[cursor.at] === '"' ? stringEnd(cursor.text, cursor.at) : -1
  if (end < 0 || cursor.text[end] !== ':') return undefined
  const key = cursor.text.slice(cursor.at, end)
  cursor.at = end + 1
  return key
}

/** A text up to what ends a value: a string, a mark, or a word. */
const readText = (cursor: Cursor): string | undefined => {
  const { text, at } = cursor
  let end = at
  if (text[at] === '"') end = stringEnd(text, at)
  else
    while (end < text.length && !',]}!'.includes(text[end]!)) {
      const close = text[end] === '{' ? text.indexOf('}', end) : end
      if (close < 0) return undefined
      end = close + 1
    }
  if (end <= at) return undefined
  cursor.at = end
  return text.slice(at, end)
}

const MAX_DEPTH = 60

const read = (cursor: Cursor, depth: number): Template | undefined => {
  const { text, at } = cursor
  if (depth > MAX_DEPTH) return undefined
  if (text[at] === '$') {
    cursor.at++
    return { type: 'listed', column: cursor.listed++ }
  }
  if ((text[at] === '{' && (text[at + 1] === '"' || text[at + 1] === '}')) || text[at] === '[') {
    const node = readContainer(cursor, depth)
    if (node === undefined || text[cursor.at] !== '!') return node
    /* A container from which rows depart is one text. */
    cursor.at++
    return { type: 'pattern', pattern: text.slice(at, cursor.at - 1), column: cursor.departing++ }
  }
  const pattern = readText(cursor)
  if (pattern === undefined) return undefined
  const departs = text[cursor.at] === '!'
  if (departs) cursor.at++
  return { type: 'pattern', pattern: pattern === '-' ? undefined : pattern, column: departs ? cursor.departing++ : -1 }
}

const readContainer = (cursor: Cursor, depth: number): Template | undefined => {
  const { text } = cursor
  const object = text[cursor.at++] === '{'
  const close = object ? '}' : ']'
  const members: (readonly [string, Template])[] = []
  const items: Template[] = []
  while (text[cursor.at] !== close) {
    if (members.length + items.length > 0 && text[cursor.at++] !== ',') return undefined
    const key = object ? readKey(cursor) : ''
    const value = key === undefined ? undefined : read(cursor, depth + 1)
    if (key === undefined || value === undefined) return undefined
    if (object) members.push([key, value])
    else items.push(value)
  }
  cursor.at++
  return object ? { type: 'object', members, column: -1 } : { type: 'array', items, column: -1 }
}

export interface ReadTemplate {
  readonly template: Template
  readonly listed: number
  readonly departing: number
}

/** Reads a whole template; undefined for anything else. */
export const parseTemplate = (text: string): ReadTemplate | undefined => {
  const cursor: Cursor = { text, at: 0, listed: 0, departing: 0 }
  const template = read(cursor, 0)
  return template === undefined || cursor.at !== text.length
    ? undefined
    : { template, listed: cursor.listed, departing: cursor.departing }
}

/** Names of the values that rows may depart from, in the order of the template: the key where one has it alone, else `#` and a number. */
export const departingNames = (template: Template): string[] => {
  const keys: string[] = []
  const visit = (node: Template, key: string): void => {
    if (node.type === 'object') for (const [name, value] of node.members) visit(value, name.slice(1, -1))
    else if (node.type === 'array') for (const item of node.items) visit(item, key)
    else if (node.type === 'pattern' && node.column >= 0) keys.push(key)
  }
  visit(template, '')
  return keys.map((key, i) => (/^[A-Za-z_][\w-]{0,40}$/.test(key) && keys.indexOf(key) === keys.lastIndexOf(key) ? key : `#${i}`))
}
