/**
 * Rules for a sequence of whole numbers whose first one is known:
 * `+3` adds 3 on each next line of the template, `+3/L` on each line of the source, `+1 every 4` on each fourth (`4@1`:
 * the first of them is the second of its four), `in 0..59` wraps around; `+3*4-9+3` is one step per line, `*4` four times the same.
 */
import type { NumberFormat } from './numbers.ts'
import type { Scanner } from './scan.ts'

interface Stepping {
  readonly step: number
  readonly perLine: boolean
  /** Values change each so many lines. */
  readonly every: number
  /** Lines of the first group that lie before the first value. */
  readonly phase: number
  /** Values wrap around inside this range, both ends included. */
  readonly range?: readonly [low: number, high: number] | undefined
}

const STEADY = { perLine: false, every: 1, phase: 0 } as const

/** The k-th value; both directions use it, so that what is written is what is read. */
const valueAt = (first: number, lines: readonly number[], k: number, rule: Stepping): number => {
  const distance = rule.perLine ? lines[k]! - lines[0]! : k
  const moved = first + rule.step * Math.floor((distance + rule.phase) / rule.every)
  if (rule.range === undefined) return moved
  const [low, high] = rule.range
  const size = high - low + 1
  return low + ((((moved - low) % size) + size) % size)
}

/** False when a value may leave the range in which doubles are exact. */
const isExact = (first: number, lines: readonly number[], rule: Stepping): boolean =>
  Number.isSafeInteger(Math.abs(rule.step) * (lines.at(-1)! - lines[0]! + rule.phase + 1) + first)

const matches = (numbers: readonly number[], lines: readonly number[], rule: Stepping): boolean =>
  isExact(numbers[0]!, lines, rule) && numbers.every((number, k) => valueAt(numbers[0]!, lines, k, rule) === number)

const differences = (numbers: readonly number[]): number[] => numbers.slice(1).map((number, i) => number - numbers[i]!)

/** Two different steps, one up and one down, are one step that wraps around; their distance is the size of the range. */
const wrapped = (numbers: readonly number[], steps: readonly number[]): Stepping[] => {
  const kinds = [...new Set(steps.filter((step) => step !== 0))].sort((a, b) => Math.abs(a) - Math.abs(b) || b - a)
  if (kinds.length !== 2) return []
  const size = Math.abs(kinds[1]! - kinds[0]!)
  const lowest = numbers.reduce((a, b) => Math.min(a, b))
  const lows = [...new Set([0, 1, lowest])].filter((low) => low <= lowest)
  return kinds.flatMap((step) => lows.map((low): Stepping => ({ ...STEADY, step, range: [low, low + size - 1] })))
}

/** Steps of a counter that wraps, seen on lines of which others lie between: only common sizes are tried. */
const wrappedPerLine = (numbers: readonly number[], lines: readonly number[]): Stepping[] => {
  const i = lines.findIndex((line, k) => k > 0 && line === lines[k - 1]! + 1)
  if (i < 0) return []
  const step = numbers[i]! - numbers[i - 1]!
  const lowest = numbers.reduce((a, b) => Math.min(a, b))
  const highest = numbers.reduce((a, b) => Math.max(a, b))
  const rules: Stepping[] = []
  for (const high of new Set([highest, 59, 99, 999, 23])) {
    for (const low of new Set([0, 1, lowest])) {
      if (low > lowest || high < highest || high <= low) continue
      const size = high - low + 1
      rules.push({ ...STEADY, perLine: true, step: ((step % size) + size) % size, range: [low, high] })
    }
  }
  return rules
}

/** A value that stays for equally many lines: the lengths of the first two groups say how it goes on. */
const slow = (numbers: readonly number[], steps: readonly number[]): Stepping[] => {
  const changes: number[] = []
  for (let i = 0; i < steps.length && changes.length < 2; i++) if (steps[i] !== 0) changes.push(i + 1)
  const [one, two] = changes
  if (one === undefined || two === undefined) return []
  const every = two - one
  if (every < 2 || one > every) return []
  const phase = every - one
  const plain: Stepping = { ...STEADY, step: steps[one - 1]!, every, phase }
  return [plain, ...wrapped(numbers, steps).map((rule) => ({ ...rule, every, phase }))]
}

const formatStep = (step: number, radix: string): string =>
  `${step < 0 ? '-' : '+'}${radix}${Math.abs(step).toString(radix === '' ? 10 : 16)}`

const formatStepping = (rule: Stepping, format: NumberFormat): string => {
  const bound = (value: number): string => format.radix + value.toString(format.radix === '' ? 10 : 16)
  const perLine = rule.perLine ? '/L' : ''
  const every = rule.every === 1 ? '' : ` every ${rule.every}${rule.phase === 0 ? '' : `@${rule.phase}`}`
  const range = rule.range === undefined ? '' : ` in ${bound(rule.range[0])}..${bound(rule.range[1])}`
  return formatStep(rule.step, format.radix) + format.unit + perLine + every + range
}

