// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the patches are code of the built program
/**
 * The promises are checked at run time: a form that breaks one is not published, but another that holds, or the source. Each case
 * breaks one promise in a scratch copy of the built program and lets the copy digest a log.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Receipt } from '../src/receipt/types.ts'
import { verify } from '../src/receipt/verify.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const NAMES = ['order', 'total', 'price', 'state', 'owner', 'colour', 'shape', 'width', 'height', 'depth', 'weight', 'volume']

const failing = (): string => {
  const lines = ['$ npm test', '']
  for (let i = 0; i < 60; i++) lines.push(`\x1b[32m✓\x1b[0m unit ${i} passes (${(i * 7) % 13} ms)`)
  for (let i = 0; i < 30; i++) lines.push(`connecting to database node ${i} of the cluster`)
  for (let i = 0; i < 40; i++) lines.push('waiting for the server to come up')
  lines.push('[diet] L3-5 not shown: 3 lines')
  NAMES.forEach((name, i) => {
    lines.push(`\x1b[31mFAIL\x1b[0m test/area${i}.test.ts > keeps the ${name}`, `  AssertionError: expected ${i} to be ${i + 1}`)
    lines.push(`  Expected: ${i + 1}`, `  Received: ${i}`, `    at Object.<anonymous> (test/area${i}.test.ts:${10 + i}:5)`, '')
  })
  lines.push(`Error: cannot parse ${'{"id":1,"name":"a long value"},'.repeat(200)}`)
  return `${[...lines, 'Tests: 12 failed, 60 passed, 72 total', 'npm ERR! Test failed.'].join('\n')}\n`
}

/** Fails by its exit code alone. */
const silent = (): string =>
  Array.from({ length: 400 }, (_, i) => `${NAMES[i % 12]} of the ${NAMES[(i * 5) % 12]} ${i}\n`).join('')

/** Nothing fails, so that the room is for what repeats. */
const quiet = (): string => {
  const lines = Array.from({ length: 30 }, (_, i) => `connecting to database node ${i} of the cluster`)
  for (let i = 0; i < 40; i++) lines.push('waiting for the server to come up')
  for (let i = 0; i < 300; i++) lines.push(`${NAMES[i % 12]} ${i} went from the ${NAMES[(i * 5) % 12]} to shelf ${i % 7}`)
  return `${lines.join('\n')}\n`
}

/** Errors of one form, most of which only a template holds. */
const alike = (): string =>
  Array.from(
    { length: 60 },
    (_, i) => `src/${NAMES[i % 4]}.ts(${10 + i},${3 + (i % 9)}): error TS2339: Property 'rate${300 + i * 7}' does not exist.\n`,
  ).join('')

interface Options {
  readonly budget: number
  readonly exitCode?: number
  readonly mode?: 'auto'
}

interface Mutant {
  readonly name: string
  /** Text of the built program, and what stands there instead. */
  readonly patches: readonly (readonly [string, string])[]
  /** What the verifier says, as the receipt's note has it. */
  readonly sentence: RegExp
  readonly source?: () => string
  readonly options?: Options
}

/** Everything fits in part: folds, repeats, gaps in words, a cap. */
const ROOMY: Options = { budget: 1000, exitCode: 1 }
const PLAIN: Options = { budget: 1000 }
/** Failures are left over for the index. */
const TIGHT: Options = { budget: 300, exitCode: 1 }

const mutant = (name: string, from: string, to: string, sentence: RegExp, rest: Partial<Mutant> = {}): Mutant => ({
  name,
  patches: [[from, to]],
  sentence,
  ...rest,
})

const PRINT = 'const { text } = viewWith(source.line(n), normalize)'
const printed = (change: string): string => `const text = viewWith(source.line(n), normalize).text${change}`

