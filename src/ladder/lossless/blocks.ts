/** Blocks of lines that come again, next to each other or not: a greedy pass over line ids, linear in their number. */

/** Lines `first` to `first + size - 1` and the first lines of their copies. */
export interface RepeatedBlock {
  readonly first: number
  readonly size: number
  readonly copies: readonly number[]
}

/**
 * Finds disjoint copies of at least two lines; a copy's original is no part of a copy itself. A line that only
 * repeats itself begins no block: that is a repeated line.
 */
export const findBlocks = (ids: Int32Array): RepeatedBlock[] => {
  const seen = new Map<number, number>()
  const isCopy = new Uint8Array(ids.length)
  const blocks = new Map<number, { first: number; size: number; copies: number[] }>()
  const pairAt = (i: number): number => ids[i]! * ids.length + ids[i + 1]!
  for (let i = 0; i + 1 < ids.length; ) {
    const original = ids[i] === ids[i + 1] ? undefined : seen.get(pairAt(i))
    let size = 0
    if (original !== undefined) {
      while (i + size < ids.length && original + size < i && ids[original + size] === ids[i + size] && !isCopy[original + size])
        size++
    }
    if (original === undefined || size < 2) {
      if (original === undefined && ids[i] !== ids[i + 1]) seen.set(pairAt(i), i)
      i++
      continue
    }
    isCopy.fill(1, i, i + size)
    const key = original * ids.length + size
    const block = blocks.get(key)
    if (block === undefined) blocks.set(key, { first: original + 1, size, copies: [i + 1] })
    else block.copies.push(i + 1)
    i += size
  }
  return [...blocks.values()]
}
