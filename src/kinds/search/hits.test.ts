import { describe, expect, it } from 'vitest'
import { findBare, findHit, findJson, findNear, findNumbered, isHeading } from './hits.ts'

describe('findHit', () => {
  it.each<[string, string, number, string]>([
    ['src/a.ts:12:const a = 1', 'src/a.ts', 12, 'const a = 1'],
    ['C:\\work\\a b\\x.cs:7:  var x', 'C:\\work\\a b\\x.cs', 7, '  var x'],
    ['D:/code/x.cs:7:y', 'D:/code/x.cs', 7, 'y'],
    ['logs/2026-03-01/app-2.log:3:12:30:45 started', 'logs/2026-03-01/app-2.log', 3, '12:30:45 started'],
    ['docs/a.md:5:see foo.rs:12: it is there', 'docs/a.md', 5, 'see foo.rs:12: it is there'],
    ['Makefile:3:all:', 'Makefile', 3, 'all:'],
    ['src/a.ts:12:4:with a column', 'src/a.ts', 12, '4:with a column'],
    ['src/a.ts\u00008:behind a NUL', 'src/a.ts', 8, 'behind a NUL'],
    ['src/a.ts:9:', 'src/a.ts', 9, ''],
    ['app/(shop)/[id]/page.tsx:4:x', 'app/(shop)/[id]/page.tsx', 4, 'x'],
    ['資料/見積.md:2:合計', '資料/見積.md', 2, '合計'],
  ])('%s', (line, path, number, text) => {
    const hit = findHit(line)!
    expect([hit.path, hit.line, line.slice(hit.text)]).toEqual([path, number, text])
  })

  it.each([
    '12:30:45 INFO started',
    '2026-03-01T12:30:45Z INFO started',
    '2026/03/01 12:30:45 listening',
    '    at run (src/a.ts:12:4)',
    'http://localhost:3000: refused',
    'key: value',
    '10.0.0.1:8080:tcp',
    '',
    'no place at all',
  ])('no hit: %s', (line) => {
    expect(findHit(line)).toBeUndefined()
  })

  it('gives up on a long line without a place in time that does not depend on its length', () => {
    expect(findHit(':x'.repeat(500_000))).toBeUndefined()
  })
})

describe('findNear', () => {
  it('reads a line around a hit whose path holds dashes and numbers', () => {
    expect(findNear('src/a-1-b/x.ts-12-  code', 'src/a-1-b/x.ts')).toEqual({
      path: 'src/a-1-b/x.ts',
      line: 12,
      text: 18,
      hit: false,
    })
  })

  it('reads the function that git grep -p prints', () => {
    expect(findNear('a.c=40=int main(void)', 'a.c')).toMatchObject({ line: 40, hit: false })
  })

  it('does not mix separators', () => {
    expect(findNear('a.c-40:x', 'a.c')).toBeUndefined()
    expect(findNear('a.cc-40-x', 'a.c')).toBeUndefined()
  })
})

describe('other forms', () => {
  it('reads numbered lines under a heading, also with a bar', () => {
    expect(findNumbered('12:text')).toEqual({ line: 12, text: 3, hit: true })
    expect(findNumbered('12-text')).toEqual({ line: 12, text: 3, hit: false })
    expect(findNumbered(' 7│text')).toEqual({ line: 7, text: 3, hit: true })
  })

  it.each(['12:30:45 INFO', '2026-03-01 INFO', '  12:5  error  no-unused-vars', 'x12:y', '12 text'])(
    'no numbered line: %s',
    (line) => {
      expect(findNumbered(line)).toBeUndefined()
    },
  )

  it('reads a path and a text without a number', () => {
    expect(findBare('src/a.ts:import x')).toEqual({ path: 'src/a.ts', line: 0, text: 9 })
    expect(findBare('key: value')).toBeUndefined()
    expect(findBare('see https://example.com/a.ts')).toBeUndefined()
  })

  it('reads events of ripgrep and of ast-grep', () => {
    expect(findJson('{"type":"match","data":{"path":{"text":"a\\"b.ts"},"lines":{"text":"x\\n"},"line_number":7}}')).toEqual({
      type: 'match',
      path: 'a"b.ts',
      line: 7,
    })
    expect(
      findJson(
        '{"text":"f(1)","range":{"byteOffset":{"start":1,"end":5},"start":{"line":4,"column":0}},"file":"b.ts","lines":"f(1)","language":"TypeScript"}',
      ),
    ).toEqual({ type: 'match', path: 'b.ts', line: 4 })
    expect(findJson('{"level":30,"msg":"x"}')).toBeUndefined()
  })

  it('knows a heading', () => {
    expect(['src/a.ts', 'Makefile', 'C:\\x\\a.cs'].map(isHeading)).toEqual([true, true, true])
    expect(['const a = 1', 'Tests:', 'done (3 ms)'].map(isHeading)).toEqual([false, false, false])
  })
})
