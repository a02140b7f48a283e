/** All that the diff kind knows about a source before it decides what to show. */
import { type Analysis, analyse } from '../../signals/analysis.ts'
import { FLAG } from '../../signals/scan.ts'
import type { Source } from '../../source/source.ts'
import { type Generated, generatedByName, isMarker } from './generated.ts'
import { type Diff, type DiffFile, LINE, lineReader } from './parse.ts'

/** Lines at the top of a file's first hunk in which a generated file says so. */
const MARKER_LINES = 12

export interface DiffReading {
  readonly source: Source
  readonly diff: Diff
  readonly analysis: Analysis
  /** Line n as a reader sees it. */
  readonly line: (n: number) => string
  readonly blank: (n: number) => boolean
  /** 1 per changed line whose text without white space also stands on the other side of its hunk. */
  readonly reindented: Uint8Array
  /** Per file; undefined when it is written by hand. */
  readonly generated: readonly (Generated | undefined)[]
}

const generatedIn = (line: DiffReading['line'], { hunkFrom }: Diff, file: DiffFile): Generated | undefined => {
  const named = generatedByName(file.name)
  if (named !== undefined || file.hunks[0] === file.hunks[1]) return named
  const from = hunkFrom[file.hunks[0]]!
  for (let n = from + 1; n <= Math.min(file.to, from + MARKER_LINES); n++) if (isMarker(line(n))) return 'generated'
  return undefined
}

const bare = (text: string): string => text.slice(1).replace(/\s+/g, '')

const isChange = (role: number | undefined): boolean => role === LINE.added || role === LINE.removed

/** Marks the changed lines of a hunk whose text without white space also stands on the other side. */
const markReindented = (
  { roles }: Diff,
  [from, to]: readonly [number, number],
  line: DiffReading['line'],
  marks: Uint8Array,
): void => {
  let added = false
  let removed = false
  for (let n = from; n <= to; n++) {
    added ||= roles[n - 1] === LINE.added
    removed ||= roles[n - 1] === LINE.removed
  }
  if (!added || !removed) return
  const sides = { [LINE.added]: new Set<string>(), [LINE.removed]: new Set<string>() }
  for (let n = from; n <= to; n++) {
    const role = roles[n - 1]
    if (role === LINE.added || role === LINE.removed) sides[role].add(bare(line(n)))
  }
  for (let n = from; n <= to; n++) {
    const role = roles[n - 1]
    if (isChange(role) && sides[role === LINE.added ? LINE.removed : LINE.added].has(bare(line(n)))) marks[n - 1] = 1
  }
}

export const readDiff = (source: Source, diff: Diff): DiffReading => {
  const analysis = analyse(source)
  const line = lineReader(source)
  const reindented = new Uint8Array(source.lines)
  diff.hunkFrom.forEach((from, h) => {
    markReindented(diff, [from, diff.hunkTo[h]!], line, reindented)
  })
  return {
    source,
    diff,
    analysis,
    line,
    blank: (n) => (analysis.scan.flags[n - 1]! & FLAG.blank) !== 0,
    reindented,
    generated: diff.files.map((file) => generatedIn(line, diff, file)),
  }
}
