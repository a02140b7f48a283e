/**
 * One pass over the text: for every line its shapes, its hints and its flags, in typed arrays.
 *
 * The pass works on UTF-8 bytes in chunks: reading a byte costs a fraction of reading a char of a string, and encoding
 * costs next to nothing.
 */
import type { Source } from '../source/source.ts'
import { encodeUtf8 } from '../source/utf8.ts'
import { learnWidth } from './prefix-width.ts'
import { coarse, describeBytes, FLAG, fine, fine2, flags, hashBytes, hints, letters } from './shape-bytes.ts'
import { SCRIPT_WORDS } from './words.ts'

export { FLAG } from './shape-bytes.ts'

export interface Scan {
  /** Per line, line n at index n - 1: the number of its fine shape, from 0 in order of appearance. */
  readonly shape: Int32Array
  readonly flags: Uint8Array
  /** Columns of white space before the body, at most 255. */
  readonly indent: Uint8Array
  /** Per shape: its hash, and a second one, so that two shapes fall together only when both agree. */
  readonly fine: Int32Array
  readonly fine2: Int32Array
  /** What a shape decides: the hash of its coarse shape, and its hints. */
  readonly coarse: Int32Array
  readonly hints: Int32Array
  /** Lines of each shape, and the index of its first line. */
  readonly counts: Int32Array
  readonly firsts: Int32Array
}

const LF = 10
const CR = 13

const scriptHints = (body: string): number => {
  let bits = 0
  const lower = body.toLowerCase()
  for (const [word, hint] of SCRIPT_WORDS) if ((bits & hint) === 0 && lower.includes(word)) bits |= hint
  return bits
}

const encoder = new TextEncoder()
/** Chars encoded at a time; whole lines, so a longer line is a chunk of its own. */
const CHUNK = 1 << 16

/** Bytes of a string that is not part of the text (a view, or a body handed in), control characters as spaces. */
const cleanBytes = (text: string): Uint8Array<ArrayBuffer> =>
  encoder.encode(/[\x00-\x08\x0a-\x1f\x7f]/.test(text) ? text.replace(/[\x00-\x08\x0a-\x1f\x7f]/g, ' ') : text)

const skipSpace = (bytes: Uint8Array, from: number, to: number): number => {
  let at = from
  while (at < to && (bytes[at] === 32 || bytes[at] === 9)) at++
  return at
}

type Words = Int32Array<ArrayBuffer>

/** The fine shapes met so far: a hash table that grows with them, and what each of them says. */
interface Shapes {
  table: Words
  size: number
  fine: Words
  fine2: Words
  coarse: Words
  hints: Words
  /** Flags that all lines of the shape have. */
  flags: Words
  counts: Words
  firsts: Words
}

const COLUMNS = ['fine', 'fine2', 'coarse', 'hints', 'flags', 'counts', 'firsts'] as const
const ROOM = 1024

const noShapes = (): Shapes => {
  const column = (): Words => new Int32Array(ROOM)
  return {
    table: new Int32Array(ROOM * 2),
    size: 0,
    fine: column(),
    fine2: column(),
    coarse: column(),
    hints: column(),
    flags: column(),
    counts: column(),
    firsts: column(),
  }
}

const grow = (shapes: Shapes): void => {
  for (const name of COLUMNS) {
    const larger = new Int32Array(shapes[name].length * 2)
    larger.set(shapes[name])
    shapes[name] = larger
  }
  shapes.table = new Int32Array(shapes.table.length * 2)
  for (let id = 0; id < shapes.size; id++) shapes.table[slotFor(shapes, shapes.fine[id]!, shapes.fine2[id]!)] = id + 1
}

/** Slot of the pair (f, f2): that of its shape, or a free one. */
const slotFor = ({ table, fine, fine2 }: Shapes, f: number, f2: number): number => {
  const mask = table.length - 1
  let slot = (f ^ Math.imul(f2, 0x9e3779b1)) & mask
  for (;;) {
    const id = table[slot]! - 1
    if (id < 0 || (fine[id] === f && fine2[id] === f2)) return slot
    slot = (slot + 1) & mask
  }
}

