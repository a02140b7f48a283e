import { describe, expect, it } from 'vitest'
import type { Ask } from '../../ladder/candidate.ts'
import { analyse } from '../../signals/analysis.ts'
import { createSource } from '../../source/source.ts'
import { type Blocks, findBlocks } from './blocks.ts'

const ask = { exitCode: 1 } as Ask
const blocksOf = (lines: readonly string[]): Blocks => {
  const source = createSource(`${lines.join('\n')}\n`)
  return findBlocks(source, analyse(source), ask)
}
const titles = (lines: readonly string[]): number[] => blocksOf(lines).failures.map(({ title }) => title)

describe('a failure that is told several times', () => {
  it('is one in a list of tests, over its details and in a recap of the same form', () => {
    const { failures } = blocksOf([
      '▶ cart',
      '  ✔ rounds (1ms)',
      '  ✖ adds tax (2ms)',
      '    AssertionError: 4 !== 5',
      '✖ cart (3ms)',
      'ℹ tests 2',
      'ℹ fail 1',
      '✖ failing tests:',
      'test at test/cart.test.js:3:1',
      '✖ adds tax (2ms)',
      '  AssertionError: 4 !== 5',
    ])
    expect(failures).toHaveLength(1)
    expect([failures[0]!.title, ...failures[0]!.also].sort((a, b) => a - b)).toEqual([3, 10])
  })

  it('is two when one form names it twice', () => {
    const lines = [
      '  ✕ adds tax',
      '  ✕ adds tax',
      '  ● Cart › adds tax',
      '    Expected: 1',
      '  ● Order › adds tax',
      '    Expected: 2',
    ]
    expect(titles(lines)).toEqual([3, 5])
  })

  it('keeps tests of one name and other numbers apart', () => {
    expect(titles(['not ok 7 should be equal', '# tests 9', '# fail 1', 'not ok 38 should be equal'])).toEqual([1, 4])
  })

  it('reads a numbered title on two lines, whatever the name looks like', () => {
    expect(
      titles([
        '  7 passing',
        '  2 failing',
        '',
        '  1) cart',
        '       adds tax:',
        '     Error: a',
        '',
        '  2) cart',
        '       FAIL is a name:',
        '     Error: b',
      ]),
    ).toEqual([4, 8])
  })

  it('takes messages of one text at other places for other failures', () => {
    const error = (place: string): string[] => ['error[E0425]: cannot find value `x` in this scope', ` --> ${place}`, '  |', '']
    expect(titles([...error('src/a.rs:2:5'), ...error('src/b.rs:9:1'), ...error('src/a.rs:2:5')])).toEqual([1, 5])
  })
})

describe('marks that sum up others', () => {
  it('are places: a suite told after its tests, a file over output and tests, a target over the compiler’s message', () => {
    expect(titles(['    not ok 1 - adds', '    1..1', 'not ok 1 - cart', "  error: '1 subtest failed'"])).toEqual([1])
    expect(
      titles([
        'FAIL test/cart.test.js',
        '  ● Console',
        '',
        '    console.log',
        '      loading',
        '',
        '  ● cart › adds',
        '    Expected: 4',
      ]),
    ).toEqual([7])
    expect(titles(['FAILED: build/cart.o', 'cc -c cart.c', 'src/cart.c:3:1: error: no member x'])).toEqual([3])
  })
})

describe('the tool’s own count', () => {
  it('decides that lines which look like failures are none', () => {
    const { failures, loose } = blocksOf([
      'FAIL: test_tax (a.Cart)',
      'Traceback (most recent call last):',
      '',
      'error: helper gave up',
      '',
      'Ran 3 tests in 0.01s',
      'FAILED (failures=1)',
    ])
    expect(failures.map(({ title }) => title)).toEqual([1])
    expect(loose).toEqual([[4, 4]])
  })

  it('is quoted when no reading agrees', () => {
    expect(blocksOf(['FAILED test_a.py::test_tax - x', '==== 3 failed, 2 passed in 0.1s ====']).disputed).toBe(3)
    expect(blocksOf(['FAILED test_a.py::test_tax - x', '==== 1 failed, 2 passed in 0.1s ====']).disputed).toBeUndefined()
  })

  it('of none clears names of tests without a mark', () => {
    expect(titles(['cart', '  FAIL is a valid name', '  adds tax', '2 examples, 0 failures'])).toEqual([])
  })
})

describe('failures with one cause', () => {
  it('are a cluster, the first of which tells it', () => {
    const lines = Array.from({ length: 9 }, (_, i) => [
      ` FAIL  test/part${i}.test.ts [ test/part${i}.test.ts ]`,
      `Error: Cannot find package '@shop/x' imported from /app/test/part${i}.test.ts`,
      '',
    ]).flat()
    const { clusters } = blocksOf([...lines, ' FAIL  test/other.test.ts > adds', 'AssertionError: expected 5 to be 4'])
    expect(clusters.map(({ failures, cause }) => [failures.length, cause])).toEqual([[9, 2]])
  })
})

describe('a message told again', () => {
  const trace = [
    'Unhandled Exception:',
    "System.KeyNotFoundException: The key 'XAU' was not present.",
    '  at Rates.Get (System.String key) in Rates.cs:2',
  ]

  it('below its trace is the same failure', () => {
    expect(
      titles([...trace, "[ERROR] FATAL UNHANDLED EXCEPTION: System.KeyNotFoundException: The key 'XAU' was not present."]),
    ).toEqual([1])
  })

  it('is another one with other words', () => {
    expect(
      titles([...trace, "[ERROR] FATAL UNHANDLED EXCEPTION: System.KeyNotFoundException: The key 'XPT' was not present."]),
    ).toEqual([1, 4])
  })
})

describe('items of a list of errors', () => {
  it('are failures, and those of a list of advice are none', () => {
    expect(
      titles([
        'Linting...',
        'Errors:',
        '1. main points to no file.',
        '2. types must come first.',
        'Suggestions:',
        '1. Set a type.',
      ]),
    ).toEqual([3, 4])
  })
})
