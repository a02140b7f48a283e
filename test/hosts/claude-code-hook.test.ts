/** The program of the settings hook, started as the host starts it: what comes in is any bytes, and the disk may be anything. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readLedger } from '../../src/ledger/ledger.ts'

const program = fileURLToPath(new URL('../../plugins/claude-code/dist/fallback.cjs', import.meta.url))

let project = ''
/** What the user's state directory is made from lies in the project as well. */
const environment = { PATH: process.env.PATH ?? '', HOME: '' }
const mounted: string[] = []
beforeEach(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'hook-')))
  mkdirSync(join(project, '.git'))
  environment.HOME = join(project, 'home')
})
afterEach(() => {
  for (const dir of mounted.splice(0)) spawnSync('umount', [dir])
  rmSync(project, { recursive: true, force: true })
})

const stash = (): string => join(project, '.context-diet')
const ledger = () => readLedger(stash()).entries
const lines = (count: number): string =>
  Array.from({ length: count }, (_, n) =>
    n === 300 ? 'ERROR a.ts:3: expected 4, received 5' : `step ${n} of the import is done`,
  ).join('\n')

const event = (stdout: string, more: object = {}): string =>
  JSON.stringify({
    session_id: 's1',
    cwd: project,
    hook_event_name: 'PostToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'npm test' },
    tool_response: { stdout, stderr: '', interrupted: false, isImage: false, noOutputExpected: false },
    ...more,
  })

const hook = (input: string | Buffer) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program], {
    cwd: project,
    input,
    env: environment,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  return { status, stdout, stderr }
}
const SILENT = { status: 0, stdout: '', stderr: '' }
const textOf = (stdout: string): string => JSON.parse(stdout).hookSpecificOutput.updatedToolOutput.stdout

test('a digest, its original, its record', () => {
  const { status, stdout, stderr } = hook(`${event(lines(600))}\n`)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  const text = textOf(stdout)
  expect(text).toContain('ERROR a.ts:3: expected 4, received 5')
  const path = /unmodified: (\S+)/.exec(text)![1]!
  expect(readFileSync(path, 'utf8')).toBe(lines(600))
  expect(ledger()).toMatchObject([{ decision: 'reduced', tool: 'Bash', program: 'npm', session: 's1' }])
})

test('filters of the project hold', () => {
  writeFileSync(join(project, 'context-diet.json'), JSON.stringify({ filters: [{ command: '^npm', protect: ['^step 444 '] }] }))
  expect(textOf(hook(event(lines(600))).stdout)).toContain('\nstep 444 of the import is done')
})

test('the command of the package answers the same, and keeps its compiled code too', () => {
  const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'hook', 'claude-code'], {
    cwd: project,
    input: event(lines(600)),
    env: environment,
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(textOf(stdout)).toBe(textOf(hook(event(lines(600), { session_id: 's2' })).stdout))
  expect(readdirSync(join(environment.HOME, '.cache/context-diet'))).toEqual([expect.stringMatching(/^compiled-hook-/)])
})

test('the same command again: told against the earlier output, unless its original is gone or another agent ran it', () => {
  const again = `${lines(600)}\nERROR b.ts:9: expected 1, received 2`
  const path = /unmodified: (\S+)/.exec(textOf(hook(event(lines(600))).stdout))![1]!
  const text = textOf(hook(event(again)).stdout)
  expect(text).toContain(`against the earlier output ${path}, lines: 1 new, 600 as before, 0 gone`)
  expect(text).toContain('ERROR a.ts:3: expected 4, received 5')
  expect(text).toContain('ERROR b.ts:9: expected 1, received 2')
  expect(textOf(hook(event(lines(602), { agent_id: 'a1' })).stdout)).not.toContain('earlier output')
  expect(textOf(hook(event(lines(602), { session_id: 's2' })).stdout)).not.toContain('earlier output')
  for (const name of readdirSync(stash())) if (name.endsWith('.txt')) rmSync(join(stash(), name))
  expect(textOf(hook(event(lines(603))).stdout)).not.toContain('earlier output')
  expect(JSON.stringify(ledger())).not.toContain('npm test')
})