const MUTANTS: readonly Mutant[] = [
  mutant('clips lines', PRINT, printed('.slice(0, -1)'), /should be source line \d+, but is cut without a note/),
  mutant('re-indents lines', PRINT, printed('.trimStart()'), /should be source line \d+, but has other white space/),
  mutant(
    'loses a line',
    'if ("line" in piece) {\n\t\tconst end',
    'if ("line" in piece) {\n\t\tif (piece.line === 1) continue;\n\t\tconst end',
    /but source line 1 is kept by the receipt/,
  ),
  mutant(
    'prints in another order',
    'order.slice(0, count)).sort()',
    'order.slice(0, count)).sort().reverse()',
    /not published: /,
  ),
  mutant(
    'strips ANSI undeclared',
    'if (ansi) counts.ansi++',
    'if (ansi) counts.ansi += 0',
    /has lost its ANSI sequences, which the receipt does not declare/,
  ),
  mutant('counts a normalization twice', 'if (ansi) counts.ansi++', 'if (ansi) counts.ansi += 2', /kept lines changed by ansi/),
  mutant(
    'counts a cap wrong',
    'formatCap(text.length - at, n)',
    'formatCap(text.length - at + 1, n)',
    /^.*The cap of source line \d+ says/,
  ),
  mutant(
    'counts a gap wrong',
    'not shown: ${plural(count, ',
    'not shown: ${plural(count + 1, ',
    /The gap in output line \d+ counts/,
  ),
  mutant(
    'names another gap',
    'const formatShortGap = (range) => `${MARK} ${formatRanges([range])}`',
    'const formatShortGap = (range) => `${MARK} ${formatRanges([[range[0], range[1] + 1]])}`',
    /The gap in output line \d+ names line \d+, which is shown/,
    { options: TIGHT },
  ),
  mutant(
    'counts a fold wrong',
    '+ ${plural(count, "similar line")}',
    '+ ${plural(count + 1, "similar line")}',
    /The fold in output line \d+ counts/,
    { source: quiet, options: PLAIN },
  ),
  mutant(
    'counts a repeat wrong',
    '+ same line ${plural(times, "time")}',
    '+ same line ${plural(times - 1, "time")}',
    /The repeat in output line \d+ counts/,
    { source: quiet, options: PLAIN },
  ),
  mutant('loses the index', 'of layout.index.entries)', 'of [])', /is neither shown nor named by an index/, { options: TIGHT }),
  mutant(
    'counts the index wrong',
    '${MARK} ${count} more ${cluster',
    '${MARK} ${count + 1} more ${cluster',
    /The index counts \d+ failures, but the receipt has/,
    { options: TIGHT },
  ),
  mutant(
    'loses a fate',
    'codes[piece.line - 1] = CODE.kept;',
    'if (piece.line > 1) codes[piece.line - 1] = CODE.kept;',
    /Output line 2 should be source line/,
  ),
  mutant(
    'doubles a fate',
    'return ranges;\n};\n/** Lines removed',
    'return [...ranges, ranges[0]];\n};\n/** Lines removed',
    /comes out of order or a second time/,
  ),
  mutant(
    'ends the fates early',
    'return ranges;\n};\n/** Lines removed',
    'return ranges.slice(0, -1);\n};\n/** Lines removed',
    /of the source ha(s|ve) no fate/,
  ),
  mutant(
    'counts removed lines wrong',
    'removed[fate] += to - from + 1',
    'removed[fate] += to - from',
    /The receipt counts \d+ lines as/,
  ),
  mutant('hides the exit code', '`exit ${facts.exitCode}`', '', /ended with exit code 1, but the head does not say so/),
  mutant('reports another exit code', '`exit ${facts.exitCode}`', '`exit 0`', /The head says exit 0, but the receipt has 1/),
  mutant(
    'forges the failures shown',
    '`failures shown ${facts.failures.shown} of',
    '`failures shown ${facts.failures.total} of',
    /The head says \d+ failures shown, but the receipt has/,
    { options: TIGHT },
  ),
  mutant(
    'states another size',
    '${facts.outputTokens} tokens',
    '${facts.outputTokens - 5} tokens',
    /The head says \d+ output tokens, but the receipt has/,
  ),
  mutant(
    'does not tell of imitations',
    'remarks.push(formatImitations(',
    'void (formatImitations(',
    /imitates an annotation, but the head does not say so/,
  ),
  mutant(
    'is silent on a failure that nobody recognised',
    'remarks.push(NO_FAILURE)',
    'void NO_FAILURE',
    /no failure was recognised, but the head does not say so/,
    { source: silent },
  ),
  mutant(
    'exceeds the budget that was asked for',
    'budget: ask.budget,',
    'budget: 100,',
    /The output has \d+ tokens, over the budget of 100/,
  ),
]

/** Of a lossless text, which the next form then stands for. */
const LISTED: Options = { budget: 500, exitCode: 2, mode: 'auto' }
const FOLDED = 'codes[n - 1] === CODE.folded) ranges.push([n, n])'
const LOSSLESS: readonly Mutant[] = [
  mutant(
    'forgets a line in the index of a lossless text',
    FOLDED,
    'codes[n - 1] === CODE.folded && n > 2) ranges.push([n, n])',
    /The failure in line 2 stands only in a fold, but the index does not name it/,
  ),
  mutant(
    'indexes a line that a lossless text shows',
    FOLDED,
    'codes[n - 1] === CODE.folded || n === 1) ranges.push([n, n])',
    /The index names line 1, which is shown/,
  ),
  mutant(
    'forgets the index of a lossless text',
    'index: foldedLines(findings, fates)',
    'index: []',
    /The failure in line 2 stands only in a fold, but the index does not name it/,
  ),
].map((one) => ({ ...one, source: alike, options: LISTED }))

