/** Alignment of two token lines: which tokens of one stand for which of the other. */
import { BLANKS } from './tokens.ts'

/** Position in the other line of each token of the base line, -1 where it has none. */
export type Alignment = Int32Array

/** A pair of tokens counts by what it says: a word by its length, a masked token a little, a mark or blank least. */
const gainOf = (id: number, weights: readonly number[]): number => 2 * weights[id]! + (id < BLANKS ? 3 : 1)

/** Reused between calls; nothing of it outlives one. */
let table = new Int32Array(4096)

/** The common subsequence of greatest weight. Cost: the product of the lengths. */
export const align = (base: readonly number[], other: readonly number[], weights: readonly number[]): Alignment => {
  const width = other.length + 1
  const cells = (base.length + 1) * width
  if (table.length < cells) table = new Int32Array(cells * 2)
  const best = table
  best.fill(0, cells - width, cells)
  for (let i = base.length - 1; i >= 0; i--) {
    const gain = gainOf(base[i]!, weights)
    best[(i + 1) * width - 1] = 0
    for (let j = other.length - 1; j >= 0; j--) {
      const at = i * width + j
      const skipped = Math.max(best[at + width]!, best[at + 1]!)
      best[at] = base[i] === other[j] ? Math.max(skipped, best[at + width + 1]! + gain) : skipped
    }
  }
  const pairs = new Int32Array(base.length).fill(-1)
  for (let i = 0, j = 0; i < base.length && j < other.length; ) {
    const at = i * width + j
    if (base[i] === other[j] && best[at] === best[at + width + 1]! + gainOf(base[i]!, weights)) pairs[i++] = j++
    else if (best[at] === best[at + width]) i++
    else j++
  }
  return pairs
}

/** From a to c by way of b. */
export const compose = (first: Alignment, second: Alignment): Alignment => first.map((j) => (j < 0 ? -1 : second[j]!))

export const identity = (length: number): Alignment => Int32Array.from({ length }, (_, i) => i)

/** Share of the words' chars that stand in both, of the line that has more of them; 0 when neither has words. */
export const similarity = (
  base: readonly number[],
  other: readonly number[],
  pairs: Alignment,
  weights: readonly number[],
): number => {
  const total = (ids: readonly number[]): number => ids.reduce((sum, id) => sum + weights[id]!, 0)
  const larger = Math.max(total(base), total(other))
  if (larger === 0) return 0
  let shared = 0
  for (let i = 0; i < base.length; i++) {
    const j = pairs[i]!
    if (j >= 0 && base[i] === other[j]) shared += weights[base[i]!]!
  }
  return shared / larger
}
