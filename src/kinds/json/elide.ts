/** An entity in few chars: the members worth most as they are spelled, and skips for the rest. */
import { findWindows, type Looking } from '../../ladder/excerpt.ts'
import { formatSkip } from '../../receipt/notes.ts'
import { ROLE, roleOf } from '../../signals/line.ts'
import { hintsOf } from '../../signals/scan.ts'
import { isArrayAt, isObjectAt, isStringAt } from '../../source/json.ts'
import type { Model } from './model.ts'

/** A part of the text that is shown whole or not at all. */
interface Atom {
  readonly from: number
  readonly to: number
  readonly worth: number
  /** Values whose openings are shown with it: the objects and arrays between it and the entity. */
  readonly inside: number
}

/** Chars of a skip; a shorter gap is shown instead. */
const SKIP_CHARS = 8
/** Longer strings are seen line by line. */
const LONG_STRING = 160
const SEGMENT_CHARS = 240
const START_CHARS = 100

const isLow = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xdc00

/** An offset near `at` that cuts no escape and no surrogate pair. */
const safeCut = (text: string, from: number, at: number): number => {
  let cut = at
  const slash = text.lastIndexOf('\\', cut - 1)
  if (slash >= from && cut - slash < 6) {
    let run = slash
    while (run > from && text.charCodeAt(run - 1) === 92) run--
    const odd = (slash - run) % 2 === 0
    if (odd && (text[slash + 1] === 'u' || cut - slash < 2)) cut = slash
  }
  return isLow(text, cut) ? cut - 1 : cut
}

/** Offset of the next `\n` escape, or `end`. */
const lineBreak = (text: string, from: number, end: number): number => {
  for (let at = text.indexOf('\\n', from); at >= 0 && at < end; at = text.indexOf('\\n', at + 2)) {
    let run = at
    while (run > from && text.charCodeAt(run - 1) === 92) run--
    if ((at - run) % 2 === 0) return at
  }
  return end
}

const WORTH_OF_LINE: Readonly<Record<number, number>> = {
  [ROLE.failure]: 0.95,
  [ROLE.thrown]: 0.95,
  [ROLE.mark]: 0.9,
  [ROLE.reason]: 0.9,
  [ROLE.compare]: 0.9,
  [ROLE.weak]: 0.6,
  [ROLE.problem]: 0.5,
  [ROLE.location]: 0.7,
  [ROLE.verdict]: 0.6,
  [ROLE.summary]: 0.4,
}

