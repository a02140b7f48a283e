/** The skeleton of languages with braces: brackets are frames, and the head of a statement says what its braces hold. */
import type { Language } from '../../source/code-outline.ts'
import { declare, declareImport, finish, type State, stringOf, textOf } from './brace-state.ts'
import { appendHead, clearHead, type Frame, newFrame } from './frames.ts'
import { calledName, type Head, readHead } from './heads.ts'
import { TOKEN } from './lexer.ts'
import type { CodeLines, Declared } from './lines.ts'
import { endsStatement } from './statements.ts'

const SCRIPTS: ReadonlySet<Language> = new Set<Language>(['javascript', 'typescript', 'tsx'])

const FUNCTION_VALUE = /=>$|\bfunction\*? ?[\w$]*\(\)$/

/** What a function that is passed to a call is known by; undefined where it is a detail. */
const callbackName = (state: State, { parent, callee, inFunction, firstString, head }: Frame): string | undefined => {
  if (callee === undefined || parent === undefined || inFunction || !FUNCTION_VALUE.test(head)) return undefined
  return /^(?:const|let|var|export)\b/.test(parent.head) || firstString < 0 ? callee : stringOf(state, firstString)
}

/** `declare module 'x'` is named by its string. */
const typeName = (state: State, { kind, name = '' }: Head, start: number, end: number): string => {
  if (kind !== 'type' || name !== '""') return name
  const { types } = state.lines.tokens
  for (let t = start; t < end; t++) if (types[t] === TOKEN.string) return stringOf(state, t)
  return ''
}

interface Opening {
  readonly head: Head
  readonly start: number
  readonly isCallback: boolean
}

/** What a brace opens inside of other brackets. */
const openingInBrackets = (state: State, t: number): Opening => {
  const { top, isScript, lines } = state
  const start = top.headStart < 0 ? t : top.headStart
  const name = isScript ? callbackName(state, top) : undefined
  if (name !== undefined) {
    const outer = top.parent!.headStart
    return {
      head: { scope: 'function', kind: 'function', name, ends: false },
      start: outer < 0 ? start : outer,
      isCallback: true,
    }
  }
  if (lines.language === 'go' && top.linesEnd) return { head: readHead('go', top.head, 'group', ''), start, isCallback: false }
  const scope = isScript && FUNCTION_VALUE.test(top.head) ? 'function' : 'data'
  return { head: { scope, ends: false }, start, isCallback: false }
}

const openBrace = (state: State, t: number): void => {
  const { top, lines, line, isScript } = state
  const inBrackets = top.open === '(' || top.open === '['
  const opening: Opening = inBrackets
    ? openingInBrackets(state, t)
    : {
        head: readHead(lines.language, top.head, top.scope, top.owner),
        start: top.headStart < 0 ? t : top.headStart,
        isCallback: false,
      }
  const { head, start, isCallback } = opening
  const isType = top.isType || (isScript && (/[<|&]$/.test(top.head) || (top.head.endsWith(':') && top.scope !== 'data')))
  const isNamed = head.kind !== undefined && !isType && !(head.name === '' && head.kind === 'function')
  const extent = { openLine: line, endLine: line }
  const node = isNamed ? declare(state, head.kind, typeName(state, head, start, t), start, extent) : -1
  if (node >= 0) top.taken = node
  appendHead(top, '{}')
  if (top.headStart < 0) top.headStart = t
  state.top = newFrame({
    parent: top,
    open: '{',
    scope: head.scope,
    owner: head.kind === 'type' ? head.name! : '',
    inFunction: top.inFunction || (head.scope === 'function' && head.kind === 'function' && !isCallback),
    isType,
    node,
    openLine: line,
    indent: lines.indent[line - 1]!,
    ends: head.ends,
  })
}

const close = ({ declared }: State, { node }: Frame, endLine: number): void => {
  if (node >= 0) declared[node]!.endLine = Math.max(endLine, declared[node]!.openLine)
}

const closeBrace = (state: State, t: number): void => {
  /* Without an open one it closes what was opened before the text begins. */
  if (state.top.braces === 0) {
    if (state.top === state.file) finish(state, state.file)
    state.last = t
    return
  }
  let frame = state.top
  while (frame.open !== '{') frame = frame.parent!
  finish(state, state.top)
  close(state, frame, state.line)
  state.top = frame.parent!
  state.last = t
  /* A block or function ends its statement; a value goes on. */
  if (frame.ends) finish(state, state.top)
}

