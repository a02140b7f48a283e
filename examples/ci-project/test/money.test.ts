import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addPercent, formatMoney, parseMoney } from '../src/money.js'

const CURRENCIES = ['EUR', 'CHF', 'SEK', 'PLN', 'CZK']

describe('money', () => {
  for (const currency of CURRENCIES) {
    describe(currency, () => {
      for (let cents = 105; cents < 4200; cents += 117) {
        const text = formatMoney({ cents, currency })
        test(`reads and prints ${text}`, () => {
          assert.deepEqual(parseMoney(text), { cents, currency })
        })
      }
    })
  }
  test('rejects an amount without currency', () => {
    assert.throws(() => parseMoney('12.50'), { message: 'not an amount: 12.50' })
  })
  test('rounds half up when a percentage is added', () => {
    assert.equal(addPercent({ cents: 1250, currency: 'EUR' }, 2.2).cents, 1278)
  })
})
