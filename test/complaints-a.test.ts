/**
 * Complaints about tools of this kind: errors lost, failure that reads as success. One small input of each kind, longer than
 * the budget, with what a reader must learn from the digest.
 */
import { describe, expect, test } from 'vitest'
import type { Receipt } from '../src/receipt/types.ts'
import { verify } from '../src/receipt/verify.ts'
import { chars4 } from '../src/source/tokens.ts'
import { type DigestOptions, digest } from '../src/verbs/digest.ts'

const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i))

interface Read {
  readonly text: string
  readonly head: string
  readonly receipt: Receipt
  /** Does the digest show the text, name its line in the index, or rebuild the whole source? */
  readonly accounts: (needle: string) => boolean
}

/** A digest that had to leave out something, checked for what holds for each. */
const read = (lines: readonly string[], options: DigestOptions & { readonly budget: number }): Read => {
  const text = `${lines.join('\n')}\n`
  expect(chars4(text)).toBeGreaterThan(options.budget)
  const { text: output, receipt } = digest(text, options)
  expect(chars4(output)).toBeLessThanOrEqual(options.budget)
  const indexed = (n: number): boolean => receipt.findings.index.some(([from, to]) => n >= from && n <= to)
  const { total, shown, indexed: hidden } = receipt.findings.failures
  expect(shown + hidden).toBe(total)
  return {
    text: output,
    head: output.split('\n')[0]!,
    receipt,
    accounts: (needle) =>
      receipt.lossless || output.includes(needle) || lines.some((line, i) => line.includes(needle) && indexed(i + 1)),
  }
}

describe('A1: pytest cannot collect', () => {
  const lines = [
    '============================= test session starts ==============================',
    'platform linux -- Python 3.11.2, pytest-8.1.1, pluggy-1.4.0',
    `plugins: ${times(60, (i) => `plugin${i}-1.${i}.0`).join(', ')}`,
    'collected 0 items / 1 error',
    '',
    '==================================== ERRORS ====================================',
    '_________________ ERROR collecting tests/conftest.py _________________',
    "ImportError while importing test module '/app/tests/conftest.py'.",
    'Traceback:',
    ...times(
      30,
      (i) => `/usr/lib/python3.11/site-packages/_pytest/frame${i}.py:${i + 3}: in call${i}\n    return inner${i}(args)`,
    ),
    'tests/conftest.py:3: in <module>',
    '    import x',
    "E   ImportError: No module named 'x'",
    '=========================== short test summary info ============================',
    "ERROR tests/conftest.py - ImportError: No module named 'x'",
    '!!!!!!!!!!!!!!!!!!!! Interrupted: 1 error during collection !!!!!!!!!!!!!!!!!!!!',
    '=============================== 1 error in 0.12s ===============================',
  ].flatMap((line) => line.split('\n'))

  test('the module that is missing and the file that wants it are shown', () => {
    const { text, head, receipt } = read(lines, { budget: 250, exitCode: 2 })
    expect(text).toContain('ERROR collecting tests/conftest.py')
    expect(text).toContain("E   ImportError: No module named 'x'")
    expect(text).toContain('collected 0 items / 1 error')
    expect(head).toContain('exit 2')
    expect(receipt.verdict).toEqual({ exitCode: 2, reported: 'failed' })
    expect(receipt.findings.failures.total).toBeGreaterThanOrEqual(1)
  })
})

