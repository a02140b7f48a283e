import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { quote } from '../src/rates.js'

const price = (grams: number): number => quote({ grams, country: 'SE', express: false }).price.cents

describe('surcharge', () => {
  for (const kilos of [1, 2, 3, 5, 8, 13, 21, 29]) {
    test(`charges ${kilos} kg by the kilogram`, () => {
      assert.equal(price(kilos * 1000), 890 + kilos * 45)
    })
  }
  test('adds the oversize fee from 30 kg', () => {
    assert.equal(price(30_000), 890 + 30 * 45 + 360)
  })
  test('charges a kilogram that is begun', () => {
    assert.equal(price(1001), 890 + 2 * 45)
  })
})
