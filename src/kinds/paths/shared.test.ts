import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatHead } from '../../receipt/notes.ts'
import { createSource } from '../../source/source.ts'
import { type Form, parseListing } from './parse.ts'
import { decodeShared, encodeShared } from './shared.ts'

/** Documents per property; `DIET_RUNS=5000` for the long run. */
const numRuns = Number(process.env.DIET_RUNS ?? 300)

const write = (text: string, form: Form, keep: (n: number) => boolean = () => false): string | undefined => {
  const source = createSource(text)
  const eol = source.eol(1) === '\r\n' ? '\r\n' : '\n'
  const encoded = encodeShared(source, parseListing(source, form), eol, Number.POSITIVE_INFINITY, keep)
  if (encoded === undefined) return undefined
  const counts = { sourceLines: source.lines, outputLines: 1, sourceTokens: 1, outputTokens: 1, failures: { shown: 0, total: 0 } }
  return formatHead({ ...counts, remarks: encoded.remarks, original: '/tmp/no final newline' }) + eol + encoded.body
}
const body = (digest: string | undefined): string | undefined => digest?.slice(digest.indexOf('\n') + 1)

describe('what lines share is written once', () => {
  it('a directory before its names', () => {
    expect(body(write('src/lib/alpha.ts\nsrc/lib/beta.ts\nsrc/lib/gamma.ts\nREADME.md\n', 'paths'))).toBe(
      '[diet] src/lib/*: alpha.ts, beta.ts, gamma.ts\nREADME.md\n',
    )
  })

  it('a stem before its extensions', () => {
    const names = ['compile.d.ts', 'compile.js', 'compile.js.map', 'validate.d.ts', 'validate.js', 'other']
    expect(body(write(`lib:\n${names.join('\n')}\n`, 'sections'))).toBe(
      'lib:\n[diet] *: compile.{d.ts,js,js.map}, validate.{d.ts,js}, other\n',
    )
  })

  it('the branch of a tree before its leaves', () => {
    expect(body(write('.\n├── alpha.ts\n├── beta.ts\n├── gamma.ts\n├── delta.ts\n├── epsilon.ts\n└── z\n', 'tree'))).toBe(
      '.\n[diet] ├── *: alpha.ts, beta.ts, gamma.ts, delta.ts, epsilon.ts\n└── z\n',
    )
  })

  it('not what is to stay as it is', () => {
    const text = 'source/lib/alpha.ts\nsource/lib/beta.ts\nsource/lib/gamma.ts\nsource/lib/delta.ts\nsource/lib/zeta.ts\n'
    expect(body(write(text, 'paths', (n) => n === 2))).toBe(
      'source/lib/alpha.ts\nsource/lib/beta.ts\n[diet] source/lib/*: gamma.ts, delta.ts, zeta.ts\n',
    )
  })

  it('names with commas between bars, names with braces without braces', () => {
    const commas = write(['a, b', 'a, c', 'a, d', 'a, e'].map((name) => `\tmodified:   source/${name}\n`).join(''), 'status')
    expect(body(commas)).toBe('[diet] \tmodified:   source/*: a, b | a, c | a, d | a, e\n')
    const braces = write(['{a}.ts', '{a}.js', 'b.ts', 'b.js'].map((name) => `\tmodified:   source/${name}\n`).join(''), 'status')
    expect(body(braces)).toBe('[diet] \tmodified:   source/*: {a}.ts, {a}.js, b.ts, b.js\n')
  })

  it.each(['a\u001b[31m/b\nc/d\n', '[diet] x/a\nx/b\n', 'a/b\r\na/c\na/d\n'])(
    'nothing where it could not be read back: %j',
    (text) => {
      expect(write(text, 'paths')).toBeUndefined()
    },
  )
})

describe('decodeShared', () => {
  const name = fc.oneof(
    fc.constantFrom(
      'a',
      'b',
      'index',
      'a.ts',
      'a.d.ts',
      'a.js',
      'a.js.map',
      '.env',
      'x.{a,b}',
      'x, y',
      'x | y',
      'a*b',
      '{',
      '}',
      'a.',
      '..',
      ' lead',
      'trail ',
      'é',
      '漢字',
      '🍃.ts',
      '*: x',
      'b,',
    ),
    fc.string({ maxLength: 6 }),
  )
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'))
  const line = fc.oneof(
    { weight: 8, arbitrary: path },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        '',
        'src:',
        'total 4',
        '├── a.ts',
        '├── b.ts',
        '│   └── c',
        '\tmodified:   a/b',
        '\tmodified:   a/c',
        '?? a/b',
        ' M a/c',
      ),
    },
  )
  const document = fc
    .tuple(fc.array(line, { minLength: 1, maxLength: 40 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
    .map(([lines, eol, final]) => lines.map((one) => one.replace(/[\r\n]/g, '')).join(eol) + (final ? eol : ''))

  it.each<Form>(['paths', 'sections', 'tree', 'status', 'names', 'long'])('gives back every %s listing exactly', (form) => {
    fc.assert(
      fc.property(document, fc.integer({ min: 2, max: 9 }), (text, every) => {
        const digest = write(text, form, (n) => n % every === 0)
        if (digest !== undefined && text !== '') expect(decodeShared(digest)).toBe(text)
      }),
      { numRuns },
    )
  })

  it('takes nothing else for its own', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        expect(decodeShared(text)).toBeUndefined()
      }),
      { numRuns },
    )
    const digest = write('src/lib/alpha.ts\nsrc/lib/beta.ts\nsrc/lib/gamma.ts\n', 'paths')!
    expect(decodeShared(digest)).toBe('src/lib/alpha.ts\nsrc/lib/beta.ts\nsrc/lib/gamma.ts\n')
    /* A line too few or too many, a legend that is gone. */
    expect(decodeShared(digest.replace('beta.ts, ', ''))).toBeUndefined()
    expect(decodeShared(`${digest}src/x.ts\n`)).toBeUndefined()
    expect(decodeShared(digest.replace('* stands for each name behind it', 'x'))).toBeUndefined()
  })
})
