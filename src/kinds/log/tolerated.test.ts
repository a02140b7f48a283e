import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { digest } from '../../verbs/digest.ts'

const passed = Array.from({ length: 60 }, (_, i) => `  ✓  ${i + 9} [chromium] › cart.spec.ts:${i}:5 › adds item ${i} (1.2s)`)
const findingsOf = (text: string, exitCode?: number) => {
  const { text: out, receipt } = digest(text, { budget: 400, exitCode })
  const { failures } = receipt.findings
  return { out, total: failures.total, reported: receipt.verdict.reported }
}

const task = (name: string, lines: readonly string[]): string[] => ['', `TASK [${name}] ${'*'.repeat(60)}`, ...lines]
const fatal = (host: string, message: string): string =>
  `fatal: [${host}]: FAILED! => {"changed": false, "msg": "${message}", "rc": 4, "stderr": "", "stdout": ""}`
const recap = (failed: number, ignored: number): string =>
  `web1                       : ok=9    changed=1    unreachable=0    failed=${failed}    skipped=0    rescued=0    ignored=${ignored}`
const play = (last: readonly string[], failed: number): string =>
  [
    'PLAY [web] *****************',
    ...Array.from({ length: 20 }, (_, i) => task(`step ${i}`, ['ok: [web1]', 'ok: [web2]'])).flat(),
    ...task('check', [fatal('web1', 'legacy.service could not be found'), '...ignoring']),
    ...task('install', last),
    '',
    'PLAY RECAP *****************',
    recap(failed, 1),
  ].join('\n')

describe('ansible', () => {
  test('a task whose errors are ignored is no failure', () => {
    expect(findingsOf(play(['changed: [web1]'], 0), 0)).toMatchObject({ total: 0, reported: 'passed' })
  })

  test('one that is not ignored is', () => {
    const { out, total, reported } = findingsOf(play([fatal('web1', 'no package nginx')], 1), 2)
    expect({ total, reported }).toEqual({ total: 1, reported: 'failed' })
    expect(out).toContain('no package nginx')
  })
})

const playwright = (end: readonly string[], more: readonly string[] = []): string =>
  [
    'Running 62 tests using 2 workers',
    '',
    '  ✘  2 [chromium] › pay.spec.ts:8:5 › pays by card (3.1s)',
    '  ✓  3 [chromium] › pay.spec.ts:8:5 › pays by card (retry #1) (2.0s)',
    ...passed,
    '',
    '  1) [chromium] › pay.spec.ts:8:5 › pays by card ──────────',
    '',
    '    Error: expect(locator).toHaveText(expected)',
    '',
    '    Expected string: "Paid"',
    '    Received string: "Pending"',
    '',
    '        at /home/user/shop/pay.spec.ts:12:40',
    '',
    ...more,
    ...end,
    '  60 passed (6.2s)',
  ].join('\n')
const flaky = ['  1 flaky', '    [chromium] › pay.spec.ts:8:5 › pays by card ──────────']

describe('a test that passed when it was tried again', () => {
  test('is no failure of the run, and is still told', () => {
    const { out, total, reported } = findingsOf(playwright(flaky), 0)
    expect({ total, reported }).toEqual({ total: 0, reported: 'passed' })
    expect(out).toContain('Error: expect(locator).toHaveText(expected)')
  })

  test('hides no other that failed', () => {
    const other = [
      '  2) [chromium] › tax.spec.ts:8:5 › rounds ──────────',
      '',
      '    Error: expect(received).toBe(expected)',
      '',
      '    Expected: 3',
      '    Received: 4',
      '',
      '        at /home/user/shop/tax.spec.ts:12:40',
      '',
    ]
    const end = ['  1 failed', '    [chromium] › tax.spec.ts:8:5 › rounds ──────────', ...flaky]
    const { out, total, reported } = findingsOf(playwright(end, other), 1)
    expect(total).toBeGreaterThanOrEqual(1)
    expect(reported).toBe('failed')
    expect(out).toContain('tax.spec.ts')
  })

  test('counts where the command failed all the same', () => {
    expect(findingsOf(playwright(flaky), 1).total).toBe(1)
  })
})

const objects = Array.from({ length: 60 }, (_, i) => `gcc -O2 -c -o obj/part${i}.o src/part${i}.c`)
const ignored = ["rm: cannot remove 'old.o': No such file or directory", 'make: [Makefile:7: clean] Error 1 (ignored)']

describe('make', () => {
  test.each(['(ignored)', '(ignoriert)', '(ignorée)'])('a command whose failure it goes on from: %s', (word) => {
    const lines = [ignored[0], `make: [Makefile:7: clean] Error 1 ${word}`, ...objects]
    expect(findingsOf(lines.join('\n'), 0).total).toBe(0)
  })

  test('the one that it stops at counts', () => {
    const stop = ["src/part9.c:3:5: error: expected ';' before 'return'", 'make: *** [Makefile:12: obj/part9.o] Error 1']
    const { out, total } = findingsOf([...ignored, ...objects, ...stop].join('\n'), 2)
    expect(total).toBe(1)
    expect(out).toContain(stop[0])
  })
})

