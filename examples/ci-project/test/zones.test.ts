import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { zoneOf } from '../src/zones.js'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

describe('zones', () => {
  for (const first of LETTERS) {
    for (const second of LETTERS.filter((_, at) => at < 17)) {
      test(`${first}${second} has a zone`, () => {
        const zone = zoneOf(first + second)
        assert.equal(zone >= 1 && zone <= 4, true)
      })
    }
  }
  test('rejects small letters', () => {
    assert.throws(() => zoneOf('de'), { message: 'not a country code: de' })
  })
})
