/** The digest of an output that is too large for the engine at once, or larger than what is kept. */
import { MARK } from '../../receipt/notes.ts'
import { type DigestOptions, digest } from '../../verbs/digest.ts'
import { countLines, type Kept } from './capture.ts'
import { formatEnds } from './ends.ts'
import { buildSparse } from './sparse.ts'

export interface LargeDigest {
  readonly text: string
  /** Of the output, estimated as chars / 4, and of the digest. */
  readonly tokens: readonly [before: number, after: number]
}

export type LargeOptions = DigestOptions & {
  readonly budget: number
  readonly count: (text: string) => number
  /** Path of what is kept. */
  readonly original: string
  readonly decode: (bytes: Buffer) => string
}

const HEAD = /^\[diet\] (\d+) -> (\d+) lines, \d+ -> \d+ tokens/
const LF = 10

const formatSize = (bytes: number): string =>
  bytes >= 1e9 ? `${Math.floor(bytes / 1e8) / 10} GB` : bytes >= 1e6 ? `${Math.floor(bytes / 1e6)} MB` : `${bytes} bytes`

/** The end of an output that is over the limit, from its first whole line on; what is kept ends before it. */
const tailOf = ({ tail, beyond }: Kept): Buffer => {
  const unseen = tail.subarray(Math.max(0, tail.length - beyond))
  return beyond > tail.length ? unseen.subarray(unseen.indexOf(LF) + 1) : unseen
}

/** What a reader must know about a digest that is not made from every line. */
const formatCaveats = (kept: Kept, original: string, dropped: number): readonly string[] => [
  ...(dropped === 0 ? [] : [`${MARK} ${dropped} more lines that look like failures are not listed here`]),
  ...(kept.beyond === 0
    ? []
    : [
        `${MARK} over the limit: the first ${formatSize(kept.bytes - kept.beyond)} are in ${original}, unmodified; of the rest only the end was kept`,
      ]),
]

/** Puts the notes under the head, and the sizes of the complete output and of the finished text into it. */
const finish = (text: string, notes: readonly string[], before: number, count: (text: string) => number): LargeDigest => {
  const end = text.indexOf('\n') + 1
  const body = `${notes.map((note) => `${note}\n`).join('')}${text.slice(end)}`
  const lines = body.split('\n').length
  const format = (after: number): string =>
    text.slice(0, end).replace(HEAD, (_, source: string) => `${MARK} ${source} -> ${lines} lines, ${before} -> ${after} tokens`) +
    body
  // The number of tokens is part of the text that it counts.
  const first = count(format(0))
  const after = count(format(first))
  return { text: format(after), tokens: [before, count(format(after))] }
}

/** Digests what `kept` holds; never throws for what an output can be. */
export const digestLarge = (kept: Kept, options: LargeOptions): LargeDigest => {
  const { budget, count, original, decode } = options
  const tail = tailOf(kept)
  const lostLines = kept.beyond === 0 ? 0 : Math.max(0, kept.linesBeyond - countLines(tail))
  const named = kept.beyond === 0 ? original : undefined
  const sparse = buildSparse({ pieces: kept.readPieces(), tail, lostLines, decode })
  if (sparse?.text !== undefined) {
    const how = `${MARK} ${formatSize(kept.bytes)}: read were the start, the end and lines that look like failures`
    const notes = [how, ...formatCaveats(kept, original, sparse.dropped)]
    const rest = Math.max(100, budget - count(notes.join('\n')) - 4)
    // Re-encoded forms would speak of lines that are left blank here.
    const result = digest(sparse.text, { ...options, budget: rest, original: named, mode: 'verbatim' })
    const chars = kept.beyond === 0 ? sparse.chars : kept.bytes
    if (result.changed) return finish(result.text, notes, Math.ceil(chars / 4), count)
  }
  const size = formatSize(kept.bytes)
  const how =
    sparse === undefined
      ? `${MARK} ${size} with a line too long to be looked at: read were the start and the end`
      : `${MARK} ${size}: read were the start, the end and the first of each sort of the ${sparse.failureCount} lines that look like failures`
  const text = formatEnds(kept, { ...options, original: named, sparse })
  const chars = sparse === undefined || kept.beyond > 0 ? kept.bytes : sparse.chars
  return finish(text, [how, ...formatCaveats(kept, original, 0)], Math.ceil(chars / 4), count)
}
