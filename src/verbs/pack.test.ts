import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { verify } from '../receipt/verify.ts'
import { chars4 } from '../source/tokens.ts'
import { pack } from './pack.ts'

const session = readFileSync(new URL('../../examples/session.log', import.meta.url), 'utf8')
const linesOf = (text: string): string[] => text.split('\n').slice(0, -1)

test('the example session: at least 75 % fewer tokens, every failure line, a receipt that verifies', () => {
  const { text, receipt } = pack(session, { budget: 400, query: 'test failure' })
  expect(linesOf(session).length).toBeGreaterThanOrEqual(150)
  expect(linesOf(session).length).toBeLessThanOrEqual(200)
  expect(chars4(text)).toBeLessThanOrEqual(400)
  expect(1 - chars4(text) / chars4(session)).toBeGreaterThanOrEqual(0.75)
  const failing = [...new Set(linesOf(session).filter((line) => /✕|●|^FAIL|[1-9]\d* failed/.test(line)))]
  expect(failing.length).toBeGreaterThanOrEqual(6)
  expect(linesOf(text)).toEqual(expect.arrayContaining(failing))
  expect(receipt.findings.failures).toMatchObject({ indexed: 0 })
  expect(verify({ source: session, output: text, receipt })).toEqual({ ok: true })
  expect(receipt.verbatim).toBe(true)
})

test('the stages add up to the lines removed', () => {
  const { receipt } = pack(session, { budget: 400, query: 'test failure' })
  const { dedupe, extract, summarize } = receipt.stages!
  expect(dedupe).toBeGreaterThan(0)
  expect(extract).toBeGreaterThan(0)
  expect(summarize).toBeGreaterThan(0)
  expect(dedupe + extract + summarize).toBe(receipt.source.lines - receipt.output.lines)
  expect(Object.values(receipt.removed).reduce((sum, lines) => sum + lines)).toBe(dedupe + extract + summarize)
})

test('each stage works only as far as the budget asks for it', () => {
  const text = `${Array.from({ length: 30 }, (_, i) => `plain ${'abcdef'[i % 6]} ${i}`).join('\n')}\nplain a 0\nrelevant\n`
  expect(pack(text, { budget: 1000, query: 'relevant' }).receipt.stages).toEqual({ dedupe: 1, extract: 0, summarize: 0 })
  expect(pack(text, { budget: 50, query: 'relevant' }).receipt.stages).toMatchObject({ dedupe: 1, summarize: 0 })
  expect(pack(text, { budget: 50 }).receipt.stages).toMatchObject({ dedupe: 1, extract: 0 })
  expect(pack('unique\n', { budget: 1000 })).toMatchObject({ text: 'unique\n', receipt: { rung: 'whole' } })
})

test('extract never cuts failures, their details, the verdict or protected lines', () => {
  const filler = Array.from({ length: 40 }, (_, i) => `${'abcdefgh'[i % 8]} filler line number ${i}`)
  const details = ['error: assertion broke', '  wanted 1', '  had 2']
  const text = `${[...filler, ...details, ...filler.map((line) => `${line} again`), 'keep me', 'Tests: 1 failed, 3 passed', 'socket pool', 'end'].join('\n')}\n`
  const output = linesOf(pack(text, { budget: 70, query: 'socket pool', protectLines: ['keep me'] }).text)
  expect(output).toEqual(expect.arrayContaining([...details, 'keep me', 'Tests: 1 failed, 3 passed', 'socket pool']))
})

test('a protected line survives a near repeat before it', () => {
  const text = `at 0x7f001111 in f\nat 0x7f002222 in f\nat 0x7f003333 in f\n`
  const { text: output, receipt } = pack(text, { budget: 100, protectLines: ['at 0x7f002222 in f'] })
  expect(linesOf(output)).toEqual(['at 0x7f001111 in f', 'at 0x7f002222 in f'])
  expect(receipt.removed).toMatchObject({ near: 1 })
  expect(receipt.protected).toEqual({ kept: 1, missing: [] })
})

test('exactOnly leaves near repeats', () => {
  const text = 'at 0x7f001111 in f\nat 0x7f002222 in f\n'
  expect(pack(text, { budget: 100 }).text).toBe('at 0x7f001111 in f\n')
  expect(pack(text, { budget: 100, exactOnly: true }).text).toBe(text)
})

test('a repeat of a line that is cut is cut', () => {
  const text = `${Array.from({ length: 50 }, (_, i) => `row ${i % 25} of the list`).join('\n')}\n`
  const { receipt } = pack(text, { budget: 20 })
  expect(receipt.stages!.dedupe).toBe(25)
  for (const [, , fate, ref] of receipt.fates) {
    if (fate !== 'repeat') continue
    expect(receipt.fates.some(([from, to, name]) => name !== 'cut' && from <= ref! && ref! <= to)).toBe(true)
  }
  expect(receipt.removed.repeat).toBe(receipt.output.lines)
})

test('protected lines over the budget', () => {
  const options = { budget: 2, protectLines: ['one long protected line'] }
  const text = `${'filler line\n'.repeat(3)}other\none long protected line\n`
  expect(() => pack(text, options)).toThrow(expect.objectContaining({ code: 'protected-over-budget' }))
  expect(pack(text, { ...options, protectMode: 'partial' }).text).toBe('one long protected line\n')
})

test('notes are within the budget, and name failures that do not fit', () => {
  const many = Array.from({ length: 60 }, (_, i) => `error: task ${'abcdefghijkl'[i % 12]}${i} broke down at the gate\n`).join('')
  const { text, receipt } = pack(`${many}done\n`, { budget: 120, notes: true })
  expect(chars4(text)).toBeLessThanOrEqual(120)
  expect(receipt.findings.failures.total).toBe(60)
  expect(verify({ source: `${many}done\n`, output: text, receipt })).toEqual({ ok: true })
  const noted = pack(session, { budget: 400, query: 'test failure', notes: true })
  expect(chars4(noted.text)).toBeLessThanOrEqual(400)
  expect(noted.text).toMatch(/^\[diet\] L\d+/m)
  expect(verify({ source: session, output: noted.text, receipt: noted.receipt })).toEqual({ ok: true })
})

test('source lines that imitate notes are kept and reported', () => {
  const text = `[diet] L1-9\n${'filler of some length\n'.repeat(9)}x\n`
  const { text: output, receipt } = pack(text, { budget: 100, notes: true })
  expect(linesOf(output)[0]).toBe('[diet] L1-9')
  expect(receipt.notes).toEqual(['1 source line imitates these notes: L1'])
})

test.each([
  [{ budget: 0 }, 'bad-budget'],
  [{ budget: Number.NaN }, 'bad-budget'],
  [{}, 'bad-budget'],
  [{ budget: 9, context: -1 }, 'bad-option'],
  [{ budget: 9, protectLines: 'a' }, 'bad-option'],
])('%j is the error %s', (options, code) => {
  expect(() => pack('a\n', options as never)).toThrow(expect.objectContaining({ name: 'DietError', code }))
})
