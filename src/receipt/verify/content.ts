/** Reads the output line by line against the kept lines of the source, and sorts its lines into content and annotations. */
import { type View, viewWith } from '../../source/view.ts'
import { MARK } from '../notes.ts'
import { type Note, parseCap, parseNote } from '../parse-notes.ts'
import { type Case, Lines } from './case.ts'
import { explainMismatch } from './mismatch.ts'

/** An annotation and the shown source lines between which it stands. */
export interface PlacedNote {
  readonly note: Note
  /** Line of the output. */
  readonly line: number
  /** The last source line shown before it, 0 at the start. */
  readonly above: number
  /** The next source line shown behind it, one more than the source has at the end. */
  readonly below: number
}

export interface Content {
  readonly notes: readonly PlacedNote[]
  /** Source lines shown whose text begins like an annotation; collected when the output has a head. */
  readonly imitations: readonly number[]
  /** Chars that are shown of the lines that end with a cap. */
  readonly caps: ReadonlyMap<number, number>
}

export interface Reading {
  /** Undefined when the lines of the output cannot be matched: nothing can be said of its annotations then. */
  readonly content: Content | undefined
  /** Some output line equals both an annotation in its place and the next kept line. */
  readonly ambiguous: boolean
}

interface Walk {
  readonly task: Case
  readonly notes: PlacedNote[]
  readonly imitations: number[]
  readonly caps: Map<number, number>
  /** Lines that can be read both ways are annotations; else they are content. */
  readonly twins: boolean
  ambiguous: boolean
  /** The next kept range, and the next kept line in it; 0 when all are read. */
  range: number
  next: number
  above: number
  /** Offset and line number in the output. */
  at: number
  line: number
  ansi: number
  cr: number
  /** The range whose lines were tried at once. */
  tried: number
  /** The view of the next kept line, once it was asked for. */
  view: View | undefined
}

const isKept = (walk: Walk): boolean => walk.task.receipt.fates[walk.range]?.[2] === 'kept'

const toNextRange = (walk: Walk): void => {
  const { fates } = walk.task.receipt
  walk.view = undefined
  while (walk.range < fates.length && !isKept(walk)) walk.range++
  walk.next = fates[walk.range]?.[0] ?? 0
}

const advance = (walk: Walk): void => {
  walk.view = undefined
  walk.above = walk.next
  if (walk.next < walk.task.receipt.fates[walk.range]![1]) walk.next++
  else {
    walk.range++
    toNextRange(walk)
  }
}

const trimEol = (raw: string): string => {
  if (!raw.endsWith('\n')) return raw
  return raw.slice(0, raw.endsWith('\r\n') ? -2 : -1)
}

const endOfLine = (text: string, from: number): number => {
  const lf = text.indexOf('\n', from)
  return lf < 0 ? text.length : lf + 1
}

/** Most ranges of kept lines stand in the output as they are: compared at once, without a string per line. */
const readRange = (walk: Walk): boolean => {
  const { source, output, receipt } = walk.task
  const to = receipt.fates[walk.range]?.[1] ?? 0
  if (walk.next === 0 || walk.tried === walk.range || walk.next === to || output.startsWith(MARK, walk.at)) return false
  walk.tried = walk.range
  const text = source.text.slice(source.starts[walk.next - 1]!, source.starts[to]!)
  const end = walk.at + text.length
  if (output.slice(walk.at, end) !== text || (source.eol(to) === '' && end < output.length)) return false
  if (walk.notes.length > 0) collectImitations(walk, text)
  walk.line += to - walk.next + 1
  walk.at = end
  walk.above = to
  walk.range++
  toNextRange(walk)
  return true
}

const collectImitations = (walk: Walk, text: string): void => {
  let n = walk.next
  let counted = 0
  for (let found = text.indexOf(`\n${MARK}`); found >= 0; found = text.indexOf(`\n${MARK}`, found + 1)) {
    for (; counted <= found; counted = endOfLine(text, counted)) n++
    walk.imitations.push(n)
  }
}

const isPairSplit = (text: string, at: number): boolean =>
  at > 0 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(at) & 0xfc00) === 0xdc00

/** The start of the expected line, then the note that says how much of it is missing. */
const isCapped = (walk: Walk, raw: string, text: string, eol: string): boolean => {
  const { problems } = walk.task
  if (!raw.endsWith(eol)) return false
  const line = raw.slice(0, raw.length - eol.length)
  const cap = parseCap(line)
  if (cap === undefined || cap.at > text.length || !text.startsWith(line.slice(0, cap.at))) return false
  if (cap.line !== walk.next)
    problems.add(`The cap in output line ${walk.line + 1} names line ${cap.line}, but the line is source line ${walk.next}.`)
  if (cap.chars !== text.length - cap.at)
    problems.add(`The cap of source line ${walk.next} says ${cap.chars} chars, but ${text.length - cap.at} are not shown.`)
  if (isPairSplit(text, cap.at)) problems.add(`The cap of source line ${walk.next} cuts a character in two.`)
  walk.caps.set(walk.next, cap.at)
  return true
}

