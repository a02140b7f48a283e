/**
 * Profiles: fixtures/log/<tool>/ holds outputs of the tool and what is in them: how many failures, their titles, the lines that sum up.
 * The digest of `input.txt` is a golden; see goldens.test.ts.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { PROFILES } from '../src/kinds/log/profiles/registry.ts'
import { readLog } from '../src/kinds/log/reading.ts'
import { signalOf } from '../src/signals/line.ts'
import type { Role } from '../src/signals/roles.ts'
import { createSource } from '../src/source/source.ts'
import { digest, prepare } from '../src/verbs/digest.ts'

interface Case {
  readonly file: string
  readonly command?: string
  readonly exitCode: number
  /** Its lines are too few or too common to tell the tool. */
  readonly needsCommand?: boolean
  readonly failures: number
  /** Text of the line that tells each failure. */
  readonly titles: readonly string[]
  /** Text of the lines in which the tool itself says how the run went. */
  readonly summaries: readonly string[]
}

const folder = join(dirname(fileURLToPath(import.meta.url)), '../fixtures/log')
const cases = readdirSync(folder)
  .sort()
  .filter((profile) => existsSync(join(folder, profile, 'cases.json')))
  .flatMap((profile) =>
    (JSON.parse(readFileSync(join(folder, profile, 'cases.json'), 'utf8')) as Case[]).map((one) => ({
      profile,
      ...one,
      text: readFileSync(join(folder, profile, one.file), 'utf8'),
    })),
  )

it('each profile has a fixture', () => {
  expect(PROFILES.map(({ name }) => name).filter((name) => !cases.some(({ profile }) => profile === name))).toEqual([])
  expect(new Set(PROFILES.map(({ name }) => name)).size).toBe(PROFILES.length)
})

describe.each(cases)('$profile/$file', ({ profile, text, command, exitCode, needsCommand, failures, titles, summaries }) => {
  it.each(needsCommand ? [command] : [command, undefined])('is read as its tool wrote it, by command %s', (ran) => {
    const source = createSource(text)
    const { ask, reader, kind } = prepare(source, { command: ran, exitCode, budget: 200 })
    const { findings } = reader
    expect(kind.name).toBe('log')
    expect(findings.profile).toBe(profile)
    expect(findings.failures.length).toBe(failures)
    const told = new Set(
      findings.failures.flatMap(({ title, also, blocks }) => [
        title,
        ...also,
        ...blocks.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, k) => from + k)),
      ]),
    )
    const linesWith = (needle: string): number[] => {
      const lines: number[] = []
      for (let n = 1; n <= source.lines; n++) if (source.body(n).includes(needle)) lines.push(n)
      return lines
    }
    expect(titles.filter((title) => !linesWith(title).some((n) => told.has(n)))).toEqual([])
    const { roles } = readLog(source, ask).analysis
    expect(
      summaries.filter((text) => !linesWith(text).some((n) => ['summary', 'failure'].includes(signalOf(roles[n - 1] as Role)))),
    ).toEqual([])
    if (summaries.length > 0) expect(findings.reported).toBe(exitCode === 0 ? 'passed' : 'failed')
    else if (exitCode === 0) expect(findings.reported).not.toBe('failed')
  })

  it('takes few tokens when all went well', () => {
    if (exitCode !== 0 || failures > 0) return
    const { text: shown, changed, receipt } = digest(text, { command, exitCode, budget: 1000 })
    if (changed) expect(receipt.output.tokens).toBeLessThanOrEqual(150)
    else expect(shown).toBe(text)
  })

  it('--explain names the tool', () => {
    const explained = digest(text, { command, exitCode, budget: 200 }).explain()
    expect(explained.filter((line) => line.startsWith(`profile ${profile}: `))).toHaveLength(1)
  })
})
