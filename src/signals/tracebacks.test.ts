import { describe, expect, it } from 'vitest'
import { createSource } from '../source/source.ts'
import { analyse } from './analysis.ts'
import { ROLE } from './line.ts'
import { rankFrames } from './tracebacks.ts'

const LINES = [
  'Traceback (most recent call last):',
  '  File "/app/main.py", line 3, in <module>',
  '    run()',
  '  File "/usr/lib/python3/dist-packages/engine/base.py", line 90, in execute',
  '    raise error(value)',
  '  File "/app/rates.py", line 7, in rate',
  '    return table[key]',
  "KeyError: 'XAU'",
]

describe('a traceback', () => {
  const source = createSource(`${LINES.join('\n')}\n`)
  const { roles } = analyse(source)

  it("has code of a library under a library's frame", () => {
    expect(roles[3]).toBe(ROLE.library)
    expect(roles[4]).toBe(ROLE.library)
    expect(roles[6]).not.toBe(ROLE.library)
  })

  it("has the last of the user's frames first", () => {
    const rank = new Uint16Array(LINES.length).fill(9)
    rankFrames(source, roles, rank, [0, LINES.length - 1])
    expect([rank[1], rank[2], rank[3], rank[5], rank[6]]).toEqual([1, 1, 9, 0, 0])
  })
})
