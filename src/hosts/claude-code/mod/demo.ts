/** A test run for `/diet demo`: made up, the same each time. */

const FAILURE = `  not ok 214 - cart adds the oversize fee at the weight limit
    expected: 2690
    received: 2240
    at addFees (src/cart/fees.ts:41:12)
    at quote (src/cart/quote.ts:17:9)`

export const demoLog = (): string =>
  [
    '> shop@2.4.0 test',
    ...Array.from({ length: 400 }, (_, at) => (at === 213 ? FAILURE : `  ok ${at + 1} - cart case ${at + 1} keeps its total`)),
    '# tests 400',
    '# pass 399',
    '# fail 1',
    '',
  ].join('\n')
