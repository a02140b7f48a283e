/**
 * Reads annotations back. Written from the formats alone (notes.ts writes them) and strict: what is not exactly of a known
 * form is `unknown`, so that no sentence of another wording passes for a checked one.
 */
import { type Excerpt, type Items, parseExcerpt, parseSpots, type Spots } from './parse-excerpts.ts'
import type { LineRange } from './types.ts'

const MARK = '[diet]'

export interface Head {
  readonly type: 'head'
  readonly sourceLines: number
  readonly outputLines: number
  readonly sourceTokens: number
  readonly outputTokens: number
  readonly exitCode: number | undefined
  readonly failures: { readonly shown: number; readonly total: number } | undefined
  readonly remarks: readonly string[]
  readonly original: string | undefined
}

/** Lines that are not shown; the short form states no count. */
export interface Gap {
  readonly type: 'gap'
  readonly ranges: readonly LineRange[]
  readonly count: number | undefined
}

/** Lines that the shown lines above stand for: `size` lines (1 unless a block), `times` times. */
export interface Stand {
  readonly type: 'fold' | 'repeat'
  readonly size: number
  readonly times: number
  readonly ranges: readonly LineRange[]
}

/** `index`: failures of which no title is shown; `details`: lines of failures whose title is shown. */
export interface Index {
  readonly type: 'index' | 'details'
  readonly count: number
  readonly ranges: readonly LineRange[]
}

export type Note = Head | Gap | Stand | Index | Excerpt | Items | Spots | { readonly type: 'unknown' }

/** Numbers as annotations spell them: no sign, no leading zero, exact in a double. */
const NUMBER = '(0|[1-9][0-9]{0,14})'
const COUNTS = new RegExp(`^${NUMBER} -> ${NUMBER} lines, ${NUMBER} -> ${NUMBER} tokens$`)
const EXIT = /^exit (-?[0-9]{1,10})$/
const SHOWN = new RegExp(`^failures shown ${NUMBER} of ${NUMBER}$`)
const FOLD = new RegExp(`^\\+ ${NUMBER} similar lines?$`)
const REPEAT = new RegExp(`^\\+ same line ${NUMBER} times?$`)
const BLOCK_REPEAT = new RegExp(`^\\+ same ${NUMBER} lines ${NUMBER} times?$`)
const NOT_SHOWN = new RegExp(`^not shown: ${NUMBER} lines?$`)
const DETAILS = new RegExp(`^more of ${NUMBER} shown failures?$`)
const INDEX_COUNT = new RegExp(`^${NUMBER} more `)
const CAP = new RegExp(`^ \\[diet\\] \\+ ${NUMBER} chars of L${NUMBER}$`)
const IMITATIONS = new RegExp(`^${NUMBER} source lines? imitates? these notes$`)
/** Longest that a cap can be: two numbers of 15 digits. */
const CAP_CHARS = ' [diet] +  chars of L'.length + 30

/** `L12-40,77`: ascending and disjoint, or undefined. Linear. */
export const parseRanges = (text: string): readonly LineRange[] | undefined => {
  if (text.charCodeAt(0) !== 0x4c) return undefined
  const ranges: LineRange[] = []
  let previous = 0
  for (const part of text.slice(1).split(',')) {
    const found = /^([1-9][0-9]{0,8})(?:-([1-9][0-9]{0,8}))?$/.exec(part)
    if (found === null) return undefined
    const from = Number(found[1])
    const to = found[2] === undefined ? from : Number(found[2])
    if (from <= previous || (found[2] !== undefined && to <= from)) return undefined
    ranges.push([from, to])
    previous = to
  }
  return ranges
}

