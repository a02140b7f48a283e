import { describe, expect, it } from 'vitest'
import { afterBrackets, afterColumns, baseOf, branchOf, columnsBefore, isListedPath, longName } from './lines.ts'

describe('columns before a path', () => {
  it.each<[string, number]>([
    ['./src/a.ts', 0],
    ['-rw-r--r-- 116 src/a.ts', 2],
    [' M src/a.ts', 1],
    ['?? src/new/', 1],
    ['A\tsrc/a.ts', 1],
    ['R100\tsrc/a.ts', 1],
    ['4.0K\t./src', 1],
    ['100644 blob 8ab686eafeb1f44702738c8b0f24f2567c36da6d\tsrc/a.ts', 3],
    ['  5308976      4 drwxr-xr-x  14 root     root         4096 Nov 30 15:31 src/lib', 10],
  ])('%s', (line, count) => {
    expect(columnsBefore(line)).toBe(count)
    expect(line.slice(afterColumns(line, count))).toMatch(/^[\w.]*\/|^src\//)
  })

  it.each(['2026-03-01 12:00:00 INFO /api/users', 'cp src/a dst/b', 'PASS src/a.test.ts', 'GET /index.html'])(
    'no columns: %s',
    (line) => {
      expect(columnsBefore(line)).toBe(-1)
    },
  )
})

describe('names', () => {
  it.each<[string, string]>([
    ['-rw-r--r-- 1 dev dev 1086 Mar  1 10:00 LICENSE.md', 'LICENSE.md'],
    ['drwxr-xr-x  2 root root 4096 Nov 30  2024 with space', 'with space'],
    ['-rw-r--r-- 1 dev dev 12 2026-03-01 10:00 a.ts', 'a.ts'],
    ['-rw-r--r-- 1 dev dev 12 2026-03-01 10:00:00.000000000 +0100 a.ts', 'a.ts'],
    ['lrwxrwxrwx 1 dev dev 7 Mar  1 10:00 link -> target', 'link -> target'],
    ['-rw-r--r-- 1 dev 12 Mar  1 10:00 a.ts', 'a.ts'],
  ])('of ls -l: %s', (line, name) => {
    expect(line.slice(longName(line))).toBe(name)
  })

  it('are absent from lines of another sort', () => {
    expect(['total 48', 'src/a.ts', '', '-rw'].map(longName)).toEqual([0, 0, 0, 0])
  })

  it('begin behind the last separator, and a directory keeps its own', () => {
    const base = (line: string): string => line.slice(baseOf(line, 0))
    expect(['src/lib/a.ts', 'src/lib/', 'a.ts', 'C:\\x\\a.cs', './src'].map(base)).toEqual([
      'a.ts',
      'lib/',
      'a.ts',
      'a.cs',
      'src',
    ])
  })

  it('are not prose, code or places', () => {
    const listed = (line: string): boolean => isListedPath(line, 0)
    expect(['src/a.ts', './My Files/a b.ts', 'README.md', 'node_modules/@x/y'].map(listed)).toEqual([true, true, true, true])
    expect(
      ['import a from "b"', 'see https://x.org/a', 'The quick brown fox jumps', 'key: value', 'if (a) {', 'x=1', '| a | b |'].map(
        listed,
      ),
    ).toEqual(Array(7).fill(false))
  })
})

describe('branches of trees', () => {
  it.each<[string, number, string]>([
    ['├── src', 0, 'src'],
    ['│   └── a.ts', 4, 'a.ts'],
    ['│ ├─┬ koa@2.16.4', 2, 'koa@2.16.4'],
    ['    `-- a.ts', 4, 'a.ts'],
    ['|   |-- a.ts', 4, 'a.ts'],
    ['|  \\- org.slf4j:slf4j-api:jar:2.0.0:compile', 3, 'org.slf4j:slf4j-api:jar:2.0.0:compile'],
    ['+--- com.google:guava:33', 0, 'com.google:guava:33'],
  ])('%s', (line, column, name) => {
    const branch = branchOf(line)!
    expect([branch.column, line.slice(branch.name)]).toEqual([column, name])
  })

  it.each(['| a | b |', '|---|---|', '+-----+', '- item', '├ ○ /about', 'a.ts', '', '  | ^^^', '* | commit'])(
    'no branch: %s',
    (line) => {
      expect(branchOf(line)).toBeUndefined()
    },
  )

  it('may print sizes before names', () => {
    expect('[      17536]  createStore.ts'.slice(afterBrackets('[      17536]  createStore.ts', 0))).toBe('createStore.ts')
    expect(afterBrackets('[id].tsx', 0)).toBe(0)
  })
})
