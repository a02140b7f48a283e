import { expect, it } from 'vitest'
import { behindPrefix, createSource } from '../source/source.ts'
import { printedChars, shiftNote, shiftOf } from './printed.ts'

const source = createSource('a-1    | {"x":1}\nworker | {"x":2}\nbare\na-1    | 3\nworker | 4\na-1    | 5\n')
const behind = behindPrefix(source)

it('a prefix takes chars of the line that is printed', () => {
  expect([1, 2, 3].map((n) => printedChars(behind, n))).toEqual([16, 16, 4])
  expect([1, 2, 3].map((n) => shiftOf(behind, n))).toEqual([9, 9, 0])
  expect(shiftOf(source, 1)).toBe(0)
})

it('places in a line are those of the printed line', () => {
  expect(shiftNote(behind, '[diet] L2@4: "@3"')).toBe('[diet] L2@13: "@3"')
  expect(shiftNote(behind, '[diet] 3 more failures: L1@1,4-6')).toBe('[diet] 3 more failures: L1@10,13-15')
  expect(shiftNote(behind, '[diet] L3@2: re')).toBe('[diet] L3@2: re')
  expect(shiftNote(behind, '[diet] L2/x: 2')).toBe('[diet] L2/x: 2')
  expect(shiftNote(source, '[diet] L2@4: "@3"')).toBe('[diet] L2@4: "@3"')
})
