/** What each line of a log is worth to an engineer. */

import type { Values } from '../../ladder/select.ts'
import type { Analysis } from '../../signals/analysis.ts'
import { ROLE } from '../../signals/line.ts'
import { FLAG } from '../../signals/scan.ts'
import type { Relevance } from '../../source/bm25.ts'
import type { Source } from '../../source/source.ts'
import type { Blocks } from './blocks.ts'
import { saysWhy } from './spans.ts'
import { failedSteps } from './steps.ts'

const table = (worth: Readonly<Record<keyof typeof ROLE, number>>): Float64Array => {
  const byCode = new Float64Array(16)
  for (const [name, value] of Object.entries(worth) as [keyof typeof ROLE, number][]) byCode[ROLE[name]] = value
  return byCode
}

/** Of lines with one shape, so many are looked at: the others would say the same with other numbers. */
const ENOUGH = table({
  mark: 400,
  failure: 400,
  thrown: 400,
  verdict: 40,
  reason: 40,
  compare: 8,
  location: 8,
  weak: 40,
  problem: 8,
  summary: 20,
  warning: 6,
  library: 4,
  header: 20,
  none: 4,
  pass: 2,
  noise: 0,
})
/** In a job with a failed step, lines of the other steps. */
const ELSEWHERE = 0.4
/** What a line over failures is worth for saying where they are, and at the most: less than the failures themselves. */
const PLACE = 60
const PLACE_MOST = 90
/** A line without a word, such as a lone bracket. */
const WORDLESS = 0.1
const hasWord = (body: string): boolean => /[\p{L}\p{N}]{2}/u.test(body)
/** How much more a cause is worth when it is told twice as often. */
const TOLD = 0.5
/** Worth by role outside of any block; the unit is arbitrary, the ratios say what comes first. */
const ALONE = table({
  mark: 100,
  failure: 100,
  thrown: 100,
  verdict: 90,
  reason: 30,
  compare: 12,
  location: 6,
  weak: 40,
  problem: 22,
  summary: 40,
  warning: 8,
  library: 2,
  header: 8,
  none: 3,
  pass: 0.6,
  noise: 0,
})
/** Inside a failure's block, what belongs to it is worth more; `fade` is how much less the next of its role is. */
const INSIDE = table({
  mark: 100,
  failure: 100,
  thrown: 90,
  verdict: 90,
  reason: 90,
  compare: 75,
  location: 70,
  weak: 75,
  problem: 45,
  summary: 40,
  warning: 10,
  library: 6,
  header: 60,
  none: 22,
  pass: 0.6,
  noise: 0,
})
const FADE = table({
  mark: 0,
  failure: 0.1,
  thrown: 0.3,
  verdict: 0.1,
  reason: 0.5,
  compare: 0.3,
  location: 1,
  weak: 0.4,
  problem: 0.4,
  summary: 0.3,
  warning: 0.3,
  library: 1,
  header: 0,
  none: 0.3,
  pass: 0,
  noise: 0,
})

/** The end of the output, and the lines before the run's own verdict, hold what matters most often. */
const TAIL = 14

/** Worth of being near the end of the whole output or of the part that a verdict closes, by index of the line. */
const endings = (roles: Uint8Array, flags: Uint8Array): ReadonlyMap<number, number> => {
  const worth = new Map<number, number>()
  const mark = (last: number, weight: number): void => {
    for (let i = last, left = TAIL; i >= 0 && left > 0; i--) {
      if ((flags[i]! & FLAG.blank) !== 0) continue
      worth.set(i, Math.max(worth.get(i) ?? 0, weight * (left / TAIL)))
      left--
    }
  }
  let verdicts = 0
  for (let i = roles.indexOf(ROLE.verdict); i >= 0 && verdicts < 4; i = roles.indexOf(ROLE.verdict, i + 1)) {
    mark(i, 20)
    verdicts++
  }
  mark(roles.length - 1, verdicts > 0 ? 9 : 14)
  return worth
}

/** Indexes of the lines that are worth a look: those that stand out by place, and the first few of each shape. */
const promising = (
  { roles, shape, shapeCount, scan: { flags } }: Analysis,
  blocks: Blocks,
  ending: ReadonlyMap<number, number>,
  relevance: Relevance | undefined,
): number[] => {
  const seen = new Int32Array(shapeCount.length)
  const { of } = blocks
  const scores = relevance?.scores
  const isEnding = new Uint8Array(shape.length)
  for (const i of ending.keys()) isEnding[i] = 1
  const chosen: number[] = []
  for (let i = 0; i < shape.length; i++) {
    const told = seen[shape[i]!]!++
    const isNews = told < ENOUGH[roles[i]!]! || of[i]! > 0 || isEnding[i] === 1 || (scores !== undefined && scores[i + 1]! > 0)
    if (isNews && (flags[i]! & FLAG.blank) === 0) chosen.push(i)
  }
  return chosen
}

/** What the details of a failure are worth when another failure has told the same cause, and its title. */
const SAME_CAUSE = 0.12
const SAME_CAUSE_TITLE = 0.6

