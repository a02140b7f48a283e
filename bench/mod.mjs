/**
 * The mod of Claude Code in the program's own runtime: a result of 1 MB that the program moved to a file, from the row that comes in to the row that
 * goes out, by the program's test kit. What the program itself does (running the shell that saves) answers at once. CPU = what a later digest
 * adds to the CPU of the whole process, its compiler and collector included; cold = wall time of the first digest of a process, warm = the
 * least of the later ones: nothing in there tells CPU.
 *
 *     node bench/bench.mjs --only mod --claude PATH      PATH: the executable of Claude Code 2.1.287 or later
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { TEXTS } from './texts.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const PLUGIN = join(here, '../plugins/claude-code')
/** Of these processes the second does more of the same. */
const RUNS = [2, 18]

const testFor = (kind, runs) => `
import { expect, test } from 'claude-code/testing'
import { makeText } from './texts.mjs'

const text = makeText('${kind}', 1_000_000)
const base64 = btoa(text)
const RUNS = ${runs}

test('time', { timeoutMs: 300_000 }, async ($, on) => {
  on('session.root', () => ({ value: '/project' }))
  on('session.id', () => ({ value: 's1' }))
  on('process.hookEnv', () => ({ value: { CLAUDE_PID: '1', CLAUDE_PLUGIN_ROOT: '/plugin' } }))
  on('env.get', () => ({ value: undefined }))
  on('env.set', () => ({ value: {} }))
  on('command.register', () => ({ value: { command: 'diet' } }))
  on('fs.exists', (_, e) => ({ value: e.path === '/project/.git' }))
  on('fs.stat', () => ({ value: { kind: 'file', size: text.length } }))
  on('fs.read', (_, e) => ({ value: e.as === 'bytes' || e.options?.as === 'bytes' ? { base64 } : '{}' }))
  on('fs.list', () => ({ value: [] }))
  on('store.get', () => ({ value: undefined }))
  on('store.set', () => ({ value: undefined }))
  on('ui.status', () => ({ value: undefined }))
  on('ui.toast', () => ({ value: undefined }))
  on('process.run', () => ({ value: { exitCode: 0, stdout: '', stderr: '', isStdoutTruncated: false, isStderrTruncated: false } }))
  on('session.start', (_, e) => ({ cwd: e.cwd }))
  await $.session.start({ cwd: '/project', surface: null, isInteractive: false })
  const times = []
  for (let run = 0; run < RUNS; run++) {
    const origin = { kind: 'tool', tool: 'Bash' }
    const use = { type: 'tool_use', id: 't' + run, name: 'Bash', input: { command: 'make job' + run } }
    await $.session.append({ message: { type: 'assistant', role: 'assistant', content: [use] }, door: 'response', origin: { kind: 'model', model: 'test' }, uuid: 'u' + run })
    const content = '<persisted-output>\\nOutput too large. Full output saved to: /moved/out.txt\\n\\nPreview (first 2KB):\\n' + text.slice(0, 2000) + '\\n</persisted-output>'
    const block = { type: 'tool_result', tool_use_id: 't' + run, content, is_error: false }
    const start = performance.now()
    const row = await $.session.append({ message: { type: 'user', role: 'user', content: [block] }, door: 'tool-result', origin, uuid: 'v' + run })
    times.push(performance.now() - start)
    expect(row.message.content[0].content).toContain('complete output, unmodified: /project/.context-diet/')
  }
  expect('measured ' + times.map((ms) => ms.toFixed(1)).join(' ')).toBe('')
})
`

/** Milliseconds of each run in one process, and the CPU of all of it. */
const measure = (claude, dir, kind, runs) => {
  const plugin = join(dir, `plugin-${kind}`)
  rmSync(plugin, { recursive: true, force: true })
  mkdirSync(plugin)
  for (const name of readdirSync(PLUGIN))
    if (name !== 'tests') cpSync(join(PLUGIN, name), join(plugin, name), { recursive: true })
  mkdirSync(join(plugin, 'tests'))
  cpSync(join(here, 'texts.mjs'), join(plugin, 'tests/texts.mjs'))
  writeFileSync(join(plugin, 'tests/time.test.ts'), testFor(kind, runs))
  const env = {
    PATH: process.env.PATH,
    HOME: join(dir, 'home'),
    CLAUDE_CONFIG_DIR: join(dir, 'config'),
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  }
  const script = `TIMEFORMAT='cpu %U %S'; time "$1" plugin test "$2" 2>&1`
  const { stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', claude, plugin], { encoding: 'utf8', env, cwd: dir })
  const found = /measured ([\d. ]+)/.exec(stdout)
  if (found === null) throw new Error(`no times: ${stdout.slice(-2000)}`)
  const [, user, system] = /cpu (\S+) (\S+)/.exec(stderr)
  return { times: found[1].trim().split(' ').map(Number), cpu: (Number(user) + Number(system)) * 1000 }
}

export const benchMod = (dir, claude, rounds = 4) => {
  if (claude === undefined) return console.log('\n# Mod of Claude Code: needs --claude PATH.')
  console.log(`\n# Mod of Claude Code, 1 MB result that was moved to a file, in ms (least of ${rounds} processes of each size).`)
  console.log(''.padEnd(9), ...['CPU', 'warm wall', 'cold wall'].map((cell) => cell.padStart(10)))
  const [few, many] = RUNS
  for (const kind of Object.keys(TEXTS)) {
    const all = new Map(RUNS.map((runs) => [runs, []]))
    for (let round = 0; round < rounds; round++) for (const runs of RUNS) all.get(runs).push(measure(claude, dir, kind, runs))
    const cpuOf = (runs) => Math.min(...all.get(runs).map(({ cpu }) => cpu))
    const times = [...all.values()].flat().map((one) => one.times)
    const warm = Math.min(...times.flatMap(([, ...later]) => later))
    const cold = Math.min(...times.map(([first]) => first))
    const cells = [(cpuOf(many) - cpuOf(few)) / (many - few), warm, cold]
    console.log(kind.padEnd(9), ...cells.map((ms) => ms.toFixed(0).padStart(10)))
  }
}
