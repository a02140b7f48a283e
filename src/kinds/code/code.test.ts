import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verify } from '../../receipt/verify.ts'
import { LANGUAGES, type Language } from '../../source/code-outline.ts'
import { createSource } from '../../source/source.ts'
import { type DigestOptions, digest } from '../../verbs/digest.ts'
import { sampleOf } from './testing.ts'

const runs = Number(process.env.DIET_RUNS ?? 150)
const repeat = (times: number, make: (i: number) => string): string => Array.from({ length: times }, (_, i) => make(i)).join('\n')

/** A file of functions of 20 lines, each between blank lines. */
const script = (count: number): string =>
  repeat(
    count,
    (i) =>
      `/** Handles case ${i}. */\nexport function handle${i}(input: string): number {\n${repeat(20, (k) => `  const step${k} = compute(input, ${i}, ${k})`)}\n  return step0\n}\n`,
  )

const show = (text: string, options: DigestOptions): string => digest(text, { kind: 'code', ...options }).text
const bodyOf = (text: string, from: string, to: string): string =>
  text.slice(text.indexOf(from), text.indexOf(to, text.indexOf(from)))

describe('signatures before bodies', () => {
  it('all signatures are there before any second statement', () => {
    const text = script(30)
    const shown = show(text, { budget: 700 })
    for (let i = 0; i < 30; i++) expect(shown).toContain(`export function handle${i}(input: string): number {\n`)
    expect(shown).not.toContain('const step4 ')
    expect(shown).toContain('declarations shown 30 of 30')
  })

  it('a gap stands under its signature and names its lines', () => {
    const shown = show(script(30), { budget: 700 }).split('\n')
    const at = shown.indexOf('export function handle3(input: string): number {')
    /* Four lines of 25 each come before, the doc and the signature of its own are lines 1 and 2 of it. */
    const first = 3 * 25 + 3
    const rest = shown.slice(at + 1, at + 4).find((line) => line.startsWith('[diet]'))
    const [, from, to] = /L(\d+)-(\d+)/.exec(rest!)!.map(Number) as [number, number, number]
    expect(from).toBeGreaterThanOrEqual(first)
    expect(to).toBeGreaterThanOrEqual(first + 18)
    expect(to).toBeLessThanOrEqual(first + 23)
  })

  it('what is not shown is named as long as there is room', () => {
    const shown = show(script(60), { budget: 400 })
    expect(shown).toMatch(/\[diet\] L\d+-\d+ not shown: \d+ lines \(handle\d+/)
    const [, count] = /declarations shown (\d+) of 60/.exec(shown)!
    expect(shown.match(/^export function/gm)).toHaveLength(Number(count))
  })

  it('a signature of several lines is shown whole or not at all', () => {
    const text = repeat(
      20,
      (i) =>
        `def handle_${i}(\n    first: str,\n    second: int = ${i},\n) -> bool:\n${repeat(15, (k) => `    x${k} = first * second`)}\n    return x0\n`,
    )
    for (const budget of [200, 300, 400, 600]) {
      const lines = show(text, { budget }).split('\n')
      lines.forEach((line, at) => {
        if (!/^def handle_\d+\($/.test(line)) return
        expect(lines.slice(at + 1, at + 4)).toEqual(['    first: str,', expect.stringMatching(/^ {4}second/), ') -> bool:'])
      })
      expect(lines.some((line) => line.startsWith('def '))).toBe(true)
    }
  })
})

describe('the query keeps what it names', () => {
  it('the whole body of the named function before others', () => {
    const text = script(40)
    for (const query of ['handle17', 'why does handle17 return 0?', 'look at handle17()']) {
      const shown = show(text, { budget: 500, query })
      expect(shown).toContain(bodyOf(text, 'export function handle17(', '\n}\n'))
      expect(shown.match(/const step5 /g)).toHaveLength(1)
    }
  })

  it('a method by its class', () => {
    const text = `${repeat(12, (i) => `class Store${i}:\n    def read(self):\n${repeat(12, (k) => `        part${k} = self.load(${i}, ${k})`)}\n        return part0\n`)}\n`
    const shown = show(text, { budget: 350, query: 'Store7.read' })
    expect(shown).toContain(bodyOf(text, 'class Store7:', '\nclass Store8'))
  })

  it('words of a name in any spelling', () => {
    const names = ['loadUserProfile', 'parse_config_file', 'renderPage', 'closeAll']
    const text = repeat(40, (i) => {
      const name = names[i] ?? `other${i}`
      return `function ${name}(a) {\n${repeat(14, (k) => `  a.step(${i}, ${k})`)}\n  return a\n}\n`
    })
    expect(show(text, { budget: 450, query: 'where is the user profile loaded' })).toContain(
      bodyOf(text, 'function loadUserProfile', '\n}\n'),
    )
    expect(show(text, { budget: 450, query: 'parseConfigFile' })).toContain(bodyOf(text, 'function parse_config_file', '\n}\n'))
  })

  it('a line that says what is asked for, with the signature above it', () => {
    const text = script(40).replace('const step9 = compute(input, 23, 9)', "throw new RangeError('quota exceeded')")
    const shown = show(text, { budget: 400, query: 'quota exceeded' })
    const lines = shown.split('\n').filter((line) => !line.startsWith('[diet]'))
    const at = lines.findIndex((line) => line.includes('quota exceeded'))
    expect(lines.slice(0, at).findLast((line) => line.startsWith('export'))).toBe(
      'export function handle23(input: string): number {',
    )
  })

  it('a named function that is longer than the budget is shown from its start', () => {
    const text = `${script(5)}\nfunction huge(x) {\n${repeat(400, (i) => `  x.visit(${i})`)}\n}\n`
    const shown = show(text, { budget: 400, query: 'huge' })
    expect(shown).toContain(`function huge(x) {\n${repeat(40, (i) => `  x.visit(${i})`)}\n`)
  })
})

describe('reads with line numbers', () => {
  const text = sampleOf('python').trimEnd()
  const styles: Readonly<Record<string, (line: string, n: number) => string>> = {
    'cat -n': (line, n) => `${String(n).padStart(6)}\t${line}`,
    'tabs without padding': (line, n) => `${n}\t${line}`,
    'an arrow': (line, n) => `${String(n).padStart(5)}→${line}`,
    'nl, which leaves blank lines alone': (line, n) => (line === '' ? '       ' : `${String(n).padStart(6)}\t${line}`),
    bars: (line, n) => `${String(n).padStart(4)} | ${line}`,
  }

  it.each(Object.entries(styles))('%s', (_, style) => {
    for (const first of [1, 300]) {
      const numbered = text
        .split('\n')
        .map((line, i) => style(line, first + i))
        .join('\n')
      const { text: shown, receipt } = digest(numbered, { budget: 420, query: 'summarize' })
      expect(receipt.kind).toBe('code')
      const bare = shown.replace(/^ *\d+(?:\t|→| \| )/gm, '')
      expect(bare).toContain('def summarize(parcels: Iterable[Parcel]) -> dict[str, int]:\n    total = 0\n    count = 0\n')
      expect(shown.includes('file lines ')).toBe(first > 1)
    }
  })

  it('gaps say which lines of the file they hide', () => {
    const numbered = text
      .split('\n')
      .map((line, i) => `${i + 201}\t${line}`)
      .join('\n')
    const shown = show(numbered, { budget: 400 })
    const gaps = [...shown.matchAll(/L(\d+)(?:-(\d+))? not shown: \d+ lines? \(file lines (\d+)-(\d+)/g)]
    expect(gaps.length).toBeGreaterThan(0)
    for (const [, from, to, first, last] of gaps)
      expect([Number(first), Number(last)]).toEqual([Number(from) + 200, Number(to) + 200])
  })
})

it('each file of a read of several is named', () => {
  const text = `==> a/ledger.go <==\n${sampleOf('go')}\n==> b/ledger.go <==\n${sampleOf('go')}`
  const { text: shown, receipt } = digest(text, { budget: 320, command: 'head -n 200 a/ledger.go b/ledger.go' })
  expect(receipt.kind).toBe('code')
  expect(shown).toContain('==> a/ledger.go <==\n')
  expect(shown).toContain('==> b/ledger.go <==\n')
  expect(shown.match(/^func \(l \*Ledger\) Add/gm)).toHaveLength(2)
})

describe('commands that fail', () => {
  it('what the reader complains of is a failure, and the head says so', () => {
    const text = `${sampleOf('go')}cat: missing.go: No such file or directory\n`
    const { text: shown, receipt } = digest(text, { budget: 250, command: 'cat ledger.go missing.go', exitCode: 1 })
    expect(receipt).toMatchObject({ kind: 'code', findings: { failures: { total: 1, shown: 1 } } })
    expect(shown).toContain('cat: missing.go: No such file or directory')
  })

  it('an unexplained failure keeps both ends', () => {
    const text = sampleOf('java')
    const { text: shown } = digest(text, { budget: 250, command: 'cat Ledger.java', exitCode: 1 })
    const lines = text.trimEnd().split('\n')
    expect(shown).toContain('no failure recognised')
    expect(shown).toContain(lines[0])
    expect(shown.trimEnd().endsWith(lines.at(-1)!)).toBe(true)
  })
})

describe('every digest of code', () => {
  const garbage = fc.string({
    maxLength: 1500,
    unit: fc.constantFrom(
      ...'{}()[];,=>"\'`/*\\#@:ab \t\n\r',
      'def f(x):\n',
      'function a(b) {\n',
      '}\n',
      '=> ',
      'é',
      '\ud83d\ude00',
    ),
  })
  const piece = fc
    .record({
      language: fc.constantFrom<Language>(...LANGUAGES),
      cut: fc.double({ min: 0, max: 0.8, noNaN: true }),
      crlf: fc.boolean(),
    })
    .map(({ language, cut, crlf }) => {
      const text = sampleOf(language)
      const part = text.slice(Math.floor(cut * text.length))
      return crlf ? part.replaceAll('\n', '\r\n') : part
    })
  const asked = fc.record({
    budget: fc.integer({ min: 40, max: 500 }),
    query: fc.option(fc.constantFrom('add', 'parse_line', 'Parcel.label', 'the total of all weights', '}'), { nil: undefined }),
    exitCode: fc.option(fc.constantFrom(0, 1), { nil: undefined }),
    mode: fc.constantFrom('auto' as const, 'verbatim' as const),
  })

  it('verifies, fits, shows only lines of the source and is the same again', () => {
    fc.assert(
      fc.property(fc.oneof(garbage, piece), asked, (text, options) => {
        const { text: output, receipt } = digest(text, { ...options, kind: 'code' })
        expect(receipt.notes.filter((note) => note.includes('not published'))).toEqual([])
        expect(verify({ source: text, output, receipt })).toEqual({ ok: true })
        if (receipt.rung !== 'whole') expect(receipt.output.tokens).toBeLessThanOrEqual(options.budget)
        const source = createSource(text)
        const known = new Set<string>()
        for (let n = 1; n <= source.lines; n++) known.add(source.view(n)).add(source.line(n))
        const shown = createSource(output)
        for (let n = 1; n <= shown.lines; n++) {
          const line = shown.line(n)
          if (!line.startsWith('[diet]') && !/ \[diet\] \+ \d+ chars of L\d+$/.test(line)) expect(known.has(line)).toBe(true)
        }
        expect(digest(text, { ...options, kind: 'code' }).text).toBe(output)
      }),
      { numRuns: runs },
    )
  })

  it('a minified file is shown around what is asked for', () => {
    const text = `${Array.from({ length: 3000 }, (_, i) => `function f${i}(a){return a+${i}}`).join(';')};function quotaCheck(a){return a>9}`
    const shown = show(text, { budget: 300, query: 'quotaCheck', command: 'cat app.js' })
    expect(shown).toContain('quotaCheck')
  })
})