/** Per line inside a block of a cluster but its first: a factor; 0 for other lines. */
const repeatedCauses = (lines: number, { clusters }: Blocks): Float32Array | undefined => {
  if (clusters.length === 0) return undefined
  const factors = new Float32Array(lines)
  for (const { failures } of clusters)
    for (const { title, also, blocks } of failures.slice(1)) {
      for (const [from, to] of blocks) factors.fill(SAME_CAUSE, from - 1, to)
      for (const n of [title, ...also]) factors[n - 1] = SAME_CAUSE_TITLE
    }
  return factors
}

/** Roles of lines that say why something failed. */
const CAUSES = new Set<number>([ROLE.reason, ROLE.thrown, ROLE.failure, ROLE.problem, ROLE.weak])

/** How many lines inside of blocks tell a cause in the same words, by these. */
const countCauses = (source: Source, { roles }: Analysis, { of, titles }: Blocks): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (let i = 0; i < roles.length; i++) {
    if (of[i]! === 0 || !CAUSES.has(roles[i]!) || titles.has(i + 1)) continue
    const text = source.body(i + 1).trim()
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return counts
}

/** Next to failures, a line outside of them that is worth less is not shown, however much room there is: a budget is a ceiling. */
const IDLE = 4
const IDLE_PLAIN = 7
const isIdle = (worth: number, role: number, inside: boolean, { failures }: Blocks): boolean =>
  failures.length > 0 && !inside && worth < (role === ROLE.none || role === ROLE.pass ? IDLE_PLAIN : IDLE)

/** In a block that says why it failed, words that may tell of a failure are those of its code and of what it printed. */
const WEAK_BESIDE = 0.4
const explained = ({ roles }: Analysis, { of }: Blocks): Uint8Array => {
  const says = new Uint8Array(roles.length + 1)
  for (let i = 0; i < roles.length; i++) if (saysWhy(roles[i]!)) says[of[i]!] = 1
  return says
}

/** What a line of a failure that the run bears is worth, beside those that it does not bear. */
const BORNE = 0.25

export const valuesOf = (source: Source, analysis: Analysis, blocks: Blocks, relevance: Relevance | undefined): Values => {
  const { lines } = source
  const { roles, shape, shapeCount, coarse, coarseCount, scan } = analysis
  const scale = Math.log2(lines + 2)
  const twins = new Map<string, number>()
  const failed = failedSteps(source, roles)
  const ending = endings(roles, scan.flags)
  const repeated = repeatedCauses(lines, blocks)
  const causes = countCauses(source, analysis, blocks)
  const says = explained(analysis, blocks)
  const chosen = promising(analysis, blocks, ending, relevance)
  const gain = new Float64Array(chosen.length)
  const group = new Int32Array(chosen.length)
  const fade = new Float32Array(chosen.length)
  const twin = new Int32Array(chosen.length).fill(-1)
  for (let k = 0; k < chosen.length; k++) {
    const i = chosen[k]!
    const role = roles[i]!
    const inside = blocks.of[i]! > 0
    let worth = inside ? INSIDE[role]! / (1 + FADE[role]! * blocks.rank[i]!) : ALONE[role]!
    if (blocks.titles.has(i + 1)) worth = Math.max(worth, 100)
    else if (inside && CAUSES.has(role)) worth *= 1 + TOLD * Math.log2(causes.get(source.body(i + 1).trim()) ?? 1)
    if (role === ROLE.weak && inside && says[blocks.of[i]!] === 1) worth *= WEAK_BESIDE
    if (blocks.echoes.has(i + 1)) worth *= 0.25
    if (blocks.parents.has(i + 1)) worth = Math.min(worth + PLACE, PLACE_MOST)
    const common = shapeCount[shape[i]!]!
    const alike = coarseCount[coarse[i]!]!
    if (!inside && role === ROLE.none) {
      const rarity = Math.log2((lines + 2) / (alike + 1)) / scale
      worth = hasWord(source.body(i + 1)) ? worth + 9 * rarity * rarity : worth * WORDLESS
    }
    if (repeated !== undefined && repeated[i]! > 0 && role !== ROLE.compare) worth *= repeated[i]!
    if (blocks.failures.length > 0 && blocks.tolerated.has(blocks.of[i]!)) worth *= BORNE
    if (failed !== undefined && failed[i] === 0) worth *= ELSEWHERE
    else worth += (ending.get(i) ?? 0) + (i < 3 ? 6 : 0)
    if (relevance !== undefined && relevance.max > 0) worth += 45 * (relevance.scores[i + 1]! / relevance.max)
    gain[k] = isIdle(worth, role, inside, blocks) ? 0 : worth
    /* Lines of one shape say the same with other numbers; lines of one coarse shape are of one sort. */
    if (common > 1) {
      group[k] = shape[i]!
      fade[k] = inside || role === ROLE.failure || role === ROLE.mark ? 0.25 : 1
    } else {
      group[k] = shapeCount.length + coarse[i]!
      fade[k] =
        role === ROLE.failure || role === ROLE.mark || role === ROLE.reason || role === ROLE.verdict ? 0.01 : inside ? 0.02 : 0.25
    }
    if (worth > 1) {
      const text = source.body(i + 1).trim()
      const first = twins.get(text)
      if (first === undefined) twins.set(text, i)
      twin[k] = first ?? i
    }
  }
  return { lines: Int32Array.from(chosen, (i) => i + 1), gain, group, fade, twin }
}