/** Brackets within which a line end of Go ends a statement. */
const GO_GROUP = /^(?:import|type|const|var)$/

const openBracket = (state: State, t: number, open: string, annotates: boolean): void => {
  const { top: parent, lines, line, isScript } = state
  const isCall = isScript && open === '(' && parent.open !== '(' && parent.open !== '['
  const callee = isCall && !annotates ? calledName(parent.head) : undefined
  const linesEnd = lines.language === 'go' && parent === state.file && GO_GROUP.test(parent.head)
  if (!annotates) {
    if (parent.headStart < 0) parent.headStart = t
    appendHead(parent, open === '(' ? '()' : '[]')
  }
  state.top = newFrame({
    parent,
    open,
    scope: 'group',
    inFunction: annotates || parent.inFunction,
    isType: annotates || parent.isType,
    linesEnd,
    openLine: line,
    indent: lines.indent[line - 1]!,
    callee,
  })
}

/** Brackets never close braces; one that is missing between two others is forgiven. */
const closeBracket = (state: State, open: string): void => {
  const { top } = state
  if (top.open === open) state.top = top.parent!
  else if (top.open !== '{' && top.parent?.open === open) state.top = top.parent.parent!
}

/** A line that declares something on the level of the file or of a type: it closes what was left open above it. */
const DECLARES =
  /^(?:export|import|class|interface|function|async function|func|fn|pub|impl|struct|enum|trait|mod|type|package|static|template|namespace|(?:public|private|protected)\b(?!.{0,10}:))\b/
const RESYNC_REACH = 64

/** Closes what is open although a declaration begins at its own indentation or left of it. */
const resync = (state: State): void => {
  const indent = state.lines.indent[state.line - 1]!
  let outer: Frame | undefined
  let frame: Frame | undefined = state.top
  for (let steps = 0; frame !== undefined && frame.open !== '' && steps < RESYNC_REACH; steps++, frame = frame.parent)
    if (frame.indent >= indent && frame.openLine < state.line && frame.content > frame.indent) outer = frame
  if (outer === undefined) return
  for (frame = state.top; frame !== undefined && frame !== outer.parent; frame = frame.parent) close(state, frame, state.line - 1)
  state.top = outer.parent!
  clearHead(state.top)
}

const startLine = (state: State, t: number): void => {
  const { lines, line, isScript } = state
  const { tokens, language } = lines
  if (state.top.content < 0 && state.top.openLine < line) state.top.content = lines.indent[line - 1]!
  if (state.top.open !== '' && tokens.types[t] === TOKEN.word && DECLARES.test(textOf(state, t, tokens.count - 1, 40)))
    resync(state)
  const { top, last } = state
  const byLine = top.linesEnd && top.headStart >= 0 && last >= 0 && (isScript || language === 'go')
  if (byLine && endsStatement(tokens, language, top.head, last, t)) finish(state, top)
}

const directive = (state: State, t: number): void => {
  const { branches } = state
  const word = /^#\s{0,40}(\w+)/.exec(textOf(state, t, t, 60))?.[1]
  if (word === 'include') declareImport(state, t, t)
  else if (word === 'if' || word === 'ifdef' || word === 'ifndef') branches.push(state.top)
  else if (word === 'endif') branches.pop()
  else if ((word === 'else' || word === 'elif') && branches.length > 0) state.top = branches[branches.length - 1]!
}

/** The last token of the name of a decorator, or of the `#` of an attribute, that begins with token t; -1 when none does. */
const annotation = ({ top, isScript, lines: { tokens, language } }: State, t: number): number => {
  if (top.headStart >= 0) return -1
  const { text, types, from, count } = tokens
  const c = text[from[t]!]
  if (c === '#' && language === 'rust') return text[from[t + 1] ?? 0] === '!' ? t + 1 : t
  if (c !== '@' || types[t + 1] !== TOKEN.word || !(isScript || language === 'java')) return -1
  if (text.startsWith('interface', from[t + 1]!)) return -1
  let at = t + 1
  while (at + 2 < count && text[from[at + 1]!] === '.' && types[at + 2] === TOKEN.word) at += 2
  return at
}

