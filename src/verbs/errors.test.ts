import { expect, test } from 'vitest'
import { DietError, isDietError } from './errors.ts'

test('errors are told apart from others, also those of another copy of the package', () => {
  expect(isDietError(new DietError('bad-text', 'x'))).toBe(true)
  expect(isDietError(Object.assign(new Error('x'), { name: 'DietError', code: 'bad-text' }))).toBe(true)
  expect(isDietError(new Error('x'))).toBe(false)
  expect(isDietError({ name: 'DietError', code: 'bad-text' })).toBe(false)
})
