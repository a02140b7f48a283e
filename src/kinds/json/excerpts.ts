/** JSON in long lines: the start of the line, and below it the entities worth most, each by its JSON pointer and in few chars. */
import type { Ask, Candidate, Failure, Findings } from '../../ladder/candidate.ts'
import { type Looking, lookingFor } from '../../ladder/excerpt.ts'
import { charsPerToken } from '../../ladder/fit.ts'
import { fitParts, type Shown } from '../../ladder/parts.ts'
import { isCapped } from '../../ladder/render.ts'
import { formatExcerpt, SKIPS } from '../../receipt/notes.ts'
import { matchShown } from '../../receipt/shown.ts'
import type { Source } from '../../source/source.ts'
import { endsFor, remarksFor } from '../remarks.ts'
import { type Elided, elide } from './elide.ts'
import { gainsOf, MESSAGE } from './gains.ts'
import { entityAbove } from './interest.ts'
import type { LineReading } from './lines.ts'
import type { Model } from './model.ts'
import { countNotes, createPlaces, indexFor, type Part, type Place, unite } from './places.ts'

/** A line with more chars than this is seen in parts. */
export const LONG_LINE = 600
/** Long lines must be this share of the source. */
const LONG_SHARE = 0.7
/** Chars of the start of a long line, where its parts are shown below it. */
const START = 60
const FIRST_START = 80
/** Chars of one entity; members below this worth are left out where others have yet to come. */
const ESSENTIAL = 45
const DETAIL = 9
const LEAST_CHARS = 130
const MOST_CHARS = 700
const MOST_SAMPLE = 260
/** So much more when all else is shown. */
const WHOLE = 1.7
/** Chars of what names an entity that holds others. */
const LABEL_CHARS = 110
const LABEL_LEAST = 10
/** Entities that are looked at: more than a budget can hold. */
const MOST_PARTS = 4000
const COUNTED_ARRAYS = 12

export const hasLongLines = (source: Source): boolean => {
  let long = 0
  for (let n = 1; n <= source.lines; n++) {
    const chars = source.end(n) - source.starts[n - 1]!
    if (chars > LONG_LINE) long += chars
  }
  return long > LONG_SHARE * source.text.length
}

interface Unit {
  readonly entity: number
  /** Only the essential members, or all. */
  readonly brief: boolean
  readonly priority: number
}

interface Setting {
  readonly reading: LineReading
  readonly gain: Float64Array
  readonly looking: Looking
  readonly failures: ReadonlyMap<number, Failure>
  readonly elided: Map<string, Elided>
  readonly placeOf: (n: number) => Place
}

const shapeOf = (raw: string): string => raw.replace(/[0-9]+/g, '0')

/** The further members of a failed entity, as a share of what the failure is worth. */
const DETAILS = 0.2

/** Entities by what they are worth; one that says the same as an earlier one of its group counts less. */
const rank = ({ model, interest }: LineReading, failures: ReadonlyMap<number, Failure>): Unit[] => {
  const { tape, entity, group } = model
  const entities: number[] = []
  for (let n = 0; n < tape.size; n++) if (entity[n] === n && interest.worth[n]! >= 3) entities.push(n)
  const seen = new Map<string, number>()
  return entities
    .flatMap((n): Unit[] => {
      const failed = failures.has(n)
      const shape = `${group[n]} ${failed} ${failed ? shapeOf(tellingText(model, interest.own, n)) : ''}`
      const before = seen.get(shape) ?? 0
      seen.set(shape, before + 1)
      const priority = interest.worth[n]! / (1 + before * (failed ? 0.1 : 0.3))
      const whole = { entity: n, brief: false, priority: failed ? priority * DETAILS : priority }
      return failed ? [{ entity: n, brief: true, priority }, whole] : [whole]
    })
    .sort((a, b) => b.priority - a.priority || a.entity - b.entity)
    .slice(0, MOST_PARTS)
}

const tellingText = ({ tape, entity }: Model, own: Float32Array, n: number): string => {
  for (let value = n + 1; value < tape.next[n]! && value - n < 200; value++)
    if (entity[value] === n && own[value]! >= MESSAGE)
      return tape.text.slice(tape.start[value], Math.min(tape.end[value]!, tape.start[value]! + 80))
  return ''
}

const MOST_AROUND = 8

/** Lines beside the long ones: all of a few, else the first and the last, and what failed there. */
const shortLines = ({ source, blank, findings, around }: LineReading, ask: Ask): number[] => {
  const short: number[] = []
  for (let n = 1; n <= source.lines; n++) if (!blank(n) && source.end(n) - source.starts[n - 1]! <= LONG_LINE) short.push(n)
  const titles = around
    .slice(0, MOST_AROUND)
    .flatMap(({ title, blocks }) => [title, ...(blocks[0]![1] > title ? [title + 1] : [])])
  const must = [...ask.protect, ...endsFor(source, findings, blank, ask), ...titles]
  return short.length <= 12 ? [...short, ...must] : [...short.slice(0, 3), ...short.slice(-5), ...must]
}

/** Failures as places in lines. */
const failuresIn = (reading: LineReading): { findings: Findings; byEntity: Map<number, Failure> } => {
  const { model, interest, lines, source } = reading
  const byEntity = new Map<number, Failure>()
  for (const n of interest.failures) {
    const title = lines[n]!
    byEntity.set(n, { title, at: model.tape.start[n]! - source.starts[title - 1]!, also: [], blocks: [[title, title]] })
  }
  return { findings: { ...reading.findings, failures: [...byEntity.values(), ...reading.around] }, byEntity }
}

