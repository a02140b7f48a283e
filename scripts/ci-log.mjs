#!/usr/bin/env node
// Writes the example log: what real tools (git, npm, tsc, biome, node --test, tar) print about the small project in examples/ci-project.
// usage: node scripts/ci-log.mjs > examples/ci.log
// Only the clock is made up; the paths of the machine are cut off.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('..', import.meta.url))
const bin = join(repository, 'node_modules/.bin')
const folder = mkdtempSync(join(tmpdir(), 'ci-log-'))
const project = join(folder, 'parcels')

const environment = {
  ...process.env,
  PATH: `${bin}:${process.env.PATH}`,
  FORCE_COLOR: '0',
  NO_COLOR: '1',
  CI: 'true',
  npm_config_update_notifier: 'false',
}

/** Paths relative to the project, as on a machine where nothing else is. */
const cutPaths = (text) =>
  text
    .replaceAll(`file://${project}/`, '')
    .replaceAll(`${project}/`, '')
    .replaceAll(`${relative(project, repository)}/`, '')

const execute = (command, args) => {
  const { stdout, stderr, status } = spawnSync(command, args, {
    cwd: project,
    env: environment,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  return { lines: cutPaths(`${stdout}${stderr}`).replace(/\n+$/, '').split('\n'), status }
}

let clock = Date.UTC(2026, 2, 14, 9, 12, 31, 204)
let step = 0
/** GitHub Actions prints seven digits of the second. */
const print = (line) => {
  clock += 1 + ((step++ * 7919) % 13)
  process.stdout.write(
    `${new Date(clock).toISOString().slice(0, -1)}${String((step * 104729) % 10000).padStart(4, '0')}Z ${line}\n`,
  )
}

/** One step of a workflow, as GitHub Actions prints it. */
const runStep = (command, args, shown = [command, ...args].join(' ')) => {
  for (const line of [`##[group]Run ${shown}`, shown, 'shell: bash -e {0}', '##[endgroup]']) print(line)
  const { lines, status } = execute(command, args)
  for (const line of lines) print(line)
  clock += 400
  if (status !== 0) print(`##[error]Process completed with exit code ${status}.`)
}

/** Each suite is a step of its own that runs also when an earlier one failed. */
const runSuite = (name) => {
  const flags = ['--enable-source-maps', '--experimental-test-coverage', '--test', '--test-reporter=spec']
  runStep('node', [...flags, `dist/test/${name}.test.js`], `npm run test:${name}`)
}

const git = (...args) =>
  spawnSync('git', ['-c', 'user.name=ci', '-c', 'user.email=ci@example.invalid', ...args], { cwd: project })

const writeCi = () => {
  git('init', '--quiet', '--initial-branch=main')
  git('add', '.')
  git('commit', '--quiet', '--message', 'rates: fix error in rounding of failed surcharges')
  runStep('git', ['show', '--stat', '--format=commit subject: %s', 'HEAD'])
  runStep('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'])
  runStep('biome', ['check', '--config-path=lint.json', '--max-diagnostics=40', '.'], 'npm run lint')
  runStep('tsc', ['--project', '.', '--listEmittedFiles', '--explainFiles', '--pretty', 'false'], 'npm run build')
  for (const suite of ['errorHandler', 'labels', 'queue', 'rates', 'zones', 'money']) runSuite(suite)
  runStep('tar', ['--create', '--verbose', '--file', '../artifact.tar', 'dist'])
}

try {
  cpSync(join(repository, 'examples/ci-project'), project, { recursive: true })
  writeCi()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
