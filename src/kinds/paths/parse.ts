/** Reads a listing of files: which directory each line is of, which line names it, where the name begins. */
import type { Source } from '../../source/source.ts'
import { afterBrackets, afterColumns, baseOf, branchOf, columnsBefore, isListedPath, longName } from './lines.ts'

export const LINE = {
  /** Messages of the tool, command echoes. */
  other: 0,
  entry: 1,
  /** Names the directory, or the section, of the entries below. */
  dir: 2,
  /** `total 48`, hints. */
  meta: 3,
  /** `54 directories, 286 files`. */
  summary: 4,
} as const

/** `paths`: a path in each line; `sections`: names below the name of their directory (`ls -R`); `long`: `ls -l` of one; `status`: git. */
export type Form = 'paths' | 'sections' | 'long' | 'names' | 'tree' | 'status'

export interface Listing {
  readonly form: Form
  /** Role of line n at index n - 1, of LINE. */
  readonly roles: Uint8Array
  /** Number of the directory of line n at index n - 1; -1 = none. */
  readonly dir: Int32Array
  readonly dirs: readonly string[]
  /** Number of the directory that line n opens, at index n - 1; -1 = none. */
  readonly own: Int32Array
  /** Offset of the entry's own name in line n, at index n - 1. */
  readonly name: Int32Array
  /** The line that names the directory of line n, or 0. */
  readonly needs: Int32Array
}

interface Walk extends Listing {
  readonly dirs: string[]
  readonly ids: Map<string, number>
  readonly view: (n: number) => string
  readonly lines: number
}

const idOf = ({ ids, dirs }: Walk, dir: string): number => {
  const known = ids.get(dir)
  if (known !== undefined) return known
  ids.set(dir, dirs.length)
  dirs.push(dir)
  return dirs.length - 1
}

const put = (walk: Walk, n: number, role: number, dir: number, name: number, needs = 0): void => {
  walk.roles[n - 1] = role
  walk.dir[n - 1] = dir
  walk.name[n - 1] = name
  walk.needs[n - 1] = needs
}

