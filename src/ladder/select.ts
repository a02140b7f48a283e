/**
 * Budgeted coverage: which lines to show. Greedy by gain per char; a line's gain falls when what it says has been
 * said (same text, same shape, same place), so breadth comes before depth. Ties fall to the earlier line.
 */

export interface Values {
  /**
   * Numbers of the lines that the arrays tell of, ascending; all others are worth nothing. Without it index n - 1 of each array is
   * for line n.
   */
  readonly lines?: Int32Array
  /** What showing the line is worth; 0 = never. */
  readonly gain: Float64Array
  /** Lines with the same group repeat each other to a degree; -1 = none. */
  readonly group: Int32Array
  /** By how much a shown line of the group lowers the next one: gain / (1 + fade * shown). Per line. */
  readonly fade: Float32Array
  /** Lines with the same twin are equal text: only one is worth showing; -1 = none. */
  readonly twin: Int32Array
  /**
   * By line n, at index n - 1: the line above without which line n would mislead (the file of a hit, the directory of an entry), or 0: shown with it, and so
   * on upwards.
   */
  readonly needs?: Int32Array
}

export interface Costs {
  /** Chars of line n as printed, with its line end. */
  width(n: number): number
  /** Chars of one gap annotation. */
  readonly gap: number
  readonly blank: (n: number) => boolean
  readonly lines: number
}

interface Heap {
  readonly keys: Float64Array
  readonly lines: Int32Array
  /** Where a line stands in the heap, by index in the values; -1 = it does not. */
  readonly places: Int32Array
  /** Index in the values of what stands at each place. */
  readonly indexes: Int32Array
  size: number
}

/** No line needs more lines above it than this. */
const MOST_NEEDS = 64

const before = (heap: Heap, a: number, b: number): boolean =>
  heap.keys[a]! > heap.keys[b]! || (heap.keys[a] === heap.keys[b] && heap.lines[a]! < heap.lines[b]!)

const swap = (heap: Heap, a: number, b: number): void => {
  const key = heap.keys[a]!
  heap.keys[a] = heap.keys[b]!
  heap.keys[b] = key
  const line = heap.lines[a]!
  heap.lines[a] = heap.lines[b]!
  heap.lines[b] = line
  const index = heap.indexes[a]!
  heap.indexes[a] = heap.indexes[b]!
  heap.indexes[b] = index
  heap.places[heap.indexes[a]!] = a
  heap.places[index] = b
}

const rise = (heap: Heap, from: number): void => {
  for (let at = from; at > 0; ) {
    const parent = (at - 1) >> 1
    if (!before(heap, at, parent)) return
    swap(heap, at, parent)
    at = parent
  }
}

const sink = (heap: Heap, at: number): void => {
  for (;;) {
    const left = at * 2 + 1
    if (left >= heap.size) return
    const child = left + 1 < heap.size && before(heap, left + 1, left) ? left + 1 : left
    if (!before(heap, child, at)) return
    swap(heap, child, at)
    at = child
  }
}

/** The lines that need a line directly, by that line: `lines` from `from[n]` up to `from[n + 1]`. */
const dependents = (needs: Int32Array): { readonly from: Int32Array; readonly lines: Int32Array } => {
  const from = new Int32Array(needs.length + 3)
  for (const n of needs) from[n + 2]!++
  for (let n = 2; n < from.length; n++) from[n]! += from[n - 1]!
  const lines = new Int32Array(needs.length)
  for (let i = 0; i < needs.length; i++) lines[from[needs[i]! + 1]!++] = i + 1
  return { from, lines }
}

/** Where the arrays of the values tell of line n; -1 where they do not. */
export const indexIn = ({ lines, gain }: Values, n: number): number => {
  if (lines === undefined) return n - 1 < gain.length ? n - 1 : -1
  let low = 0
  let high = lines.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (lines[middle]! < n) low = middle + 1
    else high = middle
  }
  return lines[low] === n ? low : -1
}

/** The next non-blank line from n in the direction, or 0 past the ends. */
const neighbour = (n: number, step: 1 | -1, costs: Costs): number => {
  let at = n + step
  for (let i = 0; i < 4 && at >= 1 && at <= costs.lines && costs.blank(at); i++) at += step
  return at >= 1 && at <= costs.lines ? at : 0
}

/**
 * Lines in the order in which they are worth showing, until `room` chars are used. `must` lines come first.
 * Linear in the lines with a gain, times the logarithm of their number.
 */
