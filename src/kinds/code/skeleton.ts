/**
 * An outline without a grammar: from brackets, line ends and the heads of statements, strings and comments skipped. One pass; broken
 * and cut texts are read as far as they make sense.
 */
import type { Language, OutlineNode } from '../../source/code-outline.ts'
import { appendHead, clearHead, type Frame, newFrame, type Open } from './frames.ts'
import { calledName, type Head, importName, isImport, readHead, scriptValue } from './heads.ts'
import { TOKEN } from './lexer.ts'
import { type CodeLines, type Declared, finishOutline, readCodeLines } from './lines.ts'
import { readPython } from './python.ts'

const SCRIPTS: ReadonlySet<Language> = new Set<Language>(['javascript', 'typescript', 'tsx'])

/** A line that declares something on the level of the file or of a type: it closes what was left open above it. */
const DECLARES =
  /^(?:export|import|class|interface|function|async function|func|fn|pub|impl|struct|enum|trait|mod|type|package|static|template|namespace|#include|(?:public|private|protected)\b(?!.{0,10}:))\b/
const RESYNC_REACH = 64

const CONTINUES_BEFORE = new Set([...'=+-*/%&|^<?:,.!~([{'])
const CONTINUES_AFTER = new Set([...'.,)]?:&|+*/%=<^'])
const WORDS_BEFORE =
  /^(?:extends|implements|in|new|typeof|default|else|instanceof|await|export|import|const|let|var|async|return|case|function|class)$/
const WORDS_AFTER = /^(?:extends|implements|instanceof|in|of|as|satisfies|from|else|catch|finally|while)$/

/** `const a = 1` before a comma: another name follows. Commas in type parameters come before their `>`. */
const isDeclarator = (head: string): boolean => {
  if (!/^(?:export |declare )*(?:const|let|var)\b[^=]*=(?![=>])/.test(head)) return false
  let open = 0
  for (let i = 0; i < head.length; i++) {
    if (head[i] === '<') open++
    else if (head[i] === '>' && head[i - 1] !== '=') open--
  }
  return open === 0
}

/** `(a) => (b) =>` is one function of functions; other arrows behind the first belong to its value. */
const isOwnArrow = ({ arrowLine, head }: Frame): boolean =>
  arrowLine === 0 || /=>(?:async ?)?(?:\(\)|[\w$]{1,80})(?::.{0,200})?=>$/.test(head)

/** Brackets within which a line end of Go ends a statement. */
const GO_GROUP = /^(?:import|type|const|var)$/

const readBraces = (lines: CodeLines): Declared[] => {
  const { tokens, language } = lines
  const { text, types, from, to, count } = tokens
  const isScript = SCRIPTS.has(language)
  const byLine = isScript || language === 'go'
  const declared: Open[] = []
  const file = newFrame({ open: '', scope: 'file' })
  /** Frames at the start of each open `#if`. */
  const branches: Frame[] = []
  let top = file
  let line = 1
  let last = -1
  let newline = false

  const lineAt = (offset: number): number => {
    let low = 1
    let high = lines.count
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (lines.starts[middle - 1]! <= offset) low = middle
      else high = middle - 1
    }
    return low
  }
  const lineOf = (t: number): number => lineAt(from[t]!)
  const endOf = (t: number): number => lineAt(to[t]! - 1)
  const declare = (kind: Declared['kind'], name: string, start: number, openLine: number, endLine: number): number =>
    declared.push({ kind, name, startLine: lineOf(start), at: from[start]!, openLine, endLine }) - 1

  /** Ends a statement whose last token is `last`. */
  const finish = (frame: Frame): void => {
    if (frame.taken >= 0 && frame.head.startsWith('typedef ')) {
      const name = /\{\}\W{0,8}(\w+)/.exec(frame.head)?.[1]
      if (name !== undefined) declared[frame.taken]!.name = name
    }
    if (frame.headStart >= 0 && last >= 0) {
      const start = frame.headStart
      if (frame.scope === 'file' && isImport(language, frame.head)) {
        declare(
          'import',
          importName(text.slice(from[start]!, Math.min(to[last]!, from[start]! + 4000))),
          start,
          lineOf(start),
          endOf(last),
        )
      } else if (
        isScript &&
        frame.arrowLine > 0 &&
        frame.taken < 0 &&
        !frame.isType &&
        !/^(?:export |declare )*type\b/.test(frame.head)
      ) {
        const name = scriptValue(frame.head, frame.scope)
        if (name !== undefined) declare('function', name, start, frame.arrowLine, Math.max(endOf(last), frame.arrowLine))
      }
    }
    clearHead(frame)
  }

  const stringOf = (t: number): string => text.slice(from[t]! + 1, Math.min(to[t]! - 1, from[t]! + 200))

  /** What a function that is passed to a call is known by; undefined where it is a detail. */
  const callback = (frame: Frame, head: string): string | undefined => {
    const parent = frame.parent
    if (frame.callee === undefined || parent === undefined || frame.inFunction) return undefined
    if (!/=>$|\bfunction\*? ?[\w$]*\(\)$/.test(head)) return undefined
    if (/^(?:const|let|var|export)\b/.test(parent.head) || frame.firstString < 0) return frame.callee
    return stringOf(frame.firstString)
  }

  /** `declare module 'x'` is named by its string. */
  const typeName = ({ kind, name = '' }: Head, start: number, end: number): string => {
    if (kind !== 'type' || name !== '""') return name
    for (let t = start; t < end; t++) if (types[t] === TOKEN.string) return stringOf(t)
    return ''
  }

  const openBrace = (t: number): void => {
    const { head } = top
    let read: Head
    let start = top.headStart < 0 ? t : top.headStart
    let isCallback = false
    if (top.open === '(' || top.open === '[') {
      const name = isScript ? callback(top, head) : undefined
      read = language === 'go' && top.linesEnd ? readHead('go', head, 'group', '') : { scope: 'data', ends: false }
      if (name !== undefined) {
        read = { scope: 'function', kind: 'function', name, ends: false }
        start = top.parent!.headStart < 0 ? start : top.parent!.headStart
        isCallback = true
      } else if (isScript && /=>$|\bfunction\*? ?[\w$]*\(\)$/.test(head)) read = { scope: 'function', ends: false }
    } else read = readHead(language, head, top.scope, top.owner)
    const isType = top.isType || (isScript && (/[<|&]$/.test(head) || (head.endsWith(':') && top.scope !== 'data')))
    const named = read.kind !== undefined && !isType && !(read.name === '' && read.kind === 'function')
    const node = named ? declare(read.kind!, typeName(read, start, t), start, line, line) : -1
    if (node >= 0) top.taken = node
    appendHead(top, '{}')
    if (top.headStart < 0) top.headStart = t
    top = newFrame({
      parent: top,
      open: '{',
      scope: read.scope,
      owner: read.kind === 'type' ? read.name! : '',
      inFunction: top.inFunction || (read.scope === 'function' && read.kind === 'function' && !isCallback),
      isType,
      node,
      openLine: line,
      indent: lines.indent[line - 1]!,
      ends: read.ends,
    })
  }

  const close = (frame: Frame, endLine: number): void => {
    if (frame.node >= 0) declared[frame.node]!.endLine = Math.max(endLine, declared[frame.node]!.openLine)
  }

  const closeBrace = (): void => {
    let frame: Frame | undefined = top
    while (frame !== undefined && frame.open !== '{') frame = frame.parent
    if (frame === undefined) {
      /* Closes what was opened before the text begins. */
      if (top === file) finish(file)
      return
    }
    finish(top)
    close(frame, line)
    top = frame.parent!
  }

  const openBracket = (t: number, open: string): void => {
    const callee = isScript && open === '(' && top.open !== '(' && top.open !== '[' ? calledName(top.head) : undefined
    const group = language === 'go' && top === file && GO_GROUP.test(top.head)
    if (top.headStart < 0) top.headStart = t
    const parent = top
    appendHead(parent, open === '(' ? '()' : '[]')
    top = newFrame({
      parent,
      open,
      scope: 'group',
      inFunction: parent.inFunction,
      isType: parent.isType,
      linesEnd: group,
      openLine: line,
      indent: lines.indent[line - 1]!,
      callee,
    })
  }

  const closeBracket = (c: string): void => {
    const open = c === ')' ? '(' : '['
    if (top.open === open) top = top.parent!
    else if (top.open !== '{' && top.parent !== undefined && top.parent.open === open) top = top.parent.parent!
  }

  /** Does a line end between the last token and token t end a statement? */
  const endsStatement = (t: number): boolean => {
    if (last < 0 || !top.linesEnd || top.open === '[' || (top.open === '(' && language !== 'go')) return false
    const p = text[from[last]!]!
    const n = text[from[t]!]!
    if (types[last] === TOKEN.word) {
      const isConst = /\bas const$/.test(top.head)
      if (!isConst && WORDS_BEFORE.test(text.slice(from[last]!, Math.min(to[last]!, from[last]! + 12)))) return false
    } else if (types[last] === TOKEN.punct) {
      const doubled = last > 0 && text[from[last]! - 1] === p && (p === '+' || p === '-')
      /* `a!` at the end of a line asserts that there is one. */
      const asserts = p === '!' && /[\w$)\]]/.test(text[from[last]! - 1] ?? '')
      if (!doubled && !asserts && CONTINUES_BEFORE.has(p)) return false
      const compares = text[from[last]! - 1] === ' ' && lines.text(lineOf(last)) !== '>'
      if (p === '>' && (text[from[last]! - 1] === '=' || compares)) return false
    }
    if (language === 'go') return true
    if (types[t] === TOKEN.word) return !WORDS_AFTER.test(text.slice(from[t]!, Math.min(to[t]!, from[t]! + 12)))
    if (types[t] !== TOKEN.punct) return true
    if (n === '{') return p !== ')'
    if (n === '(' || n === '[') return p === '}'
    if (n === '*') return p === '}'
    return !CONTINUES_AFTER.has(n)
  }

  /** Closes what is open although a declaration begins at its own indentation or left of it. */
  const resync = (): void => {
    const indent = lines.indent[line - 1]!
    let frame: Frame | undefined = top
    let outer: Frame | undefined
    for (let steps = 0; frame !== undefined && frame.open !== '' && steps < RESYNC_REACH; steps++, frame = frame.parent)
      if (frame.indent >= indent && frame.openLine < line && frame.content > frame.indent) outer = frame
    if (outer === undefined) return
    for (frame = top; frame !== undefined && frame !== outer.parent; frame = frame.parent) close(frame, line - 1)
    top = outer.parent!
    clearHead(top)
  }

  const startLine = (t: number): void => {
    if (top.content < 0 && top.openLine < line) top.content = lines.indent[line - 1]!
    if (top.open !== '' && types[t] === TOKEN.word && DECLARES.test(text.slice(from[t]!, from[t]! + 40))) resync()
    if (byLine && top.headStart >= 0 && endsStatement(t)) finish(top)
  }

  const directive = (t: number): void => {
    const word = /^#\s{0,40}(\w+)/.exec(text.slice(from[t]!, from[t]! + 60))?.[1]
    if (word === 'include')
      declare('import', importName(text.slice(from[t]!, Math.min(to[t]!, from[t]! + 400))), t, line, endOf(t))
    else if (word === 'if' || word === 'ifdef' || word === 'ifndef') branches.push(top)
    else if (word === 'endif') branches.pop()
    else if ((word === 'else' || word === 'elif') && branches.length > 0) {
      top = branches[branches.length - 1]!
      top.head = top.headStart < 0 ? '' : top.head
    }
  }

  /** Skips the name of a decorator or the `#` of an attribute; returns the last token of it, or -1. */
  const annotation = (t: number): number => {
    if (top.headStart >= 0) return -1
    const c = text[from[t]!]!
    if (c === '@' && (isScript || language === 'java') && types[t + 1] === TOKEN.word) {
      if (text.startsWith('interface', from[t + 1]!)) return -1
      let at = t + 1
      while (at + 2 < count && text[from[at + 1]!] === '.' && types[at + 2] === TOKEN.word) at += 2
      return at
    }
    if (c === '#' && language === 'rust') return text[from[t + 1] ?? 0] === '!' ? t + 1 : t
    return -1
  }

  let current = 0
  let annotated = false
  for (let t = 0; t < count; t++) {
    const type = types[t]!
    if (type === TOKEN.newline) {
      newline = true
      continue
    }
    if (type === TOKEN.comment) continue
    while (current + 1 < lines.count && lines.starts[current + 1]! <= from[t]!) current++
    line = current + 1
    if (type === TOKEN.directive) {
      directive(t)
      newline = false
      continue
    }
    if (newline || t === 0) startLine(t)
    newline = false
    const c = text[from[t]!]!
    if (type === TOKEN.punct) {
      const skipped = annotation(t)
      if (skipped >= 0) {
        t = skipped
        annotated = true
        continue
      }
      if (annotated && top.headStart < 0 && (c === '(' || c === '[')) {
        top = newFrame({
          parent: top,
          open: c,
          scope: 'group',
          inFunction: true,
          isType: true,
          linesEnd: false,
          openLine: line,
          indent: lines.indent[line - 1]!,
        })
        annotated = false
        last = t
        continue
      }
    }
    annotated = false
    if (type === TOKEN.word || type === TOKEN.string) {
      if (top.headStart < 0) top.headStart = t
      if (type === TOKEN.string && top.firstString < 0 && top.head === '') top.firstString = t
      appendHead(top, type === TOKEN.string ? '""' : text.slice(from[t]!, Math.min(to[t]!, from[t]! + 120)))
      last = t
      continue
    }
    if (c === '{') openBrace(t)
    else if (c === '}') {
      const ended = top
      closeBrace()
      last = t
      /* A block or function ends its statement; a value goes on. */
      let closed: Frame | undefined = ended
      while (closed !== undefined && closed.open !== '{') closed = closed.parent
      if (closed?.ends === true) finish(top)
    } else if (c === '(' || c === '[') openBracket(t, c)
    else if (c === ')' || c === ']') closeBracket(c)
    else if (c === ';') {
      last = t
      finish(top)
    } else if (c === ',' && (top.scope === 'data' || top.open === '(')) {
      if (top.open === '(') {
        const first = top.firstString
        clearHead(top)
        top.firstString = first
      } else finish(top)
    } else if (c === ',' && isScript && top.headStart >= 0 && isDeclarator(top.head)) {
      const variable = /^(?:export |declare )*(?:const|let|var)/.exec(top.head)![0]
      finish(top)
      top.head = variable
    } else if (c === ':' && language === 'cpp' && /^(?:public|private|protected)(?: \w+)?$/.test(top.head)) clearHead(top)
    else {
      if (top.headStart < 0) top.headStart = t
      appendHead(top, c)
      if (c === '>' && text[from[t]! - 1] === '=' && isScript && isOwnArrow(top)) top.arrowLine = line
    }
    last = t
  }
  finish(top)
  for (let frame: Frame | undefined = top; frame !== undefined; frame = frame.parent) close(frame, lines.count)
  return declared
}

/** What a text declares, in the order of its lines. */
export const skeletonOf = (lines: CodeLines): OutlineNode[] =>
  finishOutline(lines, lines.language === 'python' ? readPython(lines) : readBraces(lines))

/** The skeleton of a text: what synchronous callers use, and whoever has no grammar. */
export const readSkeleton = (text: string, language: Language): OutlineNode[] => skeletonOf(readCodeLines(text, language))
