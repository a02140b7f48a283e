import { expect, it } from 'vitest'
import { lineStarts, linesWithEnds } from './lines.ts'

it.each<[string, readonly number[], readonly string[]]>([
  ['', [0], []],
  ['a', [0, 1], ['a']],
  ['a\r\n\nb', [0, 3, 4, 5], ['a\r\n', '\n', 'b']],
  ['a\n', [0, 2], ['a\n']],
  ['\n'.repeat(3), [0, 1, 2, 3], ['\n', '\n', '\n']],
])('the lines of %j', (text, starts, lines) => {
  expect([...lineStarts(text)]).toEqual(starts)
  expect(linesWithEnds(text)).toEqual(lines)
})

it('has room for many short lines', () => {
  expect(linesWithEnds('\n'.repeat(5000))).toHaveLength(5000)
})