export const selectLines = (
  values: Values,
  costs: Costs,
  room: number,
  must: readonly number[],
): { readonly order: number[]; readonly next: number[] } => {
  const { gain, group, fade, twin, needs } = values
  const shown = new Uint8Array(costs.lines + 2)
  const inGroup = new Map<number, number>()
  const twins = new Set<number>()
  const order: number[] = []
  const next: number[] = []
  const children = needs === undefined ? undefined : dependents(needs)
  let left = room
  const costAlone = (n: number): number => {
    const up = neighbour(n, -1, costs)
    const down = neighbour(n, 1, costs)
    const open = (up === 0 || shown[up] === 1 ? 0 : 1) + (down === 0 || shown[down] === 1 ? 0 : 1)
    return costs.width(n) + (open - 1) * costs.gap
  }
  /** Lines that come with line n, the nearest first. */
  const missing = (n: number): number[] => {
    const above: number[] = []
    if (needs === undefined) return above
    for (let m = needs[n - 1]!; m > 0 && shown[m] === 0 && above.length < MOST_NEEDS; m = needs[m - 1]!) above.push(m)
    return above
  }
  const costOf = (n: number, above: readonly number[]): number => above.reduce((sum, m) => sum + costAlone(m), costAlone(n))
  const worth = (n: number): number => {
    const i = indexIn(values, n)
    if (i < 0 || (twin[i]! >= 0 && twins.has(twin[i]!))) return 0
    const count = group[i]! < 0 ? 0 : (inGroup.get(group[i]!) ?? 0)
    return gain[i]! / (1 + fade[i]! * count)
  }
  const keyOf = (n: number): number => {
    const above = missing(n)
    const sum = above.reduce((total, m) => total + worth(m), worth(n))
    return sum / Math.max(12, costOf(n, above))
  }
  let size = 0
  for (let i = 0; i < gain.length; i++) if (gain[i]! > 0) size++
  const heap: Heap = {
    keys: new Float64Array(size),
    lines: new Int32Array(size),
    places: new Int32Array(gain.length).fill(-1),
    indexes: new Int32Array(size),
    size: 0,
  }
  const raise = (n: number): void => {
    const index = n === 0 ? -1 : indexIn(values, n)
    const at = index < 0 ? -1 : heap.places[index]!
    if (at < 0) return
    heap.keys[at] = Math.max(heap.keys[at]!, keyOf(n))
    rise(heap, at)
  }
  /** What needs line n, and what stands beside it without a gap, can be shown for less now. */
  const raiseAround = (n: number): void => {
    raise(neighbour(n, -1, costs))
    raise(neighbour(n, 1, costs))
    if (children === undefined) return
    for (let i = children.from[n]!; i < children.from[n + 1]!; i++) raise(children.lines[i]!)
  }
  const take = (n: number): void => {
    left -= costAlone(n)
    shown[n] = 1
    order.push(n)
    const i = indexIn(values, n)
    if (i >= 0) {
      if (group[i]! >= 0) inGroup.set(group[i]!, (inGroup.get(group[i]!) ?? 0) + 1)
      if (twin[i]! >= 0) twins.add(twin[i]!)
    }
    raiseAround(n)
  }
  const takeWith = (n: number, above: readonly number[]): void => {
    for (let i = above.length - 1; i >= 0; i--) take(above[i]!)
    take(n)
  }
  for (const n of must) if (shown[n] === 0) takeWith(n, missing(n))
  for (let i = 0; i < gain.length; i++) {
    const n = values.lines === undefined ? i + 1 : values.lines[i]!
    if (gain[i]! <= 0 || shown[n] === 1) continue
    heap.keys[heap.size] = keyOf(n)
    heap.places[i] = heap.size
    heap.indexes[heap.size] = i
    heap.lines[heap.size++] = n
  }
  for (let at = (heap.size >> 1) - 1; at >= 0; at--) sink(heap, at)
  let refused = 0
  while (heap.size > 0 && left > 0 && refused < 400) {
    const n = heap.lines[0]!
    const key = shown[n] === 1 ? 0 : keyOf(n)
    if (key > 0 && key < heap.keys[0]! - 1e-12) {
      /* What it says has been said since: back into the queue at its lower worth. */
      heap.keys[0] = key
      sink(heap, 0)
      continue
    }
    heap.size--
    swap(heap, 0, heap.size)
    heap.places[heap.indexes[heap.size]!] = -1
    sink(heap, 0)
    if (key <= 0) continue
    const above = missing(n)
    if (costOf(n, above) > left) {
      refused++
      if (next.length < 20) next.push(n)
      continue
    }
    takeWith(n, above)
  }
  return { order, next }
}
