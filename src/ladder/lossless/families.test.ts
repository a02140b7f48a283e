/**
 * 145 different errors of some 160 chars each must come back from 4,000 chars, head included: realistic families, each with
 * its own wording and its own way to vary.
 */
import { describe, expect, it } from 'vitest'
import { formatHead } from '../../receipt/notes.ts'
import { createSource } from '../../source/source.ts'
import { decodeLossless, encodeLossless } from './lossless.ts'

const LIMIT = 4000
const COUNT = 145

/** Numbers in [0, 1) that only depend on the seed. */
const createRandom = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const pad = (value: number, width: number): string => String(value).padStart(width, '0')
const pick = <T>(random: () => number, list: readonly T[]): T => list[Math.floor(random() * list.length)]!
const hex = (random: () => number, width: number): string =>
  Array.from({ length: width }, () => pick(random, [...'0123456789abcdef'])).join('')
const lines = (line: (i: number) => string): string => Array.from({ length: COUNT }, (_, i) => `${line(i)}\n`).join('')

const settlements = (): string => {
  const random = createRandom(1)
  return lines((i) => {
    const time = new Date(Date.UTC(2024, 4, 1, 10, 0, 7, 113) + i * 1007).toISOString()
    return `${time} ERROR [worker-${pad(i % 8, 2)}] OrderService: failed to settle invoice INV-${10_007 + i}: upstream gateway timeout after ${3007 + i} ms at src/billing/settle.ts:${107 + i}:13 (request req_${hex(random, 6)})`
  })
}

const declinedCards = (): string => {
  const random = createRandom(2)
  const users = ['alice', 'bob', 'carol', 'dave', 'erin', 'frank', 'grace']
  return lines(
    (i) =>
      `[${pad(i + 1, 3)}/145] level=error user=${users[i % 7]} action=checkout cart=${1000 + Math.floor(random() * 9000)} total=${Math.floor(random() * 500)}.${pad(Math.floor(random() * 100), 2)} reason="the payment provider declined the card" trace=${hex(random, 6)} at handlers/checkout.js:${88 + (i % 13)}`,
  )
}

const FOLDERS = ['billing', 'orders', 'users', 'shipping']
const FILES = Array.from(
  { length: 20 },
  (_, k) =>
    `packages/server/src/modules/${FOLDERS[k % 4]}/${['service', 'controller', 'repository', 'helpers', 'types'][k % 5]}.ts`,
)

const compilerErrors = (): string => {
  const random = createRandom(3)
  const types = ['string', 'number', 'boolean', 'Order', 'Invoice', 'undefined']
  const names = ['total', 'amount', 'items', 'customer', 'currency', 'id']
  const messages = [
    () =>
      `error TS2322: Type '${pick(random, types)}' is not assignable to type '${pick(random, types)}'. Check the declaration in this module.`,
    () =>
      `error TS2339: Property '${pick(random, names)}' does not exist on type '${pick(random, types)}'. Did you forget to extend the interface?`,
    () =>
      `error TS2345: Argument of type '${pick(random, types)}' is not assignable to parameter of type '${pick(random, types)}' here.`,
    () =>
      `error TS7006: Parameter '${pick(random, names)}' implicitly has an 'any' type, which the strict flag of this project forbids.`,
    () =>
      `error TS2304: Cannot find name '${pick(random, names)}'. Add the missing import or declare the value in the same scope.`,
  ]
  return lines(
    (i) =>
      `${FILES[Math.floor(i / 7.3)]}(${1 + Math.floor(random() * 400)},${1 + Math.floor(random() * 60)}): ${pick(random, messages)()}`,
  )
}

const KINDS: readonly ((i: number) => string)[] = [
  (i) =>
    `connection to database replica db-${i % 5}.internal refused after ${100 + i} attempts, giving up on the pool and marking the node`,
  (i) =>
    `could not parse payload of message ${50_000 + i * 3}: unexpected token at position ${i * 11} while reading the customer address`,
  (i) =>
    `disk usage on volume /mnt/data-${i % 4} above threshold: ${80 + (i % 20)} percent used, writes are rejected until space is freed`,
  (i) =>
    `certificate for host edge-${pad(i, 3)}.example.com expires in ${i} days and the renewal hook exited with status ${i % 3}`,
  (i) =>
    `scheduler missed heartbeat of job nightly-${i}: last seen ${i * 60} seconds ago, rescheduling on another executor with backoff`,
  (i) =>
    `cache shard ${i % 16} evicted hot key session:${(i * 7919) % 65_536} under memory pressure, hit ratio dropped below the floor`,
  (i) =>
    `validation failed for field email in form signup-${i}: value does not look like an address, submission was dropped silently`,
  (i) =>
    `rate limiter blocked client 10.0.${i % 256}.7 for ${i * 2} seconds because it exceeded its quota of requests for the window`,
  (i) =>
    `migration step ${i} left table accounts_${i % 9} locked, rolling back and alerting the engineer on call through the pager`,
  (i) =>
    `message broker rejected publish to topic events.${i % 6} with code ${400 + (i % 30)}: not authorized for this partition key`,
  (i) =>
    `thumbnail worker crashed on asset ${7000 + i}: image dimensions exceed the limit and the fallback encoder is not available`,
  (i) =>
    `feature flag service returned stale snapshot ${i * 100}, falling back to defaults baked into the binary at compile time`,
]

