/** Failures as blocks of lines: a title and what belongs to it. */
import type { Source } from '../../source/source.ts'
import type { Analysis } from '../../signals/analysis.ts'
import { ROLE } from '../../signals/line.ts'
import { FLAG } from '../../signals/scan.ts'
import type { Ask, Failure } from "../types.ts"

export interface Blocks {
  readonly failures: readonly Failure[]
  /** Per line: number of its block from 1, or 0. */
  readonly of: Int32Array
  /** Per line: how many lines behind its block's title. */
  readonly depth: Int32Array
}

const REACH = 40

export const findBlocks = (source: Source, analysis: Analysis, _ask: Ask): Blocks => {
  const { lines } = source
  const { roles, scan } = analysis
  const of = new Int32Array(lines)
  const depth = new Int32Array(lines)
  const failures: Failure[] = []
  let i = 0
  while (i < lines) {
    const role = roles[i]!
    if (role !== ROLE.failure && role !== ROLE.reason && role !== ROLE.weak) {
      i++
      continue
    }
    const title = i
    const indent = scan.indent[i]!
    let last = i
    let blanks = 0
    let j = i + 1
    for (; j < lines && j - last <= 3 && j - title < REACH; j++) {
      if ((scan.flags[j]! & FLAG.blank) !== 0) {
        blanks++
        continue
      }
      const r = roles[j]!
      if (r === ROLE.pass || r === ROLE.failure || r === ROLE.verdict || r === ROLE.summary) break
      const belongs = scan.indent[j]! > indent || r === ROLE.compare || r === ROLE.location || r === ROLE.library || r === ROLE.reason || r === ROLE.weak || blanks === 0
      if (!belongs) break
      last = j
    }
    const id = failures.length + 1
    for (let k = title; k <= last; k++) {
      of[k] = id
      depth[k] = k - title
    }
    if (role !== ROLE.weak) failures.push({ title: title + 1, block: [title + 1, last + 1], also: [] })
    i = last + 1
  }
  return { failures, of, depth }
}
