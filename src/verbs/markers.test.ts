import { expect, test } from 'vitest'
import { findAsWord } from './markers.ts'

test.each([
  ['PASS login', 'PASS', true],
  ['login PASS', 'PASS', true],
  ['[PASS]: login', 'PASS', true],
  ['PASSED login', 'PASS', false],
  ['BYPASS login', 'PASS', false],
  ['PASS_2 login', 'PASS', false],
  ['éPASS login', 'PASS', false],
  ['PASS錯 login', 'PASS', false],
  ['BYPASS then PASS login', 'PASS', true],
  ['pass login', 'PASS', false],
  ['✓login', '✓', true],
  ['--- PASS: login', '--- PASS:', true],
  ['𝐀PASS login', 'PASS', false],
])('%s carries %s: %s', (line, marker, carried) => {
  expect(findAsWord(line, marker, 'login')).toBe(carried)
})

test('a marker inside the name of the item says nothing', () => {
  expect(findAsWord('  retries after FAIL', 'FAIL', 'retries after FAIL')).toBe(false)
  expect(findAsWord('PASS retries after FAIL', 'FAIL', 'retries after FAIL')).toBe(false)
  expect(findAsWord('FAIL retries after FAIL', 'FAIL', 'retries after FAIL')).toBe(true)
  expect(findAsWord('retries after FAIL FAIL', 'FAIL', 'retries after FAIL')).toBe(true)
})
