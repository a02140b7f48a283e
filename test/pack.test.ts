/** What `npm pack` makes, installed in an empty folder without the network: the program, the library and its types work. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { repository } from './helpers/cli.ts'

let folder = ''
let app = ''

const run = (command: string, args: readonly string[], cwd: string, input = '') => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, input, encoding: 'utf8', maxBuffer: 1 << 26 })
  return { status, stdout, stderr }
}

/** Every package that the program needs at run time comes from the installed tree, so that nothing is fetched. */
const getOverrides = (): Record<string, string> => {
  const { packages } = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; optional?: boolean; peer?: boolean }>
  }
  const names = Object.entries(packages)
    .filter(([path, entry]) => /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(path) && !entry.dev && !entry.optional && !entry.peer)
    .map(([path]) => path.slice('node_modules/'.length))
  return Object.fromEntries(names.map((name) => [name, `file:${join(repository, 'node_modules', name)}`]))
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pack-'))
  app = join(folder, 'app')
  mkdirSync(app)
  const packed = run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], repository)
  expect(packed).toMatchObject({ status: 0 })
  const archive = readdirSync(folder).find((name) => name.endsWith('.tgz'))!
  const manifest = {
    name: 'app',
    private: true,
    type: 'module',
    dependencies: { 'context-diet': `file:../${archive}` },
    overrides: getOverrides(),
  }
  writeFileSync(join(app, 'package.json'), JSON.stringify(manifest))
  const flags = [
    '--ignore-scripts',
    '--offline',
    '--install-links=false',
    '--no-audit',
    '--no-fund',
    '--omit=peer',
    '--cache',
    join(folder, 'cache'),
  ]
  expect(run('npm', ['install', ...flags], app)).toMatchObject({ status: 0 })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the archive holds what a user needs and nothing else', () => {
  const files = readdirSync(join(app, 'node_modules/context-diet'))
  expect(files.sort()).toEqual([
    '.claude-plugin',
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'dist',
    'docs',
    'examples',
    'grammars',
    'package.json',
    'plugins',
    'schema',
  ])
})

test('the program runs by its name', () => {
  const bin = join(app, 'node_modules/.bin/context-diet')
  expect(run(bin, ['--version'], app).stdout).toBe(`${packageJson.version}\n`)
  expect(run(bin, ['count'], app, 'one\ntwo\n')).toMatchObject({ status: 0, stdout: '2 lines, 8 bytes, 2 tokens (chars4)\n' })
  expect(run(bin, ['count', '--counter', 'o200k'], app, 'hello world').stdout).toBe('1 line, 11 bytes, 2 tokens (o200k)\n')
})

test('the MCP server starts and lists its tools', () => {
  const hello = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
  }
  const messages = [
    hello,
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 2, method: 'tools/list' },
  ]
  const input = messages.map((message) => `${JSON.stringify(message)}\n`).join('')
  expect(run(join(app, 'node_modules/.bin/context-diet'), ['mcp'], app, input).stdout).toContain('diet_digest')
})

test('the library is imported by its name and does the main job', () => {
  const code = `import { digest } from 'context-diet'
const text = Array.from({ length: 3000 }, (_, i) => i === 1500 ? 'Error: the disk is full' : 'step ' + i + ' is done').join('\\n')
const { changed, receipt, text: shown } = digest(text, { budget: 200, exitCode: 1 })
console.log(JSON.stringify([changed, shown.includes('Error: the disk is full'), receipt.version]))`
  expect(run(process.execPath, ['--input-type=module', '--eval', code], app)).toMatchObject({
    status: 0,
    stdout: '[true,true,1]\n',
  })
})

