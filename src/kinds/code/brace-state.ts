/** Where a walk over code with braces stands, and how it notes what a statement declares. */
import { clearHead, type Frame, type Open } from './frames.ts'
import { importName, isImport, scriptValue } from './heads.ts'
import type { CodeLines, Declared } from './lines.ts'

export interface State {
  readonly lines: CodeLines
  readonly isScript: boolean
  readonly declared: Open[]
  readonly file: Frame
  /** Frames at the start of each open `#if`. */
  readonly branches: Frame[]
  top: Frame
  /** The line of the current token, and the last token of code before it. */
  line: number
  last: number
}

/** Chars of a statement that are looked at for what it imports. */
const IMPORT_CHARS = 4000

const lineAt = ({ starts, count }: CodeLines, offset: number): number => {
  let low = 1
  let high = count
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle - 1]! <= offset) low = middle
    else high = middle - 1
  }
  return low
}

const lineOf = ({ lines }: State, t: number): number => lineAt(lines, lines.tokens.from[t]!)
const endOf = ({ lines }: State, t: number): number => lineAt(lines, lines.tokens.to[t]! - 1)

export const textOf = ({ lines: { tokens } }: State, first: number, last: number, most: number): string =>
  tokens.text.slice(tokens.from[first]!, Math.min(tokens.to[last]!, tokens.from[first]! + most))

/** A string without its quotes. */
export const stringOf = (state: State, t: number): string =>
  textOf(state, t, t, 200)
    .slice(1)
    .replace(/["'`]$/, '')

export const declare = (
  state: State,
  kind: Declared['kind'],
  name: string,
  start: number,
  extent: { readonly openLine: number; readonly endLine: number },
): number => {
  const at = state.lines.tokens.from[start]!
  return state.declared.push({ kind, name, startLine: lineOf(state, start), at, ...extent }) - 1
}

export const declareImport = (state: State, first: number, last: number): void => {
  const name = importName(textOf(state, first, last, IMPORT_CHARS))
  declare(state, 'import', name, first, { openLine: lineOf(state, first), endLine: endOf(state, last) })
}

/** `typedef struct {} name` is named at its end. */
const nameTypedef = ({ declared }: State, { taken, head }: Frame): void => {
  if (taken < 0 || !head.startsWith('typedef ')) return
  const name = /\{\}\W{0,8}(\w+)/.exec(head)?.[1]
  if (name !== undefined) declared[taken]!.name = name
}

/** A function without braces: `const add = (a, b) => a + b`. */
const declareArrow = (state: State, { head, scope, arrowLine, taken, isType, headStart }: Frame): void => {
  if (!state.isScript || arrowLine === 0 || taken >= 0 || isType || /^(?:export |declare )*type\b/.test(head)) return
  const name = scriptValue(head, scope)
  if (name === undefined) return
  declare(state, 'function', name, headStart, { openLine: arrowLine, endLine: Math.max(endOf(state, state.last), arrowLine) })
}

/** Ends the statement of a frame with the last token. */
export const finish = (state: State, frame: Frame): void => {
  nameTypedef(state, frame)
  if (frame.headStart >= 0 && state.last >= 0) {
    const isImported = frame.scope === 'file' && isImport(state.lines.language, frame.head)
    if (isImported) declareImport(state, frame.headStart, state.last)
    else declareArrow(state, frame)
  }
  clearHead(frame)
}
