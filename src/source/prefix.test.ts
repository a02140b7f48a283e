import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { detectPrefix, type Prefix } from './prefix.ts'
import { viewOf } from './view.ts'

const ESC = '\u001b'
const TAB = '\t'

const sourceOf = (lines: readonly string[]) => ({ lines: lines.length, view: (n: number) => viewOf(lines[n - 1]!) })
const detect = (lines: readonly string[]): Prefix | undefined => detectPrefix(sourceOf(lines))
const bodyOf = (prefix: Prefix, line: string): string => line.slice(prefix.end(line, 0, line.length))

const BODIES = [
  'npm ci',
  '  at run (src/a.ts:12:5)',
  'ERROR disk full',
  'src/a.ts:3:1: error: no',
  '- removed',
  '{"a":1}',
  '[x] [y] 3 | 4',
  '| a | b |',
  '',
]

/** name, expected chain, what stands before the body of line i. */
const FORMS: readonly (readonly [string, string, (i: number) => string])[] = [
  [
    'gh run view --log',
    'job and step + iso time',
    (i) => `build (ubuntu, 20)${TAB}Run tests${TAB}2024-05-01T12:00:0${i}.1234567Z `,
  ],
  ['GitHub Actions', 'iso time', (i) => `2024-05-01T12:00:0${i}.1234567Z `],
  ['a time and a bar', 'clock time + bar', (i) => `12:00:0${i} | `],
  [
    'GitLab',
    'iso time + gitlab stream',
    (i) => `2024-05-01T12:00:0${i}.123456Z 0${i % 2}${i % 2 ? 'E' : 'O'}${i === 3 ? '+' : ' '}`,
  ],
  ['docker compose', 'compose service', (i) => `${i % 2 ? 'web-1  ' : 'postgres-1'}  | `],
  [
    'docker compose with time',
    'compose service + iso time',
    (i) => `${i % 2 ? 'web-1' : 'db-1 '}  | 2024-05-01T12:00:0${i}.123456789Z `,
  ],
  ['docker logs -t', 'iso time', (i) => `2024-05-01T12:00:0${i}.123456789Z `],
  ['foreman', 'clock time + compose service', (i) => `12:00:0${i} ${i % 2 ? 'web.1   ' : 'worker.1'} | `],
  ['kubectl', 'kubectl pod', () => '[pod/api-7d9f6c-x2/main] '],
  ['kubectl with time', 'kubectl pod + iso time', (i) => `[pod/api-7d9f6c-x${i}/main] 2024-05-01T12:00:0${i}.123456789Z `],
  ['journald', 'syslog time + host and unit', (i) => `Nov 01 12:00:0${i} host-1 nginx[12${i}]: `],
  [
    'syslog, day padded by a space',
    'syslog time + host and unit',
    (i) => `Nov  1 12:00:0${i} host-1 ${i % 2 ? 'kernel' : 'cron[1]'}: `,
  ],
  ['journald, RFC 3339', 'iso time + host and unit', (i) => `2024-11-01T12:00:0${i}.123456+01:00 host-1 app[77]: `],
  ['ISO with a comma', 'iso time', (i) => `2024-05-01 12:00:00,12${i} `],
  ['ISO with a space and a zone', 'iso time', (i) => `2024-05-01 12:00:0${i}.123 +0200 `],
  ['ISO with a named zone', 'iso time', (i) => `2024-05-01 12:00:0${i}.123 UTC `],
  ['RFC 3339 with an offset', 'iso time', (i) => `2024-05-01T12:00:0${i}-07:00 `],
  ['slashes', 'iso time', (i) => `2024/05/01 12:00:0${i} `],
  ['clock', 'clock time', (i) => `12:00:0${i}.123 `],
  ['clock with AM', 'clock time', (i) => `11:00:0${i} AM `],
  ['bracketed clock', 'bracketed clock time', (i) => `[12:00:0${i}] `],
  ['bracketed clock in parentheses', 'bracketed clock time', (i) => `(12:00:0${i}) `],
  ['bracketed time', 'bracketed iso time', (i) => `[2024-05-01 12:00:0${i}] `],
  ['Jenkins', 'bracketed iso time', (i) => `[2024-05-01T12:00:0${i}.123Z] `],
  ['httpd errors', 'bracketed weekday time', (i) => `[Wed Oct 11 14:32:5${i}.123456 2000] `],
  ['access times', 'bracketed day-first time', (i) => `[01/May/2024:12:00:0${i} +0000] `],
  ['Tomcat', 'day-first time', (i) => `01-May-2024 12:00:0${i}.123 `],
  ['Android', 'month-day time', (i) => `05-01 12:00:0${i}.123 `],
  ['epoch seconds', 'bracketed seconds', (i) => `[171456480${i}] `],
  ['epoch seconds with a fraction', 'bracketed seconds', (i) => `[171456480${i}.25] `],
  ['epoch milliseconds', 'bracketed seconds', (i) => `[171456480012${i}] `],
  ['kernel', 'bracketed seconds', (i) => `[    ${i}.123456] `],
  ['buildkit', 'buildkit step', (i) => `#1${i % 2} ${i}.345 `],
  ['valgrind', 'valgrind process', () => '==9295== '],
  ['turbo', 'package task', (i) => `${i % 2 ? '@acme/ui' : 'web'}:build: `],
  ['nx, task with a colon', 'package task', () => 'web:build:prod: '],
  ['turbo, a task named test', 'package task', () => 'web:test: '],
  ['lerna', 'package task', () => '@acme/ui: '],
  ['pnpm', 'package script', (i) => `packages/${i % 2 ? 'ui' : 'web'} test: `],
  ['pnpm, padded', 'package script', (i) => `apps/${i % 2 ? 'docs' : 'a-b'}   lint:fix: `],
  ['concurrently', 'process name', (i) => `[${i % 2}] `],
  ['concurrently, the task as name', 'process name', () => '[test] '],
  ['compose, the task as name', 'compose service', () => 'test-1  | '],
  ['compose, the word alone as name', 'compose service', () => 'test  | '],
  ['concurrently with names', 'process name', (i) => `[${i % 2 ? 'npm:watch' : 'server'}] `],
]

