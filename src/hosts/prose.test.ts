import { expect, test } from 'vitest'
import { isProse } from './prose.ts'

const repeat = (line: (n: number) => string): string => Array.from({ length: 60 }, (_, n) => line(n)).join('\n')

test.each([
  ['paragraphs', repeat((n) => `The committee met again on that day and number ${n} of its members asked for a longer pause.`)],
  ['German', repeat(() => 'Der Ausschuss traf sich noch einmal und bat um eine lange Pause, bevor er weiter arbeiten wollte.')],
])('%s are prose', (_, text) => {
  expect(isProse(text)).toBe(true)
})

test.each([
  ['a log', repeat((n) => `2026-01-02T03:04:05Z INFO worker ${n} took the next job from the queue and started it`)],
  [
    'compiler errors',
    repeat((n) => `src/a${n}.ts(3,9): error TS2322: Type 'string' is not assignable to type 'number' in this place`),
  ],
  ['test names', repeat((n) => `ok ${n} - adds`)],
  ['rows', repeat((n) => `${n},${n * 7},${n * 13},item-${n},${n % 9}`)],
  ['nothing', ''],
])('%s is not', (_, text) => {
  expect(isProse(text)).toBe(false)
})
