import { describe, expect, it } from 'vitest'
import { digest } from '../../verbs/digest.ts'

const noise = (from: number): string[] => Array.from({ length: 300 }, (_, i) => `resolved package-${from + i} in ${i % 7} ms`)
const FATAL = "fatal: detected dubious ownership in repository at '/srv/app'"

describe('a warning that quotes a failure', () => {
  const lines = [...noise(0), FATAL, ...noise(300), `WARNING  no status for the cache: Git error: ${FATAL}`, ...noise(600)]

  it('is shown, or the index names it', () => {
    for (const budget of [120, 200, 400]) {
      const { receipt } = digest(lines.join('\n'), { budget, exitCode: 1, mode: 'verbatim' })
      const named = receipt.findings.index.some(([from, to]) => from <= 602 && 602 <= to)
      const kept = receipt.fates.some(([from, to, fate]) => fate === 'kept' && from <= 602 && 602 <= to)
      expect([budget, named || kept]).toEqual([budget, true])
      expect(receipt.findings.failures.total).toBe(1)
    }
  })

  it('is a warning like others when it quotes none', () => {
    const other = lines.map((line) => line.replace('Git error: fatal: detected', 'note: we detected'))
    const { receipt } = digest(other.join('\n'), { budget: 120, exitCode: 1, mode: 'verbatim' })
    expect(receipt.findings.index.some(([from, to]) => from <= 602 && 602 <= to)).toBe(false)
  })
})
