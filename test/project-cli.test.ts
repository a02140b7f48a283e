/** Filters of `context-diet.json` and reruns, through the built program. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Ran, run } from './helpers/cli.ts'

let base = ''
let cwd = ''
let number = 0

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'filters-')))
})
afterAll(() => rmSync(base, { recursive: true, force: true }))
beforeEach(() => {
  cwd = join(base, String(number++))
  mkdirSync(join(cwd, 'deep'), { recursive: true })
})

const write = (name: string, content: string): void => writeFileSync(join(cwd, name), content)
const call = (...args: string[]): Ran => run(args, { cwd })

/** Bits mixed as a hash does: numbers without order. */
const spread = (i: number): number => Math.imul(Math.imul(i ^ (i >>> 5) ^ 0x5bd1, 0x9e3779b1) ^ 0x85eb, 0x85ebca6b) >>> 8
const LOG = [
  ...Array.from({ length: 150 }, (_, i) => `copied part ${spread(i)} of ${spread(i + 500)} to slot ${spread(i + 900)}`),
  'FAIL src/cart.test.ts > adds the fee: expected 2600, received 2240',
  'audit trail is at version 7',
  ...Array.from({ length: 150 }, (_, i) => `copied part ${spread(i + 2000)} of ${spread(i + 2500)} to slot ${spread(i + 2900)}`),
  '',
].join('\n')

describe('context-diet.json', () => {
  beforeEach(() => write('in.log', LOG))

  test('of the project moves lines, also from a folder below', () => {
    write('context-diet.json', JSON.stringify({ filters: [{ protect: ['to slot \\d*7$'] }] }))
    const here = call('digest', '--input', 'in.log', '--budget', '300').out
    expect(here.split('\n').filter((line) => /to slot \d*7$/.test(line)).length).toBeGreaterThan(4)
    write('deep/in.log', LOG)
    expect(run(['digest', '--input', 'in.log', '--budget', '300'], { cwd: join(cwd, 'deep') }).out).toBe(here)
  })

  test('drops no failure, and --explain says so', () => {
    write('context-diet.json', JSON.stringify({ filters: [{ drop: ['.'] }] }))
    const { code, out, err } = call('digest', '--input', 'in.log', '--budget', '300', '--explain')
    expect(code).toBe(0)
    expect(out).toContain('FAIL src/cart.test.ts > adds the fee')
    expect(err).toContain('filters: L151 tells of failures and is not dropped')
  })

  test('that is broken is told in one sentence, and the digest is made without it', () => {
    write('context-diet.json', '{"filters": [{"drop": ["("]}]}')
    const { code, out, err } = call('digest', '--input', 'in.log', '--budget', '300')
    expect(code).toBe(0)
    expect(out).toContain('FAIL src/cart.test.ts')
    expect(err).toMatch(/^context-diet: .*filters\[0\]\.drop\[0\]: The pattern cannot be used.*; its filters are not used\n$/)
  })

  test('that --config names is an error when it is broken or missing', () => {
    write('mine.json', '[]')
    const broken = call('digest', '--input', 'in.log', '--config', 'mine.json')
    expect({ code: broken.code, out: broken.out }).toEqual({ code: 4, out: '' })
    expect(broken.err).toMatch(/^context-diet: "?mine\.json"?: it is no JSON object; [^\n]+\n$/)
    expect(call('digest', '--input', 'in.log', '--config', 'none.json').code).toBe(4)
  })

  test('works for run', () => {
    write('context-diet.json', JSON.stringify({ filters: [{ command: '^cat ', protect: ['^audit trail'] }] }))
    const { out } = call('run', '--budget', '200', '--', 'cat', 'in.log')
    expect(out).toContain('\naudit trail is at version 7\n')
  })
})

describe('digest --earlier', () => {
  const rerun = LOG.split('\n')
    .reverse()
    .filter((line) => line !== '')
    .concat('disk quota of the job is 80 % used', '')
    .join('\n')

  test('shows what is new, and the failure that is still there', () => {
    write('before.log', LOG)
    write('now.log', rerun)
    const { code, out, err } = call('digest', '--input', 'now.log', '--earlier', 'before.log', '--exit-code', '1')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out.split('\n')[0]).toContain('against the earlier output before.log, lines: 1 new, 302 as before, 0 gone')
    expect(out).toContain('\ndisk quota of the job is 80 % used\n')
    expect(out).toContain('\nFAIL src/cart.test.ts > adds the fee')
    expect(out).not.toContain('copied part')
  })

  test('a file that is not there is an error', () => {
    write('now.log', rerun)
    expect(call('digest', '--input', 'now.log', '--earlier', 'none.log')).toMatchObject({ code: 4, out: '' })
  })
})
