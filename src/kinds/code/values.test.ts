import fc from 'fast-check'
import { expect, it } from 'vitest'
import { breakCycles } from './values.ts'

/** Follows what line n needs; the number of steps, or -1 when there is no end. */
const steps = (needs: Int32Array, n: number): number => {
  let at = n
  for (let count = 0; count <= needs.length; count++) {
    at = needs[at - 1]!
    if (at === 0) return count
  }
  return -1
}

it('no line needs itself in the end', () => {
  const needs = fc
    .integer({ min: 1, max: 30 })
    .chain((length) => fc.array(fc.nat(length), { minLength: length, maxLength: length }))
  fc.assert(
    fc.property(needs, (given) => {
      const broken = Int32Array.from(given)
      breakCycles(broken)
      for (let n = 1; n <= broken.length; n++) expect(steps(broken, n)).toBeGreaterThanOrEqual(0)
    }),
  )
})

it('what has no cycle stays as it is', () => {
  const needs = Int32Array.from([0, 1, 2, 1, 6, 7, 0])
  breakCycles(needs)
  expect([...needs]).toEqual([0, 1, 2, 1, 6, 7, 0])
})
