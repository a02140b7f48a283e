import { describe, expect, it } from 'vitest'
import { verify } from '../../receipt/verify.ts'
import { createSource } from '../../source/source.ts'
import { type DigestOptions, digest } from '../../verbs/digest.ts'
import { chooseKind, decodeDigest } from '../registry.ts'

const run = (text: string, options: DigestOptions = {}) => {
  const result = digest(text, options)
  expect(verify({ source: text, output: result.text, receipt: result.receipt, decode: decodeDigest })).toEqual({ ok: true })
  expect(result.receipt.notes.filter((note) => note.includes('not published'))).toEqual([])
  if (result.changed) expect(result.receipt.output.tokens).toBeLessThanOrEqual(options.budget ?? 2000)
  return result
}

const kindOf = (text: string): string => {
  const { receipt } = digest(text, { budget: 100 })
  return receipt.kind
}

/** Records with values that differ, so that no table of them is short. */
const invoice = (i: number) => ({
  id: `inv-${(i * 7919) % 100_003}`,
  status: ['open', 'paid', 'closed'][i % 3],
  owner: { name: ['Ann', 'Bob', 'Cid'][(i * 5) % 3], region: ['eu', 'us'][i % 2] },
  amount: Math.round(((i * 97.13) % 900) * 100) / 100,
  note: `checked by desk ${(i * 31) % 97} on day ${(i * 17) % 29}`,
  error: null as null | string,
})

const broken = (i: number) => ({ ...invoice(i), status: 'failed', error: `ledger ${i} does not balance` })

const invoices = (count: number, failed: readonly number[]) =>
  Array.from({ length: count }, (_, i) => (failed.includes(i) ? broken(i) : invoice(i)))

