/** What a whole source says: the scan, its shapes numbered and counted, and a role per line, judged once per shape. */
import type { Source } from '../source/source.ts'
import { ROLE, type Role, roleOf } from './line.ts'
import { FLAG, type Scan, scan } from './scan.ts'

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

/** Numbers the distinct pairs (a[i], b[i]) from 0 in order of appearance; open addressing, linear. */
const numberPairs = (
  a: Int32Array,
  b: Int32Array,
): { readonly ids: Int32Array; readonly counts: Int32Array; readonly firsts: Int32Array } => {
  let size = 1024
  while (size < a.length * 2) size *= 2
  const table = new Int32Array(size)
  const ids = new Int32Array(a.length)
  let counts = new Int32Array(1024)
  let firsts = new Int32Array(1024)
  let distinct = 0
  for (let i = 0; i < a.length; i++) {
    let slot = (a[i]! ^ Math.imul(b[i]!, 0x9e3779b1)) & (size - 1)
    for (;;) {
      const id = table[slot]! - 1
      if (id < 0) {
        if (distinct === counts.length) {
          const wider = new Int32Array(distinct * 2)
          wider.set(counts)
          counts = wider
          const widerFirsts = new Int32Array(distinct * 2)
          widerFirsts.set(firsts)
          firsts = widerFirsts
        }
        firsts[distinct] = i
        counts[distinct] = 1
        ids[i] = distinct++
        table[slot] = distinct
        break
      }
      const first = firsts[id]!
      if (a[first] === a[i] && b[first] === b[i]) {
        counts[id] = counts[id]! + 1
        ids[i] = id
        break
      }
      slot = (slot + 1) & (size - 1)
    }
  }
  return { ids, counts: counts.subarray(0, distinct), firsts: firsts.subarray(0, distinct) }
}

export const analyse = (source: Source): Analysis => {
  const scanned = scan(source)
  const shapes = numberPairs(scanned.fine, scanned.fine2)
  const coarse = numberPairs(scanned.coarse, scanned.coarse)
  const shapeRole = new Uint8Array(shapes.counts.length)
  for (let id = 0; id < shapeRole.length; id++) {
    const line = shapes.firsts[id]!
    shapeRole[id] = (scanned.flags[line]! & FLAG.blank) !== 0 ? ROLE.noise : roleOf(source.body(line + 1), scanned.hints[line]!)
  }
  const roles = new Uint8Array(source.lines)
  for (let i = 0; i < roles.length; i++) roles[i] = shapeRole[shapes.ids[i]!]!
  return { scan: scanned, shape: shapes.ids, shapeCount: shapes.counts, coarse: coarse.ids, coarseCount: coarse.counts, roles }
}

export const roleAt = (analysis: Analysis, line: number): Role => analysis.roles[line - 1] as Role
