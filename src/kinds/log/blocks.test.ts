import { describe, expect, it } from 'vitest'
import type { Ask } from '../../ladder/candidate.ts'
import { analyse } from '../../signals/analysis.ts'
import { createSource } from '../../source/source.ts'
import { type Blocks, findBlocks } from './blocks.ts'
import { nameOf } from './titles.ts'

const ask = { exitCode: 1 } as Ask
const blocksOf = (lines: readonly string[]): Blocks => {
  const source = createSource(`${lines.join('\n')}\n`)
  return findBlocks(source, analyse(source), ask)
}
const titles = (lines: readonly string[]): number[] => blocksOf(lines).failures.map(({ title }) => title)

describe('findBlocks', () => {
  it('reads a marked title with what is indented below it as one failure', () => {
    const lines = [
      'PASS test/a.test.js',
      '  ● Cart › adds tax',
      '',
      '    expect(received).toBe(expected)',
      '',
      '    Expected: 4',
      '    Received: 5',
      '',
      '      at Object.<anonymous> (test/cart.test.js:12:5)',
      '',
      'PASS test/b.test.js',
    ]
    const { failures } = blocksOf(lines)
    expect(failures).toHaveLength(1)
    expect(failures[0]!.title).toBe(2)
    expect(failures[0]!.blocks[0]).toEqual([2, 9])
  })

  it('takes a failed file over its failed tests for a place and not for a failure', () => {
    const { failures, parents } = blocksOf([
      'FAIL test/cart.test.js',
      '  ● Cart › adds tax',
      '    Expected: 4',
      '    Received: 5',
      '  ● Cart › rounds',
      '    Expected: 1',
      '    Received: 2',
    ])
    expect(failures.map(({ title }) => title)).toEqual([2, 5])
    expect(parents.has(1)).toBe(true)
  })

  it('counts exceptions below each other in one column apart, but for what leads up to one and what caused it', () => {
    expect(titles(['asks', 'Error: bad 1', 'asks', 'Error: bad 2', 'asks', 'TypeError: no store'])).toEqual([2, 4, 6])
    expect(
      titles(['java.io.IOException: no store', '\tat a.B.c(B.java:3)', 'Caused by: java.net.ConnectException: refused']),
    ).toEqual([1])
    expect(
      titles([
        'Traceback (most recent call last):',
        '  File "a.py", line 2, in f',
        'ConnectionRefusedError: refused',
        '',
        'The above exception was the direct cause of the following exception:',
        '',
        'Traceback (most recent call last):',
        '  File "b.py", line 4, in g',
        'StoreError: no store',
      ]),
    ).toHaveLength(1)
  })

  it('reads an exception behind an error line as its cause, and frames as its own', () => {
    expect(
      titles([
        '10:00:00 ERROR OrderService - could not settle invoice 7',
        'java.lang.IllegalStateException: ledger closed',
        '\tat com.acme.Ledger.open(Ledger.java:44)',
        '\tat com.acme.Order.settle(Order.java:12)',
        'Caused by: java.io.IOException: disk full',
        '\tat com.acme.Disk.write(Disk.java:9)',
        '10:00:01 INFO OrderService - idle',
      ]),
    ).toEqual([1])
  })

  it('counts one failure for each error line of a compiler, with the code frame below', () => {
    const { failures } = blocksOf([
      "src/a.c:3:5: error: use of undeclared identifier 'x'",
      '    3 |     x = 1;',
      '      |     ^',
      "src/b.c:9:1: error: unknown type name 'u'",
      '    9 | u y;',
      '      | ^',
    ])
    expect(failures.map(({ title, blocks }) => [title, blocks[0]])).toEqual([
      [1, [1, 3]],
      [4, [4, 6]],
    ])
  })

  it('finds details that stand above their title', () => {
    const { failures } = blocksOf([
      '=== RUN   TestTax',
      '    tax_test.go:41: got 3, want 4',
      '--- FAIL: TestTax (0.00s)',
      '=== RUN   TestRound',
      '--- PASS: TestRound (0.00s)',
    ])
    expect(failures).toHaveLength(1)
    expect(failures[0]).toMatchObject({ title: 3, blocks: [[2, 3]] })
  })

  it('knows a failure again by its name', () => {
    const { failures, echoes } = blocksOf([
      '✕ adds tax (3 ms)',
      '✓ rounds (1 ms)',
      '',
      '● Cart › adds tax',
      '',
      '  Expected: 4',
      '  Received: 5',
    ])
    expect(failures).toHaveLength(1)
    expect(failures[0]!.title).toBe(4)
    expect([...echoes]).toEqual([1])
  })

  it('names the file over indented findings as their parent', () => {
    const { failures, parents } = blocksOf([
      'src/cart.js',
      "  12:5  error  'x' is not defined  no-undef",
      "  14:1  error  'y' is not defined  no-undef",
      '',
      'done',
    ])
    expect(failures).toHaveLength(2)
    expect([...parents]).toEqual([1])
  })

  it('finds nothing in a passing run', () => {
    expect(
      titles([
        '✓ handles errors',
        'ok 2 - rejects failed payments',
        'test_error_path PASSED',
        '0 errors, 0 failures',
        'Tests: 12 passed, 12 total',
      ]),
    ).toEqual([])
  })
})

