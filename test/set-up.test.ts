/** `init`, `doctor` and `report` through the built program, in a home of their own. */
import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { program, type Ran, repository } from './helpers/cli.ts'

const root = mkdtempSync(join(tmpdir(), 'set-up-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

interface Machine {
  readonly home: string
  readonly project: string
  readonly settings: string
  /** Programs of the search path. */
  readonly bin: string
  run(...args: string[]): Ran
}

/** A home, a project and a search path with nothing of this machine but Node and a shell. */
const newMachine = (): Machine => {
  const dir = mkdtempSync(join(root, 'case-'))
  const [home, project, bin] = [join(dir, 'home'), join(dir, 'project'), join(dir, 'bin')]
  for (const path of [home, join(project, '.git'), bin]) mkdirSync(path, { recursive: true })
  return {
    home,
    project,
    bin,
    settings: join(home, '.claude/settings.json'),
    run: (...args) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
        cwd: project,
        input: '',
        env: { HOME: home, PATH: `${bin}:${dirname(process.execPath)}:/usr/bin:/bin` },
      })
      return { code: status, out: stdout.toString('utf8'), err: stderr.toString('utf8'), bytes: stdout }
    },
  }
}

const putSettings = ({ settings }: Machine, text: string | Buffer): void => {
  mkdirSync(dirname(settings), { recursive: true })
  writeFileSync(settings, text, { mode: 0o640 })
}
const putProgram = ({ bin }: Machine, name: string, script: string): void =>
  writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })

const MINE = `{
\t"model" : "opus",   // the good one
\t"env": {"TOKEN": "secret-value"},
\t"hooks": { "Stop": [ {"hooks": [{"type": "command", "command": "say done"}]} ] },

\t"permissions": {"allow": ["Bash(ls:*)"], "deny": []}
}
`