describe('JSON over many lines', () => {
  const text = `${JSON.stringify({ page: 1, total: 300, items: invoices(300, [17, 140, 288]) }, null, 2)}\n`

  it('shows each record that failed with its name, as lines of the source, and counts it', () => {
    const { text: shown, receipt } = run(text, { budget: 600, original: 'out.json' })
    for (const i of [17, 140, 288]) {
      expect(shown).toContain(`      "id": ${JSON.stringify(broken(i).id)},\n`)
      expect(shown).toContain(`      "error": "ledger ${i} does not balance"\n`)
    }
    expect(receipt.findings.failures).toEqual({ total: 3, shown: 3, indexed: 0 })
    expect(shown.split('\n')[0]).toContain('failures shown 3 of 3')
  })

  it('C15: says how many items there are and how many are missing', () => {
    const { text: shown } = run(text, { budget: 600 })
    expect(shown).toContain('"total": 300')
    expect(shown).toMatch(/of 300 items of \/items\)/)
  })

  it('indexes failures that do not fit by their lines', () => {
    const many = `${JSON.stringify(
      invoices(
        400,
        Array.from({ length: 200 }, (_, i) => i * 2),
      ),
      null,
      2,
    )}\n`
    const { receipt, text: shown } = run(many, { budget: 500 })
    const { failures, index } = receipt.findings
    expect(failures.total).toBe(200)
    expect(failures.shown + failures.indexed).toBe(200)
    expect(failures.shown).toBeGreaterThan(3)
    expect(shown).toContain(`${failures.indexed} more failures: L`)
    expect(index.length).toBeGreaterThan(0)
  })

  it('shows what the query names, with the keys above it', () => {
    const config = JSON.stringify(
      {
        services: Object.fromEntries(
          Array.from({ length: 90 }, (_, i) => [
            `svc${i}`,
            { retries: i, [i === 61 ? 'timeoutMs' : 'grace']: i === 61 ? -1 : 30, pool: { min: 1, max: i } },
          ]),
        ),
      },
      null,
      2,
    )
    const { text: shown } = run(config, { budget: 300, query: 'timeoutMs' })
    expect(shown).toContain('"timeoutMs": -1')
    expect(shown).toContain('"svc61": {')
  })

  it('shows values that few records have, and numbers far from the others', () => {
    const rows = Array.from({ length: 200 }, (_, i) => ({
      host: `web-${(i * 7919) % 1009}`,
      mode: i === 77 ? 'draining' : 'active',
      lag: i === 143 ? 90_451 : 10 + ((i * 13) % 40),
      tag: `t${(i * 389) % 503}`,
    }))
    const { text: shown } = run(JSON.stringify(rows, null, 2), { budget: 300 })
    expect(shown).toContain('"mode": "draining"')
    expect(shown).toContain('"lag": 90451')
  })

  it('takes no schema, no catalogue of texts and no metric for a failure', () => {
    const schema = { paths: { '/a': { error: { type: 'object', properties: { error: { type: 'string' } } } } } }
    const texts = Object.fromEntries(
      Array.from({ length: 60 }, (_, i) => [i === 0 ? 'error' : `label${i}`, `Something failed with error ${i}`]),
    )
    const metrics = Array.from({ length: 40 }, (_, i) => ({
      run: i,
      error: 0.01 * i,
      errors: 0,
      failed: false,
      status: 'done',
      err: null,
      exceptions: [],
    }))
    for (const value of [schema, texts, metrics]) {
      const text = JSON.stringify({ value, filler: Array.from({ length: 300 }, (_, i) => `x${i * 7919}`) }, null, 2)
      expect(run(text, { budget: 300 }).receipt.findings.failures.total).toBe(0)
    }
  })

  it('C10: a text that was cut off is read as far as it goes, and the head says so', () => {
    const cut = text.slice(0, 20_000)
    const { text: shown, receipt } = run(cut, { budget: 400 })
    expect(receipt.kind).toBe('json')
    expect(shown.split('\n')[0]).toContain('the JSON itself is cut off at its end')
  })

  it('C9: a small answer passes as it is', () => {
    const small = '{"downloads":47287350,"start":"2026-03-21"}'
    expect(run(small).text).toBe(small)
  })

  it('keeps the ends of a failing command in which nothing failed', () => {
    const fine = `${JSON.stringify(invoices(100, []), null, 2)}\n`
    const { text: shown } = run(fine, { budget: 300, exitCode: 3 })
    expect(shown).toContain('exit 3. no failure recognised')
  })

  it('shows source lines only in mode verbatim', () => {
    const rows = Array.from({ length: 60 }, (_, i) => ({ id: i, name: `item-${i}`, ok: true }))
    const pretty = JSON.stringify(rows, null, 2)
    expect(run(pretty, { budget: 300 }).receipt).toMatchObject({ rung: 'lossless', lossless: true })
    expect(run(pretty, { budget: 300, mode: 'verbatim' }).receipt).toMatchObject({ rung: 'selected', lossless: false })
  })
})

