/** The built program, as a user runs it: every verb, every exit code, every bad input. */

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { program, type Ran, repository, run, runBeside, runShell } from './helpers/cli.ts'

let base = ''
let cwd = ''
let number = 0

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'cli-')))
})
afterAll(() => rmSync(base, { recursive: true, force: true }))
beforeEach(() => {
  cwd = join(base, String(number++))
  mkdirSync(cwd)
})

const write = (name: string, content: string | Buffer): void => writeFileSync(join(cwd, name), content)
const read = (name: string): string => readFileSync(join(cwd, name), 'utf8')
const useExample = (): void => cpSync(join(repository, 'examples/ci.log'), join(cwd, 'ci.log'))
const call = (...args: string[]): Ran => run(args, { cwd })
const pipe = (input: string | Buffer, ...args: string[]): Ran => run(args, { cwd, input })

/** 400 different passing lines around one failure: far over a budget of 200 tokens. */
const LOG = [
  ...Array.from({ length: 200 }, (_, i) => `ok case ${i} of the parser takes ${(i * 37) % 101} ms`),
  'FAIL src/cart.test.ts > adds the fee: expected 2600, received 2240',
  ...Array.from({ length: 200 }, (_, i) => `ok case ${i + 200} of the printer takes ${(i * 41) % 103} ms`),
  '1 failed, 400 passed',
  '',
].join('\n')

const expectFailure = (ran: Ran, code: number, message: string | RegExp): void => {
  expect({ code: ran.code, out: ran.out }).toEqual({ code, out: '' })
  expect(ran.err).toMatch(/^context-diet: [^\n]+; [^\n]+\n$/)
  expect(ran.err).toMatch(message)
}

