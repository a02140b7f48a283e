import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { captureCommand, isCaptured } from './capture.ts'

test.each([
  'npm test',
  'npm run build --workspaces',
  'CI=1 npx vitest run',
  'npx jest --ci',
  'pytest -x tests/',
  'go test ./...',
  'cargo build --release',
  './gradlew test',
  'make -j8',
  'node scripts/check.mjs',
  'python3 -m unittest',
  "pytest -k 'a|b; c > d'",
  'docker build .',
])('captured: %s', (command) => {
  expect(isCaptured(command, false)).toBe(true)
})

test.each([
  ['a pipe', 'npm test | tail -5'],
  ['a redirection', 'npm test > log.txt'],
  ['several commands', 'npm ci && npm test'],
  ['several commands', 'npm ci; npm test'],
  ['several lines', 'npm ci\nnpm test'],
  ['a background job', 'npm test &'],
  ['a substitution', 'pytest $(cat list)'],
  ['a substitution in quotes', 'pytest "$(cat list)"'],
  ['backticks', 'pytest `cat list`'],
  ['a watch mode', 'npx vitest --watch'],
  ['a watch mode by name', 'npm run test:watch'],
  ['a server', 'npm run dev'],
  ['a person at the keyboard', 'docker run -i image test'],
  ['another program', 'git log'],
  ['a package manager that only looks', 'npm ls'],
  ['an open quote', "pytest -k 'a"],
  ['diet:off', 'npm test # diet:off'],
  ['nothing', ' '],
])('not captured, %s: %s', (_, command) => {
  expect(isCaptured(command, false)).toBe(false)
})

test('what the host runs in the background is not captured', () => {
  expect(isCaptured('npm test', true)).toBe(false)
})

describe('the captured command, in bash', () => {
  const dir = mkdtempSync(join(tmpdir(), 'capture-'))
  afterAll(() => rmSync(dir, { recursive: true, force: true }))
  const bash = (command: string) => spawnSync('bash', ['-c', command], { encoding: 'utf8' })

  test('has the exit code and the output of its own, in order, and the file has the same', () => {
    const file = join(dir, "it's one.txt")
    const { status, stdout } = bash(captureCommand("sh -c 'echo out; echo err >&2; echo out again; exit 7'", file))
    expect({ status, stdout }).toEqual({ status: 7, stdout: 'out\nerr\nout again\n' })
    expect(readFileSync(file, 'utf8')).toBe(stdout)
  })

  test('a file that cannot be written costs only the copy', () => {
    const ran = bash(captureCommand('echo fine', join(dir, 'no/such/dir/file.txt')))
    expect({ status: ran.status, stdout: ran.stdout }).toEqual({ status: 0, stdout: 'fine\n' })
    expect(bash(captureCommand('false', '/dev/full')).status).toBe(1)
  })

  test('a signal keeps its code', () => {
    expect(bash(captureCommand("sh -c 'kill -TERM $$'", join(dir, 'signal.txt'))).status).toBe(143)
  })
})
