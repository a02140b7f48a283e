/** What a run goes on from counts no more than what it does not go on from counts less. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { digest } from '../../verbs/digest.ts'

const read = (lines: readonly string[], ask: { readonly command?: string; readonly exitCode?: number }) => {
  const { text, receipt } = digest(`${lines.join('\n')}\n`, { budget: 400, ...ask })
  return { text, total: receipt.findings.failures.total, reported: receipt.verdict.reported }
}

describe('ansible', () => {
  const head = (name: string): string[] => ['', `TASK [${name}] ${'*'.repeat(60)}`]
  const fatal = (host: string, message: string): string =>
    `fatal: [${host}]: FAILED! => {"changed": true, "msg": "${message}", "rc": 1}`
  const item = (host: string, name: string): string =>
    `failed: [${host}] (item=${name}) => {"changed": true, "item": "${name}", "msg": "no ${name} on ${host}", "rc": 1}`
  const recap = (host: string, failed: number, rescued: number, ignored: number): string =>
    `${host.padEnd(27)}: ok=5    changed=3    unreachable=0    failed=${failed}    skipped=0    rescued=${rescued}    ignored=${ignored}   `
  const play = (tasks: readonly (readonly string[])[], recaps: readonly string[]): string[] => [
    'PLAY [web] ****',
    ...Array.from({ length: 20 }, (_, i) => [...head(`step ${i}`), 'ok: [web1]']).flat(),
    ...tasks.flatMap((lines, i) => [...head(`task ${i}`), ...lines]),
    '',
    'PLAY RECAP ****',
    ...recaps,
  ]

  test('items of a loop whose errors are ignored, and a task that a rescue answered', () => {
    const tasks = [
      [item('web1', 'nginx'), item('web1', 'redis'), item('web1', 'etcd'), '...ignoring'],
      [fatal('web1', 'no primary')],
      ['changed: [web1]'],
    ]
    const lines = play(tasks, [recap('web1', 0, 1, 1)])
    expect(read(lines, { command: 'ansible-playbook site.yml', exitCode: 0 })).toMatchObject({ total: 0, reported: 'passed' })
  })

  test('a rescue that fails itself counts', () => {
    const tasks = [[fatal('web1', 'no primary')], [fatal('web1', 'no backup either')]]
    const { text, total, reported } = read(play(tasks, [recap('web1', 1, 1, 0)]), { exitCode: 2 })
    expect({ total, reported }).toEqual({ total: 1, reported: 'failed' })
    expect(text).toContain('no backup either')
  })

  test('counts that do not add up clear nothing', () => {
    expect(
      read(play([[fatal('web1', 'no primary')], [fatal('web1', 'no disk')]], [recap('web1', 1, 3, 0)]), { exitCode: 2 }).total,
    ).toBe(2)
  })

  test('a host that was not reached is not rescued', () => {
    const lost = 'fatal: [web1]: UNREACHABLE! => {"changed": false, "msg": "timed out", "unreachable": true}'
    const lines = play(
      [[fatal('web1', 'no primary')], ['changed: [web1]'], [lost]],
      [recap('web1', 0, 1, 0).replace('unreachable=0', 'unreachable=1')],
    )
    const { text, total } = read(lines, { exitCode: 4 })
    expect(total).toBe(1)
    expect(text).toContain('UNREACHABLE')
  })

  test('of each host, what nothing answered counts', () => {
    const outcome = fc.record({ kind: fc.constantFrom('ok', 'ignored', 'rescued'), loop: fc.boolean() })
    const host = fc.record({ before: fc.array(outcome, { maxLength: 5 }), fails: fc.boolean() })
    fc.assert(
      fc.property(fc.array(host, { minLength: 1, maxLength: 4 }), (hosts) => {
        const most = Math.max(...hosts.map(({ before, fails }) => before.length + (fails ? 1 : 0)))
        const tasks = Array.from({ length: most }, (_, t) =>
          hosts.flatMap(({ before, fails }, h) => {
            const name = `web${h}`
            const own = before[t] ?? (fails && t === before.length ? { kind: 'fails', loop: false } : undefined)
            if (own === undefined) return []
            if (own.kind === 'ok') return [`ok: [${name}]`]
            const told = own.loop ? [item(name, `a${t}`), item(name, `b${t}`)] : [fatal(name, `task ${t} broke`)]
            return own.kind === 'ignored' ? [...told, '...ignoring'] : told
          }),
        )
        const count = ({ before }: (typeof hosts)[number], kind: string): number =>
          before.filter((one) => one.kind === kind).length
        const recaps = hosts.map((one, h) => recap(`web${h}`, one.fails ? 1 : 0, count(one, 'rescued'), count(one, 'ignored')))
        const failing = hosts.filter(({ fails }) => fails).length
        expect(read(play(tasks, recaps), { exitCode: failing > 0 ? 2 : 0 }).total).toBe(failing)
      }),
    )
  })
})

describe('gotestsum --rerun-fails', () => {
  const passed = Array.from({ length: 60 }, (_, i) => `✓  part${i} (1${i}ms)`)
  const failed = (name: string, again?: number): string[] => [
    `=== FAIL: shop ${name} ${again === undefined ? '' : `(re-run ${again}) `}(0.00s)`,
    `    cart_test.go:5: ${name}: no connection to pool`,
    '',
  ]
  const run = (first: readonly string[], left: readonly string[]): string[] => [
    '✖  shop (23ms)',
    ...passed,
    '',
    `DONE 64 tests, ${first.length} failures in 0.667s`,
    '',
    left.length === 0 ? '✓  shop (13ms)' : '✖  shop (14ms)',
    '',
    '=== Failed',
    ...first.flatMap((name) => failed(name)),
    ...left.flatMap((name) => failed(name, 1)),
    `DONE 2 runs, ${64 + first.length} tests, ${first.length + left.length} failures in 1.200s`,
  ]
  const names = ['TestAdd', 'TestTax', 'TestPay', 'TestSum', 'TestSub/small', 'TestSub/large']

  test('what failed again counts, once', () => {
    fc.assert(
      fc.property(fc.subarray(names, { minLength: 1 }), fc.subarray(names), (first, again) => {
        const left = again.filter((name) => first.includes(name))
        const { text, total, reported } = read(run(first, left), {
          command: 'gotestsum --rerun-fails',
          exitCode: left.length > 0 ? 1 : 0,
        })
        expect({ total, reported }).toEqual({ total: left.length, reported: left.length > 0 ? 'failed' : 'passed' })
        for (const name of left) expect(text).toContain(name)
      }),
    )
  })

  test('a run that failed and was not repeated counts all', () => {
    const lines = [
      '✖  shop (23ms)',
      ...passed,
      '',
      '=== Failed',
      ...failed('TestAdd'),
      ...failed('TestTax'),
      'DONE 64 tests, 2 failures in 0.6s',
    ]
    expect(read(lines, { command: 'gotestsum', exitCode: 1 })).toMatchObject({ total: 2, reported: 'failed' })
  })

  test('another failure beside tests that passed later counts', () => {
    const syntax = "src/part9.c:3:5: error: expected ';' before 'return'"
    const { text, total } = read([...run(['TestAdd'], []), syntax], { exitCode: 0 })
    expect(total).toBe(1)
    expect(text).toContain(syntax)
  })
})

describe('a step of a job that may fail', () => {
  const step = (name: string, lines: readonly string[]): string[] => [`##[group]Run ${name}`, name, '##[endgroup]', ...lines]
  const lint = step('npm run lint', [
    "src/a.ts(3,5): error TS2304: Cannot find name 'x'.",
    '##[error]Process completed with exit code 2.',
  ])
  const tests = step('npm test', ['', 'Tests:       60 passed, 60 total'])

  test('is no failure of a job that ended well', () => {
    expect(read([...lint, ...tests], { exitCode: 0 })).toMatchObject({ total: 0, reported: 'passed' })
  })

  test.each([
    ['the job failed', [...lint, ...tests], { exitCode: 1 }, 1],
    ['nobody knows how it ended', [...lint, ...tests], {}, 1],
    ['a command shows the log', [...lint, ...tests], { exitCode: 0, command: 'gh run view 12 --log' }, 1],
    ['it is the last', [...tests, ...lint], { exitCode: 0 }, 1],
  ])('counts where %s', (_, lines, ask, total) => {
    expect(read(lines, ask).total).toBe(total)
  })

  test('hides no error outside of it', () => {
    const { text, total } = read([...lint, ...step('make', ["b.c:3:5: error: expected ';' before 'return'"]), ...tests], {
      exitCode: 0,
    })
    expect(total).toBe(1)
    expect(text).toContain('b.c:3:5')
  })
})

test('cucumber: a scenario that passed when it was tried again', () => {
  const lines = [
    ...Array.from({ length: 60 }, (_, i) => `part ${i} ok`),
    'Warnings:',
    '',
    '1) Scenario: Discount (attempt 1, retried) # features/a.feature:7',
    '   ✔ Given an empty cart # features/steps.js:2',
    '   ✖ Then the total is 180 cents # features/steps.js:4',
    '       AssertionError [ERR_ASSERTION]: 200 !== 180',
    '',
    '1 scenario (1 passed)',
    '3 steps (3 passed)',
  ]
  expect(read(lines, { command: 'npx cucumber-js --retry 1', exitCode: 0 })).toMatchObject({ total: 0, reported: 'passed' })
})
