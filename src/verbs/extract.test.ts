import { expect, test } from 'vitest'
import { extract } from './extract.ts'

const numbered = (count: number, said: Readonly<Record<number, string>>): string =>
  Array.from({ length: count }, (_, i) => `${said[i + 1] ?? `line ${i + 1}`}\n`).join('')

test('matching regions in input order, with two lines around them', () => {
  const { text, receipt } = extract(numbered(20, { 5: 'database timeout', 15: 'connection timeout' }), {
    query: 'timeout database',
  })
  expect(text).toBe('line 3\nline 4\ndatabase timeout\nline 6\nline 7\nline 13\nline 14\nconnection timeout\nline 16\nline 17\n')
  expect(receipt.removed).toMatchObject({ cut: 10, repeat: 0 })
  expect(receipt.budget).toBe(null)
  expect(receipt.fates).toEqual([
    [1, 2, 'cut'],
    [3, 7, 'kept'],
    [8, 12, 'cut'],
    [13, 17, 'kept'],
    [18, 20, 'cut'],
  ])
})

test('context and max', () => {
  const text = numbered(20, { 5: 'database timeout', 15: 'timeout' })
  expect(extract(text, { query: 'timeout database', context: 0 }).text).toBe('database timeout\ntimeout\n')
  expect(extract(text, { query: 'timeout database', context: 0, max: 1 }).text).toBe('database timeout\n')
})

test('words match across the styles of code', () => {
  expect(extract('a\nretryQueue failed\nb\n', { query: 'retry_queue', context: 0 }).text).toBe('retryQueue failed\n')
})

test('a budget keeps the most relevant lines', () => {
  const text = numbered(50, { 5: 'timeout', 25: 'database timeout', 45: 'timeout' })
  const { text: output, receipt } = extract(text, { query: 'database timeout', budget: 9, context: 1 })
  expect(output).toBe('line 24\ndatabase timeout\nline 26\n')
  expect(receipt.output.tokens).toBeLessThanOrEqual(9)
  expect(receipt.budget).toBe(9)
})

test('blank lines that go are counted as blank', () => {
  expect(extract('\n\nhit\n\nx\n', { query: 'hit', context: 0 }).receipt.removed).toMatchObject({ blank: 3, cut: 1 })
})

test('failures outside of the regions are indexed', () => {
  const { receipt } = extract(numbered(9, { 2: 'hit', 7: 'ERROR: disk full', 8: 'ERROR: disk gone' }), {
    query: 'hit',
    context: 0,
  })
  expect(receipt.findings.failures).toEqual({ total: 2, shown: 0, indexed: 2 })
  expect(receipt.findings.index).toEqual([[7, 8]])
})

test('no match is an empty text and a note that says so', () => {
  const { text, receipt } = extract('a\nb\n', { query: 'zebra' })
  expect(text).toBe('')
  expect(receipt.notes).toEqual(['no line matches the query'])
  expect(receipt.removed.cut).toBe(2)
})

test('notes name the gaps and the failures in them, shortly where they would exceed the budget', () => {
  const text = numbered(40, { 6: 'hit', 9: 'ERROR: disk full' })
  const long =
    '[diet] L1-4 not shown: 4 lines\nline 5\nhit\nline 7\n[diet] L8-40 not shown: 33 lines\n[diet] 1 more failure: L9\n'
  expect(extract(text, { query: 'hit', context: 1, notes: true }).text).toBe(long)
  expect(extract(text, { query: 'hit', context: 1, notes: true, budget: 25 }).text).toBe(
    '[diet] L1-4\nline 5\nhit\nline 7\n[diet] L8-40\n[diet] 1 more failure: L9\n',
  )
})

test.each([
  [{ query: '' }, 'bad-query'],
  [{ query: '  ' }, 'bad-query'],
  [{}, 'bad-query'],
  [{ query: 'a', budget: 0 }, 'bad-budget'],
  [{ query: 'a', budget: -1 }, 'bad-budget'],
  [{ query: 'a', budget: Number.NaN }, 'bad-budget'],
  [{ query: 'a', budget: 1.5 }, 'bad-budget'],
  [{ query: 'a', budget: '9' }, 'bad-budget'],
  [{ query: 'a', context: -1 }, 'bad-option'],
  [{ query: 'a', max: 0 }, 'bad-option'],
  [{ query: 'a', count: 'o200k' }, 'bad-option'],
])('%j is the error %s', (options, code) => {
  expect(() => extract('a\n', options as never)).toThrow(
    expect.objectContaining({ name: 'DietError', code, message: expect.stringMatching(/; .+\.$/) }),
  )
})