const RAW_BODIES = BODIES.filter((body) => body !== '')

describe('detectPrefix', () => {
  it.each(FORMS)('%s: %s', (_form, name, headOf) => {
    const lines = RAW_BODIES.map((body, i) => headOf(i) + body)
    const prefix = detect(lines)
    expect(prefix?.name).toBe(name)
    for (const [i, body] of RAW_BODIES.entries()) expect(bodyOf(prefix!, lines[i]!)).toBe(body)
  })

  it.each(FORMS)('%s works on offsets of a longer text', (_form, _name, headOf) => {
    const lines = RAW_BODIES.map((body, i) => headOf(i) + body)
    const prefix = detect(lines)!
    const text = `2024-05-01T12:00:00Z ${lines.join('\n')}`
    let from = 21
    for (const [i, line] of lines.entries()) {
      expect(prefix.end(text, from, from + line.length)).toBe(from + line.length - RAW_BODIES[i]!.length)
      from += line.length + 1
    }
  })

  it.each(FORMS)('%s does not read beyond the line', (_form, _name, headOf) => {
    const lines = RAW_BODIES.map((body, i) => headOf(i) + body)
    const prefix = detect(lines)!
    for (let to = 0; to <= lines[1]!.length; to++) {
      // Cutting the text and cutting the line come to the same.
      expect(prefix.end(lines[1]!, 0, to)).toBe(prefix.end(lines[1]!.slice(0, to), 0, to))
    }
  })

  it.each(FORMS)('%s leaves a line without it alone', (_form, _name, headOf) => {
    const prefix = detect(RAW_BODIES.map((body, i) => headOf(i) + body))!
    for (const line of ['', ' ', ...BODIES, 'plain text', '2024', '[', '#', 'a:', `${ESC}[31mred`, 'Nov', '99:99:99 x']) {
      expect(prefix.end(line, 0, line.length)).toBe(0)
    }
  })

  it('keeps empty bodies empty, also where trailing blanks were trimmed', () => {
    const prefix = detect(['2024-05-01T12:00:00Z a', '2024-05-01T12:00:00Z b'])!
    expect(bodyOf(prefix, '2024-05-01T12:00:00Z ')).toBe('')
    expect(bodyOf(prefix, '2024-05-01T12:00:00Z')).toBe('')
    const service = detect(['web-1  | a', 'web-1  | b'])!
    expect(bodyOf(service, 'web-1  |')).toBe('')
    const gitlab = detect(['2024-05-01T12:00:00Z 00O a', '2024-05-01T12:00:00Z 00O b'])!
    expect(bodyOf(gitlab, '2024-05-01T12:00:00Z 00O')).toBe('')
  })

  it('reads a byte order mark before the first time', () => {
    const lines = ['\ufeff2024-05-01T12:00:00.1Z one', '2024-05-01T12:00:00.2Z two']
    expect(lines.map((line) => bodyOf(detect(lines)!, line))).toEqual(['one', 'two'])
    const view = lines.map((line) => `job${TAB}step${TAB}${line}`)
    expect(view.map((line) => bodyOf(detect(view)!, line))).toEqual(['one', 'two'])
  })

  it('reads over colours', () => {
    const prefix = detect(['web-1  | 2024-05-01T12:00:00Z a', 'web-1  | 2024-05-01T12:00:00Z b'])!
    expect(bodyOf(prefix, `${ESC}[36mweb-1  | ${ESC}[0m2024-05-01T12:00:00Z a`)).toBe('a')
    expect(bodyOf(prefix, `${ESC}[36;1mweb-1${ESC}[0m  | 2024-05-01T12:00:00Z ${ESC}[31ma`)).toBe(`${ESC}[31ma`)
    expect(bodyOf(prefix, `${ESC}[36mweb-1  |${ESC}[0m ${ESC}[2m2024-05-01T12:00:00Z${ESC}[0m a`)).toBe('a')
    const names = detect(['[0] a', '[1] b', '[0] c', '[1] d'])!
    expect(bodyOf(names, `${ESC}[34m[0]${ESC}[39m a`)).toBe('a')
    expect(names.end(`${ESC}[34mplain`, 0, 10)).toBe(0)
  })

  it('takes the end of its colour, and no colour of the body', () => {
    const prefix = detect(['web-1  | a', 'web-1  | b'])!
    expect(bodyOf(prefix, `${ESC}[36mweb-1  | ${ESC}[0m{"a":1}`)).toBe('{"a":1}')
    expect(bodyOf(prefix, `${ESC}[36mweb-1  | ${ESC}[m  a`)).toBe('  a')
    expect(bodyOf(prefix, `web-1  | ${ESC}[31ma`)).toBe(`${ESC}[31ma`)
    expect(bodyOf(prefix, `${ESC}[0ma`)).toBe(`${ESC}[0ma`)
  })

  it('stands before one line alone where a document follows', () => {
    for (const head of ['web-1  | ', '2024-05-01T12:00:00Z ', 'web-1  | 2024-05-01T12:00:00Z ', '[pod/a/b] '])
      for (const body of ['{"a":1}', '[{"a":1}]', '<a/>']) expect(bodyOf(detect([head + body])!, head + body)).toBe(body)
    expect(detect(['web-1  | done'])).toBeUndefined()
    expect(detect(['2024-05-01T12:00:00Z [error] down'])).toBeUndefined()
    expect(detect(['web-1  | '])).toBeUndefined()
  })

  it('stands before the rows of a table, but a first column does not', () => {
    const rows = ['| a | b |', '|---|---|', '| 1 | 2 |', '| 3 | 4 |']
    expect(detect(rows.map((row) => `db-1  | ${row}`))?.name).toBe('compose service')
    expect(detect(rows.map((row) => `db-1  ${row}`))).toBeUndefined()
  })

  it('says whether it has times alone', () => {
    expect(detect(['12:00:00 a', '12:00:00 b'])?.timesAlone).toBe(true)
    expect(detect(['web-1  | 12:00:00 a', 'web-1  | 12:00:00 b'])?.timesAlone).toBe(false)
  })

  it('keeps the steps that a line has', () => {
    const prefix = detect(['web-1  | 2024-05-01T12:00:00Z a', 'web-1  | 2024-05-01T12:00:00Z b'])!
    expect(bodyOf(prefix, 'web-1  | panic: no time here')).toBe('panic: no time here')
    expect(bodyOf(prefix, '2024-05-01T12:00:00Z no service here')).toBe('2024-05-01T12:00:00Z no service here')
  })

  it('wants 80 % of the lines', () => {
    const mixed = (carriers: number) =>
      Array.from({ length: 100 }, (_, i) => (i < carriers ? `12:00:00 line ${i}` : `plain ${i}`))
    expect(detect(mixed(80))?.name).toBe('clock time')
    expect(detect(mixed(79))).toBeUndefined()
  })

  it('passes over blank lines and samples the whole source', () => {
    const spaced = Array.from({ length: 600 }, (_, i) => (i % 2 ? '' : `12:00:00 line ${i}`))
    expect(detect(spaced)?.name).toBe('clock time')
    const late = Array.from({ length: 10_000 }, (_, i) => (i < 3000 ? `plain ${i}` : `12:00:00 line ${i}`))
    expect(detect(late)).toBeUndefined()
    let seen = 0
    const view = (n: number): string => {
      seen++
      return `12:00:00 line ${n}`
    }
    detectPrefix({ lines: 1_000_000, view })
    expect(seen).toBeLessThanOrEqual(200)
  })

  it('takes a tab behind a time only before a level', () => {
    const lines = ['2024-05-01T12:00:00.1Z\tINFO\tup', '2024-05-01T12:00:01.1Z\terror\tdown']
    expect(lines.map((line) => bodyOf(detect(lines)!, line))).toEqual(['INFO\tup', 'error\tdown'])
    expect(detect(['2024-05-01 12:00:00\t12\tx', '2024-05-01 12:00:01\t13\ty'])).toBeUndefined()
  })

  it('takes the shorter of two parses', () => {
    const twice = ['2024-05-01T12:00:00Z 12:00:00 a', '2024-05-01T12:00:00Z 12:00:01 b']
    expect(detect(twice)?.name).toBe('iso time')
    const names = ['web-1  | db-1  | a', 'web-1  | b', 'web-1  | c']
    expect(bodyOf(detect(names)!, names[0]!)).toBe('db-1  | a')
  })
})

