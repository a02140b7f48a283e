/** The fates: a partition of the source, each with what it claims about its lines. */
import type { Source } from '../../source/source.ts'
import { viewOf } from '../../source/view.ts'
import { FATES, type Fate, type FateRange } from '../types.ts'
import { isBlank } from './blank.ts'
import { type Case, Lines, lines } from './case.ts'
import { digitsPattern, type Span, sameButAddresses, sameShape } from './same.ts'

export const FATE = Object.fromEntries(FATES.map((fate, i) => [fate, i])) as Readonly<Record<Fate, number>>

/** Per source line, at the index of its number: fate, and the line that stands for it (0 = none). */
export interface Fates {
  readonly fate: Uint8Array
  readonly ref: Int32Array
  /** The kept line that stands for a removed line in the end; 0 when there is none. */
  root(n: number): number
}

/** Lays the ranges out per line, or says where they do not cover the source exactly. */
const layOut = ({ source, receipt, problems }: Case): { fate: Uint8Array; ref: Int32Array } | undefined => {
  /* Index 0 and the one behind the last line are of no fate. */
  const fate = new Uint8Array(source.lines + 2).fill(FATES.length)
  let ref = new Int32Array(0)
  let next = 1
  for (const [from, to, name, stand] of receipt.fates) {
    if (to < from) problems.add(`The fate of lines ${from} to ${to} runs backwards.`)
    else if (to > source.lines) problems.add(`There is a fate for line ${to}, but the source has ${source.lines} lines.`)
    else if (from > next) problems.add(`${Lines([next, from - 1])} of the source ${from - next === 1 ? 'has' : 'have'} no fate.`)
    else if (from < next) problems.add(`The fate of ${lines([from, to])} comes out of order or a second time.`)
    if (to < from || to > source.lines || from !== next) return undefined
    fate.fill(FATE[name], from, to + 1)
    if (stand !== undefined) {
      if (ref.length === 0) ref = new Int32Array(source.lines + 2)
      for (let n = from; n <= to; n++) ref[n] = stand + n - from
    }
    next = to + 1
  }
  if (next === source.lines + 1) return { fate, ref }
  problems.add(`${Lines([next, source.lines])} of the source ${next === source.lines ? 'has' : 'have'} no fate.`)
  return undefined
}

const IN_PROGRESS = -1
const NONE = -2

/** Follows refs to a kept line; each line once, so linear however long the chains. */
const rootsOf = (fate: Uint8Array, ref: Int32Array): ((n: number) => number) => {
  const roots = new Int32Array(ref.length)
  return (n) => {
    if (fate[n] === FATE.kept) return n
    let at = n
    let root = NONE
    while (at > 0 && at < roots.length) {
      if (fate[at] === FATE.kept) root = at
      else if (roots[at] === 0) {
        roots[at] = IN_PROGRESS
        at = ref[at]!
        continue
      } else if (roots[at]! > 0) root = roots[at]!
      break
    }
    for (at = n; at > 0 && at < roots.length && roots[at] === IN_PROGRESS; at = ref[at]!) roots[at] = root
    return Math.max(0, roots[n] ?? 0)
  }
}

const setOf = (...fates: readonly Fate[]): number => fates.reduce((bits, fate) => bits | (1 << FATE[fate]), 0)

/** Which fates the ref of a line may have, as bits, so that the chain keeps what the line's own fate promises. */
const LEADS_TO: Partial<Readonly<Record<Fate, number>>> = {
  repeat: setOf('kept', 'repeat'),
  near: setOf('kept', 'repeat', 'near'),
  folded: setOf('kept', 'repeat', 'near', 'folded'),
}

const SAYS: Partial<Readonly<Record<Fate, string>>> = { repeat: 'repeat', near: 'nearly repeat', folded: 'be like' }

const checkRefs = ({ problems, source, rebuilt }: Case, [from, to, name, stand]: FateRange, fates: Fates): boolean => {
  const allowed = LEADS_TO[name]
  if (allowed === undefined) {
    if (stand !== undefined) problems.add(`${Lines([from, to])} of fate ${name} can have no line that stands for it.`)
    return false
  }
  if (stand === undefined) {
    /* Where the text alone rebuilds the source, an annotation may stand for folded lines. */
    if (name !== 'folded' || !rebuilt) problems.add(`${Lines([from, to])} of fate ${name} names no line that stands for it.`)
    return false
  }
  if (stand + to - from > source.lines) {
    problems.add(`${Lines([from, to])} of fate ${name} refers to line ${stand + to - from}, which the source does not have.`)
    return false
  }
  for (let n = from; n <= to; n++) {
    const other = stand + n - from
    const known = (allowed & (1 << fates.fate[other]!)) !== 0
    if (known && fates.root(n) > 0) continue
    const why = known ? 'which leads to no kept line' : `which is ${FATES[fates.fate[other]!]} itself`
    problems.add(`Line ${n} is said to ${SAYS[name]} line ${other}, ${why}.`)
    return false
  }
  return true
}