describe('JSON on one line', () => {
  const text = JSON.stringify({ data: invoices(2000, [433, 1200]), next: null })

  it('shows failed records by their pointers, to their end, and says how many items there are', () => {
    const { text: shown, receipt } = run(text, { budget: 500 })
    expect(shown).toContain(`[diet] L1 /data/433: ${JSON.stringify(broken(433))}\n`)
    expect(shown).toContain(`[diet] L1 /data/1200: ${JSON.stringify(broken(1200))}\n`)
    expect(shown).toMatch(/\[diet\] L1 \/data: 2000 items, \d+ shown\n/)
    expect(receipt.findings.failures).toEqual({ total: 2, shown: 2, indexed: 0 })
    expect(receipt.findings.spots?.shown).toEqual([433, 1200].map((i) => [1, text.indexOf(JSON.stringify(broken(i)))]))
  })

  it('C12: never welds two records, whatever the budget', () => {
    const prose = (i: number): string => `${'The quick brown fox number '.repeat(30)}${i}`
    const records = JSON.stringify(Array.from({ length: 5 }, (_, i) => ({ id: i, text: prose(i) })))
    for (const budget of [120, 200, 400, 700, 900]) {
      const { text: shown } = run(records, { budget })
      for (const line of shown.split('\n').filter((one) => /^\[diet\] L1 \/\d+: /.test(one))) {
        const [, pointer, rest] = /^\[diet\] L1 \/(\d+): (.*)$/.exec(line)!
        expect(rest!.startsWith('{"id":') ? rest : `{"id":${pointer}`).toContain(`{"id":${pointer}`)
        expect(rest!.match(/"id":/g) ?? []).toHaveLength(rest!.includes('"id":') ? 1 : 0)
      }
    }
  })

  it('indexes failures that do not fit by their pointers', () => {
    const many = JSON.stringify({
      data: invoices(
        600,
        Array.from({ length: 300 }, (_, i) => i),
      ),
    })
    const { text: shown, receipt } = run(many, { budget: 400 })
    const { failures, spots } = receipt.findings
    expect(failures.total).toBe(300)
    expect(spots?.indexed).toHaveLength(failures.indexed)
    expect(shown).toMatch(new RegExp(`\\[diet\\] ${failures.indexed} more failures: L1 /data/`))
  })

  it('shows name, message and place of failed tests (jest --json)', () => {
    const passed = (i: number) => ({
      ancestorTitles: ['Cart'],
      failureMessages: [],
      fullName: `Cart case ${i}`,
      status: 'passed',
      title: `case ${i}`,
    })
    const stack = Array.from({ length: 14 }, (_, i) => `    at run (/repo/node_modules/jest-circus/build/run.js:${i}:9)`).join(
      '\n',
    )
    const failed = {
      ancestorTitles: ['Cart'],
      failureMessages: [
        `Error: expect(received).toBe(expected)\n\nExpected: 12\nReceived: 13\n    at Object.<anonymous> (/repo/test/cart.test.js:41:7)\n${stack}`,
      ],
      fullName: 'Cart adds tax',
      status: 'failed',
      title: 'adds tax',
    }
    const report = JSON.stringify({
      numFailedTests: 1,
      success: false,
      testResults: [
        { name: '/repo/test/user.test.js', status: 'passed', assertionResults: Array.from({ length: 80 }, (_, i) => passed(i)) },
        { name: '/repo/test/cart.test.js', status: 'failed', assertionResults: [passed(1), failed, passed(2)] },
      ],
    })
    const { text: shown, receipt } = run(report, { budget: 400, exitCode: 1 })
    for (const fact of [
      '"numFailedTests":1',
      'adds tax',
      'Expected: 12',
      'Received: 13',
      '/repo/test/cart.test.js:41:7',
      '"name":"/repo/test/cart.test.js"',
    ])
      expect(shown).toContain(fact)
    expect(receipt.findings.failures).toEqual({ total: 1, shown: 1, indexed: 0 })
    expect(receipt.verdict.reported).toBe('failed')
  })

  it('shows rule, message, line and file of each error of a linter, and not its warnings first', () => {
    const message = (severity: number, i: number) => ({
      ruleId: severity === 2 ? 'no-undef' : 'max-len',
      severity,
      message: severity === 2 ? `'x${i}' is not defined.` : 'This line is too long.',
      line: i,
      column: 3,
      nodeType: 'Identifier',
      endLine: i,
      endColumn: 9,
    })
    const report = JSON.stringify(
      Array.from({ length: 30 }, (_, i) => ({
        filePath: `/repo/src/m${i}.js`,
        messages: [message(1, 4), message(1, 9), ...(i % 10 === 5 ? [message(2, 30 + i)] : [])],
        errorCount: i % 10 === 5 ? 1 : 0,
        source: 'const a = 1;\n'.repeat(40),
      })),
    )
    const { text: shown, receipt } = run(report, { budget: 400, exitCode: 1 })
    for (const i of [5, 15, 25]) {
      expect(shown).toContain(`"filePath":"/repo/src/m${i}.js"`)
      expect(shown).toContain(`'x${i + 30}' is not defined.`)
      expect(shown).toContain(`"line":${i + 30}`)
    }
    expect(receipt.findings.failures).toEqual({ total: 3, shown: 3, indexed: 0 })
  })

  it('reads JSON that stands in a string', () => {
    const events = Array.from({ length: 300 }, (_, i) => ({
      id: i,
      message: JSON.stringify({ route: `/r/${(i * 31) % 97}`, status: i === 211 ? 'failed' : 'ok', took: (i * 13) % 89 }),
    }))
    const { text: shown, receipt } = run(JSON.stringify({ events }), { budget: 300 })
    expect(shown).toContain(`[diet] L1 /events/211: ${JSON.stringify(events[211])}`)
    expect(receipt.findings.failures.total).toBe(1)
  })

  it('E1: cuts no character in two', () => {
    const emoji = JSON.stringify(Array.from({ length: 40 }, (_, i) => ({ id: i, text: '😀é시🍃'.repeat(60) + i })))
    const { text: shown } = run(emoji, { budget: 300 })
    expect(shown).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/)
  })

  it('takes a source that has skips of its own for what it is', () => {
    const odd = JSON.stringify(
      Array.from({ length: 80 }, (_, i) => ({
        id: i,
        text: `[+${i}] and [+12] again, ${'long '.repeat(40)}`,
        status: i === 3 ? 'failed' : 'ok',
      })),
    )
    run(odd, { budget: 300 })
  })

  it('shows the text around, with what failed there', () => {
    const around = `$ node report.js\nwarming up\n${text}\nError: cannot write report: disk full\n    at write (/repo/report.js:9:3)\n`
    const { text: shown } = run(around, { budget: 500, exitCode: 1 })
    expect(shown).toContain('Error: cannot write report: disk full')
    expect(shown).toContain('$ node report.js')
    expect(shown).toContain('/data/433: ')
  })
})

