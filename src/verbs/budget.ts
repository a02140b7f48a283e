/** Which lines fit a budget, for any token counter: lines are tried one by one, and the text of the chosen ones is counted. */

export interface Fill {
  /** Ceiling in tokens. */
  readonly budget: number
  /** Lines that are in whatever they cost. */
  readonly fixed: readonly number[]
  /** Lines in the order in which they are tried, the most important tier first. */
  readonly tiers: readonly (readonly number[])[]
  /** Tokens of line n alone. */
  cost(n: number): number
  /** Tokens of the text with these lines, in ascending order. */
  measure(lines: readonly number[]): number
}

/** Lines alone round up or join differently than lines together, so what is left after a round is tried again. */
const ROUNDS = 8
/** Lines tried against the whole text at the end, for what the rounding of single lines leaves over. */
const LAST_TRIES = 32
/** A tier is given up after so many lines that do not fit: bounds the calls of a slow counter. */
const MISFITS = 1000

const ascending = (lines: readonly number[]): number[] => [...Int32Array.from(lines).sort()]

const pick = (fill: Fill, chosen: ReadonlySet<number>, costs: Map<number, number>, room: number): number[] => {
  const picked: number[] = []
  let left = room
  for (const tier of fill.tiers) {
    let misfits = 0
    for (const n of tier) {
      if (left <= 0 || misfits >= MISFITS) break
      if (chosen.has(n)) continue
      const cost = costs.get(n) ?? fill.cost(n)
      costs.set(n, cost)
      if (cost > left) {
        misfits++
        continue
      }
      left -= cost
      picked.push(n)
    }
  }
  return picked
}

/** Length of the longest start of the list that passes; tests the whole first. */
const longestStart = (length: number, passes: (length: number) => boolean): number => {
  if (passes(length)) return length
  let low = 0
  let high = length
  while (low + 1 < high) {
    const middle = (low + high) >> 1
    if (passes(middle)) low = middle
    else high = middle
  }
  return low
}

const topUp = (fill: Fill, chosen: Set<number>): void => {
  let tries = 0
  for (const tier of fill.tiers) {
    for (const n of tier) {
      if (chosen.has(n)) continue
      if (tries++ === LAST_TRIES) return
      if (fill.measure(ascending([...chosen, n])) <= fill.budget) chosen.add(n)
    }
  }
}

/** Ascending numbers of the lines that fit. */
export const fillBudget = (fill: Fill): number[] => {
  const chosen = new Set(fill.fixed)
  const costs = new Map<number, number>()
  for (let round = 0; round < ROUNDS; round++) {
    const base = [...chosen]
    const picked = pick(fill, chosen, costs, fill.budget - fill.measure(ascending(base)))
    const fits = (length: number): boolean => fill.measure(ascending([...base, ...picked.slice(0, length)])) <= fill.budget
    const length = picked.length === 0 ? 0 : longestStart(picked.length, fits)
    if (length === 0) break
    for (const n of picked.slice(0, length)) chosen.add(n)
  }
  topUp(fill, chosen)
  return ascending([...chosen])
}
