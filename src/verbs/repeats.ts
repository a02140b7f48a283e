/**
 * Repeated lines and blocks. A line that says something and was there before goes. Structure (blank lines, lines of mere
 * punctuation such as `}`) says nothing alone: it goes only as part of a repeated block, together with the telling line
 * above or below it.
 */
import { CODE, type LineFates } from '../ladder/fates.ts'
import type { Source } from '../source/source.ts'
import { findFirstEqual } from './equal-lines.ts'

const TELLING = /[\p{L}\p{N}]/u

const isAlnum = (code: number): boolean => (code >= 48 && code <= 57) || ((code | 32) >= 97 && (code | 32) <= 122)

/** Most lines show within a few chars that they say something; colours and other scripts need a closer look. */
const isStructure = (source: Source, n: number): boolean => {
  const to = source.end(n)
  for (let at = source.starts[n - 1]!; at < to; at++) {
    const code = source.text.charCodeAt(at)
    if (isAlnum(code)) return false
    if (code > 126 || (code < 32 && code !== 9)) return !TELLING.test(source.view(n))
  }
  return true
}

interface Numbered {
  /** First line that equals line n, at index n; n itself when there is none before. */
  readonly first: Int32Array
  /** 1 where line n is structure. */
  readonly structure: Uint8Array
}

const numberLines = (source: Source, exactOnly: boolean): Numbered => {
  const first = findFirstEqual(source, exactOnly)
  const structure = new Uint8Array(source.lines + 1)
  for (let n = 1; n <= source.lines; n++) structure[n] = first[n] === n ? Number(isStructure(source, n)) : structure[first[n]!]!
  return { first, structure }
}

/**
 * For each line of structure, the first line that ends the same sequence: from the nearest telling line (above for
 * step 1, below for step -1) up to this line. 0 where there is no telling line; n itself where no sequence came before.
 */
const firstInBlock = ({ first, structure }: Numbered, step: 1 | -1): Int32Array => {
  const lines = first.length - 1
  const found = new Int32Array(lines + 1)
  const sequences = new Map<number, number>()
  const earliest: number[] = []
  const ids = new Int32Array(lines + 1)
  let sequence = 0
  for (let i = 1; i <= lines; i++) {
    const n = step === 1 ? i : lines + 1 - i
    if (structure[n] === 0) {
      sequence = first[n]!
      continue
    }
    if (sequence === 0) continue
    const key = sequence * (lines + 1) + first[n]!
    let id = sequences.get(key)
    if (id === undefined) {
      id = earliest.length
      sequences.set(key, id)
      earliest.push(n)
    } else if (n < earliest[id]!) earliest[id] = n
    ids[n] = id + 1
    // Behind the line numbers, so that a sequence never looks like a telling line.
    sequence = lines + 1 + id
  }
  for (let n = 1; n <= lines; n++) if (ids[n] !== 0) found[n] = earliest[ids[n]! - 1]!
  return found
}

/**
 * Marks repeats as `repeat` and those that differ in addresses as `near`, each with the kept line that stands for it.
 * `keeps` lines stay, as they are asked for letter by letter. Returns the number of lines marked.
 */
export const markRepeats = (source: Source, fates: LineFates, exactOnly: boolean, keeps: ReadonlySet<number>): number => {
  const numbered = numberLines(source, exactOnly)
  const above = firstInBlock(numbered, 1)
  const below = firstInBlock(numbered, -1)
  const mayDiffer = !exactOnly && source.text.includes('0x')
  let marked = 0
  for (let n = 1; n <= source.lines; n++) {
    if (keeps.has(n)) continue
    const before = numbered.structure[n] === 0 ? numbered.first[n]! : earlier(above[n]!, below[n]!, n)
    if (before === 0 || before === n) continue
    const stands = fates.refs[before - 1] || before
    fates.codes[n - 1] = mayDiffer && source.line(n) !== source.line(stands) ? CODE.near : CODE.repeat
    fates.refs[n - 1] = stands
    marked++
  }
  return marked
}

const earlier = (above: number, below: number, n: number): number =>
  above > 0 && above < n ? above : below > 0 && below < n ? below : 0
