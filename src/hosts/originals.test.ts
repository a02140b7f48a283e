import { expect, test } from 'vitest'
import { keysNamed, readsOriginals, retrieves } from './originals.ts'

const [ONE, TWO] = ['0123456789abcdef01234567', 'ffffffffffffffffffffffff']

test('keys in commands and paths, each once', () => {
  expect(keysNamed(`sed -n 1,9p .context-diet/${ONE}.txt; cat /a/.context-diet/${TWO}.txt .context-diet/${ONE}.txt`)).toEqual([
    ONE,
    TWO,
  ])
  expect(keysNamed(`C:\\work\\.context-diet\\${ONE}.txt`)).toEqual([ONE])
  expect(keysNamed(`cat ${ONE}.txt .context-diet/ledger.jsonl .context-diet/${ONE}0.txt`)).toEqual([])
})

test('commands that look into the stash', () => {
  expect(readsOriginals('grep -n FAIL .context-diet/*.txt')).toBe(true)
  expect(readsOriginals(`npx context-diet retrieve ${ONE} --lines 3-9`)).toBe(true)
  expect(readsOriginals('git log -- docs/context-diet.md')).toBe(false)
  expect(retrieves(`context-diet retrieve ${ONE}`)).toBe(true)
  expect(retrieves(`cat .context-diet/${ONE}.txt`)).toBe(false)
})
