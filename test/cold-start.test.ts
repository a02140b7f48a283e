/** What a start of the built program takes in, and what it leaves behind for the next. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { program } from './helpers/cli.ts'

const LOG = Array.from({ length: 400 }, (_, n) => `step ${n} of the build is done`).join('\n')

const names = (file: string, pattern: RegExp): readonly string[] => [
  ...new Set([...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name]) => name!)),
]
const script = join(program, '../program.cjs')

test('what the command name starts takes in no module of ours and no package', () => {
  const taken = names(program, /^(?:import|export) [^'"]*['"]([^'"]+)['"]/gm)
  expect(taken).toContain('node:vm')
  expect(taken.filter((name) => !name.startsWith('node:'))).toEqual([])
})

test('the program takes in Node alone; tokenizers, grammars and the protocol wait until a verb needs them', () => {
  const taken = names(script, /\brequire\(["'`]([^"'`]+)["'`]\)/g)
  expect(taken).toContain('node:fs')
  expect(taken.filter((name) => !name.startsWith('node:'))).toEqual([])
  expect(
    names(script, /\bload\(["'`]([^"'`]+)["'`]\)/g)
      .filter((name) => !name.startsWith('node:'))
      .sort(),
  ).toEqual([
    './code.js',
    '@modelcontextprotocol/server',
    '@modelcontextprotocol/server/stdio',
    'gpt-tokenizer/encoding/cl100k_base',
    'gpt-tokenizer/encoding/o200k_base',
  ])
  expect(names(script, /\bimport\(["'`]([^"'`]+)["'`]\)/g)).toEqual([])
})

test('a mistake leaves no compiled code behind, a verb does', () => {
  const cache = mkdtempSync(join(tmpdir(), 'cold-'))
  const kept = (): readonly string[] => (existsSync(join(cache, 'context-diet')) ? readdirSync(join(cache, 'context-diet')) : [])
  const start = (...args: string[]) =>
    spawnSync(process.execPath, [program, ...args], {
      env: { ...process.env, CLAUDE_PLUGIN_DATA: '', XDG_CACHE_HOME: cache },
      input: LOG,
    })
  expect(start('digset').status).toBe(2)
  expect(kept()).toEqual([])
  const first = start('digest', '--budget', '200', '--no-stash')
  expect(kept()).toEqual([expect.stringMatching(/^compiled-program-digest-v/)])
  expect(start('digest', '--budget', '200', '--no-stash').stdout).toEqual(first.stdout)
  rmSync(cache, { recursive: true })
})
