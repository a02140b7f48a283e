/** What each line of a log is worth to an engineer. */
import { createRelevance } from '../../source/bm25.ts'
import type { Source } from '../../source/source.ts'
import type { Values } from '../../ladder/select.ts'
import type { Analysis } from '../../signals/analysis.ts'
import { ROLE } from '../../signals/line.ts'
import { FLAG } from '../../signals/scan.ts'
import type { Ask } from '../types.ts'
import type { Blocks } from './blocks.ts'

/** Worth by role; the unit is arbitrary, the ratios say what comes first. */
const WORTH = new Float64Array(16)
WORTH[ROLE.failure] = 100
WORTH[ROLE.verdict] = 90
WORTH[ROLE.reason] = 90
WORTH[ROLE.compare] = 12
WORTH[ROLE.location] = 6
WORTH[ROLE.weak] = 40
WORTH[ROLE.problem] = 22
WORTH[ROLE.summary] = 40
WORTH[ROLE.warning] = 8
WORTH[ROLE.library] = 2
WORTH[ROLE.none] = 3
WORTH[ROLE.pass] = 0.6
WORTH[ROLE.noise] = 0

/** Inside a failure's block, what belongs to it is worth more. */
const IN_BLOCK = new Float64Array(16)
IN_BLOCK[ROLE.failure] = 100
IN_BLOCK[ROLE.verdict] = 90
IN_BLOCK[ROLE.reason] = 90
IN_BLOCK[ROLE.compare] = 70
IN_BLOCK[ROLE.location] = 70
IN_BLOCK[ROLE.weak] = 70
IN_BLOCK[ROLE.problem] = 45
IN_BLOCK[ROLE.summary] = 40
IN_BLOCK[ROLE.warning] = 10
IN_BLOCK[ROLE.library] = 6
IN_BLOCK[ROLE.none] = 22
IN_BLOCK[ROLE.pass] = 0.6
IN_BLOCK[ROLE.noise] = 0

const TAIL = 14

export const valuesOf = (source: Source, analysis: Analysis, blocks: Blocks, ask: Ask): Values => {
  const { lines } = source
  const gain = new Float64Array(lines)
  const group = new Int32Array(lines).fill(-1)
  const fade = new Float32Array(lines)
  const twin = new Int32Array(lines).fill(-1)
  const { roles, shape, shapeCount, coarse, coarseCount, scan } = analysis
  const relevance = ask.query === undefined ? undefined : createRelevance(ask.query, { lines, line: source.body })
  const scale = Math.log2(lines + 2)
  const twins = new Map<string, number>()
  let tail = TAIL
  for (let i = lines - 1; i >= 0; i--) {
    if ((scan.flags[i]! & FLAG.blank) !== 0) continue
    const role = roles[i]!
    const inside = blocks.of[i]! > 0
    let worth = (inside ? IN_BLOCK : WORTH)[role]!
    const depth = inside ? blocks.depth[i]! : 0
    if (inside && role === ROLE.none) worth /= 1 + depth * 0.12
    const common = shapeCount[shape[i]!]!
    const alike = coarseCount[coarse[i]!]!
    if (!inside && role === ROLE.none) {
      const rarity = Math.log2((lines + 2) / (alike + 1)) / scale
      worth += 9 * rarity * rarity
    }
    if (tail > 0) {
      tail--
      worth += 14 * ((tail + 1) / TAIL)
    }
    if (i < 3) worth += 6
    if (relevance !== undefined && relevance.max > 0) worth += 45 * (relevance.scores[i + 1]! / relevance.max)
    gain[i] = worth
    /* Lines of one shape say the same with other numbers; lines of one coarse shape are of one sort. */
    if (common > 1) {
      group[i] = shape[i]!
      fade[i] = inside || role === ROLE.failure ? 0.25 : 1
    } else {
      group[i] = shapeCount.length + coarse[i]!
      fade[i] = role === ROLE.failure || role === ROLE.reason || role === ROLE.verdict ? 0.01 : inside ? 0.02 : 0.25
    }
    if (worth > 1) {
      const text = source.body(i + 1).trim()
      const first = twins.get(text)
      if (first === undefined) twins.set(text, i)
      twin[i] = first ?? i
    }
  }
  return { gain, group, fade, twin }
}
