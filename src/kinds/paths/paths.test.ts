import { describe, expect, it } from 'vitest'
import { verify } from '../../receipt/verify.ts'
import { chars4 } from '../../source/tokens.ts'
import { type DigestOptions, digest } from '../../verbs/digest.ts'
import { decodeDigest } from '../registry.ts'

const text = (...lines: readonly string[]): string => `${lines.join('\n')}\n`
const numbered = (count: number, line: (i: number) => string): string[] => Array.from({ length: count }, (_, i) => line(i))
const reduced = (input: string, options: DigestOptions) => {
  const result = digest(input, options)
  expect(result.receipt.kind).toBe('paths')
  expect(result.receipt.rung).not.toBe('whole')
  expect(result.receipt.notes).toEqual([])
  expect(chars4(result.text)).toBeLessThanOrEqual(options.budget!)
  return { ...result, lines: result.text.split('\n') }
}

const files = (count: number): string[] =>
  numbered(
    count,
    (i) =>
      `./packages/${['api', 'billing', 'core', 'web'][i % 4]}/src/feature${i % 12}/${['model', 'view', 'store'][i % 3]}${i}.ts`,
  ).sort()

describe('detection', () => {
  const kindOf = (input: string, options: DigestOptions = {}): string => digest(input, { budget: 20, ...options }).receipt.kind

  it.each<[string, string, DigestOptions]>([
    ['find', text(...files(12)), {}],
    ['find -printf', text(...files(12).map((path) => `-rw-r--r-- 120 ${path}`)), {}],
    ['ls -R', text('pkg:', 'lib', 'src', '', 'pkg/lib:', 'a.js', 'b.js', '', 'pkg/src:', 'a.ts', 'b.ts'), {}],
    ['ls -l', text('total 12', ...numbered(9, (i) => `-rw-r--r-- 1 dev dev 10${i} Mar  1 10:0${i} file${i}.ts`)), {}],
    ['tree', text('.', ...numbered(9, (i) => `├── file${i}.ts`), '└── z', '', '1 directory, 10 files'), {}],
    ['git status', text('On branch main', '', 'Untracked files:', ...numbered(9, (i) => `\tout/a${i}.tmp`)), {}],
    ['git status --short', text(...numbered(9, (i) => `${i % 2 ? '??' : ' M'} src/a${i}.ts`)), {}],
    ['npm ls', text('shop@1.0.0 /srv/shop', ...numbered(9, (i) => `├── dep${i}@1.0.0`), '└── z@1.0.0'), {}],
    ['ls of names alone, as the command says', text(...numbered(20, (i) => `file${i}`)), { command: 'ls' }],
  ])('%s', (_, input, options) => {
    expect(kindOf(input, options)).toBe('paths')
  })

  it.each<[string, string, DigestOptions]>([
    ['prose', text(...numbered(9, (i) => `This is sentence number ${i} about either/or questions.`)), {}],
    ['a list of words', text(...numbered(20, (i) => `file${i}`)), {}],
    ['a test run', text(...numbered(9, (i) => `PASS src/feature${i}/a.test.ts`), 'Tests: 9 passed'), {}],
    ['pytest', text(...numbered(9, (i) => `tests/test_${i}.py ....                  [ ${i}0%]`)), {}],
    ['go test', text(...numbered(9, (i) => `ok  \tgithub.com/x/y/pkg${i}\t0.1s`)), {}],
    ['make', text(...numbered(9, (i) => `cc -c src/a${i}.c -o build/a${i}.o`)), {}],
    ['a kernel build', text(...numbered(60, (i) => `  ${i % 3 === 0 ? 'AR ' : 'CC '}     drivers/net/f${i}.o`)), {}],
    ['downloads', text(...numbered(9, (i) => `https://registry.example/pkg${i}/-/pkg${i}-1.0.0.tgz`)), {}],
    ['a request log', text(...numbered(9, (i) => `2026-03-01 12:00:0${i} INFO GET /api/users/${i}`)), {}],
    ['a table with borders', text('| a | b |', '|---|---|', ...numbered(9, (i) => `| src/${i} | ${i} |`)), {}],
    ['imports', text(...numbered(9, (i) => `import { a${i} } from './lib/a${i}.ts'`)), {}],
    ['a stack', text('Error: x', ...numbered(9, (i) => `    at f${i} (/srv/app/src/a.ts:${i + 1}:7)`)), { exitCode: 1 }],
  ])('not %s', (_, input, options) => {
    expect(kindOf(input, options)).not.toBe('paths')
  })
})

describe('the lossless form', () => {
  const input = text(...files(120))

  it('writes directories once and gives back the exact text', () => {
    const { text: output, receipt } = reduced(input, { budget: 900 })
    expect(receipt).toMatchObject({ rung: 'lossless', lossless: true })
    expect(decodeDigest(output)).toBe(input)
    expect(verify({ source: input, output, receipt, decode: decodeDigest })).toEqual({ ok: true })
    expect(receipt.output.tokens).toBeLessThan(receipt.source.tokens * 0.6)
  })

  it('leaves what the query names as it stands', () => {
    const { lines, receipt } = reduced(input, { budget: 900, query: 'billing store77' })
    expect(receipt.rung).toBe('lossless')
    expect(lines).toContain('./packages/billing/src/feature5/store77.ts')
  })

  it('is not used in verbatim mode', () => {
    const { receipt } = reduced(input, { budget: 900, mode: 'verbatim' })
    expect(receipt).toMatchObject({ rung: 'selected', lossless: false })
  })
})

