import { describe, expect, test } from 'vitest'
import { DEFAULTS, formatSettings, parseSettings, parseThreshold } from './settings.ts'

describe('parseSettings', () => {
  test('reads what was written', () => {
    const settings = { mode: 'dry', threshold: 16_000, keep: ['npm run e2e'], capture: true } as const
    expect(parseSettings(formatSettings(settings))).toEqual(settings)
  })

  test.each(['', '[', 'null', '"on"', '{"mode":"loud","threshold":-1,"keep":"x","capture":"yes"}'])(
    '%j is the defaults',
    (text) => {
      expect(parseSettings(text)).toEqual(DEFAULTS)
    },
  )

  test('an empty text would keep every command, so it keeps none', () => {
    expect(parseSettings('{"keep":["", "  ", 3, "make"]}').keep).toEqual(['make'])
  })
})

test.each([
  ['16k', 16_000],
  ['16K', 16_000],
  ['2000', 2000],
  ['1999', undefined],
  ['10000k', 10_000_000],
  ['10001k', undefined],
  ['-5', undefined],
  ['16kb', undefined],
])('threshold %s', (text, chars) => {
  expect(parseThreshold(text)).toBe(chars)
})
