/** Joins groups where one template for both is shorter than two. */
import { compare, countLines, countRows, firstLine, type Group, join, membersOf, sharedWords } from './groups.ts'
import { noteRepeats } from './repeats.ts'
import { DENSE } from './style.ts'
import { encodeTemplate } from './template.ts'
import type { Lexicon } from './tokens.ts'

/** Groups that are compared with each other, those with most lines first. */
const MAX_GROUPS = 64
/** Joins that are tried, and lines in them. */
const MAX_TRIES = 100
const MAX_LINES = 20_000
/** Less than this share of common words is not worth a try. */
const LIKENESS = 0.3

/** Chars of the group's lines as they are, with annotations for those that come again. */
export const verbatimCost = ({ parts }: Group): number => {
  let cost = 0
  for (const { shape } of parts) {
    for (const { tokens, lines } of shape.rows) {
      const chars = tokens.text.length
      const note = lines.length === 1 ? undefined : noteRepeats(lines.slice(1), chars)
      cost += (chars + 1) * (lines.length - (note?.lines.length ?? 0)) + (note === undefined ? 0 : note.text.length + 1)
    }
  }
  return cost
}

const templateCost = (group: Group): number => {
  if (countRows(group) < 2 || countLines(group) < 3) return Number.POSITIVE_INFINITY
  const members = membersOf(group)
  const template = encodeTemplate(members, { tables: [], style: DENSE })
  return template === undefined ? Number.POSITIVE_INFINITY : members.rows[0]!.tokens.text.length + template.text.length + 2
}

export interface PricedGroup {
  readonly group: Group
  /** Chars of its shortest form, about: tables are not shared yet. */
  readonly cost: number
}

export const priceGroup = (group: Group): PricedGroup => ({ group, cost: Math.min(verbatimCost(group), templateCost(group)) })

interface Pair {
  readonly first: number
  readonly second: number
  readonly likeness: number
}

const likelyPairs = (groups: readonly PricedGroup[], lexicon: Lexicon): Pair[] => {
  const pairs: Pair[] = []
  for (let first = 0; first < groups.length; first++) {
    for (let second = first + 1; second < groups.length; second++) {
      const likeness = sharedWords(groups[first]!.group, groups[second]!.group, lexicon)
      if (likeness >= LIKENESS) pairs.push({ first, second, likeness })
    }
  }
  return pairs.sort((a, b) => b.likeness - a.likeness || a.first - b.first || a.second - b.second)
}

const byFirstLine = (a: PricedGroup, b: PricedGroup): number => firstLine(a.group) - firstLine(b.group)

/** The same lines in fewer or as many groups, in order of their first lines. */
export const mergeGroups = (groups: readonly PricedGroup[], lexicon: Lexicon): Group[] => {
  const largest = [...groups].sort((a, b) => countLines(b.group) - countLines(a.group) || byFirstLine(a, b))
  const entries = largest.slice(0, MAX_GROUPS).sort(byFirstLine)
  /* A group that has been joined into another one points to it. */
  const owner = entries.map((_, i) => i)
  const ownerOf = (i: number): number => (owner[i] === i ? i : (owner[i] = ownerOf(owner[i]!)))
  let lines = 0
  let tries = 0
  for (const pair of likelyPairs(entries, lexicon)) {
    const first = Math.min(ownerOf(pair.first), ownerOf(pair.second))
    const second = Math.max(ownerOf(pair.first), ownerOf(pair.second))
    const a = entries[first]!
    const b = entries[second]!
    const comparison = first === second ? undefined : compare(a.group, b.group, lexicon, LIKENESS)
    if (comparison === undefined) continue
    lines += countLines(a.group) + countLines(b.group)
    if (lines > MAX_LINES || ++tries > MAX_TRIES) break
    const group = join(a.group, b.group, comparison.pairs)
    const cost = templateCost(group)
    if (cost >= a.cost + b.cost) continue
    entries[first] = { group, cost }
    owner[second] = first
  }
  const joined = entries.filter((_, i) => owner[i] === i)
  return [...joined, ...largest.slice(MAX_GROUPS)].sort(byFirstLine).map(({ group }) => group)
}