/** The number of columns before the path in most lines that have one. */
const commonColumns = (walk: Walk): number => {
  const counts = new Map<number, number>()
  for (let n = 1; n <= Math.min(walk.lines, 400); n++) {
    const count = columnsBefore(walk.view(n))
    if (count >= 0) counts.set(count, (counts.get(count) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0] ?? 0
}

const readPaths = (walk: Walk): void => {
  const columns = commonColumns(walk)
  for (let n = 1; n <= walk.lines; n++) {
    const text = walk.view(n)
    const from = afterColumns(text, columns)
    if (text.trim() === '' || !isListedPath(text, from) || (columns > 0 && columnsBefore(text.slice(0, from) + './') !== columns))
      continue
    const base = baseOf(text, from)
    put(walk, n, LINE.entry, idOf(walk, text.slice(from, base).replace(/(.)[\\/]$/, '$1')), base)
  }
}

/** `src/lib:` above its entries. */
export const isSection = (text: string): boolean => text.length > 1 && text.endsWith(':') && !/^\s|:.*: |["'<>|;]/.test(text)

/** Stands before the entries of `ls -l`, in the words of any locale: `total 48`, `insgesamt 48`, `合計 48K`. */
const TOTAL = /^\p{L}{2,12}:? [\d.,\u00a0\u202f]{1,15}[KMGT]?$/u

const readSections = (walk: Walk): void => {
  let current = -1
  let head = 0
  let first = true
  for (let n = 1; n <= walk.lines; n++) {
    const text = walk.view(n)
    if (text.trim() === '') {
      first = true
      continue
    }
    if (first && isSection(text)) {
      current = idOf(walk, text.slice(0, -1))
      head = n
      put(walk, n, LINE.dir, current, 0)
    } else if (n === head + 1 && TOTAL.test(text)) put(walk, n, LINE.meta, current, 0, head)
    else if (/^\w{1,20}: .{1,300}: /.test(text)) put(walk, n, LINE.other, -1, 0)
    else put(walk, n, LINE.entry, current, longName(text), head)
    first = false
  }
}

/** One directory: `ls`, `ls -l`. */
const readPlain = (walk: Walk): void => {
  const id = idOf(walk, '.')
  for (let n = 1; n <= walk.lines; n++) {
    const text = walk.view(n)
    if (text.trim() === '') continue
    if (n === 1 && TOTAL.test(text)) put(walk, n, LINE.meta, -1, 0)
    else if (walk.form === 'long' && longName(text) === 0) continue
    else if (/^\w{1,20}: .{1,300}: /.test(text)) continue
    else put(walk, n, LINE.entry, id, walk.form === 'long' ? longName(text) : 0)
  }
}

const SUMMARY = /^\d[\d,]* (?:director(?:y|ies)|files?)\b/

/** An ancestor in a tree: its column, its line, its path. */
interface Open {
  readonly column: number
  readonly line: number
  readonly path: string
}

/** `name@1.2.3 …`: a package and what is said of it. */
const packageTree = (text: string): boolean => /^(?:@[\w.-]{1,100}\/)?[\w.-]{1,200}@\S/.test(text)

const readTree = (walk: Walk): void => {
  let open: Open[] = []
  for (let n = 1; n <= walk.lines; n++) {
    const text = walk.view(n)
    if (text.trim() === '') continue
    const branch = branchOf(text)
    if (branch === undefined) {
      const name = afterBrackets(text, 0)
      if (SUMMARY.test(text)) put(walk, n, LINE.summary, -1, 0)
      else if (n < walk.lines && branchOf(walk.view(n + 1)) !== undefined) {
        const path = packageTree(text) ? '' : text.slice(name).replace(/[\\/]$/, '')
        open = [{ column: -1, line: n, path }]
        put(walk, n, LINE.dir, idOf(walk, ''), name)
        walk.own[n - 1] = idOf(walk, path)
      } else open = []
      continue
    }
    while (open.length > 0 && open.at(-1)!.column >= branch.column) open.pop()
    const parent = open.at(-1)
    const name = afterBrackets(text, branch.name)
    const dir = parent?.path ?? ''
    const next = n < walk.lines ? branchOf(walk.view(n + 1)) : undefined
    const isDir = next !== undefined && next.column > branch.column
    put(walk, n, isDir ? LINE.dir : LINE.entry, idOf(walk, dir), name, parent?.line ?? 0)
    if (!isDir) continue
    const own = text.slice(name).replace(/[\\/]$/, '')
    const path = `${dir === '' ? '' : `${dir}/`}${packageTree(own) ? own.replace(/ .*$/, '') : own}`
    open.push({ column: branch.column, line: n, path })
    walk.own[n - 1] = idOf(walk, path)
  }
}

/** Behind one of these, and a colon, stands a path. */
const STATE =
  /^\t(?:(?:new file|modified|deleted|renamed|copied|typechange|unknown|unmerged|both (?:modified|added|deleted)|added by (?:us|them)|deleted by (?:us|them)):\s{1,12})?/

const readStatus = (walk: Walk): void => {
  let head = 0
  let section = ''
  for (let n = 1; n <= walk.lines; n++) {
    const text = walk.view(n)
    if (text.trim() === '') continue
    if (text.startsWith('\t')) {
      const from = STATE.exec(text)![0].length
      const base = baseOf(text, from)
      const dir = text.slice(from, base).replace(/[\\/]$/, '')
      put(walk, n, LINE.entry, idOf(walk, section === '' ? dir : `${section}: ${dir === '' ? '.' : dir}`), base, head)
    } else if (text.startsWith('  (')) put(walk, n, LINE.meta, -1, 0)
    else if (text.endsWith(':') && !text.startsWith(' ')) {
      section = text
        .slice(0, -1)
        .toLowerCase()
        .replace(/^changes /, '')
      head = n
      put(walk, n, LINE.dir, -1, 0)
    } else put(walk, n, LINE.other, -1, 0)
  }
}

const READERS: Readonly<Record<Form, (walk: Walk) => void>> = {
  paths: readPaths,
  sections: readSections,
  long: readPlain,
  names: readPlain,
  tree: readTree,
  status: readStatus,
}

/** Reads the first `lines` lines of a source as a listing of that form. Linear. */
export const parseListing = (source: Source, form: Form, lines: number = source.lines): Listing => {
  const walk: Walk = {
    form,
    roles: new Uint8Array(lines),
    dir: new Int32Array(lines).fill(-1),
    name: new Int32Array(lines),
    needs: new Int32Array(lines),
    dirs: [],
    own: new Int32Array(lines).fill(-1),
    ids: new Map(),
    view: form === 'tree' ? source.body : source.view,
    lines,
  }
  READERS[form](walk)
  return walk
}