describe('JSON lines', () => {
  it('reads a log by what its lines say', () => {
    const line = (i: number): string =>
      JSON.stringify({
        level: 30,
        time: 1_700_000_000_000 + i,
        pid: 7,
        hostname: 'a',
        msg: `request ${i} done in ${(i * 13) % 97} ms`,
      })
    const lines = Array.from({ length: 500 }, (_, i) => line(i))
    lines[321] = JSON.stringify({
      level: 50,
      time: 1_700_000_000_321,
      pid: 7,
      hostname: 'a',
      msg: 'write failed',
      err: {
        type: 'TimeoutError',
        message: 'ledger did not answer',
        stack: 'TimeoutError: ledger did not answer\n    at Pool.acquire (/repo/src/pool.js:53:7)',
      },
    })
    const text = `${lines.join('\n')}\n`
    const { text: shown, receipt } = run(text, { budget: 400, query: 'failed writes' })
    expect(shown).toContain(`\n${lines[321]}\n`)
    expect(receipt.findings.failures).toEqual({ total: 1, shown: 1, indexed: 0 })
  })

  it('A7: a failed build says so', () => {
    const artifact = (i: number): string =>
      JSON.stringify({
        reason: 'compiler-artifact',
        package_id: `dep-${(i * 7919) % 997}`,
        filenames: [`/t/lib${(i * 31) % 89}.rlib`],
        fresh: true,
      })
    const error = JSON.stringify({
      reason: 'compiler-message',
      message: {
        rendered: 'error[E0308]: mismatched types\n --> src/lib.rs:77:5\n',
        level: 'error',
        message: 'mismatched types',
        code: { code: 'E0308' },
      },
    })
    const text = `${[...Array.from({ length: 200 }, (_, i) => artifact(i)), error, JSON.stringify({ reason: 'build-finished', success: false })].join('\n')}\n`
    const { text: shown, receipt } = run(text, { budget: 300, exitCode: 101 })
    expect(shown).toContain('error[E0308]: mismatched types')
    expect(shown).toContain('src/lib.rs:77:5')
    expect(shown).toContain('"success":false')
    expect(receipt.findings.failures.shown).toBe(receipt.findings.failures.total)
  })

  it('tells failed tests by what they printed (go test -json)', () => {
    const event = (Action: string, Test: string, Output?: string): string =>
      JSON.stringify({
        Time: '2026-01-01T00:00:00Z',
        Action,
        Package: 'example.com/shop',
        Test,
        ...(Output === undefined ? { Elapsed: 0 } : { Output }),
      })
    const passing = (i: number): string[] => [
      event('run', `TestOk${i}`),
      event('output', `TestOk${i}`, `=== RUN   TestOk${i}\n`),
      event('output', `TestOk${i}`, `--- PASS: TestOk${i} (0.00s)\n`),
      event('pass', `TestOk${i}`),
    ]
    const failing = [
      event('run', 'TestTax'),
      event('output', 'TestTax', '=== RUN   TestTax\n'),
      event('output', 'TestTax', '    cart_test.go:41: Tax(3) = 12, want 13\n'),
      event('output', 'TestTax', '--- FAIL: TestTax (0.00s)\n'),
      event('fail', 'TestTax'),
    ]
    const silent = [
      event('run', 'TestMute'),
      event('output', 'TestMute', '--- FAIL: TestMute (0.00s)\n'),
      event('fail', 'TestMute'),
    ]
    const text = `${[...Array.from({ length: 60 }, (_, i) => passing(i)).flat(), ...failing, ...silent, ...Array.from({ length: 60 }, (_, i) => passing(i + 60)).flat()].join('\n')}\n`
    const { text: shown, receipt } = run(text, { budget: 400, exitCode: 1 })
    expect(shown).toContain('cart_test.go:41: Tax(3) = 12, want 13')
    expect(shown).toContain('TestMute')
    expect(receipt.findings.failures).toEqual({ total: 2, shown: 2, indexed: 0 })
  })

  it('shows a long record by its start and the members worth most', () => {
    const record = (i: number): string =>
      JSON.stringify({
        time: i,
        payload: `${(i * 7919) % 997}`.repeat(900),
        status: i === 9 ? 'error' : 'ok',
        message: i === 9 ? 'quota of customer 4127 exceeded' : `fine ${i}`,
      })
    const text = `${Array.from({ length: 30 }, (_, i) => record(i)).join('\n')}\n`
    const { text: shown } = run(text, { budget: 400 })
    expect(shown).toContain('quota of customer 4127 exceeded')
    expect(shown).toContain('"status":"error"')
  })
})

