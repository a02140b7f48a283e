import { describe, expect, it } from 'vitest'
import { findNumbers } from './numbered.ts'

const find = (text: string) => {
  const lines = text.split('\n')
  return findNumbers(lines.length, (n) => lines[n - 1]!)
}
const numbered = (style: (i: number) => string): string => Array.from({ length: 20 }, (_, i) => style(i)).join('\n')

describe('lines with numbers', () => {
  it('the code begins behind what parts it from the number, its indentation included', () => {
    const found = find(numbered((i) => `${String(i + 98).padStart(6)}\t  return ${i}`))!
    expect([found.number(1), found.width(1)]).toEqual([98, 7])
    expect([found.number(3), found.width(3)]).toEqual([100, 7])
    expect(find(numbered((i) => `${i + 8}→    x`))!.width(20)).toBe(3)
    expect(find(numbered((i) => `${i + 8}: x`))!.width(1)).toBe(3)
  })

  it('numbers may leave lines out, as sed and grep -v do, where they go with the lines', () => {
    expect(find(numbered((i) => (i % 5 === 4 ? '' : `     ${i + 1}\tx`)))).toBeDefined()
  })

  it('hits of a search and rows of data are no numbered lines', () => {
    expect(find(numbered((i) => `${i * 17 + 3}:const x = ${i}`))).toBeUndefined()
    expect(find(numbered((i) => `${100 - i}\tx`))).toBeUndefined()
    expect(find(numbered((i) => `const x${i} = ${i}`))).toBeUndefined()
    expect(find(numbered((i) => (i % 3 === 0 ? `${i + 1}\tx` : 'text')))).toBeUndefined()
    expect(find('1\tx\n2\ty')).toBeUndefined()
  })
})