/** Unescaped as far as a role needs it. */
const plainOf = (raw: string): string =>
  raw.includes('\\')
    ? raw
        .replace(/\\u001b\[[0-9;]*m/gi, '')
        .replace(/\\(["\\/])/g, '$1')
        .replace(/\\t/g, ' ')
    : raw

/** Lines of a long string: what they say decides, and a place in the user's own code counts once. */
const addString = (model: Model, n: number, worth: number, looking: Looking, atoms: Atom[]): void => {
  const { text } = model.tape
  const start = model.tape.start[n]!
  const end = model.tape.end[n]!
  let places = 0
  let told = 0
  for (let from = start + 1, first = true; from < end - 1; first = false) {
    const stop = lineBreak(text, from, end - 1)
    const next = stop === end - 1 ? end : stop + 2
    const piece = stop - from > SEGMENT_CHARS ? safeCut(text, from, from + (first ? START_CHARS : SEGMENT_CHARS)) : stop
    const line = plainOf(text.slice(from, Math.min(piece, from + 600)))
    const role = roleOf(line, hintsOf(line))
    const place = role === ROLE.location ? places++ : 0
    const repeated = told > 12 ? 0.3 : 1
    const share = first
      ? 1
      : ((WORTH_OF_LINE[role] ?? (line.trim() === '' || role === ROLE.library ? 0.01 : 0.08)) / (1 + place)) * repeated
    if (share > 0.3) told++
    atoms.push({ from: first ? start : from, to: piece === stop ? Math.min(next, end) : piece, worth: worth * share, inside: n })
    if (piece < stop)
      for (const window of findWindows(text, piece, stop, looking).slice(0, 8))
        atoms.push({
          from: safeCut(text, start, window.from),
          to: safeCut(text, start, window.to),
          worth: worth * Math.min(0.95, window.worth / 100),
          inside: n,
        })
    from = next
  }
}

/** What value n opens with: its key and bracket, up to the first value inside. */
const openingOf = ({ tape }: Model, n: number, isKey: Uint8Array): readonly [number, number] => [
  isKey[n - 1] === 1 ? tape.start[n - 1]! : tape.start[n]!,
  tape.start[n]! + 1,
]

const atomsOf = (model: Model, e: number, gain: Float64Array, isKey: Uint8Array, looking: Looking): Atom[] => {
  const { tape, entity, parent } = model
  const atoms: Atom[] = []
  if (isStringAt(tape, e)) addString(model, e, 100, looking, atoms)
  for (let n = e + 1; n < tape.next[e]!; n++) {
    if (entity[n] !== e) {
      n = tape.next[n]! - 1
      continue
    }
    if (isKey[n] === 1 || ((isObjectAt(tape, n) || isArrayAt(tape, n)) && tape.next[n]! > n + 1)) continue
    const from = isKey[n - 1] === 1 ? tape.start[n - 1]! : tape.start[n]!
    if (isStringAt(tape, n) && tape.end[n]! - tape.start[n]! > LONG_STRING) {
      const own: Atom[] = []
      addString(model, n, gain[n]!, looking, own)
      own.forEach((atom, i) => {
        atoms.push(i === 0 ? { ...atom, from } : atom)
      })
    } else atoms.push({ from, to: tape.end[n]!, worth: gain[n]!, inside: parent[n]! })
  }
  return atoms
}

type Part = readonly [from: number, to: number]

const mergeNear = (parts: readonly Part[]): [number, number][] => {
  const sorted = [...parts].sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const merged: [number, number][] = []
  for (const [from, to] of sorted) {
    const last = merged.at(-1)
    if (last !== undefined && from - last[1] <= SKIP_CHARS) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

/** Text of [from, to) with the parts shown and skips between them. */
export const writeParts = (text: string, from: number, to: number, parts: readonly Part[]): string => {
  let shown = ''
  let at = from
  const skipTo = (next: number): void => {
    if (next > at) shown += next - at <= SKIP_CHARS ? text.slice(at, next) : formatSkip(next - at)
  }
  for (const [a, b] of mergeNear(parts)) {
    skipTo(a)
    shown += text.slice(a, b)
    at = b
  }
  skipTo(to)
  return shown
}

export interface Elided {
  /** Source text of the entity with skips. */
  readonly shown: string
  /** What is shown of it, as offsets in the text. */
  readonly parts: readonly Part[]
}

/** Worth of a text that a chosen one holds already. */
const REPEATED = 0.15
const REPEATABLE = 6

/** Atoms in the order in which they are worth their chars. */
const orderAtoms = (atoms: readonly Atom[]): Atom[] => [...atoms].sort((a, b) => density(b) - density(a) || a.from - b.from)

const density = ({ from, to, worth }: Atom): number => (worth * worth) / (60 + to - from)

/** What a string says, without its key and quotes. */
const contentOf = (text: string, { from, to }: Atom): string => {
  const raw = text.slice(from, to)
  if (!raw.endsWith('"')) return raw
  const open = raw.indexOf(':"')
  return raw.slice(open < 0 ? 1 : open + 2, -1)
}

/** Whether a text has been said as part of another, or says little more than another. */
const repeats = (said: readonly string[], content: string): boolean =>
  content.length >= REPEATABLE &&
  said.some((one) => one.includes(content) || (one.length >= MOST_SAID * content.length && content.includes(one)))

const MOST_SAID = 0.6

/** Shows entity e in about `chars` chars, members worth most first; those below `least` are left out. */
export const elide = (
  model: Model,
  e: number,
  chars: number,
  gain: Float64Array,
  isKey: Uint8Array,
  looking: Looking,
  least = 0,
): Elided => {
  const { tape, parent } = model
  const { text } = tape
  const from = tape.start[e]!
  const to = tape.end[e]!
  if (to - from <= chars && least === 0) return { shown: text.slice(from, to), parts: [[from, to]] }
  const parts: Part[] = [[from, Math.min(to, from + 1)]]
  const opened = new Set<number>([e])
  const said: string[] = []
  let left = chars - 2 - SKIP_CHARS
  for (const atom of orderAtoms(atomsOf(model, e, gain, isKey, looking).filter(({ worth }) => worth >= least))) {
    const content = contentOf(text, atom)
    if (repeats(said, content) && atom.worth * REPEATED < Math.max(least, 1)) continue
    const openings: Part[] = []
    for (let up = atom.inside; up !== e && up >= 0 && !opened.has(up) && !isStringAt(tape, up); up = parent[up]!)
      openings.push(openingOf(model, up, isKey))
    const cost = openings.reduce((sum, [a, b]) => sum + b - a, 0) + atom.to - atom.from + SKIP_CHARS
    if (cost > left) continue
    left -= cost
    if (content.length >= REPEATABLE) said.push(content)
    parts.push(...openings, [atom.from, atom.to])
    for (let up = atom.inside; up !== e && up >= 0 && !opened.has(up); up = parent[up]!) opened.add(up)
  }
  const merged = mergeNear(parts)
  return { shown: writeParts(text, from, to, merged), parts: merged }
}
