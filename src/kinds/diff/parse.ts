/**
 * Reads a diff: git (`diff`, `show`, `log -p`), combined, and unified without `diff` lines. One pass; the counts of a hunk's header
 * say which lines belong to it, so that a removed line `-- x` (printed `--- x`) is no file header.
 */
import type { Source } from '../../source/source.ts'
import { binaryName, gitName, pathOf } from './file-names.ts'

export const LINE = {
  /** Outside of any file: messages, command echoes. */
  other: 0,
  commit: 1,
  /** Author, date, mail headers. */
  meta: 2,
  /** First line of a file: `diff --git`, `Index:`, or the `---` line where there is none before it. */
  file: 3,
  /** `index`, `====`. */
  header: 4,
  /** Renames, modes, binary files. */
  status: 5,
  old: 6,
  new: 7,
  hunk: 8,
  context: 9,
  added: 10,
  removed: 11,
  /** `\ No newline at end of file`. */
  eof: 12,
  /** Encoded bytes of a binary patch. */
  data: 13,
} as const

export interface DiffFile {
  readonly name: string
  /** Lines of the file, 1-based, inclusive. */
  readonly from: number
  readonly to: number
  /** Its `+++` line, or 0. */
  readonly newLine: number
  /** The line of the commit that it belongs to, or 0. */
  readonly commit: number
  /** Hunks by number, from `hunks[0]` up to `hunks[1]`. */
  readonly hunks: readonly [from: number, to: number]
}

export interface Diff {
  /** Role of line n at index n - 1, of LINE. */
  readonly roles: Uint8Array
  readonly files: readonly DiffFile[]
  /** The first line of each commit, and the first of its message (0 when it has none). */
  readonly commits: readonly { readonly line: number; readonly subject: number }[]
  /** First (its header) and last line of each hunk, and its file's number. */
  readonly hunkFrom: readonly number[]
  readonly hunkTo: readonly number[]
  readonly hunkFile: readonly number[]
  /** Added and removed lines up to and including line n, at index n. */
  readonly added: Int32Array
  readonly removed: Int32Array
  /** Lines that no rule explains. */
  readonly strange: number
}

/** What a line says as a reader sees it; most diffs have neither colours nor prefixes. */
export const lineReader = (source: Source): ((n: number) => string) =>
  source.prefix === undefined && !source.text.includes('\u001b') && !source.text.includes('\u009b') ? source.line : source.body

interface Counts {
  /** Lines left of each old version, and of the new one. */
  readonly old: number[]
  fresh: number
}

const countOf = (range: string, sign: string): number | undefined => {
  const found = /^([-+])\d{1,9}(?:,(\d{1,9}))?$/.exec(range)
  return found === null || found[1] !== sign ? undefined : found[2] === undefined ? 1 : Number(found[2])
}

/** `@@ -1,2 +1,3 @@ name`, or with one more `@` and old range per further parent. */
const parseHunk = (line: string): Counts | undefined => {
  if (!line.startsWith('@@ -') && !line.startsWith('@@@')) return undefined
  const words = line.slice(0, 400).split(' ')
  const parents = words[0]!.length - 1
  if (words[0] !== '@'.repeat(parents + 1) || words[parents + 2] !== words[0]) return undefined
  const old = words.slice(1, parents + 1).map((word) => countOf(word, '-'))
  const fresh = countOf(words[parents + 1]!, '+')
  if (fresh === undefined || old.includes(undefined)) return undefined
  return { old: old as number[], fresh }
}

const STATUS =
  /^(?:old mode|new mode|deleted file mode|new file mode|mode \d|similarity index|dissimilarity index|rename from|rename to|copy from|copy to|Binary files |GIT binary patch)/
const HEADER = /^(?:index [0-9a-f]|={60,}$|RCS file: |retrieving revision )/
const META =
  /^(?:Author|AuthorDate|Commit|CommitDate|Date|Merge|From|Subject|To|Cc|Tagger|tag|Reflog|Reflog message|Signed-off-by): /
