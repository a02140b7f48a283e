import { describe, expect, it } from 'vitest'
import type { FateRange, Receipt } from './types.ts'
import { problemsOf } from './verify/mutate.ts'
import { noted, receiptFor, reduction, withHead } from './verify/testing.ts'
import { type VerifyInput, verify } from './verify.ts'

const OK = { ok: true }

const whole = (text: string, lines: number): VerifyInput => ({
  source: text,
  output: text,
  receipt: receiptFor(text, text, lines === 0 ? [] : [[1, lines, 'kept']], { rung: 'whole', lossless: true, budget: 1 }),
})

describe('the source itself', () => {
  it.each([
    ['empty', '', 0],
    ['one empty line', '\n', 1],
    ['no final line end', 'a\nb', 2],
    ['CRLF', 'a\r\nb\r\n', 2],
    ['CR only', 'a\rb\rc', 1],
    ['CR and ANSI', '10%\r20%\x1b[0m\n', 1],
    ['surrogates', '😀\ud83d\n\ude00', 2],
    ['imitated head', '[diet] 1 -> 1 lines, 1 -> 1 tokens.\n[diet] 1 -> 1 lines, 1 -> 1 tokens.\n', 2],
    ['imitated notes', '[diet] L1\n[diet] all tests passed\n [diet] + 3 chars of L3\n', 3],
  ])('%s', (_, text, lines) => {
    expect(verify(whole(text, lines))).toEqual(OK)
  })

  it('with a failing exit code needs no head: nothing is taken away', () => {
    const input = whole('boom\n', 1)
    expect(verify({ ...input, receipt: { ...input.receipt, verdict: { exitCode: 2, reported: null } } })).toEqual(OK)
  })

  it('all of it must be kept', () => {
    const input = whole('a\nb\n', 2)
    const fates: readonly FateRange[] = [
      [1, 1, 'kept'],
      [2, 2, 'cut'],
    ]
    expect(problemsOf({ ...input, receipt: receiptFor('a\nb\n', 'a\nb\n', fates, { rung: 'whole', lossless: true }) })).toEqual([
      'Output line 2 comes after the last source line that the receipt keeps.',
    ])
  })
})

