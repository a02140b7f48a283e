import { describe, expect, it } from 'vitest'
import { type Costs, selectLines, type Values } from './select.ts'

const values = (gain: readonly number[], needs: readonly number[]): Values => ({
  gain: Float64Array.from(gain),
  group: new Int32Array(gain.length).fill(-1),
  fade: new Float32Array(gain.length),
  twin: new Int32Array(gain.length).fill(-1),
  needs: Int32Array.from(needs),
})
/** Each line takes 20 chars, gaps take none. */
const costs = (lines: number): Costs => ({ width: () => 20, gap: 0, blank: () => false, lines })
const select = (gain: readonly number[], needs: readonly number[], room: number, must: readonly number[] = []): number[] =>
  selectLines(values(gain, needs), costs(gain.length), room, must).order

describe('lines that need others', () => {
  it('come with them, the outermost first', () => {
    expect(select([0, 0, 9], [0, 1, 2], 60)).toEqual([1, 2, 3])
  })

  it('are left out when there is no room for both', () => {
    expect(select([0, 0, 9, 1], [0, 1, 2, 0], 40)).toEqual([4])
  })

  it('cost what they bring along: a cheaper line of less worth comes first', () => {
    expect(select([0, 9, 6], [0, 1, 0], 20)).toEqual([3])
  })

  it('cost no more than themselves once what they need is shown', () => {
    /* Line 1 opens 2 and 3. Line 2 brings it along; then 3 (worth 5) is a better choice than 4 (worth 4). */
    expect(select([0, 20, 5, 4], [0, 1, 1, 0], 60)).toEqual([1, 2, 3])
  })

  it('that must be shown bring theirs too', () => {
    expect(select([0, 0, 5], [0, 1, 0], 40, [2])).toEqual([1, 2])
  })

  it('never come twice', () => {
    expect(select([3, 3, 3, 3], [0, 1, 1, 2], 200).sort()).toEqual([1, 2, 3, 4])
  })
})
