import { describe, expect, it } from 'vitest'
import type { Ask } from '../../ladder/candidate.ts'
import { analyse } from '../../signals/analysis.ts'
import { createSource } from '../../source/source.ts'
import { type Blocks, findBlocks } from './blocks.ts'

const blocksOf = (lines: readonly string[]): Blocks => {
  const source = createSource(`${lines.join('\n')}\n`)
  return findBlocks(source, analyse(source), { exitCode: 1 } as Ask)
}

describe('what a failed test printed under the line that announced it', () => {
  const lines = [
    '=== RUN   TestDrawer',
    '=== RUN   TestDrawer/opens',
    '=== RUN   TestDrawer/jams',
    '    drawer_test.go:12: error: drawer 3 did not open',
    '=== RUN   TestDrawer/closes',
    '    drawer_test.go:12: closed after 4 ms',
    '--- FAIL: TestDrawer (0.00s)',
    '    --- PASS: TestDrawer/opens (0.00s)',
    '    --- FAIL: TestDrawer/jams (0.00s)',
    '    --- PASS: TestDrawer/closes (0.00s)',
    'FAIL',
  ]

  it('belongs to the failure, and is none of its own', () => {
    const { failures, of } = blocksOf(lines)
    expect(failures.map(({ title }) => title)).toEqual([9])
    expect(failures[0]!.blocks).toContainEqual([4, 4])
    expect(of[3]).toBe(of[8])
  })

  it('does not belong to it when another test was announced since', () => {
    const { of } = blocksOf(lines)
    expect(of[5]).not.toBe(of[8])
  })
})

describe('a test whose details stand above the line that says it failed', () => {
  it('is no suite of the subtests that failed before it', () => {
    const { failures } = blocksOf([
      '--- FAIL: TestTax (0.00s)',
      '    --- FAIL: TestTax/reduced (0.00s)',
      '        tax_test.go:9: got 7, want 5',
      '=== RUN   TestRound',
      '    round_test.go:4: got 99, want 100',
      '--- FAIL: TestRound (0.00s)',
      'FAIL',
    ])
    expect(failures.map(({ title }) => title)).toEqual([2, 6])
  })
})