const cyclingKinds = (): string =>
  lines((i) => `2024-05-01 10:${pad(Math.floor(i / 60), 2)}:${pad(i % 60, 2)} ERROR ${KINDS[i % 12]!(i)}`)

const mixedKinds = (): string => {
  const random = createRandom(4)
  return lines((i) => `ERROR #${i}: ${pick(random, KINDS)(i)}`)
}

const hashedTests = (): string =>
  lines(
    (i) =>
      `FAIL test/unit/case-${i}.spec.js > suite ${i % 12} > handles input ${(i * 7919) % 10_007} without losing precision (expected ${(i * 31) % 97}, received ${((i * 31) % 97) + 1}) id=${((i * 2_654_435_761) >>> 0).toString(16).padStart(8, '0')} at test/unit/helpers/assert-equal.js:41`,
  )

const wordSalad = (): string => {
  const random = createRandom(5)
  const words = 'time cache index queue token block graph node state frame value stack event model query batch'.split(' ')
  const word = (): string => pick(random, words)
  return lines(
    (i) =>
      `error ${i}: ${word()} ${word()} could not be resolved by the ${word()} layer while waiting for ${word()}; the retry budget of ${word()} is exhausted after ${i} tries, see section ${word()} of the runbook`,
  )
}

const stackedTests = (): string =>
  Array.from(
    { length: 36 },
    (_, i) =>
      `FAIL src/modules/cart/discount-${pad(i, 2)}.test.ts > applies the ${['summer', 'winter', 'loyalty'][i % 3]} voucher number ${i * 3} to a cart with several items of different weight and origin\nAssertionError: expected ${i * 17} to be ${i * 17 + 4} (the price after tax, in cents, as the customer sees it in the last step of the checkout)\n    at src/modules/cart/discount-${pad(i, 2)}.test.ts:${20 + i * 5}:11\n    at processTicksAndRejections (node:internal/process/task_queues:95:5) in the test runner of worker ${i + 4}\n`,
  ).join('')

const FAMILIES = { settlements, declinedCards, compilerErrors, cyclingKinds, mixedKinds, hashedTests, wordSalad, stackedTests }

describe('145 different errors in 4,000 chars', () => {
  for (const [name, family] of Object.entries(FAMILIES)) {
    it(`rebuilds ${name}`, () => {
      const source = createSource(family())
      expect(source.lines).toBeGreaterThanOrEqual(144)
      expect(source.text.length).toBeGreaterThan(15_000)
      expect(new Set(source.text.split('\n')).size).toBe(source.lines + 1)
      const facts = {
        sourceLines: source.lines,
        sourceTokens: 9999,
        outputTokens: 999,
        failures: { shown: COUNT, total: COUNT },
        exitCode: 1,
      }
      const headOf = (outputLines: number, remarks: readonly string[]): string =>
        formatHead({ ...facts, outputLines, remarks, original: '.context-diet/0123456789abcdef01234567.txt' })
      const encoded = encodeLossless(source, { maxChars: LIMIT - headOf(999, []).length - 1 })!
      const rows = encoded.body.split('\n')
      const text = `${headOf(rows.length + 1, encoded.remarks)}\n${encoded.body}\n`
      expect(text.length).toBeLessThanOrEqual(LIMIT)
      expect(decodeLossless(text)).toBe(source.text)
    })
  }

  it('costs no more than the ids themselves where those are random', () => {
    const random = createRandom(6)
    const source = createSource(
      lines(
        (i) =>
          `ERROR job ${i} of the nightly export failed and left a lock behind, see request ${hex(random, 6)} in the audit log`,
      ),
    )
    const encoded = encodeLossless(source, { maxChars: 145 * 6 + 200 })!
    expect(decodeLossless(`[diet] 145 -> 2 lines, 9 -> 9 tokens.\n${encoded.body}`)).toBe(source.text)
  })
})
