import { describe, expect, it } from 'vitest'
import { type Costs, selectLines, type Values } from './select.ts'

/** `gain`, and optionally `group`, `fade`, `twin`, per line. */
const valuesOf = (rows: readonly (readonly [gain: number, group?: number, fade?: number, twin?: number])[]): Values => ({
  gain: Float64Array.from(rows, ([gain]) => gain),
  group: Int32Array.from(rows, ([, group = -1]) => group),
  fade: Float32Array.from(rows, ([, , fade = 0]) => fade),
  twin: Int32Array.from(rows, ([, , , twin = -1]) => twin),
})
const costs = (lines: number, width = 20): Costs => ({ width: () => width, gap: 10, blank: () => false, lines })

describe('selectLines', () => {
  it('takes the lines worth most for their width, until the room is used', () => {
    const { order } = selectLines(valuesOf([[0], [5], [0], [1], [0], [9], [0], [3], [0], [7], [0]]), costs(11), 70, [])
    expect(order).toEqual([6, 10])
  })

  it('prefers a second sort of line to a second line of a sort', () => {
    const { order } = selectLines(
      valuesOf([
        [10, 1, 1],
        [9, 1, 1],
        [6, 2, 1],
      ]),
      costs(3),
      1000,
      [],
    )
    expect(order).toEqual([1, 3, 2])
  })

  it('shows equal lines once', () => {
    const { order } = selectLines(valuesOf([[10, -1, 0, 4], [10, -1, 0, 4], [1]]), costs(3), 1000, [])
    expect(order).toEqual([1, 3])
  })

  it('counts what a gap annotation costs: a line beside a shown one is cheaper than one far away', () => {
    const { order } = selectLines(valuesOf([[0], [50], [10], [0], [0], [0], [0], [11], [0]]), costs(9), 1000, [])
    expect(order).toEqual([2, 3, 8])
  })

  it('begins with the lines that must be shown, whatever they are worth', () => {
    const { order } = selectLines(valuesOf([[0], [9], [0]]), costs(3), 1000, [3, 1])
    expect(order).toEqual([3, 1, 2])
  })

  it('says what would have come next', () => {
    const { order, next } = selectLines(valuesOf([[9], [8], [7]]), costs(3, 40), 50, [])
    expect(order).toEqual([1])
    expect(next).toContain(2)
  })
})
