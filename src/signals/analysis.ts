/** What a whole source says: the scan, its shapes numbered and counted, and a role per line, judged once per shape. */
import type { Source } from '../source/source.ts'
import { ROLE, type Role, roleOf } from './line.ts'
import { FLAG, type Scan, scan } from './scan.ts'
import { HINT } from './words.ts'

export interface Analysis {
  readonly scan: Scan
  /** Shape number per line, from 0. */
  readonly shape: Int32Array
  /** Lines of each shape. */
  readonly shapeCount: Int32Array
  /** Lines of each line's coarse shape. */
  readonly coarseCount: Int32Array
  /** Coarse shape number per line, from 0. */
  readonly coarse: Int32Array
  readonly roles: Uint8Array
}

interface Numbered {
  /** Number of line n's pair, at index n - 1. */
  readonly ids: Int32Array
  /** Lines with each pair. */
  readonly counts: Int32Array
  /** Index of the first line with each pair. */
  readonly firsts: Int32Array
}

const grown = (array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> => {
  const larger = new Int32Array(array.length * 2)
  larger.set(array)
  return larger
}

/**
 * Numbers the distinct pairs (a[i], b[i]) from 0 in order of appearance. An open-addressing table that grows with the
 * pairs and not with the lines, since few distinct shapes in a table that fits the cache are the rule.
 */
const numberPairs = (a: Int32Array, b: Int32Array): Numbered => {
  const ids = new Int32Array(a.length)
  let table = new Int32Array(2048)
  let counts = new Int32Array(1024)
  let firsts = new Int32Array(1024)
  let distinct = 0
  const slotOf = (i: number): number => {
    const mask = table.length - 1
    let slot = (a[i]! ^ Math.imul(b[i]!, 0x9e3779b1)) & mask
    for (;;) {
      const id = table[slot]! - 1
      if (id < 0) return slot
      const first = firsts[id]!
      if (a[first] === a[i] && b[first] === b[i]) return slot
      slot = (slot + 1) & mask
    }
  }
  for (let i = 0; i < a.length; i++) {
    const slot = slotOf(i)
    const id = table[slot]! - 1
    if (id >= 0) {
      ids[i] = id
      counts[id] = counts[id]! + 1
      continue
    }
    firsts[distinct] = i
    counts[distinct] = 1
    ids[i] = distinct++
    table[slot] = distinct
    if (distinct < counts.length) continue
    counts = grown(counts)
    firsts = grown(firsts)
    table = new Int32Array(table.length * 2)
    for (let known = 0; known < distinct; known++) table[slotOf(firsts[known]!)] = known + 1
  }
  return { ids, counts: counts.subarray(0, distinct), firsts: firsts.subarray(0, distinct) }
}

/** Hints that say nothing about success or failure. */
const SILENT = HINT.level | HINT.none
/** Begins like a sentence or a log line, and not like a mark, a rule, a numbered title, a frame or a detail. */
const PLAIN_START = /^(?!E |File "|at |\d+\) )[A-Za-z0-9[("]/

/** A shape without hints, places and marks has no role; most shapes of a large log are dismissed here. */
const roleOfShape = (source: Source, { flags, hints }: Scan, i: number): Role => {
  if ((flags[i]! & FLAG.blank) !== 0) return ROLE.noise
  const body = source.body(i + 1)
  const telling = (hints[i]! & ~SILENT) !== 0 || (flags[i]! & (FLAG.nonAscii | FLAG.location)) !== 0
  return telling || !PLAIN_START.test(body) ? roleOf(body, hints[i]!) : ROLE.none
}

export const analyse = (source: Source): Analysis => {
  const scanned = scan(source)
  const shapes = numberPairs(scanned.fine, scanned.fine2)
  const coarse = numberPairs(scanned.coarse, scanned.coarse)
  const shapeRole = new Uint8Array(shapes.counts.length)
  for (let id = 0; id < shapeRole.length; id++) shapeRole[id] = roleOfShape(source, scanned, shapes.firsts[id]!)
  const roles = new Uint8Array(source.lines)
  for (let i = 0; i < roles.length; i++) roles[i] = shapeRole[shapes.ids[i]!]!
  return { scan: scanned, shape: shapes.ids, shapeCount: shapes.counts, coarse: coarse.ids, coarseCount: coarse.counts, roles }
}

export const roleAt = (analysis: Analysis, line: number): Role => analysis.roles[line - 1] as Role
