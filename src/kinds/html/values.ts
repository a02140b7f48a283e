/** What the lines of a page, or the blocks of its long lines, are worth: headings, how sections begin, code, tables, links. */
import type { Ask } from '../../ladder/candidate.ts'
import type { Values } from '../../ladder/select.ts'
import { createRelevance } from '../../source/bm25.ts'
import { decodeEntities, NODE, type Xml } from '../xml/scan.ts'
import { lastAtMost, type Segments } from '../xml/segments.ts'
import { BLOCKS } from './scan.ts'
import { ZONE, type Zones } from './zones.ts'

/** What a piece is. */
export const BLOCK = {
  none: 0,
  heading: 1,
  paragraph: 2,
  item: 3,
  code: 4,
  row: 5,
  quote: 6,
  other: 7,
  title: 8,
} as const

const BLOCK_OF: Readonly<Record<string, number>> = {
  title: BLOCK.title,
  h1: BLOCK.heading,
  h2: BLOCK.heading,
  h3: BLOCK.heading,
  h4: BLOCK.heading,
  h5: BLOCK.heading,
  h6: BLOCK.heading,
  p: BLOCK.paragraph,
  li: BLOCK.item,
  dt: BLOCK.item,
  dd: BLOCK.item,
  summary: BLOCK.item,
  pre: BLOCK.code,
  code: BLOCK.code,
  tr: BLOCK.row,
  td: BLOCK.row,
  th: BLOCK.row,
  caption: BLOCK.row,
  blockquote: BLOCK.quote,
}

const HEADINGS = [0, 60, 48, 34, 24, 18, 14] as const
const FIRST = 24
const WORTH: Readonly<Record<number, number>> = {
  [BLOCK.none]: 0,
  [BLOCK.paragraph]: 10,
  [BLOCK.item]: 7,
  [BLOCK.code]: 11,
  [BLOCK.row]: 5,
  [BLOCK.quote]: 6,
  [BLOCK.other]: 3,
  [BLOCK.title]: 75,
}
const LATER_CODE = 3
/** The answer of the server, before the page. */
const STATUS = /^HTTP\/[\d.]{1,4} \d{3}\b/
const STATUS_WORTH = 80
const QUERY = 200
const NEAR_QUERY = 0.2
const BESIDE_MAIN = 0.15
const IN_CHROME = 0.02
const HIDDEN_QUERY = 0.2
const WIDTH = 90
const FADE = 0.15
const HEADING_FADE = 0.02

export interface Page {
  /** What each piece is. */
  readonly block: Uint8Array
  readonly zone: Uint8Array
  /** Number of the piece of the heading above, from 1; 0 = none. */
  readonly heading: Int32Array
  /** Number of the piece in which the code of each piece begins, from 1; 0 for others. */
  readonly code: Int32Array
  readonly level: Uint8Array
  /** Chars of text of each piece, tags apart. */
  readonly chars: Int32Array
}

/** Parts of rows, which are shown as one. */
const CELLS: ReadonlySet<string> = new Set(['td', 'th', 'dd', 'summary'])

/** Offsets at which blocks begin. */
export const blockStarts = (xml: Xml, { names }: Zones): Int32Array => {
  const cuts: number[] = []
  for (let n = 0; n < xml.size; n++)
    if ((BLOCKS.has(names[n]!) && !CELLS.has(names[n]!)) || xml.type[n] === NODE.comment) cuts.push(xml.start[n]!)
  return Int32Array.from(cuts)
}

/** Chars outside of tags that are no white space. */
const textChars = (text: string): number => {
  let count = 0
  let inTag = false
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === 60) inTag = true
    else if (c === 62) inTag = false
    else if (!inTag && c > 32) count++
  }
  return count
}

const isHeading = (name: string): boolean => /^h[1-6]$/.test(name)

