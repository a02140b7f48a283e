/** What each line of a diff is worth to someone who reviews it. */
import type { Ask } from '../../ladder/candidate.ts'
import type { Values } from '../../ladder/select.ts'
import { type Analysis, analyse } from '../../signals/analysis.ts'
import { FLAG } from '../../signals/scan.ts'
import { createRelevance } from '../../source/bm25.ts'
import type { Source } from '../../source/source.ts'
import { type Generated, generatedByName, isMarker } from './generated.ts'
import { type Diff, type DiffFile, LINE, lineReader } from './parse.ts'

/** Lines at the top of a hunk in which a generated file says so. */
const MARKER_LINES = 12
/** Where white space means something, a line that is only indented anew is a change like others. */
const INDENTED = /\.(?:py|pyi|ya?ml|haml|pug|coffee|sass|nim|hs|fs|fsx|mk)$|(?:^|\/)Makefile$/
/** Changes that a reviewer looks for. */
const RISK =
  /\b(?:secret|passw(?:or)?d|passwd|credential|api_?key|eval|exec|unsafe|sudo|skip|disabled?|todo|fixme|hack|xxx)\b|PRIVATE KEY|AKIA[0-9A-Z]/i

/** Worth per char of a line of usual length; a line that is not shown alone costs less. */
const WORTH = {
  changed: 1,
  /** A change is never worth less than its surroundings, whatever it repeats. */
  least: 0.05,
  reindented: 0.012,
  generated: 0.004,
  eof: 0.05,
  context: 0.015,
  hunk: 0.55,
  name: 3,
  status: 2,
  commit: 1.2,
  message: 0.7,
  sides: 0.03,
  header: 0.001,
  other: 0.3,
} as const

export interface DiffReading {
  readonly source: Source
  readonly diff: Diff
  readonly analysis: Analysis
  readonly blank: (n: number) => boolean
  /** 1 per changed line whose text without white space also stands on the other side of its hunk. */
  readonly reindented: Uint8Array
  /** Per file; undefined when it is written by hand. */
  readonly generated: readonly (Generated | undefined)[]
}

const generatedIn = (line: (n: number) => string, diff: Diff, file: DiffFile): Generated | undefined => {
  const named = generatedByName(file.name)
  if (named !== undefined || file.hunks[0] === file.hunks[1]) return named
  const from = diff.hunkFrom[file.hunks[0]]!
  for (let n = from + 1; n <= Math.min(file.to, from + MARKER_LINES); n++) if (isMarker(line(n))) return 'generated'
  return undefined
}

const bare = (text: string): string => text.slice(1).replace(/\s+/g, '')

/** Marks the changed lines of a hunk whose text without white space also stands on the other side. */
const markReindented = (from: number, to: number, roles: Uint8Array, line: (n: number) => string, marks: Uint8Array): void => {
  const sides = [new Map<string, number>(), new Map<string, number>()] as const
  let both = 0
  for (let n = from; n <= to; n++) both |= roles[n - 1] === LINE.added ? 1 : roles[n - 1] === LINE.removed ? 2 : 0
  if (both !== 3) return
  for (let n = from; n <= to; n++) {
    const role = roles[n - 1]
    if (role !== LINE.added && role !== LINE.removed) continue
    const text = bare(line(n))
    const side = sides[role === LINE.added ? 0 : 1]
    side.set(text, (side.get(text) ?? 0) + 1)
  }
  for (let n = from; n <= to; n++) {
    const role = roles[n - 1]
    if (role !== LINE.added && role !== LINE.removed) continue
    if (sides[role === LINE.added ? 1 : 0].has(bare(line(n)))) marks[n - 1] = 1
  }
}

export const readDiff = (source: Source, diff: Diff): DiffReading => {
  const analysis = analyse(source)
  const reindented = new Uint8Array(source.lines)
  const line = lineReader(source)
  diff.hunkFrom.forEach((from, h) => {
    markReindented(from, diff.hunkTo[h]!, diff.roles, line, reindented)
  })
  return {
    source,
    diff,
    analysis,
    blank: (n) => (analysis.scan.flags[n - 1]! & FLAG.blank) !== 0,
    reindented,
    generated: diff.files.map((file) => generatedIn(line, diff, file)),
  }
}

/** Distance of each line of a hunk to the next changed line, and whether the first change is still below. */
const distances = (from: number, to: number, roles: Uint8Array, far: Int32Array): number => {
  const isChange = (n: number): boolean => roles[n - 1] === LINE.added || roles[n - 1] === LINE.removed
  let first = to + 1
  let last = -1_000_000
  for (let n = from; n <= to; n++) {
    if (isChange(n)) {
      last = n
      if (first > to) first = n
    }
    far[n - 1] = n - last
  }
  let next = 1_000_000_000
  for (let n = to; n >= from; n--) {
    if (isChange(n)) next = n
    far[n - 1] = Math.min(far[n - 1]!, next - n)
  }
  return first
}

const isWordChar = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code > 127

/** 0.15 for a bracket alone, 1 for a line with some words. */
const information = (text: string): number => {
  let chars = 0
  for (let i = 1; i < text.length && chars < 14; i++) if (isWordChar(text.charCodeAt(i))) chars++
  return Math.max(0.15, chars / 14)
}