describe('A2: a vitest suite that does not load', () => {
  test('among suites that pass', () => {
    const { text, receipt } = read(
      [
        ' RUN  v2.1.0 /app',
        '',
        ...times(80, (i) => ` ✓ src/part${i}.test.ts (${i + 2} tests) ${i + 3}ms`),
        ' FAIL  broken.test.ts [ broken.test.ts ]',
        "Error: Cannot find module './does-not-exist' imported from '/app/broken.test.ts'",
        ' ❯ broken.test.ts:1:1',
        '',
        ' Test Files  1 failed | 80 passed (81)',
        '      Tests  3320 passed (3320)',
      ],
      { budget: 200, exitCode: 1 },
    )
    expect(text).toContain(' FAIL  broken.test.ts [ broken.test.ts ]')
    expect(text).toContain("Cannot find module './does-not-exist'")
    expect(receipt.findings.failures).toEqual({ total: 1, shown: 1, indexed: 0 })
    expect(receipt.verdict.reported).toBe('failed')
  })

  test('without a line of any test', () => {
    const { text, receipt } = read(
      [
        ' RUN  v2.1.0 /app',
        '',
        ...times(60, (i) => `loading the fixture of part ${i}`),
        ' FAIL  broken.test.ts [ broken.test.ts ]',
        "Error: Cannot find module './does-not-exist'",
        '',
        ' Test Files  1 failed (1)',
        '      Tests  no tests',
      ],
      { budget: 120, exitCode: 1 },
    )
    expect(text).toContain("Error: Cannot find module './does-not-exist'")
    expect(receipt.findings.failures).toEqual({ total: 1, shown: 1, indexed: 0 })
    expect(receipt.verdict.reported).toBe('failed')
  })
})

test('A4: warnings of the C compiler are no errors, and the errors of Go are', () => {
  const { text, receipt } = read(
    [
      '# runtime/cgo',
      ...times(14, (i) => [
        `_cgo_export.c:${14 + i}:2: warning: unused variable 'x${i}' [-Wunused-variable]`,
        `   int x${i} = ${i};`,
        '       ^',
        '1 warning generated.',
      ]).flat(),
      '# example.com/shop',
      './a.go:3:5: undefined: foo',
      'package example.com/shop',
      '\timports example.com/shop/cart',
      '\timports example.com/shop: import cycle not allowed',
    ],
    { budget: 220, exitCode: 1 },
  )
  expect(text).toContain('./a.go:3:5: undefined: foo')
  expect(text).toContain('import cycle not allowed')
  /* None of the 14 warnings; the cycle may count as a failure of its own or as part of the first. */
  expect(receipt.findings.failures.total).toBeGreaterThanOrEqual(1)
  expect(receipt.findings.failures.total).toBeLessThanOrEqual(2)
  expect(receipt.findings.failures.indexed).toBe(0)
})

const RUST_ERROR = [
  'error[E0308]: mismatched types',
  '  --> src/main.rs:4:18',
  '   |',
  '4  |     let x: i32 = "a";',
  '   |            ---   ^^^ expected `i32`, found `&str`',
  '',
]

test('A5: 21 warnings do not push out one error', () => {
  const { text, receipt } = read(
    [
      ...times(21, (i) => [
        `warning: unused variable: \`x${i}\``,
        `  --> src/part${i}.rs:${i + 4}:9`,
        '   |',
        `${i + 4} |     let x${i} = ${i};`,
        '   |         ^^ help: if this is intentional, prefix it with an underscore',
        '',
      ]).flat(),
      ...RUST_ERROR,
      'error: could not compile `shop` (bin "shop") due to 1 previous error; 21 warnings emitted',
    ],
    { budget: 200, exitCode: 101 },
  )
  for (const line of RUST_ERROR.slice(0, 5)) expect(text).toContain(line)
  expect(receipt.findings.failures).toEqual({ total: 1, shown: 1, indexed: 0 })
  expect(receipt.verdict).toEqual({ exitCode: 101, reported: 'failed' })
})

test('A6: a test that does not compile', () => {
  const { text, receipt } = read(
    [
      ...times(70, (i) => `   Compiling crate${i} v1.${i}.0`),
      'error[E0425]: cannot find value `totl` in this scope',
      ' --> tests/x.rs:3:13',
      '  |',
      '3 |     assert_eq!(totl, 1);',
      '',
      'error: could not compile `shop` (test "x") due to 1 previous error',
    ],
    { budget: 150, exitCode: 101 },
  )
  expect(text).toContain('error[E0425]: cannot find value `totl` in this scope')
  expect(text).toContain('tests/x.rs:3:13')
  expect(receipt.findings.failures).toEqual({ total: 1, shown: 1, indexed: 0 })
  expect(receipt.verdict.reported).toBe('failed')
})