describe('source lines only', () => {
  it.each<[string, string, string, readonly FateRange[]]>([
    ['nothing left', 'a\nb\n', '', [[1, 2, 'cut']]],
    [
      'an unfinished last line',
      'a\nb',
      'b',
      [
        [1, 1, 'cut'],
        [2, 2, 'kept'],
      ],
    ],
    [
      'CRLF and LF mixed',
      'a\r\nb\nc\r\n',
      'a\r\nc\r\n',
      [
        [1, 1, 'kept'],
        [2, 2, 'cut'],
        [3, 3, 'kept'],
      ],
    ],
    [
      'empty lines kept and not',
      'a\n\n\nb\n',
      'a\n\nb\n',
      [
        [1, 2, 'kept'],
        [3, 3, 'blank'],
        [4, 4, 'kept'],
      ],
    ],
    [
      'a blank line of tabs',
      'a\n \t \nb\n',
      'a\nb\n',
      [
        [1, 1, 'kept'],
        [2, 2, 'blank'],
        [3, 3, 'kept'],
      ],
    ],
    [
      'a repeat without its line end',
      'a\nb\na',
      'a\nb\n',
      [
        [1, 2, 'kept'],
        [3, 3, 'repeat', 1],
      ],
    ],
    [
      'a repeat in other colours',
      'a\n\x1b[1ma\x1b[0m\n',
      'a\n',
      [
        [1, 1, 'kept'],
        [2, 2, 'repeat', 1],
      ],
    ],
    [
      'a block repeat',
      'a\nb\nc\na\nb\n',
      'a\nb\nc\n',
      [
        [1, 3, 'kept'],
        [4, 5, 'repeat', 1],
      ],
    ],
    [
      'the last of equal lines',
      'a\na\nb\n',
      'a\nb\n',
      [
        [1, 1, 'repeat', 2],
        [2, 3, 'kept'],
      ],
    ],
    [
      'a long chain',
      'a\na\na\na\n',
      'a\n',
      [
        [1, 1, 'kept'],
        [2, 4, 'repeat', 1],
      ],
    ],
    [
      'folded without notes',
      'job 1\njob 22\n',
      'job 1\n',
      [
        [1, 1, 'kept'],
        [2, 2, 'folded', 1],
      ],
    ],
    [
      'lines that imitate notes',
      'x\n[diet] L1\n[diet] is fine\n',
      '[diet] L1\n[diet] is fine\n',
      [
        [1, 1, 'cut'],
        [2, 3, 'kept'],
      ],
    ],
    [
      'imitated heads that are kept',
      '[diet] 3 -> 2 lines, 9 -> 9 tokens.\n[diet] 3 -> 2 lines, 9 -> 9 tokens.\nx\n',
      '[diet] 3 -> 2 lines, 9 -> 9 tokens.\n[diet] 3 -> 2 lines, 9 -> 9 tokens.\n',
      [
        [1, 2, 'kept'],
        [3, 3, 'cut'],
      ],
    ],
    [
      'a line that imitates a cap',
      'a [diet] + 3 chars of L1\nb\n',
      'a [diet] + 3 chars of L1\n',
      [
        [1, 1, 'kept'],
        [2, 2, 'cut'],
      ],
    ],
  ])('%s', (_, source, output, fates) => {
    expect(verify(reduction(source, output, fates))).toEqual(OK)
  })

  it('a blank line behind the prefix that all lines share is blank', () => {
    const stamp = (second: number): string => `2026-01-02T03:04:${String(second).padStart(2, '0')}.0000000Z `
    const texts = Array.from({ length: 12 }, (_, i) => (i === 5 ? '' : `step ${'abcdefghijkl'[i]}`))
    const source = texts.map((text, i) => `${stamp(i)}${text}\n`).join('')
    const output = source
      .split('\n')
      .filter((_, i) => i !== 5)
      .join('\n')
    const fates: readonly FateRange[] = [
      [1, 5, 'kept'],
      [6, 6, 'blank'],
      [7, 12, 'kept'],
    ]
    expect(verify(reduction(source, output, fates))).toEqual(OK)
  })

  it('a counter other than chars4 is used when it is handed in, and tokens are not checked when it is unknown', () => {
    const { source, output, receipt } = reduction(
      'a\nb\n',
      'a\n',
      [
        [1, 1, 'kept'],
        [2, 2, 'cut'],
      ],
      { counter: 'letters' },
    )
    const counted = { ...receipt, source: { ...receipt.source, tokens: 2 }, output: { ...receipt.output, tokens: 1 } }
    const letters = (text: string): number => text.replaceAll('\n', '').length
    expect(verify({ source, output, receipt: counted, count: letters })).toEqual(OK)
    expect(
      problemsOf({ source, output, receipt: { ...counted, output: { ...counted.output, tokens: 4 } }, count: letters }),
    ).toEqual(['The receipt says that the output has 4 tokens, but it has 1.'])
    expect(verify({ source, output, receipt: { ...counted, output: { ...counted.output, tokens: 4 } } })).toEqual(OK)
  })

  it('the key is checked when it can be', () => {
    const key = '0123456789abcdef01234567'
    const input = reduction('a\n', 'a\n', [[1, 1, 'kept']], { key })
    expect(verify({ ...input, keyOf: () => key })).toEqual(OK)
    expect(problemsOf({ ...input, keyOf: () => key.replace('0', 'f') })).toEqual([
      'The key of the receipt is not the key of the source.',
    ])
  })

  it('protected lines over the budget are excused when the receipt says so, and only for the verbs that protect', () => {
    const given = { budget: 1, protected: { kept: 1, missing: [] }, notes: ['protected lines exceed the budget'] }
    const input = (verb: Receipt['verb']) =>
      reduction(
        'important line\nrest\n',
        'important line\n',
        [
          [1, 1, 'kept'],
          [2, 2, 'cut'],
        ],
        { ...given, verb },
      )
    expect(verify(input('summarize'))).toEqual(OK)
    expect(problemsOf(input('extract'))).toEqual(['The output has 4 tokens, over the budget of 1.'])
  })

  it('pack accounts for its stages', () => {
    const stages = { dedupe: 1, extract: 1, summarize: 0 }
    const fates: readonly FateRange[] = [
      [1, 1, 'kept'],
      [2, 2, 'repeat', 1],
      [3, 3, 'cut'],
    ]
    expect(verify(reduction('a\na\nb\n', 'a\n', fates, { verb: 'pack', stages }))).toEqual(OK)
  })
})