/** Longer lines are worth more, but not per char. */
const lengthOf = (source: Source, n: number): number =>
  Math.sqrt(Math.max(16, Math.min(1000, source.end(n) - source.starts[n - 1]!)) * 40)

/** `onlyNeeded`: the lines that name files have no worth of their own, since the descriptions of gaps name files for less. */
export const valuesOf = (reading: DiffReading, ask: Ask, nameLines: readonly number[], onlyNeeded: boolean): Values => {
  const { source, diff, blank, generated, reindented, analysis } = reading
  const { roles, files, hunkFrom, hunkTo, hunkFile } = diff
  const { lines } = source
  const line = lineReader(source)
  const gain = new Float64Array(lines)
  const group = new Int32Array(lines).fill(-1)
  const fade = new Float32Array(lines)
  const needs = new Int32Array(lines)
  const { shape, shapeCount, coarse, coarseCount } = analysis
  const byLine = ask.query === undefined ? undefined : createRelevance(ask.query, { lines, line: source.body })
  const byFile =
    ask.query === undefined ? undefined : createRelevance(ask.query, { lines: files.length, line: (i) => files[i - 1]!.name })
  const likeLine = (n: number): number => (byLine === undefined || byLine.max === 0 ? 0 : byLine.scores[n]! / byLine.max)
  const likeFile = (i: number): number => (byFile === undefined || byFile.max === 0 ? 0 : byFile.scores[i + 1]! / byFile.max)
  const set = (n: number, worth: number): void => {
    if (!blank(n)) gain[n - 1] = worth * lengthOf(source, n)
  }
  const far = new Int32Array(lines)
  const changeOf = (n: number, weight: number, indented: boolean): number => {
    const text = line(n)
    const common = 1 + 0.25 * Math.log2(shapeCount[shape[n - 1]!]!) + 0.05 * Math.log2(coarseCount[coarse[n - 1]!]!)
    const worth = (WORTH.changed * information(text) * (RISK.test(text) ? 1.5 : 1)) / common
    const known = reindented[n - 1] === 1 ? (indented ? worth * 0.3 : WORTH.reindented) : Math.max(WORTH.least, worth)
    return known * weight + 1.5 * likeLine(n)
  }
  const readHunk = (h: number): void => {
    const from = hunkFrom[h]!
    const to = hunkTo[h]!
    const f = hunkFile[h]!
    const file = files[f]!
    const named = likeFile(f) > 0.5
    const weight =
      generated[f] !== undefined && !named ? WORTH.generated : (1 + likeFile(f)) / (1 + 0.05 * Math.min(30, h - file.hunks[0]))
    const byHand = weight >= WORTH.least
    const first = distances(from, to, roles, far)
    let best = 0
    for (let n = from + 1; n <= to; n++) {
      const role = roles[n - 1]
      needs[n - 1] = nameLines[f]!
      if (role === LINE.added || role === LINE.removed) {
        const worth = changeOf(n, weight, INDENTED.test(file.name))
        set(n, worth)
        group[n - 1] = h
        fade[n - 1] = 0.06
        best = Math.max(best, worth)
      } else if (role === LINE.eof) {
        set(n, WORTH.eof * Math.min(1, weight))
        needs[n - 1] = n - 1
      } else {
        const near = (n < first ? 1.3 : 1) / (1 + far[n - 1]! / 2)
        set(n, (byHand ? WORTH.context : WORTH.context * WORTH.generated) * near + 0.2 * likeLine(n))
      }
    }
    needs[from - 1] = nameLines[f]!
    set(from, Math.min(WORTH.changed, best) * WORTH.hunk + 0.3 * likeLine(from))
  }
  for (let h = 0; h < hunkFrom.length; h++) readHunk(h)
  files.forEach((file, f) => {
    const weight = generated[f] === undefined ? 1 + likeFile(f) : 0.5
    const headerEnd = file.hunks[0] < file.hunks[1] ? hunkFrom[file.hunks[0]]! - 1 : file.to
    for (let n = file.from; n <= headerEnd; n++) {
      const role = roles[n - 1]
      if (role === LINE.header || role === LINE.data) set(n, WORTH.header)
      else if (role === LINE.status) set(n, WORTH.status * weight)
      else if (role === LINE.file || role === LINE.old || role === LINE.new) set(n, WORTH.sides * weight)
      needs[n - 1] = n === nameLines[f] ? file.commit : nameLines[f]!
    }
    set(nameLines[f]!, onlyNeeded ? 0 : WORTH.name * weight)
  })
  let untitled = false
  for (let n = 1; n <= lines; n++) {
    const role = roles[n - 1]
    if (role === LINE.commit) {
      set(n, WORTH.commit + likeLine(n))
      untitled = true
    } else if (role === LINE.meta) set(n, WORTH.header + likeLine(n))
    else if (role === LINE.other && !blank(n)) {
      set(n, (untitled ? WORTH.message : WORTH.other) + likeLine(n))
      untitled = false
      group[n - 1] = hunkFrom.length + coarse[n - 1]!
      fade[n - 1] = 0.5
    }
  }
  return { gain, group, fade, twin: new Int32Array(lines).fill(-1), needs }
}
