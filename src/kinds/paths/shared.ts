/**
 * A listing with shared parts written once: `src/lib/*: a.ts, b.ts` stands for the lines `src/lib/a.ts` and `src/lib/b.ts`,
 * `*: x.{js,ts}` for `x.js` and `x.ts`. What it says is all of the source: the decoder rebuilds it from the text alone.
 */
import { MARK } from '../../receipt/notes.ts'
import { parseNote } from '../../receipt/parse-notes.ts'
import type { Source } from '../../source/source.ts'
import { LINE, type Listing } from './parse.ts'

/** Remarks of the head that the decoder reads. */
export const LEGEND = '* stands for each name behind it'
const NO_FINAL_EOL = 'no final newline'

/** Between names: a comma and a space, or a bar where names hold those. */
const SEPARATORS = [', ', ' | '] as const
const BAR = 'names between bars'

interface Style {
  readonly separator: string
  readonly braces: boolean
}

const stemOf = (name: string): string => {
  const dot = name.indexOf('.', 1)
  return dot < 0 ? '' : name.slice(0, dot)
}

/** `a.js`, `a.ts` become `a.{js,ts}`. */
const braced = (names: readonly string[]): string[] => {
  const items: string[] = []
  for (let i = 0; i < names.length; ) {
    const stem = stemOf(names[i]!)
    let to = i + 1
    while (stem !== '' && to < names.length && stemOf(names[to]!) === stem) to++
    const rests = names.slice(i, to).map((name) => name.slice(stem.length + 1))
    items.push(to - i < 2 ? names[i]! : `${stem}.{${rests.join(',')}}`)
    i = to
  }
  return items
}

const expand = (item: string): string[] => {
  const open = item.indexOf('.{')
  if (open < 0 || !item.endsWith('}')) return [item]
  const stem = item.slice(0, open + 1)
  return item
    .slice(open + 2, -1)
    .split(',')
    .map((rest) => stem + rest)
}

/** What stands before the name in line n: the same for all lines of a run. */
const leadOf = (line: string, { name }: Listing, n: number): string => line.slice(0, name[n - 1]!)

/** A note for the lines `from` to `to` with one lead; undefined when it is no shorter than the lines. */
const noteOf = (lead: string, names: readonly string[], { separator, braces }: Style): string | undefined => {
  if (lead.includes('*') || lead.includes('\n')) return undefined
  const note = `${MARK} ${lead}*: ${(braces ? braced(names) : names).join(separator)}`
  return note.length < names.reduce((sum, name) => sum + lead.length + name.length + 1, -1) ? note : undefined
}

const styleFor = (source: Source, { roles, name }: Listing): Style | undefined => {
  let braces = true
  const possible = new Set<string>(SEPARATORS)
  for (let n = 1; n <= source.lines; n++) {
    if (roles[n - 1] !== LINE.entry) continue
    const own = source.line(n).slice(name[n - 1]!)
    if (/[{},]/.test(own)) braces = false
    for (const separator of possible)
      if (own.includes(separator) || own.endsWith(separator.trimEnd()) || own.startsWith(' ')) possible.delete(separator)
  }
  const separator = SEPARATORS.find((one) => possible.has(one))
  return separator === undefined ? undefined : { separator, braces }
}

export interface Shared {
  readonly body: string
  /** Lines that stand in the body as they are, ascending. */
  readonly kept: readonly number[]
  readonly remarks: readonly string[]
}

/** One line end for all lines but the last, which may have none. */
const hasOneEol = (source: Source, eol: string): boolean => {
  for (let n = 1; n < source.lines; n++) if (source.starts[n]! - source.end(n) !== eol.length) return false
  const last = source.eol(source.lines)
  return last === '' || last === eol
}

/**
 * Writes the listing so that `decodeShared` rebuilds it; lines for which `keep` holds stay as they are. Undefined when names are
 * such that it cannot be read back, or when it takes more than `maxChars` chars. Linear.
 */
export const encodeShared = (
  source: Source,
  listing: Listing,
  eol: string,
  maxChars: number,
  keep: (n: number) => boolean,
): Shared | undefined => {
  const { text, lines } = source
  if (
    text.includes(MARK) ||
    (listing.form === 'tree' && source.prefix !== undefined) ||
    text.includes('\u001b') ||
    text.includes('\b') ||
    !hasOneEol(source, eol)
  )
    return undefined
  const style = styleFor(source, listing)
  if (style === undefined) return undefined
  const rows: string[] = []
  const kept: number[] = []
  const showLine = (n: number): void => {
    rows.push(source.raw(n))
    kept.push(n)
  }
  const isShared = (n: number): boolean => listing.roles[n - 1] === LINE.entry && !keep(n)
  let left = maxChars
  for (let done = 0, n = 1; n <= lines && left >= 0; ) {
    for (; done < rows.length; done++) left -= rows[done]!.length
    if (!isShared(n)) {
      showLine(n++)
      continue
    }
    const lead = leadOf(source.line(n), listing, n)
    const names: string[] = []
    const from = n
    while (n <= lines && isShared(n) && source.line(n).startsWith(lead) && listing.name[n - 1] === lead.length)
      names.push(source.line(n++).slice(lead.length))
    const note = noteOf(lead, names, style)
    if (note !== undefined) rows.push(note + eol)
    else for (let m = from; m < n; m++) showLine(m)
  }
  if (left < 0) return undefined
  const unfinished = source.eol(lines) === ''
  return {
    body: rows.join(''),
    kept,
    remarks: [LEGEND, ...(style.separator === ', ' ? [] : [BAR]), ...(unfinished ? [NO_FINAL_EOL] : [])],
  }
}

/** Rebuilds the source of a digest that `encodeShared` wrote; undefined when the text is none. Never throws. */
export const decodeShared = (digest: string): string | undefined => {
  const headEnd = digest.indexOf('\n')
  if (headEnd < 0) return undefined
  const eol = digest[headEnd - 1] === '\r' ? '\r\n' : '\n'
  const rows = digest.split(eol)
  const head = parseNote(rows[0]!)
  if (head.type !== 'head' || !head.remarks.includes(LEGEND)) return undefined
  const separator = head.remarks.includes(BAR) ? ' | ' : ', '
  if (rows.at(-1) === '') rows.pop()
  const lines: string[] = []
  for (const row of rows.slice(1)) {
    if (!row.startsWith(MARK)) {
      lines.push(row)
      continue
    }
    const star = row.indexOf('*: ')
    if (star < 0 || !row.startsWith(`${MARK} `)) return undefined
    const lead = row.slice(MARK.length + 1, star)
    for (const item of row.slice(star + 3).split(separator)) for (const name of expand(item)) lines.push(lead + name)
  }
  return lines.length === head.sourceLines ? lines.join(eol) + (head.remarks.includes(NO_FINAL_EOL) ? '' : eol) : undefined
}
