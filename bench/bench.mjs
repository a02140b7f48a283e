#!/usr/bin/env node
/**
 * Prints ratios measured in one run: `npm run build && npm run bench [-- --sizes 1,10,100] [--only logs]`.
 * CPU and not wall time, the least of interleaved runs, so that a busy machine changes little.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { benchHook } from './hook.mjs'
import { benchMod } from './mod.mjs'
import { KIND_NAMES, makeKindText, makeText, TEXTS } from './texts.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const dir = mkdtempSync(join(tmpdir(), 'diet-bench-'))
const argument = (name, fallback) => {
  const at = process.argv.indexOf(name)
  return at < 0 ? fallback : process.argv[at + 1]
}
const sizes = argument('--sizes', '1,10,100').split(',').map(Number)
/** `logs`, `first`, `kinds` or `start`; all without it. */
const only = argument('--only', undefined)
const PATTERN = 'error|fail|exception|traceback|panic|fatal|##\\[error\\]|assert'

/** User and system CPU in ms of one program, output thrown away; not to /dev/null, where grep stops at the first hit. */
const processCpu = (command, args) => {
  const script = `TIMEFORMAT='%U %S'; time "$@" 2>/dev/null > >(cat >/dev/null)`
  const { stderr } = spawnSync('bash', ['-c', script, 'bash', command, ...args], { encoding: 'utf8' })
  const [user, system] = stderr.trim().split('\n').at(-1).split(' ').map(Number)
  return (user + system) * 1000
}
const least = (times, measure) => Math.min(...Array.from({ length: times }, measure))

const child = (mode, file, runs) =>
  JSON.parse(execFileSync(process.execPath, [join(here, 'child.mjs'), mode, file, String(runs)], { encoding: 'utf8' }))

const row = (cells) => console.log(cells.map((cell, i) => (i < 2 ? String(cell).padEnd(9) : String(cell).padStart(13))).join(' '))
const ratio = (a, b) => `${(a / b).toFixed(2)}x`

/** In-process runs, of which the least counts. V8 is done compiling the digest of 1 MB after some 30 runs and that of 10 MB after some 8. */
const runsFor = (mb) => (mb >= 50 ? 2 : mb >= 5 ? 12 : 100)

const LOGS = `# Digest of logs, CPU as a ratio. floor = split into lines and one case-insensitive severity pattern per line.
# process    the whole process of one by the whole process of the other: start of Node, loading, reading the file, one run
# first      the first run alone, in a process of its own: without start and loading, with code that was never run before
# steady     the least of ${[1, 10, 100].map((mb) => `${runsFor(mb)} runs at ${mb} MB`).join(', ')} in one process, as many of both
# ms per MB  of the steady digest
# grep -ciE  the whole process of \`context-diet digest\` by that of grep with the same pattern
# memory     the most that the process of one digest had, by the size of the file
# pack       \`pack\`, as steady`

const pathCli = join(here, '../dist/cli.js')
const cliCpu = (file) => processCpu(process.execPath, [pathCli, 'digest', '--input', file, '--root', dir, '--exit-code', '1'])

const benchLogs = () => {
  console.log(LOGS)
  row(['text', 'MB', 'process', 'first', 'steady', 'ms per MB', 'grep -ciE', 'memory', 'pack'])
  for (const kind of Object.keys(TEXTS)) {
    for (const mb of sizes) {
      const file = join(dir, `${kind}-${mb}.log`)
      writeFileSync(file, makeText(kind, mb * 1e6))
      const big = mb >= 50
      const all = { process: [], first: [], steady: [], rss: [] }
      const floor = { process: [], first: [], steady: [] }
      for (let i = 0; i < (big ? 2 : 3); i++) {
        for (const [mode, times] of [
          ['digest', all],
          ['floor', floor],
        ]) {
          times.process.push(processCpu(process.execPath, [join(here, 'child.mjs'), mode, file, '1']))
          const first = child(mode, file, 1)
          times.first.push(first.cpu)
          times.rss?.push(first.rss)
          times.steady.push(child(mode, file, runsFor(mb)).cpu)
        }
      }
      const pack = big ? Number.NaN : child('pack', file, runsFor(mb)).cpu
      const min = (times) => Math.min(...times)
      const cli = least(2, () => cliCpu(file))
      const grep = least(2, () => processCpu('grep', ['-ciE', PATTERN, file]))
      row([
        kind,
        mb,
        ...['process', 'first', 'steady'].map((name) => ratio(min(all[name]), min(floor[name]))),
        (min(all.steady) / mb).toFixed(2),
        grep < 20 ? '-' : ratio(cli, grep),
        mb < 10 ? '-' : ratio(min(all.rss), statSync(file).size),
        big ? '-' : ratio(pack, min(floor.steady)),
      ])
      rmSync(file)
    }
  }
}

