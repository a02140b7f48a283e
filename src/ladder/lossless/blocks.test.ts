import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findBlocks } from './blocks.ts'

const blocksOf = (text: string): ReturnType<typeof findBlocks> => findBlocks(Int32Array.from(text, (c) => c.charCodeAt(0) - 97))

describe('repeated blocks', () => {
  it('finds copies next to the original and further away', () => {
    expect(blocksOf('abcabcxabc')).toEqual([{ first: 1, size: 3, copies: [4, 8] }])
  })

  it('tells copies of other lengths apart', () => {
    expect(blocksOf('abcdxabyabcd')).toEqual([
      { first: 1, size: 2, copies: [6] },
      { first: 1, size: 4, copies: [9] },
    ])
  })

  it('leaves a repeated line to others', () => {
    expect(blocksOf('aaaaaaaa')).toEqual([])
    expect(blocksOf('abacada')).toEqual([])
  })

  it('finds disjoint copies that equal their originals, which are no copies', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 60 }), (list) => {
        const ids = Int32Array.from(list)
        const owner = new Map<number, string>()
        const blocks = findBlocks(ids)
        for (const { first, size, copies } of blocks) {
          for (const copy of copies) {
            for (let i = 0; i < size; i++) {
              expect(ids[copy - 1 + i]).toBe(ids[first - 1 + i])
              expect(owner.has(copy + i)).toBe(false)
              owner.set(copy + i, 'copy')
            }
          }
        }
        for (const { first, size } of blocks) for (let i = 0; i < size; i++) expect(owner.has(first + i)).toBe(false)
      }),
    )
  })
})
