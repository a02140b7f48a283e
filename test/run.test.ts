/** `context-diet run` on real commands, through the built program. */
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { program, run, runShell } from './helpers/cli.ts'

const root = mkdtempSync(join(tmpdir(), 'run-'))
const mounted: string[] = []
afterAll(() => {
  for (const dir of mounted) spawnSync('umount', [dir])
  rmSync(root, { recursive: true, force: true })
})
const newDir = (): string => mkdtempSync(join(root, 'case-'))
const newProject = (): string => {
  const dir = newDir()
  writeFileSync(join(dir, 'context-diet.json'), '{}')
  return dir
}

const originals = (dir: string): readonly string[] => {
  const stash = join(dir, '.context-diet')
  return existsSync(stash) ? readdirSync(stash).filter((name) => name.endsWith('.txt')) : []
}

/** A script that prints 3,000 lines that differ, with a failure in the middle, and exits with 3. */
const LONG = `for i in $(seq 1 1500); do echo "compiled module-$i in $((i * 7 % 91)) ms"; done
echo "Error: the cache of shard 7 is stale"
for i in $(seq 1 1500); do echo "linked unit-$i with $((i * 5 % 83)) symbols"; done
exit 3`
const longOutput = (cwd: string): Buffer => runShell(LONG, { cwd }).bytes

const startRun = (args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): ChildProcessWithoutNullStreams =>
  spawn(process.execPath, [program, 'run', ...args], { cwd, env: { ...process.env, ...env } })

const ended = (child: ChildProcessWithoutNullStreams): Promise<{ code: number | null; out: string; err: string }> =>
  new Promise((resolve) => {
    let [out, err] = ['', '']
    child.stdout.on('data', (piece) => {
      out += piece
    })
    child.stderr.on('data', (piece) => {
      err += piece
    })
    child.on('close', (code) => resolve({ code, out, err }))
  })

