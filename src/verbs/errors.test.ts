import { expect, test } from 'vitest'
import { digest } from './digest.ts'
import { DietError, isDietError } from './errors.ts'

test('errors are told apart from others, also those of another copy of the package', () => {
  expect(isDietError(new DietError('bad-text', 'x'))).toBe(true)
  expect(isDietError(Object.assign(new Error('x'), { name: 'DietError', code: 'bad-text' }))).toBe(true)
  expect(isDietError(new Error('x'))).toBe(false)
  expect(isDietError({ name: 'DietError', code: 'bad-text' })).toBe(false)
})

test('digest takes null, as hosts hand it on from JSON, for what is absent', () => {
  const lines = Array.from({ length: 400 }, (_, i) => `worker ${i} took job ${i * 31}`).join('\n')
  const absent = JSON.parse('{"command":null,"tool":null,"exitCode":null,"query":null}') as object
  const { text, receipt } = digest(lines, { budget: 200 })
  expect(digest(lines, { budget: 200, ...absent })).toMatchObject({ text, receipt })
})
