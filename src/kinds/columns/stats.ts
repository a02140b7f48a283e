/** What stands out in a column of values, whatever the kind of the source: rare categories, outlying numbers. */

/** Common values must cover this share before others count as rare. */
const COMMON_COVER = 0.8
/** A value is common when it has this share. */
const COMMON_SHARE = 0.04
/** A value is rare up to this share. */
const RARE_SHARE = 0.02
/** So many rare values at most: more are a long tail, and no exceptions. */
const MOST_RARE = 12

/**
 * Categories that are rare where a few common ones cover most of the column, with how much they stand out (0 to 1): the rarer
 * the more. `counts` are the occurrences of each value, `total` their sum.
 */
export const rareness = (counts: ReadonlyMap<string, number>, total: number): Map<string, number> => {
  const rare = new Map<string, number>()
  let covered = 0
  for (const count of counts.values()) if (count >= COMMON_SHARE * total && count > 1) covered += count
  if (covered < COMMON_COVER * total) return rare
  const limit = Math.max(total < 50 ? 1 : 2, RARE_SHARE * total)
  let values = 0
  for (const [value, count] of counts) {
    if (count > limit) continue
    values++
    rare.set(value, Math.min(1, Math.log2(total / count) / 10 + 0.3))
  }
  if (values <= MOST_RARE) return rare
  /* A long tail: each of it says less. */
  for (const [value, oddness] of rare) rare.set(value, (oddness * MOST_RARE) / values / 2)
  return rare
}

/** Tukey's far-out fences. */
const FENCE = 3
/** Numbers beyond a fence that are looked at on each side. */
const PER_SIDE = 5

/**
 * Numbers far from the others, as [index, how much they stand out (0 to 1)], and with little weight the largest and the smallest.
 * Not-a-number is left out. Costs one sort.
 */
export const outliers = (numbers: Float64Array): [index: number, oddness: number][] => {
  const order = Uint32Array.from(numbers.keys()).filter((i) => Number.isFinite(numbers[i]!))
  if (order.length < 8) return []
  order.sort((a, b) => numbers[a]! - numbers[b]! || a - b)
  const at = (share: number): number => numbers[order[Math.floor(share * (order.length - 1))]!]!
  const low = at(0.25)
  const high = at(0.75)
  const least = at(0)
  const most = at(1)
  if (least === most) return []
  /* Where half of the column is one number, the spread is that of the rest. */
  const spread = high - low || Math.max(Math.abs(at(0.95) - at(0.05)), Math.abs(at(0.5)) * 0.5)
  const odd: [number, number][] = []
  const beyond = (distance: number): number => Math.min(1, 0.4 + Math.log2(1 + distance / (FENCE * spread || 1)) / 6)
  for (let k = 0; k < PER_SIDE; k++) {
    const top = order[order.length - 1 - k]!
    const over = numbers[top]! - (high + FENCE * spread)
    if (over > 0) odd.push([top, beyond(over)])
    else if (k === 0) odd.push([top, EXTREME])
    const bottom = order[k]!
    const under = low - FENCE * spread - numbers[bottom]!
    const negative = numbers[bottom]! < 0 && low >= 0
    if (under > 0) odd.push([bottom, beyond(under)])
    else if (negative) odd.push([bottom, 0.5])
    else if (k === 0) odd.push([bottom, EXTREME / 2])
  }
  return odd
}

/** The largest number of a column without outliers. */
const EXTREME = 0.08
