import { describe, expect, it } from 'vitest'
import { createSource } from '../../source/source.ts'
import { describeGap } from './describe.ts'
import { parseDiff } from './parse.ts'
import { readDiff } from './reading.ts'

const numbered = (count: number, line: (i: number) => string): string[] => Array.from({ length: count }, (_, i) => line(i))

const hunk = (i: number): string =>
  [
    `@@ -${i}0,9 +${i}0,9 @@`,
    ...numbered(4, (k) => ` int before${k} = ${i}`),
    ...numbered(i % 4, (k) => `-old line ${k} of hunk ${i}`),
    '+new line',
    ...numbered(3, (k) => ` int after${k} = ${i}`),
  ].join('\n')
const file = (f: number): string => [`--- a/src/f${f}.c`, `+++ b/src/f${f}.c`, ...numbered(4, (i) => hunk(f * 4 + i))].join('\n')
const input = `${numbered(5, file).join('\n')}\n`

const source = createSource(input)
const diff = parseDiff(source)
const reading = readDiff(source, diff)
const names = diff.files.map(({ from }) => from)

/** The sum of what a text says of lines with this sign; totals stand before names, which repeat them by file. */
const said = (text: string, sign: '+' | '-'): number => {
  const counts = text.split(': ')[0]!
  return [...counts.matchAll(/(?:^| )([+-])(\d+)/g)].reduce((sum, [, own, n]) => sum + (own === sign ? Number(n) : 0), 0)
}

describe('describeGap', () => {
  it.each([false, true])('says the truth in any number of chars, and never takes more (scarce: %s)', (scarce) => {
    const describeIt = describeGap(reading, names, scarce)
    let texts = 0
    for (let from = 1; from < source.lines; from += 7) {
      for (const to of [from, from + 5, from + 23, from + 80, source.lines]) {
        if (to > source.lines) continue
        for (let chars = 0; chars < 260; chars++) {
          const text = describeIt([from, to], chars)
          if (text === undefined) continue
          texts++
          expect(text.length).toBeLessThanOrEqual(chars)
          expect([from, to, text, said(text, '+'), said(text, '-')]).toEqual([
            from,
            to,
            text,
            diff.added[to]! - diff.added[from - 1]!,
            diff.removed[to]! - diff.removed[from - 1]!,
          ])
        }
      }
    }
    expect(texts).toBeGreaterThan(1000)
  })

  it('names a file only where the line that names it is hidden', () => {
    const describeIt = describeGap(reading, names, false)
    const second = diff.files[1]!
    expect(describeIt([second.from, second.to], 500)).toMatch(/^src\/f1\.c L\d+-\d+ \+1/)
    expect(describeIt([second.from + 1, second.to], 500)).toMatch(/^L\d+-\d+ \+1/)
  })

  it('says nothing of a gap without a change', () => {
    expect(describeGap(reading, names, false)([4, 6], 500)).toBeUndefined()
  })
})
