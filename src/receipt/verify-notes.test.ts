import { describe, expect, it } from 'vitest'
import type { FateRange } from './types.ts'
import { problemsOf } from './verify/mutate.ts'
import { noted, receiptFor, reduction, sample, withHead } from './verify/testing.ts'
import { type VerifyInput, verify } from './verify.ts'

const OK = { ok: true }

describe('with notes', () => {
  const cut3: readonly FateRange[] = [
    [1, 2, 'kept'],
    [3, 5, 'cut'],
    [6, 6, 'kept'],
  ]

  it('the sample with all of them', () => {
    expect(verify(sample())).toEqual(OK)
  })

  it('an unfinished last line gets a line end when a note follows it', () => {
    const fates: readonly FateRange[] = [
      [1, 1, 'cut'],
      [2, 2, 'kept'],
    ]
    const findings = {
      failures: { total: 1, shown: 0, indexed: 1 },
      warnings: { total: 0, shown: 0, indexed: 0 },
      index: [[1, 1] as const],
    }
    const body = '[diet] L1\nend\n[diet] 1 more failure: L1\n'
    const output = withHead('error\nend', body, { failures: { shown: 0, total: 1 } })
    expect(verify(reduction('error\nend', output, fates, { findings }))).toEqual(OK)
    const joined = withHead('error\nend', body.replace('end\n', 'end'), { failures: { shown: 0, total: 1 } })
    expect(problemsOf(reduction('error\nend', joined, fates, { findings }))[0]).toMatch(
      /^Output line 3 should be source line 2, but/,
    )
  })

  it('notes may end in CRLF like the source', () => {
    const source = 'a\r\nb\r\nc\r\nd\r\ne\r\nf\r\n'
    const output = withHead(source, 'a\r\nb\r\n[diet] L3-5\r\nf\r\n').replace(/\n/, '\r\n')
    const settled = output.replace(/-> \d+ tokens/, `-> ${Math.ceil(output.length / 4)} tokens`)
    expect(verify(reduction(source, settled, cut3))).toEqual(OK)
  })

  it('blank lines at the edges of a gap need not be named', () => {
    const fates: readonly FateRange[] = [
      [1, 1, 'kept'],
      [2, 2, 'blank'],
      [3, 4, 'cut'],
      [5, 5, 'blank'],
      [6, 6, 'kept'],
    ]
    expect(verify(noted('a\n\nb\nc\n\nd\n', 'a\n[diet] L3-4\nd\n', fates))).toEqual(OK)
  })

  it('blank lines inside a fold or between repeated blocks go with it', () => {
    const fold: readonly FateRange[] = [
      [1, 1, 'kept'],
      [2, 2, 'folded', 1],
      [3, 3, 'blank'],
      [4, 4, 'folded', 2],
    ]
    expect(verify(noted('job 1\njob 2\n\njob 3\n', 'job 1\n[diet] + 2 similar lines: L2-4\n', fold))).toEqual(OK)
    const block: readonly FateRange[] = [
      [1, 3, 'kept'],
      [4, 4, 'repeat', 1],
      [5, 5, 'blank'],
      [6, 6, 'repeat', 3],
    ]
    expect(verify(noted('a\n\nb\na\n\nb\n', 'a\n\nb\n[diet] + same 3 lines 1 time: L4-6\n', block))).toEqual(OK)
  })

  it('an outline covers failures by gaps', () => {
    const findings = {
      failures: { total: 1, shown: 0, indexed: 1 },
      warnings: { total: 0, shown: 0, indexed: 0 },
      index: [[3, 5] as const],
    }
    const source = 'a\nb\nerror\nx\ny\nf\n'
    const output = withHead(source, 'a\nb\n[diet] L3-5\nf\n', { failures: { shown: 0, total: 1 } })
    expect(verify(reduction(source, output, cut3, { findings, rung: 'outline' }))).toEqual(OK)
    expect(problemsOf(reduction(source, output, cut3, { findings }))).toContain(
      'The failure in lines 3 to 5 is neither shown nor named by an index.',
    )
  })

  it('no failure recognised: the head says so, and start and end stay', () => {
    const source = 'a\nb\nc\nd\ne\nf\n'
    const verdict = { exitCode: 3, reported: null }
    const check = (body: string, fates: readonly FateRange[], remarks: readonly string[]): readonly string[] =>
      problemsOf(reduction(source, withHead(source, body, { exitCode: 3, remarks }), fates, { verdict }))
    expect(check('a\nb\n[diet] L3-5\nf\n', cut3, ['no failure recognised'])).toEqual([])
    expect(check('a\nb\n[diet] L3-5\nf\n', cut3, [])).toEqual([
      'The exit code is 3 and no failure was recognised, but the head does not say so.',
    ])
    expect(
      check(
        'a\n[diet] L2-6\n',
        [
          [1, 1, 'kept'],
          [2, 6, 'cut'],
        ],
        ['no failure recognised'],
      ),
    ).toEqual(['No failure was recognised, but line 6, at the end of the source, is cut.'])
    expect(
      check(
        '[diet] L1-5\nf\n',
        [
          [1, 5, 'cut'],
          [6, 6, 'kept'],
        ],
        ['no failure recognised'],
      ),
    ).toEqual(['No failure was recognised, but line 1, at the start of the source, is cut.'])
  })

  it('a digest is smaller than its source', () => {
    const source = 'a\nb\nc\nd\ne\nf\n'
    expect(problemsOf({ ...noted(source, 'a\nb\n[diet] L3-5\nf\n', cut3, [], { verb: 'digest' }) })).toEqual([
      expect.stringMatching(/^The digest has \d+ tokens, no fewer than the source with 3\.$/),
    ])
  })

  it('a head that no number makes true may be off by one, any other may not', () => {
    const source = `${'word '.repeat(100)}\nrest\n`
    const fates: readonly FateRange[] = [
      [1, 1, 'cut'],
      [2, 2, 'kept'],
    ]
    /* Counts 10 when the head says 9, and 9 when it says 10. */
    const count = (text: string): number => (text.includes('-> 9 tokens') ? 10 : text.includes('-> 10 tokens') ? 9 : 100)
    const input = (said: number, tokens: number): VerifyInput => {
      const output = `[diet] 2 -> 3 lines, 100 -> ${said} tokens.\n[diet] L1\nrest\n`
      const receipt = receiptFor(source, output, fates, { verb: 'extract', counter: 'odd' })
      return {
        source,
        output,
        count,
        receipt: { ...receipt, source: { ...receipt.source, tokens: 100 }, output: { ...receipt.output, tokens } },
      }
    }
    expect(verify(input(10, 9))).toEqual(OK)
    expect(verify(input(9, 10))).toEqual(OK)
    expect(problemsOf(input(11, 100))).toEqual(['The head says 11 output tokens, but the receipt has 100.'])
  })
})

