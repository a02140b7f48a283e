import { expect, test } from 'vitest'
import { count } from './count.ts'

test.each([
  ['', { lines: 0, chars: 0, bytes: 0, tokens: 0 }],
  ['a', { lines: 1, chars: 1, bytes: 1, tokens: 1 }],
  ['abcd\n', { lines: 1, chars: 5, bytes: 5, tokens: 2 }],
  ['a\r\nb', { lines: 2, chars: 4, bytes: 4, tokens: 1 }],
  ['\n\n', { lines: 2, chars: 2, bytes: 2, tokens: 1 }],
  ['é錯😀', { lines: 1, chars: 4, bytes: 2 + 3 + 4, tokens: 1 }],
])('%j', (text, sizes) => {
  expect(count(text)).toEqual(sizes)
})

test('tokens come from the counter that is asked for; lines and bytes stay exact', () => {
  expect(count('one two three\n', { count: (text) => text.trim().split(' ').length })).toEqual({
    lines: 1,
    chars: 14,
    bytes: 14,
    tokens: 3,
  })
})

test('what is not a text is an error that says so', () => {
  expect(() => count(undefined as unknown as string)).toThrow(expect.objectContaining({ code: 'bad-text' }))
})
