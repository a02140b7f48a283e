/** The lossless rung: every information of the source in much less text, and a decoder that proves it. */
import { MARK } from '../../receipt/notes.ts'
import type { FateRange } from '../../receipt/types.ts'
import type { Source } from '../../source/source.ts'
import { findBlocks } from './blocks.ts'
import { leastChars } from './bound.ts'
import { MAX_CHARS, MAX_LINES, NO_FINAL_EOL } from './decode.ts'
import { type InternedLines, internLines, type LineSource } from './interned.ts'
import { type Draft, draftPlan, finishPlan, type Plan } from './plan.ts'
import { DENSE, READABLE, SHARING, type Style } from './style.ts'

export { decodeLossless } from './decode.ts'

export interface LosslessOptions {
  /** Ceiling in chars (UTF-16 units) for the body, without the head line and its line end. */
  readonly maxChars: number
  /** Lines whose text must stay visible in full, for example failures; they may still stand for equal ones. */
  readonly keep?: (line: number) => boolean
}

export interface Lossless {
  /** Visible lines and annotations, joined with the line end of the source, without one at the end. */
  readonly body: string
  readonly fates: readonly FateRange[]
  /** What the head must say for the decoder, for example `no final newline`. */
  readonly remarks: readonly string[]
}

/** More text than this for each char that is allowed is not tried, but for so much as takes no time; the last bound keeps the attempt short. */
const MOST_DISTINCT = 32
const QUICK_CHARS = 1 << 18
const MOST_DISTINCT_CHARS = 1 << 21

/** The one line end of the source; undefined when there are two kinds. The last line may have none. */
const commonEol = (source: Source): string | undefined => {
  const eol = source.eol(1) === '\r\n' ? '\r\n' : '\n'
  for (let n = 1; n < source.lines; n++) if (source.starts[n]! - source.end(n) !== eol.length) return undefined
  const last = source.eol(source.lines)
  return last === '' || last === eol ? eol : undefined
}

interface Request {
  readonly source: LineSource
  readonly interned: InternedLines
  readonly maxChars: number
  /** Ids of lines that must stay visible. */
  readonly fixed: ReadonlySet<number>
}

const idsOf = ({ ids }: InternedLines, keep: LosslessOptions['keep']): Set<number> =>
  new Set(keep === undefined ? [] : ids.filter((_, i) => keep(i + 1)))

/** Repeated blocks are short where they fit and in the way of templates where they do not: both are tried. */
const draftsFor = ({ source, interned, maxChars, fixed }: Request): Draft[] => {
  const blocks = findBlocks(interned.ids)
  const choices = blocks.length === 0 ? [[]] : [blocks, []]
  return choices.flatMap((chosen) => draftPlan(source, interned, { blocks: chosen, fixed, maxChars }) ?? [])
}

const shortest = (drafts: readonly Draft[], styles: readonly Style[]): Plan | undefined =>
  drafts
    .flatMap((draft) => styles.map((style) => finishPlan(draft, style)))
    .reduce<Plan | undefined>((a, b) => (a === undefined || b.chars < a.chars ? b : a), undefined)

/** The first lines of a source, with so many chars of different text and so many lines; the whole when it has no more. */
const firstPart = ({ source, interned, ...rest }: Request, chars: number, most: number): Request => {
  const { text, starts, end, line } = source
  const { ids, firsts } = interned
  let count = 0
  for (let left = chars; count < firsts.length && left > 0 && firsts[count]! <= most; count++) {
    left -= end(firsts[count]!) - starts[firsts[count]! - 1]! + 1
  }
  const lines = Math.min(source.lines, most, count < firsts.length ? firsts[count]! - 1 : source.lines)
  const part: InternedLines = { ids: ids.subarray(0, lines), firsts: firsts.subarray(0, count) }
  return { ...rest, source: { text, lines, starts, end, line }, interned: part }
}

/** Punctuation, separators and names of places: no text was seen to take less than 1.7 times what its words do. */
const OVERHEAD = 1.5
/** Where the bound takes less than this share of what is allowed, most attempts fit, and a trial before them is for nothing. */
const LIKELY = 0.3
/** Chars of the first part, as a multiple of what is allowed: what does not fit is found on it. */
const TRIAL = 2
/** A first part is tried where the whole has so many times its lines. */
const WORTH = 2
/** Where lines come again without order, each takes about a char. */
const CHARS_PER_LINE = 4

/** How much better the rest of a source may do than its first part; some of it since rules are chosen one after the other. */
const SLACK = 1.5

/** The whole takes as much more than a first part as their words do at the least. */
const isHopeless = (request: Request, least: number): boolean => {
  const { maxChars } = request
  const chars = TRIAL * maxChars
  const part = firstPart(request, chars, Math.ceil(chars / CHARS_PER_LINE))
  if (WORTH * part.source.lines > request.source.lines) return false
  const plan = shortest(draftsFor(part), [DENSE])
  if (plan === undefined) return true
  const share = leastChars(part.source, part.interned.firsts, least) / least
  return plan.chars > SLACK * maxChars * share || plan.chars > SLACK * maxChars
}

/**
 * Writes the source so that `decodeLossless` rebuilds it from head and body. Undefined when that takes more than
 * `maxChars`, is not shorter than the source, or when the source has lines that look like annotations or two kinds of
 * line ends. Gives up early: cost is linear in the source, and small beyond 256 kB or some 32 times `maxChars` of different lines.
 */
export const encodeLossless = (source: Source, { maxChars, keep }: LosslessOptions): Lossless | undefined => {
  const { lines, text } = source
  if (lines < 2 || lines > MAX_LINES || text.length > MAX_CHARS) return undefined
  const limit = Math.min(maxChars, text.length - source.eol(lines).length - 1)
  if (!(limit > 0)) return undefined
  const interned = internLines(source, Math.min(Math.max(MOST_DISTINCT * limit, QUICK_CHARS), MOST_DISTINCT_CHARS))
  if (interned === undefined) return undefined
  const least = leastChars(source, interned.firsts, limit / OVERHEAD)
  if (OVERHEAD * least > limit) return undefined
  const eol = commonEol(source)
  if (eol === undefined || text.includes(MARK)) return undefined
  const request: Request = { source, interned, maxChars: limit, fixed: idsOf(interned, keep) }
  if (OVERHEAD * least > LIKELY * limit && isHopeless(request, least)) return undefined
  const fits = (plan: Plan | undefined): plan is Plan =>
    plan !== undefined && plan.chars + (eol.length - 1) * plan.rows.length - eol.length <= limit
  const drafts = draftsFor(request)
  const readable = shortest(drafts, [READABLE])
  const plan = fits(readable) ? readable : shortest(drafts, [DENSE, SHARING])
  if (!fits(plan)) return undefined
  const { rows, fates } = plan
  return { body: rows.join(eol), fates, remarks: source.eol(lines) === '' ? [NO_FINAL_EOL] : [] }
}
