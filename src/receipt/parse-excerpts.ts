/** Reads back the annotations on parts of long lines; strict, as parse-notes.ts is. */
import type { LineRange } from './types.ts'

export interface Excerpt {
  readonly type: 'excerpt'
  readonly line: number
  /** Offset of the first char in the line, or the JSON pointer of the value that is shown. */
  readonly place: { readonly offset: number } | { readonly pointer: string }
  /** Source text, with skips. */
  readonly shown: string
}

export interface Items {
  readonly type: 'items'
  readonly line: number
  readonly pointer: string
  readonly what: 'items' | 'keys'
  readonly total: number
  readonly shown: number
}

/** Values inside a line: one by its pointer, or items of the array that the pointer names, as first and last index. */
export interface Spots {
  readonly type: 'spots'
  readonly line: number
  readonly count: number
  /** Offsets in the line, where it has no pointers. */
  readonly offsets: readonly LineRange[]
  readonly values: readonly { readonly pointer: string; readonly items: readonly LineRange[] }[]
}

/** Longest prefix before the shown text that is searched for its colon. */
const MAX_PLACE = 1000
const PLACE = /^L([1-9][0-9]{0,8})(?:@(0|[1-9][0-9]{0,9})| (\/[^\s,]*))?$/
const ITEMS = /^(0|[1-9][0-9]{0,9}) (items|keys), (0|[1-9][0-9]{0,9}) shown$/
const SPOTS = /^([1-9][0-9]{0,9}) more failures?: L([1-9][0-9]{0,8})(?:@([0-9,-]+)|((?: \/[^\s]+)+))$/
const LIST = /^(?:0|[1-9][0-9]{0,9})(?:-[1-9][0-9]{0,9})?$/

/** A part of a line, or a count of what it holds; `body` is the annotation without its mark. */
export const parseExcerpt = (body: string): Excerpt | Items | undefined => {
  if (body.charCodeAt(0) !== 0x4c) return undefined
  const colon = body.slice(0, MAX_PLACE).indexOf(': ')
  const place = colon < 0 ? null : PLACE.exec(body.slice(0, colon))
  if (place === null) return undefined
  const line = Number(place[1])
  const shown = body.slice(colon + 2)
  if (place[2] !== undefined) return { type: 'excerpt', line, place: { offset: Number(place[2]) }, shown }
  const pointer = place[3] ?? ''
  const items = shown.length < 60 ? ITEMS.exec(shown) : null
  if (items === null) return { type: 'excerpt', line, place: { pointer }, shown }
  return { type: 'items', line, pointer, what: items[2] as 'items' | 'keys', total: Number(items[1]), shown: Number(items[3]) }
}

const rangesOf = (list: string): LineRange[] | undefined => {
  const ranges: LineRange[] = []
  let previous = -1
  for (const part of list.split(',')) {
    if (!LIST.test(part)) return undefined
    const [from, to = from] = part.split('-').map(Number) as [number, number?]
    if (from <= previous || to < from) return undefined
    ranges.push([from, to])
    previous = to
  }
  return ranges
}

/** Failures inside a line that are not shown. */
export const parseSpots = (body: string): Spots | undefined => {
  const found = SPOTS.exec(body)
  if (found === null) return undefined
  const values: { pointer: string; items: readonly LineRange[] }[] = []
  const offsets = found[3] === undefined ? [] : rangesOf(found[3])
  if (offsets === undefined) return undefined
  for (const one of (found[4] ?? ' ').slice(1).split(' ')) {
    if (one === '') continue
    const slash = one.lastIndexOf('/')
    const items = rangesOf(one.slice(slash + 1))
    if (items === undefined && one.includes(',')) return undefined
    values.push(items === undefined ? { pointer: one, items: [] } : { pointer: one.slice(0, slash), items })
  }
  return { type: 'spots', line: Number(found[2]), count: Number(found[1]), offsets, values }
}