const until = async (is: () => boolean): Promise<void> => {
  while (!is()) await new Promise((resolve) => setTimeout(resolve, 20))
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('the command', () => {
  test.each([
    ['exit 0', 0],
    ['exit 7', 7],
    ['exit 255', 255],
    ['kill -9 $$', 137],
    ['kill -TERM $$', 143],
  ])('%s exits with %d', (script, code) => {
    expect(run(['run', 'sh', '-c', script], { cwd: newDir() }).code).toBe(code)
  })

  test('what is not there is 127, what cannot be executed 126, each with one line', () => {
    const cwd = newDir()
    writeFileSync(join(cwd, 'plain.txt'), 'x', { mode: 0o644 })
    const missing = run(['run', 'no-such-program-here'], { cwd })
    expect(missing).toMatchObject({ code: 127, out: '', err: 'context-diet: "no-such-program-here": command not found\n' })
    const plain = run(['run', './plain.txt'], { cwd })
    expect(plain).toMatchObject({ code: 126, out: '', err: 'context-diet: "./plain.txt": may not be executed\n' })
    expect(run(['run', '--raw', 'no-such-program-here'], { cwd }).code).toBe(127)
  })

  test('gets its arguments as they are, flags that look like ours included', () => {
    const cwd = newDir()
    const show = ['node', '-p', 'JSON.stringify(process.argv.slice(1))', '--']
    const odd = ['--budget', 'x', '--help', '', 'a b', "it's", '$HOME', '*', '--']
    expect(JSON.parse(run(['run', ...show, ...odd], { cwd }).out)).toEqual(odd)
    expect(JSON.parse(run(['run', '--budget', '500', '--', ...show, ...odd], { cwd }).out)).toEqual(odd)
  })

  test('a command line without a command, or with a wrong flag, is told before anything runs', () => {
    const cwd = newDir()
    expect(run(['run'], { cwd })).toMatchObject({ code: 2, out: '' })
    expect(run(['run', '--'], { cwd })).toMatchObject({ code: 2, out: '' })
    expect(run(['run', '--bugdet', '5', 'touch', 'made'], { cwd }).err).toContain('did you mean --budget')
    expect(run(['run', '--kind', 'nonsense', 'touch', 'made'], { cwd }).code).toBe(2)
    expect(existsSync(join(cwd, 'made'))).toBe(false)
  })

  test('reads the standard input of run', () => {
    expect(run(['run', 'sort'], { cwd: newDir(), input: 'b\na\n' }).out).toBe('a\nb\n')
  })

  test('prints to both streams in one order, which stays', () => {
    const script = 'for i in $(seq 1 200); do echo "out $i"; echo "err $i" >&2; done'
    const expected = Array.from({ length: 200 }, (_, i) => `out ${i + 1}\nerr ${i + 1}\n`).join('')
    expect(run(['run', 'bash', '-c', script], { cwd: newDir() }).out).toBe(expected)
  })

  test('without a place for a named pipe both streams still arrive', () => {
    const script = 'TMPDIR=/nowhere $DIET run sh -c "echo out; echo err >&2; exit 3"'
    const { out, code } = runShell(script, { cwd: newDir() })
    expect([code, out.split('\n').sort()]).toEqual([3, ['', 'err', 'out']])
  })

  test('can open its streams again by name', () => {
    const { out, code } = run(['run', 'sh', '-c', 'echo a; echo b > /dev/stderr; echo c > /dev/stdout; echo d'], {
      cwd: newDir(),
    })
    expect([code, out]).toEqual([0, 'a\nb\nc\nd\n'])
  })
})

describe('a short output', () => {
  test.each([
    ['nothing', ''],
    ['one line', 'ok\n'],
    ['no line end', 'ok'],
    ['CRLF', 'a\r\nb\r\n'],
    ['colours and a redrawn line', '\u001b[31mred\u001b[0m\r 50%\r100%\n'],
    ['bytes that are not UTF-8', Buffer.from([0x61, 0xff, 0xfe, 0x0a])],
    ['bytes that are no text', Buffer.from([0x00, 0x01, 0x0a, 0x00])],
    ['an imitated note', '[diet] 5 -> 1 lines\n'],
  ])('%s is printed byte for byte', (_, content) => {
    const cwd = newDir()
    writeFileSync(join(cwd, 'content'), content)
    const { bytes, err } = run(['run', 'cat', 'content'], { cwd })
    expect([bytes.equals(Buffer.from(content)), err]).toEqual([true, ''])
    expect(existsSync(join(cwd, '.context-diet'))).toBe(false)
  })
})

describe('a long output', () => {
  test('becomes a digest that shows the failure, the exit code and a file with every byte', () => {
    const cwd = newProject()
    const { out, code, err } = run(['run', 'bash', '-c', LONG], { cwd })
    expect([code, err]).toEqual([3, ''])
    const [name = ''] = originals(cwd)
    const head = out.slice(0, out.indexOf('\n'))
    expect(head).toMatch(/^\[diet\] 3001 -> \d+ lines, .* exit 3\. .*complete output, unmodified: /)
    expect(head.endsWith(`.context-diet/${name}`)).toBe(true)
    expect(readFileSync(join(cwd, '.context-diet', name)).equals(longOutput(cwd))).toBe(true)
    expect(out).toContain('\nError: the cache of shard 7 is stale\n')
    expect(out.length).toBeLessThan(8000)
  })

  test('is saved in the project, and named as one reaches it from here', () => {
    const dir = newProject()
    mkdirSync(join(dir, 'packages/a'), { recursive: true })
    const { out } = run(['run', 'bash', '-c', LONG], { cwd: join(dir, 'packages/a') })
    expect(out.slice(0, out.indexOf('\n'))).toContain(`unmodified: ../../.context-diet/${originals(dir)[0]}`)
  })

  test('of megabytes is digested as a whole', () => {
    const cwd = newProject()
    const { out } = run(['run', 'bash', '-c', 'seq 100001 400000; echo "Error: late"; exit 1'], { cwd })
    expect(out).toMatch(/^\[diet\] 300001 -> .* exit 1\. failures shown 1 of 1\./)
    expect(out).toContain('\n100001\n')
    expect(out).toContain('\nError: late\n')
  })

  test('a receipt proves it', () => {
    const cwd = newProject()
    const { out } = run(['run', '--receipt', 'receipt.json', 'bash', '-c', LONG], { cwd })
    writeFileSync(join(cwd, 'digest.txt'), out)
    const source = `.context-diet/${originals(cwd)[0]}`
    const verified = run(['verify', '--receipt', 'receipt.json', '--source', source, '--output', 'digest.txt'], { cwd })
    expect(verified).toMatchObject({ code: 0, err: '' })
  })

  test('a receipt of a short output says that it is whole', () => {
    const cwd = newProject()
    expect(run(['run', '--receipt', 'receipt.json', 'echo', 'short'], { cwd }).out).toBe('short\n')
    expect(JSON.parse(readFileSync(join(cwd, 'receipt.json'), 'utf8'))).toMatchObject({ rung: 'whole', source: { lines: 1 } })
  })

  test('takes the budget, the query and the mode', () => {
    const cwd = newProject()
    const { out } = run(['run', '--budget', '300', '--query', 'unit-777', 'bash', '-c', LONG], { cwd })
    expect(out.length).toBeLessThanOrEqual(1200)
    expect(out).toContain('linked unit-777 with')
  })

  test('is digested once when one run is inside of another', () => {
    const cwd = newProject()
    const inner = `${process.execPath} ${program} run bash -c '${LONG}'`
    const { out, code } = run(['run', 'bash', '-c', inner], { cwd })
    expect([code, out.split('complete output').length]).toEqual([3, 2])
    expect(out).toMatch(/^\[diet\] 3001 -> /)
  })

  test('bytes that are no text pass unchanged', () => {
    const cwd = newProject()
    const content = Buffer.alloc(200_000, Buffer.from([0, 1, 2, 255, 10]))
    writeFileSync(join(cwd, 'content'), content)
    expect(run(['run', 'cat', 'content'], { cwd }).bytes.equals(content)).toBe(true)
  })

  test('a reader that goes away is no failure', () => {
    const { out, code, err } = runShell('set -o pipefail; $DIET run seq 1 100000 | head -n 1', { cwd: newProject() })
    expect(out).toMatch(/^\[diet\] 100000 -> /)
    expect([code, err]).toEqual([0, ''])
  })

  test('is told to the ledger without its arguments', () => {
    const cwd = newProject()
    run(['run', 'bash', '-c', `: secret-word; ${LONG}`], { cwd })
    const ledger = readFileSync(join(cwd, '.context-diet/ledger.jsonl'), 'utf8')
    expect(JSON.parse(ledger)).toMatchObject({ decision: 'reduced', host: 'cli', tool: 'run' })
    expect(ledger).not.toContain('secret')
  })
})

describe('a stash that cannot be written', () => {
  test('the output passes whole, and one line says so', () => {
    const cwd = newProject()
    writeFileSync(join(cwd, '.context-diet'), 'a file where the directory would be')
    const { bytes, err, code } = run(['run', 'bash', '-c', LONG], { cwd })
    expect([code, bytes.equals(longOutput(cwd))]).toEqual([3, true])
    expect(err).toMatch(/^context-diet: nothing was saved: .*; the output passes unchanged\n$/)
  })

  test('a short output whose digest is shorter still passes whole too', () => {
    const cwd = newProject()
    writeFileSync(join(cwd, '.context-diet'), '')
    const { out, err } = run(['run', '--budget', '100', 'seq', '1', '500'], { cwd })
    expect(out).toBe(Array.from({ length: 500 }, (_, i) => `${i + 1}\n`).join(''))
    expect(err).toMatch(/^context-diet: nothing was saved: .*; the output passes unchanged\n$/)
  })

  test('a disk that fills up while the command runs loses nothing', ({ skip }) => {
    const cwd = newProject()
    mkdirSync(join(cwd, '.context-diet'))
    const disk = join(cwd, '.context-diet')
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k,mode=700', 'tmpfs', disk]).status !== 0) skip('mounting needs root')
    mounted.push(disk)
    const { out, err, code } = run(['run', 'seq', '1', '200000'], { cwd })
    expect([code, out === Array.from({ length: 200_000 }, (_, i) => `${i + 1}\n`).join('')]).toEqual([0, true])
    expect(err).toMatch(/^context-diet: nothing was saved in .*: the disk is full; .*; the output passes unchanged\n$/)
    expect(readdirSync(disk).filter((name) => name.startsWith('.tmp-'))).toEqual([])
  })
})

describe('a standard output that cannot be written', () => {
  test.runIf(process.platform === 'linux').each([
    ['a short output', 'echo short'],
    ['a digest', 'seq 1 50000'],
  ])('%s: says so and exits with 4', (_, script) => {
    const { code, err } = runShell(`$DIET run sh -c '${script}' > /dev/full`, { cwd: newProject() })
    expect([code, err]).toEqual([4, expect.stringContaining('standard output cannot be written (the disk is full)')])
  })

  test.runIf(process.platform === 'linux')('also while the output passes through', () => {
    const cwd = newProject()
    writeFileSync(join(cwd, '.context-diet'), '')
    const { code, err } = runShell('$DIET run seq 1 500000 > /dev/full', { cwd })
    expect([code, err]).toEqual([4, expect.stringContaining('standard output cannot be written (the disk is full)')])
  })

  test('a receipt that cannot be written does not cost the digest', () => {
    const { code, out, err } = run(['run', '--receipt', 'no/such/dir.json', 'sh', '-c', 'seq 1 50000; exit 2'], {
      cwd: newProject(),
    })
    expect([code, out.slice(0, 16)]).toEqual([2, '[diet] 50000 -> '])
    expect(err).toContain('"no/such/dir.json" cannot be written')
  })
})

describe('a huge output', () => {
  const FILL = `process.stdout.write(Array.from({ length: 1000 }, (_, i) => 'row ' + i + ' of a block that goes on and on\\n').join('').repeat(`

  test('over the limit: the start is kept, the end is shown, the lines are counted, and it is said', () => {
    const cwd = newProject()
    const script = `${FILL}10) + 'the very last line\\n')`
    const { out, code } = run(['run', '--limit', '200000', 'node', '-e', script], { cwd })
    const all = run(['run', '--raw', 'node', '-e', script], { cwd }).bytes
    const [name = ''] = originals(cwd)
    const lines = out.split('\n')
    expect(code).toBe(0)
    expect(lines[0]).toMatch(/^\[diet\] 10001 -> /)
    expect(lines[0]).not.toContain('complete output')
    expect(out).toContain(`[diet] over the limit: the first 200000 bytes are in .context-diet/${name}, unmodified`)
    expect(readFileSync(join(cwd, '.context-diet', name)).equals(all.subarray(0, 200_000))).toBe(true)
    expect(out).toContain('\nthe very last line\n')
    expect(Buffer.byteLength(out)).toBeLessThanOrEqual(8000)
  })

  test('more than the engine takes at once: a failure in the middle is shown, at its own line number', () => {
    const cwd = newProject()
    const script = `${FILL}900)); process.stdout.write('Error: shard 9 lost its lease\\n'); ${FILL}900))`
    const { out } = run(['run', 'node', '-e', script], { cwd })
    expect(out).toMatch(/^\[diet\] 1800001 -> .*failures shown 1 of 1.*complete output, unmodified/)
    expect(out).toMatch(/\n\[diet\] L\d+-900000 not shown: \d+ lines\nError: shard 9 lost its lease\n/)
    expect(Buffer.byteLength(out)).toBeLessThanOrEqual(8000)
  })
})

describe('an output of very many lines', () => {
  test('a failure in the middle is shown at its own line number', () => {
    const script = `const ok = 'ok\\n'.repeat(1e6); for (let i = 0; i < 9; i++) { if (i === 4) process.stdout.write('Error: shard 9 lost its lease\\n'); process.stdout.write(ok) }`
    const { out } = run(['run', 'node', '-e', script], { cwd: newProject() })
    expect(out).toMatch(/^\[diet\] 9000001 -> \d+ lines, .*complete output, unmodified: /)
    expect(out).toMatch(
      /\n\[diet\] L\d+-4000000 not shown: \d+ lines\nError: shard 9 lost its lease\n\[diet\] L4000002-\d+ not shown: \d+ lines\n/,
    )
    expect(Buffer.byteLength(out)).toBeLessThanOrEqual(8000)
  })
})

describe('signals', () => {
  const TRAP = (signal: string, code: number): string =>
    `process.on('${signal}', () => { console.log('got ${signal}'); process.exit(${code}) }); require('fs').writeFileSync('ready', ''); setInterval(() => {}, 1000)`

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s reaches the command, which may end as it likes', async (signal) => {
    const cwd = newDir()
    const child = startRun(['node', '-e', TRAP(signal, 5)], cwd)
    const end = ended(child)
    await until(() => existsSync(join(cwd, 'ready')))
    child.kill(signal)
    expect(await end).toEqual({ code: 5, out: `got ${signal}\n`, err: '' })
  })

  test('a command that does not expect it dies of it, and what it printed is shown', async () => {
    const cwd = newProject()
    const child = startRun(['bash', '-c', `seq 1 20000; echo > ready; exec sleep 60`], cwd)
    const end = ended(child)
    await until(() => existsSync(join(cwd, 'ready')))
    child.kill('SIGTERM')
    const { code, out } = await end
    expect(code).toBe(143)
    expect(out).toMatch(/^\[diet\] 20000 -> .* exit 143\./)
  })
})