/** `const a = 1` before a comma: another name follows. Commas in type parameters come before their `>`. */
const VARIABLES = /^(?:export |declare )*(?:const|let|var)\b/
const isDeclarator = (head: string): boolean => {
  if (!VARIABLES.test(head) || !/^[^=]*=(?![=>])/.test(head)) return false
  let open = 0
  for (let i = 0; i < head.length; i++) {
    if (head[i] === '<') open++
    else if (head[i] === '>' && head[i - 1] !== '=') open--
  }
  return open === 0
}

const comma = (state: State): void => {
  const { top, isScript } = state
  if (top.scope === 'data') finish(state, top)
  else if (top.open === '(') {
    const { firstString } = top
    clearHead(top)
    top.firstString = firstString
  } else if (isScript && top.headStart >= 0 && isDeclarator(top.head)) {
    const variables = VARIABLES.exec(top.head)![0]
    finish(state, top)
    top.head = variables
  } else appendHead(top, ',')
}

/** `(a) => (b) =>` is one function of functions; other arrows behind the first belong to its value. */
const isOwnArrow = ({ arrowLine, head }: Frame): boolean =>
  arrowLine === 0 || /=>(?:async ?)?(?:\(\)|[\w$]{1,80})(?::.{0,200})?=>$/.test(head)

const sign = (state: State, t: number, c: string): void => {
  const { top, isScript, lines } = state
  if (c === ':' && lines.language === 'cpp' && /^(?:public|private|protected)(?: \w+)?$/.test(top.head)) {
    clearHead(top)
    return
  }
  if (top.headStart < 0) top.headStart = t
  appendHead(top, c)
  const { text, from } = lines.tokens
  if (c === '>' && text[from[t]! - 1] === '=' && isScript && isOwnArrow(top)) top.arrowLine = state.line
}

const word = (state: State, t: number): void => {
  const { top } = state
  const isString = state.lines.tokens.types[t] === TOKEN.string
  if (top.headStart < 0) top.headStart = t
  if (isString && top.firstString < 0 && top.head === '') top.firstString = t
  appendHead(top, isString ? '""' : textOf(state, t, t, 120))
}

const punctuation = (state: State, t: number, c: string): void => {
  if (c === '{') openBrace(state, t)
  else if (c === '}') closeBrace(state, t)
  else if (c === '(' || c === '[') openBracket(state, t, c, false)
  else if (c === ')' || c === ']') closeBracket(state, c === ')' ? '(' : '[')
  else if (c === ';') {
    state.last = t
    finish(state, state.top)
  } else if (c === ',') comma(state)
  else sign(state, t, c)
}

export const readBraces = (lines: CodeLines): Declared[] => {
  const { text, types, from, count } = lines.tokens
  const file = newFrame({ open: '', scope: 'file' })
  const isScript = SCRIPTS.has(lines.language)
  const state: State = { lines, isScript, declared: [], file, branches: [], top: file, line: 1, last: -1 }
  let isFirst = true
  let annotates = false
  for (let t = 0; t < count; t++) {
    const type = types[t]!
    if (type === TOKEN.comment) continue
    if (type === TOKEN.newline) {
      isFirst = true
      continue
    }
    while (state.line < lines.count && lines.starts[state.line]! <= from[t]!) state.line++
    if (type === TOKEN.directive) {
      directive(state, t)
      continue
    }
    if (isFirst) startLine(state, t)
    isFirst = false
    const c = text[from[t]!]!
    const named = type === TOKEN.punct ? annotation(state, t) : -1
    if (named >= 0) {
      t = named
      annotates = true
      continue
    }
    if (annotates && state.top.headStart < 0 && type === TOKEN.punct && (c === '(' || c === '[')) openBracket(state, t, c, true)
    else if (type === TOKEN.punct) punctuation(state, t, c)
    else word(state, t)
    annotates = false
    state.last = t
  }
  finish(state, state.top)
  for (let frame: Frame | undefined = state.top; frame !== undefined; frame = frame.parent) close(state, frame, lines.count)
  return state.declared
}
