import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseReceipt } from './parse-receipt.ts'
import { receiptSchema } from './schema.ts'
import type { Receipt } from './types.ts'
import { receiptFor, sample } from './verify/testing.ts'

const validate = new Ajv2020({ strict: true, allowUnionTypes: true, strictTuples: false }).compile(receiptSchema)

const parses = (json: unknown): boolean => {
  try {
    parseReceipt(json)
    return true
  } catch {
    return false
  }
}

const receipts: readonly Receipt[] = [
  sample().receipt,
  receiptFor('', '', [], { rung: 'whole', lossless: true }),
  receiptFor(
    'a\nb\n',
    'a\n',
    [
      [1, 1, 'kept'],
      [2, 2, 'cut'],
    ],
    {
      verb: 'pack',
      profile: 'jest',
      key: '0123456789abcdef01234567',
      stages: { dedupe: 0, extract: 1, summarize: 0 },
      protected: { kept: 1, missing: ['x'] },
      notes: ['one'],
    },
  ),
]

type Json = Record<string, unknown>
const copy = (receipt: Receipt): Json => JSON.parse(JSON.stringify(receipt))

describe('a right receipt', () => {
  it.each(receipts.map((receipt) => [receipt.verb, receipt] as const))('of %s', (_, receipt) => {
    const json = copy(receipt)
    expect(validate(json), JSON.stringify(validate.errors)).toBe(true)
    expect(parseReceipt(json)).toEqual(receipt)
  })
})

describe('a wrong field is named in one sentence', () => {
  const cases: readonly (readonly [string, (json: Json) => void, string])[] = [
    ['another version', (json) => Object.assign(json, { version: 2 }), 'receipt.version must be 1.'],
    ['no rung', (json) => delete json.rung, 'receipt.rung is missing.'],
    ['unknown field', (json) => Object.assign(json, { extra: 1 }), 'receipt.extra is not a field of a receipt.'],
    [
      'unknown rung',
      (json) => Object.assign(json, { rung: 'best' }),
      'receipt.rung must be one of "whole", "lossless", "selected", "outline".',
    ],
    ['short key', (json) => Object.assign(json, { key: 'abc' }), 'receipt.key must be 24 hex characters or null.'],
    [
      'negative budget',
      (json) => Object.assign(json, { budget: -1 }),
      'receipt.budget must be a whole number of 0 or more, or null.',
    ],
    [
      'half a line',
      (json) => Object.assign(json.source as Json, { lines: 1.5 }),
      'receipt.source.lines must be a whole number of 0 or more.',
    ],
    [
      'fate without a name',
      (json) => Object.assign(json.fates as unknown[], { 1: [2, 2] }),
      'receipt.fates[1] must be a list of first line, last line, fate and perhaps a line that stands for it.',
    ],
    [
      'index of texts',
      (json) => Object.assign(json.findings as Json, { index: ['L5'] }),
      'receipt.findings.index[0] must be a list of first and last line.',
    ],
    ['no exit code', (json) => Object.assign(json, { verdict: { reported: null } }), 'receipt.verdict.exitCode is missing.'],
    ['notes as a text', (json) => Object.assign(json, { notes: 'none' }), 'receipt.notes must be a list.'],
  ]
  it.each(cases)('%s', (_, damage, sentence) => {
    const json = copy(sample().receipt)
    damage(json)
    expect(() => parseReceipt(json)).toThrow(new Error(sentence))
    expect(validate(json)).toBe(false)
  })

  it.each([[null], [[]], ['{}'], [1]])('not an object: %j', (json) => {
    expect(() => parseReceipt(json)).toThrow('receipt must be an object.')
    expect(validate(json)).toBe(false)
  })
})

/** Every place in a JSON value, as a path of keys. */
const pathsOf = (value: unknown, path: readonly string[] = []): (readonly string[])[] =>
  typeof value !== 'object' || value === null
    ? [path]
    : [path, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]))]

const replaceAt = (json: Json, path: readonly string[], value: unknown): unknown => {
  if (path.length === 0) return value
  let at = json as Json
  for (const key of path.slice(0, -1)) at = at[key] as Json
  const last = path.at(-1)!
  if (value === undefined && !Array.isArray(at)) delete at[last]
  else at[last] = value ?? null
  return json
}

describe('schema and shape check', () => {
  it('agree on every damage of one place', () => {
    const value = fc.constantFrom<unknown>(
      undefined,
      null,
      true,
      0,
      1,
      -1,
      1.5,
      '',
      'kept',
      'x',
      [],
      {},
      [1],
      [1, 2],
      [1, 2, 'cut', 0],
    )
    fc.assert(
      fc.property(fc.constantFrom(...receipts), fc.nat(), value, (receipt, at, given) => {
        const paths = pathsOf(copy(receipt))
        const damaged = replaceAt(copy(receipt), paths[at % paths.length]!, given)
        expect(parses(damaged)).toBe(validate(damaged))
      }),
      { numRuns: 3000 },
    )
  })

  it('the published file is the schema', () => {
    const file = readFileSync(new URL('../../schema/receipt.schema.json', import.meta.url), 'utf8')
    expect(JSON.parse(file)).toEqual(receiptSchema)
  })
})