test('a pipe that stays open is not waited for', async () => {
  const child = spawn(process.execPath, [program], { cwd: project, env: environment, stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.write(`${event(lines(600))}\n`)
  const out: Buffer[] = []
  child.stdout.on('data', (piece: Buffer) => out.push(piece))
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0)
  child.stdin.destroy()
  expect(textOf(Buffer.concat(out).toString('utf8'))).toMatch(/^\[diet\] /)
})

describe('malformed events leave no output, code 0 and a record', () => {
  test.each<[string, string | Buffer]>([
    ['nothing', ''],
    ['no JSON', 'hello'],
    ['half an object', '{"hook_event_name":"PostToolUse","tool_na'],
    ['a list', '[1,2]'],
    ['another event', '{"hook_event_name":"PreToolUse","tool_name":"Bash"}'],
    ['bytes', Buffer.from([0xff, 0xfe, 0x00, 0x7b, 0x7d])],
  ])('%s', (_, input) => {
    expect(hook(input)).toEqual(SILENT)
    expect(ledger()).toMatchObject([{ decision: 'failed', reason: 'malformed-event' }])
  })

  test.each([null, 3, 'text', [], { stdout: 5 }, { stdout: null }, {}])('a response that is %j', (response) => {
    expect(hook(event('', { tool_response: response }))).toEqual(SILENT)
  })
})

test('a result of 20 MB', () => {
  const text = lines(650_000)
  expect(text.length).toBeGreaterThan(20e6)
  const digest = textOf(hook(event(text)).stdout)
  expect(digest.length).toBeLessThanOrEqual(4000)
  expect(digest).toContain('ERROR a.ts:3: expected 4, received 5')
})

describe('a disk that does not take the original', () => {
  const refuses = (reason: string | RegExp): void => {
    expect(hook(event(lines(9000)))).toEqual(SILENT)
    const last = ledger().at(-1)
    if (last !== undefined) expect(last).toMatchObject({ decision: 'failed', reason: expect.stringMatching(reason) })
  }

  test('a link in place of the stash', () => {
    mkdirSync(join(project, 'elsewhere'))
    symlinkSync(join(project, 'elsewhere'), stash())
    refuses('stash-unsafe')
    expect(readdirSync(join(project, 'elsewhere'))).toEqual([])
  })

  test('a file in place of the stash', () => {
    writeFileSync(stash(), 'x')
    expect(hook(event(lines(600)))).toEqual(SILENT)
  })

  test('a full disk: the text passes, and the ledger says why', ({ skip }) => {
    mkdirSync(stash())
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', stash()]).status !== 0) skip('mounting needs root')
    mounted.push(stash())
    refuses('stash-full')
    expect(ledger()).toHaveLength(1)
    expect(readdirSync(stash()).filter((name) => name.endsWith('.txt') || name.startsWith('.tmp'))).toEqual([])
  })

  test('a read-only disk: the text passes, and the ledger of the user says why', ({ skip }) => {
    mkdirSync(stash())
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', stash()]).status !== 0) skip('mounting needs root')
    mounted.push(stash())
    const state = join(project, 'state')
    const ran = spawnSync(process.execPath, [program], {
      cwd: project,
      input: event(lines(600)),
      env: { ...environment, XDG_STATE_HOME: state },
      encoding: 'utf8',
    })
    expect({ status: ran.status, stdout: ran.stdout }).toEqual({ status: 0, stdout: '' })
    expect(readLedger(join(state, 'context-diet/stash')).entries).toMatchObject([
      { decision: 'failed', reason: 'stash-readonly' },
    ])
  })
})

test('two sessions at once in one project: every original is whole, every decision is recorded', async () => {
  const run = (session: string, n: number) =>
    new Promise<string>((resolve) => {
      const child = spawn(process.execPath, [program], { cwd: project, env: environment, stdio: ['pipe', 'pipe', 'inherit'] })
      const out: Buffer[] = []
      child.stdout.on('data', (piece: Buffer) => out.push(piece))
      child.on('close', () => resolve(textOf(Buffer.concat(out).toString('utf8'))))
      child.stdin.end(event(`${lines(600)}\nrun ${n % 2}`, { session_id: session }))
    })
  const texts = await Promise.all([run('a', 0), run('b', 0), run('a', 1), run('b', 1)])
  for (const [at, text] of texts.entries()) {
    expect(readFileSync(/unmodified: (\S+)/.exec(text)![1]!, 'utf8')).toBe(`${lines(600)}\nrun ${at < 2 ? 0 : 1}`)
  }
  expect(
    ledger()
      .map(({ session }) => session)
      .sort(),
  ).toEqual(['a', 'a', 'b', 'b'])
})

test('set up twice: both answer the same, one records', async () => {
  const run = () =>
    new Promise<string>((resolve) => {
      const child = spawn(process.execPath, [program], { cwd: project, env: environment, stdio: ['pipe', 'pipe', 'inherit'] })
      const out: Buffer[] = []
      child.stdout.on('data', (piece: Buffer) => out.push(piece))
      child.on('close', () => resolve(Buffer.concat(out).toString('utf8')))
      child.stdin.end(event(lines(600), { tool_use_id: 'toolu_01' }))
    })
  const [one, two] = await Promise.all([run(), run()])
  expect(one).toBe(two)
  expect(ledger()).toHaveLength(1)
})

test('set up twice, one after the other: what the first one recorded is no earlier run of the same call', () => {
  const one = hook(event(lines(600), { tool_use_id: 'toolu_02' }))
  const two = hook(event(lines(600), { tool_use_id: 'toolu_02' }))
  const again = hook(event(lines(600), { tool_use_id: 'toolu_03' }))
  expect(textOf(one.stdout)).toMatch(/^\[diet\] /)
  expect(two.stdout).toBe(one.stdout)
  expect(again.stdout).not.toBe(one.stdout)
})

test('killed in the middle: no half original under a key', async () => {
  for (const delay of [30, 120, 250]) {
    const child = spawn(process.execPath, [program], { cwd: project, env: environment, stdio: ['pipe', 'ignore', 'inherit'] })
    child.stdin.on('error', () => {})
    child.stdin.end(event(lines(40_000)))
    await new Promise((resolve) => setTimeout(resolve, delay))
    child.kill('SIGKILL')
    await new Promise((resolve) => child.on('close', resolve))
  }
  const whole = lines(40_000)
  const kept = readdirSync(project).includes('.context-diet') ? readdirSync(stash()).filter((name) => name.endsWith('.txt')) : []
  for (const name of kept) expect(readFileSync(join(stash(), name), 'utf8')).toBe(whole)
  expect(textOf(hook(event(whole)).stdout)).toMatch(/^\[diet\] /)
})
