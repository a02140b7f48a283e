import { describe, expect, it } from 'vitest'
import { createSource } from '../../source/source.ts'
import { leastChars } from './bound.ts'
import { internLines } from './interned.ts'
import { encodeLossless } from './lossless.ts'

const least = (lines: readonly string[], most = 1e9): number => {
  const source = createSource(`${lines.join('\n')}\n`)
  return leastChars(source, internLines(source, 1e9)!.firsts, most)
}
const body = (lines: readonly string[]): number => {
  const source = createSource(`${lines.join('\n')}\n`)
  return encodeLossless(source, { maxChars: source.text.length })?.body.length ?? Number.POSITIVE_INFINITY
}
const times = (count: number, line: (i: number) => string): string[] => Array.from({ length: count }, (_, i) => line(i))
/** Numbers without order in 0..99,999: bits mixed as a hash does. */
const spread = (i: number): number => {
  const a = Math.imul(i ^ (i >>> 5) ^ 0x5bd1, 0x9e3779b1)
  const b = Math.imul(a ^ (a >>> 15), 0x85ebca6b)
  return ((b ^ (b >>> 13)) >>> 0) % 100_000
}

describe('what a lossless text takes at the least', () => {
  it('is the words and the steps where numbers follow from each other', () => {
    expect(least(times(500, (i) => `step ${i + 10} took ${i * 7 + 20} ms`))).toBe(
      'step'.length + 'took'.length + 'ms'.length + '1'.length + '7'.length,
    )
  })

  it('counts what comes in turn as known after the first turn', () => {
    const words = ['opened', 'closed', 'stored', 'settled']
    const once = least(times(8, (i) => `order ${words[i % 4]} ${i}`))
    expect(least(times(800, (i) => `order ${words[i % 4]} ${i}`))).toBe(once)
  })

  it('grows with the digits of numbers without order', () => {
    const lines = times(1000, (i) => `order ${spread(i)} stored`)
    expect(least(lines)).toBeGreaterThan(3000)
    expect(least(lines)).toBeLessThan(6000)
  })

  it('stops as soon as it is more than what is allowed', () => {
    const found = least(
      times(1000, (i) => `order ${spread(i)} stored`),
      100,
    )
    expect(found).toBeGreaterThan(100)
    expect(found).toBeLessThan(200)
  })

  it.each([
    ['counting', (i: number) => `[${i}/300] cc -c src/part${i}.c -o build/part${i}.o`],
    [
      'times',
      (i: number) =>
        `2024-05-01T12:00:${String(i % 60).padStart(2, '0')}.${100 + i} INFO [worker-${i % 8}] took ${spread(i) % 90} ms`,
    ],
    ['ids', (i: number) => `stored ${spread(i).toString(16)} for user ${spread(i + 7)}`],
    ['words in turn', (i: number) => `task ${['red', 'green', 'blue'][i % 3]} ${i} of 300 is done`],
    ['shares', (i: number) => `disk ${i % 100}.${i % 7}% used, version 1.2.${i}`],
  ])('is less than any text that we write: %s', (_name, line) => {
    const lines = times(300, line)
    expect(least(lines)).toBeLessThan(body(lines))
  })
})
