import { describe, expect, it } from 'vitest'
import { createSource } from '../../source/source.ts'
import { chars4 } from '../../source/tokens.ts'
import { type DigestOptions, digest } from '../../verbs/digest.ts'
import { runsOf } from '../command.ts'
import { searchOf } from './detect.ts'
import { LINE, parseResults } from './parse.ts'

const text = (...lines: readonly string[]): string => `${lines.join('\n')}\n`
const numbered = (count: number, line: (i: number) => string): string[] => Array.from({ length: count }, (_, i) => line(i))
const shown = (input: string, options: DigestOptions): string[] => {
  const { text: output, receipt } = digest(input, options)
  expect(receipt.kind).toBe('search')
  expect(receipt.rung).not.toBe('whole')
  expect(receipt.notes).toEqual([])
  expect(chars4(output)).toBeLessThanOrEqual(options.budget!)
  return output.split('\n')
}

describe('commands', () => {
  it.each<[string, string | undefined]>([
    ['grep -rn "find me" src', 'find me'],
    ['cd app && rg -A 3 --glob "*.ts" useState', 'useState'],
    ["git grep -n -e 'x y' -- src", 'x y'],
    ['cat list | xargs grep -n foo | head -20', 'foo'],
    ['LC_ALL=C /usr/bin/grep -n foo a.ts', 'foo'],
    ["ast-grep run --pattern 'f($A)' src", 'f($A)'],
  ])('%s', (command, pattern) => {
    expect(searchOf(command)).toEqual({ pattern })
  })

  it.each(['npm test', 'grep -rn x . | wc -l', 'echo grep x', undefined])('no search: %s', (command) => {
    expect(searchOf(command)).toBeUndefined()
  })

  it('splits at operators and not inside quotes', () => {
    expect(runsOf(`FOO=1 sudo a "b; c" 'd | e' && /bin/f g\\ h | i`)).toEqual([
      { program: 'a', words: ['b; c', 'd | e'] },
      { program: 'f', words: ['g h'] },
      { program: 'i', words: [] },
    ])
  })
})

