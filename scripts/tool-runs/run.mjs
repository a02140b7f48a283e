#!/usr/bin/env node
/**
 * Runs real tools on projects with injected faults and stores what they print, with labels.
 * usage: node scripts/tool-runs/run.mjs --tools DIR --out DIR [--only REGEXP] [--sample DIR]
 * `--tools` is a folder where `npm install` of scripts/tool-runs/tools.json may put the JavaScript tools; tools of other languages are
 * taken from PATH, and a tool that is not there is left out with a word on standard error. `--sample` writes the runs of sample.json.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compilerCases } from './compilers.mjs'
import { jsCases } from './js.mjs'
import { testCases } from './tests.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const option = (name) => {
  const at = process.argv.indexOf(name)
  return at < 0 ? undefined : process.argv[at + 1]
}
const tools = option('--tools')
const out = option('--out')
if (tools === undefined || out === undefined) {
  console.error('usage: node scripts/tool-runs/run.mjs --tools DIR --out DIR [--only REGEXP] [--sample DIR]')
  process.exit(2)
}
mkdirSync(tools, { recursive: true })
mkdirSync(out, { recursive: true })
if (!existsSync(join(tools, 'node_modules'))) {
  copyFileSync(join(here, 'tools.json'), join(tools, 'package.json'))
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps'], {
    cwd: tools,
    stdio: 'inherit',
  })
}
const root = realpathSync(tools)
/** The project lies beside the tools, so that it finds them as its own; the texts say `/home/user/app`. */
const app = join(root, 'app')

/** Paths of this machine become neutral ones. */
const neutral = (text) =>
  text
    .replaceAll(app, '/home/user/app')
    .replaceAll(join(root, 'node_modules'), '/home/user/app/node_modules')
    .replaceAll('../node_modules', 'node_modules')
    .replaceAll(root, '/home/user')
    .replaceAll(process.env.HOME ?? '/root', '/home/user')
    .replaceAll(/\/tmp\/[\w./-]+/g, '/tmp/build')

const record = ({ name, tool, files, command, env = {}, failures, need }) => {
  for (const program of need ?? [])
    if (spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0) {
      console.error(`${name}: left out, there is no ${program}`)
      return undefined
    }
  rmSync(app, { recursive: true, force: true })
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(app, path)), { recursive: true })
    writeFileSync(join(app, path), text)
  }
  const { CI, ...inherited } = process.env
  const { stdout, status } = spawnSync('bash', ['-c', `(${command.replaceAll('node_modules/', '../node_modules/')}) 2>&1`], {
    cwd: app,
    env: { ...inherited, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`, LANG: 'C.UTF-8', ...env },
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    timeout: 120_000,
  })
  return { name, tool, command, exitCode: status, failures, text: neutral(stdout) }
}

const missing = ({ text, failures }) => {
  const plain = text.replaceAll(/\x1b\[[\d;]*m/g, '')
  return failures.flatMap(({ name, message }) => [name, message].filter((one) => one !== undefined && !plain.includes(one)))
}

const store = (folder, { text, ...label }) => {
  const at = join(folder, label.name)
  mkdirSync(at, { recursive: true })
  writeFileSync(join(at, 'output.txt'), text)
  writeFileSync(join(at, 'case.json'), `${JSON.stringify(label, null, 1)}\n`)
}

const only = option('--only')
let failing = 0
let passing = 0
for (const one of [...jsCases(), ...testCases(), ...compilerCases()].filter(
  ({ name }) => only === undefined || new RegExp(only).test(name),
)) {
  const run = record(one)
  if (run === undefined) continue
  const gone = missing(run)
  const odd = (run.exitCode === 0) !== (run.failures.length === 0)
  if (gone.length > 0 || odd) {
    console.error(`${run.name}: exit ${run.exitCode}, the output lacks ${gone.slice(0, 3).join(' | ')}: not stored`)
    writeFileSync(join(out, `${run.name}.rejected.txt`), run.text)
    continue
  }
  store(out, run)
  if (run.failures.length > 0) failing++
  else passing++
}
const sample = option('--sample')
if (sample !== undefined)
  for (const name of JSON.parse(readFileSync(join(here, 'sample.json'), 'utf8')))
    cpSync(join(out, name), join(sample, name), { recursive: true })
console.log(`${failing} failing runs, ${passing} passing runs in ${out}`)
