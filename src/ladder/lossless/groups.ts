/** Lines that may share a template: first by shape (masked tokens equal), then by similar shapes. */
import { type Alignment, align, compose, identity, similarity } from './align.ts'
import type { Row } from './slots.ts'
import { createLexicon, type Lexicon, NUMBERED, type TokenLine, tokenize } from './tokens.ts'

/** A distinct text and the lines that have it, ascending. */
export interface DistinctLine {
  readonly text: string
  readonly lines: readonly number[]
}

interface Shape {
  /** Tokens of its first line. */
  readonly tokens: TokenLine
  /** Its different words. */
  readonly words: ReadonlySet<number>
  readonly rows: { readonly tokens: TokenLine; readonly lines: readonly number[] }[]
}

export interface Group {
  /** Shapes in order of their first lines, each with its alignment to the first one. */
  readonly parts: readonly { readonly shape: Shape; readonly pairs: Alignment }[]
}

/** Equal punctuation and so much of the words' chars make two shapes similar; without equal punctuation it takes more. */
const ALIKE = 0.4
const SIMILAR = 0.6
/** Groups that a new shape is compared with, the latest ones. */
const MAX_CANDIDATES = 32
/** Cells of alignment tables for one source; what comes later is only grouped by shape. */
const MAX_CELLS = 4_000_000

const wordsOf = ({ ids }: TokenLine, { weights }: Lexicon): Set<number> => new Set(ids.filter((id) => weights[id]! > 0))

const shapesOf = (distinct: readonly DistinctLine[], lexicon: Lexicon): Shape[] => {
  const shapes = new Map<string, Shape>()
  for (const { text, lines } of distinct) {
    const tokens = text === '' ? undefined : tokenize(text, lexicon)
    if (tokens === undefined) continue
    const key = tokens.ids.join(' ')
    const shape = shapes.get(key)
    if (shape === undefined) shapes.set(key, { tokens, words: wordsOf(tokens, lexicon), rows: [{ tokens, lines }] })
    else shape.rows.push({ tokens, lines })
  }
  return [...shapes.values()]
}

/** The shape without its words. */
const skeletonOf = ({ tokens }: Shape, { weights }: Lexicon): string =>
  tokens.ids.map((id) => (weights[id]! > 0 ? NUMBERED : id)).join(' ')

const baseOf = (group: Group): TokenLine => group.parts[0]!.shape.tokens

export const firstLine = (group: Group): number => group.parts[0]!.shape.rows[0]!.lines[0]!

/** Two groups as one; `pairs` leads from the tokens of the first to those of the second, whose first line comes later. */
export const join = (first: Group, second: Group, pairs: Alignment): Group => ({
  parts: [...first.parts, ...second.parts.map((part) => ({ shape: part.shape, pairs: compose(pairs, part.pairs) }))],
})

/** Share of the different words' chars that both groups have, of the one that has more: quick, and about what an alignment can reach. */
export const sharedWords = (first: Group, second: Group, { weights }: Lexicon): number => {
  const a = first.parts[0]!.shape.words
  const b = second.parts[0]!.shape.words
  let shared = 0
  let ofA = 0
  let ofB = 0
  for (const id of a) {
    ofA += weights[id]!
    if (b.has(id)) shared += weights[id]!
  }
  for (const id of b) ofB += weights[id]!
  return shared / Math.max(ofA, ofB, 1)
}

export interface Comparison {
  /** From the tokens of the first group's base line to those of the second's. */
  readonly pairs: Alignment
  readonly likeness: number
}

/** Aligns two groups; undefined when they are less alike than `least`. */
export const compare = (first: Group, second: Group, lexicon: Lexicon, least: number): Comparison | undefined => {
  const a = baseOf(first).ids
  const b = baseOf(second).ids
  const pairs = align(a, b, lexicon.weights)
  const likeness = similarity(a, b, pairs, lexicon.weights)
  return likeness < least ? undefined : { pairs, likeness }
}

/** The distinct texts of a group, its first line's first, and its lines. */
export interface Members {
  readonly rows: readonly Row[]
  /** Ascending. */
  readonly lines: readonly number[]
  /** Index in `rows` of each line. */
  readonly rowOf: readonly number[]
}

export const membersOf = ({ parts }: Group): Members => {
  const rows = parts.flatMap(({ shape, pairs }) => shape.rows.map(({ tokens }): Row => ({ tokens, pairs })))
  /* One number for line and row: numbers sort much faster than objects. */
  const keys = Float64Array.from(
    parts.flatMap(({ shape }) => shape.rows).flatMap((row, index) => row.lines.map((line) => line * rows.length + index)),
  ).sort()
  return {
    rows,
    lines: Array.from(keys, (key) => Math.floor(key / rows.length)),
    rowOf: Array.from(keys, (key) => key % rows.length),
  }
}

/** Number of distinct texts. */
export const countRows = ({ parts }: Group): number => parts.reduce((sum, { shape }) => sum + shape.rows.length, 0)

export const countLines = ({ parts }: Group): number =>
  parts.reduce((sum, { shape }) => sum + shape.rows.reduce((rows, { lines }) => rows + lines.length, 0), 0)

interface Match extends Comparison {
  readonly index: number
}

const best = (matches: readonly Match[], least: number): Match | undefined =>
  matches.reduce<Match | undefined>((top, match) => (match.likeness >= (top?.likeness ?? least) ? match : top), undefined)

/** Groups the distinct lines, which come in order of their first lines. */
export const groupLines = (distinct: readonly DistinctLine[]): { readonly groups: Group[]; readonly lexicon: Lexicon } => {
  const lexicon = createLexicon()
  const { weights } = lexicon
  const groups: Group[] = []
  const bySkeleton = new Map<string, number[]>()
  let cells = 0
  const alike = (ids: readonly number[], indexes: readonly number[]): Match[] => {
    const pairs = identity(ids.length)
    const hasWords = ids.some((id) => weights[id]! > 0)
    const likeness = (index: number): number => (hasWords ? similarity(baseOf(groups[index]!).ids, ids, pairs, weights) : 1)
    return indexes.map((index) => ({ index, pairs, likeness: likeness(index) }))
  }
  const similar = (single: Group): Match[] => {
    const matches: Match[] = []
    for (let index = groups.length - 1; index >= 0 && index >= groups.length - MAX_CANDIDATES; index--) {
      const group = groups[index]!
      if (cells > MAX_CELLS || sharedWords(group, single, lexicon) < SIMILAR) continue
      cells += baseOf(group).ids.length * baseOf(single).ids.length
      const comparison = compare(group, single, lexicon, SIMILAR)
      if (comparison !== undefined) matches.push({ index, ...comparison })
    }
    return matches
  }
  for (const shape of shapesOf(distinct, lexicon)) {
    const single: Group = { parts: [{ shape, pairs: identity(shape.tokens.ids.length) }] }
    const skeleton = skeletonOf(shape, lexicon)
    const indexes = bySkeleton.get(skeleton) ?? []
    const match = best(alike(shape.tokens.ids, indexes.slice(-MAX_CANDIDATES)), ALIKE) ?? best(similar(single), SIMILAR)
    if (match === undefined) {
      bySkeleton.set(skeleton, [...indexes, groups.length])
      groups.push(single)
    } else groups[match.index] = join(groups[match.index]!, single, match.pairs)
  }
  return { groups, lexicon }
}
