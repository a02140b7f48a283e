#!/usr/bin/env node
/**
 * Prints ratios measured in one run: `npm run build && npm run bench [-- --sizes 1,10,100] [--only kinds]`.
 * CPU and not wall time, the least of interleaved runs, so that a busy machine changes little.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { KIND_NAMES, makeKindText, makeText, TEXTS } from './texts.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const dir = mkdtempSync(join(tmpdir(), 'diet-bench-'))
const argument = (name, fallback) => {
  const at = process.argv.indexOf(name)
  return at < 0 ? fallback : process.argv[at + 1]
}
const sizes = argument('--sizes', '1,10,100').split(',').map(Number)
/** `logs`, `kinds` or `start`; all without it. */
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

const benchLogs = () => {
  console.log('# Digest of logs, CPU. floor = split into lines and one case-insensitive severity pattern per line.')
  row(['text', 'MB', 'cold/floor', 'warm/floor', 'ms per MB', 'grep -ciE', 'memory/file', 'pack/floor'])
  for (const kind of Object.keys(TEXTS)) {
    for (const mb of sizes) {
      const file = join(dir, `${kind}-${mb}.log`)
      writeFileSync(file, makeText(kind, mb * 1e6))
      const big = mb >= 50
      const rounds = big ? 2 : 3
      const runs = big ? 2 : 8
      const all = { digest: [], floor: [], coldDigest: [], coldFloor: [], rss: [], pack: [] }
      for (let i = 0; i < rounds; i++) {
        for (const mode of ['digest', 'floor']) {
          const warm = child(mode, file, runs)
          all[mode].push(warm.cpu)
          if (mode === 'digest') all.rss.push(child(mode, file, 1).rss)
          all[mode === 'digest' ? 'coldDigest' : 'coldFloor'].push(child(mode, file, 1).cpu)
        }
      }
      all.pack.push(big ? Number.NaN : child('pack', file, 2).cpu)
      const min = (name) => Math.min(...all[name])
      const cli = least(2, () =>
        processCpu(process.execPath, [
          join(here, '../dist/cli.js'),
          'digest',
          '--input',
          file,
          '--root',
          dir,
          '--exit-code',
          '1',
        ]),
      )
      const grep = least(2, () => processCpu('grep', ['-ciE', PATTERN, file]))
      const size = statSync(file).size
      row([
        kind,
        mb,
        ratio(min('coldDigest'), min('coldFloor')),
        ratio(min('digest'), min('floor')),
        (min('digest') / mb).toFixed(2),
        grep < 20 ? '-' : ratio(cli, grep),
        mb < 10 ? '-' : ratio(min('rss'), size),
        big ? '-' : ratio(min('pack'), min('floor')),
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
    starts['--version'].push(processCpu(process.execPath, [join(here, '../dist/cli.js'), '--version']))
    starts['digest of 20 kB'].push(
      processCpu(process.execPath, [join(here, '../dist/cli.js'), 'digest', '--input', small, '--root', dir]),
    )
  }
  const bare = Math.min(...starts['node -e 0'])
  for (const [name, times] of Object.entries(starts))
    console.log(name.padEnd(20), (Math.min(...times) - bare).toFixed(0).padStart(6))
}

try {
  for (const [name, section] of Object.entries({ logs: benchLogs, kinds: benchKinds, start: benchStart }))
    if (only === undefined || only === name) section()
} finally {
  rmSync(dir, { recursive: true, force: true })
}
