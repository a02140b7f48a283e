/** The decoder: rebuilds the source text from a lossless digest alone. */
import { MARK } from '../../receipt/notes.ts'
import { type Allowance, expandFold, type Fold, MAX_VALUES, readFold } from './expand.ts'
import { type Copies, readCopies } from './repeats.ts'

/** Larger sources are neither written nor read in this form; a hostile digest cannot ask for more memory than this. */
export const MAX_LINES: number = 1 << 22
export const MAX_CHARS: number = 1 << 28

/** Stands in the head when the last line has no line end. */
export const NO_FINAL_EOL = 'no final newline'

const HEAD = /^\[diet\] (\d{1,9}) -> \d+ lines?, /
/** What follows names a file: it is no remark, whatever it is called. */
const TAIL = ' complete output, unmodified: '

interface Head {
  readonly lines: number
  readonly hasFinalEol: boolean
}

const readHead = (line: string): Head | undefined => {
  const lines = Number(HEAD.exec(line)?.[1] ?? 0)
  if (lines < 1 || lines > MAX_LINES) return undefined
  const tail = line.indexOf(TAIL)
  const sentences = (tail < 0 ? line.replace(/\.$/, '') : line.slice(0, tail).replace(/\.$/, '')).split('. ')
  return { lines, hasFinalEol: !sentences.includes(NO_FINAL_EOL) }
}

/** A visible line or an annotation, and how many visible lines stand above it. */
interface Note {
  readonly below: number
  readonly copies?: Copies
  readonly fold?: Fold
}

interface Rows {
  readonly visible: readonly string[]
  readonly notes: readonly Note[]
}

const readRows = (rows: readonly string[], lines: number): Rows | undefined => {
  const visible: string[] = []
  const notes: Note[] = []
  /* Each line is claimed once: lists that are longer together are hostile, and are not read any further. */
  let left = lines
  for (const row of rows) {
    if (!row.startsWith(MARK)) {
      visible.push(row)
      continue
    }
    const copies = readCopies(row, lines)
    const fold = copies === undefined ? readFold(row, lines) : undefined
    left -= copies?.starts.length ?? fold?.lines.length ?? 0
    if (left < 0) return undefined
    if (copies !== undefined) notes.push({ below: visible.length, copies })
    else if (fold !== undefined) notes.push({ below: visible.length, fold })
    else return undefined
  }
  return { visible, notes }
}

/** Marks the lines that annotations stand for; false when two of them claim the same line. */
const claim = (claimed: Uint8Array, { copies, fold }: Note): boolean => {
  const size = copies?.size ?? 1
  for (const start of copies?.starts ?? fold?.lines ?? []) {
    for (let n = start; n < start + size; n++) if (++claimed[n - 1]! > 1) return false
  }
  return true
}

/** The numbers of the visible lines: those that no annotation stands for. */
const unclaimed = (claimed: Uint8Array): number[] => {
  const numbers: number[] = []
  for (let i = 0; i < claimed.length; i++) if (claimed[i] === 0) numbers.push(i + 1)
  return numbers
}

interface Page {
  readonly lines: (string | undefined)[]
  /** Number of each visible line. */
  readonly numbers: readonly number[]
  readonly allowance: Allowance
}

const copyLines = (page: Page, { size, starts }: Copies, original: (i: number) => string | undefined): boolean => {
  for (const start of starts) {
    for (let i = 0; i < size; i++) {
      const text = original(i)
      if (text === undefined || (page.allowance.chars -= text.length) < 0) return false
      page.lines[start - 1 + i] = text
    }
  }
  return true
}

const applyFold = (page: Page, fold: Fold, below: number, tables: string[][]): boolean => {
  const base = page.numbers[below - 1]
  const texts = base === undefined ? undefined : expandFold(fold, base, page.lines[base - 1]!, tables, page.allowance)
  texts?.forEach((text, k) => {
    page.lines[fold.lines[k]! - 1] = text
  })
  return texts !== undefined
}

/** Fills in what the annotations stand for: first what refers to visible lines, then copies of lines by number. */
const applyNotes = (page: Page, { visible, notes }: Rows): boolean => {
  const tables: string[][] = []
  for (const { below, copies, fold } of notes) {
    if (fold !== undefined && !applyFold(page, fold, below, tables)) return false
    if (copies !== undefined && copies.first === undefined && !copyLines(page, copies, (i) => visible[below - copies.size + i]))
      return false
  }
  return notes.every(
    ({ copies }) => copies?.first === undefined || copyLines(page, copies, (i) => page.lines[copies.first! - 1 + i]),
  )
}

const rebuild = (rows: readonly string[], lines: number): Page['lines'] | undefined => {
  const read = readRows(rows, lines)
  if (read === undefined) return undefined
  const claimed = new Uint8Array(lines)
  if (!read.notes.every((note) => claim(claimed, note))) return undefined
  const numbers = unclaimed(claimed)
  if (numbers.length !== read.visible.length) return undefined
  const page: Page = {
    lines: new Array<string | undefined>(lines).fill(undefined),
    numbers,
    allowance: { chars: MAX_CHARS, values: MAX_VALUES },
  }
  for (let i = 0; i < numbers.length; i++) page.lines[numbers[i]! - 1] = read.visible[i]!
  return applyNotes(page, read) ? page.lines : undefined
}

/**
 * Rebuilds the source of a lossless digest: head line, visible lines and annotations, with LF or CRLF line ends (those of
 * the source), with or without one at the end. Undefined when the text is no complete lossless digest; never throws.
 */
export const decodeLossless = (digest: string): string | undefined => {
  const headEnd = digest.indexOf('\n')
  if (headEnd < 0) return undefined
  const eol = digest[headEnd - 1] === '\r' ? '\r\n' : '\n'
  const rows = digest.split(eol)
  const head = readHead(rows[0]!)
  if (head === undefined) return undefined
  const body = rows.slice(1)
  const lines = rebuild(body, head.lines) ?? (body.at(-1) === '' ? rebuild(body.slice(0, -1), head.lines) : undefined)
  return lines?.every((line) => line !== undefined) ? lines.join(eol) + (head.hasFinalEol ? eol : '') : undefined
}