/** Adds what the last described line says, with these hints; returns the number of its shape. */
const addShape = (shapes: Shapes, slot: number, i: number, said: number): number => {
  const id = shapes.size++
  shapes.table[slot] = id + 1
  shapes.fine[id] = fine
  shapes.fine2[id] = fine2
  shapes.coarse[id] = coarse
  shapes.hints[id] = said
  shapes.flags[id] = flags
  shapes.firsts[id] = i
  if (shapes.size === shapes.counts.length) grow(shapes)
  return id
}

/** Index of the first line that does not belong to the chunk that begins with line `first`. */
const chunkEnd = (starts: Int32Array, first: number): number => {
  const limit = starts[first]! + CHUNK
  let low = first + 1
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= limit) low = middle
    else high = middle - 1
  }
  return low
}

export const scan = (source: Source): Scan => {
  const { text, lines, starts, prefix } = source
  const shape = new Int32Array(lines)
  const flagsOf = new Uint8Array(lines)
  const indentOf = new Uint8Array(lines)
  const shapes = noShapes()
  const widthOf = prefix === undefined ? undefined : learnWidth(source, prefix)
  let room = new Uint8Array(CHUNK * 3)
  for (let first = 0; first < lines; ) {
    const next = chunkEnd(starts, first)
    const chars = starts[next]! - starts[first]!
    if (chars * 3 > room.length) room = new Uint8Array(chars * 3)
    const buffer = encodeUtf8(text.slice(starts[first]!, starts[next]!), room)
    const written = buffer.length
    const ascii = written === chars
    let at = 0
    for (let i = first; i < next; i++) {
      const begin = at
      at = ascii ? starts[i + 1]! - starts[first]! : buffer.indexOf(LF, begin) + 1
      if (at === 0) at = written
      let end = at
      if (end > begin && buffer[end - 1] === LF) end--
      if (end > begin && buffer[end - 1] === CR) end--
      const body = widthOf === undefined ? begin : begin + widthOf(buffer, begin, end, i + 1)
      let own = widthOf !== undefined && body === begin ? FLAG.bare : 0
      let bytes = buffer
      let from = skipSpace(bytes, body, end)
      let indent = from - body
      if (!hashBytes(bytes, from, end)) {
        own |= FLAG.control
        bytes = cleanBytes(source.body(i + 1))
        end = bytes.length
        from = skipSpace(bytes, 0, end)
        indent = from
        hashBytes(bytes, from, end)
      }
      indentOf[i] = Math.min(indent, 255)
      const slot = slotFor(shapes, fine, fine2)
      let id = shapes.table[slot]! - 1
      if (id < 0) {
        describeBytes(bytes, from, end)
        id = addShape(shapes, slot, i, letters ? hints | scriptHints(source.view(i + 1)) : hints)
      }
      shapes.counts[id]!++
      shape[i] = id
      flagsOf[i] = shapes.flags[id]! | own
    }
    first = next
  }
  const { fine: fines, fine2: fines2, coarse: rough, hints: said, counts, firsts, size } = shapes
  return {
    shape,
    flags: flagsOf,
    indent: indentOf,
    fine: fines.subarray(0, size),
    fine2: fines2.subarray(0, size),
    coarse: rough.subarray(0, size),
    hints: said.subarray(0, size),
    counts: counts.subarray(0, size),
    firsts: firsts.subarray(0, size),
  }
}

/** The hints of one body, for callers that hold a string and no source. */
export const hintsOf = (body: string): number => {
  const bytes = cleanBytes(body)
  describeBytes(bytes, skipSpace(bytes, 0, bytes.length), bytes.length)
  return letters ? hints | scriptHints(body) : hints
}
