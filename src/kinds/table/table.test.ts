import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verify } from '../../receipt/verify.ts'
import { createSource } from '../../source/source.ts'
import { type DigestOptions, digest } from '../../verbs/digest.ts'
import { decodeDigest } from '../registry.ts'
import { decodeTable, encodeTable } from './lossless.ts'
import { findTable } from './table.ts'
import { valueAt } from './values.ts'

const RUNS = Number(process.env.DIET_RUNS ?? 300)

const run = (text: string, options: DigestOptions = {}) => {
  const result = digest(text, options)
  expect(verify({ source: text, output: result.text, receipt: result.receipt, decode: decodeDigest })).toEqual({ ok: true })
  expect(result.receipt.notes.filter((note) => note.includes('not published'))).toEqual([])
  if (result.changed) expect(result.receipt.output.tokens).toBeLessThanOrEqual(options.budget ?? 2000)
  return result
}

const WORDS = ['amber', 'birch', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'haven', 'inlet', 'jetty', 'knoll']
/** Texts of one length and of no pattern. */
const word = (i: number): string =>
  WORDS[(i * i * 7 + i * 3) % WORDS.length]! + WORDS[(i * 5 + ((i * i) % 13)) % WORDS.length]!.slice(0, 3)

const csvRow = (i: number): string =>
  `ord-${word(i)}-${(i * 7919) % 9973},${((i * 97.13) % 900).toFixed(2)},${['eu', 'us', 'ap'][(i * i) % 3]},${i === 412 ? 'REJECTED' : 'ok'},"${i === 412 ? 'checksum, wrong' : 'nightly, auto'}"`
const csv = (count: number): string =>
  `id,amount,region,status,comment\n${Array.from({ length: count }, (_, i) => `${csvRow(i)}\n`).join('')}`

