import { describe, expect, it } from 'vitest'
import { createSource } from '../source/source.ts'
import { analyse } from './analysis.ts'
import { ROLE } from './line.ts'

const rolesOf = (lines: readonly string[]): number[] => [...analyse(createSource(`${lines.join('\n')}\n`)).roles]

describe('a failure that a test runner knows of', () => {
  it('and its details tell of no failure of the run', () => {
    const roles = rolesOf([
      '✖ parses leap days (1.2ms) # TODO',
      '  TypeError: later',
      '      at parse (src/dates.js:3:9)',
      '✖ parses months (0.4ms)',
      '  TypeError: month 13',
    ])
    expect(roles.slice(0, 2)).toEqual([ROLE.pass, ROLE.none])
    expect(roles.slice(3)).toEqual([ROLE.mark, ROLE.thrown])
  })
})

describe('what a test printed', () => {
  it('is a hint of a problem, up to the blank line', () => {
    const roles = rolesOf(['stderr | src/cart.test.ts > cart > logs', 'TypeError: no price', '', 'TypeError: no cart'])
    expect([roles[1], roles[3]]).toEqual([ROLE.problem, ROLE.thrown])
  })
})
