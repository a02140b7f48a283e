/** For tests: a source, an output and a receipt that is true of them, and ways to break one promise at a time. */
import { formatHead } from '../notes.ts'
import type { FateRange, Receipt } from '../types.ts'

export interface Sample {
  readonly source: string
  readonly output: string
  readonly receipt: Receipt
}

const tokensOf = (text: string): number => Math.ceil(text.length / 4)

const linesOf = (text: string): number => (text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0))

export const sizes = (text: string): Receipt['source'] => ({
  lines: linesOf(text),
  chars: text.length,
  bytes: new TextEncoder().encode(text).length,
  tokens: tokensOf(text),
})

export const removedBy = (fates: readonly FateRange[]): Receipt['removed'] => {
  const removed = { repeat: 0, near: 0, folded: 0, noise: 0, cut: 0, blank: 0 }
  for (const [from, to, fate] of fates) if (fate !== 'kept') removed[fate] += to - from + 1
  return removed
}

/** A receipt with sizes and counts that follow from the texts and fates; the rest as given. */
export const receiptFor = (
  source: string,
  output: string,
  fates: readonly FateRange[],
  given: Partial<Receipt> = {},
): Receipt => ({
  version: 1,
  verb: 'digest',
  kind: 'log',
  profile: null,
  rung: 'selected',
  verbatim: true,
  lossless: false,
  key: null,
  counter: 'chars4',
  budget: null,
  source: sizes(source),
  output: sizes(output),
  removed: removedBy(fates),
  fates,
  findings: {
    failures: { total: 0, shown: 0, indexed: 0 },
    warnings: { total: 0, shown: 0, indexed: 0 },
    index: [],
  },
  verdict: { exitCode: null, reported: null },
  protected: { kept: 0, missing: [] },
  normalized: { ansi: 0, cr: 0 },
  notes: [],
  ...given,
})

export interface HeadParts {
  readonly exitCode?: number
  readonly failures?: { readonly shown: number; readonly total: number }
  readonly remarks?: readonly string[]
  readonly original?: string
}

/** Puts a head with true numbers before the body. */
export const withHead = (source: string, body: string, parts: HeadParts = {}): string => {
  const write = (outputTokens: number): string =>
    `${formatHead({
      sourceLines: linesOf(source),
      outputLines: linesOf(body) + 1,
      sourceTokens: tokensOf(source),
      outputTokens,
      exitCode: parts.exitCode,
      failures: parts.failures ?? { shown: 0, total: 0 },
      remarks: parts.remarks ?? [],
      original: parts.original,
    })}\n${body}`
  let tokens = 0
  while (tokensOf(write(tokens)) !== tokens) tokens = tokensOf(write(tokens))
  return write(tokens)
}

/** The sample with sizes, head numbers and counts of removed lines made true again, so that one promise alone is broken. */
export const settle = ({ source, output, receipt }: Sample): Sample => {
  const counted = /^\[diet\] \d+ -> \d+ lines, \d+ -> \d+ tokens/
  let text = output
  for (let round = 0; round < 4 && counted.test(text); round++) {
    const real = sizes(text)
    text = text.replace(counted, `[diet] ${linesOf(source)} -> ${real.lines} lines, ${tokensOf(source)} -> ${real.tokens} tokens`)
  }
  return {
    source,
    output: text,
    receipt: { ...receipt, source: sizes(source), output: sizes(text), removed: removedBy(receipt.fates) },
  }
}

const LONG = `payload ${'0123456789abcdef '.repeat(200)}end`

/** One of each: gap, fold, repeat, near, block repeat, cap, blank, index. Lines 12 and 15 are titles of failures. */
export const SOURCE: string = [
  '> npm test', // 1
  '', // 2
  'PASS a.test.ts', // 3
  'PASS b.test.ts', // 4
  'PASS c.test.ts', // 5
  'connecting to 10.0.0.1:5432', // 6
  'connecting to 10.0.0.2:5432', // 7
  'connecting to 10.0.0.13:5432', // 8
  'retry', // 9
  'retry', // 10
  'retry', // 11
  'FAIL d.test.ts', // 12
  '  Expected: 4', // 13
  '  Received: 5', // 14
  'FAIL e.test.ts', // 15
  '  TypeError: x is undefined', // 16
  '==ERROR at 0x7f01 in main', // 17
  '==ERROR at 0x7f99ab in main', // 18
  'begin', // 19
  'end', // 20
  'begin', // 21
  'end', // 22
  LONG, // 23
  'Tests: 2 failed, 3 passed', // 24
  '',
].join('\n')

export const FATES: readonly FateRange[] = [
  [1, 1, 'kept'],
  [2, 2, 'blank'],
  [3, 5, 'noise'],
  [6, 6, 'kept'],
  [7, 8, 'folded', 6],
  [9, 9, 'kept'],
  [10, 11, 'repeat', 9],
  [12, 14, 'kept'],
  [15, 16, 'cut'],
  [17, 17, 'kept'],
  [18, 18, 'near', 17],
  [19, 20, 'kept'],
  [21, 22, 'repeat', 19],
  [23, 24, 'kept'],
]

const BODY = [
  '> npm test',
  '[diet] L3-5 not shown: 3 lines (3 passing)',
  'connecting to 10.0.0.1:5432',
  '[diet] + 2 similar lines: L7-8',
  'retry',
  '[diet] + same line 2 times: L10-11',
  'FAIL d.test.ts',
  '  Expected: 4',
  '  Received: 5',
  '[diet] L15-16',
  '==ERROR at 0x7f01 in main',
  'begin',
  'end',
  '[diet] + same 2 lines 1 time: L21-22',
  `${LONG.slice(0, 40)} [diet] + ${LONG.length - 40} chars of L23`,
  'Tests: 2 failed, 3 passed',
  '[diet] 1 more failure: L15-16',
  '',
].join('\n')

/** A digest of SOURCE that is right in every respect. */
export const sample = (): Sample => {
  const output = withHead(SOURCE, BODY, {
    exitCode: 1,
    failures: { shown: 1, total: 2 },
    original: '.context-diet/8f3a.txt',
  })
  const receipt = receiptFor(SOURCE, output, FATES, {
    budget: 400,
    findings: {
      failures: { total: 2, shown: 1, indexed: 1 },
      warnings: { total: 0, shown: 0, indexed: 0 },
      index: [[15, 16]],
      titles: [12],
    },
    verdict: { exitCode: 1, reported: 'failed' },
  })
  return { source: SOURCE, output, receipt }
}

/** A reduction by a verb that prints source lines only. */
export const reduction = (source: string, output: string, fates: readonly FateRange[], given: Partial<Receipt> = {}): Sample => ({
  source,
  output,
  receipt: receiptFor(source, output, fates, { verb: 'extract', ...given }),
})

/** The same with notes: a head and the body. */
export const noted = (
  source: string,
  body: string,
  fates: readonly FateRange[],
  remarks: readonly string[] = [],
  given: Partial<Receipt> = {},
): Sample => reduction(source, withHead(source, body, { remarks }), fates, given)
