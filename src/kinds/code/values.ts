/** What each line of code is worth: what the query names, then signatures with their first doc lines, then first statements. */
import type { Ask } from '../../ladder/candidate.ts'
import type { Values } from '../../ladder/select.ts'
import { createRelevance, type Relevance } from '../../source/bm25.ts'
import type { OutlineNode } from '../../source/code-outline.ts'
import { type Likeness, likenessOf, NAMED, ratio } from './likeness.ts'
import { LINE } from './lines.ts'
import type { CodeReading } from './reading.ts'

/** Worth per char of a line of usual length. */
const WORTH = {
  type: 3.2,
  function: 2.6,
  /** A declaration inside of a function. */
  inner: 1,
  doc: 1.3,
  innerDoc: 0.3,
  import: 1,
  imported: 0.25,
  importEnd: 0.5,
  attribute: 0.6,
  statement: 1.3,
  field: 1,
  leading: 0.7,
  body: 0.22,
  ends: 0.35,
  comment: 0.12,
  warning: 0.6,
  innerWarning: 0.35,
  closing: 0.04,
  query: 6,
  named: 5,
} as const

/** By how much a declaration is worth less per level, and a private one. */
const PER_LEVEL = 0.2
const PRIVATE_SHARE = 0.77
/** Statements at the start of a body that tell what it is about. */
const LEADING = 5
/** By how much the next line of a body is worth less, of a usual one and of one that is asked for. */
const PER_RANK = 0.01
const PER_LINE = 0.004
/** By how much the next import and the next field are worth less. */
const IMPORT_FADE = 0.12
const FIELD_FADE = 0.05
/** Where the query names a declaration, lines elsewhere that say the same are uses of it. */
const USE = 0.4
/** A longer signature is cut. */
const SIGNATURE_LINES = 24
/** Decorators above a declaration that are looked at. */
const ATTRIBUTES = 20