describe('init claude-code', () => {
  test('shows the change and writes nothing unless it is told to', () => {
    const machine = newMachine()
    putSettings(machine, MINE)
    const { code, out, err } = machine.run('init', 'claude-code')
    expect([code, err]).toEqual([1, 'context-diet: nothing was written; --yes writes it\n'])
    expect(out).toContain(machine.settings)
    expect(out).toMatch(/^\+ .*hook claude-code/m)
    expect(out).not.toContain('secret-value')
    expect(readFileSync(machine.settings, 'utf8')).toBe(MINE)
  })

  test('adds its keys and leaves every other byte; --undo restores the file', () => {
    const machine = newMachine()
    putSettings(machine, MINE)
    expect(machine.run('init', 'claude-code', '--yes').code).toBe(0)
    const after = readFileSync(machine.settings, 'utf8')
    const lines = after.split('\n')
    for (const line of MINE.split('\n').slice(0, 3)) expect(lines).toContain(line)
    expect(after).toContain('\t"permissions": {"allow": ["Bash(ls:*)"], "deny": []}')
    expect(after.indexOf('"Stop"')).toBeLessThan(after.indexOf('"PostToolUse"'))
    expect(after).toContain('hook claude-code')
    expect(statSync(machine.settings).mode & 0o777).toBe(0o640)
    expect(machine.run('init', 'claude-code', '--yes')).toMatchObject({ code: 0, out: `${machine.settings} has it already.\n` })
    expect(machine.run('init', '--undo').code).toBe(1)
    expect(readFileSync(machine.settings, 'utf8')).toBe(after)
    expect(machine.run('init', '--undo', '--yes')).toMatchObject({ code: 0, err: '' })
    expect(readFileSync(machine.settings, 'utf8')).toBe(MINE)
    expect(machine.run('init', '--undo', '--yes').out).toBe('There is nothing to undo.\n')
  })

  test('makes a file where there was none, and --undo removes it again', () => {
    const machine = newMachine()
    expect(machine.run('init', 'claude-code', '--yes').code).toBe(0)
    const settings = JSON.parse(readFileSync(machine.settings, 'utf8'))
    expect(settings.hooks.PostToolUse).toHaveLength(1)
    expect(settings.enabledPlugins).toEqual({ 'context-diet@context-diet': true })
    expect(join(settings.extraKnownMarketplaces['context-diet'].source.path, 'x')).toBe(join(repository, 'x'))
    expect(settings.permissions).toBeUndefined()
    expect(machine.run('init', '--undo', '--yes').code).toBe(0)
    expect(readdirSync(machine.home).filter((name) => name === '.claude')).toEqual([])
  })

  test.each([
    ['project', 'settings.json'],
    ['local', 'settings.local.json'],
  ])('--scope %s writes .claude/%s of the project', (scope, name) => {
    const machine = newMachine()
    expect(machine.run('init', 'claude-code', '--scope', scope, '--yes').code).toBe(0)
    const path = join(machine.project, '.claude', name)
    const text = readFileSync(path, 'utf8')
    expect(existsSync(machine.settings)).toBe(false)
    // What others share names nothing of this machine.
    if (scope === 'project') expect(text).not.toContain(repository)
    if (scope === 'project') expect(text).toContain('command -v context-diet')
    expect(machine.run('init', '--undo', '--yes').code).toBe(0)
    expect(existsSync(path)).toBe(false)
  })

  test('follows a link and keeps it', () => {
    const machine = newMachine()
    const real = join(machine.home, 'dotfiles.json')
    writeFileSync(real, MINE)
    mkdirSync(dirname(machine.settings))
    symlinkSync(real, machine.settings)
    machine.run('init', 'claude-code', '--yes')
    expect(lstatSync(machine.settings).isSymbolicLink()).toBe(true)
    expect(readFileSync(real, 'utf8')).toContain('hook claude-code')
    machine.run('init', '--undo', '--yes')
    expect(readFileSync(real, 'utf8')).toBe(MINE)
  })

  test('--undo of a file that was changed since takes out what init added and keeps the rest', () => {
    const machine = newMachine()
    putSettings(machine, MINE)
    machine.run('init', 'claude-code', '--yes')
    writeFileSync(machine.settings, readFileSync(machine.settings, 'utf8').replace('"opus"', '"haiku"'))
    const { code, err } = machine.run('init', '--undo', '--yes')
    expect([code, err]).toEqual([0, expect.stringContaining('was changed since')])
    expect(readFileSync(machine.settings, 'utf8')).toBe(MINE.replace('"opus"', '"haiku"'))
  })

  test('keeps the record of what was there for its user alone', () => {
    const machine = newMachine()
    putSettings(machine, MINE)
    machine.run('init', 'claude-code', '--yes')
    const dir = join(machine.home, '.local/state/context-diet/init')
    const [name = ''] = readdirSync(dir)
    expect([statSync(dir).mode & 0o777, statSync(join(dir, name)).mode & 0o777]).toEqual([0o700, 0o600])
  })

  test.each([
    ['no JSON', '{"a": }', 'is no JSON object; look at the file and try again'],
    ['no UTF-8', Buffer.from([...Buffer.from('{"a": "'), 0xff, ...Buffer.from('"}')]), 'is no UTF-8 text'],
    ['hooks of another kind', '{"hooks": "none"}', 'has no object at /hooks; look at the file and try again'],
  ])('refuses settings that are %s, and leaves them', (_, text, message) => {
    const machine = newMachine()
    putSettings(machine, text)
    const { code, err } = machine.run('init', 'claude-code', '--yes')
    expect([code, err]).toEqual([4, expect.stringContaining(message)])
    expect(readFileSync(machine.settings).equals(Buffer.from(text))).toBe(true)
  })

  const hasScript = spawnSync('script', ['--version']).status === 0
  /** Runs on a terminal, and answers the question after doing something. */
  const answer = async (machine: Machine, text: string, before: () => void = () => {}): Promise<string> => {
    // `exec`: no shell stays in between.
    const line = `exec ${process.execPath} ${program} init claude-code`
    const child = spawn('script', ['-qec', line, '/dev/null'], {
      cwd: machine.project,
      env: { HOME: machine.home, PATH: process.env.PATH, TERM: 'xterm' },
    })
    let out = ''
    child.stdout.on('data', (piece) => {
      if (!out.includes('[y/N]') && `${out}${piece}`.includes('[y/N]')) {
        before()
        child.stdin.write(`${text}\r`)
      }
      out += piece
    })
    await new Promise((resolve) => child.on('close', resolve))
    return out
  }

  test.skipIf(!hasScript).each([
    ['y', true],
    ['n', false],
    ['', false],
  ])('on a terminal it asks, and %j is an answer', async (text, isWritten) => {
    const machine = newMachine()
    putSettings(machine, MINE)
    expect(await answer(machine, text)).toContain(isWritten ? 'Written.' : 'nothing was written')
    expect(readFileSync(machine.settings, 'utf8') !== MINE).toBe(isWritten)
  })

  test.skipIf(!hasScript)('what somebody else writes while it asks is not overwritten', async () => {
    const machine = newMachine()
    putSettings(machine, MINE)
    expect(await answer(machine, 'y', () => writeFileSync(machine.settings, '{"theirs": 1}'))).toContain('was changed meanwhile')
    expect(readFileSync(machine.settings, 'utf8')).toBe('{"theirs": 1}')
  })

  test('needs a host that it knows', () => {
    const machine = newMachine()
    expect(machine.run('init')).toMatchObject({ code: 2, err: 'context-diet: init needs a HOST; choose claude-code\n' })
    expect(machine.run('init', 'vim').code).toBe(2)
  })

  test('names the program as the search path leads to it', () => {
    const machine = newMachine()
    chmodSync(program, 0o755)
    symlinkSync(program, join(machine.bin, 'context-diet'))
    machine.run('init', 'claude-code', '--yes')
    const [{ hooks }] = JSON.parse(readFileSync(machine.settings, 'utf8')).hooks.PostToolUse
    expect(hooks[0].command).toMatch(/exit 0; context-diet hook claude-code$/)
  })
})

