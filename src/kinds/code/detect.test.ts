import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { Ask } from '../../ladder/candidate.ts'
import type { Language } from '../../source/code-outline.ts'
import { createSource } from '../../source/source.ts'
import { chars4 } from '../../source/tokens.ts'
import { chooseKind } from '../registry.ts'
import { findCode, hintOf, languageOfFile } from './detect.ts'
import { OUTLINES, sampleOf } from './testing.ts'

const ask = (given: Partial<Ask> = {}): Ask => ({
  budget: 500,
  count: chars4,
  counter: 'chars4',
  sourceTokens: 5000,
  command: undefined,
  tool: undefined,
  exitCode: undefined,
  query: undefined,
  protect: [],
  mode: 'auto',
  original: undefined,
  normalize: { ansi: true, cr: true },
  ...given,
})
const find = (text: string, given: Partial<Ask> = {}) => findCode(createSource(text), ask(given))
const kindOf = (text: string, given: Partial<Ask> = {}): string => chooseKind(createSource(text), ask(given)).kind.name
const lines = (times: number, make: (i: number) => string): string => Array.from({ length: times }, (_, i) => make(i)).join('\n')

describe('what is code', () => {
  const languages = Object.keys(OUTLINES) as Language[]

  it.each(languages)('%s by its syntax', (language) => {
    expect(find(sampleOf(language))?.language).toBe(language)
    expect(kindOf(sampleOf(language))).toBe('code')
  })

  it.each(languages)('%s in the second half of a file', (language) => {
    const text = sampleOf(language).split('\n')
    const half = text.slice(text.length >> 1).join('\n')
    expect(find(half, { command: `sed -n '50,200p' x.${extension[language]}` })?.language).toBe(language)
  })

  it('the name of a file decides where languages look alike', () => {
    expect(find(sampleOf('javascript'), { command: 'cat a.tsx' })?.language).toBe('tsx')
    expect(find(sampleOf('c'), { command: 'cat a.hpp' })?.language).toBe('cpp')
  })

  it('colors and line numbers do not hide it', () => {
    const python = sampleOf('python').trimEnd().split('\n')
    const numbered = python.map((line, i) => `${String(i + 1).padStart(6)}\t${line}`).join('\n')
    const colored = python.map((line) => (line === '' ? '' : `\u001b[34m${line}\u001b[0m`)).join('\n')
    expect(find(numbered)?.language).toBe('python')
    expect(find(colored)?.language).toBe('python')
  })

  it('words of failure in code do not make a log of it', () => {
    const text = `package app\n\n${lines(30, (i) => `func fail${i}(err error) error {\n\tlog.Error("failed: error %v", err)\n\tpanic("fatal error ${i}")\n}`)}\n`
    expect(kindOf(text)).toBe('code')
    expect(kindOf(text, { exitCode: 1, command: 'cat missing.go app.go' })).toBe('code')
  })
})

const extension: Readonly<Record<Language, string>> = {
  python: 'py',
  javascript: 'js',
  typescript: 'ts',
  tsx: 'tsx',
  go: 'go',
  rust: 'rs',
  java: 'java',
  c: 'c',
  cpp: 'cc',
}

const body = lines(24, (i) => `    total_${i} = compute(${i})\n    items.append(total_${i})`)