describe('processes that go on', () => {
  test('a process that holds the output does not keep run from ending, and lives on', async () => {
    const cwd = newDir()
    const loop = 'echo $$ > pid; while true; do echo tick; echo x >> ticks; sleep 0.1; done'
    const { code, out, err } = run(['run', '--no-raw', 'bash', '-c', `bash -c '${loop}' & echo started`], { cwd })
    expect(code).toBe(0)
    expect(out).toContain('started\n')
    expect(err).toContain('a process that the command left running holds its output')
    const pid = Number(readFileSync(join(cwd, 'pid'), 'utf8'))
    const before = readFileSync(join(cwd, 'ticks')).length
    await until(() => readFileSync(join(cwd, 'ticks')).length > before + 6)
    expect(isAlive(pid)).toBe(true)
    process.kill(pid, 'SIGKILL')
  })

  test('what is printed shortly after the command ended is still taken in', () => {
    const { out, err } = run(['run', '--no-raw', 'bash', '-c', '(sleep 0.2; echo late) & echo early'], { cwd: newDir() })
    expect([out, err]).toEqual(['early\nlate\n', ''])
  })

  test.each([[['--raw']], [[]]])('a watcher has the streams to itself (%j)', async (flags) => {
    const script = `console.log('first'); process.stdin.once('data', (text) => { console.error('second ' + text); process.exit(4) })`
    const child = startRun([...flags, 'node', '-e', script, '--', '--watch'], newDir())
    const end = ended(child)
    // It would come at the end only, if it was taken in.
    child.stdout.once('data', () => child.stdin.write('go'))
    expect(await end).toEqual({ code: 4, out: 'first\n', err: 'second go\n' })
  })
})

