/** What tools print as JSON is read as the results that it is. */
import { describe, expect, it } from 'vitest'
import { digest } from '../../verbs/digest.ts'

const lines = (records: readonly object[]): string => `${records.map((record) => JSON.stringify(record)).join('\n')}\n`
const ids = Array.from({ length: 40 }, (_, i) => i)

const event = (fields: object): object => ({ Time: '2026-03-02T10:00:00.000000001Z', Package: 'shop/cart', ...fields })
const testEvents = (failing: number): string =>
  lines([
    ...ids.flatMap((i) => {
      const Test = `TestError${i}`
      const fails = i < failing
      return [
        event({ Action: 'run', Test }),
        event({ Action: 'output', Test, Output: `=== RUN   ${Test}\n` }),
        ...(fails ? [event({ Action: 'output', Test, Output: `    cart_test.go:${i + 9}: total ${i}: got 11, want 12\n` })] : []),
        event({ Action: 'output', Test, Output: `--- ${fails ? 'FAIL' : 'PASS'}: ${Test} (0.00s)\n` }),
        event({ Action: fails ? 'fail' : 'pass', Test, Elapsed: 0 }),
      ]
    }),
    event({ Action: 'output', Output: failing > 0 ? 'FAIL\n' : 'PASS\n' }),
    event({ Action: 'output', Output: failing > 0 ? 'FAIL\tshop/cart\t0.008s\n' : 'ok  \tshop/cart\t0.008s\n' }),
    event({ Action: failing > 0 ? 'fail' : 'pass', Elapsed: 0.008 }),
  ])

it('go test -json that passed takes at most 150 tokens', () => {
  const { receipt } = digest(testEvents(0), { command: 'go test -json ./...', exitCode: 0 })
  expect(receipt.findings.failures.total).toBe(0)
  expect(receipt.verdict.reported).toBe('passed')
  expect(receipt.profile).toBe('go')
  expect(receipt.output.tokens).toBeLessThanOrEqual(150)
})

it('go test -json that failed: each test once, with what it said', () => {
  const { text, receipt } = digest(testEvents(3), { command: 'go test -json ./...', exitCode: 1, budget: 600 })
  expect(receipt.findings.failures).toMatchObject({ total: 3, shown: 3 })
  expect(receipt.verdict.reported).toBe('failed')
  for (const i of [0, 1, 2]) expect(text).toContain(`cart_test.go:${i + 9}: total ${i}: got 11, want 12`)
})

const compilerMessage = (i: number, level: string): object => {
  const message = i % 2 === 0 ? 'mismatched types' : `cannot find value \`name${i}\` in this scope`
  return {
    reason: 'compiler-message',
    package_id: 'path+file:///code/shop#0.1.0',
    manifest_path: '/code/shop/Cargo.toml',
    target: { kind: ['bin'], crate_types: ['bin'], name: 'shop', src_path: '/code/shop/src/main.rs', edition: '2021', doc: true },
    message: {
      rendered: `${level}: ${message}\n --> src/main.rs:${i + 1}:17\n  |\n${i + 1} |     let a = ${'b'.repeat(300)}\n`,
      $message_type: 'diagnostic',
      children: [],
      level,
      message,
      spans: [{ file_name: 'src/main.rs', line_start: i + 1, column_start: 17, is_primary: true, text: [] }],
      code: null,
    },
  }
}
const build = lines([
  ...ids.map((i) => ({
    reason: 'compiler-artifact',
    package_id: `registry#dep${i}@1.0.0`,
    target: { name: `dep${i}` },
    fresh: true,
  })),
  ...ids.slice(0, 6).map((i) => compilerMessage(i, 'error')),
  compilerMessage(7, 'warning'),
  { reason: 'build-finished', success: false },
])

it.each([400, 1000, 2000])('cargo --message-format=json: each error is one failure, at %i tokens', (budget) => {
  const { text, receipt } = digest(build, { command: 'cargo build --message-format=json', exitCode: 101, budget })
  expect(receipt.kind).toBe('json')
  expect(receipt.findings.failures.total).toBe(6)
  expect(receipt.findings.failures.shown).toBeGreaterThan(0)
  expect(receipt.verdict.reported).toBe('failed')
  expect(text).toContain('mismatched types')
})