const NEGATIVES: Readonly<Record<string, readonly string[]>> = {
  'no lines': [],
  'one line': ['12:00:00 x'],
  prose: ['The quick brown fox', 'jumps over', 'the lazy dog'],
  'levels in brackets': ['[INFO] a', '[ERROR] b', '[INFO] c', '[INFO] d'],
  'lower case levels in brackets': ['[info] a', '[error] b', '[info] c', '[warn] d', '[error] e', '[info] f'],
  'levels with a colon': ['INFO:root: a', 'ERROR:root: b', 'INFO:root: c', 'INFO:root: d'],
  'levels before a pipe': ['INFO     | a', 'ERROR    | b', 'INFO     | c', 'ERROR    | d'],
  'test outcomes': ['[       OK ] A.b', '[  FAILED  ] A.c', '[       OK ] A.d'],
  outcomes: ['[pass] a', '[fail] b', '[pass] c', '[fail] d'],
  'check boxes': ['[x] a', '[x] b', '[x] c'],
  'progress counters': ['[1/5] CC a.o', '[2/5] CC b.o', '[3/5] CC c.o'],
  'percent counters': ['[ 10%] Building', '[ 20%] Building', '[ 30%] Linking'],
  'compiler errors': ['src/a.c:12:5: error: x', 'src/a.c:13:5: error: y', 'src/a.c:14:5: note: z'],
  'errors without columns': ['a.py:12: error: x', 'a.py:13: error: y', 'a.py:14: note: z'],
  'file and function': ['main.c:run: undefined', 'main.c:run: undefined', 'main.c:stop: undefined'],
  'search hits': ['src/a.ts:12:const x = 1', 'src/a.ts:13:const y = 2', 'src/a.ts:14:}'],
  'tool and level': ['eslint: error: x', 'eslint: error: y', 'eslint: warning: z'],
  'pipe table': ['name | size | kind', 'web | 1 | a', 'web | 2 | b', 'web | 3 | a'],
  'markdown table': ['| name | size |', '|---|---|', '| a | 1 |', '| b | 2 |'],
  'table without repeats': ['alice | 1', 'bob | 2', 'carol | 3', 'dave | 4'],
  diffstat: ['a.ts | 12 ++--', 'b.ts | 2 +-', 'c.ts | 1 +', 'd.ts | 9 +++'],
  'code frame': ['10 | const x = 1', '11 | const y', '12 | const z = 3'],
  csv: ['2024-05-01 12:00:00,5,x', '2024-05-01 12:00:01,6,y', '2024-05-01 12:00:02,7,z'],
  'csv with three digits': ['2024-05-01 12:00:00,500,x', '2024-05-01 12:00:01,600,y', '2024-05-01 12:00:02,700,z'],
  'csv with blanks': ['2024-05-01 12:00:00, x, y', '2024-05-01 12:00:01, x, z', '2024-05-01 12:00:02, x, z'],
  tsv: ['web\t2024-05-01 12:00:00\t5', 'web\t2024-05-01 12:00:01\t6', 'db\t2024-05-01 12:00:02\t7'],
  'tsv with a time in the third column': ['a\tb\t2024-05-01T12:00:00Z\tx', 'a\tb\t2024-05-01T12:00:01Z\tx'],
  'psql table': [' 2024-05-01 12:00:00 | a', ' 2024-05-01 12:00:01 | b', ' 2024-05-01 12:00:02 | c'],
  'json lines': ['{"time":"2024-05-01T12:00:00Z"}', '{"time":"2024-05-01T12:00:01Z"}'],
  'json array': ['["2024-05-01T12:00:00Z",', '"2024-05-01T12:00:01Z",', '"2024-05-01T12:00:02Z"]'],
  'times alone': ['12:00:00', '12:00:01', '12:00:02'],
  'dates alone': ['2024-05-01 a', '2024-05-02 b', '2024-05-03 c'],
  'no clock': ['99:99:99 a', '88:88:88 b', '77:77:77 c'],
  'no month': ['2024-13-01T12:00:00Z a', '2024-14-01T12:00:00Z b'],
  diff: ['@@ -1,3 +1,3 @@', '-12:00:00 a', '+12:00:01 a', ' 12:00:02 b'],
  'issue list': ['#12 fix the build', '#13 add docs', '#14 speed up'],
  'numbered list in brackets': ['[0] first', '[1] second', '[2] third'],
  'source code': ['const a: string = x', 'const b: string = y', 'return a | b', 'case a: break'],
  yaml: ['web:', '  image: x', 'db:', '  image: y'],
  'glog keeps its level': ['I0501 12:00:00.123456   1 a.go:12] x', 'E0501 12:00:00.123456   1 a.go:13] y'],
  'level inside the brackets': ['[12:00:00 INF] a', '[12:00:01 ERR] b', '[12:00:02 INF] c'],
  'list of durations': ['00:00:01', '00:00:02', '00:00:03'],
  addresses: ['10.0.0.1 - - [01/May/2024:12:00:00 +0000] "GET /"', '10.0.0.1 - - [01/May/2024:12:00:01 +0000] "GET /"'],
}