describe('digest', () => {
  test('of a file names the file, fits the budget, shows the failure and writes a receipt that verifies', () => {
    useExample()
    const { code, out, err } = call('digest', '--input', 'ci.log', '--exit-code', '1', '--budget', '1000', '--receipt', 'r.json')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out.split('\n')[0]).toMatch(
      /^\[diet\] 2000 -> \d+ lines, .* exit 1\. failures shown \d+ of \d+\..* complete output, unmodified: ci\.log$/,
    )
    expect(out).toContain('✖ adds the oversize fee at the weight limit')
    expect(Math.ceil(out.length / 4)).toBeLessThanOrEqual(1000)
    expect(readdirSync(cwd).sort()).toEqual(['ci.log', 'r.json'])
    const receipt = JSON.parse(read('r.json'))
    expect(receipt.fates.at(-1)[1]).toBe(2000)
    write('out.txt', out)
    expect(call('verify', '--receipt', 'r.json', '--source', 'ci.log', '--output', 'out.txt')).toMatchObject({
      code: 0,
      out: '',
      err: '',
    })
  })

  test('of standard input names a saved copy that is the input, byte for byte', () => {
    const { code, out } = pipe(LOG, 'digest', '--budget', '200', '--exit-code', '1')
    const path = /complete output, unmodified: (\.context-diet\/([0-9a-f]{24})\.txt)$/m.exec(out)!
    expect(code).toBe(0)
    expect(out).toContain('FAIL src/cart.test.ts > adds the fee: expected 2600, received 2240')
    expect(read(path[1]!)).toBe(LOG)
    expect(path[2]).toBe(createHash('sha256').update(LOG).digest('hex').slice(0, 24))
    expect(read('.context-diet/.gitignore')).toBe('*\n')
  })

  test('that is not changed prints the very bytes and saves nothing', () => {
    const bytes = Buffer.concat([Buffer.from('\ufeffone\r\n\ttwo \r\n\r\nlast'), Buffer.from([0xff, 0xed, 0xa0, 0x80])])
    const ran = pipe(bytes, 'digest')
    expect(ran.bytes).toEqual(bytes)
    expect(ran.err).toBe('context-diet: standard input has bytes that are not UTF-8 (4); they are kept as they are\n')
    expect(readdirSync(cwd)).toEqual([])
  })

  test('keeps the bytes of shown lines and of the saved copy when they are not UTF-8', () => {
    const bytes = Buffer.concat([
      Buffer.from('FAIL the caf'),
      Buffer.from([0xe9]),
      Buffer.from(' test: expected 1, received 2\r\n'),
      Buffer.from(LOG),
    ])
    const ran = pipe(bytes, 'digest', '--budget', '200')
    expect(ran.bytes.includes(Buffer.concat([Buffer.from('caf'), Buffer.from([0xe9]), Buffer.from(' test')]))).toBe(true)
    const path = /unmodified: (\S+)/.exec(ran.out)![1]!
    expect(readFileSync(join(cwd, path))).toEqual(bytes)
  })

  test('--json prints text and receipt on one line', () => {
    const { out } = pipe(LOG, 'digest', '--budget', '200', '--json')
    const { text, receipt } = JSON.parse(out)
    expect(out.endsWith('\n') && !out.slice(0, -1).includes('\n')).toBe(true)
    expect(text).toMatch(/^\[diet\] /)
    expect(receipt).toMatchObject({
      version: 1,
      verb: 'digest',
      budget: 200,
      source: { lines: 402, bytes: Buffer.byteLength(LOG) },
    })
  })

  test('--no-stash saves nothing and names nothing; --stash saves a file too', () => {
    expect(pipe(LOG, 'digest', '--budget', '200', '--no-stash').out).not.toContain('unmodified')
    expect(readdirSync(cwd)).toEqual([])
    write('a.log', LOG)
    expect(call('digest', '--input', 'a.log', '--budget', '200', '--stash').out).toMatch(
      /unmodified: \.context-diet\/[0-9a-f]{24}\.txt$/m,
    )
  })

  test('is the same bytes in every process, locale and time zone', () => {
    const script = 'LC_ALL=$1 TZ=$2 $DIET digest --budget 300'
    const first = runShell(script.replace('$1', 'C').replace('$2', 'UTC'), { cwd, input: LOG })
    const second = runShell(script.replace('$1', 'de_DE.UTF-8').replace('$2', 'Asia/Tokyo'), { cwd, input: LOG })
    expect(first.out).toBe(second.out)
    expect(first.out).toMatch(/^\[diet\] /)
  })

  test('two processes that save the same original at once', async () => {
    const both = await Promise.all([1, 2, 3, 4].map(() => runBeside(['digest', '--budget', '200'], { cwd, input: LOG })))
    for (const ran of both)
      expect({ code: ran.code, err: ran.err, out: ran.out }).toEqual({ code: 0, err: '', out: both[0]!.out })
    const files = readdirSync(join(cwd, '.context-diet')).filter((name) => !/^\.(?:gitignore|tally)$/.test(name))
    expect(files).toHaveLength(1)
    expect(read(join('.context-diet', files[0]!))).toBe(LOG)
  })

  test('that cannot be saved passes unchanged and says so', () => {
    write('.context-diet', 'a file')
    const { code, out, err } = pipe(LOG, 'digest', '--budget', '200')
    expect({ code, out }).toEqual({ code: 0, out: LOG })
    expect(err).toMatch(
      /^context-diet: the complete output cannot be saved \(.+\), so it passes unchanged; --no-stash digests it without a copy\n$/,
    )
  })

  test.runIf(process.platform === 'linux')('in a folder where nothing can be created passes unchanged', () => {
    const { code, out, err } = run(['digest', '--budget', '200'], { cwd: '/proc', input: LOG })
    expect({ code, out }).toEqual({ code: 0, out: LOG })
    expect(err).toContain('cannot be saved')
  })

  test.runIf(process.platform === 'linux')('on a disk that takes no more passes unchanged', () => {
    const { code, out, err } = runShell('ulimit -f 1; $DIET digest --budget 200', { cwd, input: LOG.repeat(4) })
    expect(code).toBe(0)
    expect(out).toBe(LOG.repeat(4))
    expect(err).toContain('cannot be saved (EFBIG)')
    expect(readdirSync(join(cwd, '.context-diet')).filter((name) => name.startsWith('.tmp'))).toEqual([])
  })

  test('an empty input is an empty digest and a note', () => {
    expect(pipe('', 'digest')).toMatchObject({ code: 0, out: '', err: 'context-diet: standard input is empty\n' })
    write('empty', '')
    expect(call('digest', '--input', 'empty')).toMatchObject({ code: 0, out: '', err: 'context-diet: "empty" is empty\n' })
  })

  test('one line of 50 MB', () => {
    write('long.log', `${'x'.repeat(50_000_000)}\n`)
    const { code, out } = call('digest', '--input', 'long.log', '--budget', '500')
    expect(code).toBe(0)
    expect(Math.ceil(out.length / 4)).toBeLessThanOrEqual(500)
    expect(out).toMatch(/x \[diet\] \+ \d+ chars of L1$/m)
  })

  test('--explain says why on standard error', () => {
    const more = Array.from(
      { length: 40 },
      (_, i) => `FAIL src/area-${i}.test.ts > counts ${i} boxes: expected ${i}, received ${i + 1}`,
    )
    const { code, err, out } = pipe(`${LOG}${more.join('\n')}\n41 failed, 400 passed\n`, 'digest', '--budget', '200', '--explain')
    expect(code).toBe(0)
    expect(err).toMatch(/^context-diet: kind log: /)
    expect(err).toMatch(/^context-diet: kept L\d+: title of failure \d+$/m)
    expect(err).toContain('context-diet: kept L443: the verdict of the run\n')
    expect(err).toMatch(/^context-diet: next with more budget: L\d+ \(/m)
    expect(out).not.toContain('kind log')
  })
})