describe('nameOf', () => {
  it.each([
    ['✕ adds tax (3 ms)', 'adds tax'],
    ['● Cart › adds tax', 'adds tax'],
    ['FAILED tests/test_cart.py::test_tax - assert 1 == 2', 'test_tax'],
    ['____________ test_tax ____________', 'test_tax'],
    ['tests/test_cart.py::test_tax FAILED            [ 30%]', 'test_tax'],
    ['--- FAIL: TestTax (0.00s)', 'testtax'],
    ['---- tax::tests::rounds stdout ----', 'rounds'],
    ['✗ rounds half up 4ms', 'rounds half up'],
    ['FAIL: test_tax (test_cart.CartTest.test_tax)', 'test_tax'],
    ['  adds tax (FAILED - 1)', 'adds tax'],
  ])('%s', (title, name) => {
    expect(nameOf(title)).toBe(name)
  })

  it('counts messages that begin below their place, beside other failures', () => {
    const lines = ['Main.hs:7:10: error:', '    Expected: Double', '', 'make: cart: No such file or directory']
    expect(titles(lines)).toEqual([1, 4])
  })

  it('takes no heading of warnings for a failure', () => {
    expect(
      titles(['==== warnings summary ====', '  a.py:5: RuntimeWarning: failed to load', 'FAILED tests/a.py::test_tax']),
    ).toEqual([3])
  })

  it('takes no skipped test for a failure', () => {
    const lines = ['  1) Failure:', 'A#test_a [a.rb:1]:', 'Expected: 2', '', '  2) Skipped:', 'A#test_b [a.rb:2]:', 'API down']
    expect(titles(lines)).toEqual([2])
  })

  it('takes what a test expects to be thrown for no failure', () => {
    const lines = ['Trying:', '    f(0)', 'Expecting:', '    Traceback (most recent call last):', '    KeyError: 0', 'ok']
    expect(titles(lines)).toEqual([])
  })

  describe('where the run failed by its warnings', () => {
    const lines = [
      'a.py:1: UserWarning: old',
      'docs/a.rst:9: WARNING: no',
      'b.rst:2: WARNING: gone',
      'Aborted with 2 warnings in strict mode!',
    ]

    it('counts as many warnings as the verdict', () => {
      expect(titles(lines)).toEqual([2, 3])
    })

    it('counts none where the command went well, or another failure tells why', () => {
      const source = createSource(lines.join('\n'))
      expect(findBlocks(source, analyse(source), { exitCode: 0 } as Ask).failures).toEqual([])
      expect(titles([...lines.slice(0, 2), 'cp: x: No such file or directory', ...lines.slice(2)])).toEqual([3])
      expect(titles(['cp: x: No such file or directory', ...lines])).toEqual([1, 3, 4])
    })
  })
})

describe('a tool that counts its failures', () => {
  it('counts none of what other commands of a long job printed', () => {
    const other = (n: number): string[] => Array.from({ length: n }, (_, i) => `copied part ${i} of the site`)
    const run = ['ok 1 - a', 'some/tool: could not read the cache', 'not ok 2 - adds tax', '1..2', '# pass 1', '# fail 1']
    expect(titles(run)).toEqual([3])
    expect(
      titles(['cp: x: No such file or directory', ...other(90), ...run, ...other(40), 'rm: y: No such file or directory']),
    ).toEqual([1, 94, 138])
  })
})

it('counts a failure under words that may tell of one, beside others', () => {
  const lines = [
    'cp: x: No such file or directory',
    '',
    '== Compilation error in file lib/shop.ex ==',
    '** (CompileError) lib/shop.ex:3: undefined function sum/1',
  ]
  expect(titles(lines)).toEqual([1, 4])
})

it('counts no findings of a linter that calls them warnings, in a run that failed later', () => {
  const findings = Array.from({ length: 8 }, (_, i) => [
    `src/rates.ts:${i + 20}:33 lint/style/noNonNullAssertion ${'━'.repeat(40)}`,
    '',
    '  ! Forbidden non-null assertion.',
    '',
  ]).flat()
  const built = Array.from({ length: 90 }, (_, i) => `TSFILE: dist/src/part${i}.js`)
  const lint = [...findings, 'Checked 13 files in 18ms. No fixes applied.', 'Found 8 warnings.']
  const run = ['✖ adds the fee (5.9ms)', '  AssertionError: 1 !== 2', 'ℹ tests 2', 'ℹ pass 1', 'ℹ fail 1']
  expect(titles([...lint, ...built, ...run])).toEqual([lint.length + built.length + 1])
})
