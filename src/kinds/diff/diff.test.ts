import { describe, expect, it } from 'vitest'
import { createSource } from '../../source/source.ts'
import { chars4 } from '../../source/tokens.ts'
import { type DigestOptions, digest } from '../../verbs/digest.ts'
import { parseDiff } from './parse.ts'

const header = (path: string): string[] => [
  `diff --git a/${path} b/${path}`,
  'index 1111111..2222222 100644',
  `--- a/${path}`,
  `+++ b/${path}`,
]
const text = (...lines: readonly string[]): string => `${lines.join('\n')}\n`
const numbered = (count: number, line: (i: number) => string): string[] => Array.from({ length: count }, (_, i) => line(i))
const shown = (input: string, options: DigestOptions): string[] => {
  const { text: output, receipt } = digest(input, options)
  expect(receipt.kind).toBe('diff')
  expect(receipt.rung).not.toBe('whole')
  expect(receipt.notes).toEqual([])
  expect(chars4(output)).toBeLessThanOrEqual(options.budget!)
  return output.split('\n')
}

describe('detection', () => {
  const kindOf = (input: string, options: DigestOptions = {}): string => digest(input, { budget: 20, ...options }).receipt.kind

  it.each<[string, string]>([
    ['git diff', text(...header('a.ts'), '@@ -1 +1 @@', '-a', '+b')],
    [
      'git show',
      text(
        'commit 0123456789abcdef0123456789abcdef01234567',
        'Author: A <a@example.com>',
        'Date:   Mon Mar 2 2026',
        '',
        '    Fix',
        '',
        ...header('a.ts'),
        '@@ -1 +1 @@',
        '-a',
        '+b',
      ),
    ],
    ['combined', text('diff --cc a.ts', 'index 1,2..3', '--- a/a.ts', '+++ b/a.ts', '@@@ -1 -1 +1 @@@', '- a', ' -b', '++c')],
    ['no diff lines', text('--- a.conf', '+++ b.conf', '@@ -1,2 +1,2 @@', ' x', '-a', '+b')],
    ['a rename alone', text('diff --git a/x.md b/y.md', 'similarity index 100%', 'rename from x.md', 'rename to y.md')],
  ])('%s', (_, input) => {
    expect(kindOf(input)).toBe('diff')
  })

  it.each<[string, string]>([
    [
      'a failing test that prints a diff',
      text(
        'FAIL src/a.test.ts',
        '  ● adds',
        '',
        '    - Expected  - 1',
        '    + Received  + 1',
        '',
        '    @@ -1,3 +1,3 @@',
        '      Object {',
        '    -   "a": 1,',
        '    +   "a": 2,',
        'Tests: 1 failed, 1 total',
      ),
    ],
    [
      'a log that ends with a small diff',
      text(
        ...numbered(60, (i) => `2026-03-02 10:00:${10 + (i % 50)} INFO worker ${i} started job`),
        ...header('a.ts'),
        '@@ -1 +1 @@',
        '-a',
        '+b',
      ),
    ],
    ['a list with dashes', text('--- Options ---', '+++ more +++', '- one', '+ two', '- three')],
    ['git log', text(...numbered(9, (i) => `commit ${String(i).repeat(40)}\nAuthor: A <a@example.com>\n\n    Change ${i}\n`))],
  ])('not %s', (_, input) => {
    expect(kindOf(input)).not.toBe('diff')
  })
})