describe('on a terminal', () => {
  const hasScript = spawnSync('script', ['--version']).status === 0
  /** `exec`: some shells stay in between otherwise, receive what the keyboard sends as well, and die of it with a code of their own. */
  const inShell = (line: string): string => `exec ${process.execPath} ${program} ${line}`
  const onTerminal = (line: string, cwd: string, env: NodeJS.ProcessEnv = {}) =>
    spawnSync('script', ['-qec', inShell(line), '/dev/null'], {
      cwd,
      encoding: 'utf8',
      input: '',
      env: { PATH: process.env.PATH, HOME: process.env.HOME, TERM: 'xterm', ...env },
    })
  const COLOURS = `run sh -c 'echo colours=$FORCE_COLOR,$CLICOLOR_FORCE'`

  test.skipIf(!hasScript)('programs are told to print colours, unless the user says no', () => {
    expect(onTerminal(COLOURS, newDir()).stdout).toContain('colours=1,1')
    expect(onTerminal(COLOURS, newDir(), { NO_COLOR: '1' }).stdout).toContain('colours=,')
    expect(onTerminal(COLOURS, newDir(), { FORCE_COLOR: '0' }).stdout).toContain('colours=0,')
  })

  test('elsewhere they are not told, and nothing is drawn', () => {
    const { out, err } = runShell('unset FORCE_COLOR CLICOLOR_FORCE; $DIET run sh -c "sleep 0.5; echo colours=\\$FORCE_COLOR"', {
      cwd: newDir(),
    })
    expect([out, err]).toEqual(['colours=\n', ''])
  })

  test.skipIf(!hasScript)('shows progress with the last line, also one without an end, and removes it', () => {
    const { stdout } = onTerminal(`run sh -c 'echo one; printf "Continue? "; sleep 1'`, newDir())
    expect(stdout).toMatch(/\r\u001b\[K\[\d+ s, 1 lines\] Continue\?/)
    expect(stdout.endsWith('\r\u001b[Kone\r\nContinue? ')).toBe(true)
  })

  test.skipIf(!hasScript)('an interrupt from the keyboard reaches the command once', async () => {
    const cwd = newDir()
    const script = `let n = 0; process.on('SIGINT', () => { n++ }); require('fs').writeFileSync('ready', ''); setInterval(() => { if (n > 0) setTimeout(() => { console.log('interrupts: ' + n); process.exit(6) }, 500) }, 50)`
    writeFileSync(join(cwd, 'wait.js'), script)
    const child = spawn('script', ['-qec', inShell('run node wait.js'), '/dev/null'], {
      cwd,
      env: { ...process.env, TERM: 'xterm' },
    })
    const end = ended(child)
    await until(() => existsSync(join(cwd, 'ready')))
    child.stdin.write('\u0003')
    const { code, out } = await end
    expect([code, /interrupts: \d+/.exec(out)?.[0]]).toEqual([6, 'interrupts: 1'])
  })

  test.skipIf(!hasScript)('keeps the colours of a digest', () => {
    const cwd = newProject()
    writeFileSync(join(cwd, 'red'), `\u001b[31mError: red is broken\u001b[0m\n\n`)
    const script = `cat red; seq 1 9000`
    expect(onTerminal(`run sh -c '${script}'`, cwd).stdout).toContain('\u001b[31mError: red is broken\u001b[0m')
    expect(run(['run', 'sh', '-c', script], { cwd }).out).toContain('\nError: red is broken\n')
  })
})
