import { describe, expect, it } from 'vitest'
import { digest } from '../../verbs/digest.ts'

const reported = (lines: readonly string[], exitCode: number): string | null =>
  digest(lines.join('\n'), { exitCode, budget: 500 }).receipt.verdict.reported

describe('a word of success', () => {
  const passed = ['Ran 3 tests', 'Tests: 3 passed, 3 total']

  it('is the run’s where nothing else is found, whatever the command’s exit code', () => {
    expect(reported(passed, 0)).toBe('passed')
    expect(reported(passed, 1)).toBe('passed')
  })

  it('is one part’s where the command failed and a failure tells why', () => {
    expect(reported([...passed, 'cp: nope.txt: No such file or directory'], 1)).toBe(null)
    expect(reported(['cp: nope.txt: No such file or directory', ...passed], 1)).toBe(null)
  })
})

describe('a run that a profile knows to have gone well', () => {
  it('takes few tokens where the command went well, wherever the tool says so', () => {
    const setUp = Array.from(
      { length: 400 },
      (_, i) => `Setting up libpart${i}:amd64 (${i}.${i % 7}-1) ...\nkeeping /etc/part${i}.conf of ${i * 7}`,
    )
    const lines = ['Reading package lists...', '0 upgraded, 400 newly installed, 0 to remove and 0 not upgraded.', ...setUp]
    const { receipt, text } = digest(lines.join('\n'), { command: 'apt-get install -y parts', exitCode: 0, budget: 1000 })
    expect(receipt.output.tokens).toBeLessThanOrEqual(150)
    expect(text).toContain('400 newly installed')
  })
})
