/** For tests: ways to break one promise of the right sample. */
import { describe, expect, it } from 'vitest'
import type { FateRange, Receipt } from '../types.ts'
import { type VerifyInput, verify } from '../verify.ts'
import { FATES, type Sample, sample, settle, sizes } from './testing.ts'

export const problemsOf = (input: VerifyInput): readonly string[] => {
  const result = verify(input)
  return result.ok ? [] : result.problems
}

export type Mutation = (right: Sample) => Sample

/** Replaces text of the output; fails when it is not there, so that no mutation is idle. */
export const edit =
  (from: string, to: string): Mutation =>
  (right) => {
    expect(right.output.split(from)).toHaveLength(2)
    return settle({ ...right, output: right.output.replace(from, () => to) })
  }

export const receiptWith =
  (change: (receipt: Receipt) => Partial<Receipt>): Mutation =>
  (right) => ({ ...right, receipt: { ...right.receipt, ...change(right.receipt) } })

/** Replaces the fate range that begins at a line by others, and makes the counts true again. */
export const fatesWith =
  (at: number, ...ranges: readonly FateRange[]): Mutation =>
  (right) => {
    const fates = FATES.flatMap((range) => (range[0] === at ? ranges : [range]))
    return settle({ ...right, receipt: { ...right.receipt, fates } })
  }

export const failuresWith = (change: Partial<Receipt['findings']>): Mutation =>
  receiptWith(({ findings }) => ({ findings: { ...findings, ...change } }))

export const both =
  (...mutations: readonly Mutation[]): Mutation =>
  (right) =>
    mutations.reduce((at, mutation) => mutation(at), right)

export const headWith =
  (from: RegExp, to: string): Mutation =>
  (right) => {
    const output = right.output.replace(from, to)
    expect(output).not.toBe(right.output)
    return { ...right, output, receipt: { ...right.receipt, output: sizes(output) } }
  }

/** Name, mutation, and the sentence that catches it. */
export type Case = readonly [string, Mutation, RegExp]

/** Each mutation is caught by its sentence, and causes few others. */
export const describeCases = (cases: Readonly<Record<string, readonly Case[]>>): void => {
  describe.each(Object.entries(cases))('%s', (_, group) => {
    it.each(group)('%s', (_name, mutate, sentence) => {
      const problems = problemsOf(mutate(sample()))
      expect(problems.filter((problem) => sentence.test(problem))).toHaveLength(1)
      expect(problems.length).toBeLessThanOrEqual(4)
    })
  })
}
