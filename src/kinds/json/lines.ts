/** JSON over many lines: source lines, chosen by what their values are worth. */
import type { Ask, Candidate, Failure, Findings } from '../../ladder/candidate.ts'
import { excerptsOf, lookingFor } from '../../ladder/excerpt.ts'
import { fitSelection } from '../../ladder/fit.ts'
import { type OutlinePlan, outlines } from '../../ladder/outline.ts'
import { fitRanges, mergeRanges } from '../../ladder/ranges.ts'
import type { Index, IndexEntry } from '../../ladder/render.ts'
import { indexIn, type Values } from '../../ladder/select.ts'
import type { LineRange } from '../../receipt/types.ts'
import { isArrayAt, isObjectAt } from '../../source/json.ts'
import type { Source } from '../../source/source.ts'
import type { Reading } from '../log/reading.ts'
import { endsFor, keepsEnds, remarksFor } from '../remarks.ts'
import { readAround } from './around.ts'
import { gainsOf, keyFlags, NAME } from './gains.ts'
import type { Interest } from './interest.ts'
import { recordExcerpts } from './log-lines.ts'
import { type Model, pointerOf } from './model.ts'

/** Lines that the index of one failure may name. */
const BLOCK = 40
/** Of one record, a value of failure; others of its sort say less and less. */
const FADE_FAILED = 0.05
const FADE = 0.5

/** The line of each value's first char. Linear, since values ascend. */
const lineNumbers = ({ tape }: Model, source: Source): Int32Array => {
  const lines = new Int32Array(tape.size)
  let line = 1
  for (let n = 0; n < tape.size; n++) {
    while (line < source.lines && source.starts[line]! <= tape.start[n]!) line++
    lines[n] = line
  }
  return lines
}

const blankLines = (source: Source): ((n: number) => boolean) => {
  const flags = new Int8Array(source.lines + 1)
  return (n) => {
    if (flags[n] === 0) flags[n] = source.body(n).trim() === '' ? 1 : -1
    return flags[n] === 1
  }
}

export interface LineReading {
  readonly model: Model
  readonly source: Source
  readonly interest: Interest
  readonly lines: Int32Array
  readonly isKey: Uint8Array
  readonly values: Values
  readonly findings: Findings
  /** Per failure, the lines that tell it. */
  readonly telling: ReadonlyMap<Failure, readonly number[]>
  /** Failures in the text around the JSON. */
  readonly around: readonly Failure[]
  readonly blank: (n: number) => boolean
}

/** The line on which value n stands as a reader sees it: that of its key. */
const lineOfMember = (lines: Int32Array, isKey: Uint8Array, n: number): number =>
  n > 0 && isKey[n - 1] === 1 ? lines[n - 1]! : lines[n]!

const lastLine = ({ tape }: Model, source: Source, lines: Int32Array, n: number): number => {
  let line = lines[n]!
  const last = tape.next[n]! - 1
  line = Math.max(line, lines[last]!)
  while (line < source.lines && source.starts[line]! < tape.end[n]!) line++
  return line
}

/** Digits masked: messages that differ in numbers only are of one shape. */
const shapeOf = (raw: string): string => raw.slice(0, 80).replace(/[0-9]+/g, '0')

/** What the text around says is worth what it is in a log. */
const addAround = (values: Values, to: Pick<Values, 'gain' | 'group' | 'fade'>, groups: number): void => {
  for (let i = 0; i < to.gain.length; i++) {
    const k = indexIn(values, i + 1)
    if (k < 0 || values.gain[k]! <= to.gain[i]!) continue
    to.gain[i] = values.gain[k]!
    to.group[i] = values.group[k]! < 0 ? -1 : groups + values.group[k]!
    to.fade[i] = values.fade[k]!
  }
}

