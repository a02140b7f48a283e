/** Reads search results: which file each line is of, and which lines are hits. */
import type { Source } from '../../source/source.ts'
import { findBare, findHit, findJson, findNear, findNumbered, isHeading } from './hits.ts'

export const LINE = {
  /** Command echoes, messages of the tool, statistics. */
  other: 0,
  hit: 1,
  context: 2,
  /** The name of a file above its hits. */
  heading: 3,
  /** `--`, blank lines. */
  separator: 4,
  /** Begin and end of a file in a stream of JSON. */
  frame: 5,
} as const

/** How the tool lays out its result. */
export type Form = 'lines' | 'bare' | 'heading' | 'numbered' | 'json'

export interface Results {
  readonly form: Form
  /** Role of line n at index n - 1, of LINE. */
  readonly roles: Uint8Array
  /** Number of the file of line n at index n - 1; -1 = none. */
  readonly file: Int32Array
  /** Offset of the text in the view of line n, at index n - 1. */
  readonly text: Int32Array
  readonly files: readonly string[]
  /** Hits of each file. */
  readonly hits: readonly number[]
  /** The heading of each file's first hits, or 0. */
  readonly heading: Int32Array
}

interface Walk extends Results {
  readonly files: string[]
  readonly hits: number[]
  readonly view: (n: number) => string
  readonly lines: number
  readonly ids: Map<string, number>
}

const idOf = ({ ids, files, hits }: Walk, path: string): number => {
  const known = ids.get(path)
  if (known !== undefined) return known
  ids.set(path, files.length)
  files.push(path)
  hits.push(0)
  return files.length - 1
}

const put = (walk: Walk, n: number, role: number, file: number, text: number): void => {
  walk.roles[n - 1] = role
  walk.file[n - 1] = file
  walk.text[n - 1] = text
}

const isSeparator = (text: string): boolean => text === '--' || text.trim() === ''

/**
 * Lines around hits name their file with dashes, which paths hold as well: whose they are is known from the hit in their group.
 * `step` 1 reads downwards, -1 upwards.
 */
const attach = (walk: Walk, step: 1 | -1, seen: readonly number[]): void => {
  let current = -1
  for (let n = step === 1 ? 1 : walk.lines; n >= 1 && n <= walk.lines; n += step) {
    const role = walk.roles[n - 1]
    if (role === LINE.separator) current = -1
    const own = walk.file[n - 1]!
    if (current >= 0 && own !== current && (own < 0 || seen[own] === 1)) {
      const near = findNear(walk.view(n), walk.files[current]!)
      if (near !== undefined) {
        put(walk, n, near.hit ? LINE.hit : LINE.context, current, near.text)
        continue
      }
    }
    if (role === LINE.hit) current = walk.file[n - 1]!
  }
}

const readLines = (walk: Walk): void => {
  const seen: number[] = []
  for (let n = 1; n <= walk.lines; n++) {
    const text = walk.view(n)
    const hit = isSeparator(text) ? undefined : findHit(text)
    if (hit !== undefined) {
      const id = idOf(walk, hit.path)
      seen[id] = (seen[id] ?? 0) + 1
      put(walk, n, LINE.hit, id, hit.text)
    } else if (isSeparator(text)) put(walk, n, LINE.separator, -1, 0)
  }
  attach(walk, 1, seen)
  attach(walk, -1, seen)
}

const readBare = (walk: Walk): void => {
  for (let n = 1; n <= walk.lines; n++) {
    const text = walk.view(n)
    const hit = findHit(text) ?? findBare(text)
    if (hit !== undefined) put(walk, n, LINE.hit, idOf(walk, hit.path), hit.text)
    else if (isSeparator(text)) put(walk, n, LINE.separator, -1, 0)
  }
}

/** A line above numbered ones that looks like a name, or stands where only a name can. */
const isName = (walk: Walk, n: number, text: string, first: boolean): boolean =>
  n < walk.lines && findNumbered(walk.view(n + 1)) !== undefined && (first || isHeading(text))

const readHeading = (walk: Walk): void => {
  let current = -1
  let heading = 0
  let first = true
  for (let n = 1; n <= walk.lines; n++) {
    const text = walk.view(n)
    const numbered = findNumbered(text)
    if (text.trim() === '') {
      put(walk, n, LINE.separator, -1, 0)
      current = -1
      first = true
      continue
    }
    if (text === '--') put(walk, n, LINE.separator, current, 0)
    else if (numbered !== undefined && current >= 0) {
      put(walk, n, numbered.hit ? LINE.hit : LINE.context, current, numbered.text)
      walk.heading[n - 1] = heading
    } else if (isName(walk, n, text, first)) {
      current = idOf(walk, text)
      heading = n
      put(walk, n, LINE.heading, current, 0)
    }
    first = false
  }
}

const readNumbered = (walk: Walk): void => {
  const id = idOf(walk, '')
  for (let n = 1; n <= walk.lines; n++) {
    const text = walk.view(n)
    const numbered = findNumbered(text)
    if (numbered !== undefined) put(walk, n, numbered.hit ? LINE.hit : LINE.context, id, numbered.text)
    else if (isSeparator(text)) put(walk, n, LINE.separator, -1, 0)
  }
}

const readJson = (walk: Walk): void => {
  for (let n = 1; n <= walk.lines; n++) {
    const text = walk.view(n)
    const event = findJson(text)
    if (event === undefined) {
      if (text.trim() === '') put(walk, n, LINE.separator, -1, 0)
      continue
    }
    const file = event.path === undefined ? -1 : idOf(walk, event.path)
    if (event.type === 'summary') continue
    put(walk, n, event.type === 'match' ? LINE.hit : event.type === 'context' ? LINE.context : LINE.frame, file, 0)
  }
}

const READERS: Readonly<Record<Form, (walk: Walk) => void>> = {
  lines: readLines,
  bare: readBare,
  heading: readHeading,
  numbered: readNumbered,
  json: readJson,
}

/** Reads the first `lines` lines of a source as results of that form. Linear. */
export const parseResults = (source: Source, form: Form, lines: number = source.lines): Results => {
  const walk: Walk = {
    form,
    roles: new Uint8Array(lines),
    file: new Int32Array(lines).fill(-1),
    text: new Int32Array(lines),
    heading: new Int32Array(lines),
    files: [],
    hits: [],
    view: source.view,
    lines,
    ids: new Map(),
  }
  READERS[form](walk)
  for (let i = 0; i < lines; i++) if (walk.roles[i] === LINE.hit && walk.file[i]! >= 0) walk.hits[walk.file[i]!]!++
  return walk
}
