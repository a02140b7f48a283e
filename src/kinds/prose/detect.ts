/** Whether a text is written for readers: sentences with words that join them, under headings, in paragraphs and lists. */
import { analyse } from '../../signals/analysis.ts'
import { ROLE } from '../../signals/line.ts'
import type { Source } from '../../source/source.ts'
import type { Detected } from '../types.ts'
import { sampleLines } from '../windows.ts'
import { type Prose, readProse, TEXT } from './read.ts'

const LEAST_LINES = 3
/** Share of the lines outside of code that are sentences or parts of some. */
const LEAST_SENTENCES = 0.5
/** Share that is sentences, headings, lists, tables, quotes. */
const LEAST_WRITTEN = 0.85
/** Lines that report a run, outside of code. */
const MOST_REPORTS = 0.02
/** Lines of one shape: what a program prints says the same again and again. */
const MOST_ALIKE = 0.35
/** Unless so many of them are several sentences each. */
const SEVERAL = 0.5
const SEVERAL_ENDS = /\p{L}[.!?] \p{Lu}[^.!?]{12,}[.!?]|[。！？][^。！？]{6,}[。！？]/u

/** Words that join others, in the languages most written in. */
const JOINING = new Set(
  `the a an of to and in is are for that with this it as be on by or from not you can which when if will should we was have has at but
  der die das und ist nicht ein eine zu mit von den auf für im sie wird werden als auch dass bei
  le la les des et est une un du que pour dans qui pas sur par avec ce il
  el los las y es una que por para con del se no su al lo como
  di e che il per non un della sono con una o os da do em não uma para com
  de het een en van dat niet voor met op zijn te
  и в не на что с по как это из к для но от
  i w nie na z do się to że jest`.split(/\s+/),
)
const WORD = /[\p{L}\p{M}]+/gu
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]/g

const LEAST_WORDS = 5
const LEAST_LETTERS = 0.76
const READ = 400

/** Whether a line is a sentence or a part of one: words, some of which join others, and few signs. */
export const isSentence = (line: string): boolean => {
  const text = line.slice(0, READ).trim()
  const unspaced = text.match(UNSPACED)?.length ?? 0
  if (unspaced >= 8) return unspaced >= 0.5 * text.length
  const words = text.match(WORD) ?? []
  if (words.length < LEAST_WORDS) return false
  let letters = 0
  let joining = 0
  for (const word of words) {
    letters += word.length
    if (JOINING.has(word.toLowerCase())) joining++
  }
  const spaces = text.length - text.replace(/ /g, '').length
  return joining >= 1 && joining >= 0.08 * words.length && letters + spaces >= LEAST_LETTERS * text.length
}

const WRITTEN: ReadonlySet<number> = new Set<number>([
  TEXT.heading,
  TEXT.item,
  TEXT.fence,
  TEXT.code,
  TEXT.table,
  TEXT.quote,
  TEXT.more,
])
const REPORTS: ReadonlySet<number> = new Set<number>([ROLE.mark, ROLE.thrown, ROLE.verdict, ROLE.pass, ROLE.failure])
/** `commit 4f…`, `Author:`, `diff --git`: histories and patches have texts in them. */
const RECORD = /^(?:commit [0-9a-f]{7,40}\b|diff --git |@@ -\d|Author: |\+\+\+ |--- a\/|\$ |> )/

export interface Written {
  readonly prose: Prose
  readonly sentences: number
  readonly markdown: boolean
}

/** Undefined where a text is not written for readers. */
export const findProse = (source: Source): Written | undefined => {
  if (source.lines < LEAST_LINES || source.prefix !== undefined) return undefined
  const sample = sampleLines(source.lines)
  /* A first look, before anything is read in full. */
  let likely = 0
  let seen = 0
  for (const n of sample) {
    const text = source.line(n)
    if (text.trim() === '') continue
    seen++
    if (isSentence(text) || /^\s{0,3}(?:#{1,6}\s|```|~~~|[-*+>|]\s)/.test(text)) likely++
  }
  if (seen < LEAST_LINES || likely < 0.3 * seen) return undefined
  const prose = readProse(source)
  const { roles, shape, shapeCount } = analyse(source)
  let outside = 0
  let sentences = 0
  let written = 0
  let reports = 0
  let records = 0
  let alike = 0
  let headings = 0
  let fences = 0
  let several = 0
  for (const n of sample) {
    const role = prose.roles[n - 1]!
    if (role === TEXT.blank || role === TEXT.frame) continue
    if (role === TEXT.heading) headings++
    if (role === TEXT.fence) fences++
    if (role === TEXT.code || role === TEXT.fence) continue
    outside++
    const text = source.line(n)
    const is = isSentence(text)
    if (is) sentences++
    if (is && SEVERAL_ENDS.test(text.slice(0, READ))) several++
    if (is || WRITTEN.has(role)) written++
    if (REPORTS.has(roles[n - 1]!) && !is) reports++
    if (RECORD.test(text)) records++
    if (shapeCount[shape[n - 1]!]! > 3 && /\d/.test(text)) alike++
  }
  const markdown = headings >= 2 || (headings >= 1 && fences >= 2)
  const enough =
    outside >= LEAST_LINES &&
    sentences >= (markdown ? 0.25 : LEAST_SENTENCES) * outside &&
    written >= LEAST_WRITTEN * outside &&
    reports <= Math.max(markdown ? 1 : 0, MOST_REPORTS * outside) &&
    records < 2 &&
    (alike <= MOST_ALIKE * outside || several >= SEVERAL * outside)
  return enough ? { prose, sentences, markdown } : undefined
}

const found = new WeakMap<Source, Written | null>()

export const proseOf = (source: Source): Written | undefined => {
  const known = found.get(source)
  if (known !== undefined) return known ?? undefined
  const written = findProse(source)
  found.set(source, written ?? null)
  return written
}

export const detectProse = (source: Source, failed: boolean): Detected => {
  /* What a failing command prints is its report. */
  if (failed) return { score: 0, why: 'the command failed' }
  const written = proseOf(source)
  if (written === undefined) return { score: 0, why: 'not written for readers' }
  return { score: 0.5, why: written.markdown ? 'Markdown' : 'sentences in paragraphs' }
}
