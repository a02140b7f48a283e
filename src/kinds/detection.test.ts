/** Which kind takes what: every fixture its own, and the outputs of tests, builds and servers none but `log`. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { Ask } from '../ladder/candidate.ts'
import { createSource } from '../source/source.ts'
import { chars4 } from '../source/tokens.ts'
import { chooseKind } from './registry.ts'

const fixtures = join(dirname(fileURLToPath(import.meta.url)), '../../fixtures')

const ask = (text: string, given: Partial<Ask> = {}): Ask => ({
  budget: 500,
  count: chars4,
  counter: 'chars4',
  sourceTokens: chars4(text),
  command: undefined,
  tool: undefined,
  exitCode: undefined,
  query: undefined,
  protect: [],
  mode: 'auto',
  original: undefined,
  normalize: { ansi: true, cr: true },
  ...given,
})

const kindOf = (text: string, given: Partial<Ask> = {}): string => chooseKind(createSource(text), ask(text, given)).kind.name

const repeat = (times: number, make: (i: number) => string): string => Array.from({ length: times }, (_, i) => make(i)).join('\n')

describe('fixtures', () => {
  const signals = readdirSync(join(fixtures, 'signals'))
  it.each(signals)('signals/%s is a log', (name) => {
    const lines = readFileSync(join(fixtures, 'signals', name), 'utf8')
      .split('\n')
      .filter((line) => !line.startsWith('#'))
    expect(kindOf(lines.map((line) => line.slice(line.indexOf(' | ') < 0 ? 0 : line.indexOf(' | ') + 3)).join('\n'))).toBe('log')
  })
})

/** Outputs of tools that have something of a config file, a document, a page or a text. */
const LOGS: Readonly<Record<string, string>> = {
  'a compiler with notes': repeat(
    60,
    (i) => `error: expected value, found module m${i}\n  note: consider importing it\n  help: use m${i}::new`,
  ),
  'a server in key=value': repeat(
    200,
    (i) => `time=2026-02-03T04:05:${10 + (i % 50)}Z level=info msg="request done" status=200 id=${i}`,
  ),
  'services that name themselves': repeat(120, (i) => `${['web', 'db', 'cache'][i % 3]}: handled job ${i} in ${i * 3} ms`),
  'TAP with YAML blocks': `TAP version 13\n${repeat(80, (i) => `# Subtest: adds ${i}\nok ${i + 1} - adds ${i}\n  ---\n  duration_ms: ${i}.5\n  type: 'test'\n  ...`)}\n1..80`,
  'kubectl describe': `${repeat(40, (i) => `Name:         web-${i}\nNamespace:    shop\nLabels:       app=web\n              tier=front\nStatus:       Running\nEvents:\n  Type     Reason   Age  Message\n  ----     ------   ---  -------\n  Warning  BackOff  3m   Back-off restarting failed container`)}`,
  'a test run with names of tests': repeat(150, (i) => `test module::case_${i} ... ok`),
  'a trace of a shell': repeat(120, (i) => `+ VALUE=${i}\n+ echo step ${i}`),
  'git log': repeat(
    60,
    (i) =>
      `commit ${(i * 7919).toString(16).padStart(40, '0')}\nAuthor: Dev <dev@example.org>\nDate:   Mon Feb 2 10:00:${10 + (i % 50)} 2026 +0000\n\n    Round amounts ${i}\n`,
  ),
  make: repeat(150, (i) => `cc -O2 -Iinclude -c src/part${i}.c -o build/part${i}.o`),
  'a stack trace': `Traceback (most recent call last):\n${repeat(80, (i) => `  File "app/part${i}.py", line ${i + 3}, in run\n    return step(${i})`)}\nValueError: bad step`,
  'installing packages': repeat(
    120,
    (i) =>
      `Collecting part-${i} from the index\n  Downloading part_${i}-1.${i}-py3-none-any.whl (${i} kB)\nRequirement already satisfied: dep-${i} in /usr/lib/python3`,
  ),
  'unpacking packages': repeat(
    150,
    (i) =>
      `Preparing to unpack .../archives/lib${i}_1.${i}_amd64.deb ...\nUnpacking lib${i} (1.${i}) over (1.0) ...\nSetting up lib${i} (1.${i}) ...`,
  ),
  'a server that writes sentences': repeat(150, (i) => `The worker ${i} is ready to take jobs from queue ${i % 7}.`),
  'history with long messages': repeat(
    60,
    (i) =>
      `commit ${(i * 7919).toString(16).padStart(40, '0')}\nAuthor: Dev <dev@example.org>\n\n    This change makes the totals of the cart round half up, as the\n    office of finance has asked for in the spring of that year.\n`,
  ),
  'a test run that tells stories': repeat(
    80,
    (i) =>
      `  ✓ adds the tax to the total of the cart when there is one (${i} ms)\n  ✗ rounds the amount to the cents of the currency in use (${i} ms)`,
  ),
  'warnings of a compiler': repeat(
    60,
    (i) =>
      `warning: the variable \`x${i}\` is assigned to, but it is never used in the function\n --> src/part${i}.rs:${i}:9\n  |\n${i} |     let x${i} = 1;\n  |         ^^ help: if this is intended, prefix it with an underscore`,
  ),
  help: `usage: tool [options]\n\n${repeat(60, (i) => `  --flag-${i} VALUE    set the value of part ${i}`)}`,
  strace: repeat(150, (i) => `openat(AT_FDCWD, "/etc/part${i}.conf", O_RDONLY) = ${i}`),
}

describe('what tools print', () => {
  it.each(Object.entries(LOGS))('%s', (_, text) => {
    expect(kindOf(text)).toBe('log')
    expect(kindOf(text, { exitCode: 1 })).toBe('log')
  })
})