test('the stash, request compression and the sift API are imported by their names', () => {
  const code = `import { createMemoryStash, retrieve } from 'context-diet/stash'
import { detectRequestFormat, dietRequestBytes } from 'context-diet/requests'
import { createSift } from 'context-diet/sift'
const text = Array.from({ length: 3000 }, (_, i) => i === 1500 ? 'Error: the disk is full' : 'step ' + i + ' is done').join('\\n')
const stash = createMemoryStash()
const { key } = await stash.put(text)
const page = await retrieve([stash], key, { lines: [1501, 1501] }, { ask: () => 'x' })
const body = { messages: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: text }] }] }
const dieted = dietRequestBytes(JSON.stringify(body))
const sift = createSift({ stashDir: 'sift-stash' })
const sifted = sift.siftText(text)
console.log(JSON.stringify([page.ok && page.text.includes('Error: the disk is full'), detectRequestFormat(body).format,
  dieted.changed && JSON.parse(dieted.body).messages.length, sifted.changed, sift.siftRequest(body).blocksCompressed]))`
  expect(run(process.execPath, ['--input-type=module', '--eval', code], app)).toMatchObject({
    status: 0,
    stderr: '',
    stdout: '[true,"anthropic",1,true,1]\n',
  })
})

const compile = (code: string, more: readonly string[] = []) => {
  writeFileSync(join(app, 'use.ts'), code)
  const flags = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--module', 'nodenext', '--target', 'es2022', ...more]
  return run(process.execPath, [join(repository, 'node_modules/typescript/bin/tsc'), ...flags, 'use.ts'], app)
}

test('a strict TypeScript file that uses the types compiles, a wrong one does not', () => {
  const good = `import { digest } from 'context-diet'
const { text, changed, receipt } = digest('a', { budget: 100, exitCode: 1, query: 'x' })
export const shown: string = text
export const facts: readonly [boolean, number, 1] = [changed, receipt.source.lines, receipt.version]`
  expect(compile(good)).toMatchObject({ status: 0, stdout: '' })
  expect(compile(good.replace('budget: 100', "budget: 'many'")).stdout).toContain('TS2322')
  expect(compile(good.replace('receipt.source.lines', 'receipt.source.rows')).stdout).toContain('TS2339')
})

test('so do the types of the other entries, where Node has its own', () => {
  // The app of a user has these; here they come from the installed tree.
  const types = join(app, 'node_modules/@types')
  mkdirSync(types, { recursive: true })
  symlinkSync(join(repository, 'node_modules/@types/node'), join(types, 'node'))
  const good = `import { type AsyncDiet, dietRequest } from 'context-diet/requests'
import { createSift, type SiftRequest, type SiftText } from 'context-diet/sift'
import { createMemoryStash, type Found, type Missing, type Ref } from 'context-diet/stash'
const stash = createMemoryStash()
export const put: Promise<Ref> = stash.put('a')
export const got: Promise<Found | Missing> = stash.get('b')
export const diet: AsyncDiet = async ({ text }) => ({ text, changed: false })
export const format: string | null = dietRequest({ messages: [] }, { threshold: 100 }).report.format
const sift = createSift({ stashDir: 'x' })
export const one: SiftText = sift.siftText('a', 'query', 'a.ts')
export const two: SiftRequest<{ readonly input: string }> = sift.siftRequest({ input: 'x' })
export const three: string | null = sift.retrieve('k')`
  const flags = ['--types', 'node']
  expect(compile(good, flags)).toMatchObject({ status: 0, stdout: '' })
  const bad = good
    .replace('threshold: 100', "threshold: 'many'")
    .replace("stashDir: 'x'", '')
    .replace("retrieve('k')", 'retrieve(1)')
    .replace("put('a')", 'put()')
  const { stdout } = compile(bad, flags)
  const lines = [...stdout.matchAll(/^use\.ts\((\d+),/gm)].map(([, line]) => Number(line))
  expect(new Set(lines)).toEqual(new Set([5, 8, 9, 12]))
})

test('the package description is sound', () => {
  expect(
    run(
      process.execPath,
      [join(repository, 'node_modules/publint/src/cli.js'), 'run', '--strict', '--pack', 'false'],
      repository,
    ),
  ).toMatchObject({ status: 0 })
})
