/** Orders lines by a number in linear time. */

/** Steps per factor of two: values closer than about 1 % count as equal. */
const STEPS = 64
const BUCKETS = STEPS * 64

/** The lines by falling key, equal ones ascending; lines with a key of 0 or less are left out. `lines` is ascending. */
export const byFallingKey = (lines: readonly number[], key: (n: number) => number): number[] => {
  let max = 0
  for (const n of lines) max = Math.max(max, key(n))
  const counts = new Int32Array(BUCKETS + 1)
  const bucketOf = (n: number): number => {
    const value = key(n)
    return value > 0 ? Math.min(BUCKETS - 1, Math.floor(Math.log2(max / value) * STEPS)) : BUCKETS
  }
  for (const n of lines) counts[bucketOf(n)]!++
  const next = new Int32Array(BUCKETS + 1)
  for (let b = 1; b <= BUCKETS; b++) next[b] = next[b - 1]! + counts[b - 1]!
  const ordered = new Array<number>(next[BUCKETS]!)
  for (const n of lines) {
    const bucket = bucketOf(n)
    if (bucket < BUCKETS) ordered[next[bucket]!++] = n
  }
  return ordered
}