describe('doctor', () => {
  type Findings = readonly { readonly check: string; readonly status: string; readonly message: string; readonly fix?: string }[]
  const examine = (machine: Machine): { readonly code: number | null; readonly findings: Findings } => {
    const { code, out } = machine.run('doctor', '--json')
    return { code, findings: JSON.parse(out) }
  }
  const find = (findings: Findings, check: string) => findings.filter((finding) => finding.check === check)

  test('where nothing is set up says how to', () => {
    const { code, findings } = examine(newMachine())
    expect(code).toBe(0)
    expect(find(findings, 'set up')).toEqual([expect.objectContaining({ status: 'info', fix: 'context-diet init claude-code' })])
    expect(find(findings, 'stash')).toEqual([expect.objectContaining({ status: 'ok' })])
    expect(find(findings, 'node')).toEqual([expect.objectContaining({ status: 'ok' })])
  })

  test('tries the hook, and says that nothing has come from the host yet', () => {
    const machine = newMachine()
    machine.run('init', 'claude-code', '--yes')
    const { code, findings } = examine(machine)
    expect(find(findings, 'hook')).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/^a result of 100 kB becomes a digest in \d+ ms/) }),
    ])
    expect(find(findings, 'calls')).toEqual([expect.objectContaining({ status: 'info' })])
    expect(code).toBe(0)
    // What it tried is not in the books of the project.
    expect(existsSync(join(machine.project, '.context-diet/ledger.jsonl'))).toBe(false)
  })

  test('tells the version of Claude Code, and whether it loads mods', () => {
    const machine = newMachine()
    machine.run('init', 'claude-code', '--yes')
    putProgram(machine, 'claude', 'echo "2.1.332 (Claude Code)"')
    expect(find(examine(machine).findings, 'claude code')).toEqual([
      { check: 'claude code', status: 'ok', message: '2.1.332, loads mods' },
    ])
    putProgram(machine, 'claude', 'echo "2.1.197 (Claude Code)"')
    const { findings } = examine(machine)
    expect(find(findings, 'claude code')).toEqual([expect.objectContaining({ status: 'warn', fix: expect.any(String) })])
    expect(find(findings, 'set up')[0]!.message).toContain('the hook does the work')
  })

  test('proves by the ledger that the host calls us', () => {
    const machine = newMachine()
    machine.run('init', 'claude-code', '--yes')
    mkdirSync(join(machine.project, '.context-diet'), { mode: 0o700 })
    const entry = {
      v: 1,
      time: Date.UTC(2026, 0, 2, 3, 4),
      decision: 'reduced',
      host: 'claude-code',
      tool: 'Bash',
      tokens: [9, 1],
    }
    writeFileSync(join(machine.project, '.context-diet/ledger.jsonl'), `${JSON.stringify(entry)}\n`)
    expect(find(examine(machine).findings, 'calls')).toEqual([
      { check: 'calls', status: 'ok', message: 'Claude Code last called at 2026-01-02 03:04 UTC (reduced)' },
    ])
  })

  test.each([
    [
      'a hook that cannot be started',
      '{"hooks": {"PostToolUse": [{"hooks": [{"type": "command", "command": "/nowhere/context-diet hook claude-code"}]}]}}',
      'hook',
      'the hook does not work: it exits with 127',
    ],
    [
      'a hook that answers nothing',
      '{"hooks": {"PostToolUse": [{"hooks": [{"type": "command", "command": ": context-diet hook claude-code"}]}]}}',
      'hook',
      'the hook does not work: it answers with no digest',
    ],
    ['hooks that are switched off', '{"disableAllHooks": true}', 'settings', 'sets disableAllHooks'],
    ['settings that are no JSON', '{"a": ', 'settings', 'is no JSON object'],
    [
      'a folder of the plugin that is gone',
      '{"enabledPlugins": {"context-diet@context-diet": true}, "extraKnownMarketplaces": {"context-diet": {"source": {"source": "directory", "path": "/nowhere"}}}}',
      'plugin',
      'names /nowhere',
    ],
  ])('%s: says so, names the fix and exits 1', (_, settings, check, message) => {
    const machine = newMachine()
    putSettings(machine, settings)
    const { code, findings } = examine(machine)
    expect(code).toBe(1)
    expect(find(findings, check)).toEqual([
      { check, status: 'fail', message: expect.stringContaining(message), fix: expect.any(String) },
    ])
  })

  test('a stash that cannot be written: says so and exits 1', () => {
    const machine = newMachine()
    writeFileSync(join(machine.project, '.context-diet'), '')
    const { code, findings } = examine(machine)
    expect([code, find(findings, 'stash')[0]!.status]).toEqual([1, 'fail'])
  })

  test('is a list of lines for a person', () => {
    const { out } = newMachine().run('doctor')
    expect(out).toMatch(/^ok {4}node {9}Node \d+/)
    expect(out).toMatch(/\n +fix: context-diet init claude-code\n/)
  })
})

