/** Relevance of lines to a query: Okapi BM25 with each line as a document. Cost is linear in the text. */
import { foldWidth, queryTerms, scanWords, termOf, type WordVisitor } from './words.ts'

const K1 = 1.2
const B = 0.75

/** Lines numbered from 1; a Source fits, and so does `{ lines: source.lines, line: source.body }`. */
export interface LineAccess {
  readonly lines: number
  line(n: number): string
}

export interface Relevance {
  /** Distinct terms of the query that count. */
  readonly terms: readonly string[]
  /** Weight (idf) of each term; 0 when no line has it. */
  readonly weights: readonly number[]
  /** Score of line n at index n, 0 when it has no term; index 0 is unused. */
  readonly scores: Float64Array
  /** Highest score; 0 when no line has a term. */
  readonly max: number
  /** How many lines have a term. */
  readonly matched: number
}

interface Postings {
  readonly lines: number[]
  readonly terms: number[]
  readonly counts: number[]
}

/** Cheap test before a word is cut out of its line: no term begins with this ASCII char. */
const firstChars = (terms: readonly string[]): Uint8Array => {
  const possible = new Uint8Array(128)
  for (const term of terms) {
    const code = term.charCodeAt(0)
    if (code >= 128) continue
    possible[code] = 1
    possible[term.charAt(0).toUpperCase().charCodeAt(0)] = 1
  }
  return possible
}

/** Which lines have which terms how often, and how many words each line has. */
const collect = (terms: readonly string[], access: LineAccess): { postings: Postings; lengths: Uint32Array } => {
  const index = new Map(terms.map((term, i) => [term, i]))
  const possible = firstChars(terms)
  const postings: Postings = { lines: [], terms: [], counts: [] }
  const lengths = new Uint32Array(access.lines + 1)
  const counts = new Uint32Array(terms.length)
  const touched: number[] = []
  let text = ''
  let length = 0
  const visit: WordVisitor = (from, to, form) => {
    if (form === 'part' || form === 'char' || form === 'lone') length++
    const code = text.charCodeAt(from)
    if (code < 128 && possible[code] === 0) return
    const term = index.get(termOf(text, from, to, form))
    if (term !== undefined && counts[term]!++ === 0) touched.push(term)
  }
  for (let n = 1; n <= access.lines; n++) {
    text = foldWidth(access.line(n))
    length = 0
    scanWords(text, visit)
    lengths[n] = length
    for (const term of touched) {
      postings.lines.push(n)
      postings.terms.push(term)
      postings.counts.push(counts[term]!)
      counts[term] = 0
    }
    touched.length = 0
  }
  return { postings, lengths }
}

const inverseFrequencies = (terms: number, postings: Postings, lines: number): number[] => {
  const frequencies = new Array<number>(terms).fill(0)
  for (const term of postings.terms) frequencies[term]!++
  return frequencies.map((df) => (df === 0 ? 0 : Math.log(1 + (lines - df + 0.5) / (df + 0.5))))
}

/** Scores every line against the query; a query without any word scores 0 everywhere. */
export const createRelevance = (query: string, access: LineAccess): Relevance => {
  const terms = queryTerms(query)
  const scores = new Float64Array(access.lines + 1)
  if (terms.length === 0) return { terms, weights: [], scores, max: 0, matched: 0 }
  const { postings, lengths } = collect(terms, access)
  const weights = inverseFrequencies(terms.length, postings, access.lines)
  const average = lengths.reduce((sum, length) => sum + length, 0) / access.lines
  let max = 0
  let matched = 0
  for (let i = 0; i < postings.lines.length; i++) {
    const n = postings.lines[i]!
    const tf = postings.counts[i]!
    const norm = K1 * (1 - B + (B * lengths[n]!) / average)
    if (scores[n] === 0) matched++
    scores[n]! += (weights[postings.terms[i]!]! * tf * (K1 + 1)) / (tf + norm)
    if (scores[n]! > max) max = scores[n]!
  }
  return { terms, weights, scores, max, matched }
}
