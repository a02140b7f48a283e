import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { sampleOf } from '../kinds/code/testing.ts'
import { digest } from '../verbs/digest.ts'
import { commandFor, loadOutlinesFor } from './outlines.ts'

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/copy-grammars.mjs'], { cwd: fileURLToPath(new URL('../..', import.meta.url)) })
})

const long = sampleOf('go').repeat(12)

describe('which texts are worth a grammar', () => {
  it('a long file of code over the budget', async () => {
    const outlines = await loadOutlinesFor(long, { budget: 500, command: 'cat ledger.go' })
    expect(outlines?.(sampleOf('go'), 'go')?.length).toBeGreaterThan(5)
    expect(outlines?.(sampleOf('python'), 'python')).toBeUndefined()
    const { explain } = digest(sampleOf('go'), { budget: 200, command: 'cat ledger.go', outlines })
    expect(explain()).toContainEqual(expect.stringContaining('outline of go by grammar'))
  })

  it('no short one, none that fits, none of another kind, no log', async () => {
    expect(await loadOutlinesFor(sampleOf('go'), { budget: 100, command: 'cat ledger.go' })).toBeUndefined()
    expect(await loadOutlinesFor(long, { budget: 1_000_000, command: 'cat ledger.go' })).toBeUndefined()
    expect(await loadOutlinesFor(long, { budget: 500, kind: 'log' })).toBeUndefined()
    const log = 'ERROR failed to open /tmp/x: no such file\n'.repeat(1000)
    expect(await loadOutlinesFor(log, { budget: 500, command: 'cat app.log' })).toBeUndefined()
  })
})

it('a name of a file that a shell would read otherwise makes no command', () => {
  const isCode = (file: string): boolean => file.endsWith('.py')
  expect(commandFor('src/a b.py', isCode)).toBe('cat "src/a b.py"')
  for (const file of ['a".py', '$(x).py', 'a.log', undefined]) expect(commandFor(file, isCode)).toBeUndefined()
})
