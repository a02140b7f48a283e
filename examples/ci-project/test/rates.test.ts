import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { quote } from '../src/rates.js'

const COUNTRIES = ['DE', 'FR', 'ES', 'SE', 'GR', 'TR', 'US', 'JP']

describe('rates', () => {
  for (const country of COUNTRIES) {
    describe(country, () => {
      for (let grams = 500; grams <= 30_000; grams += 1500) {
        test(`quotes ${grams} g`, () => {
          const { price } = quote({ grams, country, express: false })
          assert.equal(price.currency, 'EUR')
        })
      }
    })
  }
  test('adds the oversize fee at the weight limit', () => {
    const parcel = { grams: 31_500, country: 'SE', express: false }
    assert.deepEqual(quote(parcel), { zone: 2, price: { cents: 2690, currency: 'EUR' }, express: false })
  })
  test('refuses what is heavier', () => {
    assert.throws(() => quote({ grams: 31_501, country: 'SE', express: false }), { message: 'too heavy: 31501 g' })
  })
})