it('golangci-lint --out-format json: each issue is one failure', () => {
  const Issues = ids.map((i) => ({
    FromLinter: i % 2 === 0 ? 'errcheck' : 'unused',
    Text: i % 2 === 0 ? `Error return value of \`close${i}\` is not checked` : `func \`pay${i}\` is unused`,
    Severity: '',
    Pos: { Filename: 'cart/cart.go', Offset: i, Line: i + 1, Column: 2 },
  }))
  const { receipt } = digest(JSON.stringify({ Issues, Report: { Linters: [{ Name: 'errcheck', Enabled: true }] } }), {
    command: 'golangci-lint run --out-format json',
    exitCode: 1,
    budget: 500,
  })
  expect(receipt.findings.failures.total).toBe(40)
})

const issue = (i: number): object => ({
  FromLinter: 'errcheck',
  Text: `Error return value of \`close${i}\` is not checked`,
  Pos: { Filename: 'a.go', Line: i },
})
const report = (issues: readonly object[] | null, more: object = {}): string =>
  JSON.stringify({ Issues: issues, Report: { Linters: ids.map((i) => ({ Name: `linter${i}`, Enabled: i % 2 === 0 })), ...more } })

it.each([
  ['with issues', report([issue(1), issue(2)]), 1, 'failed'],
  ['without any', report([]), 0, 'passed'],
  ['that has none to list', `${report(null)}\n`, 0, 'passed'],
  ['that could not run', report([], { Error: "can't load config: unsupported version of the configuration" }), 3, 'failed'],
])('golangci-lint says by its report how it went: one %s', (_, text, exitCode, reported) => {
  const { receipt } = digest(text, { command: 'golangci-lint run --out-format json', exitCode, budget: 300 })
  expect(receipt.verdict.reported).toBe(reported)
})

it('a list of failures is a report of failure only where the command failed', () => {
  const text = JSON.stringify({ data: ids.map((i) => ({ id: i, name: `n${i}` })), errors: [{ message: 'rate limit exceeded' }] })
  expect(digest(text, { command: 'shop-api prices', exitCode: 1, budget: 150 }).receipt.verdict.reported).toBe('failed')
  expect(digest(text, { command: 'shop-api prices', exitCode: 0, budget: 150 }).receipt.verdict.reported).toBeNull()
})

describe('go test -json', () => {
  const isOutputOfPackage = (line: string): boolean => !line.includes('"Test"') && line.includes('"output"')
  const isOfPackage = (line: string): boolean => !line.includes('"Test"')
  const without = (text: string, drops: (line: string) => boolean): string =>
    text
      .split('\n')
      .filter((line) => !drops(line))
      .join('\n')

  it('that passed says so by its last event, whatever the package printed', () => {
    const { receipt } = digest(without(testEvents(0), isOutputOfPackage), { command: 'go test -json ./...', exitCode: 0 })
    expect(receipt.verdict.reported).toBe('passed')
    expect(receipt.output.tokens).toBeLessThanOrEqual(150)
  })

  it.each([1, undefined])('that was cut off behind a failed test has failed, exit code %s', (exitCode) => {
    const text = without(testEvents(3), isOfPackage)
    const { text: shown, receipt } = digest(text, { command: 'go test -json ./...', exitCode, budget: 600 })
    expect(receipt.verdict.reported).toBe('failed')
    expect(receipt.findings.failures).toMatchObject({ total: 3, shown: 3 })
    for (const i of [0, 1, 2]) expect(shown).toContain(`cart_test.go:${i + 9}: total ${i}: got 11, want 12`)
  })

  it('that was cut off before any test failed says nothing', () => {
    expect(digest(without(testEvents(0), isOfPackage), { command: 'go test -json ./...' }).receipt.verdict.reported).toBeNull()
  })
})
