/**
 * Proves a receipt: re-reads the output against the source. Shares no code with what made them (kinds, ladder), only the
 * splitting and the view of lines. Linear in the two texts and the receipt; ranges of cut lines cost nothing per line.
 */
import { createSource, type Source } from '../source/source.ts'
import { chars4, type TokenCounter } from '../source/tokens.ts'
import { parseNote } from './parse-notes.ts'
import { shapeProblem } from './parse-receipt.ts'
import type { Receipt } from './types.ts'
import { checkAnnotations } from './verify/annotations.ts'
import { type Case, createProblems } from './verify/case.ts'
import { readContent } from './verify/content.ts'
import { checkExcerpts } from './verify/excerpts.ts'
import { checkClaims, checkFindings, checkHead, checkShown, checkSizes, checkWorth } from './verify/facts.ts'
import { checkFates } from './verify/fates.ts'

export interface VerifyInput {
  /** The original text; a Source where one is at hand, which saves splitting it again. */
  readonly source: string | Source
  readonly output: string
  readonly receipt: Receipt
  /** The counter that the receipt names; tokens are not counted without it, unless the receipt names `chars4`. */
  readonly count?: TokenCounter | undefined
  /** Rebuilds the source from an output that claims to be lossless; undefined when it cannot. */
  readonly decode?: ((text: string) => string | undefined) | undefined
  /** The content key of a text; the receipt's key is not checked without it. */
  readonly keyOf?: ((text: string) => string) | undefined
}

export type Verification = { readonly ok: true } | { readonly ok: false; readonly problems: readonly string[] }

const decoded = (decode: VerifyInput['decode'], output: string): string | undefined => {
  try {
    return decode?.(output)
  } catch {
    return undefined
  }
}

/** The first line when it is a head and not a source line that imitates one. */
const headOf = (output: string): ReturnType<typeof parseNote> => {
  const lf = output.indexOf('\n')
  return parseNote((lf < 0 ? output : output.slice(0, lf)).replace(/\r$/, ''))
}

/** Lines that are not source lines: the source must come back from them, or the head must say where it is. */
const checkReencoded = (task: Case): void => {
  const head = task.same ? undefined : headOf(task.output)
  const found = head?.type === 'head' ? head : undefined
  if (!task.rebuilt && found?.original === undefined)
    task.problems.add('The output is not verbatim, does not rebuild the source, and its head names no complete output.')
  checkHead(task, found, undefined, undefined)
}

/** Whether some output line could be read both as content and as an annotation. */
const checkVerbatim = (task: Case, twins: boolean): boolean => {
  const fates = checkFates(task)
  if (fates === undefined) return false
  const { content, ambiguous } = readContent(task, twins)
  checkShown(task, fates)
  if (content === undefined) return ambiguous
  const first = content.notes[0]
  if (task.same && first !== undefined)
    task.problems.add(`The output is the source, but the receipt does not keep its line ${first.line}.`)
  checkHead(task, first?.note.type === 'head' && first.line === 1 ? first.note : undefined, content, fates)
  if (content.notes.length > 0) checkAnnotations(task, fates, content)
  checkExcerpts(task, fates, content)
  return ambiguous
}

const checkTotals = (task: Case, { keyOf, decode }: VerifyInput): void => {
  const { source, receipt, problems } = task
  checkSizes(task)
  if (keyOf !== undefined && receipt.key !== null && keyOf(source.text) !== receipt.key)
    problems.add('The key of the receipt is not the key of the source.')
  checkWorth(task)
  checkClaims(task, decode !== undefined)
  checkFindings(task)
}

/**
 * Whether the receipt is true of source and output. Problems are plain sentences, 20 at most; lines are numbered from 1.
 * Never throws.
 */
export const verify = (input: VerifyInput): Verification => {
  const { output, receipt, decode } = input
  const shape = shapeProblem(receipt)
  if (shape !== undefined) return { ok: false, problems: [shape] }
  const source = typeof input.source === 'string' ? createSource(input.source) : input.source
  const same = output === source.text
  const rebuilt = same || (receipt.lossless && decoded(decode, output) === source.text)
  const count = input.count ?? (receipt.counter === 'chars4' ? chars4 : undefined)
  const task: Case = { source, output, receipt, problems: createProblems(), count, same, rebuilt }
  checkTotals(task, input)
  if (!receipt.verbatim) checkReencoded(task)
  else if (checkVerbatim(task, false) && task.problems.list.length > 0) {
    const other = { ...task, problems: createProblems() }
    checkTotals(other, input)
    checkVerbatim(other, true)
    if (other.problems.list.length === 0) return { ok: true }
  }
  const problems = task.problems.list
  return problems.length === 0 ? { ok: true } : { ok: false, problems }
}
