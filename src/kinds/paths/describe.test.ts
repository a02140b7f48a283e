import { describe, expect, it } from 'vitest'
import { createSource } from '../../source/source.ts'
import { describeGap } from './describe.ts'
import { parseListing } from './parse.ts'

const numbered = (count: number, line: (i: number) => string): string[] => Array.from({ length: count }, (_, i) => line(i))
const source = createSource(
  `${numbered(90, (i) => `pkg/${['api', 'core', 'web'][i % 3]}/src/part${i % 6}/file${'x'.repeat(1 + (i % 5))}.ts`)
    .sort()
    .join('\n')}\n`,
)
const listing = parseListing(source, 'paths')

describe('describeGap', () => {
  it('counts by directory, as deep as fits; the counts add up to the entries of the gap', () => {
    const describeIt = describeGap(listing, () => false)
    let texts = 0
    for (let from = 1; from <= source.lines; from += 4) {
      for (const to of [from + 3, from + 20, source.lines]) {
        if (to > source.lines) continue
        for (let chars = 0; chars < 300; chars += 2) {
          const text = describeIt([from, to], chars)
          if (text === undefined || text.endsWith(' more')) continue
          texts++
          expect(text.length).toBeLessThanOrEqual(chars)
          const sum = [...text.matchAll(/ (\d+)(?=[,}]|$)/g)].reduce((total, [, n]) => total + Number(n), 0)
          expect([text, sum]).toEqual([text, to - from + 1])
        }
      }
    }
    expect(texts).toBeGreaterThan(1000)
  })

  it('says less in fewer chars', () => {
    const describeIt = describeGap(listing, () => false)
    expect(describeIt([1, source.lines], 40)).toBe('pkg/api 30, pkg/core 30, pkg/web 30')
    expect(describeIt([1, source.lines], 33)).toBe('pkg/{api 30, core 30, web 30}')
    expect(describeIt([1, source.lines], 12)).toBe('pkg 90')
    expect(describeIt([1, source.lines], 3)).toBeUndefined()
  })
})
