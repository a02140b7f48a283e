/** Failures that tools tell without a word or a mark that others share. Each expectation is what a reader of the output counts. */
import { describe, expect, test } from 'vitest'
import { digest } from '../../verbs/digest.ts'

const rows = Array.from({ length: 80 }, (_, i) => `row ${i + 1} stored, errors 0`)
const read = (lines: readonly string[], command: string | undefined, exitCode?: number, budget = 400) => {
  const { text, receipt } = digest(`${lines.join('\n')}\n`, { budget, command, exitCode })
  return { text, total: receipt.findings.failures.total, reported: receipt.verdict.reported }
}

describe('sqlite3', () => {
  const errors = [
    'Runtime error near line 3: UNIQUE constraint failed: acct.id (19)',
    'Parse error near line 5: near "selct": syntax error',
    '  selct * from acct;',
    '  ^--- error here',
    'Parse error near line 8: no such table: missing',
  ]
  test('each statement that fails counts', () => {
    const { text, total } = read([...rows, ...errors], 'sqlite3 shop.db', 1)
    expect(total).toBe(3)
    for (const line of errors) expect(text).toContain(line)
  })

  test('rows that speak of lines do not', () => {
    const said = ['there is an error near line 3', 'the error on line 8 was fixed']
    expect(read([...said, ...rows], 'sqlite3 shop.db', 0).total).toBe(0)
  })
})

describe('git in other languages', () => {
  const conflicts = [
    'automatischer Merge von cart.ts',
    'KONFLIKT (Inhalt): Merge-Konflikt in cart.ts',
    'automatischer Merge von tax.ts',
    'KONFLIKT (hinzufügen/hinzufügen): Merge-Konflikt in tax.ts',
  ]
  test.each(['git merge topic', undefined])('each conflict counts, by command %s', (command) => {
    const end = 'Automatischer Merge fehlgeschlagen; beheben Sie die Konflikte und committen Sie dann das Ergebnis.'
    expect(read([...conflicts, end], command, 1)).toMatchObject({ total: 2, reported: 'failed' })
  })

  test('a change that could not be applied belongs to its conflicts', () => {
    const end = ['Fehler: Konnte 308557f... (feat: prices) nicht anwenden', 'Konnte 308557f... feat: prices nicht anwenden']
    expect(read([...conflicts, ...end], 'git rebase main', 1)).toMatchObject({ total: 2, reported: 'failed' })
    expect(read(end, 'git rebase main', 1).total).toBe(1)
  })

  test('where HEAD is tells no failure, nor do words in capitals before brackets elsewhere', () => {
    expect(read(['HEAD is now at 308557f... feat: prices'], 'git checkout main', 0).total).toBe(0)
    expect(read(['NOTE (content): look at cart.ts', ...rows], undefined, 0).total).toBe(0)
  })
})

test('perl: what it warns of is no failure, what it died of is', () => {
  const warning = 'Use of uninitialized value $x in addition (+) at total.pl line 3.'
  expect(read([warning, ...rows], 'perl total.pl', 0).total).toBe(0)
  const { text, total } = read([warning, 'no rate for XAU at total.pl line 14.', ...rows], 'perl total.pl', 255)
  expect(total).toBe(1)
  expect(text).toContain('no rate for XAU')
})

test('erlang: a crashed process and the end of the system are two failures', () => {
  const lines = [
    '=ERROR REPORT==== 1-Dec-2026::04:39:21.792093 ===',
    'Error in process <0.79.0> with exit value:',
    '{function_clause,[{lists,nth,[3,[]],[{file,"lists.erl"},{line,198}]}]}',
    '',
    '{"init terminating in do_boot",{{badmatch,2},[{crash,boot,0,[{file,"crash.erl"},{line,4}]},{init,start_em,1,[]}]}}',
    'init terminating in do_boot ({{badmatch,2},[{crash,boot,0,[{_},{_}]},{init,start_em,1,[]}]})',
    '',
    'Crash dump is being written to: erl_crash.dump...done',
  ]
  const { text, total } = read([...rows, ...lines], 'erl -noshell -s crash', 1)
  expect(total).toBe(2)
  expect(text).toContain('{badmatch,2}')
})

describe('the last words of a program that failed', () => {
  const rows = Array.from({ length: 80 }, (_, i) => `row ${i + 1} done`)

  test.each([
    ['./bin/shop', 'shop: Prelude.head: empty list'],
    ['runghc Shop.hs', 'Shop.hs: divide by zero'],
    ['bash deploy.sh', 'shop: src/Cart.hs:5:7-20: Non-exhaustive patterns in function total'],
    [undefined, 'shop: prices.txt: openFile: resource exhausted'],
  ])('of %s are its failure: %s', (command, words) => {
    const { text, total } = read([...rows, words], command, 1)
    expect(total).toBe(1)
    expect(text).toContain(words)
    expect(read([...rows, words], command, 0).total).toBe(0)
  })

  test('stand anywhere where the command names who speaks, since its streams are mixed', () => {
    const { text, total } = read(['shop: divide by zero', ...rows], './shop', 1)
    expect(total).toBe(1)
    expect(text).toContain('shop: divide by zero')
  })

  test('are none of a program that speaks all the time', () => {
    expect(read([...rows.map((row) => `shop: ${row}`), 'shop: divide by zero'], 'bash deploy.sh', 1).total).toBe(0)
  })

  test('add nothing to a failure that is told', () => {
    expect(read([...rows, "src/a.ts(3,5): error TS2304: Cannot find name 'x'.", 'shop: bye'], './shop', 1).total).toBe(1)
  })

  test('what GHC threw counts by its stack, whatever the exit code', () => {
    const thrown = [
      'shop: Map.!: given key is not an element in the map',
      'CallStack (from HasCallStack):',
      '  error, called at src/Data/Map/Internal.hs:633:17 in containers-0.6.4.1:Data.Map.Internal',
      '  find, called at src/Cart.hs:12:9 in main:Cart',
    ]
    const { text, total } = read([...rows, ...thrown, ...rows], 'bash ci.sh', 1)
    expect(total).toBe(1)
    expect(text).toContain(thrown[0])
    expect(read([...rows, ...thrown, ...rows], undefined).total).toBe(1)
  })
})

test('what the C++ runtime says counts behind a line that was cut off', () => {
  const lines = [
    ...rows,
    "[config] loaded keterminate called after throwing an instance of 'std::out_of_range'",
    '  what():  map::at',
  ]
  const { text, total } = read(lines, './shop', 134)
  expect(total).toBe(1)
  expect(text).toContain('what():  map::at')
})
