/** One promise broken at a time, in the receipt or the head: each must be caught, by a sentence that names it and little else. */
import { expect, it } from 'vitest'
import type { FateRange } from './types.ts'
import { both, type Case, describeCases, failuresWith, fatesWith, headWith, problemsOf, receiptWith } from './verify/mutate.ts'
import { receiptFor, SOURCE, settle, withHead } from './verify/testing.ts'

describeCases({
  fates: [
    ['lost', fatesWith(9), /^Line 9 of the source has no fate\.$/],
    ['lost at the end', fatesWith(23, [23, 23, 'kept']), /^Line 24 of the source has no fate\.$/],
    ['doubled', fatesWith(9, [9, 9, 'kept'], [9, 9, 'kept']), /^The fate of line 9 comes out of order or a second time\.$/],
    ['too many', fatesWith(23, [23, 25, 'kept']), /^There is a fate for line 25, but the source has 24 lines\.$/],
    [
      'backwards',
      both(
        fatesWith(3, [5, 3, 'noise']),
        receiptWith(({ removed }) => ({ removed: { ...removed, noise: 3 } })),
      ),
      /^The fate of lines 5 to 3 runs backwards\.$/,
    ],
    [
      'kept, but cut in the text',
      fatesWith(15, [15, 16, 'kept']),
      /^The gap in output line 11|^Output line 12 should be source line 15|^Output line 12 is source line 17/,
    ],
    ['cut, but shown', fatesWith(17, [17, 17, 'cut']), /^Line 18 is said to nearly repeat line 17, which is cut itself\.$/],
    [
      'repeat of another line',
      fatesWith(10, [10, 10, 'repeat', 6], [11, 11, 'repeat', 9]),
      /^Line 10 is not equal to line 6, which it is said to repeat\.$/,
    ],
    ['repeat of a cut line', fatesWith(10, [10, 11, 'repeat', 15]), /^Line 10 is said to repeat line 15, which is cut itself\.$/],
    [
      'repeat of itself',
      fatesWith(10, [10, 11, 'repeat', 10]),
      /^Line 10 is said to repeat line 10, which leads to no kept line\.$/,
    ],
    [
      'repeats of each other',
      fatesWith(10, [10, 10, 'repeat', 11], [11, 11, 'repeat', 10]),
      /^Line 10 is said to repeat line 11, which leads to no kept line\.$/,
    ],
    [
      'repeat of a line that is not there',
      fatesWith(10, [10, 11, 'repeat', 24]),
      /^Lines 10 to 11 of fate repeat refers to line 25/,
    ],
    [
      'repeat of nothing',
      fatesWith(10, [10, 11, 'repeat']),
      /^Lines 10 to 11 of fate repeat names no line that stands for it\.$/,
    ],
    [
      'block repeat in another order',
      fatesWith(21, [21, 21, 'repeat', 20], [22, 22, 'repeat', 19]),
      /^Line 21 is not equal to line 20/,
    ],
    ['near, but in other words', fatesWith(18, [18, 18, 'near', 12]), /^Line 18 differs from line 12 in more than addresses\.$/],
    ['repeat, but only near', fatesWith(18, [18, 18, 'repeat', 17]), /^Line 18 is not equal to line 17/],
    ['near, but the numbers differ', fatesWith(7, [7, 8, 'near', 6]), /^Line 7 differs from line 6 in more than addresses\.$/],
    ['folded into another shape', fatesWith(7, [7, 8, 'folded', 12]), /^Line 7 is folded into line 12, but has another shape\.$/],
    ['blank, but it says something', fatesWith(3, [3, 5, 'blank']), /^Line 3 is said to be blank, but is not\.$/],
    [
      'cut with a stand-in',
      fatesWith(15, [15, 16, 'cut', 12]),
      /^Lines 15 to 16 of fate cut can have no line that stands for it\.$/,
    ],
  ],
  numbers: [
    [
      'removed',
      receiptWith(({ removed }) => ({ removed: { ...removed, cut: 3 } })),
      /^The receipt counts 3 lines as cut, but the fates have 2\.$/,
    ],
    ...(['source', 'output'] as const).flatMap((text) =>
      (['lines', 'chars', 'bytes', 'tokens'] as const).map(
        (unit): Case => [
          `${unit} of the ${text}`,
          receiptWith((receipt) => ({ [text]: { ...receipt[text], [unit]: receipt[text][unit] + 1 } })),
          new RegExp(`^The receipt says that the ${text} has \\d+ ${unit}, but it has \\d+\\.$`),
        ],
      ),
    ),
    [
      'over budget',
      receiptWith(({ output }) => ({ budget: output.tokens - 1 })),
      /^The output has \d+ tokens, over the budget of \d+\.$/,
    ],
    ['head: source lines', headWith(/24 -> /, '25 -> '), /^The head says 25 source lines, but the receipt has 24\.$/],
    ['head: output lines', headWith(/-> 18 lines/, '-> 17 lines'), /^The head says 17 output lines, but the receipt has 18\.$/],
    [
      'head: source tokens',
      headWith(/lines, \d+ ->/, 'lines, 999 ->'),
      /^The head says 999 source tokens, but the receipt has \d+\.$/,
    ],
    [
      'head: output tokens',
      (right) => headWith(/-> \d+ tokens/, `-> ${right.receipt.output.tokens - 1} tokens`)(right),
      /^The head says \d+ output tokens, but the receipt has \d+\.$/,
    ],
    [
      'head: failures shown',
      headWith(/shown 1 of 2/, 'shown 2 of 2'),
      /^The head says 2 failures shown, but the receipt has 1\.$/,
    ],
    [
      'head: failures left out',
      headWith(/ failures shown 1 of 2\./, ''),
      /^The head says 0 failures shown, but the receipt has 1\.$/,
    ],
  ],
  failures: [
    [
      'forged shown',
      failuresWith({ failures: { total: 2, shown: 2, indexed: 0 }, index: [], titles: [12, 15] }),
      /^The failure in line 15 is counted as shown, but its line is not\.$/,
    ],
    [
      'forged shown without titles',
      failuresWith({ failures: { total: 3, shown: 2, indexed: 1 }, titles: [12] }),
      /^The receipt counts 2 failures as shown, but names 1 titles\.$/,
    ],
    [
      'total',
      failuresWith({ failures: { total: 3, shown: 1, indexed: 1 } }),
      /^The receipt counts 3 failures, but 1 shown and 1 indexed\.$/,
    ],
    [
      'warnings',
      failuresWith({ warnings: { total: 1, shown: 2, indexed: 0 } }),
      /^The receipt counts 1 warnings, but 2 shown and 0 indexed\.$/,
    ],
    [
      'warnings with an index',
      failuresWith({ warnings: { total: 9, shown: 2, indexed: 3 } }),
      /^The receipt counts 9 warnings, but 2 shown and 3 indexed\.$/,
    ],
    [
      'index lost in the receipt',
      failuresWith({ index: [] }),
      /^The receipt counts 1 failures as indexed, but its index is empty\.$/,
    ],
    [
      'index out of order',
      failuresWith({
        index: [
          [15, 16],
          [3, 4],
        ],
      }),
      /^The index has lines 3 to 4 out of order or outside of the source\.$/,
    ],
    [
      'a failure forgotten',
      failuresWith({
        failures: { total: 3, shown: 1, indexed: 2 },
        index: [
          [3, 4],
          [15, 16],
        ],
      }),
      /^The failure in lines 3 to 4 is neither shown nor named by an index\.$/,
    ],
  ],
  verdict: [
    ['exit code hidden', headWith(/ exit 1\./, ''), /^The command ended with exit code 1, but the head does not say so\.$/],
    ['another exit code', headWith(/ exit 1\./, ' exit 0.'), /^The head says exit 0, but the receipt has 1\.$/],
    [
      'exit code invented',
      receiptWith(({ verdict }) => ({ verdict: { ...verdict, exitCode: null } })),
      /^The head says exit 1, but the receipt has no exit code\.$/,
    ],
    [
      'no failure recognised, and silent',
      (right) => {
        const output = withHead(
          SOURCE,
          right.output.slice(right.output.indexOf('\n') + 1).replace('[diet] 1 more failure: L15-16\n', ''),
          { exitCode: 1 },
        )
        return settle({
          ...right,
          output,
          receipt: {
            ...right.receipt,
            findings: { failures: { total: 0, shown: 0, indexed: 0 }, warnings: right.receipt.findings.warnings, index: [] },
          },
        })
      },
      /^The exit code is 1 and no failure was recognised, but the head does not say so\.$/,
    ],
    [
      'no head',
      (right) => settle({ ...right, output: right.output.slice(right.output.indexOf('\n') + 1) }),
      /^The digest does not begin with a head\.$/,
    ],
    ['head in other words', headWith(/^\[diet\] /, '[diet] only '), /^The digest does not begin with a head\.$/],
  ],
  claims: [
    [
      'whole, but it is not',
      receiptWith(() => ({ rung: 'whole', lossless: true })),
      /^The receipt says that the output is whole, but it is not the source\.$/,
    ],
    [
      'lossless without a decoder',
      receiptWith(() => ({ lossless: true })),
      /^The receipt says that the output is lossless, but no decoder was given/,
    ],
    [
      'rung lossless, claim not',
      receiptWith(() => ({ rung: 'lossless' })),
      /^The rung is lossless, but the receipt does not claim a lossless output\.$/,
    ],
    [
      'stages without pack',
      receiptWith(() => ({ stages: { dedupe: 5, extract: 5, summarize: 2 } })),
      /^The receipt of digest has stages, which only pack has\.$/,
    ],
    [
      'pack without stages',
      receiptWith(() => ({ verb: 'pack' })),
      /^The receipt of pack does not say what each stage removed\.$/,
    ],
    [
      'stages do not add up',
      receiptWith(() => ({ verb: 'pack', stages: { dedupe: 5, extract: 5, summarize: 5 } })),
      /^The stages removed 15 lines, but the fates have 13\.$/,
    ],
    [
      'protected line missing, but shown',
      receiptWith(() => ({ protected: { kept: 0, missing: ['  Expected: 4'] } })),
      /^Source line 13 is shown, but listed among the protected lines/,
    ],
    [
      'normalization that did not happen',
      receiptWith(() => ({ normalized: { ansi: 1, cr: 0 } })),
      /^The receipt counts 1 kept lines changed by ansi, but the output has 0\.$/,
    ],
    ['no shape', receiptWith(() => ({ kind: '' })), /^receipt\.kind must be a text that is not empty\.$/],
  ],
})

it('stops after 20 problems', () => {
  const source = Array.from({ length: 60 }, (_, i) => `${'x'.repeat(i + 1)}\n`).join('')
  const fates: FateRange[] = [[1, 1, 'kept'], ...Array.from({ length: 59 }, (_, i): FateRange => [i + 2, i + 2, 'repeat', 1])]
  const receipt = receiptFor(source, 'x\n', fates, { verb: 'dedupe' })
  expect(problemsOf({ source, output: 'x\n', receipt })).toHaveLength(20)
})