const COMMIT = /^(?:commit [0-9a-f]{7,64}\b|From [0-9a-f]{40} |[0-9a-f]{7,40} (?!differ)\S)/
const STARTS = /^(?:diff --git |diff --cc |diff --combined |Index: |diff -\S)/
/** All that is said of a file stands in one line. */
const isAlone = (text: string): boolean =>
  (text.startsWith('Only in ') && text.includes(': ')) ||
  (/^(?:Binary files|Files) /.test(text) && text.endsWith(' differ')) ||
  /^(?:\* Unmerged path|Submodule) /.test(text)

interface OpenFile {
  name: string
  from: number
  newLine: number
  commit: number
  hunk: number
  /** Named by its own line; a `---` line may still belong to it. */
  open: boolean
}

interface Walk {
  readonly line: (n: number) => string
  readonly roles: Uint8Array
  readonly files: DiffFile[]
  readonly commits: { line: number; subject: number }[]
  readonly hunkFrom: number[]
  readonly hunkTo: number[]
  readonly hunkFile: number[]
  file: OpenFile | undefined
  commit: number
  counts: Counts | undefined
  /** The line before belongs to a hunk. */
  inHunk: boolean
  inData: boolean
  strange: number
}

const closeFile = (walk: Walk, to: number): void => {
  const { file } = walk
  if (file === undefined) return
  const { name, from, newLine, commit, hunk } = file
  walk.files.push({ name, from, to, newLine, commit, hunks: [hunk, walk.hunkFrom.length] })
  walk.file = undefined
}

const openFile = (walk: Walk, n: number, name: string): void => {
  closeFile(walk, n - 1)
  walk.file = { name, from: n, newLine: 0, commit: walk.commit, hunk: walk.hunkFrom.length, open: true }
}

/** `--- a` and `+++ b` in two lines, and a hunk below or nothing more of the same. */
const isPair = ({ line }: Walk, n: number, text: string, lines: number): boolean =>
  text.startsWith('--- ') &&
  n < lines &&
  line(n + 1).startsWith('+++ ') &&
  (n + 1 === lines || parseHunk(line(n + 2)) !== undefined)

/** A line inside of a hunk whose counts are not used up; undefined when it cannot be one. */
const bodyRole = (text: string, counts: Counts): number | undefined => {
  const { old } = counts
  if (text.startsWith('\\')) return LINE.eof
  let added = false
  let removed = false
  for (let i = 0; i < old.length; i++) {
    const sign = i < text.length ? text[i] : ' '
    if (sign === '+') added = true
    else if (sign === '-') removed = true
    else if (sign !== ' ' && !(i === 0 && text.trim() === '')) return undefined
  }
  for (let i = 0; i < old.length; i++) if (removed ? text[i] === '-' : text[i] !== '+') old[i]!--
  if (!removed) counts.fresh--
  return removed ? LINE.removed : added ? LINE.added : LINE.context
}

const isUsedUp = ({ old, fresh }: Counts): boolean => fresh <= 0 && old.every((left) => left <= 0)

/** Lines behind a hunk whose header counted too few, as patches written by hand have. */
const surplusRole = (text: string): number | undefined => {
  if (text.startsWith('\\ ')) return LINE.eof
  if (text === '' || text === '-- ' || text.startsWith('--- ')) return undefined
  return text[0] === '+' ? LINE.added : text[0] === '-' ? LINE.removed : text[0] === ' ' ? LINE.context : undefined
}

const readHunkLine = (walk: Walk, n: number, text: string, lines: number): number | undefined => {
  const { counts } = walk
  if (!walk.inHunk) return undefined
  if (counts !== undefined && !isUsedUp(counts)) {
    /* A pair of names is a removed and an added line only where just these two are left to count. */
    const isLast = counts.old.every((left) => left === 1) && counts.fresh === 1
    return !isLast && isPair(walk, n, text, lines) ? undefined : bodyRole(text, counts)
  }
  return surplusRole(text)
}

