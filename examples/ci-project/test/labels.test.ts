import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkDigit, trackingNumber } from '../src/labels.js'

describe('labels', () => {
  for (let serial = 1; serial <= 173; serial++) {
    test(`tracking number of serial ${serial * 7919} ends with its check digit`, () => {
      const label = trackingNumber(serial * 7919)
      assert.equal(Number(label.at(-1)), checkDigit(label.slice(2, -1)))
    })
  }
  test('known number', () => {
    assert.equal(trackingNumber(1), 'PX000000000017')
  })
})
