/** The skeleton of Python: by indentation; lines inside of brackets and strings belong to the statement above them. */

import type { Open } from './frames.ts'
import { importName } from './heads.ts'
import { TOKEN } from './lexer.ts'
import { type CodeLines, type Declared, LINE } from './lines.ts'

const DECLARATION = /^(?:async\s{1,9})?(def|class)\s{1,9}([\w\u0080-\uffff]+)/
const IMPORT = /^(?:import|from)\s/
/** What no bracket can hold: a line that begins so shows that one above was never closed. */
const RESYNC =
  /^(?:(?:async\s{1,9})?def\s+\w+\s{0,9}\(|class\s+\w+\s{0,9}[:(]|import\s+\w|from\s+[\w.]+\s+import\s|@\w|if __name__)/

export const readPython = (lines: CodeLines): Declared[] => {
  const { tokens, roles, indent, first } = lines
  const { text, types, from } = tokens
  const declared: Open[] = []
  const open: { readonly node: number; readonly indent: number }[] = []
  let depth = 0
  let depthIndent = 0
  /** The declaration or import whose statement goes on, and the last line with code. */
  let pending = -1
  let last = 0
  const closeTo = (columns: number): void => {
    while (open.length > 0 && open[open.length - 1]!.indent >= columns) declared[open.pop()!.node]!.endLine = last
  }
  for (let n = 1; n <= lines.count; n++) {
    if (roles[n - 1] === LINE.blank || roles[n - 1] === LINE.comment) continue
    const columns = indent[n - 1]!
    if (depth > 0 && roles[n - 1] === LINE.code && columns <= depthIndent && RESYNC.test(lines.text(n))) {
      depth = 0
      pending = -1
    }
    if (depth === 0 && pending < 0 && roles[n - 1] === LINE.code && !continues(text, lines.starts[n - 1]!)) {
      closeTo(columns)
      const line = lines.text(n)
      const match = DECLARATION.exec(line)
      if (match !== null) {
        const kind = match[1] === 'class' ? 'type' : 'function'
        pending = declared.push({ kind, name: match[2]!, startLine: n, at: lines.starts[n - 1]!, openLine: n, endLine: n }) - 1
        open.push({ node: pending, indent: columns })
      } else if (IMPORT.test(line) && open.length === 0)
        pending =
          declared.push({
            kind: 'import',
            name: importName(line),
            startLine: n,
            at: lines.starts[n - 1]!,
            openLine: n,
            endLine: n,
          }) - 1
    }
    last = n
    for (let t = first[n - 1]!; t < first[n]!; t++) {
      if (types[t] !== TOKEN.punct) continue
      const c = text[from[t]!]!
      if (c === '(' || c === '[' || c === '{') {
        if (depth++ === 0) depthIndent = columns
      } else if (c === ')' || c === ']' || c === '}') depth = Math.max(0, depth - 1)
      else if (c === ':' && depth === 0 && pending >= 0 && declared[pending]!.kind !== 'import') {
        declared[pending]!.openLine = n
        pending = -1
      }
    }
    if (pending >= 0) {
      declared[pending]!.endLine = n
      const goesOn = depth > 0 || continues(text, lines.starts[n] ?? text.length)
      if (!goesOn) pending = -1
    }
  }
  closeTo(-1)
  for (const { node } of open) declared[node]!.endLine = last
  return declared
}

/** Does a backslash carry the line that begins at `start` on from the one above? */
const continues = (text: string, start: number): boolean => {
  let at = start - 2
  if (text.charCodeAt(at) === 13) at--
  return at >= 0 && text.charCodeAt(at) === 92
}