test('A7: a build that failed says so in JSON too', () => {
  const { head, receipt, accounts } = read(
    [
      ...times(40, (i) =>
        JSON.stringify({
          reason: 'compiler-artifact',
          package_id: `registry#crate${i}@1.0.${i}`,
          target: { kind: ['lib'], name: `crate${i}` },
          fresh: true,
        }),
      ),
      JSON.stringify({
        reason: 'compiler-message',
        package_id: 'path+file:///app#shop@0.1.0',
        message: {
          rendered: 'error[E0308]: mismatched types\n --> src/main.rs:4:18\n',
          code: { code: 'E0308', explanation: 'Expected type did not match the received type. '.repeat(20) },
          level: 'error',
          message: 'mismatched types',
        },
      }),
      JSON.stringify({ reason: 'build-finished', success: false }),
    ],
    { budget: 700, exitCode: 101 },
  )
  expect(accounts('mismatched types')).toBe(true)
  expect(head).toContain('exit 101')
  expect(receipt.findings.failures.total).toBeGreaterThanOrEqual(1)
  expect(receipt.verdict.reported).not.toBe('passed')
})

test('A9: levels above ERROR are failures', () => {
  const at = (i: number, rest: string): string => `2024-01-02 03:04:${String(i % 60).padStart(2, '0')} ${rest}`
  const worst = [
    'CRITICAL Payment service unreachable, 4821 transactions pending',
    'ALERT disk quota reached',
    'EMERGENCY database is read-only',
  ]
  const { text, receipt } = read(
    [
      ...times(200, (i) => at(i, `INFO payment processed ${i * 7} order-${i}`)),
      at(1, 'ERROR transient: connection reset, retrying'),
      ...times(50, (i) => at(i, `INFO payment processed ${i * 9} order-${i}`)),
      ...worst.map((line, i) => at(i, line)),
      ...times(50, (i) => at(i, `INFO payment processed ${i * 11} order-${i}`)),
    ],
    { budget: 250 },
  )
  for (const line of worst) expect(text).toContain(line)
  expect(text).toContain('ERROR transient: connection reset, retrying')
  expect(receipt.findings.failures).toEqual({ total: 4, shown: 4, indexed: 0 })
})

describe('A12: 49 tests fail', () => {
  const name = (k: number): string => `part ${Math.floor(k / 7)} > case ${'abcdefg'[k % 7]} of part ${Math.floor(k / 7)}`
  const lines = [
    ' RUN  v2.1.0 /app',
    '',
    '⎯⎯⎯⎯⎯⎯⎯ Failed Tests 49 ⎯⎯⎯⎯⎯⎯⎯',
    '',
    ...times(49, (k) => [
      ` FAIL  src/part${Math.floor(k / 7)}.test.ts > ${name(k)}`,
      `AssertionError: expected ${k} to be ${k + 1000} // Object.is equality`,
      '',
      '- Expected',
      '+ Received',
      '',
      `- ${k + 1000}`,
      `+ ${k}`,
      '',
      ` ❯ src/part${Math.floor(k / 7)}.test.ts:${10 + k}:20`,
      `⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯[${k + 1}/49]⎯`,
      '',
    ]).flat(),
    ' Test Files  7 failed (7)',
    '      Tests  49 failed | 91 passed (140)',
  ]

  test.each([300, 900, 2000])('each is shown or indexed in %i tokens', (budget) => {
    const { text, receipt, accounts } = read(lines, { budget, exitCode: 1 })
    expect(receipt.findings.failures.total).toBe(49)
    for (const k of times(49, (i) => i)) expect([k, accounts(`${name(k)}`)]).toEqual([k, true])
    expect(text).toContain('49 failed | 91 passed (140)')
  })
})

