/**
 * A text that the engine can take in place of one that is too large: it is read in blocks, and of its middle only what looks like a
 * failure or a summary stays. Other lines are left blank, so that line numbers are those of the complete output.
 */
import { analyse, roleAt } from '../../signals/analysis.ts'
import { ROLE, signalOf } from '../../signals/roles.ts'
import { createSource, type Source } from '../../source/source.ts'

export interface SparseOptions {
  /** Bytes in order, in pieces that are valid until the next one. */
  readonly pieces: Iterable<Buffer>
  /** Bytes behind the pieces that are known, and how many lines between the two are not. */
  readonly tail: Buffer
  readonly lostLines: number
  readonly decode: (bytes: Buffer) => string
}

export interface FailureLine {
  /** Its number in the complete output. */
  readonly line: number
  readonly text: string
}

export interface Sparse {
  /** The lines that matter, all of them in their places; undefined when there are more lines than the engine should take. */
  readonly text: string | undefined
  /** Of the complete output, as far as it is known. */
  readonly lines: number
  readonly chars: number
  /** Lines that matter and had no room in the text. */
  readonly dropped: number
  /** The first line of each sort of failure, in order; and how many there are of all sorts. */
  readonly failures: readonly FailureLine[]
  readonly failureCount: number
}

const BLOCK = 8 << 20
/** A line of this size is one that no block ends in. */
const LONGEST = 32 << 20
/** The start and the end are handed over whole. */
const WHOLE = 1 << 20
const BEFORE = 2
const BEHIND = 8
/** Chars that may be picked from the middle. */
const PICKED = 16 << 20
/** Sorts of failures that are remembered. */
const MOST_FAILURES = 200
/** More lines than this cost the engine more memory than the text. */
const MOST_LINES = 8e6
const LF = 10

/** Whole lines in blocks; undefined in place of a block when a line is too long for one. */
function* blocksOf(pieces: Iterable<Buffer>): Generator<Buffer | undefined> {
  let held: Buffer[] = []
  let size = 0
  for (const piece of pieces) {
    held.push(Buffer.from(piece))
    size += piece.length
    if (size < BLOCK) continue
    const end = piece.lastIndexOf(LF) + 1
    if (end === 0) {
      if (size > LONGEST) {
        yield undefined
        return
      }
      continue
    }
    const all = Buffer.concat(held)
    const cut = size - piece.length + end
    yield all.subarray(0, cut)
    held = [Buffer.from(all.subarray(cut))]
    size -= cut
  }
  if (size > 0) yield Buffer.concat(held)
}

const NEAR = 1
const FAILURE = 2

/** The lines of a block that matter: what looks like a failure, and what stands around it or sums up. */
const markLines = (source: Source): Uint8Array => {
  const marks = new Uint8Array(source.lines + 1)
  const analysis = analyse(source)
  const failures: number[] = []
  for (let n = 1; n <= source.lines; n++) {
    const role = roleAt(analysis, n)
    const signal = signalOf(role)
    if (signal === 'failure') failures.push(n)
    if (signal === 'failure' || signal === 'summary' || role === ROLE.weak)
      marks.fill(NEAR, Math.max(1, n - BEFORE), Math.min(source.lines, n + BEHIND) + 1)
  }
  for (const n of failures) marks[n] = FAILURE
  return marks
}

/** The first line of each sort of failure; lines that differ in numbers only are one sort. */
const createFailures = () => {
  const shapes = new Set<string>()
  const first: FailureLine[] = []
  let count = 0
  return {
    add: (line: number, text: string): void => {
      count++
      if (first.length >= MOST_FAILURES) return
      const shape = text.slice(0, 200).replace(/\d+/g, '0')
      if (shapes.has(shape)) return
      shapes.add(shape)
      first.push({ line, text })
    },
    get: () => ({ failures: first, failureCount: count }),
  }
}

/** Lines of the start of a text that fit into `chars`, or of its end. */
const countWhole = (source: Source, chars: number, from: 'start' | 'end'): number => {
  let room = chars
  for (let count = 0; count < source.lines; count++) {
    const n = from === 'start' ? count + 1 : source.lines - count
    room -= source.raw(n).length
    if (room < 0) return count
  }
  return source.lines
}

/** The sparse text, line by line; without memory for it once there are too many lines. */
const createText = () => {
  const parts: string[] = []
  let [lines, blanks, tooMany] = [0, 0, false]
  return {
    add: (line: string): void => {
      if (blanks > 0) parts.push('\n'.repeat(blanks))
      blanks = 0
      parts.push(line)
    },
    skip: (count: number): void => {
      blanks += count
    },
    /** Counts lines that were added or skipped. */
    count: (more: number): void => {
      lines += more
      if (lines <= MOST_LINES) return
      tooMany = true
      parts.length = 0
      blanks = 0
    },
    lines: () => lines,
    get: (): string | undefined => (tooMany ? undefined : parts.join('') + '\n'.repeat(blanks)),
  }
}

/** Undefined when the output has lines that no block can hold. */
export const buildSparse = ({ pieces, tail, lostLines, decode }: SparseOptions): Sparse | undefined => {
  const out = createText()
  const failures = createFailures()
  let [chars, picked, dropped] = [0, 0, 0]
  const addBlock = (text: string, isFirst: boolean, isLast: boolean): void => {
    const source = createSource(text)
    const marks = markLines(source)
    const [head, end] = [isFirst ? countWhole(source, WHOLE, 'start') : 0, isLast ? countWhole(source, WHOLE, 'end') : 0]
    for (let n = 1; n <= source.lines; n++) {
      if (marks[n] === FAILURE) failures.add(out.lines() + n, source.line(n))
      const isWanted = marks[n] !== 0 || n <= head || n > source.lines - end
      const isPicked = isWanted && (isFirst || isLast || picked < PICKED)
      if (isWanted && !isPicked) dropped++
      if (isPicked) picked += source.raw(n).length
      if (isPicked) out.add(source.raw(n))
      else if (source.eol(n) !== '') out.skip(1)
    }
    out.count(source.lines)
    chars += text.length
  }
  let block: Buffer | undefined
  let isFirst = true
  for (const next of blocksOf(pieces)) {
    if (next === undefined) return undefined
    if (block !== undefined) {
      addBlock(decode(block), isFirst, false)
      isFirst = false
    }
    block = next
  }
  if (block !== undefined) addBlock(decode(block), isFirst, tail.length === 0)
  if (tail.length > 0) {
    out.skip(lostLines)
    out.count(lostLines)
    addBlock(decode(tail), false, true)
  }
  return { text: out.get(), lines: out.lines(), chars, dropped, ...failures.get() }
}
