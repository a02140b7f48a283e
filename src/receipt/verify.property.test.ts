/** Random sources and random legal selections verify; one changed char of what is shown does not. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { viewWith } from '../source/view.ts'
import { formatCap, formatGap, formatImitations, formatRepeat, formatShortGap } from './notes.ts'
import type { FateRange, LineRange, Receipt } from './types.ts'
import { receiptFor, type Sample, settle, withHead } from './verify/testing.ts'
import { verify } from './verify.ts'

const RUNS = { numRuns: 400 }

const plain = fc.constantFrom(
  'a',
  'b',
  'ab',
  'error: x',
  '  indented',
  'tab\there',
  'é😀',
  'lone \ud83d',
  'x'.repeat(90),
  '日本語',
)
const blank = fc.constantFrom('', ' ', '\t', '  \t')
const hostile = fc.constantFrom(
  '[diet]',
  '[diet] L1',
  '[diet] L2-3 not shown: 2 lines',
  '[diet] + same line 1 time: L2',
  '[diet] 1 more failure: L1',
  '[diet] 3 -> 2 lines, 9 -> 9 tokens.',
  'x [diet] + 3 chars of L1',
  '[diet] all is well',
)
const redrawn = fc.constantFrom('10%\r20%', '\x1b[31mred\x1b[0m', 'a\r', '\r', '\x1b[2K\rdone', '\x1b[1m[diet] L1\x1b[0m')

const line = (...kinds: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> => fc.oneof(...kinds)

interface Plan {
  readonly lines: readonly string[]
  readonly eols: readonly string[]
  readonly keep: readonly boolean[]
  readonly form: 'none' | 'short' | 'long'
  readonly normalize: boolean
}

const planOf = (text: fc.Arbitrary<string>): fc.Arbitrary<Plan> =>
  fc
    .array(fc.record({ text, eol: fc.constantFrom('\n', '\n', '\r\n'), keep: fc.boolean() }), { minLength: 1, maxLength: 14 })
    .chain((rows) =>
      fc
        .record({
          unfinished: fc.boolean(),
          form: fc.constantFrom('none' as const, 'short' as const, 'long' as const),
          normalize: fc.boolean(),
        })
        .map(({ unfinished, form, normalize }) => ({
          lines: rows.map((row) => row.text),
          /* A CR before LF would be the line end. */
          eols: rows.map(({ text, eol }, i) =>
            unfinished && i === rows.length - 1 && text !== '' ? '' : text.endsWith('\r') ? '\r\n' : eol,
          ),
          keep: rows.map((row) => row.keep),
          form,
          normalize,
        })),
    )

const toRange = (ranges: FateRange[], n: number, fate: FateRange[2], ref?: number): void => {
  ranges.push(ref === undefined ? [n, n, fate] : [n, n, fate, ref])
}

/** Fates for a selection: a removed line repeats a kept one where it can, is blank where it is, else it is cut. */
const fatesOf = ({ lines, keep }: Plan): FateRange[] => {
  const ranges: FateRange[] = []
  lines.forEach((text, i) => {
    const first = lines.findIndex((other, at) => keep[at] === true && other === text)
    if (keep[i] === true) toRange(ranges, i + 1, 'kept')
    else if (text.trim() === '') toRange(ranges, i + 1, 'blank')
    else if (first >= 0) toRange(ranges, i + 1, 'repeat', first + 1)
    else toRange(ranges, i + 1, 'cut')
  })
  return ranges
}

const gapOf = ({ lines }: Plan, from: number, to: number): LineRange | undefined => {
  let a = from
  let b = to
  while (a <= b && lines[a - 1]!.trim() === '') a++
  while (b >= a && lines[b - 1]!.trim() === '') b--
  return a <= b ? [a, b] : undefined
}

const CAP_AT = 40

const shownText = ({ lines, normalize }: Plan, n: number): string => {
  const { text } = viewWith(lines[n - 1]!, { ansi: normalize, cr: normalize })
  return text.length > CAP_AT + 30 ? text.slice(0, CAP_AT) + formatCap(text.length - CAP_AT, n) : text
}

interface Written {
  readonly sample: Sample
  /** Numbers of the output lines that are content. */
  readonly content: readonly number[]
}