describe('tables', () => {
  it('CSV: header, first and last rows, and the one that was rejected, as they are', () => {
    const { text, receipt } = run(csv(1500), { budget: 300 })
    expect(receipt.kind).toBe('table')
    const lines = text.split('\n')
    expect(lines[0]).toContain('1500 rows in 5 columns')
    expect(lines[1]).toBe('id,amount,region,status,comment')
    for (const i of [0, 1, 412, 1499]) expect(lines).toContain(csvRow(i))
  })

  it('C15: every gap says how many rows it hides, and they add up', () => {
    const { text } = run(csv(1500), { budget: 500 })
    const hidden = [...text.matchAll(/\((\d+) rows?\)/g)].reduce((sum, [, count]) => sum + Number(count), 0)
    const shown = text.split('\n').filter((line) => /^ord-/.test(line)).length
    expect(hidden + shown).toBe(1500)
  })

  it('a quoted field over several lines is one row, shown whole or not at all', () => {
    const rows = Array.from({ length: 300 }, (_, i) =>
      i % 50 === 7
        ? `${i},"first of ${i}\nsecond, of ${i}\nthird ""of"" ${i}",${word(i)},late`
        : `${i},plain ${word(i * 3)},${word(i)},ok`,
    )
    const text = `id,note,tag,state\n${rows.join('\n')}\n`
    const table = findTable(createSource(text))!
    expect(table.rows).toBe(300)
    expect(valueAt(table, 7, 1)).toBe('first of 7\nsecond, of 7\nthird "of" 7')
    const { text: shown } = run(text, { budget: 400, query: 'late' })
    const parts = [7, 57, 107].map(
      (i) => [`first of ${i}`, `second, of ${i}`, `third ""of"" ${i}`].filter((part) => shown.includes(part)).length,
    )
    for (const count of parts) expect([0, 3]).toContain(count)
    expect(parts).toContain(3)
  })

  it.each([
    ['TSV', '\t', 'TSV'],
    ['semicolons', ';', 'CSV with ;'],
    ['bars', '|', 'table split by |'],
  ])('%s', (_, delimiter, what) => {
    const rows = Array.from({ length: 200 }, (_, i) =>
      [i, word(i), i === 120 ? 'stalled' : 'running', (i * 13) % 60].join(delimiter),
    )
    const text = `${['id', 'name', 'state', 'lag'].join(delimiter)}\n${rows.join('\n')}\n`
    expect(findTable(createSource(text))).toMatchObject({ what, rows: 200, columns: 4 })
    expect(run(text, { budget: 200 }).text).toContain(rows[120]!)
  })

  it('ps: the process that uses the most CPU', () => {
    const row = (i: number): string =>
      `${['root', 'dev', 'www-data'][i % 3]!.padEnd(9)}${String(300 + i * 7).padStart(6)} ${(i === 97 ? 397.2 : (i % 4) / 10).toFixed(1).padStart(5)} ${(((i * 7) % 10) / 10).toFixed(1).padStart(4)} ?        Ss   04:${String((i * 13) % 60).padStart(2, '0')} /usr/bin/${word(i)} --id=${i}`
    const text = `USER         PID  %CPU %MEM TTY      STAT START COMMAND\n${Array.from({ length: 260 }, (_, i) => `${row(i)}\n`).join('')}`
    const { text: shown, receipt } = run(text, { budget: 300, query: 'which process uses the most CPU' })
    expect(receipt.kind).toBe('table')
    expect(shown).toContain(row(97))
    expect(shown).toContain(text.split('\n')[0])
  })

  it('df: a full disk', () => {
    const rows = Array.from(
      { length: 60 },
      (_, i) =>
        `/dev/mapper/vg0-${word(i)}${i}    ${100 + ((i * 37) % 800)}G   ${10 + (i % 70)}G  ${i === 33 ? '0' : `${20 + ((i * 11) % 300)}G`}  ${i === 33 ? 100 : 10 + ((i * 7) % 60)}% /srv/${word(i * 3)}`,
    )
    const text = `Filesystem              Size  Used Avail Use% Mounted on\n${rows.join('\n')}\n`
    expect(run(text, { budget: 300 }).text).toContain(rows[33]!)
  })

  it('kubectl get pods: what is not running, whatever stands in its cells', () => {
    const row = (name: string, ready: string, status: string, restarts: string): string =>
      `${name.padEnd(26)}${ready.padEnd(8)}${status.padEnd(19)}${restarts.padEnd(15)}4d2h`
    const rows = Array.from({ length: 120 }, (_, i) =>
      i === 61
        ? row(`web-${word(i)}-61`, '0/1', 'CrashLoopBackOff', '14 (3m ago)')
        : row(`web-${word(i)}-${i}`, '1/1', 'Running', '0'),
    )
    const text = `${row('NAME', 'READY', 'STATUS', 'RESTARTS').replace('4d2h', 'AGE')}\n${rows.join('\n')}\n`
    const { text: shown, receipt } = run(text, { budget: 250 })
    expect(receipt.kind).toBe('table')
    expect(shown).toContain(rows[61]!)
  })

  it('mysql and Markdown: header with its rules, footer, outliers', () => {
    const cell = (i: number): string =>
      `| ${String(i).padEnd(5)} | ${word(i).padEnd(12)} | ${(i === 77 ? 'STALLED' : 'RUNNING').padEnd(8)} | ${String(i === 77 ? 90_001 : (i * 13) % 60).padStart(8)} |`
    const rule = '+-------+--------------+----------+----------+'
    const text = [
      rule,
      '| id    | name         | state    | lag_ms   |',
      rule,
      ...Array.from({ length: 300 }, (_, i) => cell(i)),
      rule,
      '300 rows in set (0.02 sec)',
      '',
    ].join('\n')
    const { text: shown } = run(text, { budget: 200 })
    expect(shown).toContain(cell(77))
    expect(shown).toContain('300 rows in set')
    expect(shown).toContain('| id    | name         | state    | lag_ms   |')
    const markdown = `Report of today:\n\n| id | name | state |\n| --- | :-- | --: |\n${Array.from({ length: 200 }, (_, i) => `| ${i} | ${word(i)} \\| ${i} | ${i === 50 ? 'lost' : 'fine'} |\n`).join('')}\nEnd.\n`
    const found = findTable(createSource(markdown))!
    expect(found).toMatchObject({ format: 'markdown', rows: 200, columns: 3 })
    expect(valueAt(found, 50, 1)).toBe(`${word(50)} \\| 50`)
    const { text: short } = run(markdown, { budget: 200, mode: 'verbatim' })
    for (const line of ['Report of today:', 'End.', `| 50 | ${word(50)} \\| 50 | lost |`])
      expect(short.split('\n')).toContain(line)
  })

  it('ragged rows are rows', () => {
    const rows = Array.from({ length: 100 }, (_, i) => (i === 60 ? `${i},${word(i)}` : `${i},${word(i)},${(i * 7) % 50},ok`))
    const table = findTable(createSource(`a,b,c,d\n${rows.join('\n')}\n`))!
    expect(table.rows).toBe(100)
    expect(valueAt(table, 60, 2)).toBeUndefined()
    run(`a,b,c,d\n${rows.join('\n')}\n`, { budget: 200 })
  })

  it('keeps the ends of a failing command', () => {
    const { text } = run(csv(300), { budget: 300, exitCode: 2 })
    expect(text.split('\n')[0]).toContain('exit 2. no failure recognised')
    expect(text.split('\n')).toContain(csvRow(299))
  })
})