const readFileHeader = (walk: Walk, n: number, text: string): number | undefined => {
  const { file } = walk
  if (file === undefined) return undefined
  if (text.startsWith('--- ') && file.open && file.from !== n) {
    if (file.name === '') file.name = pathOf(text)
    return LINE.old
  }
  if (text.startsWith('+++ ') && file.newLine === 0 && walk.hunkFrom.length === file.hunk) {
    const name = pathOf(text)
    if (name !== '/dev/null') file.name = name
    file.newLine = n
    file.open = false
    return LINE.new
  }
  if (STATUS.test(text)) {
    if (text.startsWith('rename to ') || text.startsWith('copy to ')) file.name = text.slice(text.indexOf(' to ') + 4)
    if (text.startsWith('GIT binary patch')) walk.inData = true
    return LINE.status
  }
  return HEADER.test(text) ? LINE.header : undefined
}

const startsFile = (walk: Walk, n: number, text: string, lines: number): number | undefined => {
  if (STARTS.test(text)) {
    openFile(walk, n, gitName(text))
    return LINE.file
  }
  if (isPair(walk, n, text, lines) && !(walk.file?.open === true && walk.hunkFrom.length === walk.file.hunk)) {
    openFile(walk, n, pathOf(text))
    return LINE.file
  }
  if (walk.file?.open !== true && isAlone(text)) {
    openFile(walk, n, binaryName(text))
    return LINE.file
  }
  return undefined
}

const readOutside = (walk: Walk, n: number, text: string): number => {
  if (COMMIT.test(text)) {
    closeFile(walk, n - 1)
    walk.commit = n
    walk.commits.push({ line: n, subject: 0 })
    return LINE.commit
  }
  if (META.test(text)) return LINE.meta
  const last = walk.commits.at(-1)
  if (last?.subject === 0 && walk.file === undefined && text.trim() !== '') last.subject = n
  if (text.trim() !== '' && !text.startsWith('    ')) walk.strange++
  return LINE.other
}

const readLine = (walk: Walk, n: number, lines: number): number => {
  const text = walk.line(n)
  const inside = readHunkLine(walk, n, text, lines)
  if (inside !== undefined) {
    walk.hunkTo[walk.hunkTo.length - 1] = n
    return inside
  }
  walk.inHunk = false
  const start = startsFile(walk, n, text, lines)
  if (start !== undefined) {
    walk.inData = false
    return start
  }
  if (walk.file !== undefined) {
    const counts = parseHunk(text)
    if (counts !== undefined) {
      walk.counts = counts
      walk.inHunk = true
      walk.file.open = false
      walk.hunkFrom.push(n)
      walk.hunkTo.push(n)
      walk.hunkFile.push(walk.files.length)
      return LINE.hunk
    }
    const header = readFileHeader(walk, n, text)
    if (header !== undefined) return header
    if (walk.inData && !COMMIT.test(text)) return text === '' ? LINE.other : LINE.data
  }
  return readOutside(walk, n, text)
}

/** Reads the lines `from` to `to` of a source as a diff. Linear. */
export const parseDiff = (source: Source, lines: number = source.lines): Diff => {
  const walk: Walk = {
    line: lineReader(source),
    roles: new Uint8Array(lines),
    files: [],
    commits: [],
    hunkFrom: [],
    hunkTo: [],
    hunkFile: [],
    file: undefined,
    commit: 0,
    counts: undefined,
    inHunk: false,
    inData: false,
    strange: 0,
  }
  const added = new Int32Array(lines + 1)
  const removed = new Int32Array(lines + 1)
  for (let n = 1; n <= lines; n++) {
    const role = readLine(walk, n, lines)
    walk.roles[n - 1] = role
    added[n] = added[n - 1]! + (role === LINE.added ? 1 : 0)
    removed[n] = removed[n - 1]! + (role === LINE.removed ? 1 : 0)
  }
  closeFile(walk, lines)
  const { roles, files, commits, hunkFrom, hunkTo, hunkFile, strange } = walk
  return { roles, files, commits, hunkFrom, hunkTo, hunkFile, added, removed, strange }
}