export const readPage = (xml: Xml, zones: Zones, segments: Segments): Page => {
  const { from, to, source } = segments
  const size = from.length
  const page: Page = {
    block: new Uint8Array(size),
    zone: new Uint8Array(size),
    heading: new Int32Array(size),
    code: new Int32Array(size),
    level: new Uint8Array(size),
    chars: new Int32Array(size),
  }
  /** What each element inherits. */
  const block = new Uint8Array(xml.size)
  const code = new Int32Array(xml.size)
  const pieceOf = (offset: number): number => lastAtMost(from, offset)
  for (let n = 0; n < xml.size; n++) {
    const up = xml.parent[n]!
    const own = BLOCK_OF[zones.names[n]!]
    const above = up < 0 ? BLOCK.other : block[up]!
    block[n] = own === undefined || (above === BLOCK.code && own !== BLOCK.heading) ? above : own
    code[n] = block[n] !== BLOCK.code ? 0 : up >= 0 && code[up]! > 0 ? code[up]! : pieceOf(xml.start[n]!) + 1
  }
  let heading = 0
  let n = 0
  for (let i = 0; i < size; i++) {
    const text = source.text.slice(from[i], to[i])
    page.chars[i] = textChars(text)
    let at = from[i]!
    while (at < to[i]! && source.text.charCodeAt(at) <= 32) at++
    while (n + 1 < xml.size && xml.start[n + 1]! <= at) n++
    let inside = n < xml.size && xml.start[n]! <= at ? n : -1
    while (inside >= 0 && xml.end[inside]! <= at) inside = xml.parent[inside]!
    page.zone[i] = inside < 0 ? ZONE.page : zones.zone[inside]!
    page.block[i] = page.chars[i] === 0 ? BLOCK.none : inside < 0 ? BLOCK.other : block[inside]!
    page.code[i] = inside < 0 ? 0 : code[inside]!
    /* The first block that begins in the piece says more than what the piece stands in. */
    for (let k = Math.max(0, inside); k < xml.size && xml.start[k]! < to[i]!; k++) {
      if (xml.start[k]! < from[i]! || xml.type[k] !== NODE.element || zones.zone[k] === ZONE.hidden) continue
      const own = BLOCK_OF[zones.names[k]!]
      if (own === undefined) continue
      if (page.chars[i]! > 0) page.block[i] = page.block[i] === BLOCK.code ? BLOCK.code : own
      page.zone[i] = zones.zone[k]!
      if (isHeading(zones.names[k]!) && page.chars[i]! > 0) {
        page.block[i] = BLOCK.heading
        page.level[i] = Number(zones.names[k]![1])
      }
      break
    }
    page.heading[i] = heading
    if (page.block[i] === BLOCK.heading && page.zone[i]! >= ZONE.page) heading = i + 1
  }
  return page
}

/** How many pieces of the same block, and how many blocks of the section, stand before. */
interface Rank {
  readonly inBlock: number
  readonly ofSection: number
}

const baseOf = ({ block, level }: Page, i: number, { inBlock, ofSection }: Rank): number => {
  const own = block[i]!
  if (own === BLOCK.heading) return HEADINGS[level[i]!]!
  if (own === BLOCK.paragraph && ofSection === 0) return FIRST
  if (own === BLOCK.code) return inBlock <= 3 ? WORTH[own]! : LATER_CODE / (1 + 0.05 * inBlock)
  if (own === BLOCK.row) return (inBlock === 0 ? 2 : 1) * (WORTH[own]! / (1 + 0.1 * inBlock))
  return (WORTH[own] ?? 0) / (1 + 0.15 * Math.min(12, own === BLOCK.item ? inBlock : ofSection))
}

export const valuesOf = (page: Page, { hasMain }: Zones, segments: Segments, ask: Ask): Values => {
  const { pieces, from, to } = segments
  const size = from.length
  const gain = new Float64Array(size)
  const group = new Int32Array(size).fill(-1)
  const fade = new Float32Array(size)
  const twin = new Int32Array(size).fill(-1)
  const needs = new Int32Array(size)
  const relevance =
    ask.query === undefined ? undefined : createRelevance(ask.query, { lines: size, line: (n) => decodeEntities(pieces.line(n)) })
  const asked = (i: number): number =>
    relevance === undefined || relevance.max === 0 || i < 0 || i >= size ? 0 : relevance.scores[i + 1]! / relevance.max
  let inBlock = 0
  let ofSection = 0
  for (let i = 0; i < size; i++) {
    const own = page.block[i]!
    if (own === BLOCK.heading) ofSection = 0
    else if (i > 0 && page.block[i - 1] !== own && page.chars[i]! > 0 && page.block[i - 1] !== BLOCK.heading) ofSection++
    inBlock = i > 0 && (page.block[i - 1] === own || page.chars[i] === 0) ? inBlock + 1 : 0
    const zone = page.zone[i]!
    const match = asked(i)
    const weight =
      zone === ZONE.hidden
        ? 0
        : zone === ZONE.chrome
          ? IN_CHROME
          : hasMain && zone !== ZONE.main && own !== BLOCK.title
            ? BESIDE_MAIN
            : 1
    const near = match > 0 ? 0 : Math.max(asked(i - 1), asked(i + 1))
    const isStatus = i < 60 && STATUS.test(pieces.line(i + 1))
    const base = isStatus
      ? STATUS_WORTH
      : page.chars[i] === 0
        ? 0
        : weight * (baseOf(page, i, { inBlock, ofSection }) + QUERY * NEAR_QUERY * near)
    const worth = base + QUERY * match * (zone === ZONE.hidden ? HIDDEN_QUERY : Math.max(weight, 0.5))
    gain[i] = worth * Math.sqrt(Math.max(20, Math.min(600, to[i]! - from[i]!)) / WIDTH)
    const section = page.heading[i]!
    group[i] = own === BLOCK.heading ? 0 : section + 1
    fade[i] = own === BLOCK.heading ? HEADING_FADE : match > 0.3 ? FADE / 2 : FADE
    if (zone <= ZONE.chrome) continue
    const code = page.code[i]!
    needs[i] = code > 0 && code !== i + 1 ? code : section
  }
  return { gain, group, fade, twin, needs }
}
