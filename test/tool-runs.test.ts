/**
 * Runs of real tools on projects with injected faults: what the digest counts is what was injected, and each fault is shown or named by
 * the index. `fixtures/tool-runs/` holds a sample; DIET_TOOL_RUNS names a folder that scripts/tool-runs/run.mjs has filled.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { decodeDigest } from '../src/kinds/registry.ts'
import type { Receipt } from '../src/receipt/types.ts'
import { chars4 } from '../src/source/tokens.ts'
import { digest } from '../src/verbs/digest.ts'

interface Run {
  readonly name: string
  readonly command: string
  readonly exitCode: number
  readonly failures: readonly { readonly name: string; readonly message?: string }[]
  readonly text: string
}

const folder = process.env.DIET_TOOL_RUNS ?? join(dirname(fileURLToPath(import.meta.url)), '../fixtures/tool-runs')
const runs = readdirSync(folder)
  .filter((name) => existsSync(join(folder, name, 'case.json')))
  .sort()
  .map((name) => ({
    ...(JSON.parse(readFileSync(join(folder, name, 'case.json'), 'utf8')) as Omit<Run, 'text'>),
    text: readFileSync(join(folder, name, 'output.txt'), 'utf8'),
  }))

const BUDGETS = [400, 1000, 2000]
const PASSING_TOKENS = 150

const plain = (text: string): string => text.replaceAll(/\x1b\[[\d;]*m/g, '')

/** Is the text shown, rebuilt by our decoder, or on a line that the index or the mark of a cut line names? */
const accountOf = ({ text }: Run, output: string, { index, spots }: Receipt['findings']): ((needle: string) => boolean) => {
  const shown = plain(decodeDigest(output) ?? output)
  const indexed = new Uint8Array(text.length)
  for (const [from, to] of index) indexed.fill(1, from, to + 1)
  for (const [line] of spots?.indexed ?? []) indexed[line] = 1
  for (const [, line] of output.matchAll(/ \[diet\] \+ \d+ chars of L(\d+)$/gm)) indexed[Number(line)] = 1
  const hidden = plain(text)
    .split('\n')
    .filter((_, i) => indexed[i + 1] === 1)
    .join('\n')
  return (needle) => shown.includes(needle) || hidden.includes(needle)
}

describe.each(runs.filter(({ failures }) => failures.length > 0))('$name', (run) => {
  it.each(BUDGETS)('every failure, and none that is not there, at %i tokens', (budget) => {
    const { text, receipt } = digest(run.text, { budget, command: run.command, exitCode: run.exitCode })
    const accounts = accountOf(run, text, receipt.findings)
    const wanted = run.failures.flatMap(({ name, message }) => (message === undefined ? [name] : [name, message]))
    expect(wanted.filter((needle) => !accounts(needle))).toEqual([])
    expect(receipt.findings.failures.total).toBe(run.failures.length)
    if (chars4(run.text) > budget)
      expect(text.split('\n')[0]).toContain(`failures shown ${receipt.findings.failures.shown} of ${run.failures.length}`)
  })
})

describe.each(runs.filter(({ failures }) => failures.length === 0))('$name', (run) => {
  it.each(BUDGETS)('no false alarm, and few lines, at %i tokens', (budget) => {
    const { text, changed, receipt } = digest(run.text, { budget, command: run.command, exitCode: run.exitCode })
    expect(receipt.findings.failures.total).toBe(0)
    expect(receipt.verdict.reported).not.toBe('failed')
    /* What fits is handed on as it is. */
    if (changed) expect(chars4(text)).toBeLessThanOrEqual(PASSING_TOKENS)
  })
})
