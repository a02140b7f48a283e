import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { toFailure } from '../src/errorHandler.js'

describe('errorHandler', () => {
  for (const code of ['ETIMEDOUT', 'ECONNRESET']) {
    test(`retries after error ${code}`, () => {
      assert.equal(toFailure(code).retry, true)
    })
  }
  test('does not retry a failed label', () => {
    assert.equal(toFailure('EBADLABEL').retry, false)
  })
  test('reports 0 errors for no code', () => {
    assert.equal(toFailure('').code, 'unknown_error')
  })
})
