/** The examples of the library's documentation run, against the built package by its own name. */
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repository } from './helpers/cli.ts'

const text = readFileSync(join(repository, 'docs/library.md'), 'utf8')
const examples = [...text.matchAll(/^## `([^`]+)`[^\n]*\n(?:(?!^## )[\s\S])*?^```js\n([\s\S]*?)^```$/gm)].map(
  ([, name, code]) => [name!, code!] as const,
)

const PRINTS: Readonly<Record<string, RegExp>> = {
  'context-diet/stash': /^\[diet\] [^\n]+\ntwo\n\n$/,
  'context-diet/requests': /^true \{ reduced: 1 \}\n$/,
  'context-diet/code': /^true true\n$/,
  'context-diet/sift': /^true true true\ntrue 400\n$/,
}

test('every entry has an example', () => {
  expect(examples.map(([name]) => name)).toEqual(Object.keys(PRINTS))
})

test.each(examples)('%s', (name, code) => {
  const run = code.replace("stashDir: '.context-diet'", "stashDir: '.context-diet-docs-test'")
  try {
    const { status, stderr, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', run], {
      cwd: repository,
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(PRINTS[name]!)
  } finally {
    rmSync(join(repository, '.context-diet-docs-test'), { recursive: true, force: true })
  }
})
