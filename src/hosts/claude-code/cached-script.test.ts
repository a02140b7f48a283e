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
    `import { runCached } from ${JSON.stringify(fileURLToPath(new URL('./cached-script.ts', import.meta.url)))}\nrunCached(process.argv[2], process.env)\n`,
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

const run = (code: string): string => {
  const script = join(dir, 'script.cjs')
  // The same text is the same file, with its time.
  if (!existsSync(script) || readFileSync(script, 'utf8') !== code) writeFileSync(script, code)
  const env = { PATH: process.env.PATH ?? '', CLAUDE_PLUGIN_DATA: join(dir, 'data') }
  const { stdout, stderr } = spawnSync(process.execPath, [join(root, 'built/run.mjs'), script], { encoding: 'utf8', env })
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