describe('no prefix', () => {
  it.each(Object.keys(NEGATIVES))('%s', (name) => {
    expect(detect(NEGATIVES[name]!)?.name).toBeUndefined()
  })

  it('a level behind a syslog time is no host and no unit', () => {
    const lines = ['Nov 01 12:00:00 error loading: x', 'Nov 01 12:00:01 error loading: y', 'Nov 01 12:00:02 app error: z']
    expect(lines.map((line) => bodyOf(detect(lines)!, line))).toEqual(['error loading: x', 'error loading: y', 'app error: z'])
  })

  it('a level keeps its place behind a name too', () => {
    const prefix = detect(['web:build: a', 'web:build: b', 'web:build: c'])!
    expect(bodyOf(prefix, 'web:error: d')).toBe('web:error: d')
    const service = detect(['web  | a', 'web  | b', 'web  | c'])!
    expect(bodyOf(service, 'ERROR  | d')).toBe('ERROR  | d')
  })
})

describe('properties', () => {
  const piece = fc.constantFrom(
    'a',
    'web-1',
    ' ',
    ' | ',
    '[',
    ']',
    '[0] ',
    '12:00:00',
    '2024-05-01',
    'T',
    'Z',
    ' ',
    '\t',
    ':',
    '#1 ',
    '1.5 ',
    ESC,
    '[3',
    'm',
    'Nov 01 ',
    '\ufeff',
    'h u[1]: ',
    '00O ',
  )
  const line = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
  const prefixes = FORMS.map(([, , headOf]) => detect(RAW_BODIES.map((body, i) => headOf(i) + body))!)

  it('ends inside the line, wherever the line stands', () => {
    fc.assert(
      fc.property(line, line, line, (left, middle, right) => {
        const from = left.length
        const to = from + middle.length
        for (const prefix of prefixes) {
          const end = prefix.end(left + middle + right, from, to)
          expect(end >= from && end <= to).toBe(true)
          expect(end - from).toBe(prefix.end(middle, 0, middle.length))
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('detects the same prefix twice', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
        const [first, second] = [detect(lines), detect([...lines])]
        expect(second?.name).toBe(first?.name)
      }),
    )
  })
})