describe('the other verbs', () => {
  test('count', () => {
    expect(pipe('one\r\ntwo', 'count')).toMatchObject({ code: 0, out: '2 lines, 8 bytes, 2 tokens (chars4)\n', err: '' })
    expect(JSON.parse(pipe(Buffer.from([0x61, 0xff, 0x0a]), 'count', '--json').out)).toMatchObject({
      lines: 1,
      bytes: 3,
      tokens: 1,
    })
    expect(pipe('hello world', 'count', '--counter', 'o200k').out).toBe('1 line, 11 bytes, 2 tokens (o200k)\n')
    expect(pipe('hello world', 'count', '--counter', 'cl100k').out).toBe('1 line, 11 bytes, 2 tokens (cl100k)\n')
  })

  test('dedupe prints source lines only and --exact-only tells addresses apart', () => {
    const text = 'alpha\nread of size 4 at 0x60200000eff0\nalpha\nread of size 4 at 0x60200000ab10\n'
    expect(pipe(text, 'dedupe').out).toBe('alpha\nread of size 4 at 0x60200000eff0\n')
    expect(pipe(text, 'dedupe', '--exact-only').out).toBe(
      'alpha\nread of size 4 at 0x60200000eff0\nread of size 4 at 0x60200000ab10\n',
    )
    expect(JSON.parse(pipe(text, 'dedupe', '--json').out).receipt.removed).toMatchObject({ repeat: 1, near: 1 })
  })

  test('extract prints the matching region with its surroundings', () => {
    const lines = Array.from({ length: 60 }, (_, i) => (i === 30 ? 'connection timeout of the database' : `line ${i}`))
    const { code, out } = pipe(`${lines.join('\n')}\n`, 'extract', '--query', 'timeout database', '--context', '1')
    expect({ code, out }).toEqual({ code: 0, out: 'line 29\nconnection timeout of the database\nline 31\n' })
  })

  test('summarize and pack keep within the budget, keep protected lines and print source lines only', () => {
    write('keep.txt', '\r\nok case 17 of the parser takes 23 ms\r\n')
    for (const verb of ['summarize', 'pack']) {
      const { code, out } = pipe(LOG, verb, '--budget', '150', '--protect-file', 'keep.txt')
      expect(code).toBe(0)
      expect(Math.ceil(out.length / 4)).toBeLessThanOrEqual(150)
      expect(out).toContain('ok case 17 of the parser takes 23 ms\n')
      expect(out).toContain('FAIL src/cart.test.ts')
      expect(out.split('\n').filter((line) => !LOG.includes(line))).toEqual([])
    }
  })

  test('--notes adds notes and a receipt proves them', () => {
    write('a.log', LOG)
    const { out } = call('pack', '--input', 'a.log', '--budget', '200', '--query', 'fee', '--notes', '--receipt', 'r.json')
    expect(out).toMatch(/^\[diet\] L/m)
    write('out.txt', out)
    expect(call('verify', '--receipt', 'r.json', '--source', 'a.log', '--output', 'out.txt').code).toBe(0)
  })

  test('check is quiet when all is well and exits 1 when an item did not survive', () => {
    write('plan.txt', 'adds the fee\r\n\r\ncase 399\r\n')
    write('a.log', LOG)
    expect(call('check', '--plan', 'plan.txt', '--input', 'a.log')).toMatchObject({ code: 0, out: '', err: '' })
    const broken = call('check', '--plan', 'plan.txt', '--item', 'case 400', '--input', 'a.log')
    expect(broken).toMatchObject({
      code: 1,
      out: 'missing: case 400\n',
      err: 'context-diet: 1 of 3 items missing, 0 failed; see the list on standard output\n',
    })
    expect(JSON.parse(call('check', '--item', 'adds the fee', '--input', 'a.log', '--json').out)).toMatchObject({
      survived: true,
      missing: [],
    })
  })

  test('check with markers: the first marked line decides; skipped items are not missing', () => {
    const log = 'plan: login, logout, search\nPASS login\nFAIL logout: timeout\nPASS logout\n'
    const { code, out } = pipe(
      log,
      'check',
      '--item',
      'login',
      '--item',
      'logout',
      '--item',
      'search',
      '--skipped',
      'search',
      '--markers',
      'PASS,ok',
    )
    expect({ code, out }).toEqual({ code: 1, out: 'failed: logout (L3: "FAIL logout: timeout")\n' })
  })

  test('verify names what does not hold and exits 1', () => {
    write('a.log', LOG)
    write('all.json', call('digest', '--input', 'a.log', '--budget', '200', '--json').out)
    const text = JSON.parse(read('all.json')).text as string
    write('good.txt', text)
    write('bad.txt', text.replace('expected 2600', 'expected 2601'))
    expect(call('verify', '--receipt', 'all.json', '--source', 'a.log', '--output', 'good.txt').code).toBe(0)
    const { code, out, err } = call('verify', '--receipt', 'all.json', '--source', 'a.log', '--output', 'bad.txt')
    expect(code).toBe(1)
    expect(out).not.toBe('')
    expect(err).toMatch(/^context-diet: the receipt does not hold: \d+ problems?; /)
    const json = JSON.parse(call('verify', '--receipt', 'all.json', '--source', 'a.log', '--output', 'bad.txt', '--json').out)
    expect(json).toMatchObject({ ok: false })
  })

  test('verify rebuilds the source from an output that claims to be without loss', () => {
    write('a.log', Array.from({ length: 3000 }, (_, i) => `step ${i + 1} of 3000 is done\n`).join(''))
    write('all.json', call('digest', '--input', 'a.log', '--budget', '2000', '--json').out)
    const { text, receipt } = JSON.parse(read('all.json')) as { text: string; receipt: { lossless: boolean } }
    expect(receipt.lossless).toBe(true)
    write('out.txt', text)
    expect(call('verify', '--receipt', 'all.json', '--source', 'a.log', '--output', 'out.txt')).toMatchObject({
      code: 0,
      out: '',
    })
    write('b.log', read('a.log').replace('step 1500 of', 'step 1501 of'))
    expect(call('verify', '--receipt', 'all.json', '--source', 'b.log', '--output', 'out.txt').code).toBe(1)
  })

  test('completions of each shell name every verb', () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { code, out } = call('completions', shell)
      expect(code).toBe(0)
      for (const verb of ['digest', 'summarize', 'completions']) expect(out).toContain(verb)
    }
  })

  test('bash completes verbs, flags and choices', () => {
    const complete = (words: readonly string[]): readonly string[] => {
      const line = words.map((word) => `'${word}'`).join(' ')
      const script = `eval "$($DIET completions bash)"; COMP_WORDS=(context-diet ${line}); COMP_CWORD=${words.length}; _context_diet; printf '%s\\n' "\${COMPREPLY[@]}"`
      return runShell(script, { cwd }).out.trim().split('\n')
    }
    expect(complete(['dig'])).toEqual(['digest'])
    expect(complete(['digest', '--bud'])).toEqual(['--budget'])
    expect(complete(['digest', '--mode', ''])).toEqual(['auto', 'verbatim'])
    expect(complete(['completions', 'z'])).toEqual(['zsh'])
  })
})