describe('complaints', () => {
  it('C1: a deletion of 158,000 lines is named and counted', () => {
    const removed = numbered(158_000, (i) => `-INSERT INTO t VALUES (${i}, 'x');`).join('\n')
    const input = text(
      'diff --git a/data/big.sql b/data/big.sql',
      'deleted file mode 100644',
      'index 1234567..0000000',
      '--- a/data/big.sql',
      '+++ /dev/null',
      '@@ -1,158000 +0,0 @@',
      removed,
    )
    const lines = shown(input, { budget: 200, exitCode: 0 })
    expect(lines[0]).toContain('files shown 1 of 1')
    expect(lines).toContain('diff --git a/data/big.sql b/data/big.sql')
    /* All removed lines: those that are shown, and those that gaps count. */
    const kept = lines.filter((line) => line.startsWith('-INSERT')).length
    const counted = lines
      .flatMap((line) => [...line.matchAll(/not shown: \d+ lines? \((?:[^)]* )?-(\d+)\)/g)])
      .reduce((sum, [, n]) => sum + Number(n), 0)
    const short = lines
      .flatMap((line) => [...line.matchAll(/^\[diet\] L(\d+)(?:-(\d+))?$/g)])
      .reduce((sum, [, a, b]) => sum + (Number(a) > 6 ? Number(b ?? a) - Number(a) + 1 : 0), 0)
    expect(kept + counted + short).toBe(158_000)
    expect(counted).toBeGreaterThan(150_000)
  })

  const withPayload = (at: number): string =>
    text(
      ...header('src/routes.ts'),
      '@@ -0,0 +1,240 @@',
      ...numbered(240, (i) =>
        i === at ? '+  clientSecret: "9f8e7d6c5b4a39281706f5e4d3c2b1a0",' : `+  route("${i % 7}.${i % 11}", handlers.item${i}),`,
      ),
    )

  it.each([3, 152, 239])('C2: a secret in line %i of a hunk is shown', (at) => {
    const lines = shown(withPayload(at), { budget: 250 })
    expect(lines).toContain('+  clientSecret: "9f8e7d6c5b4a39281706f5e4d3c2b1a0",')
  })

  it('C3: the context before the first change comes before context far from any', () => {
    const input = text(
      ...header('a.ts'),
      '@@ -1,61 +1,61 @@',
      ...numbered(30, (i) => ` const before${i} = compute(${i}, options)`),
      '-const rate = 4',
      '+const rate = 5',
      ...numbered(30, (i) => ` const after${i} = compute(${i}, options)`),
    )
    const lines = shown(input, { budget: 130 })
    expect(lines).toContain(' const before29 = compute(29, options)')
    expect(lines).toContain(' const after0 = compute(0, options)')
    expect(lines).not.toContain(' const before0 = compute(0, options)')
    expect(lines).not.toContain(' const after29 = compute(29, options)')
  })

  it('C5, C6: headers and changed lines stand as they are: `grep ^-` counts what is shown', () => {
    const input = text(
      ...header('a.ts'),
      '@@ -1,203 +1,203 @@',
      ...numbered(200, (i) => ` context line number ${i} of the file`),
      '-old one',
      '+new one',
      '-old two',
    )
    const lines = shown(input, { budget: 150 })
    expect(lines).toEqual(expect.arrayContaining(['diff --git a/a.ts b/a.ts', '--- a/a.ts', '+++ b/a.ts', '@@ -1,203 +1,203 @@']))
    expect(lines.filter((line) => line.startsWith('-') && !line.startsWith('---'))).toEqual(['-old one', '-old two'])
    const source = new Set(input.split('\n'))
    expect(lines.filter((line) => !line.startsWith('[diet]') && !source.has(line))).toEqual([])
  })

  it('F8: equal changes are not folded', () => {
    const input = text(
      ...numbered(4, (i) =>
        [
          ...header(`f${i}.go`),
          '@@ -9,9 +9,11 @@ func f()',
          ...numbered(40, (k) => ` \tcontext of file ${i}, line ${k}`),
          '+\treturn nil',
          '+\treturn nil',
        ].join('\n'),
      ),
    )
    const { text: output } = digest(input, { budget: 300 })
    expect(output.split('\n').filter((line) => line === '+\treturn nil')).toHaveLength(8)
    expect(output).not.toMatch(/similar line|same line/)
  })
})

