import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSource } from '../source/source.ts'
import { analyse, roleAt } from './analysis.ts'
import { ROLE } from './line.ts'

const analysed = (lines: readonly string[]) => analyse(createSource(lines.map((line) => `${line}\n`).join('')))

describe('shapes', () => {
  it('are numbered from 0 in order of appearance and counted', () => {
    const { shape, shapeCount, coarse, coarseCount } = analysed(['took 3 ms', 'ready:', 'took 12 ms', 'set up:', 'took 999 ms'])
    expect([...shape]).toEqual([0, 1, 0, 2, 0])
    expect([...shapeCount]).toEqual([3, 1, 1])
    /* Words are masked: one word and two words are a run of words. */
    expect([...coarse]).toEqual([0, 1, 0, 1, 0])
    expect([...coarseCount]).toEqual([3, 2])
  })

  it('stay right when there are many', () => {
    /* Names without digits, each another shape; every third line comes again. */
    const name = (n: number): string => [...n.toString(26)].map((c) => String.fromCharCode(97 + Number.parseInt(c, 26))).join('')
    const lines = Array.from({ length: 9000 }, (_, i) => (i % 3 === 2 ? `same ${i}` : `word ${name(i)}`))
    const { shape, shapeCount } = analysed(lines)
    const expected = new Map<string, number>()
    const keys = lines.map((line) => line.replace(/\d+/, '#'))
    for (const key of keys) if (!expected.has(key)) expected.set(key, expected.size)
    expect([...shape]).toEqual(keys.map((key) => expected.get(key)))
    expect(shapeCount.length).toBe(expected.size)
    expect(shapeCount[shape[2]!]).toBe(3000)
  })

  it('partition the lines', () => {
    const word = fc.constantFrom('error', 'ok', '0', '12', 'a', '✓', ':', 'Zz')
    fc.assert(
      fc.property(
        fc.array(
          fc.array(word, { maxLength: 5 }).map((words) => words.join(' ')),
          { maxLength: 60 },
        ),
        (lines) => {
          const { shape, shapeCount, coarse, coarseCount, roles } = analysed(lines)
          expect(shapeCount.reduce((sum, n) => sum + n, 0)).toBe(lines.length)
          expect(coarseCount.reduce((sum, n) => sum + n, 0)).toBe(lines.length)
          const seen = new Map<number, number>()
          shape.forEach((id, i) => {
            /* A finer shape lies within one coarse shape, and its lines have one role. */
            expect(seen.get(id) ?? coarse[i]).toBe(coarse[i])
            seen.set(id, coarse[i]!)
            expect(roles[i]).toBe(roles[shape.indexOf(id)])
          })
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('roles', () => {
  it('stand at the line, one each', () => {
    const analysis = analysed(['✓ adds tax', '✗ rounds half up', '', '3 failed, 2 passed', 'src/a.ts:1:2 - error TS2322: x'])
    expect([1, 2, 3, 4, 5].map((n) => roleAt(analysis, n))).toEqual([
      ROLE.pass,
      ROLE.mark,
      ROLE.noise,
      ROLE.verdict,
      ROLE.failure,
    ])
  })

  it('tell zero from other counts, though digits are masked', () => {
    const analysis = analysed(['3 failed', '0 failed', '12 failed', '0 failed', 'exit code: 1', 'exit code: 0'])
    expect([...analysis.roles]).toEqual([ROLE.verdict, ROLE.summary, ROLE.verdict, ROLE.summary, ROLE.verdict, ROLE.none])
  })

  it('see through colors and prefixes', () => {
    const at = (i: number): string => `2024-05-01T12:00:0${i}.1234567Z `
    const bodies = [
      '\u001b[31m✗\u001b[39m adds tax',
      'npm ci',
      '##[error]Process completed with exit code 1.',
      '✓ ok then',
      'done',
      'x y',
      'z',
    ]
    const plain = [...analysed(bodies).roles]
    expect(plain[0]).toBe(ROLE.mark)
    expect([...analysed(bodies.map((body, i) => at(i) + body)).roles]).toEqual(plain)
  })

  it('of no lines are none', () => {
    const { roles, shapeCount } = analyse(createSource(''))
    expect([roles.length, shapeCount.length]).toEqual([0, 0])
  })
})