test('surefire: the last count decides', () => {
  const lines = [
    '[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.061 s <<< FAILURE! -- in com.shop.CartTest',
    '[ERROR] com.shop.CartTest.total -- Time elapsed: 0.011 s <<< FAILURE!',
    'java.lang.AssertionError: expected:<3> but was:<4>',
    '\tat com.shop.CartTest.total(CartTest.java:14)',
    '',
    ...objects.map((_, i) => `[INFO] Running com.shop.Part${i}Test`),
    '[INFO] Results:',
    '[WARNING] Flakes: ',
    '[WARNING] com.shop.CartTest.total',
    '[ERROR]   Run 1: CartTest.total:14 expected:<3> but was:<4>',
    '[INFO]   Run 2: PASS',
    '[WARNING] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Flakes: 1',
    '[INFO] BUILD SUCCESS',
  ]
  expect(findingsOf(lines.join('\n'), 0)).toMatchObject({ total: 0, reported: 'passed' })
  const failing = lines.map((line) =>
    line.replace('Failures: 0, Errors: 0, Skipped: 0, Flakes: 1', 'Failures: 1, Errors: 0, Skipped: 0'),
  )
  expect(findingsOf(failing.slice(0, -1).join('\n'), 1)).toMatchObject({ total: 1, reported: 'failed' })
})

describe('errors that a program logs under tests', () => {
  const logged = (i: number): string[] => [
    `  * test error on ${i} is logged [L#5]`,
    `01:27:01.${100 + i} [error] payment failed for order ${i}`,
  ]
  const lines = Array.from({ length: 60 }, (_, i) => logged(i)).flat()

  test('are as expected where all of them passed', () => {
    const { out, total, reported } = findingsOf([...lines, '', 'Finished in 0.2 seconds', '60 tests, 0 failures'].join('\n'), 0)
    expect({ total, reported }).toEqual({ total: 0, reported: 'passed' })
    expect(out).toContain('60 tests, 0 failures')
  })

  test.each([
    ['the command failed', '60 tests, 0 failures', 1],
    ['a test failed', '60 tests, 1 failure', 0],
    ['nothing was counted', 'bye', 0],
    ['nobody knows how the command ended', '60 tests, 0 failures', undefined],
  ])('count where %s', (_, end, exitCode) => {
    expect(findingsOf([...lines, '', end].join('\n'), exitCode).total).toBeGreaterThan(0)
  })
})

test('of tasks that failed, those count whose errors were not ignored', () => {
  const outcome = fc.record({ ignored: fc.boolean(), idle: fc.integer({ min: 0, max: 3 }) })
  fc.assert(
    fc.property(fc.array(outcome, { minLength: 1, maxLength: 12 }), (outcomes) => {
      const tasks = outcomes.flatMap(({ ignored, idle }, i) => [
        ...Array.from({ length: idle }, (_, k) => task(`step ${i} ${k}`, ['ok: [web1]'])).flat(),
        ...task(`check ${i}`, [fatal('web1', `unit${i}.service could not be found`), ...(ignored ? ['...ignoring'] : [])]),
      ])
      const failed = outcomes.filter(({ ignored }) => !ignored).length
      const text = ['PLAY [web] ****', ...tasks, '', 'PLAY RECAP ****', recap(failed, outcomes.length - failed)].join('\n')
      expect(findingsOf(text, failed > 0 ? 2 : 0).total).toBe(failed)
    }),
  )
})

describe('what is tolerated hides nothing else that failed', () => {
  const syntax = "src/part9.c:3:5: error: expected ';' before 'return'"

  test.each([2, undefined])('an error of a parallel job right above what make ignores, exit code %s', (exitCode) => {
    const stop = 'make: *** [Makefile:12: obj/part9.o] Error 1'
    const { out, total, reported } = findingsOf([...objects, syntax, ignored[1], stop].join('\n'), exitCode)
    expect(out).toContain(syntax)
    expect({ total, reported }).toEqual({ total: 1, reported: 'failed' })
  })

  test.each([0, undefined])('more flaky tests are counted than are told of, exit code %s', (exitCode) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }), (others, count) => {
        const errors = Array.from(
          { length: others },
          (_, i) => `src/a${i}.ts(3,${i + 1}): error TS2304: Cannot find name 'x${i}'.`,
        )
        const names = Array.from({ length: count }, (_, i) => `    [chromium] › tax${i}.spec.ts:8:5 › rounds`)
        const lines = [...errors, ...passed, `  ${count} flaky`, ...names, '  60 passed (6.2s)']
        expect(findingsOf(lines.join('\n'), exitCode).total).toBe(others)
      }),
    )
  })
})