/** Writes the digest of a plan by the formatters, as the specification says. */
const write = (plan: Plan): Written => {
  const { lines, eols, keep, form } = plan
  const body: string[] = []
  const content: number[] = []
  let next = 1
  const annotate = (note: string): void => {
    if (body.length > 0 && !body.at(-1)!.endsWith('\n')) body.push(`${body.pop()}\n`)
    body.push(`${note}\n`)
  }
  const close = (to: number): void => {
    const gap = gapOf(plan, next, to)
    if (gap === undefined || form === 'none') return
    const above = lines[next - 2]
    const hidden = lines.slice(gap[0] - 1, gap[1])
    if (above !== undefined && keep[next - 2] === true && form === 'long' && hidden.every((text) => text === above))
      annotate(formatRepeat(hidden.length, [gap]))
    else annotate(form === 'long' ? formatGap(gap, 'some') : formatShortGap(gap))
  }
  lines.forEach((_, i) => {
    if (keep[i] !== true) return
    close(i)
    body.push(shownText(plan, i + 1) + eols[i]!)
    content.push(body.length)
    next = i + 2
  })
  close(lines.length)
  const source = lines.map((text, i) => text + eols[i]!).join('')
  const imitating = lines.flatMap((_, i): LineRange[] =>
    keep[i] === true && shownText(plan, i + 1).startsWith('[diet]') ? [[i + 1, i + 1]] : [],
  )
  const remarks = imitating.length === 0 ? [] : [formatImitations(imitating)]
  const output = form === 'none' ? body.join('') : withHead(source, body.join(''), { remarks })
  const views = lines
    .filter((_, i) => keep[i] === true)
    .map((text) => viewWith(text, { ansi: plan.normalize, cr: plan.normalize }))
  const normalized = { ansi: views.filter(({ ansi }) => ansi).length, cr: views.filter(({ cr }) => cr).length }
  const given: Partial<Receipt> = { verb: 'extract', normalized }
  return {
    sample: { source, output, receipt: receiptFor(source, output, fatesOf(plan), given) },
    content: form === 'none' ? content : content.map((n) => n + 1),
  }
}

const verifies = (sample: Sample): void => {
  expect(verify(sample)).toEqual({ ok: true })
}

describe('right digests verify', () => {
  it('of plain text', () => {
    fc.assert(
      fc.property(planOf(line(plain, plain, blank)), (plan) => verifies(write(plan).sample)),
      RUNS,
    )
  })

  it('of few different lines, so that most repeat', () => {
    fc.assert(
      fc.property(planOf(fc.constantFrom('a', 'b', '')), (plan) => verifies(write(plan).sample)),
      RUNS,
    )
  })

  it('of sources that imitate annotations', () => {
    fc.assert(
      fc.property(planOf(line(hostile, hostile, plain, blank)), (plan) => verifies(write(plan).sample)),
      RUNS,
    )
  })

  it('of redrawn and coloured lines, normalized or not', () => {
    fc.assert(
      fc.property(planOf(line(redrawn, redrawn, plain, hostile)), (plan) => verifies(write(plan).sample)),
      RUNS,
    )
  })
})

/** Changes one char of the text of one content line, never its line end. */
const mutateLine = (
  { sample, content }: Written,
  which: number,
  at: number,
  how: 'replace' | 'insert' | 'delete',
): Sample | undefined => {
  /* Nothing may be left of an unfinished last line. */
  if (content.length === 0 || sample.output === '') return undefined
  const lines = sample.output.split(/(?<=\n)/)
  const index = content[which % content.length]! - 1
  const raw = lines[index] ?? ''
  const text = raw.replace(/\r?\n$/, '')
  const end = raw.slice(text.length)
  if (text === '' && how !== 'insert') return undefined
  const offset = at % (how === 'insert' ? text.length + 1 : text.length)
  const char = text[offset] === 'q' ? 'z' : 'q'
  lines[index] = text.slice(0, offset) + (how === 'delete' ? '' : char) + text.slice(how === 'insert' ? offset : offset + 1) + end
  return { ...sample, output: lines.join('') }
}

describe('one changed char of what is shown does not verify', () => {
  const change = fc.constantFrom('replace' as const, 'insert' as const, 'delete' as const)
  const check = (text: fc.Arbitrary<string>): void =>
    fc.assert(
      fc.property(planOf(text), fc.nat(), fc.nat(), change, (plan, which, at, how) => {
        const mutated = mutateLine(write(plan), which, at, how)
        fc.pre(mutated !== undefined)
        expect(verify(settle(mutated))).toMatchObject({ ok: false })
      }),
      RUNS,
    )

  it('of plain text', () => check(line(plain, blank)))
  it('of sources that imitate annotations', () => check(line(hostile, plain)))
  it('of redrawn and coloured lines', () => check(line(redrawn, plain)))
})

it('one content line less does not verify', () => {
  fc.assert(
    fc.property(planOf(line(plain, blank)), fc.nat(), (plan, which) => {
      const { sample, content } = write(plan)
      fc.pre(content.length > 0)
      const lines = sample.output.split(/(?<=\n)/)
      lines.splice(content[which % content.length]! - 1, 1)
      expect(verify(settle({ ...sample, output: lines.join('') }))).toMatchObject({ ok: false })
    }),
    RUNS,
  )
})

it('one fate changed does not verify', () => {
  fc.assert(
    fc.property(planOf(line(plain, blank)), fc.nat(), (plan, which) => {
      const { sample } = write(plan)
      const fates = [...sample.receipt.fates]
      const at = which % fates.length
      const [n, , fate] = fates[at]!
      fates[at] = [n, n, fate === 'kept' ? 'cut' : 'kept']
      const receipt = { ...sample.receipt, fates }
      expect(verify(settle({ ...sample, receipt }))).toMatchObject({ ok: false })
    }),
    RUNS,
  )
})
