import { describe, expect, it } from 'vitest'
import { createSource } from '../../source/source.ts'
import { describeGap } from './describe.ts'
import { LINE, parseResults } from './parse.ts'

const numbered = (count: number, line: (i: number) => string): string[] => Array.from({ length: count }, (_, i) => line(i))
const source = createSource(
  `${numbered(14, (f) => numbered(1 + (f % 4), (h) => `src/area${f % 3}/mod${f}.ts:${h + 1}:  findOrder(${h})\nsrc/area${f % 3}/mod${f}.ts-${h + 2}-  rest`).join('\n--\n')).join('\n--\n')}\n`,
)
const results = parseResults(source, 'lines')
const hitsIn = (from: number, to: number): number =>
  results.roles.subarray(from - 1, to).filter((role) => role === LINE.hit).length

describe('describeGap', () => {
  it('counts the hits of each file, in any number of chars, and never takes more', () => {
    const describeIt = describeGap(results, () => false)
    let texts = 0
    for (let from = 1; from <= source.lines; from += 3) {
      for (const to of [from + 2, from + 9, from + 40, source.lines]) {
        if (to > source.lines) continue
        for (let chars = 0; chars < 400; chars += 3) {
          const text = describeIt([from, to], chars)
          if (text === undefined) continue
          texts++
          expect(text.length).toBeLessThanOrEqual(chars)
          const total = /(?:^|, )(\d+) hits?$/.exec(text)
          const notes = [...text.matchAll(/\.ts (\d+)/g)].map(([, n]) => Number(n))
          /* Without notes, the names alone are said. */
          if (total !== null) expect([text, Number(total[1])]).toEqual([text, hitsIn(from, to)])
          else if (notes.length > 0 && !text.includes(' more'))
            expect([text, notes.reduce((a, b) => a + b, 0)]).toEqual([text, hitsIn(from, to)])
          else expect(text).toMatch(/^\d+ files: |^src\//)
        }
      }
    }
    expect(texts).toBeGreaterThan(1000)
  })

  it('does not repeat the name of the file that is shown above', () => {
    const describeIt = describeGap(results, () => false)
    const first = results.file.indexOf(1) + 1
    /* Of two hits with a line around each, the first hit is shown. */
    expect(describeIt([first + 1, first + 4], 100)).toBe('1 hit')
    expect(describeIt([first, first + 4], 100)).toBe('src/area1/mod1.ts 2')
  })
})