describe('report', () => {
  test('adds up what run saved, charges what was read again, and tells what is on disk', () => {
    const machine = newMachine()
    const { out: digest } = machine.run('run', 'seq', '1', '9000')
    const [key = ''] = /[0-9a-f]{24}/.exec(digest)!
    machine.run('retrieve', key, '--lines', '1-20')
    const report = JSON.parse(machine.run('report', '--json').out)
    const [before, after] = /(\d+) -> (\d+) tokens/.exec(digest)!.slice(1).map(Number)
    expect(report.total).toMatchObject({ decisions: { reduced: 1, reopened: 1 }, tokensBefore: before, tokensAfter: after })
    expect(report.total.tokensReopened).toBeGreaterThan(0)
    expect(report.total.tokensSaved).toBe(before! - after! - report.total.tokensReopened)
    expect(report.tools).toEqual([expect.objectContaining({ name: 'run seq' })])
    expect(report.disk).toMatchObject({ dir: join(machine.project, '.context-diet'), originals: 1 })
    expect(machine.run('report').out).toMatch(/^Saved [\d,]+ tokens, .*\n\ntool .*\nrun seq /)
  })

  test('of nothing is short, and --since is checked', () => {
    const machine = newMachine()
    expect(machine.run('report')).toMatchObject({ code: 0, out: expect.stringMatching(/^Nothing is recorded yet\./) })
    expect(machine.run('report', '--since', 'monday').code).toBe(2)
    machine.run('run', 'seq', '1', '9000')
    expect(JSON.parse(machine.run('report', '--since', '1h', '--json').out).total.decisions.reduced).toBe(1)
  })
})
