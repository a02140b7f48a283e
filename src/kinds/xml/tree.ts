/** XML that is no report, as a tree of lines (or of the parts of long lines): elements are names, attributes and texts their values. */
import { finish, newDraft, PART, type Tree } from '../config/tree.ts'
import { localName, NODE, nameOf, type Xml } from './scan.ts'
import { lastAtMost, type Segments } from './segments.ts'

/** Children of one parent with the same name are records from this number on. */
const LEAST_ALIKE = 3

/** Elements that stand beside others of their name. */
const findRecords = (xml: Xml): Uint8Array => {
  const counts = new Map<string, number>()
  const keyOf = (n: number): string => `${xml.parent[n]} ${localName(xml, n)}`
  for (let n = 0; n < xml.size; n++) if (xml.type[n] === NODE.element) counts.set(keyOf(n), (counts.get(keyOf(n)) ?? 0) + 1)
  const records = new Uint8Array(xml.size)
  for (let n = 0; n < xml.size; n++) if (xml.type[n] === NODE.element && counts.get(keyOf(n))! >= LEAST_ALIKE) records[n] = 1
  return records
}

export const treeOf = (xml: Xml, segments: Segments): Tree => {
  const { pieces, from, to } = segments
  const { text } = segments.source
  const draft = newDraft(pieces.lines)
  const isRecord = findRecords(xml)
  const paths = new Int32Array(xml.size).fill(-1)
  const records = new Int32Array(xml.size)
  const first = new Int32Array(xml.size)
  const pieceOf = (offset: number): number => lastAtMost(from, offset)
  for (let n = 0; n < xml.size; n++) {
    const up = xml.parent[n]!
    const i = pieceOf(xml.start[n]!)
    first[n] = i + 1
    const above = up < 0 ? 0 : first[up]!
    const record = up < 0 ? 0 : records[up]!
    if (xml.type[n] !== NODE.element) {
      const part = xml.type[n] === NODE.comment ? PART.comment : xml.type[n] === NODE.cdata ? PART.text : PART.section
      const last = pieceOf(Math.max(xml.start[n]!, xml.end[n]! - 1))
      for (let k = i; k <= last; k++) {
        if (draft.parts[k] !== PART.blank) continue
        draft.parts[k] = part
        draft.parent[k] = part === PART.comment || above === k + 1 ? 0 : above
        draft.depth[k] = xml.depth[n]!
        draft.record[k] = record
      }
      continue
    }
    paths[n] = draft.intern(up < 0 ? -1 : paths[up]!, localName(xml, n))
    records[n] = isRecord[n] === 1 ? i + 1 : record
    /* The first element that begins on a line gives the line its place. */
    if (draft.parts[i] === PART.key) continue
    draft.parts[i] = PART.key
    draft.parent[i] = above === i + 1 ? 0 : above
    draft.depth[i] = xml.depth[n]!
    draft.path[i] = paths[n]!
    draft.record[i] = records[n]!
    const at = xml.start[n]! - from[i]!
    draft.labelAt[i] = at + 1
    draft.labelEnd[i] = at + 1 + nameOf(xml, n).length
    draft.valueAt[i] = draft.labelEnd[i]!
  }
  fillRest(xml, segments, draft, first, records)
  return {
    ...finish(pieces, 'XML', draft),
    value: (n) => {
      const value = text.slice(from[n - 1]! + draft.valueAt[n - 1]!, to[n - 1])
      /* `>text</name>` says the text; attributes say all of themselves. */
      const bare = /^>([^<]*)<\/[^<>]*>\s*$/.exec(value.slice(0, 400))
      return (bare?.[1] ?? value).trim()
    },
  }
}

/** Lines where no element begins: closing tags, and texts and attributes that go on. */
const fillRest = (
  xml: Xml,
  { source: { text }, from, to }: Segments,
  draft: ReturnType<typeof newDraft>,
  first: Int32Array,
  records: Int32Array,
): void => {
  let n = 0
  for (let i = 0; i < from.length; i++) {
    if (draft.parts[i] !== PART.blank) continue
    const part = text.slice(from[i], to[i]).trim()
    if (part === '') continue
    while (n + 1 < xml.size && xml.start[n + 1]! <= from[i]!) n++
    let inside = n
    while (inside >= 0 && (xml.size === 0 || xml.end[inside]! <= from[i]! || xml.start[inside]! > from[i]!))
      inside = xml.size === 0 ? -1 : xml.parent[inside]!
    const above = inside < 0 ? 0 : first[inside]!
    draft.parts[i] =
      /^<\/[^<>]*>$/.test(part) || part === '/>' || part === '>' ? PART.close : inside < 0 ? PART.misfit : PART.text
    draft.parent[i] = draft.parts[i] === PART.close ? 0 : above
    draft.depth[i] = inside < 0 ? 0 : xml.depth[inside]! + 1
    draft.record[i] = inside < 0 ? 0 : records[inside]!
  }
}