const valuesFor = (
  model: Model,
  interest: Interest,
  source: Source,
  lines: Int32Array,
  isKey: Uint8Array,
  around: Reading | undefined,
): Values => {
  const { tape, entity, group } = model
  const { gain: byValue } = gainsOf(model, interest, isKey)
  const gain = new Float64Array(source.lines)
  const groupOf = new Int32Array(source.lines).fill(-1)
  const fade = new Float32Array(source.lines)
  const shapes = new Map<string, number>()
  for (let n = 0; n < tape.size; n++) {
    if (isKey[n] === 1 || byValue[n] === 0) continue
    const line = lineOfMember(lines, isKey, n) - 1
    if (byValue[n]! <= gain[line]!) continue
    gain[line] = byValue[n]!
    const container = isObjectAt(tape, n) || isArrayAt(tape, n)
    const failed = interest.worth[entity[n]!]! >= 90
    const shape = `${group[n]} ${failed && !container ? shapeOf(tape.text.slice(tape.start[n], Math.min(tape.end[n]!, tape.start[n]! + 80))) : ''}`
    const known = shapes.get(shape) ?? shapes.size
    shapes.set(shape, known)
    groupOf[line] = known
    fade[line] = failed ? FADE_FAILED : FADE
  }
  if (around !== undefined) addAround(around.values, { gain, group: groupOf, fade }, shapes.size)
  return { gain, group: groupOf, fade, twin: new Int32Array(source.lines).fill(-1) }
}

/** The failure of entity n: its title is its most telling line. */
const failureOf = (model: Model, interest: Interest, source: Source, lines: Int32Array, isKey: Uint8Array, n: number) => {
  const { tape, entity } = model
  const telling: number[] = []
  let title = lines[n]!
  let best = 0
  for (let value = n + 1; value < tape.next[n]! && value - n < 2000; value++) {
    if (entity[value] !== n || isKey[value] === 1 || interest.own[value]! < NAME) continue
    const line = lineOfMember(lines, isKey, value)
    telling.push(line)
    if (interest.own[value]! <= best) continue
    best = interest.own[value]!
    title = line
  }
  const last = Math.min(lastLine(model, source, lines, n), lines[n]! + BLOCK)
  const failure: Failure = { title, also: [], blocks: [[Math.min(lines[n]!, title), Math.max(last, title)]] }
  return { failure, telling: telling.length === 0 ? [title] : [...new Set(telling)] }
}

export const readLines = (model: Model, interest: Interest, source: Source, ask: Ask): LineReading => {
  const lines = lineNumbers(model, source)
  const isKey = keyFlags(model)
  const telling = new Map<Failure, readonly number[]>()
  const taken = new Set<number>()
  for (const n of interest.failures) {
    const found = failureOf(model, interest, source, lines, isKey, n)
    /* Records that share a line are one failure to a reader of lines. */
    if (taken.has(found.failure.title)) continue
    taken.add(found.failure.title)
    telling.set(found.failure, found.telling)
  }
  const warnings = [...new Set(interest.warnings.map((n) => lines[n]!))]
  const around = readAround(source, model.documents, ask)
  const own = [...telling.keys()]
  const other = around?.findings.failures ?? []
  return {
    model,
    source,
    interest,
    lines,
    isKey,
    values: valuesFor(model, interest, source, lines, isKey, around),
    findings: {
      failures: [...own, ...other].sort((a, b) => a.title - b.title),
      warnings,
      profile: null,
      reported: interest.reported ?? around?.findings.reported ?? null,
    },
    telling,
    around: other,
    blank: blankLines(source),
  }
}

interface Row {
  readonly pointer: string
  readonly starts: Int32Array
  readonly ends: Int32Array
}

const MOST_ARRAYS = 60
const LEAST_ITEMS = 3