describe('help and version', () => {
  test('--version prints the version of the package', () => {
    expect(call('--version')).toMatchObject({ code: 0, out: `${packageJson.version}\n`, err: '' })
  })

  test('--help lists the verbs; every verb has its own', () => {
    const { code, out } = call('--help')
    expect(code).toBe(0)
    for (const verb of ['digest', 'count', 'dedupe', 'extract', 'summarize', 'pack', 'check', 'verify', 'mcp', 'completions']) {
      expect(out).toMatch(new RegExp(`^  ${verb} `, 'm'))
      const help = call(verb, '--help')
      expect({ code: help.code, err: help.err }).toEqual({ code: 0, err: '' })
      expect(help.out).toContain(`context-diet ${verb}`)
    }
    expect(call('help', 'digest').out).toBe(call('digest', '--help').out)
  })
})

describe('usage errors exit 2', () => {
  const cases: readonly (readonly [string, readonly string[], string])[] = [
    ['no verb', [], 'there is no verb; `context-diet --help` lists them'],
    ['an unknown verb', ['digset'], 'there is no verb "digset"; did you mean digest?'],
    ['a flag before the verb', ['--json', 'digest'], 'the verb comes first; `context-diet VERB [FLAGS]`'],
    ['an unknown flag', ['digest', '--buget', '5'], 'digest has no flag "--buget"; did you mean --budget?'],
    ['budget 0', ['digest', '--budget', '0'], '--budget is "0"; give a whole number, 1 or more'],
    ['a negative budget', ['digest', '--budget', '-3'], '--budget is "-3"; give a whole number, 1 or more'],
    ['a budget in words', ['digest', '--budget', 'ten'], '--budget is "ten"; give a whole number, 1 or more'],
    ['a file without --input', ['digest', 'ci.log'], 'digest takes no argument "ci.log"; name a file with --input FILE'],
    ['an unknown kind', ['digest', '--kind', 'novel'], 'there is no kind "novel"'],
    ['extract without query', ['extract'], 'extract needs a query; write --query WORDS'],
    ['check without plan', ['check'], 'there is no plan; name a file with --plan FILE or items with --item TEXT'],
    ['fail markers alone', ['check', '--item', 'x', '--fail-markers', 'BAD'], '--fail-markers needs --markers; name the words'],
    [
      'verify without source',
      ['verify', '--receipt', 'r'],
      'verify needs --source FILE; name the receipt, the source and the output',
    ],
    ['completions without shell', ['completions'], 'completions needs a shell; choose bash or zsh or fish'],
  ]
  test.each(cases)('%s', (_, args, message) => {
    expectFailure(pipe('text', ...args), 2, message)
  })

  test.runIf(process.platform === 'linux')('a terminal as standard input, instead of waiting for it', () => {
    const { stdout, status } = spawnSync('script', ['-qec', `${process.execPath} ${program} digest`, '/dev/null'], {
      cwd,
      timeout: 20_000,
    })
    expect(stdout.toString()).toBe('context-diet: there is no input; name a file with --input FILE or pipe text in\r\n')
    expect(status).toBe(2)
  })
})

