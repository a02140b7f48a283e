/**
 * Prefixes: what a service, a job or a log puts before each line changes nothing of what is found. Each fixture is read as it is and
 * behind prefixes; DIET_PREFIXES=all reads each behind all of them.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { decodeDigest } from '../src/kinds/registry.ts'
import { verify } from '../src/receipt/verify.ts'
import { createSource } from '../src/source/source.ts'
import { type DigestOptions, digest } from '../src/verbs/digest.ts'

const fixtures = join(dirname(fileURLToPath(import.meta.url)), '../fixtures')
const two = (n: number): string => String(n % 60).padStart(2, '0')
const time = (i: number): string =>
  `2026-01-02T${two(3 + Math.floor(i / 3600))}:${two(Math.floor(i / 60))}:${two(i)}.${String((i * 7919) % 1000).padStart(3, '0')}Z `

const PREFIXES: Readonly<Record<string, (i: number) => string>> = {
  'docker compose': () => 'api-1  | ',
  'docker compose in colours': () => '\x1b[36mapi-1  | \x1b[0m',
  'docker compose -t': (i) => `api-1  | ${time(i)}`,
  times: time,
  'gh run view --log': (i) => `test (20)\tRun tests\t${time(i)}`,
  'kubectl --prefix --timestamps': (i) => `[pod/api-5d9f/app] ${time(i)}`,
  GitLab: (i) => `${time(i).trimEnd()} 01O `,
  'docker compose in a job': (i) => `${time(i)}api-1  | `,
}
const NAMES = Object.keys(PREFIXES)

interface Fixture {
  readonly name: string
  readonly text: string
  readonly options: DigestOptions
}

const json = (path: string): unknown => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined)

const texts: readonly Fixture[] = readdirSync(fixtures)
  .flatMap((kind) => readdirSync(join(fixtures, kind)).map((name) => join(kind, name)))
  .flatMap((name): Fixture[] => {
    const folder = join(fixtures, name)
    if (!existsSync(join(folder, 'input.txt')) && !existsSync(join(folder, 'output.txt'))) return []
    const cases = (json(join(folder, 'cases.json')) ?? []) as { file: string; command?: string; exitCode: number }[]
    const ask = (json(join(folder, 'ask.json')) ?? {}) as DigestOptions
    const run = (json(join(folder, 'case.json')) ?? {}) as { command?: string; exitCode?: number }
    return readdirSync(folder)
      .filter((file) => file.endsWith('.txt') && file !== 'expected.txt')
      .map((file) => {
        const { command, exitCode } = cases.find((one) => one.file === file) ?? run
        const options = file === 'input.txt' ? ask : { command, exitCode }
        return { name: join(name, file), text: readFileSync(join(folder, file), 'utf8'), options: { budget: 500, ...options } }
      })
  })
  /* Lines that have a prefix already are a prefix behind a prefix. */
  .filter(({ text }) => text.length > 100 && createSource(text).prefix === undefined)

/** Before rows of a table with bars, a name is one more column. */
const isBarred = (text: string): boolean => {
  const lines = text.split('\n')
  return lines.filter((line) => line.includes('|')).length > lines.length / 2
}

const withPrefix = (text: string, headOf: (i: number) => string): string => {
  const lines = text.replace(/\n$/, '').split('\n')
  return lines.map((line, i) => headOf(i) + line).join('\n') + (text.endsWith('\n') ? '\n' : '')
}

/** Both texts, their lines in turn, each behind the name of a service. */
const interleave = (a: string, b: string): string => {
  const [left, right] = [a, b].map((text) => text.replace(/\n$/, '').split('\n')) as [string[], string[]]
  const out: string[] = []
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    if (i < left.length) out.push(`api-1      | ${left[i]}\n`)
    if (i < right.length) out.push(`frontend-1 | ${right[i]}\n`)
  }
  return out.join('')
}

const foundIn = ({ kind, profile, findings, verdict }: ReturnType<typeof digest>['receipt']) => ({
  /* Sentences behind prefixes are what a program logs. */
  kind: kind === 'prose' ? 'log' : kind,
  profile,
  failures: findings.failures.total,
  verdict: verdict.reported,
})

describe.each(texts.map((one, i) => ({ ...one, i })))('$name', ({ text, options, i }) => {
  const plain = foundIn(digest(text, options).receipt)
  const fit = NAMES.filter((name) => !(isBarred(text) && name.startsWith('docker compose')))
  const names = process.env.DIET_PREFIXES === 'all' ? fit : new Set([fit[i % fit.length]!, fit[(i * 5 + 2) % fit.length]!])

  it.each([...names])('is the same behind the prefix of %s', (name) => {
    const source = withPrefix(text, PREFIXES[name]!)
    const { text: output, receipt } = digest(source, options)
    expect(foundIn(receipt)).toEqual(plain)
    expect(receipt.notes.filter((note) => note.includes('not published'))).toEqual([])
    expect(verify({ source, output, receipt, decode: decodeDigest })).toEqual({ ok: true })
  })
})

describe('services that print between each other', () => {
  /* Without an exit code nothing but structure tells, of one service as of two. Names in a few lines do not come again. */
  const logs = texts.filter(
    ({ text }) => !isBarred(text) && text.split('\n').length > 6 && digest(text, { budget: 200 }).receipt.kind === 'log',
  )
  const pairs = logs.map((one, i) => ({ one, other: logs[(i * 7 + 13) % logs.length]! })).filter((_, i) => i % 3 === 0)
  const alone = (text: string) =>
    foundIn(
      digest(
        withPrefix(text, () => 'api-1 | '),
        { budget: 200, kind: 'log' },
      ).receipt,
    )

  it.each(pairs)('fail as they do alone: $one.name and $other.name', ({ one, other }) => {
    const source = interleave(one.text, other.text)
    const { text: output, receipt } = digest(source, { budget: 400, kind: 'log' })
    const [a, b] = [alone(one.text), alone(other.text)]
    expect(receipt.findings.failures.total).toBe(a.failures + b.failures)
    if (a.verdict === 'failed' || b.verdict === 'failed') expect(receipt.verdict.reported).toBe('failed')
    expect(receipt.notes.filter((note) => note.includes('not published'))).toEqual([])
    expect(verify({ source, output, receipt, decode: decodeDigest })).toEqual({ ok: true })
  })
})
