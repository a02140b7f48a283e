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

/** A text with the lines of a larger one that matter, all of them in their places. */
export interface Sparse {
  readonly text: string
  /** Of the complete output, as far as it is known. */
  readonly lines: number
  readonly chars: number
  /** Lines that look like failures and had no room. */
  readonly dropped: number
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

/** The lines of a block that matter, with those around them. */
const pickLines = (source: Source): Uint8Array => {
  const picked = new Uint8Array(source.lines + 1)
  const analysis = analyse(source)
  for (let n = 1; n <= source.lines; n++) {
    const role = roleAt(analysis, n)
    const signal = signalOf(role)
    if (signal === 'failure' || signal === 'summary' || role === ROLE.weak)
      picked.fill(1, Math.max(1, n - BEFORE), Math.min(source.lines, n + BEHIND) + 1)
  }
  return picked
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

/** Undefined when the output has no lines that a digest could name, or too many of them. */
export const buildSparse = ({ pieces, tail, lostLines, decode }: SparseOptions): Sparse | undefined => {
  const parts: string[] = []
  let blanks = 0
  const add = (line: string): void => {
    if (blanks > 0) parts.push('\n'.repeat(blanks))
    blanks = 0
    parts.push(line)
  }
  let [lines, chars, picked, dropped] = [0, 0, 0, 0]
  const addBlock = (text: string, isFirst: boolean, isLast: boolean): void => {
    const source = createSource(text)
    const marks = pickLines(source)
    if (isFirst) marks.fill(1, 1, countWhole(source, WHOLE, 'start') + 1)
    if (isLast) marks.fill(1, source.lines - countWhole(source, WHOLE, 'end') + 1, source.lines + 1)
    for (let n = 1; n <= source.lines; n++) {
      const isPicked = marks[n] === 1 && (isFirst || isLast || picked < PICKED)
      if (marks[n] === 1 && !isPicked) dropped++
      if (isPicked) picked += source.raw(n).length
      if (isPicked) add(source.raw(n))
      else if (source.eol(n) !== '') blanks++
    }
    lines += source.lines
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
    if (lines > MOST_LINES) return undefined
    block = next
  }
  if (block !== undefined) addBlock(decode(block), isFirst, tail.length === 0)
  if (tail.length > 0) {
    if (lostLines > MOST_LINES) return undefined
    blanks += lostLines
    lines += lostLines
    addBlock(decode(tail), false, true)
  }
  add('')
  return lines > MOST_LINES ? undefined : { text: parts.join(''), lines, chars, dropped }
}
