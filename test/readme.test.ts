/** Every command of the README runs, in order, in a copy of the repository. */
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { program, repository } from './helpers/cli.ts'

const readme = readFileSync(join(repository, 'README.md'), 'utf8')
const fences = [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((match) => match[1]!.trim())

/** What cannot run inside of the tests: the installation needs the network, and the tests would start themselves. */
const REPLACED: readonly (readonly [string, string])[] = [
  ['npm ci --ignore-scripts', 'true'],
  ['npm test', 'true'],
]
const toScript = (fence: string): string => REPLACED.reduce((script, [from, to]) => script.replaceAll(from, to), fence)

const SKIPPED = new Set(['node_modules', '.git', '.context-diet', 'coverage', 'bench', 'fixtures', 'test'])
let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'readme-'))
  for (const name of readdirSync(repository).filter((entry) => !SKIPPED.has(entry))) {
    cpSync(join(repository, name), join(folder, name), { recursive: true })
  }
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'bin'))
  symlinkSync(program, join(folder, 'bin/context-diet'))
  chmodSync(program, 0o755)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (script: string) =>
  spawnSync('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, HOME: folder, PATH: `${join(folder, 'bin')}:${process.env.PATH}` },
  })

describe('README', () => {
  test('shows the two commands of a newcomer and every verb', () => {
    expect(fences.slice(0, 2)).toEqual(['npm ci --ignore-scripts && npm run demo', 'npm test'])
    const shown = fences.join('\n')
    for (const verb of [
      'digest',
      'count',
      'dedupe',
      'extract',
      'summarize',
      'pack',
      'check',
      'verify',
      'completions',
      'run',
      'init',
      'doctor',
      'report',
    ]) {
      expect(shown).toMatch(new RegExp(`context-diet ${verb}\\b`))
    }
  })

  test.each(fences.map((fence) => [fence.split('\n')[0]!, fence] as const))('%s', (_, fence) => {
    const { status, stderr, stdout } = run(toScript(fence))
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.not.stringContaining('context-diet:') })
    if (fence.includes('npm run demo')) {
      expect(stdout).toContain('✖ adds the oversize fee at the weight limit')
      expect(stdout).toContain('= 2000 of 2000 lines')
    }
  })

  test('links lead to files', () => {
    const links = [...readme.matchAll(/\]\(([^)#:]+)(?:#[\w-]*)?\)/g)].map((match) => match[1]!)
    expect(links.length).toBeGreaterThan(3)
    for (const link of links) expect(readdirSync(join(repository, link, '..')), link).toContain(link.split('/').at(-1))
  })
})
