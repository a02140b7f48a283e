import { describe, expect, it } from 'vitest'
import { type DigestOptions, digest } from '../../verbs/digest.ts'

const tokens = (text: string): number => Math.ceil(text.length / 4)
const shownOf = (lines: readonly string[], options: DigestOptions): string[] =>
  digest(`${lines.join('\n')}\n`, options).text.split('\n')
const passing = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `  ✓ keeps invariant ${i} of the ledger (${i % 9} ms)`)

describe('log', () => {
  it('needs a few lines for a passing run, whatever the budget', () => {
    const lines = ['> shop@1.0.0 test', ...passing(900), '', 'Tests:       900 passed, 900 total', 'Time:        4.2 s']
    const { text, receipt } = digest(lines.join('\n'), { budget: 4000, exitCode: 0 })
    expect(tokens(text)).toBeLessThanOrEqual(150)
    expect(text).toContain('Tests:       900 passed, 900 total')
    expect(receipt.findings.failures.total).toBe(0)
    expect(receipt.verdict).toEqual({ exitCode: 0, reported: 'passed' })
  })

  it('keeps the run’s own counts when failures alone would fill the budget', () => {
    const failures = Array.from({ length: 200 }, (_, i) => [
      `✗ settles invoice ${i} of customer ${i * 7}`,
      `    Expected: ${i}`,
      `    Received: ${i + 1}`,
    ])
    const shown = shownOf([...failures.flat(), '', 'Tests:  200 failed, 12 passed, 212 total'], { budget: 300, exitCode: 1 })
    expect(shown).toContain('Tests:  200 failed, 12 passed, 212 total')
  })

  it('shows the cause that many failures share before the names of more of them', () => {
    const cause = `E   DeprecationWarning: the unit of a bare difference is deprecated and will raise an error ${'so '.repeat(20)}or later`
    const lines = Array.from({ length: 60 }, (_, i) => [
      `_________________ TestLedger${i}.test_settles_invoice_${i * 7} _________________`,
      `    ledger${i}.settle(${i})`,
      cause,
      '',
      `tests/test_ledger_${i}.py:${i + 3}: DeprecationWarning`,
    ])
    const shown = shownOf([...lines.flat(), '============ 60 failed in 4.1s ============'], {
      budget: 300,
      exitCode: 1,
      mode: 'verbatim',
    })
    expect(shown).toContain(cause)
  })

  it.each([['Error: bad gateway'], ['ERROR no answer from 10.0.0.7']])('folds an error that comes again: %s', (error) => {
    const lines = Array.from({ length: 600 }, (_, i) => (i % 2 === 0 ? 'asks the store' : error))
    expect(shownOf(lines, { budget: 200, exitCode: 1 }).slice(1)).toEqual([
      'asks the store',
      error,
      '[diet] + same 2 lines 299 times: L3-600',
      '',
    ])
  })

  it('folds an error that comes again at other times, and nothing of another error', () => {
    const at = (i: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, i)).toISOString().slice(0, 19)
    const lines = Array.from({ length: 800 }, (_, i) => `${at(i)}Z ERROR retry: connection to db refused`)
    lines[400] = `${at(400)}Z ERROR payment: card declined for order 8842`
    const { text, receipt } = digest(`${lines.join('\n')}\n`, { budget: 300, exitCode: 1 })
    expect(receipt.lossless).toBe(true)
    expect(receipt.findings.failures).toEqual({ total: 2, shown: 2, indexed: 0 })
    expect(text.split('\n')).toContain(lines[0])
    expect(text.split('\n')).toContain(lines[400])
    expect(tokens(text)).toBeLessThan(120)
  })

  it('writes many like failures losslessly, however small the budget', () => {
    const lines = Array.from({ length: 800 }, (_, i) => `ERROR retry ${i}: connection to db refused`)
    const { text, receipt } = digest(`${lines.join('\n')}\n`, { budget: 120, exitCode: 1 })
    expect(receipt.lossless).toBe(true)
    expect(receipt.findings.failures).toEqual({ total: 800, shown: 800, indexed: 0 })
    expect(text).toContain(lines[0])
  })

  it('stops where nothing is left that tells of the failure, however much room there is', () => {
    const noise = (from: number): string[] =>
      Array.from({ length: 400 }, (_, i) => `worker ${from + i} took job ${(from + i) * 31} from queue ${i % 5} and returned it`)
    const failure = ['Error: the cache of shard 7 is stale', '    at refresh (src/cache.js:12:5)']
    const { text } = digest([...noise(0), ...failure, ...noise(400)].join('\n'), { budget: 4000, exitCode: 1, mode: 'verbatim' })
    expect(text).toContain(failure.join('\n'))
    expect(tokens(text)).toBeLessThan(1000)
  })

  it('shows why a test failed before words of failure in its code', () => {
    const code = Array.from({ length: 30 }, (_, i) => `    :param option_${i}: whether an error number ${i} is allowed here`)
    const lines = [
      '____________ test_installs ____________',
      '',
      ...code,
      'E       AssertionError: the exit code was 1',
      '',
      'lib/run.py:81: AssertionError',
    ]
    const passed = Array.from({ length: 300 }, (_, i) => `tests/test_a.py::test_${i} PASSED`)
    const shown = shownOf([...passed, ...lines, '==== 1 failed, 300 passed in 4.1s ===='], {
      budget: 110,
      exitCode: 1,
      mode: 'verbatim',
    })
    expect(shown).toContain('E       AssertionError: the exit code was 1')
    expect(shown).toContain('lib/run.py:81: AssertionError')
  })

  it('leaves out what a job cleans up after the step that failed', () => {
    const step = [
      '##[group]Run make',
      'make',
      '##[endgroup]',
      'cart.c:12:3: error: expected expression',
      '##[error]Process completed with exit code 2.',
    ]
    const after = [
      'Post job cleanup.',
      '[command]/usr/bin/git version',
      'git version 2.53.0',
      'Removing the credentials',
      'Cleaning up orphan processes',
    ]
    const before = Array.from({ length: 300 }, (_, i) => `fetched part ${i} of the image`)
    const shown = shownOf([...before, ...step, ...after], { budget: 400, exitCode: 2, mode: 'verbatim' })
    expect(shown).toContain('cart.c:12:3: error: expected expression')
    expect(shown).not.toContain('git version 2.53.0')
  })

  it('does not take a plan for a run that passed: what will change is shown', () => {
    const made = Array.from({ length: 40 }, (_, i) => [
      `  # aws_instance.w${i} will be created`,
      `  + resource "aws_instance" "w${i}" {`,
      `      + ami = "ami-${i * 7}"`,
      '    }',
      '',
    ])
    const gone = ['  # aws_instance.db will be destroyed', '  - resource "aws_instance" "db" {', '    }', '']
    const text = [
      'Terraform will perform the following actions:',
      '',
      ...made.flat(),
      ...gone,
      'Plan: 40 to add, 0 to change, 1 to destroy.',
    ]
    const { text: shown } = digest(text.join('\n'), { budget: 800, exitCode: 0, mode: 'verbatim' })
    expect(shown).toContain('\n  # aws_instance.db will be destroyed\n')
    expect(shown).toContain('\nPlan: 40 to add, 0 to change, 1 to destroy.')
    expect(shown.match(/will be created/g)!.length).toBeGreaterThan(20)
  })

  it('does not let warnings push out the one error behind them', () => {
    const warnings = Array.from({ length: 40 }, (_, i) => [
      `warning: unused variable: \`part_${i}\``,
      ` --> src/lib.rs:${i + 3}:9`,
      '  |',
      `${i + 3} |     let part_${i} = 1;`,
      '  |         ^^^^^^',
      '',
    ])
    const error = [
      'error[E0308]: mismatched types',
      ' --> src/tax.rs:88:14',
      '   |',
      '88 |     total + "1"',
      '   |             ^^^ expected `u32`, found `&str`',
    ]
    const shown = shownOf(
      [...warnings.flat(), ...error, '', 'error: could not compile `shop` (lib) due to 1 previous error; 40 warnings emitted'],
      { budget: 250, exitCode: 101 },
    )
    expect(shown).toContain('error[E0308]: mismatched types')
    expect(shown).toContain(' --> src/tax.rs:88:14')
  })

  it('says that no failure was recognised, and keeps the start and the end', () => {
    const lines = Array.from({ length: 400 }, (_, i) => `copied object ${i * 31} to the bucket`)
    const shown = shownOf(lines, { budget: 200, exitCode: 7 })
    expect(shown[0]).toContain('exit 7. no failure recognised')
    expect(shown).toContain(lines[0])
    expect(shown).toContain(lines.at(-1))
  })

  it('says when exit code and summary disagree', () => {
    const lines = [...passing(300), 'Tests:       300 passed, 300 total']
    expect(shownOf(lines, { budget: 150, exitCode: 1 })[0]).toContain('the tool itself reports success')
  })

  it('prefers the failed step of a CI job to the noise of the others', () => {
    const stamp = (i: number): string =>
      `2026-04-01T10:${String(Math.floor(i / 60) % 60).padStart(2, '0')}:${String(i % 60).padStart(2, '0')}.1234567Z `
    const lines = [
      '##[group]Run setup',
      ...Array.from({ length: 120 }, (_, i) => `error: optional mirror ${i} is unreachable, trying the next one`),
      '##[endgroup]',
      '##[group]Run npm test',
      ...Array.from({ length: 200 }, (_, i) => `compiled chunk ${i}`),
      'The lockfile names a registry that is not the one in the settings.',
      '##[error]Process completed with exit code 1.',
      ...Array.from({ length: 60 }, (_, i) => `Removing cached layer ${i}`),
    ].map((line, i) => stamp(i) + line)
    const shown = shownOf(lines, { budget: 400, exitCode: 1 }).join('\n')
    expect(shown).toContain('##[error]Process completed with exit code 1.')
    expect(shown).toContain('The lockfile names a registry that is not the one in the settings.')
  })

  it('answers the query where nothing failed', () => {
    const lines = Array.from({ length: 500 }, (_, i) =>
      i === 333 ? 'cache: evicted tariff table after 90 days' : `cache: stored page ${i * 3} of the catalogue`,
    )
    expect(shownOf(lines, { budget: 150, query: 'tariff eviction' })).toContain('cache: evicted tariff table after 90 days')
  })
})
