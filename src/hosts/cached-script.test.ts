import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'tsdown'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cacheDirectory } from './cached-script.ts'

let root = ''
let dir = ''
let number = 0
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'cached-'))
  writeFileSync(
    join(root, 'entry.ts'),
    `import { runCached } from ${JSON.stringify(fileURLToPath(new URL('./cached-script.ts', import.meta.url)))}\nrunCached(process.argv[2], process.env, process.argv[3])\n`,
  )
  await build({
    config: false,
    cwd: root,
    entry: { run: join(root, 'entry.ts') },
    outDir: join(root, 'built'),
    format: 'esm',
    platform: 'node',
    dts: false,
    logLevel: 'silent',
    fixedExtension: true,
  })
})
afterAll(() => rmSync(root, { recursive: true, force: true }))
beforeEach(() => {
  dir = join(root, String(number++))
  mkdirSync(dir)
})

const run = (code: string, purpose = ''): string => {
  const script = join(dir, 'script.cjs')
  // The same text is the same file, with its time.
  if (!existsSync(script) || readFileSync(script, 'utf8') !== code) writeFileSync(script, code)
  const env = { PATH: process.env.PATH ?? '', CLAUDE_PLUGIN_DATA: join(dir, 'data') }
  const { stdout, stderr } = spawnSync(process.execPath, [join(root, 'built/run.mjs'), script, purpose], {
    encoding: 'utf8',
    env,
  })
  return stdout + stderr
}
const kept = (): readonly string[] => readdirSync(join(dir, 'data'))
const SCRIPT = "const { sep } = require('node:path'); console.log('ran', sep)"

test('runs the same with and without compiled code, which is private', () => {
  expect(run(SCRIPT)).toBe('ran /\n')
  const [name] = kept()
  expect(kept()).toHaveLength(1)
  expect(statSync(join(dir, 'data', name!)).mode & 0o777).toBe(0o600)
  expect(run(SCRIPT)).toBe('ran /\n')
})

test('another script never runs with the code of an earlier one, which goes', () => {
  run(SCRIPT)
  const before = kept()
  expect(run(SCRIPT.replace('ran', 'now ran'))).toBe('now ran /\n')
  expect(kept()).toHaveLength(1)
  expect(kept()).not.toEqual(before)
})

test('a script with a stamp is known by it alone, whatever its size and time', () => {
  const stamped = (digit: string, word: string): string => `/*${digit.repeat(16)}*/console.log('${word}')`
  expect(run(stamped('a', 'one'))).toBe('one\n')
  const [first] = kept()
  expect(first).toContain('a'.repeat(16))
  expect(run(stamped('b', 'two'))).toBe('two\n')
  expect(kept()).toEqual([first!.replace('a'.repeat(16), 'b'.repeat(16))])
})

test('kept anew for each word that a run says it was for, once', () => {
  const script = "exports.usedFor = () => require('node:fs').readFileSync(__dirname + '/word', 'utf8').trim() || undefined"
  const after = (word: string): string => {
    writeFileSync(join(dir, 'word'), word)
    expect(run(script)).toBe('')
    const file = join(dir, 'data', kept()[0]!)
    return `${readFileSync(file).toString('latin1', 32, 544).trim()} ${statSync(file).ino}`
  }
  const [none, log] = [after(''), after('log:npm')]
  expect(none).toMatch(/^ ?\d+$/)
  expect(log).toMatch(/^log:npm \d+$/)
  expect(after('log:npm')).toBe(log)
  expect(after('')).toBe(log)
  expect(after('json')).toMatch(/^log:npm json \d+$/)
  expect(after('x'.repeat(600))).toMatch(/^log:npm json \d+$/)
})

test('not kept for a run that was a mistake', () => {
  expect(run('exports.usedFor = () => false')).toBe('')
  expect(existsSync(join(dir, 'data'))).toBe(false)
})

test('kept apart for each purpose, and all of it goes with the text', () => {
  run(SCRIPT, 'one')
  run(SCRIPT, 'two')
  expect(kept().map((name) => name.split('-')[2])).toEqual(['one', 'two'])
  run(SCRIPT.replace('ran', 'now ran'), 'two')
  expect(kept().map((name) => name.split('-')[2])).toEqual(['two'])
})

test('loads what lies beside the script, and packages', () => {
  writeFileSync(join(dir, 'beside.mjs'), "export const word = 'beside'")
  expect(
    run("load('./beside.mjs').then((m) => console.log(m.word)); load('node:path').then((m) => console.log(m.sep))")
      .split('\n')
      .sort(),
  ).toEqual(['', '/', 'beside'])
})

test('damaged compiled code is made anew', () => {
  run(SCRIPT)
  const file = join(dir, 'data', kept()[0]!)
  writeFileSync(file, readFileSync(file).fill(7, 40, 200))
  expect(run(SCRIPT)).toBe('ran /\n')
})

test('no place for it: only slower', () => {
  writeFileSync(join(dir, 'data'), 'a file')
  expect(run(SCRIPT)).toBe('ran /\n')
})

test('where it lies', () => {
  expect(cacheDirectory({ CLAUDE_PLUGIN_DATA: '/d', HOME: '/h' })).toBe('/d')
  expect(cacheDirectory({ XDG_CACHE_HOME: '/c', HOME: '/h' })).toBe('/c/context-diet')
  expect(cacheDirectory({ XDG_CACHE_HOME: 'relative', HOME: '/h' })).toBe('/h/.cache/context-diet')
  expect(cacheDirectory({})).toBeUndefined()
})