describe('what does not fit', () => {
  it('is counted by directory: shown and hidden entries add up', () => {
    const { lines, text: output } = reduced(text(...files(400)), { budget: 300 })
    const kept = lines.filter((line) => line.startsWith('./'))
    expect(lines[0]).toContain(`entries shown ${kept.length} of 400`)
    const hidden = [...output.matchAll(/^\[diet\] L(\d+)(?:-(\d+))?/gm)].reduce(
      (sum, [, a, b]) => sum + Number(b ?? a) - Number(a) + 1,
      0,
    )
    expect(kept.length + hidden).toBe(400)
    expect(output).toMatch(/not shown: \d+ lines \(.*packages\/\w+[^)]* \d+/)
  })

  it('the query finds a base name by a part of it, with sizes and modes kept', () => {
    const list = files(400).map((path, i) => `-rw-r--r-- ${1000 + i} ${path}`)
    const wanted = '-rwxr-xr-x 77 ./packages/web/src/feature3/parseConfigFile.ts'
    const { lines } = reduced(text(...list.slice(0, 200), wanted, ...list.slice(200)), {
      budget: 250,
      query: 'where is the config file parsed? parse config',
    })
    expect(lines).toContain(wanted)
  })

  it('an entry of ls -R is shown below its own directory', () => {
    const input = text(
      ...numbered(30, (d) =>
        [
          d === 0 ? 'pkg:' : `\npkg/dir${d}:`,
          ...(d === 0 ? numbered(29, (i) => `dir${i + 1}`) : numbered(12, (i) => `file-${d}-${i}.ts`)),
        ].join('\n'),
      ),
    )
    const { lines } = reduced(input, { budget: 200, query: 'file-17-5' })
    expect(lines).toContain('file-17-5.ts')
    let section = ''
    for (const line of lines) {
      if (/^pkg.*:$/.test(line)) section = line
      const own = /^file-(\d+)-/.exec(line)?.[1]
      if (own !== undefined) expect(section).toBe(`pkg/dir${own}:`)
    }
  })

  it('an entry of a tree is shown with all that it hangs from', () => {
    const input = text(
      'app',
      ...numbered(20, (a) =>
        [
          `├── part${a}`,
          ...numbered(6, (b) => [`│   ├── sub${a}-${b}`, ...numbered(4, (c) => `│   │   ├── leaf${a}-${b}-${c}.ts`)].join('\n')),
        ].join('\n'),
      ),
      '└── end',
    )
    const { lines } = reduced(input, { budget: 200, query: 'leaf13-4-2' })
    expect(lines).toEqual(expect.arrayContaining(['app', '├── part13', '│   ├── sub13-4', '│   │   ├── leaf13-4-2.ts']))
  })
})

describe('messages', () => {
  it('broken packages of npm ls are failures, told once', () => {
    const input = text(
      'shop@1.0.0 /srv/shop',
      ...numbered(200, (i) =>
        i === 90
          ? '├── UNMET DEPENDENCY tax@^3.0.0'
          : i === 120
            ? '├── rates@1.0.0 invalid: "^2.0.0" from the root project'
            : `├── dependency-${i}@1.${i}.0`,
      ),
      '└── z@1.0.0',
      '',
      'npm error code ELSPROBLEMS',
      'npm error missing: tax@^3.0.0, required by shop@1.0.0',
      'npm error invalid: rates@1.0.0 /srv/shop/node_modules/rates',
    )
    const { lines, receipt } = reduced(input, { budget: 200, command: 'npm ls', exitCode: 1 })
    expect(receipt.findings.failures).toEqual({ total: 2, shown: 2, indexed: 0 })
    expect(lines).toEqual(
      expect.arrayContaining([
        '├── UNMET DEPENDENCY tax@^3.0.0',
        '├── rates@1.0.0 invalid: "^2.0.0" from the root project',
        'npm error code ELSPROBLEMS',
      ]),
    )
  })

  it('files with words of failure in their names are no failures', () => {
    const input = text(...numbered(200, (i) => `./src/errors/fatalError${i}.ts`))
    expect(reduced(input, { budget: 200, exitCode: 0 }).receipt.findings.failures.total).toBe(0)
  })

  it('C22: what find could not read is shown', () => {
    const { lines, receipt } = reduced(text(...files(300), "find: './secret': Permission denied"), { budget: 200, exitCode: 1 })
    expect(lines).toContain("find: './secret': Permission denied")
    expect(receipt.findings.failures.total).toBe(1)
  })

  it('a conflict among many changed files is shown', () => {
    const { lines } = reduced(
      text(...numbered(300, (i) => (i === 190 ? 'UU src/part7/clash.ts' : ` M src/part${i % 9}/file${i}.ts`))),
      { budget: 150 },
    )
    expect(lines).toContain('UU src/part7/clash.ts')
  })
})
