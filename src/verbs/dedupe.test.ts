import { expect, test } from 'vitest'
import { dedupe } from './dedupe.ts'

const lines = (...parts: string[]): string => parts.map((part) => `${part}\n`).join('')

test('of equal lines the first stays', () => {
  const { text, receipt } = dedupe(lines('start', 'retry', 'retry', 'done', 'retry'))
  expect(text).toBe(lines('start', 'retry', 'done'))
  expect(receipt.removed).toMatchObject({ repeat: 2, near: 0 })
  expect(receipt.verb).toBe('dedupe')
  expect(receipt.verbatim).toBe(true)
  expect(receipt.lossless).toBe(false)
  expect(receipt.fates).toEqual([
    [1, 2, 'kept'],
    [3, 3, 'repeat', 2],
    [4, 4, 'kept'],
    [5, 5, 'repeat', 2],
  ])
})

test('a repeated block goes whole, with the blank lines and braces inside it', () => {
  const block = lines('function a() {', '  call(1)', '}', '', 'end of a')
  const { text, receipt } = dedupe(`${block}between\n${block}`)
  expect(text).toBe(`${block}between\n`)
  expect(receipt.fates).toEqual([
    [1, 6, 'kept'],
    [7, 11, 'repeat', 1],
  ])
})

test('a block that begins with structure goes whole too', () => {
  const block = lines('{', '  "id": 1', '}')
  expect(dedupe(`first\n${block}second\n${block}third\n`).text).toBe(`first\n${block}second\nthird\n`)
})

test('structure alone is no repeat', () => {
  const text = lines('if (a) {', '  one()', '}', '', 'if (b) {', '  two()', '}', '', '-----', 'x', '-----', 'y')
  expect(dedupe(text).text).toBe(text)
  expect(dedupe(text).receipt.rung).toBe('whole')
  expect(dedupe(text).receipt.lossless).toBe(true)
})

test('lines that differ only in addresses fold into the first, verbatim in its place, and are counted apart', () => {
  const text = lines('#0 0x55d0aa10 in parse', 'other', '#0 0x55d0bb20 in parse', '#0 0x55d0aa10 in parse')
  const { text: output, receipt } = dedupe(text)
  expect(output).toBe(lines('#0 0x55d0aa10 in parse', 'other'))
  expect(receipt.removed).toMatchObject({ near: 1, repeat: 1 })
  expect(receipt.fates).toEqual([
    [1, 2, 'kept'],
    [3, 3, 'near', 1],
    [4, 4, 'repeat', 1],
  ])
})

test('blocks that differ only in addresses fold whole', () => {
  const trace = (a: string, b: string): string =>
    lines('==ERROR: heap-use-after-free', `  #0 ${a} in f`, `  #1 ${b} in g`, '', 'SUMMARY: f')
  const { text, receipt } = dedupe(`${trace('0x7f00aa01', '0x7f00aa02')}run 2\n${trace('0x7f00bb01', '0x7f00bb02')}`)
  expect(text).toBe(`${trace('0x7f00aa01', '0x7f00aa02')}run 2\n`)
  expect(receipt.removed).toMatchObject({ near: 2, repeat: 3 })
})

test.each([
  ['bare hex', 'commit deadbeef01', 'commit deadbeef02'],
  ['timestamps', '12:00:01 ready', '12:00:02 ready'],
  ['process ids', '==4711== error', '==4712== error'],
  ['codes and offsets', 'exit status 0x1', 'exit status 0x2'],
  ['names that contain 0x', 'file_0x1234ab', 'file_0x1234ac'],
  ['addresses beside another difference', 'at 0x7f001234 in f', 'at 0x7f005678 in g'],
  ['white space', 'a b', 'a  b'],
])('%s stay significant', (_, one, two) => {
  const text = lines(one, two)
  expect(dedupe(text).text).toBe(text)
})

test('exactOnly folds byte-identical lines alone', () => {
  const text = lines('at 0x7f001234', 'at 0x7f005678', 'at 0x7f001234')
  const { text: output, receipt } = dedupe(text, { exactOnly: true })
  expect(output).toBe(lines('at 0x7f001234', 'at 0x7f005678'))
  expect(receipt.removed).toMatchObject({ near: 0, repeat: 1 })
})

test('line ends survive', () => {
  expect(dedupe('a\r\na\r\nb').text).toBe('a\r\nb')
  expect(dedupe('a\nb\na').text).toBe('a\nb\n')
  expect(dedupe('').text).toBe('')
})

test('notes say which lines are not shown and what they repeat', () => {
  const block = lines('one long line of the block', 'another long line of the block', 'a third line of the block')
  const { text } = dedupe(`${block}middle\n${block}${block}end\n`, { notes: true })
  expect(text).toBe(`${block}middle\n[diet] L5-10 not shown: 6 lines (6 repeat)\nend\n`)
  expect(dedupe(`${block}middle\n${block}end\n`, { notes: true }).text).toBe(
    `${block}middle\n[diet] L5-7 not shown: 3 lines (repeat of L1-3)\nend\n`,
  )
})

test('notes never make a text larger than its source', () => {
  expect(dedupe(lines('a', 'b', 'a', 'c'), { notes: true }).text).toBe(lines('a', 'b', 'c'))
})

test('repeated failures are told by the line that stands for them', () => {
  const { receipt } = dedupe(lines('ERROR: disk full', 'ok', 'ERROR: disk full'))
  expect(receipt.findings.failures).toEqual({ total: 1, shown: 1, indexed: 0 })
})

test('sizes, counter and key are in the receipt', () => {
  const { receipt } = dedupe('aaaa\naaaa\n', { hash: () => 'ABCDEF0123456789abcdef0123456789' })
  expect(receipt.source).toEqual({ lines: 2, chars: 10, bytes: 10, tokens: 3 })
  expect(receipt.output).toEqual({ lines: 1, chars: 5, bytes: 5, tokens: 2 })
  expect(receipt.counter).toBe('chars4')
  expect(receipt.key).toBe('abcdef0123456789abcdef01')
  expect(dedupe('a\n').receipt.key).toBe(null)
  expect(dedupe('a\n', { count: () => 1 }).receipt.counter).toBe('custom')
})
