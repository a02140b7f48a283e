/** Prints a run of many test suites as a runner does: a line for each, the failures, the summary. Usage: node suites.mjs [--plain] SUITES [FAILING...] */
const words = process.argv.slice(2)
const plain = words[0] === '--plain'
const [count, ...failing] = words.slice(plain ? 1 : 0).map(Number)
const failure = (n) => [
  `  ● suite ${n} › keeps the total of order ${n}`,
  '',
  '    expect(received).toBe(expected)',
  `    Expected: ${1000 + n}`,
  `    Received: ${2000 + n}`,
  '',
  `      at Object.<anonymous> (src/orders/order${n}.test.ts:${(n % 90) + 1}:15)`,
  '',
]
const lines = []
for (let n = 1; n <= count; n++) {
  lines.push(`${failing.includes(n) ? 'FAIL' : 'PASS'} src/orders/order${n}.test.ts (${((n * 37) % 97) / 10 + 1} s)`)
  if (failing.includes(n)) lines.push(...failure(n))
}
if (!plain && failing.length > 0) lines.push('', 'Summary of all failing tests')
if (!plain) for (const n of failing) lines.push(`FAIL src/orders/order${n}.test.ts`, ...failure(n))
lines.push('')
lines.push(`Test Suites: ${failing.length} failed, ${count - failing.length} passed, ${count} total`)
lines.push(`Tests:       ${failing.length} failed, ${count * 4} passed, ${count * 4 + failing.length} total`)
console.log(lines.join('\n'))
process.exitCode = failing.length > 0 ? 1 : 0