describe('tables without loss', () => {
  const encode = (text: string, keep: (row: number) => boolean = () => false): string | undefined => {
    const table = findTable(createSource(text))
    return table === undefined ? undefined : encodeTable(table, keep)?.body
  }

  const markdown = `| id | service | region | status |\n| --- | --- | --- | --- |\n${Array.from({ length: 12 }, (_, i) => `| ${i} | service-${i} | us-east-1 | ${i === 7 ? 'degraded' : 'healthy'} |\n`).join('')}`

  it('says once what rows share, and what departs from it', () => {
    expect(encode(markdown)).toBe(
      '| id | service | region | status |\n| --- | --- | --- | --- |\n' +
        '[diet] 12 lines: | ${{0..11}} | ${service-{0..11}} | us-east-1 | ${healthy}!{status} |\n' +
        '[diet] L3 | 3-9; 10 status=degraded; 11-14\n',
    )
  })

  it('leaves rows that stand out as they are', () => {
    const body = encode(markdown, (row) => row === 7)!
    expect(body).toContain('\n| 7 | service-7 | us-east-1 | degraded |\n')
    expect(decodeTable(`head\n${body}`)).toBe(markdown)
  })

  it.each([
    ['markdown', markdown],
    [
      'mysql',
      `+----+------+\n| id | name |\n+----+------+\n${Array.from({ length: 9 }, (_, i) => `| ${String(i).padEnd(2)} | ${(word(i).slice(0, 1 + (i % 4))).padEnd(4)} |\n`).join('')}+----+------+\n9 rows in set\n`,
    ],
    [
      'right-aligned numbers',
      `+----+------+\n| id | size |\n+----+------+\n${Array.from({ length: 9 }, (_, i) => `| ${String(i).padEnd(2)} | ${String(i * i * 7).padStart(4)} |\n`).join('')}+----+------+\n`,
    ],
    ['CSV with CRLF', csv(12).replaceAll('\n', '\r\n')],
    ['CSV without a final line end', csv(12).trimEnd()],
    ['CSV with dollars and braces', `a,b,c\n${Array.from({ length: 9 }, (_, i) => `$${i},{${i}},x{1..2}\n`).join('')}`],
    [
      'aligned columns',
      `NAME      READY   STATUS    AGE\n${Array.from({ length: 9 }, (_, i) => `pod-${i}     1/1     Running   ${i}d\n`).join('')}`,
    ],
  ])('gives back %s', (_, text) => {
    const body = encode(text)
    expect(body).toBeDefined()
    expect(decodeTable(`head\n${body}`)).toBe(text)
  })

  const cell = fc.oneof(
    fc.constantFrom(
      '',
      'ok',
      'x',
      '0',
      '007',
      '"a, b"',
      '"say ""hi"""',
      '""',
      '$5',
      '{1..3}',
      '{a|b}',
      'a b',
      '-',
      '!',
      '$' + '{x}',
      '#0=1',
      '1-2',
      ' lead',
      'é漢🍃',
      '[diet]',
      '"open',
    ),
    fc.integer({ min: 0, max: 300 }).map(String),
    fc.string({ maxLength: 6 }).map((text) => text.replace(/[\n\r]/g, '')),
  )
  const columns = fc
    .tuple(
      fc.integer({ min: 2, max: 5 }),
      fc.integer({ min: 6, max: 40 }),
      fc.array(cell, { minLength: 9, maxLength: 9 }),
      fc.array(fc.constantFrom('same', 'count', 'turn', 'any', 'rare'), { minLength: 5, maxLength: 5 }),
    )
    .map(([width, rows, values, sorts]) =>
      Array.from({ length: rows }, (_, row) =>
        Array.from({ length: width }, (_, i) => {
          const any = values[(row * (i + 2) + i) % values.length]!
          if (sorts[i] === 'same') return values[0]!
          if (sorts[i] === 'count') return `n${row * 2}`
          if (sorts[i] === 'turn') return 'pqr'[row % 3]!
          return sorts[i] === 'rare' && row % 8 !== 5 ? 'ok' : any
        }),
      ),
    )
  const layouts: readonly (readonly [string, (rows: readonly (readonly string[])[]) => string])[] = [
    ...[',', '\t', ';', '|'].map((delimiter): [string, (rows: readonly (readonly string[])[]) => string] => [
      `split by ${JSON.stringify(delimiter)}`,
      (rows) =>
        `${rows[0]!.map((_, i) => `col${'abcde'[i]}`).join(delimiter)}\n${rows.map((row) => `${row.join(delimiter)}\n`).join('')}`,
    ]),
    [
      'Markdown',
      (rows) =>
        `| ${rows[0]!.map((_, i) => `col${'abcde'[i]}`).join(' | ')} |\n|${rows[0]!.map(() => ' --- |').join('')}\n${rows.map((row) => `| ${row.join(' | ')} |\n`).join('')}`,
    ],
    [
      'padded',
      (rows) => {
        const widths = rows[0]!.map((_, i) => Math.max(4, ...rows.map((row) => row[i]!.length)))
        const line = (cells: readonly string[]): string =>
          `| ${cells.map((one, i) => (i % 2 === 0 ? one.padEnd(widths[i]!) : one.padStart(widths[i]!))).join(' | ')} |\n`
        const rule = `+${widths.map((width) => '-'.repeat(width + 2)).join('+')}+\n`
        return rule + line(rows[0]!.map((_, i) => `col${'abcde'[i]}`)) + rule + rows.map(line).join('') + rule
      },
    ],
  ]

  it.each(layouts)('whatever is written comes back exactly: %s', (_, print) => {
    fc.assert(
      fc.property(columns, fc.boolean(), fc.array(fc.nat(40), { maxLength: 4 }), (rows, crlf, kept) => {
        const text = crlf ? print(rows).replaceAll('\n', '\r\n') : print(rows)
        const body = encode(text, (row) => kept.includes(row))
        if (body !== undefined) expect(decodeTable(`head\n${body}`)).toBe(text)
      }),
      { numRuns: RUNS },
    )
  })

  it.each(layouts)('the promises hold: %s', (_, print) => {
    fc.assert(
      fc.property(
        columns,
        fc.integer({ min: 40, max: 300 }),
        fc.constantFrom(undefined, 'ok', 'which has the most n'),
        fc.constantFrom(0, 1),
        (rows, budget, query, exitCode) => {
          run(print(rows), {
            budget,
            exitCode,
            kind: findTable(createSource(print(rows))) === undefined ? 'log' : 'table',
            ...(query === undefined ? {} : { query }),
          })
        },
      ),
      { numRuns: Math.ceil(RUNS / 3), endOnFailure: true },
    )
  })

  it('reads nothing that it did not write, and never throws', () => {
    const body = encode(csv(30))!
    fc.assert(
      fc.property(
        fc.nat(body.length),
        fc.constantFrom('', '{', '}', '"', ',', ';', '|', '9', '$', '!', ' ', '\n'),
        (at, char) => {
          const decoded = decodeTable(`head\n${body.slice(0, at)}${char}${body.slice(at + 1)}`)
          expect(decoded === undefined || typeof decoded === 'string').toBe(true)
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('what is no table', () => {
  it.each([
    [
      'a log with commas',
      Array.from({ length: 60 }, (_, i) => `2026-01-01 10:00:0${i % 10} INFO request ${i}, user ${i % 7}, took ${i} ms`).join(
        '\n',
      ),
    ],
    ['prose', 'The first, the second, and the third came late.\nAnother one, then two, and more followed.\n'.repeat(30)],
    ['compiler messages', Array.from({ length: 40 }, (_, i) => `src/a${i}.c:${i}:3: error: expected ';', got ','`).join('\n')],
    ['test output', Array.from({ length: 60 }, (_, i) => `PASS src/m${i}.test.ts (${i / 10} s)`).join('\n')],
    [
      'coverage under a test run',
      `PASS src/a.test.ts\n  adds\n    ok works (3 ms)\n${' FAIL src/b.test.ts\n   expected 1, got 2\n'.repeat(30)}`,
    ],
    ['code', 'foo(a, b, c);\nbar(d, e, f);\nif (x) { return [1, 2, 3]; }\n'.repeat(20)],
    ['a stack trace', `Error: boom\n${Array.from({ length: 40 }, (_, i) => `    at fn${i} (/repo/src/a.js:${i}:9)`).join('\n')}`],
    [
      'nginx lines',
      Array.from({ length: 60 }, (_, i) => `10.0.0.${i} - - [01/Jan/2026:10:00:00 +0000] "GET /a${i} HTTP/1.1" 200 ${i}`).join(
        '\n',
      ),
    ],
    [
      'shouted lines',
      'STARTING THE SERVER NOW\nloading modules from disk\nready to serve requests\nstill waiting for work\n'.repeat(10),
    ],
    [
      'ls -l',
      `total 12\n${Array.from({ length: 30 }, (_, i) => `-rw-r--r-- 1 dev dev ${i * 100} Jan  1 10:00 file${i}.ts`).join('\n')}`,
    ],
    ['grep hits', Array.from({ length: 40 }, (_, i) => `src/a${i}.ts:${i}:  call(a, b)`).join('\n')],
  ])('%s', (_, text) => {
    expect(findTable(createSource(text))?.what).toBeUndefined()
  })
})
