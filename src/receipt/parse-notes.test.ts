import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatBlockRepeat,
  formatCap,
  formatFold,
  formatGap,
  formatHead,
  formatImitations,
  formatIndex,
  formatRepeat,
  formatShortGap,
} from './notes.ts'
import { parseCap, parseImitations, parseNote, parseRanges } from './parse-notes.ts'
import type { LineRange } from './types.ts'

describe('the annotations of the specification', () => {
  it('head', () => {
    const head =
      '[diet] 1204 -> 38 lines, 7593 -> 288 tokens. exit 1. failures shown 3 of 3. complete output, unmodified: .context-diet/8f3a.txt'
    expect(parseNote(head)).toEqual({
      type: 'head',
      sourceLines: 1204,
      outputLines: 38,
      sourceTokens: 7593,
      outputTokens: 288,
      exitCode: 1,
      failures: { shown: 3, total: 3 },
      remarks: [],
      original: '.context-diet/8f3a.txt',
    })
  })

  it('head with remarks alone', () => {
    const head = '[diet] 9 -> 2 lines, 90 -> 8 tokens. no failure recognised. 2 source lines imitate these notes: L40,77.'
    expect(parseNote(head)).toMatchObject({
      exitCode: undefined,
      failures: undefined,
      remarks: ['no failure recognised', '2 source lines imitate these notes: L40,77'],
      original: undefined,
    })
  })

  it('a path that looks like sentences stays a path', () => {
    const head = '[diet] 9 -> 2 lines, 90 -> 8 tokens. complete output, unmodified: a. exit 0. b.txt'
    expect(parseNote(head)).toMatchObject({ exitCode: undefined, original: 'a. exit 0. b.txt' })
  })

  it.each([
    ['[diet] L120-173 not shown: 54 lines (52 passing)', { type: 'gap', ranges: [[120, 173]], count: 54 }],
    ['[diet] L7 not shown: 1 line', { type: 'gap', ranges: [[7, 7]], count: 1 }],
    ['[diet] L120-173', { type: 'gap', ranges: [[120, 173]], count: undefined }],
    ['[diet] + 144 similar lines: L92-235', { type: 'fold', size: 1, times: 144, ranges: [[92, 235]] }],
    ['[diet] + same line 40 times: L11-50', { type: 'repeat', size: 1, times: 40, ranges: [[11, 50]] }],
    ['[diet] + same 3 lines 1 time: L4-6', { type: 'repeat', size: 3, times: 1, ranges: [[4, 6]] }],
    ['[diet] more of 2 shown failures: L9-12', { type: 'details', count: 2, ranges: [[9, 12]] }],
    ['[diet] 138 more failures: L235-372', { type: 'index', count: 138, ranges: [[235, 372]] }],
    [
      '[diet] 2 more TypeError: x failures: L2,9-11',
      {
        type: 'index',
        count: 2,
        ranges: [
          [2, 2],
          [9, 11],
        ],
      },
    ],
  ])('%s', (line, note) => {
    expect(parseNote(line)).toEqual(note)
  })
})

describe('what is not exactly of a known form is unknown', () => {
  it.each([
    '[diet]',
    '[diet] all tests passed',
    '[diet]L5-9',
    '[diet]  L5-9',
    '[diet] L5-9 ',
    '[diet] L9-5',
    '[diet] L5-5',
    '[diet] L05-9',
    '[diet] L0',
    '[diet] L5,4',
    '[diet] L5,5',
    '[diet] L5-9,9-12',
    '[diet] L5-9 not shown: 5 lines and no failure',
    '[diet] L5-9 not shown: five lines',
    '[diet] L5-9 not shown: 5 lines (a',
    '[diet] + 2 similar lines L7-8',
    '[diet] + -2 similar lines: L7-8',
    '[diet] + same line 2 times: ',
    '[diet] no more failures: L5',
    '[diet] 3 failures: L5-7',
    '[diet] 10 -> 5 lines, 9 -> 3 tokens',
    '[diet] 10 -> 5 lines. 9 -> 3 tokens.',
    '[diet] 10 -> 5 lines, 9 -> 3 tokens. complete output, unmodified: ',
    ' [diet] L5-9',
    '[DIET] L5-9',
  ])('%j', (line) => {
    expect(parseNote(line)).toEqual({ type: 'unknown' })
  })
})