const PRIVATE = /^(?:_(?!_)|#)/
const ENDS = /^(?:return|throw|raise|yield|panic!?|bail!?|Err)\b/
const WARNS = /\b(?:TODO|FIXME|HACK|XXX|WARNING|NOTE|SAFETY|DEPRECATED|BUG|IMPORTANT)\b|@deprecated|\b(?:do not|must not|never)\b/
/** A line of a comment that says nothing: `/**`, `*\/`, a rule. */
const EMPTY = /^[\s*/"'#!;=~_-]*$/
const CLOSING = /^[)\]}>;,\s]{1,20}$|^(?:end|else|fi|done)$/
const ATTRIBUTE = /^(?:@|#!?\[|\[\[)/

interface Board {
  readonly reading: CodeReading
  readonly like: Likeness
  readonly byText: Relevance | undefined
  readonly gain: Float64Array
  readonly group: Int32Array
  readonly fade: Float32Array
  readonly needs: Int32Array
  /** Lines of signatures: they come with their first one. */
  readonly settled: Uint8Array
  /** How many functions and how many declarations are around each one. */
  readonly inFunctions: Int32Array
  readonly levels: Int32Array
  /** Statements of each body so far. */
  readonly ranks: Int32Array
}

const newBoard = (reading: CodeReading, { query }: Ask): Board => {
  const { source, lines, nodes, parent } = reading
  const count = source.lines
  const inFunctions = new Int32Array(nodes.length)
  const levels = new Int32Array(nodes.length)
  for (let i = 0; i < nodes.length; i++) {
    const p = parent[i]!
    if (p < 0) continue
    levels[i] = levels[p]! + 1
    inFunctions[i] = inFunctions[p]! + (nodes[p]!.kind === 'function' ? 1 : 0)
  }
  const line = (n: number): string => (n <= lines.count ? lines.text(n) : '')
  return {
    reading,
    like: likenessOf(reading, query),
    byText: query === undefined ? undefined : createRelevance(query, { lines: count, line }),
    gain: new Float64Array(count),
    group: new Int32Array(count).fill(-1),
    fade: new Float32Array(count),
    needs: new Int32Array(count),
    settled: new Uint8Array(count + 1),
    inFunctions,
    levels,
    ranks: new Int32Array(nodes.length),
  }
}

const widthOf = ({ reading: { source } }: Board, n: number): number =>
  Math.max(16, Math.min(400, source.end(n) - source.starts[n - 1]!))
/** Longer lines are worth more, but not as much more as they cost. */
const scaled = (board: Board, n: number, worth: number): number => worth * Math.sqrt(widthOf(board, n) * 40)

const set = (board: Board, n: number, worth: number): void => {
  board.gain[n - 1] = Math.max(board.gain[n - 1]!, scaled(board, n, worth))
}

const roleOf = ({ reading: { lines } }: Board, n: number): number => (n <= lines.count ? lines.roles[n - 1]! : LINE.blank)

/** What the query says of a line. */
const asked = ({ byText, like }: Board, n: number): number => WORTH.query * ratio(byText, n) ** 1.5 * (like.isNamed ? USE : 1)

/** The first line of the declaration around node i, above its own. */
const outerStart = ({ reading: { nodes, parent } }: Board, i: number): number => {
  let p = parent[i]!
  while (p >= 0 && nodes[p]!.startLine === nodes[i]!.startLine) p = parent[p]!
  return p < 0 ? 0 : nodes[p]!.startLine
}

/** A signature is shown whole: its first line brings the others, and has what they are worth. */
const signature = (board: Board, i: number, worth: number): void => {
  const { startLine, bodyStart } = board.reading.nodes[i]!
  const last = Math.min(bodyStart - 1, startLine + SIGNATURE_LINES)
  let whole = 0
  for (let n = startLine; n <= last; n++) {
    whole += scaled(board, n, worth + asked(board, n))
    if (board.settled[n] === 0) board.needs[n - 1] = n < last ? n + 1 : outerStart(board, i)
    board.settled[n] = 1
  }
  board.gain[startLine - 1] = Math.max(board.gain[startLine - 1]!, whole)
}

const importing = (board: Board, { startLine, bodyStart, bodyEnd }: OutlineNode, i: number): void => {
  const { nodes, source } = board.reading
  const { gain, group, fade, needs } = board
  signature(board, i, WORTH.import)
  group[startLine - 1] = nodes.length
  fade[startLine - 1] = IMPORT_FADE
  if (bodyEnd < bodyStart) return
  for (let n = bodyStart; n <= bodyEnd; n++) set(board, n, WORTH.imported + asked(board, n))
  if (bodyEnd >= source.lines) return
  /* `} from './x'` says more than `import {`. */
  gain[startLine - 1]! *= 0.4
  set(board, bodyEnd + 1, WORTH.importEnd + asked(board, bodyEnd + 1))
  needs[bodyEnd] = startLine
}

const declaration = (board: Board, node: OutlineNode, i: number): void => {
  const { like, levels, inFunctions, needs, reading } = board
  const { kind, startLine, docLine, name } = node
  if (kind === 'import') {
    importing(board, node, i)
    return
  }
  const isInner = inFunctions[i]! > 0
  const usual = (WORTH[kind] / (1 + PER_LEVEL * levels[i]!)) * (PRIVATE.test(name) ? PRIVATE_SHARE : 1)
  const named = WORTH.query * (like.own[i]! >= NAMED ? 1 : 0.6 * like.around[i]! ** 2)
  signature(board, i, (isInner ? WORTH.inner : usual) + named)
  if (docLine > 0 && roleOf(board, docLine) !== LINE.blank) {
    set(board, docLine, (isInner ? WORTH.innerDoc : WORTH.doc) + named * 0.6 + asked(board, docLine))
    if (docLine > startLine) needs[docLine - 1] = startLine
  }
  const isAttribute = (n: number): boolean => roleOf(board, n) === LINE.code && ATTRIBUTE.test(reading.lines.text(n))
  for (let n = startLine - 1; n > Math.max(0, startLine - ATTRIBUTES) && isAttribute(n); n--)
    set(board, n, WORTH.attribute + named * 0.5)
}

/** A line outside of functions, in the type i or in none. */
const outside = (board: Board, n: number, i: number): void => {
  const { lines, nodes } = board.reading
  const text = lines.text(n)
  const isCode = roleOf(board, n) === LINE.code
  if (i >= 0) board.needs[n - 1] = nodes[i]!.startLine
  if (CLOSING.test(text)) {
    set(board, n, WORTH.closing)
    return
  }
  if (!isCode && EMPTY.test(text)) return
  const indent = i < 0 ? 0 : lines.indent[nodes[i]!.startLine - 1]! + 2
  const depth = Math.max(0, lines.indent[n - 1]! - indent) / 4
  const code = i < 0 ? WORTH.statement : WORTH.field
  const usual = isCode ? code : WARNS.test(text) ? WORTH.warning : WORTH.comment
  const named = i < 0 ? 0 : WORTH.named * 0.5 * board.like.around[i]! ** 2
  set(board, n, usual / (1 + depth) + asked(board, n) + named)
  board.group[n - 1] = nodes.length + 1 + Math.max(0, i)
  board.fade[n - 1] = FIELD_FADE
}

/** What a line of a body is usually worth; `rank` counts its statements. */
const usualInside = (text: string, isCode: boolean, rank: number): number => {
  if (!isCode) return WARNS.test(text) ? WORTH.innerWarning : WORTH.comment
  if (rank < LEADING) return WORTH.leading * (1 - rank * 0.1)
  return ENDS.test(text) ? WORTH.ends : WORTH.body
}

/** A line of the body of function i. */
const inside = (board: Board, n: number, i: number): void => {
  const { reading, like, ranks, needs, gain, inFunctions } = board
  const { startLine } = reading.nodes[i]!
  const text = reading.lines.text(n)
  const isCode = roleOf(board, n) === LINE.code
  const around = like.around[i]!
  if (!isCode && EMPTY.test(text) && around < NAMED) return
  const rank = isCode && !CLOSING.test(text) ? ranks[i]!++ : ranks[i]!
  const usual = usualInside(text, isCode, rank) / (1 + rank * PER_RANK) / (1 + inFunctions[i]!)
  const named = (WORTH.named * around ** 2 * (around >= NAMED ? 1 : 0.3)) / (1 + (n - startLine) * PER_LINE)
  needs[n - 1] = startLine
  /* By length, so that of lines with one worth the first come first, whatever their lengths. */
  gain[n - 1] = (usual + named) * widthOf(board, n) + scaled(board, n, asked(board, n))
}

/** No line may need itself in the end; outlines that overlap in odd ways could make it so. */
export const breakCycles = (needs: Int32Array): void => {
  const walk = new Int32Array(needs.length)
  for (let i = 0; i < needs.length; i++) {
    for (let n = i + 1; n > 0 && walk[n - 1] === 0; n = needs[n - 1]!) {
      walk[n - 1] = i + 1
      if (needs[n - 1]! > 0 && walk[needs[n - 1]! - 1] === i + 1) needs[n - 1] = 0
    }
  }
}

export const valuesOf = (reading: CodeReading, ask: Ask): Values => {
  const board = newBoard(reading, ask)
  const { source, lines, nodes, owner } = reading
  const { gain, group, fade, needs, settled } = board
  for (let i = 0; i < nodes.length; i++) declaration(board, nodes[i]!, i)
  for (let n = 1; n <= Math.min(source.lines, lines.count); n++) {
    if (gain[n - 1]! > 0 || settled[n] === 1 || lines.text(n) === '') continue
    const i = owner[n - 1]!
    const node = i < 0 ? undefined : nodes[i]!
    if (node?.kind === 'import') continue
    if (node?.kind === 'function' && n >= node.bodyStart) inside(board, n, i)
    else outside(board, n, i)
  }
  breakCycles(needs)
  return { gain, group, fade, twin: new Int32Array(source.lines).fill(-1), needs }
}
