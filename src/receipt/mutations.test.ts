/** One promise broken at a time, in the output: each must be caught, by a sentence that names it and little else. */
import { describe, expect, it } from 'vitest'
import type { FateRange, Receipt } from './types.ts'
import { describeCases, edit, problemsOf } from './verify/mutate.ts'
import { receiptFor, sample, settle } from './verify/testing.ts'
import { verify } from './verify.ts'

it('the sample that is mutated is right', () => {
  expect(verify(sample())).toEqual({ ok: true })
  expect(settle(sample())).toEqual(sample())
})

describeCases({
  'content lines': [
    [
      'clipped',
      edit('  Received: 5\n', '  Received:\n'),
      /^Output line 10 should be source line 14, but is cut without a note\.$/,
    ],
    ['re-indented', edit('  Expected: 4', 'Expected: 4'), /^Output line 9 should be source line 13, but has other white space/],
    ['fused', edit('begin\nend\n', 'begin end\n'), /^Output line 13 should be source line 19, but is fused with line 20\.$/],
    [
      'out of order',
      edit('  Expected: 4\n  Received: 5\n', '  Received: 5\n  Expected: 4\n'),
      /^Output line 9 is source line 14, but source line 13 is kept by the receipt and should come first\.$/,
    ],
    [
      'dropped with its fate left',
      edit('  Expected: 4\n', ''),
      /^Output line 9 is source line 14, but source line 13 is kept by the receipt/,
    ],
    ['dropped at the end', edit('Tests: 2 failed, 3 passed\n', ''), /^Line 24 of the source is kept by the receipt, but missing/],
    ['changed', edit('FAIL d.test.ts', 'PASS d.test.ts'), /^Output line 8 should be source line 12, but differs from it\.$/],
    ['invented', edit('begin\n', 'begin\nall is well\n'), /^Output line 14 should be source line 20, but differs from it\.$/],
    [
      'invented at the end',
      edit('[diet] 1 more failure: L15-16\n', '[diet] 1 more failure: L15-16\nall is well\n'),
      /^Output line 19 comes after the last source line that the receipt keeps\.$/,
    ],
    ['another line end', edit('begin\n', 'begin\r\n'), /^Output line 13 should be source line 19, but has another line end/],
    ['empty line added', edit('begin\n', '\nbegin\n'), /^Output line 13 should be source line 19, but differs from it\.$/],
  ],
  'long line': [
    [
      'cap counts one too many',
      (right) => {
        const [, chars] = /\+ (\d+) chars of L23/.exec(right.output)!
        return edit(`+ ${chars} chars`, `+ ${Number(chars) + 1} chars`)(right)
      },
      /^The cap of source line 23 says \d+ chars, but \d+ are not shown\.$/,
    ],
    [
      'cap names another line',
      edit('chars of L23', 'chars of L22'),
      /^The cap in output line 16 names line 22, but the line is source line 23\.$/,
    ],
    [
      'start changed',
      edit('payload 0123', 'payload 0124'),
      /^Output line 16 should be source line 23, but has a cap, but does not begin/,
    ],
    [
      'cap forgotten',
      (right) => settle({ ...right, output: right.output.replace(/ \[diet\] \+ \d+ chars of L23/, '') }),
      /^Output line 16 .* is cut without a note\.$/,
    ],
  ],
  annotations: [
    [
      'gap counts wrong',
      edit('not shown: 3 lines', 'not shown: 4 lines'),
      /^The gap in output line 3 counts 4 lines, but names 3\.$/,
    ],
    [
      'gap names a shown line',
      edit('L3-5 not shown: 3 lines', 'L3-6 not shown: 4 lines'),
      /^The gap in output line 3 names line 6, which is shown\.$/,
    ],
    [
      'gap elsewhere',
      edit('[diet] L15-16\n', '[diet] L21-22\n'),
      /^The gap in output line 11 names lines 21 to 22, which do not lie between/,
    ],
    [
      'gap too small',
      edit('[diet] L3-5 not shown: 3 lines', '[diet] L3-4 not shown: 2 lines'),
      /^Line 5 is not shown, but the gaps around it do not name it\.$/,
    ],
    [
      'gap twice',
      edit('[diet] L15-16\n', '[diet] L15-16\n[diet] L16\n'),
      /^The gap in output line 12 names line 16 in part a second time\.$/,
    ],
    [
      'gap behind the end',
      edit('[diet] L15-16\n', '[diet] L15-99\n'),
      /^The annotation in output line 11 names line 99, but the source has 24 lines\.$/,
    ],
    [
      'fold counts wrong',
      edit('+ 2 similar lines', '+ 3 similar lines'),
      /^The fold in output line 5 counts 3 lines, but names 2\.$/,
    ],
    [
      'fold names a shown line',
      edit('+ 2 similar lines: L7-8', '+ 3 similar lines: L7-9'),
      /^The fold in output line 5 names line 9, which is shown\.$/,
    ],
    [
      'fold names a cut line',
      edit('+ 2 similar lines: L7-8', '+ 3 similar lines: L7-8,15'),
      /^The fold in output line 5 names line 15, which has another fate\.$/,
    ],
    ['fold forgotten', edit('[diet] + 2 similar lines: L7-8\n', ''), /^Line 7 is folded, but no annotation says so\.$/],
    [
      'fold under another line',
      edit(
        'connecting to 10.0.0.1:5432\n[diet] + 2 similar lines: L7-8\nretry\n',
        'connecting to 10.0.0.1:5432\nretry\n[diet] L1\n[diet] + 2 similar lines: L7-8\n',
      ),
      /^The fold in output line 7 does not stand under a shown line\.$/,
    ],
    [
      'repeat counts wrong',
      edit('same line 2 times', 'same line 3 times'),
      /^The repeat in output line 7 counts 3 lines, but names 2\.$/,
    ],
    [
      'repeat names another line',
      edit('same line 2 times: L10-11', 'same line 3 times: L10-11,21'),
      /^The repeat in output line 7 names line 21, which the line above does not stand for\.$/,
    ],
    [
      'block repeat counts wrong',
      edit('same 2 lines 1 time:', 'same 2 lines 2 times:'),
      /^The repeat in output line 15 counts 4 lines, but names 2\.$/,
    ],
    [
      'block repeat of another size',
      edit('same 2 lines 1 time:', 'same line 2 times:'),
      /^The repeat in output line 15 names line 21, which the line above does not stand for\.$/,
    ],
    [
      'index counts wrong',
      edit('1 more failure:', '2 more failures:'),
      /^The index counts 2 failures, but the receipt has 1 there\.$/,
    ],
    [
      'index forgotten',
      edit('[diet] 1 more failure: L15-16\n', ''),
      /^The failure in lines 15 to 16 is neither shown nor named by an index\.$/,
    ],
    [
      'index elsewhere',
      edit('1 more failure: L15-16', '1 more failure: L21-22'),
      /^The index in output line 18 names lines 21 to 22, where the receipt's index has no failure\.$/,
    ],
    [
      'index too short',
      edit('1 more failure: L15-16', '1 more failure: L15'),
      /^The failure in lines 15 to 16 is neither shown nor named by an index\.$/,
    ],
    [
      'index names a shown line',
      edit('1 more failure: L15-16', '1 more failure: L12,15-16'),
      /^The index in output line 18 names line 12, which is shown\.$/,
    ],
    [
      'a sentence of its own',
      edit('[diet] L15-16\n', '[diet] L15-16\n[diet] all tests passed\n'),
      /^Output line 12 is an annotation of no known form\.$/,
    ],
    [
      'a second head',
      (right) => edit('[diet] L15-16\n', `[diet] L15-16\n${right.output.split('\n')[0]}\n`)(right),
      /^Output line 12 is a head, which only the first line can be\.$/,
    ],
  ],
})