describe('parseCap', () => {
  it('reads the end of a line', () => {
    expect(parseCap('abc [diet] + 98104 chars of L12')).toEqual({ at: 3, chars: 98104, line: 12 })
    expect(parseCap(' [diet] + 1 chars of L1')).toEqual({ at: 0, chars: 1, line: 1 })
  })

  it('takes the last of several', () => {
    expect(parseCap('a [diet] + 5 chars of L1 [diet] + 6 chars of L2')).toEqual({ at: 24, chars: 6, line: 2 })
  })

  it.each([
    '',
    'abc',
    'abc [diet] + 5 chars of L12 ',
    'abc[diet] + 5 chars of L12',
    'abc [diet] + x chars of L12',
    '[diet] + 2 chars of L3',
  ])('none in %j', (line) => {
    expect(parseCap(line)).toBeUndefined()
  })
})

describe('reads what the formatters write', () => {
  const ranges: fc.Arbitrary<LineRange[]> = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.nat(9)), { minLength: 1, maxLength: 6 })
    .map((steps) => {
      let at = 0
      return steps.map(([skip, length]): LineRange => {
        const from = at + skip
        at = from + length
        return [from, at]
      })
    })
  const count = fc.integer({ min: 1, max: 1e6 })

  it('ranges', () => {
    fc.assert(
      fc.property(ranges, (given) => {
        const text = formatIndex(1, given).split(': ')[1]!
        expect(parseRanges(text)).toEqual(given)
      }),
    )
  })

  it('notes', () => {
    fc.assert(
      fc.property(ranges, count, count, (given, size, times) => {
        expect(parseNote(formatFold(times, given))).toEqual({ type: 'fold', size: 1, times, ranges: given })
        expect(parseNote(formatRepeat(times, given))).toEqual({ type: 'repeat', size: 1, times, ranges: given })
        expect(parseNote(formatBlockRepeat(size, times, given))).toEqual({ type: 'repeat', size, times, ranges: given })
        expect(parseNote(formatIndex(times, given))).toEqual({ type: 'index', count: times, ranges: given })
        expect(parseNote(formatIndex(times, given, 'TypeError'))).toEqual({ type: 'index', count: times, ranges: given })
        const [from, to] = given[0]!
        expect(parseNote(formatGap([from, to], '52 passing'))).toEqual({
          type: 'gap',
          ranges: [[from, to]],
          count: to - from + 1,
        })
        expect(parseNote(formatShortGap([from, to]))).toEqual({ type: 'gap', ranges: [[from, to]], count: undefined })
        expect(parseCap(`abc${formatCap(times, size)}`)).toEqual({ at: 3, chars: times, line: size })
        expect(parseImitations(formatImitations(given))).toEqual({
          count: given.reduce((sum, [a, b]) => sum + b - a + 1, 0),
          ranges: given,
        })
      }),
    )
  })

  it('heads', () => {
    const facts = fc.record({
      sourceLines: fc.nat(),
      outputLines: fc.nat(),
      sourceTokens: fc.nat(),
      outputTokens: fc.nat(),
      exitCode: fc.option(fc.integer({ min: -255, max: 255 }), { nil: undefined }),
      failures: fc.record({ shown: fc.nat(5), total: fc.nat(5) }),
      remarks: fc.array(fc.constantFrom('no failure recognised', 'cut short by the host'), { maxLength: 2 }),
      original: fc.option(fc.constantFrom('/tmp/a b. c', 'x'), { nil: undefined }),
    })
    fc.assert(
      fc.property(facts, (given) => {
        const { failures, ...rest } = given
        expect(parseNote(formatHead(given))).toEqual({
          type: 'head',
          ...rest,
          failures: failures.total === 0 ? undefined : failures,
        })
      }),
    )
  })
})
