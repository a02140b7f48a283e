/** What a text's lines, or the sentences of its long lines, are worth: headings, how sections begin, decisions and warnings, the query. */
import type { Ask } from '../../ladder/candidate.ts'
import type { Values } from '../../ladder/select.ts'
import { createRelevance } from '../../source/bm25.ts'
import type { Segments } from '../xml/segments.ts'
import { type Prose, TEXT } from './read.ts'

/** Worth of a line of usual width. */
const HEADINGS = [0, 60, 48, 34, 24, 18, 14] as const
const FIRST = 26
const PARAGRAPH = 10
const MORE = 3
const ITEM = 7
const CODE = 10
const LATER_CODE = 2.5
const FENCE = 3
const TABLE = 6
const QUOTE = 5
const FRAME = 0.3
const TELLS = 40
const NUMBERS = 3
const QUERY = 110
const NEAR_QUERY = 0.2
/** The end of a text often says what follows from it. */
const LAST = 12
const WIDTH = 70
const FADE = { section: 0.18, heading: 0.02, tells: 0.1 } as const

/** What a reader acts on; in several languages. */
const TELLING =
  /\b(?:warning|caution|important|danger|note|must(?: not)?|never|do not|don't|required|deprecated|breaking|decision|decided|conclusion|concluded|summary|result|root cause|action(?: item)?s?|todo|fixme|next steps?|risks?|blocked|blocker|deadline|caveat|limitation|known issues?|wichtig|achtung|entscheidung|fazit|ergebnis|attention|décision|conclusion|importante|decisión|conclusión|riesgos?|важно|решение|вывод|риск)\b|^\s*(?:[-*+]\s+)?\*\*[^*]{2,40}\*\*\s*[:：]|结论|决定|风险|待办|注意|重要|警告|必须|結論|決定|注意/i
const NUMBER = /\d/

const isCode = (role: number): boolean => role === TEXT.code || role === TEXT.fence

/** Blocks in a section count less and less. */
const later = (block: number): number => 1 / (1 + 0.25 * Math.min(12, block))

const baseOf = ({ roles, level, rank, block }: Prose, i: number, isStart: boolean): number => {
  const role = roles[i]!
  if (role === TEXT.heading) return HEADINGS[Math.min(6, level[i]!)]!
  /* Beyond the first sentence of a long line. */
  if (!isStart) return MORE / (1 + 0.1 * rank[i]!)
  if (role === TEXT.paragraph) return block[i]! <= 1 ? FIRST : PARAGRAPH * later(block[i]!)
  if (role === TEXT.more) return (block[i]! <= 1 && rank[i] === 1 ? 1.6 * MORE : MORE) / (1 + 0.2 * rank[i]!)
  if (role === TEXT.item) return ITEM / (1 + 0.12 * rank[i]!)
  if (role === TEXT.fence) return FENCE
  if (role === TEXT.code) return rank[i]! <= 3 ? CODE : LATER_CODE / (1 + 0.05 * rank[i]!)
  if (role === TEXT.table) return (rank[i] === 0 ? 2 : 1) * (TABLE / (1 + 0.1 * rank[i]!))
  if (role === TEXT.quote) return QUOTE / (1 + 0.2 * rank[i]!)
  return role === TEXT.frame ? FRAME : 0
}

/** A line that goes on with a sentence of the line above. */
const isContinued = ({ source, roles }: Prose, n: number): boolean =>
  roles[n - 1] === TEXT.more && !/[.!?:;。！？：；]["'”’)\]*_`]{0,3}\s{0,3}$/.test(source.line(n - 1).slice(-12))

/** Values of the pieces of a text; with lines of readable length the pieces are its lines. */
export const valuesOf = (prose: Prose, segments: Segments, ask: Ask): Values => {
  const { pieces, line, from, to } = segments
  const size = from.length
  const gain = new Float64Array(size)
  const group = new Int32Array(size).fill(-1)
  const fade = new Float32Array(size)
  const twin = new Int32Array(size).fill(-1)
  const needs = new Int32Array(size)
  /** First piece of each line, from 1. */
  const pieceOf = new Int32Array(prose.source.lines + 2)
  for (let i = size - 1; i >= 0; i--) pieceOf[line[i]!] = i + 1
  const relevance = ask.query === undefined ? undefined : createRelevance(ask.query, { lines: size, line: pieces.line })
  const asked = (i: number): number =>
    relevance === undefined || relevance.max === 0 || i < 0 || i >= size ? 0 : relevance.scores[i + 1]! / relevance.max
  const twins = new Map<string, number>()
  let last = size - 1
  while (last > 0 && prose.roles[line[last]! - 1] === TEXT.blank) last--
  /* How the last paragraph begins says what it is; its last sentence may be like many before. */
  const lastStart = size === 0 ? -1 : pieceOf[line[last]!]! - 1
  for (let i = 0; i < size; i++) {
    const n = line[i]!
    const role = prose.roles[n - 1]!
    if (role === TEXT.blank) continue
    const isStart = pieceOf[n] === i + 1
    const text = pieces.line(i + 1)
    const head = text.slice(0, 400)
    let worth = baseOf(prose, n - 1, isStart)
    const tells = !isCode(role) && role !== TEXT.frame && TELLING.test(head)
    if (tells) worth += role === TEXT.heading ? TELLS / 2 : TELLS
    if (NUMBER.test(head) && !isCode(role)) worth += NUMBERS
    if (i === last || i === lastStart) worth += LAST
    const match = asked(i)
    worth += QUERY * match + QUERY * NEAR_QUERY * Math.max(asked(i - 1), asked(i + 1)) * (match > 0 ? 0 : 1)
    gain[i] = worth * Math.sqrt(Math.max(16, Math.min(600, to[i]! - from[i]!)) / WIDTH)
    const section = prose.heading[n - 1]!
    group[i] = role === TEXT.heading ? 0 : 2 * section + 1
    fade[i] = role === TEXT.heading ? FADE.heading : match > 0.3 ? FADE.tells / 2 : tells ? FADE.tells : FADE.section
    const fence = prose.fence[n - 1]!
    const above = isContinued(prose, n) ? n - 1 : fence > 0 && fence !== n ? fence : section
    needs[i] = above > 0 ? pieceOf[above]! : 0
    if (needs[i] === i + 1) needs[i] = 0
    if (head.trim().length < 12) continue
    const known = twins.get(text.trim())
    if (known === undefined) twins.set(text.trim(), i)
    twin[i] = known ?? i
  }
  return { gain, group, fade, twin, needs }
}
