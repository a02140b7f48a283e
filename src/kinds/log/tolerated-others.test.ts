import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { digest } from '../../verbs/digest.ts'

const findingsOf = (text: string, exitCode?: number) => {
  const { text: out, receipt } = digest(text, { budget: 400, exitCode })
  return { out, total: receipt.findings.failures.total, reported: receipt.verdict.reported }
}
const objects = Array.from({ length: 60 }, (_, i) => `gcc -O2 -c -o obj/part${i}.o src/part${i}.c`)
const ignored = 'make: [Makefile:7: clean] Error 1 (ignored)'
const passed = Array.from({ length: 60 }, (_, i) => `  ✓  ${i + 9} [chromium] › cart.spec.ts:${i}:5 › adds item ${i} (1.2s)`)

describe('what is tolerated hides nothing else that failed', () => {
  const syntax = "src/part9.c:3:5: error: expected ';' before 'return'"

  test.each([2, undefined])('an error of a parallel job right above what make ignores, exit code %s', (exitCode) => {
    const stop = 'make: *** [Makefile:12: obj/part9.o] Error 1'
    const { out, total, reported } = findingsOf([...objects, syntax, ignored, stop].join('\n'), exitCode)
    expect(out).toContain(syntax)
    expect({ total, reported }).toEqual({ total: 1, reported: 'failed' })
  })

  test.each([0, undefined])('more flaky tests are counted than are told of, exit code %s', (exitCode) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }), (others, count) => {
        const errors = Array.from(
          { length: others },
          (_, i) => `src/a${i}.ts(3,${i + 1}): error TS2304: Cannot find name 'x${i}'.`,
        )
        const names = Array.from({ length: count }, (_, i) => `    [chromium] › tax${i}.spec.ts:8:5 › rounds`)
        const lines = [...errors, ...passed, `  ${count} flaky`, ...names, '  60 passed (6.2s)']
        expect(findingsOf(lines.join('\n'), exitCode).total).toBe(others)
      }),
    )
  })
})
