/** YAML by its lines: keys, items, comments, and texts that span lines. No values are built, so nothing of YAML's types matters. */
import type { Source } from '../../source/source.ts'
import { type Draft, newDraft, PART } from './tree.ts'

interface Level {
  readonly indent: number
  readonly line: number
  readonly path: number
  readonly isItem: boolean
  readonly record: number
  /** Names that this level has below it, to notice one that stands there twice. */
  readonly keys: Set<string>
}

export interface YamlDraft extends Draft {
  readonly counts: {
    keys: number
    items: number
    misfits: number
    /** Names that stand twice under one parent, which YAML forbids. */
    doubled: number
    /** Lines that continue a plain value. */
    continued: number
    documents: number
    /** Keys with white space in them. */
    spaced: number
    /** Values behind more than one space: columns. */
    aligned: number
    deepest: number
  }
}

const MOST_KEY = 120
const SPACE = 32
const HASH = 35
const DASH = 45
const COLON = 58

const isSpaceOrEnd = (text: string, at: number, end: number): boolean =>
  at >= end || text.charCodeAt(at) === SPACE || text.charCodeAt(at) === 9

/** Offset of the colon behind the key at `from`, or -1. Linear in the key. */
const colonOf = (text: string, from: number, end: number): number => {
  const quote = text[from]
  if (quote === '"' || quote === "'") {
    for (let at = from + 1; at < end; at++) {
      if (text[at] === '\\' && quote === '"') at++
      else if (text[at] === quote) {
        let colon = at + 1
        while (colon < end && text.charCodeAt(colon) === SPACE) colon++
        return text.charCodeAt(colon) === COLON && isSpaceOrEnd(text, colon + 1, end) ? colon : -1
      }
    }
    return -1
  }
  if ('[]{},#&*!|>%@`'.includes(quote!)) {
    /* A merge or an anchor may begin a key; `*name:` and `&id key:` are rare enough. */
    if (quote !== '*' && quote !== '&') return -1
  }
  const stop = Math.min(end, from + MOST_KEY)
  for (let at = from; at < stop; at++) {
    const code = text.charCodeAt(at)
    if (code === COLON && isSpaceOrEnd(text, at + 1, end)) return at
    if (code === HASH && at > from && text.charCodeAt(at - 1) === SPACE) return -1
  }
  return -1
}