describe('detection', () => {
  const kindOf = (input: string, options: DigestOptions = {}): string => digest(input, { budget: 20, ...options }).receipt.kind

  it.each<[string, string, DigestOptions]>([
    ['grep -rn without a command', text(...numbered(12, (i) => `src/mod${i % 3}.ts:${i + 1}:  const value = load(${i})`)), {}],
    ['rg --heading', text('src/a.ts', '1:a', '4:b', '', 'src/b.ts', '9:c', '12:d'), {}],
    [
      'rg --json',
      text(
        '{"type":"begin","data":{"path":{"text":"a.ts"}}}',
        '{"type":"match","data":{"path":{"text":"a.ts"},"lines":{"text":"x\\n"},"line_number":1,"absolute_offset":0,"submatches":[]}}',
        '{"type":"end","data":{"path":{"text":"a.ts"},"binary_offset":null,"stats":{}}}',
      ),
      {},
    ],
    ['grep without numbers', text(...numbered(9, (i) => `src/mod${i}.ts:import { a } from 'b'`)), {}],
    ['grep -n of one file', text(...numbered(9, (i) => `${i * 3 + 1}:  const value${i} = 1`)), { command: 'grep -n value a.ts' }],
    [
      'C18: grep -Z',
      text(...numbered(9, (i) => `src/mod${i}.ts\u0000${i + 1}:hit number ${i}`)),
      { command: 'grep -Zrn hit src' },
    ],
    ['C19: grep -o', text(...numbered(9, (i) => `src/mod${i}.ts:${i + 1}:hit`)), { command: 'grep -rno hit src' }],
  ])('%s', (_, input, options) => {
    expect(kindOf(input, options)).toBe('search')
  })

  it.each<[string, string, DigestOptions]>([
    ['gcc', text(...numbered(9, (i) => `src/a.c:${i + 1}:5: error: use of undeclared identifier 'x${i}'`)), { exitCode: 1 }],
    ['gcc, whatever the exit code', text(...numbered(9, (i) => `src/a.c:${i + 1}:5: warning: unused variable 'x${i}'`)), {}],
    [
      'flake8',
      text(...numbered(9, (i) => `app/a.py:${i + 1}:80: E501 line too long (${90 + i} > 79 characters)`)),
      { exitCode: 1 },
    ],
    ['mypy', text(...numbered(9, (i) => `app/a.py:${i + 1}: error: Incompatible types in assignment`)), { exitCode: 1 }],
    [
      'eslint',
      text('/srv/app/src/a.ts', ...numbered(9, (i) => `  ${i + 1}:5  error  'x${i}' is not defined  no-undef`), '', '9 problems'),
      { exitCode: 1 },
    ],
    ['pytest', text(...numbered(9, (i) => `tests/test_a.py::test_${i} PASSED [ ${i}0%]`)), {}],
    ['go test', text(...numbered(9, (i) => `    a_test.go:${i + 10}: got ${i}, want ${i + 1}`), 'FAIL'), { exitCode: 1 }],
    ['a log with places', text(...numbered(9, (i) => `main.go:${i + 10}: listening on port 80${i}`)), {}],
    ['a log with times', text('server', ...numbered(9, (i) => `12:30:4${i} INFO request ${i} handled`)), {}],
    ['a Node stack', text('Error: x', ...numbered(9, (i) => `    at f${i} (/srv/app/src/a.ts:${i + 1}:7)`)), { exitCode: 1 }],
    [
      'a note with some hits',
      text(
        '# Notes',
        '',
        'Some text about the incident.',
        'More text, with details.',
        ...numbered(9, (i) => `src/mod${i}.ts:${i + 1}:  const value = load(${i})`),
        '',
        '## Next',
        'And a paragraph.',
        'And another one.',
      ),
      {},
    ],
  ])('not %s', (_, input, options) => {
    expect(kindOf(input, options)).not.toBe('search')
  })
})

describe('context lines', () => {
  it('belong to the file of the hit in their group, whatever dashes their text and paths hold', () => {
    const source = createSource(
      text(
        'a.md-4-see foo.rs:12: there',
        'a.md:5:a hit',
        'a.md-6-2026-03-01 and b.ts-7-x',
        '--',
        'src/2026-03-01.ts-8-before',
        'src/2026-03-01.ts:9:hit',
      ),
    )
    const { roles, file, files } = parseResults(source, 'lines')
    expect([...roles]).toEqual([LINE.context, LINE.hit, LINE.context, LINE.separator, LINE.context, LINE.hit])
    expect([...file].map((f) => files[f])).toEqual(['a.md', 'a.md', 'a.md', undefined, 'src/2026-03-01.ts', 'src/2026-03-01.ts'])
  })
})

describe('every file is named with its count', () => {
  const results = (files: number, hits: number): string =>
    text(
      ...numbered(files, (f) =>
        numbered(hits, (h) => `src/area${f % 5}/file${f}.ts:${h * 7 + 1}:  const result${h} = findOrder(${f}, ${h})`).join('\n'),
      ),
    )

  it('in shown lines and in gaps, together all of them', () => {
    const output = shown(results(12, 12), { budget: 420, exitCode: 0 }).join('\n')
    expect(numbered(12, (f) => `src/area${f % 5}/file${f}.ts`).filter((name) => !output.includes(name))).toEqual([])
  })

  it('the head counts what is shown, and shown and hidden hits add up', () => {
    const lines = shown(results(30, 10), { budget: 600, exitCode: 0 })
    const kept = lines.filter((line) => line.startsWith('src/'))
    expect(lines[0]).toContain(`hits shown ${kept.length} of 300`)
    expect(lines[0]).toContain(`files shown ${new Set(kept.map((line) => line.split(':')[0])).size} of 30`)
    const hidden = lines
      .flatMap((line) => [...line.matchAll(/^\[diet\] L(\d+)(?:-(\d+))?/g)])
      .reduce((sum, [, a, b]) => sum + Number(b ?? a) - Number(a) + 1, 0)
    expect(kept.length + hidden).toBe(300)
  })

  it('breadth before depth: without a query each file shows a hit before one shows three', () => {
    const kept = shown(results(8, 20), { budget: 500 }).filter((line) => line.startsWith('src/'))
    const perFile = new Map<string, number>()
    for (const line of kept) perFile.set(line.split(':')[0]!, (perFile.get(line.split(':')[0]!) ?? 0) + 1)
    expect(perFile.size).toBe(8)
  })

  it('says how many more there are when not all names fit', () => {
    const output = shown(results(400, 2), { budget: 300 }).join('\n')
    expect(output).toMatch(/\(\d+ files: .*, \d+ more\)/)
  })
})

