import { describe, expect, it } from 'vitest'
import { taggedLines } from './tags.ts'

const around = (block: readonly string[]): string =>
  [...Array.from({ length: 60 }, (_, i) => `line ${i}`), ...block, 'the end'].join('\n')

describe('taggedLines', () => {
  it.each<[string, readonly string[]]>([
    ['a block', ['<system-reminder>', 'Ask.', '</system-reminder>']],
    ['with attributes and a blank line', ['<tool_output id="7">', '', 'x', '</tool_output>']],
    ['with text on the lines of its tags', ['<note>one', 'two</note>']],
  ])('%s', (_, block) => expect(taggedLines(around(block))).toEqual(block))

  it('a block in a block, each line of both', () => {
    const block = ['<outer-one>', '<inner-one>', 'x', '</inner-one>', '</outer-one>']
    expect(new Set(taggedLines(around(block)))).toEqual(new Set(block))
  })

  it.each<[string, readonly string[]]>([
    ['an element of HTML', ['<div>', 'x', '</div>']],
    ['a tag that nothing closes', ['<system-reminder>', 'x']],
    ['a tag that nothing opens', ['x', '</system-reminder>']],
    ['a comparison', ['a < b', 'c > d </']],
    ['a block that takes too much of the text', ['<big-one>', 'x'.repeat(500), '</big-one>']],
  ])('not %s', (_, block) => expect(taggedLines(around(block))).toEqual([]))

  it('ten thousand tags that nothing closes are read once', () => {
    const text = Array.from({ length: 10_000 }, (_, i) => `<t-${i}>`).join('\n')
    expect(taggedLines(`${text}\n</t-9999>`)).toEqual(['<t-9999>', '</t-9999>'])
  })
})
