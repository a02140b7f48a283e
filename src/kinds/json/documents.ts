/** Where the JSON of a source is: one value, several, or one per line, with text before and behind it. */
import { createTape, isArrayAt, isObjectAt, type JsonTape, scanValue, skipSpace } from '../../source/json.ts'
import type { Source } from '../../source/source.ts'
import { isLog } from './messages.ts'

export interface Documents {
  readonly tape: JsonTape
  /** Values that stand by themselves, as numbers on the tape. */
  readonly roots: readonly number[]
  /** `lines`: each root is one whole line, apart from a prefix that all lines share. */
  readonly form: 'value' | 'values' | 'lines'
  /** Number of the line of each root, for `lines`. */
  readonly lineOf: readonly number[]
  /** Offsets between which the JSON stands. */
  readonly from: number
  readonly to: number
  /** False when the text ends inside the last value. */
  readonly complete: boolean
  /** Lines with other text, for `lines`. */
  readonly others: number
}

const BOM = 0xfeff
/** Lines at the start that may be no JSON. */
const WRAPPER_LINES = 60
/** Places where a value may begin that are tried. */
const TRIES = 6
/** Share of the text that the JSON must be. */
const LEAST_SHARE = 0.6
/** Share of lines that must be objects; a log may have lines of other programs between. */
const LINES_SHARE = 0.6
/** Without being a log, JSON lines have few others between them. */
const MOST_OTHERS = 0.2
const SAMPLE_LINES = 200

const isOpener = (c: number): boolean => c === 123 || c === 91

/** Chars for each value, in minified JSON. */
const VALUE_CHARS = 9
const roomFor = (text: string): number => Math.ceil(text.length / VALUE_CHARS)

/** Offset of the first char of line n's body. */
const bodyStart = (source: Source, n: number): number => {
  const from = source.starts[n - 1]!
  const end = source.end(n)
  const body = source.prefix === undefined ? from : source.prefix.end(source.text, from, end)
  return skipSpace(source.text, body, end)
}

/** Values from `from` on, with nothing but white space between them. */
const scanSequence = (
  tape: JsonTape,
  from: number,
): { readonly roots: number[]; readonly end: number; readonly complete: boolean } => {
  const roots: number[] = []
  const { text } = tape
  let end = from
  for (;;) {
    const at = skipSpace(text, end, text.length)
    if (at >= text.length || !isOpener(text.charCodeAt(at))) return { roots, end, complete: true }
    const scanned = scanValue(tape, at)
    if (scanned === undefined) return { roots, end, complete: true }
    roots.push(scanned.root)
    end = scanned.end
    if (!scanned.complete) return { roots, end, complete: false }
  }
}

const lengthOf = (text: string): number => {
  const from = skipSpace(text, text.charCodeAt(0) === BOM ? 1 : 0, text.length)
  let to = text.length
  while (to > from && text.charCodeAt(to - 1) <= 32) to--
  return to - from
}

const findSequence = (source: Source): Documents | undefined => {
  const { text } = source
  let tries = 0
  for (let n = 1; n <= source.lines && n <= WRAPPER_LINES && tries < TRIES; n++) {
    let from = source.starts[n - 1]!
    if (n === 1 && text.charCodeAt(0) === BOM) from = 1
    const at = skipSpace(text, from, source.end(n))
    if (at >= source.end(n) || !isOpener(text.charCodeAt(at))) continue
    tries++
    /* The tape grows with what is read: a log may begin with `[12/40]`. */
    const tape = createTape(text)
    const { roots, end, complete } = scanSequence(tape, at)
    if (roots.length === 0 || end - at < LEAST_SHARE * lengthOf(text)) continue
    /* A text that was cut off must have got somewhere: a log line may begin with `[{`. */
    if (!complete && tape.size < 20) continue
    return { tape, roots, form: roots.length === 1 ? 'value' : 'values', lineOf: [], from: at, to: end, complete, others: 0 }
  }
  return undefined
}

/** The value that is the whole body of line n. */
const scanLine = (source: Source, tape: JsonTape, n: number): number => {
  const at = bodyStart(source, n)
  const end = source.end(n)
  if (at >= end || !isOpener(source.text.charCodeAt(at))) return -1
  const scanned = scanValue(tape, at, end)
  if (scanned === undefined) return -1
  if (scanned.complete && skipSpace(source.text, scanned.end, end) === end) return scanned.root
  tape.size = scanned.root
  return -1
}

/** Whether most of the first lines are objects. */
const hasLines = (source: Source): boolean => {
  const tape = createTape(source.text)
  let solid = 0
  let objects = 0
  for (let n = 1; n <= source.lines && solid < SAMPLE_LINES; n++) {
    if (source.starts[n]! - source.starts[n - 1]! < 3) continue
    solid++
    tape.size = 0
    const root = scanLine(source, tape, n)
    if (root >= 0 && isObjectAt(tape, root)) objects++
    if (solid === 8 && objects < 2) return false
  }
  return objects >= 2 && objects >= LINES_SHARE * solid
}

const findLines = (source: Source): Documents | undefined => {
  if (source.lines < 2 || !hasLines(source)) return undefined
  const tape = createTape(source.text, roomFor(source.text))
  const roots: number[] = []
  const lineOf: number[] = []
  let others = 0
  for (let n = 1; n <= source.lines; n++) {
    const root = scanLine(source, tape, n)
    if (root >= 0) {
      roots.push(root)
      lineOf.push(n)
    } else if (source.starts[n]! - source.starts[n - 1]! > 2) others++
  }
  const documents: Documents = {
    tape,
    roots,
    form: 'lines',
    lineOf,
    from: tape.start[0]!,
    to: tape.end[roots.at(-1)!]!,
    complete: true,
    others,
  }
  return others <= MOST_OTHERS * source.lines || isLog(documents) ? documents : undefined
}

const found = new WeakMap<Source, Documents | null>()

/** The JSON of a source; undefined when it is mostly other text. Linear; a source is read once. */
export const findDocuments = (source: Source): Documents | undefined => {
  const known = found.get(source)
  if (known !== undefined) return known ?? undefined
  const documents = findLines(source) ?? findSequence(source)
  found.set(source, documents ?? null)
  return documents
}

/** Objects or arrays with something in them: a text such as `[]` or `[1] [2]` says too little. */
export const isSolid = ({ tape, roots }: Documents): boolean =>
  roots.some((root) => (isObjectAt(tape, root) || isArrayAt(tape, root)) && tape.next[root]! - root > 2)
