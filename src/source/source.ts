/**
 * A source: the original text, its lines numbered from 1, held as offsets into one string.
 * A line ends with LF or CRLF; a lone CR stays inside its line (a progress bar redraws with it).
 */
import { lineStarts } from './lines.ts'
import { detectPrefix, type Prefix } from './prefix.ts'
import { viewOf } from './view.ts'

export interface Source {
  /** The original text, untouched. */
  readonly text: string
  /** Number of lines; a final line end does not start another line. */
  readonly lines: number
  /** Offset of each line's first char; one more entry than lines, the last is `text.length`. */
  readonly starts: Int32Array
  /** The line prefix (timestamp, job, stream) that the lines share, if any. */
  readonly prefix: Prefix | undefined
  /** Offset just behind the last char of line n, without its line end. */
  end(n: number): number
  /** Line n without its line end, as it stands in the text. */
  line(n: number): string
  /** Line n with its line end. */
  raw(n: number): string
  /** The line end of line n: LF, CRLF, or nothing for an unfinished last line. */
  eol(n: number): string
  /** Line n as a reader sees it: no ANSI sequences, the last frame of a redrawn line. */
  view(n: number): string
  /** The view of line n without the shared prefix. */
  body(n: number): string
  /** The source whose lines are printed for those of this one, where this one is the other's text behind its prefixes. */
  readonly printed: Source | undefined
}

/** The source whose lines a digest prints. */
export const printedOf = (source: Source): Source => source.printed ?? source

const LF = 10
const CR = 13

type Lines = Pick<Source, 'text' | 'lines' | 'starts' | 'end' | 'line' | 'raw' | 'eol' | 'view'>

const linesOf = (text: string, starts: Int32Array): Lines => {
  const end = (n: number): number => {
    const from = starts[n - 1]!
    let to = starts[n]!
    if (to > from && text.charCodeAt(to - 1) === LF) {
      to--
      if (to > from && text.charCodeAt(to - 1) === CR) to--
    }
    return to
  }
  const line = (n: number): string => text.slice(starts[n - 1]!, end(n))
  return {
    text,
    lines: starts.length - 1,
    starts,
    end,
    line,
    raw: (n) => text.slice(starts[n - 1]!, starts[n]!),
    eol: (n) => text.slice(end(n), starts[n]!),
    view: (n) => viewOf(line(n)),
  }
}

/** Splits a text of at most 2^29 chars; cost is linear in its size. `known`: the prefix, where the lines are those of another source. */
export const createSource = (text: string, known?: Prefix): Source => {
  const lines = linesOf(text, lineStarts(text))
  const { view } = lines
  const prefix = known ?? detectPrefix(lines)
  return {
    ...lines,
    prefix,
    body: (n) => {
      const shown = view(n)
      return prefix === undefined ? shown : shown.slice(prefix.end(shown, 0, shown.length))
    },
    printed: undefined,
  }
}

/** Offset in the text where what stands behind the prefix of line n begins. */
const bodyStart = ({ text, starts, end, prefix }: Source, n: number): number =>
  prefix === undefined ? starts[n - 1]! : prefix.end(text, starts[n - 1]!, end(n))

/**
 * The first `lines` lines of a source without their prefixes: a source of its own, of as many lines, that says whose lines are to be
 * printed. Lines without the prefix are as they are.
 */
export const behindPrefix = (source: Source, lines: number = source.lines): Source => {
  const parts: string[] = []
  const starts = new Int32Array(lines + 1)
  for (let n = 1; n <= lines; n++) {
    const part = source.text.slice(bodyStart(source, n), source.starts[n])
    parts.push(part)
    starts[n] = starts[n - 1]! + part.length
  }
  const own = linesOf(parts.join(''), starts)
  return { ...own, prefix: undefined, body: own.view, printed: source }
}
