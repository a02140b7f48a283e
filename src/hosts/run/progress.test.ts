import { describe, expect, it } from 'vitest'
import { getChildEnv, isInBackground, isInsideRun } from './environment.ts'
import { formatProgress } from './progress.ts'

const show = (last: string, columns = 80): string => formatProgress({ ms: 12_345, lines: 3, last: Buffer.from(last), columns })

describe('formatProgress', () => {
  it.each([
    ['', '[12 s, 3 lines]'],
    ['one\ntwo\n', '[12 s, 3 lines] two'],
    ['one\n\n  \n', '[12 s, 3 lines] one'],
    ['Continue? ', '[12 s, 3 lines] Continue?'],
    ['10%\r50%\r', '[12 s, 3 lines] 50%'],
    ['\u001b[31mred\u001b[0m \u001b]8;;http://x\u0007link\u001b]8;;\u0007\u001b[K', '[12 s, 3 lines] red link'],
    ['a\u0007b\u202ec', '[12 s, 3 lines] a b c'],
  ])('%j', (last, line) => expect(show(last)).toBe(line))

  it('never fills the last column, also with wide characters', () => {
    expect(show('x'.repeat(200), 40)).toHaveLength(39)
    expect(show('シ'.repeat(200), 40)).toBe(`[12 s, 3 lines] ${'シ'.repeat(11)}`)
    expect(show('x', 0)).toBe('[')
  })

  it('tells minutes', () =>
    expect(formatProgress({ ms: 61_999, lines: 0, last: Buffer.alloc(0), columns: 80 })).toBe('[1 min 1 s, 0 lines]'))
})

describe('isInBackground', () => {
  it.each([
    ['the foreground group', '12 (node) S 1 12 10 34816 12 4194304', false],
    ['another group', '12 (node) S 1 12 10 34816 10 4194304', true],
    ['no terminal', '12 (node) S 1 12 10 0 -1 4194304', false],
    ['an odd name', '12 (a) 1 (b) S 1 12 10 34816 10 0', true],
    ['another system', '', false],
  ])('%s', (_, stat, expected) => expect(isInBackground(() => stat)).toBe(expected))

  it('is false where nothing tells', () => {
    const none = (): string => {
      throw new Error('ENOENT')
    }
    expect(isInBackground(none)).toBe(false)
  })
})

describe('the environment of the command', () => {
  it('asks for colours only where a terminal shows them and the user does not mind', () => {
    expect(getChildEnv(true, {})).toMatchObject({ FORCE_COLOR: '1', CARGO_TERM_COLOR: 'always' })
    expect(getChildEnv(true, { FORCE_COLOR: '3' }).FORCE_COLOR).toBe('3')
    for (const env of [{ NO_COLOR: '1' }, { TERM: 'dumb' }]) expect(getChildEnv(true, env).FORCE_COLOR).toBeUndefined()
    expect(getChildEnv(false, {}).FORCE_COLOR).toBeUndefined()
  })

  it('tells a run inside of another from what a run that is over has left behind', () => {
    expect(isInsideRun({ CONTEXT_DIET_RUN: String(process.ppid) })).toBe(true)
    expect(isInsideRun({})).toBe(false)
    expect(isInsideRun({ CONTEXT_DIET_RUN: String(process.pid) })).toBe(false)
    expect(isInsideRun({ CONTEXT_DIET_RUN: '999999999' })).toBe(false)
    expect(isInsideRun({ CONTEXT_DIET_RUN: 'x' })).toBe(false)
  })
})