test('protected lines over the budget exit 3 and are named, unless partial', () => {
  write('keep.txt', LOG.split('\n').slice(0, 40).join('\n'))
  for (const verb of ['summarize', 'pack', 'digest']) {
    const ran = pipe(LOG, verb, '--budget', '100', '--protect-file', 'keep.txt', ...(verb === 'digest' ? ['--no-stash'] : []))
    expectFailure(ran, 3, /40 protected lines need \d+ tokens, more than the budget of 100/)
    expect(ran.err).toContain('ok case 39 of the parser')
    expect(pipe(LOG, verb, '--budget', '100', '--protect-file', 'keep.txt', '--protect-mode', 'partial').code).toBe(0)
  }
})

describe('input that cannot be read exits 4', () => {
  beforeEach(() => {
    mkdirSync(join(cwd, 'root'))
    mkdirSync(join(cwd, 'root/folder'))
    write('secret.log', 'secret')
    write('root/a.log', 'text')
    write('root/nul.log', 'a\0b')
    symlinkSync('../secret.log', join(cwd, 'root/link.log'))
  })
  const inRoot = (...args: string[]): Ran => run(args, { cwd: join(cwd, 'root') })

  test.each([
    ['a missing file', 'none.log', /"none.log" does not exist; check the path/],
    ['a directory', 'folder', /"folder" is a directory; name a file/],
    ['a path outside the root', '../secret.log', /"\.\.\/secret.log" is outside the root; name a directory above it with --root/],
    ['an absolute path outside the root', '/etc/passwd', /"\/etc\/passwd" is outside the root/],
    ['a symbolic link out of the root', 'link.log', /"link.log" is outside the root/],
    ['a binary file', 'nul.log', /"nul.log" looks binary \(a NUL byte at offset 1\); pass text, or --binary/],
    ['a device', '/dev/null', /"\/dev\/null" is outside the root/],
  ])('%s', (_, path, message) => {
    expectFailure(inRoot('digest', '--input', path), 4, message)
    expectFailure(inRoot('check', '--item', 'x', '--input', path), 4, message)
    expectFailure(inRoot('verify', '--receipt', path, '--source', 'a.log', '--output', 'a.log'), 4, message)
  })

  test('--root widens or narrows what may be read', () => {
    expect(inRoot('count', '--root', '..', '--input', '../secret.log').code).toBe(0)
    expectFailure(call('count', '--root', 'root', '--input', 'secret.log'), 4, 'outside the root')
    expect(call('count', '--root', 'root', '--input', 'root/a.log').code).toBe(0)
    expectFailure(call('count', '--root', 'none', '--input', 'secret.log'), 4, 'the root "none" does not exist')
  })

  test('a named pipe', () => {
    spawnSync('mkfifo', [join(cwd, 'fifo')])
    expectFailure(call('digest', '--input', 'fifo'), 4, '"fifo" is no regular file; pass its content on standard input')
  })

  test('files and pipes over the limit', () => {
    write('big.log', 'x'.repeat(1001))
    expectFailure(
      call('digest', '--input', 'big.log', '--limit', '1KB'),
      4,
      '"big.log" is larger than the limit of 1 KB; raise --limit or pass a part of it',
    )
    expectFailure(pipe('x'.repeat(1001), 'digest', '--limit', '1000'), 4, 'standard input is larger than the limit of 1 KB')
    expect(pipe('x'.repeat(1000), 'digest', '--limit', '1000').code).toBe(0)
  })

  test('binary on standard input, unless asked for', () => {
    expectFailure(pipe('a\0b', 'digest'), 4, 'standard input looks binary (a NUL byte at offset 1)')
    expect(pipe('a\0b', 'digest', '--binary')).toMatchObject({ code: 0, out: 'a\0b' })
  })

  test('a receipt that is none', () => {
    write('r.json', '{"version":2}')
    write('text', 'not json')
    expectFailure(
      call('verify', '--receipt', 'r.json', '--source', 'secret.log', '--output', 'secret.log'),
      4,
      '"r.json" is no receipt',
    )
    expectFailure(
      call('verify', '--receipt', 'text', '--source', 'secret.log', '--output', 'secret.log'),
      4,
      '"text" is no JSON; name what --receipt or --json wrote',
    )
  })
})