describe('what is no JSON for this kind', () => {
  it.each([
    ['a log that begins with a bracket', '[INFO] starting\n[ERROR] boom\n'.repeat(40)],
    [
      'test output with some JSON in it',
      ` ✓ parses (3 ms)\n ✗ prints\n   expected {"a":1,"b":[1,2]}\n   received {"a":1,"b":[1,3]}\n`.repeat(20),
    ],
    ['a diff of JSON', `--- a/p.json\n+++ b/p.json\n@@ -1,3 +1,3 @@\n {\n-  "a": 1\n+  "a": 2\n }\n`.repeat(20)],
    ['C code', `int main(void)\n{\n  int a[] = { 1, 2 };\n  return a[0];\n}\n`.repeat(30)],
    ['JavaScript', `const a = {\n  "b": 1,\n}\nmodule.exports = [a]\n`.repeat(30)],
    ['compiler messages', `src/a.ts(1,2): error TS2322: Type '{"a":1}' is not assignable.\n`.repeat(30)],
    ['scalars', '12\n14\n15\n'.repeat(60)],
    ['empty brackets', '[] [] []\n'.repeat(60)],
  ])('%s', (_, text) => {
    expect(kindOf(text)).not.toBe('json')
  })

  it.each([
    ['an object', '{"a":[1,2,3],"b":{"c":"d"}}'],
    ['concatenated values', '{"a":1}{"a":2} {"a":3}'],
    ['lines', '{"a":1}\n{"a":2}\n'],
    ['a command before', '$ jq . x.json\n{"a":[1,2,3,4,5,6,7,8,9,10],"b":"cccccccccccccccccccc"}\n'],
    ['a byte order mark', '\ufeff{"a":[1,2,3]}'],
    ['a prefix on each line', Array.from({ length: 40 }, (_, i) => `api-1  | {"level":"info","msg":"request ${i}"}`).join('\n')],
  ])('but JSON is: %s', (_, text) => {
    const source = createSource(text)
    const ask = { budget: 1, exitCode: undefined } as never
    expect(chooseKind(source, ask).kind.name).toBe('json')
  })
})
