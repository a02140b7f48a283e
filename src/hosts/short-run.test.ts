import { expect, test } from 'vitest'
import { asShortRun } from './short-run.ts'

const compiles = (): string => {
  // Both ways of running give the same answers; that they are set back is seen by the compiled code that the hook keeps.
  return 'a1b22'.replace(/\d+/g, (digits) => `<${digits}>`)
}

test.each([10, 2_000_000])('gives what the action gives, for %d characters', async (chars) => {
  expect(await asShortRun(chars, async () => compiles())).toBe('a<1>b<22>')
})

test('an error of the action is its error', async () => {
  await expect(asShortRun(10, async () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})
