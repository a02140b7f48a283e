/** Which declarations the query speaks of. */
import { createRelevance, type Relevance } from '../../source/bm25.ts'
import { foldWidth, queryTerms, scanWords, termOf } from '../../source/words.ts'
import type { CodeReading } from './reading.ts'

/** From which likeness on a declaration counts as the one that is asked for. */
export const NAMED = 0.75
/** Members of a type that is asked for are asked for nearly as much. */
const MEMBER = 0.85
/** Of a name that the query has with its type, those of other types. */
const ELSEWHERE = 0.4

export const ratio = (relevance: Relevance | undefined, at: number): number =>
  relevance === undefined || relevance.max === 0 ? 0 : relevance.scores[at]! / relevance.max

/** Share of the words of a name that the query has, times the root of the share of the query that the name has. */
const coverage = (name: string, terms: ReadonlySet<string>): number => {
  const folded = foldWidth(name)
  const found = new Set<string>()
  let parts = 0
  scanWords(folded, (from, to, form) => {
    if (form !== 'part' && form !== 'lone') return
    parts++
    const term = termOf(folded, from, to, form)
    if (terms.has(term)) found.add(term)
  })
  return parts === 0 ? 0 : (Math.min(parts, found.size) / parts) * Math.sqrt(found.size / terms.size)
}

/** How well each declaration's name fits the query, 0..1: 1 when the query has it as it is written. */
const likeness = ({ nodes, parent }: CodeReading, query: string | undefined): Float64Array => {
  const like = new Float64Array(nodes.length)
  const terms = new Set(query === undefined ? [] : queryTerms(query))
  if (query === undefined || terms.size === 0) return like
  const nameAt = (i: number): string => {
    const { name, kind } = nodes[i - 1]!
    if (kind === 'import') return ''
    const outer = parent[i - 1]! < 0 ? '' : nodes[parent[i - 1]!]!.name
    return outer === '' ? name : `${outer}.${name}`
  }
  const relevance = createRelevance(query, { lines: nodes.length, line: nameAt })
  const words = new Set(query.split(/[^\w$#]+/))
  /** `Store.read`, `Store::read`: then no other `read` is meant. */
  const qualified = nodes.map(({ name }, i) => {
    const outer = parent[i]! < 0 ? '' : nodes[parent[i]!]!.name
    return outer !== '' && name !== '' && ['.', '::', '#'].some((joint) => query.includes(outer + joint + name))
  })
  const places = new Set(nodes.flatMap(({ name }, i) => (qualified[i] ? [name] : [])))
  for (let i = 0; i < nodes.length; i++) {
    const { name, kind } = nodes[i]!
    if (kind === 'import' || name === '') continue
    const isExact = qualified[i] || words.has(name) || (name.length > 3 && /\W/.test(name) && query.includes(name))
    const score = ratio(relevance, i + 1)
    like[i] = isExact
      ? qualified[i] || !places.has(name)
        ? 1
        : ELSEWHERE
      : score === 0
        ? 0
        : Math.max(score * 0.7, coverage(name, terms) * 0.95)
  }
  return like
}

/** What stands around a declaration that the query names: the declaration itself or one around it. */
const inherited = ({ nodes, parent }: CodeReading, like: Float64Array): Float64Array => {
  const around = new Float64Array(nodes.length)
  for (let i = 0; i < nodes.length; i++) {
    const outer = parent[i]! < 0 ? 0 : around[parent[i]!]! * (nodes[parent[i]!]!.kind === 'type' ? MEMBER : 1)
    around[i] = Math.max(like[i]!, outer)
  }
  return around
}

export interface Likeness {
  /** Of each declaration by its own name, 0..1. */
  readonly own: Float64Array
  /** Of its own or of what is around it. */
  readonly around: Float64Array
  /** The query names some declaration. */
  readonly isNamed: boolean
}

export const likenessOf = (reading: CodeReading, query: string | undefined): Likeness => {
  const own = likeness(reading, query)
  return { own, around: inherited(reading, own), isNamed: own.some((one) => one >= NAMED) }
}
