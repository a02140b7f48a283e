/** Open brackets while a skeleton is read. Linked upwards, so that a branch of `#if` can begin again where another one did. */

import { HEAD_CHARS, type Scope } from './heads.ts'
import type { Declared } from './lines.ts'

export interface Frame {
  readonly parent: Frame | undefined
  /** `{`, `(`, `[`; empty for the file. */
  readonly open: string
  readonly scope: Scope
  /** Name of the type, for its constructors. */
  readonly owner: string
  /** How many of it and of those around it are braces. */
  readonly braces: number
  /** Inside a function that is no callback: functions that are passed on are details there. */
  readonly inFunction: boolean
  /** Types, where arrows declare nothing. */
  readonly isType: boolean
  /** Line ends end statements here. */
  readonly linesEnd: boolean
  /** What the brackets close: an entry of the declared. */
  readonly node: number
  /** Of brackets behind the name of a call: what is called. */
  readonly callee: string | undefined
  /** They end the statement that they stand in. */
  readonly ends: boolean
  readonly openLine: number
  /** Indentation of the line that opens it, and of the first line in it; -1 = none yet. */
  readonly indent: number
  content: number
  /** The statement so far: its head, its first token, the line of its last `=>`, its first string. */
  head: string
  headStart: number
  arrowLine: number
  firstString: number
  /** What the statement has declared by an opening brace; -1 = nothing. */
  taken: number
}

export const newFrame = (parts: Partial<Omit<Frame, 'braces'>> & Pick<Frame, 'open' | 'scope'>): Frame => ({
  braces: (parts.parent?.braces ?? 0) + (parts.open === '{' ? 1 : 0),
  parent: undefined,
  owner: '',
  inFunction: false,
  isType: false,
  linesEnd: true,
  node: -1,
  callee: undefined,
  ends: false,
  openLine: 0,
  indent: -1,
  content: -1,
  head: '',
  headStart: -1,
  arrowLine: 0,
  firstString: -1,
  taken: -1,
  ...parts,
})

export const clearHead = (frame: Frame): void => {
  frame.head = ''
  frame.headStart = -1
  frame.arrowLine = 0
  frame.firstString = -1
  frame.taken = -1
}

/** Adds what stands for one token to the head. */
export const appendHead = (frame: Frame, piece: string): void => {
  const { head } = frame
  if (head.length >= HEAD_CHARS) {
    /* What a head ends with decides; its middle does not. */
    frame.head = head.slice(0, HEAD_CHARS - 60) + (head.slice(HEAD_CHARS - 60) + joiner(head, piece) + piece).slice(-60)
    return
  }
  frame.head = head + joiner(head, piece) + piece
}

const WORD = /[\w$]/

const joiner = (head: string, piece: string): string =>
  head !== '' && WORD.test(head[head.length - 1]!) && WORD.test(piece[0]!) ? ' ' : ''

/** A declaration whose end is not known yet. */
export type Open = { -readonly [K in keyof Declared]: Declared[K] }