test('A14: errors of one code are five errors', () => {
  const types = ['string', 'boolean', 'Date', 'Map<string, number>', 'Promise<void>']
  const { text, receipt } = read(
    [
      ...times(100, (i) => `Files: src/module${i}.ts parsed in ${i}ms`),
      ...types.flatMap((type, i) => [
        `src/cart.ts(${12 + i * 9},5): error TS2322: Type '${type}' is not assignable to type 'number'.`,
        `  Type '${type}' is missing the property 'toFixed'.`,
      ]),
    ],
    { budget: 260, exitCode: 2 },
  )
  for (const type of types) {
    expect(text).toContain(`error TS2322: Type '${type}' is not assignable`)
    expect(text).toContain(`  Type '${type}' is missing the property`)
  }
  expect(receipt.findings.failures).toEqual({ total: 5, shown: 5, indexed: 0 })
})

test('A15: a runner that nobody knows', () => {
  const { text, receipt } = read(
    [
      'suite: checkout',
      '✓ case 1',
      '✓ case 2',
      '✗ case 3: expected 1 got 2',
      ...times(195, (i) => `✓ case ${i + 4}`),
      '198 of 199 cases passed',
    ],
    { budget: 100, exitCode: 1 },
  )
  expect(text).toContain('✗ case 3: expected 1 got 2')
  expect(text).toContain('198 of 199 cases passed')
  expect(receipt.findings.failures).toEqual({ total: 1, shown: 1, indexed: 0 })
  expect(receipt.verdict.reported).not.toBe('passed')
})

describe('A17: a path that is missing', () => {
  const message = "ls: cannot access 'nope': No such file or directory"

  test('alone, is shown as it is', () => {
    const { text, changed } = digest(`${message}\n`, { budget: 150, exitCode: 2 })
    expect(changed).toBe(false)
    expect(text).toBe(`${message}\n`)
  })

  test.each([
    ['English', message],
    ['German', "ls: Zugriff auf 'nope' nicht möglich: Datei oder Verzeichnis nicht gefunden"],
    ['French', "ls: impossible d'accéder à 'nope': Aucun fichier ou dossier de ce type"],
    ['Spanish', "ls: no se puede acceder a 'nope': No existe el archivo o el directorio"],
    ['Russian', "ls: невозможно получить доступ к 'nope': Нет такого файла или каталога"],
    ['Chinese', "ls: 无法访问 'nope': 没有那个文件或目录"],
    ['Japanese', "ls: 'nope' にアクセスできません: そのようなファイルやディレクトリはありません"],
  ])('under a long listing, is shown: %s', (_language, line) => {
    const { text, head } = read([...times(200, (i) => `src/module${i}/index${i}.ts`), line], { budget: 150, exitCode: 2 })
    expect(text).toContain(line)
    expect(head).toContain('exit 2')
  })
})

test('A22: what passed is no failure, and short', () => {
  const { text, receipt } = read(
    [
      '> shop@1.0.0 check',
      '> tsc --noEmit && vitest run',
      '',
      'Found 0 errors.',
      '',
      ...times(120, (i) => ` ✓ src/part${i}.test.ts (${i + 2} tests) ${i + 3}ms`),
      ...times(20, (i) => `   ✓ fails with error ${i} when the request failed ${i}ms`),
      '',
      ' Test Files  120 passed (120)',
      '      Tests  2400 passed (2400)',
      '0 failures',
    ],
    { budget: 400, exitCode: 0 },
  )
  expect(receipt.findings.failures).toEqual({ total: 0, shown: 0, indexed: 0 })
  expect(receipt.verdict).toEqual({ exitCode: 0, reported: 'passed' })
  expect(text).toContain('Tests  2400 passed (2400)')
  expect(chars4(text)).toBeLessThanOrEqual(150)
})

