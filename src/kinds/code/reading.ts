/** A source as the code kind reads it: its code without line numbers, and what it declares. */
import type { Ask } from '../../ladder/candidate.ts'
import type { Language, OutlineNode } from '../../source/code-outline.ts'
import type { Source } from '../../source/source.ts'
import { languageOf } from './detect.ts'
import { type CodeLines, readCodeLines } from './lines.ts'
import { findNumbers, type Numbered } from './numbered.ts'
import { skeletonOf } from './skeleton.ts'

export interface CodeReading {
  readonly source: Source
  readonly language: Language
  readonly lines: CodeLines
  readonly nodes: readonly OutlineNode[]
  /** Index of the node around each node; -1 = none. */
  readonly parent: Int32Array
  /** The innermost node whose signature or body has line n, at index n - 1; -1 = none. Imports included. */
  readonly owner: Int32Array
  readonly numbered: Numbered | undefined
  readonly outline: 'grammar' | 'skeleton'
}

/** The last line of a declaration that is not only closing brackets. */
export const lastLineOf = ({ bodyEnd, bodyStart, startLine }: OutlineNode): number => Math.max(bodyEnd, bodyStart - 1, startLine)

const isSound = (nodes: readonly OutlineNode[], lines: number): boolean => {
  let last = 0
  for (const { startLine, bodyStart, bodyEnd, docLine } of nodes) {
    if (startLine < Math.max(1, last) || bodyStart <= startLine || bodyEnd < bodyStart - 1 || bodyEnd > lines) return false
    if (bodyStart > lines + 1 || docLine < 0 || docLine > lines) return false
    last = startLine
  }
  return true
}

/** Who holds whom, in one pass over the nodes and their lines. */
const nest = (nodes: readonly OutlineNode[], lines: number): { parent: Int32Array; owner: Int32Array } => {
  const parent = new Int32Array(nodes.length).fill(-1)
  const owner = new Int32Array(lines).fill(-1)
  const stack: number[] = []
  let next = 0
  for (let n = 1; n <= lines; n++) {
    while (stack.length > 0 && lastLineOf(nodes[stack[stack.length - 1]!]!) < n) stack.pop()
    for (; next < nodes.length && nodes[next]!.startLine <= n; next++) {
      parent[next] = stack[stack.length - 1] ?? -1
      stack.push(next)
    }
    owner[n - 1] = stack[stack.length - 1] ?? -1
  }
  return { parent, owner }
}

/** `==> b.py <==`: head and tail name each of several files so. */
export const isHeading = (text: string): boolean => text.startsWith('==> ') && text.endsWith(' <==')

/** `cat: b.py: No such file or directory`: what the command that printed the code says of another file. */
export const isComplaint = (text: string): boolean =>
  /^(?:cat|sed|head|tail|nl|bat|awk|less|more|type): .{0,300}: \S|^fatal: (?:path|invalid|ambiguous)/.test(text.slice(0, 400))

/**
 * The code of a source with LF line ends, without control sequences, line numbers and what its reader says; as many lines as the
 * source has.
 */
export const codeOf = (source: Source, numbered: Numbered | undefined): string => {
  const texts: string[] = []
  for (let n = 1; n <= source.lines; n++) {
    const text = source.view(n)
    const isCode = !isHeading(text) && !isComplaint(text)
    texts.push(!isCode ? '' : numbered === undefined ? text : text.slice(numbered.width(n)))
  }
  return texts.join('\n')
}

export const readCode = (source: Source, ask: Ask): CodeReading => {
  const numbered = findNumbers(source.lines, source.view)
  const language = languageOf(source, ask, numbered)
  const text = codeOf(source, numbered)
  const lines = readCodeLines(text, language)
  const given = ask.outlines?.(text, language)
  const useGiven = given !== undefined && isSound(given, source.lines)
  const nodes = useGiven ? given : skeletonOf(lines)
  return { source, language, lines, nodes, numbered, outline: useGiven ? 'grammar' : 'skeleton', ...nest(nodes, source.lines) }
}