export interface ExcerptReading {
  readonly findings: Findings
  candidate(): Candidate
}

/** Reads a source of long lines; `candidate` shows it within the budget. */
export const readExcerpts = (reading: LineReading, ask: Ask): ExcerptReading => {
  const { model, interest, source, isKey } = reading
  const { findings, byEntity } = failuresIn(reading)
  const setting: Setting = {
    reading,
    gain: gainsOf(model, interest, isKey).gain,
    looking: lookingFor(ask.query),
    failures: byEntity,
    elided: new Map(),
    placeOf: createPlaces(reading),
  }
  const candidate = (): Candidate => {
    const units = rank(reading, byEntity)
    const room = Math.max(200, ask.budget * charsPerToken(source, ask) - 250)
    const share = (0.8 * room) / Math.max(1, Math.min(byEntity.size, Math.floor(room / 250)))
    const charsFor = (n: number): number =>
      byEntity.has(n)
        ? Math.min(MOST_CHARS, Math.max(LEAST_CHARS, share))
        : Math.min(MOST_SAMPLE, Math.max(LEAST_CHARS, room / 8))
    const short = shortLines(reading, ask)
    const firstLong = model.documents.roots.length === 0 ? 1 : reading.lines[model.documents.roots[0]!]!
    return fitParts(
      {
        source,
        findings,
        blank: reading.blank,
        describe: () => undefined,
        remarks: [
          ...remarksFor(source, findings, ask),
          ...(model.documents.complete ? [] : ['the JSON itself is cut off at its end']),
          SKIPS,
        ],
        parts: units.length,
        show: (count, verbose) =>
          show(setting, units.slice(0, count), charsFor, [...short, firstLong], verbose ? COUNTED_ARRAYS : 1, room),
      },
      ask,
    )
  }
  return { findings, candidate }
}

const elideOnce = ({ reading, gain, looking, elided }: Setting, n: number, chars: number, least: number): Elided => {
  const key = `${n} ${chars} ${least}`
  const known = elided.get(key) ?? elide(reading.model, n, Math.round(chars), gain, reading.isKey, looking, least)
  elided.set(key, known)
  return known
}

const show = (
  setting: Setting,
  units: readonly Unit[],
  charsFor: (n: number) => number,
  lines: readonly number[],
  counted: number,
  room: number,
): Shown => {
  const { reading, failures, placeOf } = setting
  const { model, source } = reading
  const { tape } = model
  const chosen = new Map<number, { chars: number; least: number }>()
  for (const { entity, brief } of units)
    chosen.set(entity, {
      chars: charsFor(entity) * (brief || !failures.has(entity) ? 1 : WHOLE),
      least: brief ? ESSENTIAL : failures.has(entity) ? DETAIL : 0,
    })
  for (const { entity } of units)
    for (let up = entityAbove(model, entity); up >= 0 && !chosen.has(up); up = entityAbove(model, up))
      chosen.set(up, { chars: LABEL_CHARS, least: LABEL_LEAST })
  const shownLines = new Set(lines)
  for (const n of chosen.keys()) shownLines.add(reading.lines[n]!)
  const cap = (n: number): number =>
    source.end(n) - source.starts[n - 1]! <= LONG_LINE ? Number.POSITIVE_INFINITY : n === lines.at(-1) ? FIRST_START : START
  const displayed: Part[] = []
  for (const n of shownLines)
    displayed.push([source.starts[n - 1]!, source.starts[n - 1]! + Math.min(cap(n), source.end(n) - source.starts[n - 1]!)])
  const notes = new Map<number, string>()
  const whole = new Set<number>()
  for (const [n, { chars, least }] of chosen) {
    if (!isCapped(source, reading.lines[n]!, cap(reading.lines[n]!))) {
      whole.add(n)
      continue
    }
    const { shown, parts: own } = elideOnce(setting, n, chars, least)
    const place = placeOf(n)
    const matched = matchShown(tape.text, tape.start[n]!, shown)
    /* A text that has skips of its own, or control chars, would be read otherwise. */
    if (matched?.end !== tape.end[n]! || /[\r\n]/.test(shown)) continue
    /* A bracket alone says nothing. */
    if (own.length < 2 && own[0]![1] - own[0]![0] < 3 && !failures.has(n)) continue
    displayed.push(...own)
    notes.set(n, formatExcerpt(place.line, place.where, shown))
  }
  const united = unite(displayed)
  const counts = countNotes(reading, placeOf, [...notes.keys()], united, counted)
  const byLine = new Map<number, string[]>()
  for (const n of [...new Set([...notes.keys(), ...counts.keys()])].sort((a, b) => a - b)) {
    const line = reading.lines[n]!
    const list = byLine.get(line) ?? []
    byLine.set(line, list)
    const count = counts.get(n)
    const note = notes.get(n)
    if (note !== undefined) list.push(note)
    if (count !== undefined) list.push(count)
  }
  const spots = new Set<Failure>()
  const missing: number[] = []
  for (const [n, failure] of failures) {
    if (notes.has(n) || whole.has(n)) spots.add(failure)
    else missing.push(n)
  }
  return {
    lines: Int32Array.from(shownLines).sort(),
    cap,
    notes: (n) => byLine.get(n) ?? [],
    spots,
    index: indexFor(reading, placeOf, missing, shownLines, room * 0.2),
  }
}