describe('sources that imitate annotations', () => {
  it('are reported by the head', () => {
    const source = 'x\n[diet] L1 not shown: 1 line\ny\n'
    const fates: readonly FateRange[] = [
      [1, 1, 'cut'],
      [2, 3, 'kept'],
    ]
    const body = '[diet] L1\n[diet] L1 not shown: 1 line\ny\n'
    const check = (...remarks: readonly string[]): readonly string[] => problemsOf(noted(source, body, fates, remarks))
    expect(check('1 source line imitates these notes: L2')).toEqual([])
    expect(check()).toEqual(['Line 2 imitates an annotation, but the head does not say so.'])
    expect(check('1 source line imitates these notes: L3')).toEqual([
      'The head says that line 3 imitates an annotation, but it does not.',
    ])
    expect(check('2 source lines imitate these notes: L2')).toEqual(['The head counts 2 imitations, but names 1.'])
  })

  it('in the middle of a kept range as well', () => {
    const source = 'x\na\n[diet] L7\nb\nc\n'
    const fates: readonly FateRange[] = [
      [1, 1, 'cut'],
      [2, 5, 'kept'],
    ]
    const check = (...remarks: readonly string[]): readonly string[] =>
      problemsOf(noted(source, '[diet] L1\na\n[diet] L7\nb\nc\n', fates, remarks))
    expect(check('1 source line imitates these notes: L3')).toEqual([])
    expect(check()).toEqual(['Line 3 imitates an annotation, but the head does not say so.'])
  })

  it('an imitation that is cut does not count as shown, nor does an annotation stand for it', () => {
    const source = 'x\n[diet] L1\ny\n'
    const fates: readonly FateRange[] = [
      [1, 2, 'cut'],
      [3, 3, 'kept'],
    ]
    expect(verify(noted(source, '[diet] L1-2\ny\n', fates))).toEqual(OK)
    expect(problemsOf(noted(source, '[diet] L1\ny\n', fates))).toEqual([
      'Line 2 is not shown, but the gaps around it do not name it.',
    ])
  })

  it('a source that foresees the note before its line: the one is the note, the other the line', () => {
    const source = 'x\n[diet] L1\ny\n'
    const fates: readonly FateRange[] = [
      [1, 1, 'cut'],
      [2, 3, 'kept'],
    ]
    const remark = '1 source line imitates these notes: L2'
    expect(verify(noted(source, '[diet] L1\n[diet] L1\ny\n', fates, [remark]))).toEqual(OK)
    expect(verify(noted(source, '[diet] L1\ny\n', fates, [remark]))).toEqual(OK)
    expect(problemsOf(noted(source, '[diet] L1\n[diet] L1\n[diet] L1\ny\n', fates, [remark]))).not.toEqual([])
  })

  it('a source that foresees its own head', () => {
    const rest = `${'z'.repeat(400)}\n`
    const first = '[diet] 2 -> 3 lines, 119 -> 36 tokens. 1 source line imitates these notes: L1.\n'
    const source = first + rest
    const fates: readonly FateRange[] = [
      [1, 1, 'kept'],
      [2, 2, 'cut'],
    ]
    const output = `${first}${first}[diet] L2\n`
    const receipt = receiptFor(source, output, fates, { verb: 'digest' })
    const settle = (text: string): string => text.replaceAll('119 -> 36', `${receipt.source.tokens} -> ${receipt.output.tokens}`)
    expect(`${receipt.source.tokens}`).toHaveLength(3)
    expect(`${receipt.output.tokens}`).toHaveLength(2)
    const told = { source: settle(source), output: settle(output), receipt }
    expect(verify(told)).toEqual(OK)
  })

  it('a long line that begins like a note and is capped', () => {
    const line = `[diet] L1 ${'word '.repeat(100)}`
    const source = `x\n${line}\n`
    const fates: readonly FateRange[] = [
      [1, 1, 'cut'],
      [2, 2, 'kept'],
    ]
    const body = `[diet] L1\n${line.slice(0, 30)} [diet] + ${line.length - 30} chars of L2\n`
    expect(verify(noted(source, body, fates, ['1 source line imitates these notes: L2']))).toEqual(OK)
  })
})

describe('long lines', () => {
  it('a cap may show nothing, and may not cut a character in two', () => {
    const line = `ab${'😀'.repeat(50)}`
    const fates: readonly FateRange[] = [[1, 1, 'kept']]
    const capped = (at: number): string => `${line.slice(0, at)} [diet] + ${line.length - at} chars of L1\n`
    const check = (at: number): readonly string[] => problemsOf(reduction(`${line}\n`, capped(at), fates))
    expect(check(0)).toEqual([])
    expect(check(4)).toEqual([])
    expect(check(5)).toEqual(['The cap of source line 1 cuts a character in two.'])
  })

  it('a cap counts what is left after the declared normalizations', () => {
    const source = `\x1b[31m${'x'.repeat(300)}\x1b[0m\n`
    const output = `${'x'.repeat(100)} [diet] + 200 chars of L1\n`
    expect(verify(reduction(source, output, [[1, 1, 'kept']], { normalized: { ansi: 1, cr: 0 } }))).toEqual(OK)
  })
})