describe('A24', () => {
  test('the body of a failure is not clipped', () => {
    const message =
      '  AssertionError: expected the total of the cart that holds three discounted books and one voucher to equal 12.00 but it was 11.50 since the voucher was applied twice'
    const details = ['currency', 'the voucher', 'rounding', 'a discount', 'the customer', 'shipping', 'tax'].map(
      (field, i) => `      ${field} came ${'again '.repeat(i)}from what the price service promised before the release`,
    )
    const { text, receipt, accounts } = read(
      [
        ...times(120, (i) => `step ${i} of the plan has nothing to say`),
        '✗ rounds half up',
        message,
        ...details,
        '      at cart.test.ts:12:5',
        '1 failed, 120 passed',
      ],
      { budget: 420, exitCode: 1 },
    )
    expect(text.split('\n')).toContain(message)
    expect(text).toContain('      at cart.test.ts:12:5')
    for (const line of details) expect([line, accounts(line)]).toEqual([line, true])
    expect(receipt.findings.failures).toEqual({ total: 1, shown: 1, indexed: 0 })
  })

  test('titles of changes are no test runs', () => {
    const { receipt } = read(
      [
        ...times(60, (i) => `Rebased ${i + 1} descendant commits onto updated working copy`),
        'Working copy now at: qpvuntsm 1a2b3c4d fix: failing tests',
        'Parent commit      : zzzzzzzz 00000000 test: report failed uploads',
        '$ jj describe -m "fix: failing tests"',
        ...times(40, (i) => `${(0xa1b2c3d + i * 7919).toString(16)} Fix error handling in parser ${i}`),
      ],
      { budget: 200, exitCode: 0 },
    )
    expect(receipt.findings.failures.total).toBe(0)
    expect(receipt.verdict.reported).toBe(null)
  })
})

test('with a failing exit code and no failure recognised, the digest says so and keeps both ends', () => {
  const { text, head } = read(
    times(300, (i) => `the step with number ${i} went as ${i % 3} others did`),
    { budget: 120, exitCode: 3, mode: 'verbatim' },
  )
  expect(head).toMatch(/exit 3.*no failure/)
  expect(text).toContain('the step with number 0 ')
  expect(text).toContain('the step with number 299 ')
})

describe('E: texts of other scripts', () => {
  const { budget, units } = { budget: 60, units: ['시', '🍃', 'Н', 'ภ', '👩‍👧‍👦', 'e\u0301', '错'] }

  test.each(units)('E1: a long line is never cut inside a character: %s', (unit) => {
    const line = `x${unit.repeat(3000)}`
    const text = `${line}\nend\n`
    const result = digest(text, { budget })
    const verified = verify({ source: text, output: result.text, receipt: result.receipt, count: chars4 })
    expect(verified.ok).toBe(true)
    /* No half of a surrogate pair. */
    expect(result.text).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/)
  })

  test.each([
    ['German', 'Es wurden keine lokalen Änderungen gefunden'],
    ['French', 'Pas de modifications locales à sauver'],
    ['Chinese', '没有要保存的本地更改'],
  ])('A19, E9: what git says in %s is passed on and is no failure', (_language, line) => {
    const { text, receipt } = digest(`${line}\n`, { budget: 100, exitCode: 0 })
    expect(text).toBe(`${line}\n`)
    expect(receipt.findings.failures.total).toBe(0)
  })

  test.each([
    ['German', 'Gesamt 300', 'Jän'],
    ['French', 'total 300', 'janv.'],
    ['Chinese', '总计 300', '1月'],
  ])('E7: a long listing in %s is not empty', (_language, first, month) => {
    const { text, receipt } = read(
      [first, ...times(300, (i) => `-rw-r--r-- 1 dev dev ${i * 37} ${month} ${(i % 28) + 1} 12:00 error-${i}.log`)],
      { budget: 200, exitCode: 0 },
    )
    expect(text).toContain('error-0.log')
    expect(receipt.findings.failures.total).toBe(0)
  })
})
