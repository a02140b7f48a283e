import { expect, test } from 'vitest'
import { OVER_BUDGET } from '../receipt/notes.ts'
import { chars4 } from '../source/tokens.ts'
import { DietError } from './errors.ts'
import { summarize } from './summarize.ts'

/** 60 lines: progress, a warning, two failures, a summary. */
const build = Array.from({ length: 60 }, (_, i) => `  compiling module number ${i + 1} of 60`)
  .with(0, '> app@1.0.0 build')
  .with(20, 'warning: unused variable `count` in src/list.ts')
  .with(30, 'error: cannot find module "left" in src/tree.ts')
  .with(40, 'error: type mismatch in src/leaf.ts')
  .with(59, 'build took 3.2 s')
const text = build.map((line) => `${line}\n`).join('')
const linesOf = (output: string): string[] => output.split('\n').slice(0, -1)

test('a text within the budget stays whole', () => {
  const { text: output, receipt } = summarize(text, { budget: chars4(text) })
  expect(output).toBe(text)
  expect(receipt).toMatchObject({ rung: 'whole', lossless: true, verb: 'summarize' })
})

test('failures come first, then the start, the end and other shapes', () => {
  const failures = [build[30]!, build[40]!]
  const tight = summarize(text, { budget: 22 })
  expect(linesOf(tight.text)).toEqual(failures)
  const wide = linesOf(summarize(text, { budget: 60 }).text)
  expect(wide).toEqual(expect.arrayContaining([build[0], ...failures, build[59], build[20]]))
})

test('a summary is within the budget, in order, verbatim', () => {
  for (const budget of [1, 5, 17, 40, 100, 300]) {
    const { text: output, receipt } = summarize(text, { budget })
    expect(chars4(output)).toBeLessThanOrEqual(budget)
    expect(receipt.output.tokens).toBe(chars4(output))
    const at = linesOf(output).map((line) => build.indexOf(line))
    expect(at).toEqual([...at].sort((a, b) => a - b))
    expect(at).not.toContain(-1)
  }
})

test('failures that do not fit are counted and indexed', () => {
  const many = Array.from({ length: 40 }, (_, i) => `error: case ${'x'.repeat(i % 7)} number ${i} broke\n`).join('')
  const { text: output, receipt } = summarize(many, { budget: 60 })
  const { failures, index } = receipt.findings
  expect(failures.total).toBe(40)
  expect(failures.shown).toBe(linesOf(output).length)
  expect(failures.indexed).toBe(40 - failures.shown)
  expect(index.reduce((sum, [from, to]) => sum + to - from + 1, 0)).toBe(failures.indexed)
})

test('the first failure of each shape comes before the second of any', () => {
  const shapes = ['error: disk full', 'error: no route to host', 'fatal: out of memory']
  const many = `${Array.from({ length: 20 }, (_, i) => `error: row ${i} of the table is broken`).join('\n')}\n${shapes.join('\n')}\n`
  const { text: output } = summarize(many, { budget: 35 })
  expect(linesOf(output)).toEqual(expect.arrayContaining(['error: row 0 of the table is broken', ...shapes]))
})

test('a query lifts the lines about it', () => {
  const plain = `${Array.from({ length: 40 }, (_, i) => `${'abcdefghij'[i % 10]} step ${i} went through`).join('\n')}\n`
  const asked = plain.replace('step 27 went', 'step 27 with socket pool went')
  expect(summarize(asked, { budget: 24, query: 'socket pool' }).text).toContain('socket pool')
})

test('protected lines are kept before failures', () => {
  const protectLines = [build[10]!, build[50]!]
  const { text: output, receipt } = summarize(text, { budget: 20, protectLines })
  expect(linesOf(output)).toEqual(protectLines)
  expect(receipt.protected).toEqual({ kept: 2, missing: [] })
})

test('protected lines over the budget are an error that names each of them', () => {
  const protectLines = [build[50]!, build[10]!, 'not there']
  expect.assertions(4)
  try {
    summarize(text, { budget: 10, protectLines })
  } catch (error) {
    expect(error).toBeInstanceOf(DietError)
    expect(error).toMatchObject({ code: 'protected-over-budget' })
    expect((error as DietError).lines).toEqual([
      { line: 11, text: build[10] },
      { line: 51, text: build[50] },
    ])
    for (const line of [build[10]!]) expect((error as DietError).message).toContain(line)
  }
})

test('mode partial keeps them, and nothing else, and flags the shortfall', () => {
  const protectLines = [build[50]!, build[10]!]
  const { text: output, receipt } = summarize(text, { budget: 10, protectLines, protectMode: 'partial' })
  expect(linesOf(output)).toEqual([build[10], build[50]])
  expect(receipt.notes).toContain(OVER_BUDGET)
  expect(receipt.notes.join('\n')).toContain(`L11 "${build[10]}", L51 "${build[50]}"`)
  expect(receipt.protected).toEqual({ kept: 2, missing: [] })
})

test('a protected line that is not in the source is missing', () => {
  const { receipt } = summarize(text, { budget: 100, protectLines: [build[10]!, 'not there'] })
  expect(receipt.protected).toEqual({ kept: 1, missing: ['not there'] })
  expect(receipt.notes).toEqual(['protected line not in the source: "not there"'])
})

test('notes stay within the budget and name gaps', () => {
  const { text: output } = summarize(text, { budget: 60, notes: true })
  expect(chars4(output)).toBeLessThanOrEqual(60)
  expect(linesOf(output)).toContain(build[30])
  expect(output).toMatch(/^\[diet\] L\d+-\d+$/m)
})

test('notes never push out a failure', () => {
  const budget = chars4(`${build[30]}\n${build[40]}\n`)
  expect(linesOf(summarize(text, { budget, notes: true }).text)).toEqual([build[30], build[40]])
})

test('when no line fits, the receipt says so', () => {
  const { text: output, receipt } = summarize(`${'x'.repeat(1000)}\n${'y'.repeat(1000)}\n`, { budget: 5 })
  expect(output).toBe('')
  expect(receipt.notes).toEqual(['no line fits the budget of 5 tokens'])
})

test('line ends survive', () => {
  const crlf = text.replaceAll('\n', '\r\n').slice(0, -2)
  const { text: output } = summarize(crlf, { budget: 60 })
  expect(output.split('\r\n').every((line) => !line.includes('\n'))).toBe(true)
  expect(output.endsWith('build took 3.2 s')).toBe(true)
})

test('an unfinished last line is ended before a note', () => {
  const source = `${'some long failure: '.repeat(3)}\nERROR: ${'disk full '.repeat(12)}\n${'0123456789 '.repeat(6)}\nend`
  expect(summarize(source, { budget: 14, notes: true }).text).toBe('[diet] L1-3\nend\n[diet] 1 more failure: L2\n')
})

test.each([
  [{ budget: 0 }, 'bad-budget'],
  [{ budget: -5 }, 'bad-budget'],
  [{ budget: Number.NaN }, 'bad-budget'],
  [{ budget: Number.POSITIVE_INFINITY }, 'bad-budget'],
  [{ budget: '40' }, 'bad-budget'],
  [{}, 'bad-budget'],
  [{ budget: 9, protectLines: [1] }, 'bad-option'],
  [{ budget: 9, protectMode: 'some' }, 'bad-option'],
])('%j is the error %s', (options, code) => {
  expect(() => summarize(text, options as never)).toThrow(
    expect.objectContaining({ name: 'DietError', code, message: expect.stringMatching(/; .+\.$/) }),
  )
})
