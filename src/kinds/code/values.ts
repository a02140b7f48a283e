/** What each line of code is worth: what the query names, then signatures with their first doc lines, then first statements. */
import type { Ask } from '../../ladder/candidate.ts'
import type { Values } from '../../ladder/select.ts'
import { createRelevance, type Relevance } from '../../source/bm25.ts'
import type { OutlineNode } from '../../source/code-outline.ts'
import { foldWidth, queryTerms, scanWords, termOf } from '../../source/words.ts'
import { LINE } from './lines.ts'
import type { CodeReading } from './reading.ts'

/** Worth per char of a line of usual length. */
const WORTH = {
  type: 3.2,
  function: 2.6,
  inner: 1,
  doc: 1.3,
  import: 1,
  attribute: 0.6,
  statement: 1.3,
  field: 1,
  leading: 0.7,
  body: 0.22,
  comment: 0.12,
  closing: 0.04,
  query: 6,
  named: 5,
} as const

/** Statements at the start of a body that tell what it is about. */
const LEADING = 5
const PRIVATE = /^[_#]/
const ENDS = /^(?:return|throw|raise|yield|panic!?|bail!?|Err)\b/
const WARNS = /\b(?:TODO|FIXME|HACK|XXX|WARNING|NOTE|SAFETY|DEPRECATED|BUG|IMPORTANT)\b|@deprecated|\b(?:do not|must not|never)\b/
/** A line of a comment that says nothing: `/**`, `*\/`, a rule. */
const EMPTY = /^[\s*/"'#!;=~_-]*$/
const CLOSING = /^[)\]}>;,\s]{1,20}$|^(?:end|else|fi|done)$/
const ATTRIBUTE = /^(?:@|#!?\[|\[\[)/

/** From which likeness on a declaration counts as the one that is asked for. */
const NAMED = 0.75

/** Members of a type that is asked for are asked for nearly as much. */
const MEMBER = 0.85
/** Of a name that the query has with its type, those of other types. */
const ELSEWHERE = 0.4
/** Where the query names a declaration, lines elsewhere that say the same are uses of it. */
const USE = 0.4
/** A longer signature is cut. */
const SIGNATURE_LINES = 24

const ratio = (relevance: Relevance | undefined, at: number): number =>
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
const likeness = ({ nodes, parent }: CodeReading, ask: Ask): Float64Array => {
  const like = new Float64Array(nodes.length)
  const { query } = ask
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

/** How deep a node lies in functions. */
const depths = ({ nodes, parent }: CodeReading): { inFunctions: Int32Array; levels: Int32Array } => {
  const inFunctions = new Int32Array(nodes.length)
  const levels = new Int32Array(nodes.length)
  for (let i = 0; i < nodes.length; i++) {
    const p = parent[i]!
    if (p < 0) continue
    levels[i] = levels[p]! + 1
    inFunctions[i] = inFunctions[p]! + (nodes[p]!.kind === 'function' ? 1 : 0)
  }
  return { inFunctions, levels }
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
  const { source, lines, nodes, parent, owner } = reading
  const count = source.lines
  const gain = new Float64Array(count)
  const group = new Int32Array(count).fill(-1)
  const fade = new Float32Array(count)
  const needs = new Int32Array(count)
  const like = likeness(reading, ask)
  const around = inherited(reading, like)
  const { inFunctions, levels } = depths(reading)
  const byText =
    ask.query === undefined
      ? undefined
      : createRelevance(ask.query, { lines: count, line: (n) => (n <= lines.count ? lines.text(n) : '') })
  const widthOf = (n: number): number => Math.max(16, Math.min(400, source.end(n) - source.starts[n - 1]!))
  const set = (n: number, worth: number): void => {
    gain[n - 1] = Math.max(gain[n - 1]!, worth * Math.sqrt(widthOf(n) * 40))
  }
  const roleOf = (n: number): number => (n <= lines.count ? lines.roles[n - 1]! : LINE.blank)
  const outerStart = (i: number): number => {
    let p = parent[i]!
    while (p >= 0 && nodes[p]!.startLine === nodes[i]!.startLine) p = parent[p]!
    return p < 0 ? 0 : nodes[p]!.startLine
  }
  const ranks = new Int32Array(nodes.length + 1)
  /** Lines of signatures: they come with their first one. */
  const settled = new Uint8Array(count + 1)
  const isNamed = like.some((one) => one >= NAMED)
  const asked = (n: number): number => WORTH.query * ratio(byText, n) ** 1.5 * (isNamed ? USE : 1)

  const declaration = (node: OutlineNode, i: number): void => {
    const { kind, startLine, bodyStart, docLine, name } = node
    const isInner = inFunctions[i]! > 0
    const base =
      kind === 'import'
        ? WORTH.import
        : isInner
          ? WORTH.inner
          : WORTH[kind] / (1 + 0.2 * levels[i]!) / (PRIVATE.test(name) && !name.startsWith('__') ? 1.3 : 1)
    const named = like[i]! >= NAMED ? WORTH.query : WORTH.query * 0.6 * Math.max(like[i]!, around[i]!) ** 2
    /* A signature is shown whole: its first line brings the others, and has what they are worth. */
    const last = Math.min(bodyStart - 1, startLine + SIGNATURE_LINES)
    let whole = 0
    for (let n = startLine; n <= last; n++) {
      whole += (base + named + asked(n)) * Math.sqrt(widthOf(n) * 40)
      if (settled[n] === 0) needs[n - 1] = n < last ? n + 1 : outerStart(i)
      settled[n] = 1
    }
    gain[startLine - 1] = Math.max(gain[startLine - 1]!, whole)
    if (kind === 'import') {
      group[startLine - 1] = nodes.length
      fade[startLine - 1] = 0.12
      for (let n = bodyStart; n <= node.bodyEnd; n++) set(n, 0.25 + asked(n))
      /* `} from './x'` says more than `import {`. */
      if (node.bodyEnd < bodyStart || node.bodyEnd >= count) return
      gain[startLine - 1]! *= 0.4
      set(node.bodyEnd + 1, 0.5 + asked(node.bodyEnd + 1))
      needs[node.bodyEnd] = startLine
      return
    }
    if (docLine > 0 && roleOf(docLine) !== LINE.blank) {
      set(docLine, (isInner ? 0.3 : WORTH.doc) + named * 0.6 + asked(docLine))
      if (docLine > startLine) needs[docLine - 1] = startLine
    }
    for (let n = startLine - 1; n > 0 && n > startLine - 20 && roleOf(n) === LINE.code && ATTRIBUTE.test(lines.text(n)); n--)
      set(n, WORTH.attribute + named * 0.5)
  }

  const outside = (n: number, i: number): void => {
    const text = lines.text(n)
    const depth = Math.max(0, lines.indent[n - 1]! - (i < 0 ? 0 : lines.indent[nodes[i]!.startLine - 1]! + 2)) / 4
    if (i >= 0) needs[n - 1] = nodes[i]!.startLine
    if (CLOSING.test(text)) {
      set(n, WORTH.closing)
      return
    }
    const isCode = roleOf(n) === LINE.code
    if (!isCode && EMPTY.test(text)) return
    const worth = !isCode ? (WARNS.test(text) ? 0.6 : WORTH.comment) : i < 0 ? WORTH.statement : WORTH.field
    set(n, worth / (1 + depth) + asked(n) + (i < 0 ? 0 : WORTH.named * 0.5 * around[i]! ** 2))
    group[n - 1] = nodes.length + 1 + Math.max(0, i)
    fade[n - 1] = 0.05
  }

  const inside = (n: number, i: number): void => {
    const node = nodes[i]!
    const text = lines.text(n)
    const isCode = roleOf(n) === LINE.code
    if (!isCode && EMPTY.test(text) && around[i]! < NAMED) return
    const rank = isCode && !CLOSING.test(text) ? ranks[i]!++ : ranks[i]!
    needs[n - 1] = node.startLine
    const usual = !isCode
      ? WARNS.test(text)
        ? 0.35
        : WORTH.comment
      : rank < LEADING
        ? WORTH.leading * (1 - rank * 0.1)
        : WORTH.body * (ENDS.test(text) ? 1.6 : 1)
    const named = WORTH.named * (around[i]! >= NAMED ? around[i]! ** 2 : 0.3 * around[i]! ** 2)
    /* By length, so that of lines with one worth the first come first, whatever their lengths. */
    gain[n - 1] = (usual / (1 + rank * 0.01) / (1 + inFunctions[i]!) + named / (1 + (n - node.startLine) * 0.004)) * widthOf(n)
    if (byText !== undefined) gain[n - 1]! += asked(n) * Math.sqrt(widthOf(n) * 40)
  }

  nodes.forEach(declaration)
  for (let n = 1; n <= Math.min(count, lines.count); n++) {
    if (gain[n - 1]! > 0 || settled[n] === 1 || lines.text(n) === '') continue
    const i = owner[n - 1]!
    const node = i < 0 ? undefined : nodes[i]!
    if (node?.kind === 'import') continue
    if (node?.kind === 'function' && n >= node.bodyStart) inside(n, i)
    else outside(n, i)
  }
  breakCycles(needs)
  return { gain, group, fade, twin: new Int32Array(count).fill(-1), needs }
}