const spanOf = (source: Source, n: number): Span => ({ text: source.text, from: source.starts[n - 1]!, to: source.end(n) })
const viewSpan = (source: Source, n: number): Span => {
  const text = viewOf(source.line(n))
  return { text, from: 0, to: text.length }
}

/** The relation holds between the lines as they stand, or between what a terminal shows of them. */
const holds = (source: Source, n: number, other: number, is: (a: Span, b: Span) => boolean): boolean =>
  is(spanOf(source, n), spanOf(source, other)) || is(viewSpan(source, n), viewSpan(source, other))

/** Equal lines, line ends apart. */
export const sameLine = (source: Source, n: number, other: number): boolean =>
  n === other || source.line(n) === source.line(other) || viewOf(source.line(n)) === viewOf(source.line(other))

const sameBlock = ({ text, starts }: Source, from: number, to: number, stand: number): boolean =>
  text.slice(starts[from - 1]!, starts[to]!) === text.slice(starts[stand - 1]!, starts[stand + to - from]!)

/** Lines folded into one kept line in a row before a pattern of it is worth making, and its longest. */
const MANY = 16
const PATTERN_CHARS = 4096

interface Shapes {
  root: number
  times: number
  pattern: RegExp | undefined
}

const hasShape = (source: Source, n: number, root: number, shapes: Shapes): boolean => {
  if (shapes.root !== root) {
    shapes.root = root
    shapes.times = 0
    shapes.pattern = undefined
  }
  if (++shapes.times === MANY && source.end(root) - source.starts[root - 1]! <= PATTERN_CHARS)
    shapes.pattern = digitsPattern(source.line(root))
  if (shapes.pattern !== undefined) {
    shapes.pattern.lastIndex = source.starts[n - 1]!
    if (shapes.pattern.test(source.text) && shapes.pattern.lastIndex === source.end(n)) return true
  }
  return holds(source, n, root, sameShape)
}

const checkText = (
  { problems, source, rebuilt }: Case,
  [from, to, name, stand]: FateRange,
  fates: Fates,
  shapes: Shapes,
): void => {
  const first = stand!
  if (name === 'repeat' && sameBlock(source, from, to, first)) return
  if (name === 'folded' && rebuilt) return
  for (let n = from; n <= to; n++) {
    const other = first + n - from
    if (name === 'repeat' && !sameLine(source, n, other))
      problems.add(`Line ${n} is not equal to line ${other}, which it is said to repeat.`)
    if (name === 'near' && !holds(source, n, other, sameButAddresses))
      problems.add(`Line ${n} differs from line ${other} in more than addresses.`)
    if (name === 'folded' && !hasShape(source, n, fates.root(n), shapes))
      problems.add(`Line ${n} is folded into line ${fates.root(n)}, but has another shape.`)
    if (problems.full()) return
  }
}

/** Checks partition, totals, references and what each fate says of its lines; undefined when lines have no one fate. */
export const checkFates = (task: Case): Fates | undefined => {
  const { receipt, problems, source } = task
  const laid = layOut(task)
  if (laid === undefined) return undefined
  const fates: Fates = { ...laid, root: rootsOf(laid.fate, laid.ref) }
  const shapes: Shapes = { root: 0, times: 0, pattern: undefined }
  const counts = new Map<Fate, number>(FATES.map((fate) => [fate, 0]))
  for (const range of receipt.fates) {
    const [from, to, name] = range
    counts.set(name, counts.get(name)! + to - from + 1)
    if (checkRefs(task, range, fates)) checkText(task, range, fates, shapes)
    if (name === 'blank') {
      for (let n = from; n <= to; n++) if (!isBlank(source, n)) problems.add(`Line ${n} is said to be blank, but is not.`)
    }
    if (problems.full()) return fates
  }
  for (const fate of FATES) {
    if (fate === 'kept' || receipt.removed[fate] === counts.get(fate)) continue
    problems.add(`The receipt counts ${receipt.removed[fate]} lines as ${fate}, but the fates have ${counts.get(fate)}.`)
  }
  return fates
}
