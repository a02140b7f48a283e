/** What users of such tools complain about, tried on `run`, `init` and `report`: exit codes, commands that are changed, books that flatter. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type Ran, run, runShell } from './helpers/cli.ts'

const root = mkdtempSync(join(tmpdir(), 'complaints-run-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const newProject = (): string => {
  const dir = mkdtempSync(join(root, 'case-'))
  mkdirSync(join(dir, '.git'))
  return dir
}
const runIn = (cwd: string, ...args: string[]): Ran => run(['run', ...args], { cwd })
const node = (script: string): string[] => ['node', '-e', script]

describe('exit codes', () => {
  // B1-B4, B17: a wrapper that answers 0, or prints nothing, when the command fails.
  test.each([1, 2, 3, 101, 127, 137])('B1 B17 %d stays, with what was printed, short or long', (code) => {
    const cwd = newProject()
    expect(runIn(cwd, 'sh', '-c', `echo "panicked at src/main.rs"; exit ${code}`)).toMatchObject({
      code,
      out: 'panicked at src/main.rs\n',
    })
    const long = runIn(cwd, 'sh', '-c', `seq 1 20000; exit ${code}`)
    expect([long.code, long.out.split('\n')[0]]).toEqual([code, expect.stringContaining(` exit ${code}.`)])
  })

  test('B3 the raw way keeps it too', () => expect(runIn(newProject(), '--raw', 'sh', '-c', 'exit 9').code).toBe(9))

  test('A17 a failure that speaks on standard error only is not blank', () => {
    const { code, out } = runIn(newProject(), 'ls', '/nowhere/at/all')
    expect(code).toBe(2)
    expect(out).toContain('/nowhere/at/all')
  })

  test('A15 an unknown runner: the failing case on line 4 of 200 is shown, not the last lines alone', () => {
    const script = `for (let i = 1; i <= 900; i++) console.log(i === 4 ? '✗ case 4: expected 1 got 2' : '✓ case ' + i + ': ran as planned'); console.log('1 of 900 cases failed'); process.exit(1)`
    const { out } = runIn(newProject(), ...node(script))
    expect(out).toContain('✗ case 4: expected 1 got 2')
    expect(out).toContain('1 of 900 cases failed')
  })
})

describe('the command is run as it is', () => {
  test('B14 backslashes are not escapes', () => {
    const words = ['C:\\build\\new', '\\b', 'a\\\\b', '\\\\server\\share']
    const { out } = runIn(newProject(), ...node('console.log(JSON.stringify(process.argv.slice(1)))'), '--', ...words)
    expect(JSON.parse(out)).toEqual(words)
  })

  test('B15 every line of a script runs, here documents too', () => {
    const { out } = runIn(newProject(), 'bash', '-c', 'echo one\ncat <<EOF\ntwo $((1 + 1))\nEOF\necho three')
    expect(out).toBe('one\ntwo 2\nthree\n')
  })

  test('E11 a command of 100 kB is not cut', () => {
    const { out } = runIn(newProject(), ...node('console.log(process.argv[1].length)'), 'x'.repeat(100_000))
    expect(out).toBe('100000\n')
  })

  test('C20 a pattern that begins with an anchor, and the path behind it, reach the program as they are', () => {
    const cwd = newProject()
    for (const dir of ['src', 'other']) {
      mkdirSync(join(cwd, dir))
      writeFileSync(join(cwd, dir, 'lib.rs'), `pub fn ${dir}() {}\n  pub inner\n`)
    }
    for (const raw of [[], ['--raw']]) {
      expect(runIn(cwd, ...raw, 'grep', '-rn', '^pub', 'src')).toMatchObject({ code: 0, out: 'src/lib.rs:1:pub fn src() {}\n' })
    }
    expect(runIn(cwd, 'grep', '-rn', '^pub', 'src/nothing.rs').code).toBe(2)
  })

  test('B20 what goes on in the background keeps its own output', () => {
    const { out } = runIn(newProject(), 'bash', '-c', 'seq 1 20000 & wait')
    expect(out).toBe(Array.from({ length: 20_000 }, (_, i) => `${i + 1}\n`).join(''))
  })
})

describe('output that something else reads', () => {
  test('C23 an output for programs is handed through, and so is every one with --raw', () => {
    const cwd = newProject()
    const { out } = runShell('git init -q . && touch $(seq -f f%04g 1 600) && $DIET run git status --porcelain | wc -l', { cwd })
    expect(Number(out)).toBe(600)
    expect(Number(runShell('$DIET run --raw seq 1 20000 | wc -l', { cwd }).out)).toBe(20_000)
  })

  test('C18 hits behind NUL bytes are hits: every line, or every file with its count', () => {
    const cwd = newProject()
    mkdirSync(join(cwd, 'src'))
    const write = (files: number, each: number): void => {
      for (let f = 0; f < files; f++) {
        writeFileSync(join(cwd, `src/mod${f}.ts`), Array.from({ length: each }, (_, i) => `needle ${f} ${i}\n`).join(''))
      }
    }
    write(2, 13)
    const few = runIn(cwd, 'sh', '-c', 'grep -rnZ needle src | sort')
    expect(few.out.split('\n').slice(0, -1)).toHaveLength(26)
    expect(few.out).toContain('src/mod1.ts\u000013:needle 1 12\n')
    write(12, 400)
    const many = runIn(cwd, 'grep', '-rnZ', 'needle', 'src')
    expect(many.code).toBe(0)
    for (let f = 0; f < 12; f++) expect(many.out).toContain(`src/mod${f}.ts`)
  })

  test('C24 the left side of a pipe gives the right side what it would give it without us', () => {
    const cwd = newProject()
    const items = "console.log(JSON.stringify(Array.from({ length: 3000 }, (_, id) => ({ id, state: 'running' })), null, 2))"
    writeFileSync(join(cwd, 'items.cjs'), items)
    const parse = 'node -e "console.log(JSON.parse(require(\'fs\').readFileSync(0)).length)"'
    // Inside the command that is run, and with the run itself on the left side.
    expect(runIn(cwd, 'sh', '-c', `node items.cjs | ${parse}`).out).toBe('3000\n')
    expect(runShell(`$DIET run --raw node items.cjs | ${parse}`, { cwd }).out).toBe('3000\n')
    const rows = "for (let i = 0; i < 9000; i++) console.log('user ' + i + (i % 100 ? ' idle' : ' target'))"
    writeFileSync(join(cwd, 'ps.cjs'), rows)
    expect(runIn(cwd, 'sh', '-c', 'node ps.cjs | grep -c target').out).toBe('90\n')
    expect(runShell('$DIET run --raw node ps.cjs | grep -c target', { cwd }).out).toBe('90\n')
  })

  test('E1 E4 no character is cut in two, whatever is left out', () => {
    const script = `for (let i = 0; i < 4000; i++) console.log('приём 시도 🍃 e\\u0301 ' + i + ' ' + '界'.repeat(i % 50))`
    const { bytes } = runIn(newProject(), ...node(script))
    expect(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).toMatch(/^\[diet\] 4000 -> /)
  })

  test('D8 the head says that the artifact is whole, and where it is', () => {
    const cwd = newProject()
    const [, path = ''] = /complete output, unmodified: (\S+)/.exec(runIn(cwd, 'seq', '1', '20000').out)!
    expect(readFileSync(join(cwd, path), 'utf8').split('\n')).toHaveLength(20_001)
  })
})

describe('the books', () => {
  test('G8 what costs more than it saves is a loss', () => {
    const cwd = newProject()
    const key = /[0-9a-f]{24}/.exec(runIn(cwd, 'seq', '1', '3000').out)![0]
    for (let page = 0; page < 4; page++) run(['retrieve', key, '--lines', '1-3000'], { cwd })
    const { total, tools } = JSON.parse(run(['report', '--json'], { cwd }).out)
    expect(total.tokensSaved).toBeLessThan(0)
    expect(tools[0].tokensSaved).toBe(total.tokensSaved)
    expect(run(['report'], { cwd }).out).toMatch(/^Lost [\d,]+ tokens/)
  })

  test('H1 hold no argument of a command, and are for this user alone', () => {
    const cwd = newProject()
    runIn(cwd, 'sh', '-c', 'seq 1 20000 # --token=hunter2')
    const dir = join(cwd, '.context-diet')
    for (const name of readdirSync(dir)) {
      expect(statSync(join(dir, name)).mode & 0o077, name).toBe(0)
      expect(readFileSync(join(dir, name), 'utf8'), name).not.toContain('hunter2')
    }
    expect(statSync(dir).mode & 0o777).toBe(0o700)
  })
})

describe('setting up', () => {
  test('B6 B19 init grants and denies nothing', () => {
    const cwd = newProject()
    mkdirSync(join(cwd, '.claude'))
    writeFileSync(join(cwd, '.claude/settings.json'), '{"permissions": {"deny": ["Bash(git push:*)"]}}')
    const { code } = runShell('HOME="$PWD" $DIET init claude-code --scope project --yes', { cwd })
    const settings = JSON.parse(readFileSync(join(cwd, '.claude/settings.json'), 'utf8'))
    expect([code, settings.permissions]).toEqual([0, { deny: ['Bash(git push:*)'] }])
    expect(JSON.stringify(settings.hooks)).not.toMatch(/permissionDecision|PreToolUse/)
  })

  test('E10 a hook command survives the shell, also with odd paths', () => {
    const cwd = newProject()
    runShell('HOME="$PWD" $DIET init claude-code --yes', { cwd })
    const { hooks } = JSON.parse(readFileSync(join(cwd, '.claude/settings.json'), 'utf8'))
    const command: string = hooks.PostToolUse[0].hooks[0].command
    expect(command).not.toContain('\\')
    expect(command).toMatch(/"[^"]+" "[^"]+" hook claude-code$|; context-diet hook claude-code$/)
  })
})