/** Whether the output line is the next kept source line, whole or capped, under the declared normalizations. */
const isNextLine = (walk: Walk, raw: string, last: boolean): boolean => {
  const { source, receipt, rebuilt } = walk.task
  const n = walk.next
  walk.view ??= viewWith(source.line(n), { ansi: receipt.normalized.ansi > 0, cr: receipt.normalized.cr > 0 })
  const { view } = walk
  if (!view.ansi && !view.cr && raw === source.raw(n)) return true
  const eol = source.eol(n)
  /* An unfinished last line gets a line end when an annotation follows; what rebuilds the source may lack its last one. */
  const ends = eol === '' && !last ? ['\n', '\r\n'] : rebuilt && last ? [eol, ''] : [eol]
  if (!ends.some((end) => raw === view.text + end || isCapped(walk, raw, view.text, end))) return false
  if (view.ansi) walk.ansi++
  if (view.cr) walk.cr++
  return true
}

/**
 * Whether an output line that may be the next kept line holds as an annotation too, and the same text follows. Only a source
 * that foresees its own digest gets here.
 */
const isTwin = (walk: Walk, text: string, end: number): boolean => {
  const { output } = walk.task
  if (!output.startsWith(text, end) || trimEol(output.slice(end, endOfLine(output, end))) !== text) return false
  const note = parseNote(text)
  if (note.type === 'head') return walk.line === 0
  if (note.type === 'gap') {
    if (note.ranges[0]![0] <= walk.above || note.ranges.at(-1)![1] >= walk.next) return false
  } else if (note.type === 'unknown' || note.type === 'index') return false // An index stands below all lines.
  /* It is said once. */
  const before = walk.notes.at(-1)
  return before?.above !== walk.above || !output.endsWith(text, trimEol(output.slice(0, walk.at)).length)
}

/** Lines by length, so that not every line of the output is hashed. */
type Missing = ReadonlyMap<number, ReadonlySet<string>>

const byLength = (texts: readonly string[]): Missing => {
  const sets = new Map<number, Set<string>>()
  for (const text of texts) sets.set(text.length, (sets.get(text.length) ?? new Set()).add(text))
  return sets
}

const isMissing = (missing: Missing, text: string): boolean => missing.get(text.length)?.has(text) === true

const checkMissing = (walk: Walk, text: string, missing: Missing): void => {
  if (missing.size === 0 || !(isMissing(missing, text) || isMissing(missing, walk.task.source.line(walk.next)))) return
  walk.task.problems.add(`Source line ${walk.next} is shown, but listed among the protected lines that are missing.`)
}

/** Reads one output line; false when it is neither content in its place nor an annotation. */
const readLine = (walk: Walk, missing: Missing): boolean => {
  const { output, problems, source } = walk.task
  const end = endOfLine(output, walk.at)
  const raw = output.slice(walk.at, end)
  const marked = raw.startsWith(MARK)
  const text = trimEol(raw)
  const twin = marked && isTwin(walk, text, end)
  if (twin) walk.ambiguous = true
  if (walk.next > 0 && !(twin && walk.twins) && isNextLine(walk, raw, end === output.length)) {
    checkMissing(walk, text, missing)
    if (marked) walk.imitations.push(walk.next)
    advance(walk)
  } else if (marked) {
    walk.notes.push({ note: parseNote(text), line: walk.line + 1, above: walk.above, below: walk.next || source.lines + 1 })
  } else {
    problems.add(explainMismatch(walk.task, { raw, line: walk.line + 1, next: walk.next, last: end === output.length }))
    return false
  }
  walk.line++
  walk.at = end
  return true
}

const checkCounts = (walk: Walk): void => {
  const { receipt, problems } = walk.task
  for (const what of ['ansi', 'cr'] as const) {
    if (receipt.normalized[what] === walk[what]) continue
    problems.add(
      `The receipt counts ${receipt.normalized[what]} kept lines changed by ${what}, but the output has ${walk[what]}.`,
    )
  }
}

const readLines = (walk: Walk): boolean => {
  const { source, output, receipt, problems, rebuilt } = walk.task
  const missing = byLength(receipt.protected.missing)
  const asTheyStand = receipt.normalized.ansi === 0 && receipt.normalized.cr === 0 && missing.size === 0
  toNextRange(walk)
  while (walk.at < output.length) {
    if (asTheyStand && readRange(walk)) continue
    if (!readLine(walk, missing) || problems.full()) return false
  }
  /* An empty last line without a line end, for example one of which nothing is left once it is normalized, is no line of a text. */
  if (walk.next > 0 && (source.eol(walk.next) === '' || rebuilt) && isNextLine(walk, '', true)) advance(walk)
  if (walk.next > 0) {
    const range = [walk.next, receipt.fates[walk.range]![1]] as const
    const verb = range[0] === range[1] ? 'is' : 'are'
    problems.add(`${Lines(range)} of the source ${verb} kept by the receipt, but missing at the end of the output.`)
    return false
  }
  checkCounts(walk)
  return true
}

/** Matches the output with the kept lines, in order. `twins`: lines that can be read both ways are taken for annotations. */
export const readContent = (task: Case, twins: boolean): Reading => {
  const walk: Walk = {
    task,
    notes: [],
    imitations: [],
    caps: new Map(),
    twins,
    ambiguous: false,
    range: 0,
    next: 0,
    above: 0,
    at: 0,
    line: 0,
    ansi: 0,
    cr: 0,
    tried: -1,
    view: undefined,
  }
  return { content: readLines(walk) ? walk : undefined, ambiguous: walk.ambiguous }
}
