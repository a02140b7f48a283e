/** What a gap in a diff hides: which files, which hunks, how many changed lines. */

import { formatRanges, plural } from '../../receipt/notes.ts'
import type { LineRange } from '../../receipt/types.ts'
import { fitNames, type Named } from '../names.ts'
import { LINE } from './parse.ts'
import type { DiffReading } from './reading.ts'

/** `+3 -1`; empty when nothing is changed. */
const signed = (added: number, removed: number): string =>
  [...(added > 0 ? [`+${added}`] : []), ...(removed > 0 ? [`-${removed}`] : [])].join(' ')

/** The first index in an ascending list whose value is greater than `n`. */
const firstAbove = (values: { readonly length: number; at(i: number): number | undefined }, n: number): number => {
  let low = 0
  let high = values.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (values.at(middle)! <= n) low = middle + 1
    else high = middle
  }
  return low
}

const countBetween = (ascending: readonly number[], [from, to]: LineRange): number =>
  firstAbove(ascending, to) - firstAbove(ascending, from - 1)

interface Part {
  /** Number of the file. */
  readonly file: number
  /** The line that names it is in the gap. */
  readonly whole: boolean
  readonly range: LineRange
  readonly hunks: readonly [from: number, to: number]
  readonly added: number
  readonly removed: number
  /** All changed lines only move white space. */
  readonly blank: boolean
}

interface Files {
  /** First line of each file, and the line that names it. */
  readonly froms: readonly number[]
  readonly names: readonly number[]
}

/** The parts of a gap by file. */
const partsOf = ({ diff, reindented }: DiffReading, files: Files, [from, to]: LineRange): Part[] => {
  const { hunkFrom, hunkTo, added, removed } = diff
  const parts: Part[] = []
  const isBlank = (a: number, b: number): boolean => {
    let blank = false
    for (let n = a; n <= b; n++) {
      if (diff.roles[n - 1] !== LINE.added && diff.roles[n - 1] !== LINE.removed) continue
      if (reindented[n - 1] === 0) return false
      blank = true
    }
    return blank
  }
  for (let f = Math.max(0, firstAbove(files.froms, from) - 1); f < diff.files.length && files.froms[f]! <= to; f++) {
    const file = diff.files[f]!
    const a = Math.max(from, file.from)
    const b = Math.min(to, file.to)
    if (a > b) continue
    const first = Math.max(file.hunks[0], firstAbove(hunkTo, a - 1))
    const last = Math.min(file.hunks[1], firstAbove(hunkFrom, b))
    parts.push({
      file: f,
      whole: files.names[f]! >= a && files.names[f]! <= b,
      range: [a, b],
      hunks: [first, Math.max(first, last)],
      added: added[b]! - added[a - 1]!,
      removed: removed[b]! - removed[a - 1]!,
      blank: isBlank(a, b),
    })
  }
  return parts
}

/** `L141-173 +20 -4, L174-190 +1`: each hunk that lies in the gap with its header; the rest of one only by its counts. */
const hunksOf = ({ diff }: DiffReading, { range, hunks, added, removed }: Part, chars: number): string | undefined => {
  const { hunkFrom, hunkTo } = diff
  const [a, b] = range
  if (hunks[1] - hunks[0] <= 1 && !(hunkFrom[hunks[0]]! >= a)) return signed(added, removed)
  const said: string[] = []
  let length = 0
  for (let h = hunks[0]; h < hunks[1]; h++) {
    if (length - 2 > chars) return undefined
    const from = Math.max(a, hunkFrom[h]!)
    const to = Math.min(b, hunkTo[h]!)
    const counts = signed(diff.added[to]! - diff.added[from - 1]!, diff.removed[to]! - diff.removed[from - 1]!)
    if (counts === '' && hunkFrom[h]! < a) continue
    said.push(`${formatRanges([[from, to]])}${counts === '' ? '' : ` ${counts}`}`)
    length += said.at(-1)!.length + 2
  }
  return length - 2 > chars ? undefined : said.join(', ')
}

/** Everything: each hunk of each file. */
const inDetail = (reading: DiffReading, parts: readonly Part[], chars: number): string | undefined => {
  const said: string[] = []
  let length = 0
  for (const part of parts) {
    const { name } = reading.diff.files[part.file]!
    const kind = reading.generated[part.file]
    const count = part.hunks[1] - part.hunks[0]
    const hunks =
      kind === undefined || count < 2
        ? hunksOf(reading, part, chars - length)
        : `${kind}: ${plural(count, 'hunk')} ${signed(part.added, part.removed)}`
    if (hunks === undefined) return undefined
    const what = part.blank ? `${hunks}, only white space` : hunks
    const text = part.whole ? `${name}${what === '' ? '' : ` ${what}`}` : what
    if (text === '') continue
    said.push(text)
    length += text.length + 2
    if (length - 2 > chars) return undefined
  }
  return said.join('; ')
}

/** Files with their counts, as many as fit. */
const byFile = (reading: DiffReading, parts: readonly Part[], commits: number, chars: number): string | undefined => {
  const named: Named[] = parts
    .filter(({ whole, added, removed }) => whole || added + removed > 0)
    .map(({ file, added, removed }) => ({ name: reading.diff.files[file]!.name, note: signed(added, removed) }))
  /* A hunk is where its header is: the rest of one whose header is shown is no hunk of the gap. */
  const { hunkFrom } = reading.diff
  const hunks = parts.reduce(
    (sum, { hunks: [from, to], range }) => sum + to - from - (from < to && hunkFrom[from]! < range[0] ? 1 : 0),
    0,
  )
  const added = parts.reduce((sum, part) => sum + part.added, 0)
  const removed = parts.reduce((sum, part) => sum + part.removed, 0)
  const counted = hunks > 0 ? [plural(hunks, 'hunk')] : []
  const short = [...counted, ...(added + removed > 0 ? [signed(added, removed)] : [])].join(' ')
  const whole = parts.filter((part) => part.whole).length
  const inFiles = whole > 1 ? `${plural(whole, 'file')}, ${short}` : short
  const total = commits === 0 ? inFiles : `${plural(commits, 'commit')}, ${inFiles}`
  const names = whole === 0 ? undefined : fitNames(named, chars - total.length - 2)
  if (names !== undefined) return `${total}: ${names}`
  return [total, inFiles, short, signed(added, removed)].find((text) => text.length <= chars && text !== '')
}

/**
 * The description of a gap in at most `chars` chars, as detailed as that allows; undefined when it hides no change. `scarce`: there
 * is no room for all names of files, so that names come before the places of hunks.
 */
export const describeGap = (
  reading: DiffReading,
  names: readonly number[],
  scarce: boolean,
): ((gap: LineRange, chars: number) => string | undefined) => {
  const files: Files = { froms: reading.diff.files.map(({ from }) => from), names }
  const commitLines = reading.diff.commits.map(({ line }) => line)
  const known = new Map<string, Part[]>()
  return (gap, chars) => {
    const parts = known.get(gap.join()) ?? partsOf(reading, files, gap)
    known.set(gap.join(), parts)
    const commits = countBetween(commitLines, gap)
    if (commits === 0 && !parts.some(({ whole, added, removed }) => whole || added + removed > 0)) return undefined
    const brief = commits > 0 || (scarce && parts.length > 1)
    return (brief ? undefined : inDetail(reading, parts, chars)) ?? byFile(reading, parts, commits, chars)
  }
}