describe('complaints', () => {
  it('C16, C26: hits are never fused, and none is shown under another file', () => {
    const input = text(
      ...numbered(9, (f) =>
        [`src/file${f}.ts`, ...numbered(12, (h) => `${h * 9 + 4}:  throw new TypeError('of file ${f}, hit ${h}')`), ''].join(
          '\n',
        ),
      ),
    )
    const lines = shown(input, { budget: 350, query: 'file 7' })
    const source = new Set(input.split('\n'))
    let heading = ''
    for (const line of lines.slice(1)) {
      if (line.startsWith('[diet]') || line === '') continue
      expect(source.has(line)).toBe(true)
      if (line.startsWith('src/')) heading = line
      else expect(line).toContain(`of file ${heading.replace(/\D/g, '')},`)
    }
    expect(lines.filter((line) => line.includes('of file 7,')).length).toBeGreaterThan(3)
  })

  it('C21: a hit in a long line is shown at its place, and the cut says how much is missing', () => {
    const noise = (from: number): string => numbered(400, (i) => `function f${from + i}(a){return a.x${i}}`).join('')
    const long = `dist/app.min.js:1:${noise(0)}var q=findOrder(1);${noise(400)}`
    const input = text(...numbered(9, (i) => `src/mod${i}.ts:${i + 1}:  findOrder(${i})`), long)
    const lines = shown(input, { budget: 700, command: 'grep -rn findOrder .' })
    const at = lines.findIndex((line) => line.startsWith('dist/app.min.js:1:'))
    const cut = / \[diet\] \+ (\d+) chars of L10$/.exec(lines[at]!)!
    expect(lines[at]!.length - cut[0].length + Number(cut[1])).toBe(long.length)
    expect(lines[at + 1]).toMatch(/^\[diet\] L10@\d+: .*var q=findOrder\(1\);/)
  })

  it('shows what the tool complains of, and counts it as a failure', () => {
    const input = text(
      'grep: secrets: Permission denied',
      ...numbered(80, (i) => `src/mod${i}.ts:${i + 1}:  const value = load(${i})`),
    )
    const { text: output, receipt } = digest(input, { budget: 200, command: 'grep -rn load .', exitCode: 2 })
    expect(receipt.kind).toBe('search')
    expect(output).toContain('grep: secrets: Permission denied')
    expect(receipt.findings.failures).toEqual({ total: 1, shown: 1, indexed: 0 })
  })
})

describe('counts of grep -c', () => {
  it('shows files with many hits first, and those with none last', () => {
    const input = text(...numbered(120, (i) => `src/directory/module${i}.ts:${i === 77 ? 41 : i % 3 === 0 ? 0 : 1}`))
    const lines = shown(input, { budget: 150, command: 'grep -rc load src' })
    expect(lines).toContain('src/directory/module77.ts:41')
    expect(lines.filter((line) => /^src\/.*:0$/.test(line))).toEqual([])
  })
})
