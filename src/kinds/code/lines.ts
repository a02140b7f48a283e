/** What each line of code is: blank, comment, inside of a string, how far indented. */
import type { Language, OutlineNode } from '../../source/code-outline.ts'
import { lineStarts } from '../../source/lines.ts'
import { TOKEN, type Tokens, tokenize } from './lexer.ts'

export const LINE = { blank: 0, code: 1, comment: 2, string: 3 } as const

export interface CodeLines {
  readonly tokens: Tokens
  readonly language: Language
  readonly count: number
  /** Offset of each line; one more entry than lines. */
  readonly starts: Int32Array
  /** What line n begins with, at index n - 1; `string`: it begins inside of a string. */
  readonly roles: Uint8Array
  /** Columns before the first char; a tab fills up to a multiple of 4. */
  readonly indent: Int32Array
  /** The first token that begins on line n, at index n - 1; one more entry than lines. */
  readonly first: Int32Array
  /** Line n without its indentation and line end. */
  text(n: number): string
}

export const readCodeLines = (text: string, language: Language): CodeLines => {
  const tokens = tokenize(text, language)
  const starts = lineStarts(text)
  const count = starts.length - 1
  const roles = new Uint8Array(count)
  const indent = new Int32Array(count)
  const first = new Int32Array(count + 1)
  let t = 0
  for (let i = 0; i < count; i++) {
    const end = starts[i + 1]!
    let at = starts[i]!
    let columns = 0
    while (at < end && text.charCodeAt(at) <= 32) columns = text.charCodeAt(at++) === 9 ? (columns & ~3) + 4 : columns + 1
    indent[i] = columns
    while (t < tokens.count && tokens.from[t]! < starts[i]!) t++
    first[i] = t
    const open = t > 0 && tokens.to[t - 1]! > starts[i]! ? tokens.types[t - 1]! : 0
    if (open === TOKEN.string) roles[i] = LINE.string
    else if (at >= end) roles[i] = LINE.blank
    else if (open === TOKEN.comment) roles[i] = LINE.comment
    else if (open === TOKEN.directive) roles[i] = LINE.code
    else roles[i] = tokens.types[t] === TOKEN.comment && tokens.from[t]! < end ? commentRole(tokens, t, end) : LINE.code
  }
  first[count] = tokens.count
  return {
    tokens,
    language,
    count,
    starts,
    roles,
    indent,
    first,
    text: (n) => text.slice(starts[n - 1]!, starts[n]!).trim(),
  }
}

/** A line that begins with a comment may have code behind it. */
const commentRole = ({ types, from, count }: Tokens, at: number, end: number): number => {
  for (let t = at; t < count && from[t]! < end; t++)
    if (types[t] !== TOKEN.comment && types[t] !== TOKEN.newline) return LINE.code
  return LINE.comment
}

/** A declaration before its comments and the extent of its body are settled. */
export interface Declared {
  readonly kind: OutlineNode['kind']
  readonly name: string
  readonly startLine: number
  /** Offset at which it begins, for those that begin on one line. */
  readonly at: number
  /** The last line of the signature. */
  readonly openLine: number
  readonly endLine: number
}

/** Lines of comments or decorators above a declaration that are looked at. */
const REACH = 400
const CLOSES = /^[)\]}]/
const ATTRIBUTE = /^(?:@|#!?\[|\[\[)/
/** `/** Reads it.`, ` * Reads it.`, `/// Reads it.`, `"""Reads it."""`: whether a line says something. */
const SAYS = /[^\s*/"'#!;-]/
/** Directives to tools, and rules, are no documentation. */
const TOOLING =
  /^(?:\/\/|#|\/\*+|\*)\s{0,4}(?:eslint|biome|prettier|ts-|@ts-|noqa|type:|pylint|nolint|go:|clang-format|region|endregion)/

/** The first line that says something in the comment directly above, or at the start of the body in Python. */
const docLineOf = (lines: CodeLines, { startLine, openLine, endLine, kind }: Declared): number => {
  if (kind === 'import') return 0
  if (lines.language === 'python') {
    let n = openLine + 1
    while (n <= endLine && lines.roles[n - 1] === LINE.blank) n++
    const token = lines.first[n - 1] ?? 0
    if (n > endLine || lines.tokens.types[token] !== TOKEN.string) {
      if (n > endLine || !/^[rbuRBU]{1,2}["']/.test(lines.text(n))) return 0
    }
    while (n <= endLine && !SAYS.test(lines.text(n).replace(/^[rbuRBU]{1,2}(?=["'])/, '')) && n < openLine + 8) n++
    return n <= endLine ? n : 0
  }
  let n = startLine - 1
  const stop = Math.max(0, startLine - REACH)
  while (n > stop && lines.roles[n - 1] === LINE.code && ATTRIBUTE.test(lines.text(n))) n--
  if (n > stop + 1 && lines.roles[n - 1] === LINE.blank && lines.text(n - 1).endsWith('*/')) n--
  let doc = 0
  for (; n > stop && lines.roles[n - 1] === LINE.comment; n--) {
    const text = lines.text(n)
    if (SAYS.test(text) && !TOOLING.test(text)) doc = n
    if (text.startsWith('/*')) break
  }
  return doc
}

/** Settles bodies and comments; declarations in the order of their lines, outer ones first. */
export const finishOutline = (lines: CodeLines, declared: readonly Declared[]): OutlineNode[] => {
  const sorted = [...declared].sort((a, b) => a.startLine - b.startLine || b.endLine - a.endLine || a.at - b.at)
  const nodes: OutlineNode[] = []
  /** Ends of the functions around the current line, outermost first; and of the last type. */
  const around: number[] = []
  let typeEnd = 0
  for (const one of sorted) {
    let last = one.endLine
    while (last > one.openLine && lines.roles[last - 1] !== LINE.code && lines.roles[last - 1] !== LINE.string) last--
    while (around.length > 0 && around[around.length - 1]! < one.startLine) around.pop()
    const bodyEnd = last > one.openLine && CLOSES.test(lines.text(last)) ? last - 1 : last
    /* A function of one line inside of another is a detail of it. */
    if (one.kind === 'function' && around.length > 0 && bodyEnd <= one.openLine) continue
    /* What is imported inside of a declaration is a detail as well. */
    if (one.kind === 'import' && (around.length > 0 || one.startLine <= typeEnd)) continue
    if (one.kind === 'function') around.push(last)
    else if (one.kind === 'type') typeEnd = Math.max(typeEnd, last)
    nodes.push({
      kind: one.kind,
      name: one.name,
      startLine: one.startLine,
      bodyStart: one.openLine + 1,
      bodyEnd: Math.max(bodyEnd, one.openLine),
      docLine: docLineOf(lines, one),
    })
  }
  return nodes
}
