import { describe, expect, it } from 'vitest'
import { failuresCounted } from './counts.ts'

describe('failuresCounted', () => {
  it.each([
    ['= 1 failed, 1080 passed, 44 skipped in 451.05s =', 1],
    ['FAILED (failures=1, errors=2)', 3],
    ['12 problems (11 errors, 1 warning)', 11],
    ['ℹ fail 4', 4],
    ['Tests: 126, Assertions: 112, Errors: 14, Failures: 28.', 42],
    ['failed: 1.5', undefined],
    ['Command pytest --durations=15 failed with exit code 1', undefined],
    ['run --retries=3 failed', undefined],
  ])('%s', (line, count) => {
    expect(failuresCounted(line)).toBe(count)
  })
})