/** `key: |`, `- >-`, with an indicator of indentation or a comment: the deeper lines below are text. */
const BLOCK = /(?:^|\s)[|>][-+0-9]{0,2}\s*(?:#.*)?$/

const opensBlock = (value: string): boolean => value.length < 200 && BLOCK.test(value)

/** Offset behind the last char of the value, trailing white space apart. */
const trimmedEnd = (text: string): number => {
  let end = text.length
  while (end > 0 && (text.charCodeAt(end - 1) === SPACE || text.charCodeAt(end - 1) === 9)) end--
  return end
}

/** Lines below which at least so many maps with the same names stand: they are records, as items of a list are. */
const LEAST_ALIKE = 4
const LEAST_ALIKE_SHARE = 0.6
const LEAST_NAMES = 2
const MOST_NAMES = 40

/** Names of the lines of keys, as far as they tell maps apart. */
const shortLabel = ({ labelAt, labelEnd }: Draft, source: Source, n: number): string => {
  const from = source.starts[n - 1]! + labelAt[n - 1]!
  return source.text.slice(from, Math.min(from + 40, source.starts[n - 1]! + labelEnd[n - 1]!))
}

/** Names that open one of many maps with the same names, as `web:`, `db:`, `cache:` under `services:`. */
const findRecords = (draft: Draft, source: Source): Set<number> => {
  const { parts, parent } = draft
  /** Lines of keys by the line that they stand below. */
  const under = new Map<number, number[]>()
  for (let n = 1; n <= parts.length; n++) {
    if (parts[n - 1] !== PART.key) continue
    const list = under.get(parent[n - 1]!)
    if (list === undefined) under.set(parent[n - 1]!, [n])
    else list.push(n)
  }
  const namesBelow = (n: number): string[] =>
    (under.get(n) ?? []).slice(0, MOST_NAMES).map((line) => shortLabel(draft, source, line))
  const records = new Set<number>()
  for (const lines of under.values()) {
    if (lines.length < LEAST_ALIKE) continue
    const maps = lines.filter((n) => (under.get(n)?.length ?? 0) >= LEAST_NAMES)
    if (maps.length < LEAST_ALIKE) continue
    const counts = new Map<string, number>()
    const all = maps.map(namesBelow)
    for (const names of all) for (const name of new Set(names)) counts.set(name, (counts.get(name) ?? 0) + 1)
    const isCommon = (name: string): boolean => counts.get(name)! >= LEAST_ALIKE_SHARE * maps.length
    maps.forEach((n, i) => {
      if (all[i]!.filter(isCommon).length >= LEAST_NAMES) records.add(n)
    })
  }
  return records
}

/** Reads a whole source. */
export const readWholeYaml = (source: Source): YamlDraft => {
  const first = readYaml(source, source.lines)
  const records = findRecords(first, source)
  return records.size === 0 ? first : readYaml(source, source.lines, records)
}

/** Reads at most `most` lines, and none behind more than `mostMisfits` that do not fit; `records` are the lines of names that open records. */
export const readYaml = (
  source: Source,
  most: number,
  records: ReadonlySet<number> = new Set(),
  mostMisfits: number = Number.POSITIVE_INFINITY,
): YamlDraft => {
  const draft = newDraft(Math.min(source.lines, most))
  const counts = { keys: 0, items: 0, misfits: 0, doubled: 0, continued: 0, documents: 0, spaced: 0, aligned: 0, deepest: 0 }
  const root = (): Level => ({ indent: -1, line: 0, path: -1, isItem: false, record: 0, keys: new Set() })
  let stack: Level[] = [root()]
  let blockIndent = -1
  const put = (n: number, part: number, above: Level, path: number, record: number): void => {
    const i = n - 1
    draft.parts[i] = part
    draft.parent[i] = above.line === n ? 0 : above.line
    draft.depth[i] = stack.length - 1
    draft.path[i] = path
    draft.record[i] = record
  }
  const top = (): Level => stack[stack.length - 1]!
  /** `n` may open several levels (`- - key: value`); the first one gives its place. */
  const readEntry = (n: number, text: string, indent: number): void => {
    const end = trimmedEnd(text)
    let at = indent
    let placed = false
    while (text.charCodeAt(at) === DASH && isSpaceOrEnd(text, at + 1, end)) {
      while (stack.length > 1 && (top().indent > at || (top().indent === at && top().isItem))) stack.pop()
      const above = top()
      const path = draft.intern(above.path, '')
      if (!placed) put(n, PART.item, above, path, n)
      placed = true
      counts.items++
      stack.push({ indent: at, line: n, path, isItem: true, record: n, keys: new Set() })
      at++
      while (at < end && text.charCodeAt(at) === SPACE) at++
    }
    draft.valueAt[n - 1] = at
    if (at >= end) return
    const colon = colonOf(text, at, end)
    if (colon < 0) {
      if (placed) {
        if (opensBlock(text.slice(at, end))) blockIndent = top().indent
        return
      }
      continueValue(n, indent, text)
      return
    }
    if (!placed) while (stack.length > 1 && top().indent >= at) stack.pop()
    const above = top()
    const key = text.slice(at, colon).trim()
    const isRecord = !placed && records.has(n)
    const path = draft.intern(above.path, isRecord ? '*' : key)
    const record = isRecord ? n : above.record
    draft.labelAt[n - 1] = at
    draft.labelEnd[n - 1] = colon
    if (!placed) put(n, PART.key, above, path, record)
    else draft.path[n - 1] = path
    counts.keys++
    if (key.includes(' ') && key[0] !== '"' && key[0] !== "'") counts.spaced++
    if (above.keys.has(key) && key !== '<<') counts.doubled++
    above.keys.add(key)
    draft.parts[n - 1] = PART.key
    let value = colon + 1
    while (value < end && (text.charCodeAt(value) === SPACE || text.charCodeAt(value) === 9)) value++
    if (value < end && value > colon + 2) counts.aligned++
    draft.valueAt[n - 1] = value
    stack.push({ indent: at, line: n, path, isItem: false, record, keys: new Set() })
    counts.deepest = Math.max(counts.deepest, stack.length - 1)
    if (value < end && opensBlock(text.slice(value, end))) blockIndent = placed ? indent : at
  }
  const continueValue = (n: number, indent: number, text: string): void => {
    const closes = /^[\]}],?$/.test(text.trim())
    if (stack.length > 1 && (indent > top().indent || closes)) {
      put(n, PART.text, top(), -1, top().record)
      if (!closes) counts.continued++
    } else {
      put(n, PART.misfit, root(), -1, 0)
      counts.misfits++
    }
  }
  const lines = Math.min(source.lines, most)
  for (let n = 1; n <= lines && counts.misfits <= mostMisfits; n++) {
    const text = source.line(n)
    let indent = 0
    while (text.charCodeAt(indent) === SPACE) indent++
    if (trimmedEnd(text) <= indent) continue
    if (blockIndent >= 0) {
      if (indent > blockIndent) {
        put(n, PART.text, top(), -1, top().record)
        continue
      }
      blockIndent = -1
    }
    if (text.charCodeAt(indent) === HASH) {
      put(n, PART.comment, { ...root(), line: 0 }, -1, 0)
      draft.depth[n - 1] = Math.min(stack.length - 1, indent)
    } else if (indent === 0 && /^(?:---|\.\.\.)(?:\s|$)/.test(text)) {
      stack = [root()]
      put(n, PART.section, root(), -1, 0)
      counts.documents++
    } else if (text.charCodeAt(indent) === 9) {
      put(n, PART.misfit, root(), -1, 0)
      counts.misfits++
    } else readEntry(n, text, indent)
  }
  return { ...draft, counts }
}