describe('output', () => {
  test('a reader that closes early is no error', () => {
    const { out, err } = runShell(`$DIET digest --budget 99999999 | head -c 3 >/dev/null; echo "\${PIPESTATUS[0]}"`, {
      cwd,
      input: LOG.repeat(50),
    })
    expect({ out, err }).toEqual({ out: '0\n', err: '' })
  })

  test.runIf(process.platform === 'linux')('a full disk exits 4', () => {
    const { code, err } = runShell('$DIET digest >/dev/full', { cwd, input: 'text' })
    expect({ code, err }).toEqual({
      code: 4,
      err: 'context-diet: standard output cannot be written (the disk is full); make room or write elsewhere\n',
    })
    expect(runShell('$DIET --version >/dev/full', { cwd }).code).toBe(4)
  })

  test('a receipt that cannot be written exits 4 and prints no text', () => {
    expectFailure(
      pipe('text', 'digest', '--receipt', 'none/r.json'),
      4,
      '"none/r.json" cannot be written (ENOENT); write elsewhere',
    )
  })

  test('a receipt never overwrites the input', () => {
    write('a.log', LOG)
    expectFailure(
      call('digest', '--input', 'a.log', '--receipt', './a.log'),
      2,
      '--receipt names the input file; name another file',
    )
    expect(read('a.log')).toBe(LOG)
  })

  test('an output over its limit exits 4', () => {
    expectFailure(
      pipe('x'.repeat(1001), 'digest', '--output-limit', '1KB'),
      4,
      'the output is larger than the limit of 1 KB; lower the budget',
    )
    expectFailure(pipe('short', 'digest', '--json', '--output-limit', '10'), 4, 'the output is larger than the limit of 10 bytes')
    expect(pipe('x'.repeat(1000), 'digest', '--output-limit', '1KB').code).toBe(0)
  })

  test('what the receipt notes stands on standard error', () => {
    const { code, out, err } = pipe('one\ntwo\n', 'extract', '--query', 'absent')
    expect({ code, out, err }).toEqual({ code: 0, out: '', err: 'context-diet: no line matches the query\n' })
  })

  test('a pipe that does not block loses nothing', () => {
    const text = 'a line of output that says little\n'.repeat(20_000)
    write('a.log', text)
    const slow =
      'const fs=require("fs");let n=0;process.stdin.on("data",(c)=>{n+=c.length;process.stdin.pause();setTimeout(()=>process.stdin.resume(),1)});process.stdin.on("end",()=>console.log(n))'
    const { out } = runShell(`$DIET digest --budget 99999999 --input a.log | ${process.execPath} -e '${slow}'`, { cwd })
    expect(out).toBe(`${text.length}\n`)
  })

  test('reads a pipe that is fed slowly to its end', () => {
    const { out } = runShell('(printf one; sleep 0.2; printf two) | $DIET count --json', { cwd })
    expect(JSON.parse(out)).toMatchObject({ lines: 1, bytes: 6 })
  })

  test('closed standard input is an empty input, not a hang', () => {
    expect(runShell('$DIET count <&-', { cwd })).toMatchObject({ code: 0, out: '0 lines, 0 bytes, 0 tokens (chars4)\n' })
  })
})