describe('names and counts', () => {
  const path = (i: number): string => `packages/module${i % 9}/src/feature/component${i}.ts`
  const many = (count: number): string =>
    text(
      ...numbered(count, (i) =>
        [...header(path(i)), '@@ -1,2 +1,2 @@', ' import x', `-const a${i} = ${i}`, `+const a${i} = ${i + 1}`].join('\n'),
      ),
    )

  it('names every file of a diff with 60 files when names are all that fits', () => {
    const output = shown(many(60), { budget: 900 }).join('\n')
    const missing = numbered(60, path).filter((name) => {
      const at = name.lastIndexOf('/')
      /* In full, or in braces behind its directory. */
      return !output.includes(name) && !new RegExp(`${name.slice(0, at + 1)}\\{[^}]*\\b${name.slice(at + 1)}`).test(output)
    })
    expect(missing).toEqual([])
  })

  it('says how many files are shown of thousands, and leaves none out of the counts', () => {
    const lines = shown(many(5000), { budget: 500 })
    const [, some] = /files shown (\d+) of 5000\b/.exec(lines[0]!)!
    const inGaps = lines.flatMap((line) => [...line.matchAll(/\((\d+) files/g)]).reduce((sum, [, n]) => sum + Number(n), 0)
    const single = lines.filter((line) => /^\[diet\] L\d+-\d+ not shown: \d+ lines \(packages\//.test(line)).length
    expect(Number(some) + inGaps + single).toBe(5000)
  })

  it('what a gap says of added and removed lines is true, however short it is written', () => {
    const hunk = (i: number): string =>
      [
        `@@ -${i}0,9 +${i}0,9 @@`,
        ...numbered(4, (k) => ` int before${k} = ${i}`),
        ...numbered(i % 4, (k) => `-old line ${k} of hunk ${i}`),
        '+new line',
        ...numbered(3, (k) => ` int after${k} = ${i}`),
      ].join('\n')
    const input = text(...numbered(5, (f) => [...header(`src/f${f}.c`), ...numbered(4, (i) => hunk(f * 4 + i))].join('\n')))
    const { added, removed } = parseDiff(createSource(input))
    let said = 0
    for (let budget = 60; budget < 700; budget += 7) {
      for (const [, a, b, what] of digest(input, { budget }).text.matchAll(
        /^\[diet\] L(\d+)(?:-(\d+))? not shown: \d+ lines? \((.*)\)$/gm,
      )) {
        /* Totals stand before the names of files, which repeat them by file. */
        const counts = /^\d+ (?:files?|hunks?)/.test(what!) ? what!.split(': ')[0]! : what!
        const sum = (sign: string): number =>
          [...counts.matchAll(new RegExp(`(?:^| )\\${sign}(\\d+)`, 'g'))].reduce((total, [, n]) => total + Number(n), 0)
        const [from, to] = [Number(a), Number(b ?? a)]
        expect([budget, what, sum('+'), sum('-')]).toEqual([
          budget,
          what,
          added[to]! - added[from - 1]!,
          removed[to]! - removed[from - 1]!,
        ])
        said++
      }
    }
    expect(said).toBeGreaterThan(200)
  })

  it('names each omitted hunk with its lines and its counts', () => {
    const hunk = (i: number): string =>
      [
        `@@ -${i}0,3 +${i}0,3 @@ function f${i}()`,
        ' keep',
        ...numbered(i + 1, (k) => `+added line ${k} of hunk ${i} with some words`),
        '-removed',
      ].join('\n')
    const input = text(...header('a.ts'), hunk(0), hunk(1), hunk(2), hunk(3), hunk(4))
    const { hunkFrom, hunkTo } = parseDiff(createSource(input))
    const output = digest(input, { budget: 110, exitCode: 0 }).text
    for (let h = 0; h < 5; h++) {
      const isShown = output.includes(`function f${h}()`) || output.includes(`of hunk ${h} `)
      expect(isShown || output.includes(`L${hunkFrom[h]}-${hunkTo[h]} +${h + 1} -1`)).toBe(true)
    }
    expect(output).toMatch(/L\d+-\d+ \+\d -1/)
  })

  it('shows changes of hand-written files before those of a lock file, which it counts', () => {
    const lock = numbered(
      80,
      (i) => `@@ -${i * 9},3 +${i * 9},3 @@\n   "node_modules/p${i}": {\n-    "version": "1.${i}.0"\n+    "version": "2.${i}.0"`,
    )
    const input = text(
      ...header('package-lock.json'),
      ...lock,
      ...header('src/a.ts'),
      '@@ -1,2 +1,2 @@',
      ' x',
      '-const limit = 10',
      '+const limit = 20',
    )
    const lines = shown(input, { budget: 150 })
    expect(lines).toContain('+const limit = 20')
    expect(lines.join('\n')).toMatch(/not shown: \d+ lines \(lock file: \d+ hunks \+\d+ -\d+\)/)
  })

  it('says when hidden changes move only white space', () => {
    const body = numbered(60, (i) => `const value${i} = read(${i})`)
    const input = text(
      ...header('a.ts'),
      '@@ -1,60 +1,60 @@',
      ...body.map((line) => `-  ${line}`),
      ...body.map((line) => `+\t${line}`),
      ...header('b.ts'),
      '@@ -1 +1 @@',
      '-let x = 1',
      '+let x = 2',
    )
    const lines = shown(input, { budget: 90 })
    expect(lines).toContain('+let x = 2')
    expect(lines.join('\n')).toContain('only white space')
  })

  it('attributes a shown change to its own file: the line that names it is shown above', () => {
    const lines = shown(many(300), { budget: 300, query: 'a250' })
    const at = lines.findIndex((line) => line.startsWith('+const a250 '))
    expect(at).toBeGreaterThan(0)
    const above = lines.slice(0, at).findLast((line) => line.startsWith('diff --git') || line.startsWith('+++ '))
    expect(above).toContain(path(250))
  })
})

describe('query', () => {
  it('shows what the query names, also in a lock file', () => {
    const lock = numbered(
      80,
      (i) =>
        `@@ -${i * 9},3 +${i * 9},3 @@\n   "node_modules/${i === 40 ? 'left-pad' : `p${i}`}": {\n-    "version": "1.${i}.0"\n+    "version": "2.${i}.0"`,
    )
    const input = text(
      ...header('src/a.ts'),
      '@@ -1,90 +1,90 @@',
      ...numbered(90, (i) => `+const name${i} = call${i}()`),
      ...header('package-lock.json'),
      ...lock,
    )
    expect(shown(input, { budget: 200, query: 'which version of left-pad' }).join('\n')).toContain('node_modules/left-pad')
  })
})

describe('failing commands', () => {
  it('says that the exit code was not explained, and keeps the ends', () => {
    const input = text(
      '--- a.conf',
      '+++ b.conf',
      '@@ -1,80 +1,80 @@',
      ...numbered(80, (i) => ` option${i} = ${i}`),
      '-last = 1',
      '+last = 2',
    )
    const { text: output, receipt } = digest(input, { budget: 100, exitCode: 1 })
    expect(receipt.kind).toBe('diff')
    expect(output.split('\n')[0]).toContain('exit 1. no failure recognised')
    expect(output).toContain('--- a.conf')
    expect(output).toContain('+last = 2')
  })

  it('shows what git complains of', () => {
    const input = text(
      ...header('a.ts'),
      '@@ -1,90 +1,90 @@',
      ...numbered(90, (i) => `+const name${i} = call${i}()`),
      'error: patch failed: src/b.ts:12',
      'error: src/b.ts: patch does not apply',
    )
    const { text: output, receipt } = digest(input, { budget: 200, exitCode: 1 })
    expect(receipt.kind).toBe('diff')
    expect(output).toContain('error: patch failed: src/b.ts:12')
    expect(receipt.findings.failures.total).toBe(2)
  })
})