interface Result {
  readonly text: string
  readonly changed: boolean
  readonly receipt: Receipt
}

const RUNNER = `
import { readFileSync } from 'node:fs'
const results = []
for (const { entry, source, options } of JSON.parse(readFileSync(0, 'utf8'))) {
  const { digest } = await import(entry)
  const { text, changed, receipt } = digest(source, options)
  results.push({ text, changed, receipt })
}
process.stdout.write(JSON.stringify(results))
`

const scratch = mkdtempSync(join(tmpdir(), 'mutants-'))
const dist = join(ROOT, 'dist')
const scripts = readdirSync(dist).filter((name) => name.endsWith('.js'))

const NAME = /[A-Za-z_]\w*/g
const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The text as the bundler may have written it: a name that two modules have gets a number. */
const asBuilt = (text: string): RegExp => {
  const known = new Set<string>()
  const parts = text.split(/([A-Za-z_]\w*)/).map((part, i) => {
    if (i % 2 === 0) return escapePattern(part)
    if (known.has(part)) return `\\k<${part}>`
    known.add(part)
    return `(?<${part}>${part}(?:\\$\\d+)?)`
  })
  return new RegExp(parts.join(''), 'g')
}

/** Patches every place that has the text: more than one kind may do the same thing. */
const applyPatch = (folder: string, name: string, [from, to]: readonly [string, string]): void => {
  let places = 0
  for (const script of scripts) {
    const file = join(folder, script)
    const before = readFileSync(file, 'utf8')
    const after = before.replace(asBuilt(from), (...found) => {
      const built: Readonly<Record<string, string>> = found.at(-1)
      places++
      return to.replace(NAME, (word) => built[word] ?? word)
    })
    if (after !== before) writeFileSync(file, after)
  }
  expect(places, `${name}: the built program has ${JSON.stringify(from)}`).toBeGreaterThan(0)
}

const build = ({ name, patches }: Pick<Mutant, 'name' | 'patches'>, number: number): string => {
  const folder = join(scratch, String(number))
  cpSync(dist, folder, { recursive: true })
  for (const patch of patches) applyPatch(folder, name, patch)
  return join(folder, 'index.js')
}

const inputOf = ({ source = failing, options = ROOMY }: Partial<Mutant>): { source: string; options: object } => ({
  source: source(),
  options: { mode: 'verbatim', original: 'out.txt', ...options },
})

let results: readonly Result[] = []
/** The program as it is, on the inputs. */
const RIGHT: readonly Partial<Mutant>[] = [{}, { options: TIGHT }, { source: silent }, { source: quiet, options: PLAIN }]

beforeAll(() => {
  symlinkSync(join(ROOT, 'node_modules'), join(scratch, 'node_modules'))
  writeFileSync(join(scratch, 'package.json'), '{"type":"module"}')
  writeFileSync(join(scratch, 'runner.js'), RUNNER)
  const right = build({ name: 'none', patches: [] }, 0)
  const jobs = [
    ...RIGHT.map((one) => ({ entry: right, ...inputOf(one) })),
    ...[...MUTANTS, ...LOSSLESS].map((one, i) => ({ entry: build(one, i + 1), ...inputOf(one) })),
  ]
  const output = execFileSync(process.execPath, [join(scratch, 'runner.js')], { input: JSON.stringify(jobs), maxBuffer: 1 << 28 })
  results = JSON.parse(output.toString('utf8'))
})

afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const isTrue = ({ text, receipt }: Result, source: string): void => {
  expect(verify({ source, output: text, receipt })).toEqual({ ok: true })
}

describe('the program as it is', () => {
  it.each(RIGHT.map((one, i) => [i, one] as const))('publishes a digest %#', (i, one) => {
    const result = results[i]!
    expect(result.receipt.notes).toEqual([])
    expect(result.changed).toBe(true)
    isTrue(result, inputOf(one).source)
  })
})

describe('a program that', () => {
  it.each(MUTANTS.map((one, i) => [one.name, one, i] as const))('%s does not publish it', (_, one, i) => {
    const result = results[RIGHT.length + i]!
    const { source } = inputOf(one)
    expect(
      result.receipt.notes.some((note) => one.sentence.test(note)),
      result.receipt.notes.join('\n'),
    ).toBe(true)
    expect(result.receipt.rung).not.toBe('selected')
    if (result.text !== source) isTrue(result, source)
  })

  it.each(LOSSLESS.map((one, i) => [one.name, one, i] as const))('%s publishes another form', (_, one, i) => {
    const result = results[RIGHT.length + MUTANTS.length + i]!
    expect(result.receipt.notes).toContainEqual(expect.stringMatching(one.sentence))
    expect(result.receipt.rung).toBe('selected')
    isTrue(result, alike())
  })
})