describe('lossless', () => {
  const source = 'a\na\na\nb\n'
  const fates: readonly FateRange[] = [
    [1, 1, 'kept'],
    [2, 3, 'repeat', 1],
    [4, 4, 'kept'],
  ]
  const given = { rung: 'lossless', lossless: true } as const
  const input = noted(source, 'a\n[diet] + same line 2 times: L2-3\nb\n', fates, [], given)

  it('is proven by decoding', () => {
    expect(verify({ ...input, decode: () => source })).toEqual(OK)
    const problem = 'The receipt says that the output is lossless, but decoding it does not give the source.'
    expect(problemsOf({ ...input, decode: () => `${source}\n` })).toEqual([problem])
    expect(problemsOf({ ...input, decode: () => undefined })).toEqual([problem])
    expect(
      problemsOf({
        ...input,
        decode: () => {
          throw new Error('no')
        },
      }),
    ).toEqual([problem])
  })

  it('then annotations of other forms may stand for folded lines', () => {
    const folded: readonly FateRange[] = [
      [1, 3, 'folded'],
      [4, 4, 'kept'],
    ]
    const template = noted(source, '[diet] template a: 1-3\nb\n', folded, [], given)
    expect(verify({ ...template, decode: () => source })).toEqual(OK)
    expect(problemsOf({ ...template, decode: () => 'other' })).not.toEqual([])
  })

  it('then the last line may lack its line end', () => {
    const check = (text: string, output: string, ranges: readonly FateRange[]): readonly string[] =>
      problemsOf({ ...reduction(text, output, ranges, given), decode: () => text })
    const last: readonly FateRange[] = [
      [1, 2, 'kept'],
      [3, 3, 'repeat', 1],
    ]
    expect(check('a\nb\na', 'a\nb', last)).toEqual([])
    expect(check('a\n\na', 'a\n', last)).toEqual([])
    expect(check('a\nb\na', 'a\n', last)).toEqual([
      'Line 2 of the source is kept by the receipt, but missing at the end of the output.',
    ])
    expect(problemsOf(reduction('a\nb\na', 'a\nb', last))).toEqual([
      'Output line 2 should be source line 2, but has another line end than in the source.',
    ])
  })

  it('then a repeat may stand under a re-encoded form', () => {
    const text = 'a 1\na 2\nb\na 1\na 2\nb\n'
    const ranges: readonly FateRange[] = [
      [1, 1, 'kept'],
      [2, 2, 'folded', 1],
      [3, 3, 'kept'],
      [4, 4, 'repeat', 1],
      [5, 5, 'folded', 1],
      [6, 6, 'repeat', 3],
    ]
    const body = 'a 1\n[diet] form of L2,5: 2\nb\n[diet] + same 2 lines 1 time: L4,6\n'
    expect(verify({ ...noted(text, body, ranges, [], given), decode: () => text })).toEqual(OK)
  })

  it('what is not verbatim rebuilds the source, or says where it is', () => {
    const body = 'a,b\n1,2\n'
    const json = '[{"a":1,"b":2}]\n'
    const encoded = (original?: string): VerifyInput => {
      const output = withHead(json, body, original === undefined ? {} : { original })
      return { source: json, output, receipt: receiptFor(json, output, [[1, 1, 'kept']], { verb: 'extract', verbatim: false }) }
    }
    const proven = encoded()
    expect(verify({ ...proven, receipt: { ...proven.receipt, ...given }, decode: () => json })).toEqual(OK)
    expect(verify(encoded('out.json'))).toEqual(OK)
    expect(problemsOf(encoded())).toEqual([
      'The output is not verbatim, does not rebuild the source, and its head names no complete output.',
    ])
  })
})

describe('never throws or hangs', () => {
  it.each<[string, Partial<Record<keyof Receipt, unknown>>]>([
    ['a huge range', { fates: [[1, 1e15, 'kept']] }],
    ['a huge ref', { fates: [[1, 1, 'repeat', 1e15]] }],
    [
      'a huge index',
      {
        findings: {
          failures: { total: 1, shown: 0, indexed: 1 },
          warnings: { total: 0, shown: 0, indexed: 0 },
          index: [[1, 1e15]],
        },
      },
    ],
    ['no fates', { fates: [] }],
    ['nothing', { fates: null }],
  ])('%s', (_, given) => {
    const receipt = { ...receiptFor('a\n', 'a\n', [[1, 1, 'kept']]), ...given } as Receipt
    expect(verify({ source: 'a\n', output: '[diet] L1\n', receipt })).toMatchObject({ ok: false })
  })
})