const benchKinds = () => {
  console.log('\n# Digest by kind of content, CPU of a warm run. floor = split the same text into lines, one pattern per line.')
  row(['text', 'MB', 'taken as', 'digest/floor', 'ms per MB'])
  for (const kind of KIND_NAMES) {
    for (const mb of sizes.filter((size) => size <= 10)) {
      const file = join(dir, `${kind}-${mb}.txt`)
      writeFileSync(file, makeKindText(kind, mb * 1e6))
      const digests = []
      const floors = []
      for (let i = 0; i < 3; i++) {
        digests.push(child('kind', file, 4))
        floors.push(child('floor', file, 8).cpu)
      }
      const cpu = Math.min(...digests.map((one) => one.cpu))
      row([kind, mb, digests[0].result, ratio(cpu, Math.min(...floors)), (cpu / mb).toFixed(2)])
      rmSync(file)
    }
  }
}

const benchStart = () => {
  console.log('\n# Start of the program, CPU in ms above `node -e 0` (least of 9, interleaved).')
  const small = join(dir, 'small.log')
  writeFileSync(small, makeText('service', 20_000))
  const starts = { 'node -e 0': [], '--version': [], 'digest of 20 kB': [] }
  for (let i = 0; i < 9; i++) {
    starts['node -e 0'].push(processCpu(process.execPath, ['-e', '0']))
    starts['--version'].push(processCpu(process.execPath, [pathCli, '--version']))
    starts['digest of 20 kB'].push(processCpu(process.execPath, [pathCli, 'digest', '--input', small, '--root', dir]))
  }
  const bare = Math.min(...starts['node -e 0'])
  for (const [name, times] of Object.entries(starts))
    console.log(name.padEnd(20), (Math.min(...times) - bare).toFixed(0).padStart(6))
}

/** What an agent's hook pays for one output: no code has run before. */
const benchFirst = () => {
  console.log('\n# First digest of 100 kB in a process, CPU in ms without start and loading (least of 9, interleaved).')
  row(['text', '', 'digest', 'verbatim', 'floor'])
  for (const kind of Object.keys(TEXTS)) {
    const file = join(dir, `${kind}.log`)
    writeFileSync(file, makeText(kind, 100_000))
    const modes = ['digest', 'verbatim', 'floor']
    const rounds = Array.from({ length: 9 }, () => modes.map((mode) => child(mode, file, 1).cpu))
    row([kind, '', ...modes.map((_, i) => Math.min(...rounds.map((round) => round[i])).toFixed(1))])
  }
}

/** Outputs of real tools, over and over, next to texts that no profile knows. */
const TOOLS = ['pytest-default-9of55', 'jest-verbose-7of83', 'maven-test-9of65', 'cargo-test-9of39', 'go-test-v-9of59']
const repeated = (name, chars) => {
  const text = readFileSync(join(here, '../fixtures/tool-runs', name, 'output.txt'), 'utf8')
  return text.repeat(Math.ceil(chars / text.length))
}

const benchProfiles = () => {
  console.log(
    '\n# Profiles: CPU of the digest of 10 MB with them, as a multiple of the digest without (least of 8, by turns in one process).',
  )
  row(['text', '', 'with, ms', 'without, ms', 'ratio'])
  const texts = { ...TEXTS, ...Object.fromEntries(TOOLS.map((name) => [name, repeated])) }
  for (const [name, make] of Object.entries(texts)) {
    const file = join(dir, `${name}.log`)
    writeFileSync(file, make === repeated ? repeated(name, 10e6) : makeText(name, 10e6))
    const { with: on, without } = child('profiles', file, 8).result
    row([name.replace(/-.*/, ''), '', on.toFixed(0), without.toFixed(0), ratio(on, without)])
    rmSync(file)
  }
}

try {
  for (const [name, section] of Object.entries({
    logs: benchLogs,
    first: benchFirst,
    kinds: benchKinds,
    profiles: benchProfiles,
    start: benchStart,
    hook: () => benchHook(dir),
    mod: () => benchMod(dir, argument('--claude', undefined)),
  }))
    if (only === undefined || only === name) section()
} finally {
  rmSync(dir, { recursive: true, force: true })
}
