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