const parseHead = (body: string): Head | undefined => {
  const tailAt = body.indexOf('. complete output, unmodified: ')
  const original = tailAt < 0 ? undefined : body.slice(tailAt + '. complete output, unmodified: '.length)
  if (tailAt < 0 && !body.endsWith('.')) return undefined
  const sentences = body.slice(0, tailAt < 0 ? -1 : tailAt).split('. ')
  const counts = COUNTS.exec(sentences[0]!)
  if (counts === null || original === '') return undefined
  let at = 1
  const exit = EXIT.exec(sentences[at] ?? '')
  if (exit !== null) at++
  const shown = SHOWN.exec(sentences[at] ?? '')
  if (shown !== null) at++
  return {
    type: 'head',
    sourceLines: Number(counts[1]),
    outputLines: Number(counts[2]),
    sourceTokens: Number(counts[3]),
    outputTokens: Number(counts[4]),
    exitCode: exit === null ? undefined : Number(exit[1]),
    failures: shown === null ? undefined : { shown: Number(shown[1]), total: Number(shown[2]) },
    remarks: sentences.slice(at),
    original,
  }
}

const parseGap = (body: string): Gap | undefined => {
  const space = body.indexOf(' ')
  const ranges = parseRanges(space < 0 ? body : body.slice(0, space))
  if (ranges === undefined) return undefined
  if (space < 0) return { type: 'gap', ranges, count: undefined }
  const rest = body.slice(space + 1)
  const what = rest.indexOf(' (')
  if (what >= 0 && !rest.endsWith(')')) return undefined
  const counted = NOT_SHOWN.exec(what < 0 ? rest : rest.slice(0, what))
  return counted === null ? undefined : { type: 'gap', ranges, count: Number(counted[1]) }
}

const parseStand = (what: string, ranges: readonly LineRange[]): Stand | undefined => {
  const fold = FOLD.exec(what)
  if (fold !== null) return { type: 'fold', size: 1, times: Number(fold[1]), ranges }
  const repeat = REPEAT.exec(what)
  if (repeat !== null) return { type: 'repeat', size: 1, times: Number(repeat[1]), ranges }
  const block = BLOCK_REPEAT.exec(what)
  return block === null ? undefined : { type: 'repeat', size: Number(block[1]), times: Number(block[2]), ranges }
}

const parseIndex = (what: string, ranges: readonly LineRange[]): Index | undefined => {
  const details = DETAILS.exec(what)
  if (details !== null) return { type: 'details', count: Number(details[1]), ranges }
  const count = INDEX_COUNT.exec(what)
  if (count === null || !(what.endsWith(' failure') || what.endsWith(' failures'))) return undefined
  return { type: 'index', count: Number(count[1]), ranges }
}

/** Reads one annotation line, without its line end. */
export const parseNote = (line: string): Note => {
  if (!line.startsWith(`${MARK} `)) return { type: 'unknown' }
  const body = line.slice(MARK.length + 1)
  const parsed = parseGap(body) ?? parseHead(body) ?? parseExcerpt(body) ?? parseSpots(body)
  if (parsed !== undefined) return parsed
  const colon = body.lastIndexOf(': ')
  const ranges = colon < 0 ? undefined : parseRanges(body.slice(colon + 2))
  if (ranges === undefined) return { type: 'unknown' }
  const what = body.slice(0, colon)
  return parseStand(what, ranges) ?? parseIndex(what, ranges) ?? { type: 'unknown' }
}

export interface Cap {
  /** Length of what is shown of the line. */
  readonly at: number
  readonly chars: number
  readonly line: number
}

/** Reads the cap at the end of a line, without its line end. Cost does not depend on the line's length. */
export const parseCap = (line: string): Cap | undefined => {
  const from = Math.max(0, line.length - CAP_CHARS)
  const at = line.slice(from).lastIndexOf(` ${MARK} + `)
  if (at < 0) return undefined
  const found = CAP.exec(line.slice(from + at))
  return found === null ? undefined : { at: from + at, chars: Number(found[1]), line: Number(found[2]) }
}

/** Reads the head's remark on source lines that imitate annotations. */
export const parseImitations = (
  remark: string,
): { readonly count: number; readonly ranges: readonly LineRange[] } | undefined => {
  const colon = remark.lastIndexOf(': ')
  const ranges = colon < 0 ? undefined : parseRanges(remark.slice(colon + 2))
  const count = IMITATIONS.exec(colon < 0 ? '' : remark.slice(0, colon))
  return ranges === undefined || count === null ? undefined : { count: Number(count[1]), ranges }
}