/** Arrays whose items have lines of their own, outer ones first. */
const arraysOf = ({ model, lines, source }: LineReading): Row[] => {
  const { tape } = model
  const rows: Row[] = []
  for (let n = 0; n < tape.size && rows.length < MOST_ARRAYS; n++) {
    if (!isArrayAt(tape, n) || tape.next[n]! - n <= LEAST_ITEMS) continue
    const items: number[] = []
    for (let i = n + 1; i < tape.next[n]!; i = tape.next[i]!) items.push(i)
    if (items.length < LEAST_ITEMS || lines[items[0]!] === lines[items[items.length - 1]!]) continue
    const pointer = pointerOf(model, n)
    if (pointer === undefined) continue
    rows.push({
      pointer: pointer === '' ? 'the array' : pointer,
      starts: Int32Array.from(items, (i) => lines[i]!),
      ends: Int32Array.from(items, (i) => lastLine(model, source, lines, i)),
    })
  }
  return rows
}

/** Index of the first entry that is not below `value`. */
const lowerBound = (sorted: Int32Array, value: number): number => {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}

const describeWith =
  (rows: readonly Row[], unit: string) =>
  ([from, to]: LineRange): string | undefined => {
    for (const { pointer, starts, ends } of rows) {
      const first = lowerBound(starts, from)
      const behind = lowerBound(ends, to + 1)
      if (behind > first) return `${behind - first} of ${starts.length} ${unit} ${pointer}`
    }
    return undefined
  }

const indexOf = ({ telling }: LineReading, missing: readonly Failure[], shown: Uint8Array, chars: number): Index => {
  const gone = new Set(missing)
  const whole = missing.flatMap(({ blocks }) => blocks)
  const hidden: LineRange[] = []
  let partial = 0
  for (const [failure, lines] of telling) {
    if (gone.has(failure)) continue
    const parts = lines.filter((n) => shown[n] === 0).map((n): LineRange => [n, n])
    if (parts.length > 0) partial++
    hidden.push(...parts)
  }
  const entries: IndexEntry[] = []
  const share = missing.length === 0 ? 0 : partial === 0 ? chars : chars * 0.6
  if (missing.length > 0) entries.push({ count: missing.length, ranges: fitRanges(whole, share - 30), of: 'failures' })
  if (partial > 0) entries.push({ count: partial, ranges: fitRanges(hidden, chars - share - 34), of: 'details' })
  return { entries, ranges: mergeRanges([...whole, ...hidden]) }
}

const planOf = (reading: LineReading, ask: Ask, ends: readonly number[]): OutlinePlan => {
  const { source, findings, blank, model } = reading
  const rows = arraysOf(reading)
  const looking = lookingFor(ask.query)
  const longLines =
    model.documents.form === 'lines'
      ? recordExcerpts(source, model, ask)
      : { excerpts: (n: number, cap: number, chars: number) => excerptsOf(source, n, cap, chars, looking) }
  const cut = model.documents.complete ? [] : ['the JSON itself is cut off at its end']
  return {
    source,
    findings,
    must: ends,
    blank,
    noise: () => false,
    folds: () => undefined,
    bridges: true,
    ...longLines,
    describe: describeWith(rows, 'items of'),
    remarks: [...remarksFor(source, findings, ask), ...cut],
    indexWithin: (chars) => (missing, shown) => indexOf(reading, missing, shown, chars),
  }
}

/** Source lines: those worth most, and for a budget in which they do not fit what must be shown. */
export function* selectedLines(reading: LineReading, ask: Ask): Iterable<Candidate> {
  const { source, findings, values, blank } = reading
  const ends = endsFor(source, findings, blank, ask)
  const { indexWithin, ...plan } = planOf(reading, ask, ends)
  const indexChars =
    findings.failures.length === 0 ? 0 : Math.round(Math.min(ask.budget * 0.4, 60 + findings.failures.length * 8))
  const selected = fitSelection({ ...plan, values, indexChars, indexOf: indexWithin(indexChars) }, ask)
  if (keepsEnds(ends, selected)) yield selected
  for (const outline of outlines({ ...plan, indexWithin }, ask)) if (keepsEnds(ends, outline)) yield outline
}
