/** The shape of a receipt, checked by hand: hooks read receipts and load no schema library. */
import { FATES, type Receipt, RUNGS } from './types.ts'

/** A sentence on what is wrong with the value of the field `at`, or undefined. */
type Check = (value: unknown, at: string) => string | undefined

const isInteger = (value: unknown, minimum: number): boolean => Number.isInteger(value) && (value as number) >= minimum

const test =
  (holds: (value: unknown) => boolean, what: string): Check =>
  (value, at) =>
    holds(value) ? undefined : `${at} must be ${what}.`

const count = test((value) => isInteger(value, 0), 'a whole number of 0 or more')
const line = test((value) => isInteger(value, 1), 'a line number, a whole number of 1 or more')
const flag = test((value) => typeof value === 'boolean', 'true or false')
const text = test((value) => typeof value === 'string', 'a text')
const name = test((value) => typeof value === 'string' && value !== '', 'a text that is not empty')
const key = test(
  (value) => value === null || (typeof value === 'string' && /^[0-9a-f]{24}$/.test(value)),
  '24 hex characters or null',
)

const orNull =
  (check: Check): Check =>
  (value, at) =>
    value === null ? undefined : check(value, at)?.replace(/\.$/, ', or null.')

const oneOf = (values: readonly unknown[]): Check =>
  test((value) => values.includes(value), `one of ${values.map((value) => JSON.stringify(value)).join(', ')}`)

const listOf =
  (check: Check): Check =>
  (value, at) => {
    if (!Array.isArray(value)) return `${at} must be a list.`
    for (let i = 0; i < value.length; i++) {
      const problem = check(value[i], `${at}[${i}]`)
      if (problem !== undefined) return problem
    }
    return undefined
  }

const fields =
  (checks: Readonly<Record<string, Check>>, optional: readonly string[] = []): Check =>
  (value, at) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${at} must be an object.`
    const unknown = Object.keys(value).find((field) => !Object.hasOwn(checks, field))
    if (unknown !== undefined) return `${at}.${unknown} is not a field of a receipt.`
    for (const [field, check] of Object.entries(checks)) {
      if (!Object.hasOwn(value, field)) {
        if (optional.includes(field)) continue
        return `${at}.${field} is missing.`
      }
      const problem = check((value as Record<string, unknown>)[field], `${at}.${field}`)
      if (problem !== undefined) return problem
    }
    return undefined
  }

const FATE_NAMES: ReadonlySet<unknown> = new Set(FATES)

/* There may be a million of these: the field's name is put together only when it is wrong. */
const isFateRange = (value: unknown): boolean =>
  Array.isArray(value) &&
  (value.length === 3 || (value.length === 4 && isInteger(value[3], 1))) &&
  isInteger(value[0], 1) &&
  isInteger(value[1], 1) &&
  FATE_NAMES.has(value[2])

const fates: Check = (value, at) => {
  if (!Array.isArray(value)) return `${at} must be a list.`
  for (let i = 0; i < value.length; i++) {
    if (!isFateRange(value[i]))
      return `${at}[${i}] must be a list of first line, last line, fate and perhaps a line that stands for it.`
  }
  return undefined
}

const range = test(
  (value) => Array.isArray(value) && value.length === 2 && isInteger(value[0], 1) && isInteger(value[1], 1),
  'a list of first and last line',
)

const spot = test(
  (value) => Array.isArray(value) && value.length === 2 && isInteger(value[0], 1) && isInteger(value[1], 0),
  'a list of line and offset',
)

const sizes = fields({ lines: count, chars: count, bytes: count, tokens: count })
const account = fields({ total: count, shown: count, indexed: count })

const receipt = fields(
  {
    version: test((value) => value === 1, '1'),
    verb: oneOf(['digest', 'dedupe', 'extract', 'summarize', 'pack']),
    kind: name,
    profile: orNull(text),
    rung: oneOf(RUNGS),
    verbatim: flag,
    lossless: flag,
    key,
    counter: name,
    budget: orNull(count),
    source: sizes,
    output: sizes,
    removed: fields({ repeat: count, near: count, folded: count, noise: count, cut: count, blank: count }),
    stages: fields({ dedupe: count, extract: count, summarize: count }),
    fates,
    findings: fields(
      {
        failures: account,
        warnings: account,
        index: listOf(range),
        titles: listOf(line),
        spots: fields({ shown: listOf(spot), indexed: listOf(spot) }),
      },
      ['titles', 'spots'],
    ),
    verdict: fields({
      exitCode: test((value) => value === null || Number.isInteger(value), 'a whole number or null'),
      reported: oneOf(['passed', 'failed', null]),
    }),
    protected: fields({ kept: count, missing: listOf(text) }),
    normalized: fields({ ansi: count, cr: count }),
    notes: listOf(text),
  },
  ['stages'],
)

/** A sentence that names the first field that is wrong, or undefined when the shape is right. Linear in the receipt. */
export const shapeProblem = (json: unknown): string | undefined => receipt(json, 'receipt')

/** Takes a parsed JSON value for a receipt, or throws an Error with one sentence that names the wrong field. */
export const parseReceipt = (json: unknown): Receipt => {
  const problem = shapeProblem(json)
  if (problem !== undefined) throw new Error(problem)
  return json as Receipt
}