/** Outputs that hold code and are none. */
const OTHERS: Readonly<Record<string, string>> = {
  'a failing test of pytest with its whole function': `=================================== FAILURES ===================================
__________________________________ test_sum ____________________________________

    def test_sum():
${body}
>       assert total_3 == 7
E       assert 6 == 7

tests/test_sum.py:51: AssertionError
=========================== short test summary info ============================
FAILED tests/test_sum.py::test_sum - assert 6 == 7`,
  'tracebacks that name lines of code': `Traceback (most recent call last):\n${lines(60, (i) => `  File "/srv/app/part${i}.py", line ${i}, in step${i}\n    return compute(${i}, items[${i}])`)}\nValueError: bad`,
  'code frames of a compiler': lines(
    30,
    (i) =>
      `error[E0308]: mismatched types\n  --> src/main.rs:${i}:9\n   |\n${i + 10} |     let x: u32 = "a";\n   |            ---   ^^^ expected \`u32\`\n   |`,
  ),
  'code frames of a test runner': lines(
    20,
    (i) =>
      `  ● adds ${i}\n\n    expect(received).toBe(expected)\n\n    > ${i + 3} |   expect(add(1, ${i})).toBe(3);\n        |                     ^\n\n      at Object.toBe (test/add.test.js:${i + 3}:21)\n`,
  ),
  'gcc with its carets': lines(
    30,
    (i) =>
      `src/a.c:${i}:5: error: expected ';' before 'return'\n    ${i} |     int x = 1\n      |              ^\n      |              ;`,
  ),
  'a shell trace': lines(100, (i) => `+ export NAME_${i}=value\n+ run_step ${i} --flag`),
  'a make log': lines(100, (i) => `gcc -O2 -Wall -c src/file${i}.c -o build/file${i}.o`),
  'a log of statements': lines(120, (i) => `2026-02-03T10:00:${10 + (i % 50)} DEBUG sql: SELECT * FROM parcels WHERE id = ${i};`),
  'a session of a debugger': lines(60, (i) => `#${i}  0x00007ffff7a in parse (x=${i}) at parse.c:${i}\n${i}\t  return next(x);`),
  'prose about code': lines(
    60,
    (i) => `The function parse_${i} takes a line and returns a parcel; see the notes.\nIt is called once for each of them.`,
  ),
  'lines without any declaration': lines(100, (i) => `step ${i};`),
}

describe('what is no code', () => {
  it.each(Object.entries(OTHERS))('%s', (_, text) => {
    for (const given of [{}, { exitCode: 1 }, { exitCode: 0 }, { exitCode: 1, command: 'npm test' }]) {
      expect(find(text, given)).toBeUndefined()
      expect(kindOf(text, given)).not.toBe('code')
    }
  })

  const signals = join(dirname(fileURLToPath(import.meta.url)), '../../../fixtures/signals')
  it.each(readdirSync(signals))('signals/%s', (name) => {
    expect(find(readFileSync(join(signals, name), 'utf8'))).toBeUndefined()
  })

  it('a diff of code, hits in code, data', () => {
    const diff = `diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n@@ -1,60 +1,60 @@\n${lines(60, (i) => ` def f${i}(x):\n-    return ${i}\n+    return x`)}`
    expect(kindOf(diff)).toBe('diff')
    expect(kindOf(lines(60, (i) => `src/a.ts:${i + 3}:export const a${i} = () => ${i}`))).toBe('search')
    expect(
      kindOf(
        JSON.stringify(
          Array.from({ length: 50 }, (_, i) => ({ id: i, code: 'function f() {' })),
          null,
          2,
        ),
      ),
    ).toBe('json')
  })

  it('a program that prints is no reader, whatever the name of its file', () => {
    expect(hintOf(ask({ command: 'python3 app.py' }))).toMatchObject({ language: undefined, reads: false, runs: true })
    expect(hintOf(ask({ command: 'cd src && cat a.go | head -n 40' }))).toMatchObject({ language: 'go', reads: true })
    expect(hintOf(ask({ command: 'cat a.go | grep func' })).reads).toBe(false)
    expect(hintOf(ask({ command: 'git show HEAD~1:src/a.rs' })).language).toBe('rust')
    expect(hintOf(ask({ command: 'git show HEAD' })).reads).toBe(false)
  })
})

it('file names', () => {
  expect(['a.py', 'b/c.TSX', 'x.h', 'x.hpp', 'Makefile', 'a.md', 'a.min.js'].map(languageOfFile)).toEqual([
    'python',
    'tsx',
    'c',
    'cpp',
    undefined,
    undefined,
    'javascript',
  ])
})
