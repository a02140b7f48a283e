/** Markdown and plain text by their lines: headings, paragraphs, lists, tables, fenced code. */
import type { Source } from '../../source/source.ts'

export const TEXT = {
  blank: 0,
  heading: 1,
  /** The first line of a paragraph. */
  paragraph: 2,
  /** A further line of a paragraph or an item. */
  more: 3,
  item: 4,
  fence: 5,
  code: 6,
  table: 7,
  quote: 8,
  /** Rules, link definitions, comments, the lines under headings. */
  frame: 9,
} as const
export type TextRole = (typeof TEXT)[keyof typeof TEXT]

export interface Prose {
  readonly source: Source
  readonly roles: Uint8Array
  /** Level of a heading from 1; 0 for other lines. */
  readonly level: Uint8Array
  /** Line of the heading above each line; 0 = none. */
  readonly heading: Int32Array
  /** Line of the opening fence of each line of code; 0 for other lines. */
  readonly fence: Int32Array
  /** How many lines of its block (paragraph, list, code, table) stand before each line. */
  readonly rank: Uint16Array
  /** How many blocks of its section stand before that of each line. */
  readonly block: Uint16Array
}

const HEADING = /^ {0,3}(#{1,6})(?:\s|$)/
const FENCE = /^ {0,3}(`{3,}|~{3,})/
const ITEM = /^\s{0,12}(?:[-*+•]|\d{1,3}[.)])\s+\S/
const RULE = /^ {0,3}(?:-{3,}|={3,}|\*{3,}|_{3,}|~{3,}|(?:[-*_] ){2,}[-*_])\s*$/
const LINK = /^ {0,3}\[[^\]]{1,80}\]:\s/
/** A title of plain text: capitals, or a number before words. */
const CAPITALS = /^[A-Z][A-Z0-9 ,'()/&:-]{3,60}$/
const NUMBERED =
  /^(?:chapter|section|part|appendix|kapitel|chapitre|cap[ií]tulo|глава)?\s*\d{1,2}(?:\.\d{1,2}){0,3}\.?\s+\p{Lu}[^.!?]{2,70}$/iu

const CHARS = 240

/** What a line is by itself. */
const roleOf = (text: string): TextRole => {
  if (text.trim() === '') return TEXT.blank
  if (HEADING.test(text)) return TEXT.heading
  if (RULE.test(text) || LINK.test(text) || text.startsWith('<!--')) return TEXT.frame
  if (ITEM.test(text)) return TEXT.item
  if (/^\s{0,3}\|.*\|\s*$/.test(text)) return TEXT.table
  if (/^ {0,3}>/.test(text)) return TEXT.quote
  return TEXT.paragraph
}

/** Length of the run of fence chars that opens or closes code here, with its char; undefined where there is none. */
const fenceOf = (text: string): string | undefined => FENCE.exec(text)?.[1]

const closes = (text: string, open: string): boolean => {
  const fence = fenceOf(text)
  return fence !== undefined && fence[0] === open[0] && fence.length >= open.length && text.trim() === fence
}

export const readProse = (source: Source): Prose => {
  const { lines } = source
  const roles = new Uint8Array(lines)
  const level = new Uint8Array(lines)
  const heading = new Int32Array(lines)
  const fence = new Int32Array(lines)
  const rank = new Uint16Array(lines)
  const block = new Uint16Array(lines)
  let section = 0
  let blocks = 0
  let inBlock = 0
  let previous: number = TEXT.blank
  let open: { readonly mark: string; readonly line: number } | undefined
  const text = (n: number): string => (n < 1 || n > lines ? '' : source.line(n).slice(0, CHARS))
  const put = (n: number, role: number): void => {
    const i = n - 1
    roles[i] = role
    heading[i] = section
    block[i] = blocks
    rank[i] = Math.min(0xffff, inBlock++)
    previous = role
  }
  const startBlock = (): void => {
    blocks = Math.min(0xffff, blocks + 1)
    inBlock = 0
  }
  const putHeading = (n: number, depth: number): void => {
    section = n
    blocks = 0
    inBlock = 0
    put(n, TEXT.heading)
    level[n - 1] = depth
    heading[n - 1] = 0
    startBlock()
  }
  let n = 1
  /* Front matter: data about the text. */
  if (/^---\s*$/.test(text(1))) {
    let end = 2
    while (end <= Math.min(lines, 60) && !/^---\s*$/.test(text(end))) end++
    if (end <= Math.min(lines, 60)) for (; n <= end; n++) put(n, TEXT.frame)
  }
  for (; n <= lines; n++) {
    const line = text(n)
    if (open !== undefined) {
      const end = closes(line, open.mark)
      put(n, end ? TEXT.fence : line.trim() === '' ? TEXT.blank : TEXT.code)
      fence[n - 1] = open.line
      if (end) open = undefined
      continue
    }
    const mark = fenceOf(line)
    if (mark !== undefined) {
      startBlock()
      put(n, TEXT.fence)
      open = { mark, line: n }
      continue
    }
    const role = roleOf(line)
    if (role === TEXT.blank) {
      put(n, TEXT.blank)
      continue
    }
    const isAlone = previous === TEXT.blank || n === 1
    if (role === TEXT.heading) {
      const mark = HEADING.exec(line)![1]!
      /* Neighbours with the same mark are comments, as scripts and configs have them. */
      const isComment = HEADING.exec(text(n - 1))?.[1] === mark || HEADING.exec(text(n + 1))?.[1] === mark
      if (isComment) {
        if (isAlone) startBlock()
        put(n, isAlone ? TEXT.paragraph : TEXT.more)
      } else putHeading(n, mark.length)
      continue
    }
    if (role === TEXT.paragraph && isAlone) {
      const below = text(n + 1)
      const isUnderlined = /^ {0,3}(?:={3,}|-{3,})\s*$/.test(below)
      const isTitle = below.trim() === '' && n < lines && (CAPITALS.test(line.trim()) || NUMBERED.test(line.trim()))
      if (isUnderlined || isTitle) {
        putHeading(n, isUnderlined ? (below.includes('=') ? 1 : 2) : 2)
        continue
      }
    }
    if (
      role === TEXT.paragraph &&
      !isAlone &&
      (previous === TEXT.paragraph || previous === TEXT.more || previous === TEXT.item)
    ) {
      put(n, TEXT.more)
      continue
    }
    if (role !== TEXT.frame && (isAlone || role !== previous)) {
      const continues = role === TEXT.item && (previous === TEXT.item || previous === TEXT.more) && !isAlone
      if (!continues) startBlock()
    }
    put(n, role)
  }
  return { source, roles, level, heading, fence, rank, block }
}