const formatSteps = (steps: readonly number[], radix: string): string => {
  let text = ''
  for (let i = 0; i < steps.length; ) {
    let next = i + 1
    while (next < steps.length && steps[next] === steps[i]) next++
    const once = formatStep(steps[i]!, radix)
    const counted = `${once}*${next - i}`
    const repeated = once.repeat(Math.min(next - i, 8))
    text += next - i <= 8 && repeated.length <= counted.length ? repeated : counted
    i = next
  }
  return text
}

/** The one rule that gives these numbers on these lines (at least two), if there is one. */
export const encodeSteady = (numbers: readonly number[], lines: readonly number[], format: NumberFormat): string | undefined => {
  const steps = differences(numbers)
  const perLine: Stepping = { ...STEADY, perLine: true, step: steps[0]! / (lines[1]! - lines[0]!) }
  const rules = [
    { ...STEADY, step: steps[0]! },
    perLine,
    ...wrapped(numbers, steps),
    ...slow(numbers, steps),
    ...wrappedPerLine(numbers, lines),
  ]
  const rule = rules.find((candidate) => Number.isInteger(candidate.step) && matches(numbers, lines, candidate))
  return rule && formatStepping(rule, format) + format.suffix
}

/** Step by step, whatever the numbers are. */
export const encodeSteps = (numbers: readonly number[], format: NumberFormat): string =>
  formatSteps(differences(numbers), format.radix) + format.suffix

export interface SequenceRule {
  readonly radix: string
  readonly suffix: string
  /** The numbers on these lines; undefined when the rule does not fit their count. */
  apply(first: number, lines: readonly number[]): number[] | undefined
}

const RADIX = /0[xX]/y
const HEX = /[\da-fA-F]{1,13}/y
const SUFFIX = / [ws]\d{1,2}/y
const UNIT = /[mu]?s/y

const parseNumber = (scanner: Scanner, radix: string): number | undefined => {
  if (radix === '') return scanner.integer()
  const digits = scanner.eat(radix) ? scanner.match(HEX) : undefined
  return digits === undefined ? undefined : Number.parseInt(digits, 16)
}

const parseRange = (scanner: Scanner, radix: string): readonly [number, number] | undefined => {
  const low = parseNumber(scanner, radix)
  const high = scanner.eat('..') ? parseNumber(scanner, radix) : undefined
  return low === undefined || high === undefined || high <= low ? undefined : [low, high]
}

/** What may follow a single step; undefined when it is malformed. */
const parseStepping = (scanner: Scanner, step: number, radix: string): Stepping | undefined => {
  scanner.match(UNIT)
  const perLine = scanner.eat('/L')
  const every = scanner.eat(' every ') ? scanner.integer() : 1
  const phase = scanner.eat('@') ? scanner.integer() : 0
  const isWrapped = scanner.eat(' in ')
  const range = isWrapped ? parseRange(scanner, radix) : undefined
  if (!every || phase === undefined || (isWrapped && range === undefined)) return undefined
  return { step, perLine, every, phase, range }
}

interface Step {
  readonly step: number
  /** Undefined when none is written: once, or on each line when it is the only step. */
  readonly count: number | undefined
}

const parseSteps = (scanner: Scanner): { readonly radix: string; readonly steps: readonly Step[] } | undefined => {
  const steps: Step[] = []
  let radix: string | undefined
  for (;;) {
    const sign = scanner.eat('+') ? 1 : scanner.eat('-') ? -1 : 0
    if (sign === 0) return radix === undefined ? undefined : { radix, steps }
    radix ??= scanner.peek(RADIX) ?? ''
    const value = parseNumber(scanner, radix)
    const isCounted = scanner.eat('*')
    const count = isCounted ? scanner.integer() : undefined
    if (value === undefined || (isCounted && count === undefined)) return undefined
    steps.push({ step: sign * value, count })
  }
}

/** The count is compared with the number of lines before anything is allocated: a hostile one costs nothing. */
const applySteps = (first: number, steps: readonly Step[], lines: number): number[] | undefined => {
  if (steps.reduce((sum, { count = 1 }) => sum + count, 1) !== lines) return undefined
  const numbers = [first]
  for (const { step, count = 1 } of steps) for (let i = 0; i < count; i++) numbers.push(numbers.at(-1)! + step)
  return numbers
}

/** Reads a rule that begins with a sign. */
export const parseSequence = (scanner: Scanner): SequenceRule | undefined => {
  const parsed = parseSteps(scanner)
  if (parsed === undefined) return undefined
  const { radix, steps } = parsed
  const [only] = steps
  const isSteady = steps.length === 1 && only!.count === undefined
  const rule = isSteady ? parseStepping(scanner, only!.step, radix) : undefined
  if (isSteady && rule === undefined) return undefined
  const apply = (first: number, lines: readonly number[]): number[] | undefined => {
    if (rule === undefined) return applySteps(first, steps, lines.length)
    return isExact(first, lines, rule) ? lines.map((_, k) => valueAt(first, lines, k, rule)) : undefined
  }
  return { radix, suffix: scanner.match(SUFFIX) ?? '', apply }
}
