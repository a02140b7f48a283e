/** Regions that match a query: lines with a word of it, and the lines around them. */
import type { Relevance } from '../source/bm25.ts'

/** A line around a match comes right behind it in rank. */
const CONTEXT_SHARE = 0.9

/** For each line the best score within `context` lines of it, at index n; 0 outside of every region. */
const bestAround = (scores: Float64Array, context: number): Float64Array => {
  const lines = scores.length - 1
  const best = new Float64Array(lines + 1)
  /* Candidates for the maximum of the window, scores falling: each line enters and leaves once. */
  const queue = new Int32Array(lines)
  let head = 0
  let tail = 0
  for (let next = 1, n = 1; n <= lines; n++) {
    for (; next <= Math.min(lines, n + context); next++) {
      while (tail > head && scores[queue[tail - 1]!]! <= scores[next]!) tail--
      queue[tail++] = next
    }
    while (queue[head]! < n - context) head++
    best[n] = scores[queue[head]!]!
  }
  return best
}

/** Clears all regions but the `max` with the best scores; of equal ones the earlier stay. */
const keepBest = (best: Float64Array, max: number): void => {
  const regions: { from: number; to: number; score: number }[] = []
  for (let n = 1; n < best.length; n++) {
    if (best[n] === 0) continue
    const last = regions.at(-1)
    if (last !== undefined && last.to === n - 1) {
      last.to = n
      last.score = Math.max(last.score, best[n]!)
    } else regions.push({ from: n, to: n, score: best[n]! })
  }
  regions.sort((a, b) => b.score - a.score || a.from - b.from)
  for (const { from, to } of regions.slice(max)) best.fill(0, from, to + 1)
}

/**
 * Rank of each line, at index n: its own score, or a little less than the best within `context` lines of it; 0 for lines
 * outside of the `max` best regions. Regions that touch are one.
 */
export const rankRegions = (relevance: Relevance, context: number, max: number): Float64Array => {
  const ranks = bestAround(relevance.scores, context)
  if (max < ranks.length) keepBest(ranks, max)
  for (let n = 1; n < ranks.length; n++) if (ranks[n]! > 0) ranks[n] = Math.max(relevance.scores[n]!, ranks[n]! * CONTEXT_SHARE)
  return ranks
}
