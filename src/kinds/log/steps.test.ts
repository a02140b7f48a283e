import { describe, expect, it } from 'vitest'
import type { Ask } from '../../ladder/candidate.ts'
import { analyse } from '../../signals/analysis.ts'
import { createSource } from '../../source/source.ts'
import { digest } from '../../verbs/digest.ts'
import { type Blocks, findBlocks } from './blocks.ts'

const blocksOf = (lines: readonly string[]): Blocks => {
  const source = createSource(`${lines.join('\n')}\n`)
  return findBlocks(source, analyse(source), { exitCode: 1 } as Ask)
}
const titlesOf = (lines: readonly string[]): number[] => blocksOf(lines).failures.map(({ title }) => title)

const CHECKOUT = ['##[group]Run actions/checkout@v4', 'with:', '  fetch-depth: 1', '##[endgroup]', 'HEAD is now at 1a2b3c4']
const TEST = [
  '##[group]Run make test',
  'make test || echo "Error: the tests have failed"',
  'shell: /usr/bin/bash -e {0}',
  '##[endgroup]',
  'cc -c cart.c',
  'cart.c:12:3: error: expected expression',
  '##[error]Process completed with exit code 2.',
]

describe('the steps of a job', () => {
  it('what a script would say has not happened', () => {
    expect(titlesOf([...CHECKOUT, ...TEST])).toEqual([11])
  })

  it('a script without an end is read like other lines', () => {
    const open = ['##[group]Run make', 'Error: cannot open the cache', 'cart.c:12:3: error: expected expression']
    expect(titlesOf(open)).toEqual([2, 3])
  })

  it('a step is no failure, and what went wrong in it is', () => {
    const { failures, parents } = blocksOf([...CHECKOUT, ...TEST])
    expect(failures.map(({ title }) => title)).not.toContain(6)
    expect([...parents]).toEqual([6])
  })

  it('a part that is closed does not hold what follows', () => {
    const { parents } = blocksOf([
      '##[group]Run acme/build@v2',
      '##[endgroup]',
      '##[group]Versions',
      'cc 12.2',
      '##[endgroup]',
      '##[group]Compile',
      'cart.c:12:3: error: expected expression',
      '##[error]cc failed with exit code 1',
    ])
    expect([...parents].sort((a, b) => a - b)).toEqual([1, 6])
  })

  it('the job is named where something failed', () => {
    const noise = Array.from({ length: 400 }, (_, i) => `fetched part ${i} of the image`)
    const lines = ['Runner version 2', 'Complete job name: unit (20, linux)', ...CHECKOUT, ...noise, ...TEST]
    expect(digest(lines.join('\n'), { budget: 200, exitCode: 2 }).text).toContain('\nComplete job name: unit (20, linux)\n')
  })
})

describe('a listing of records', () => {
  const pod = (name: string, rest: readonly string[]): string[] => [
    `Name:   ${name}`,
    'Node:   node-1',
    'Status: x',
    ...rest,
    '',
    '',
  ]
  it('names the one that a failure stands in', () => {
    const lines = [
      ...pod('cart-1', ['Events:', '  Normal  Pulled  2m  kubelet  image is there']),
      ...pod('cart-2', ['Events:', '  Warning  Failed  4m  kubelet  Failed to pull image "cart:2": manifest unknown']),
    ]
    const { failures, parents } = blocksOf(lines)
    expect(failures).toHaveLength(1)
    expect(parents.has(8)).toBe(true)
    expect(parents.has(1)).toBe(false)
  })
})
