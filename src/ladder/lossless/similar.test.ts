import { describe, expect, it } from 'vitest'
import { createSource } from '../../source/source.ts'
import { noteSimilar } from './similar.ts'

describe('one annotation for given lines', () => {
  it('tells how later lines differ from the first', () => {
    const source = createSource('retry 1 of db-k failed\nother\nretry 2 of db-m failed\nretry 3 of db-q failed\n')
    expect(noteSimilar(source, [1, 3, 4])).toBe('[diet] + 2 similar lines: L3-4; 1 +1; k (m,q)')
  })

  it('has nothing to say of equal lines, of one, or of very long ones', () => {
    const source = createSource(`same\nsame\n${'x1 '.repeat(900)}\n${'x2 '.repeat(900)}\n`)
    expect(noteSimilar(source, [1, 2])).toBeUndefined()
    expect(noteSimilar(source, [1])).toBeUndefined()
    expect(noteSimilar(source, [3, 4])).toBeUndefined()
  })
})