describe('normalizations', () => {
  const source = 'start\n\x1b[31mred\x1b[0m\n10%\r50%\r100%\nend\nrest\n'
  const fates: readonly FateRange[] = [
    [1, 4, 'kept'],
    [5, 5, 'cut'],
  ]
  const check = (body: string, normalized: Receipt['normalized']): readonly string[] =>
    problemsOf({ source, output: body, receipt: receiptFor(source, body, fates, { verb: 'extract', normalized }) })

  it('declared ones are right', () => {
    expect(check('start\nred\n100%\nend\n', { ansi: 1, cr: 1 })).toEqual([])
    expect(check('start\n\x1b[31mred\x1b[0m\n10%\r50%\r100%\nend\n', { ansi: 0, cr: 0 })).toEqual([])
    expect(check('start\nred\n10%\r50%\r100%\nend\n', { ansi: 1, cr: 0 })).toEqual([])
  })

  it('undeclared ANSI strip', () => {
    expect(check('start\nred\n10%\r50%\r100%\nend\n', { ansi: 0, cr: 0 })).toEqual([
      'Output line 2 should be source line 2, but has lost its ANSI sequences, which the receipt does not declare.',
    ])
  })

  it('undeclared last frame', () => {
    expect(check('start\n\x1b[31mred\x1b[0m\n100%\nend\n', { ansi: 0, cr: 0 })).toEqual([
      'Output line 3 should be source line 3, but shows a last frame only, which the receipt does not declare.',
    ])
  })

  it('another frame than the last', () => {
    expect(check('start\nred\n50%\nend\n', { ansi: 1, cr: 1 })).toEqual([
      'Output line 3 should be source line 3, but differs from it.',
    ])
  })

  it('wrong counts', () => {
    expect(check('start\nred\n100%\nend\n', { ansi: 2, cr: 1 })).toEqual([
      'The receipt counts 2 kept lines changed by ansi, but the output has 1.',
    ])
    expect(check('start\nred\n100%\nend\n', { ansi: 1, cr: 3 })).toEqual([
      'The receipt counts 3 kept lines changed by cr, but the output has 1.',
    ])
  })
})
