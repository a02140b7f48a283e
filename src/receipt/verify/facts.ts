/** The receipt's numbers and sentences, against the texts, the head and each other. */
import { countLines, sourceBytes, utf8Bytes } from '../accounting.ts'
import { MARK, NO_FAILURE, OVER_BUDGET } from '../notes.ts'
import { type Head, parseImitations } from '../parse-notes.ts'
import type { Account, Sizes } from '../types.ts'
import { type Case, lines } from './case.ts'
import type { Content } from './content.ts'
import { FATE, type Fates } from './fates.ts'

const checkSize = ({ problems }: Case, name: string, said: Sizes, real: Sizes): void => {
  for (const unit of ['lines', 'chars', 'bytes', 'tokens'] as const) {
    if (said[unit] !== real[unit])
      problems.add(`The receipt says that the ${name} has ${said[unit]} ${unit}, but it has ${real[unit]}.`)
  }
}

/** Sizes of both texts; tokens only when the counter is known. */
export const checkSizes = (task: Case): void => {
  const { source, output, receipt, count } = task
  const tokens = (text: string, said: Sizes): number => (count === undefined ? said.tokens : count(text))
  const real: Sizes = {
    lines: source.lines,
    chars: source.text.length,
    bytes: sourceBytes(source),
    tokens: tokens(source.text, receipt.source),
  }
  checkSize(task, 'source', receipt.source, real)
  if (task.same) checkSize(task, 'output', receipt.output, real)
  else
    checkSize(task, 'output', receipt.output, {
      lines: countLines(output),
      chars: output.length,
      bytes: utf8Bytes(output),
      tokens: tokens(output, receipt.output),
    })
}

/** Budget and gain: what is not the source itself fits, and a digest is smaller than its source. */
export const checkWorth = ({ same, receipt, problems }: Case): void => {
  if (same) return
  const { budget, output, source, verb } = receipt
  const excused = (verb === 'summarize' || verb === 'pack') && receipt.protected.kept > 0 && receipt.notes.includes(OVER_BUDGET)
  if (budget !== null && output.tokens > budget && !excused)
    problems.add(`The output has ${output.tokens} tokens, over the budget of ${budget}.`)
  if (verb === 'digest' && output.tokens >= source.tokens)
    problems.add(`The digest has ${output.tokens} tokens, no fewer than the source with ${source.tokens}.`)
}

/** Rung, losslessness, stages. */
export const checkClaims = ({ same, rebuilt, receipt, problems }: Case, decoder: boolean): void => {
  const { rung, lossless, verbatim, stages, verb } = receipt
  if (rung === 'whole' && !same) problems.add('The receipt says that the output is whole, but it is not the source.')
  if ((rung === 'whole' || rung === 'lossless') && !lossless)
    problems.add(`The rung is ${rung}, but the receipt does not claim a lossless output.`)
  if (same && !verbatim) problems.add('The output is the source, but the receipt does not call it verbatim.')
  if (lossless && !rebuilt) {
    problems.add(
      decoder
        ? 'The receipt says that the output is lossless, but decoding it does not give the source.'
        : 'The receipt says that the output is lossless, but no decoder was given to prove it.',
    )
  }
  if (stages === undefined) {
    if (verb === 'pack') problems.add('The receipt of pack does not say what each stage removed.')
    return
  }
  if (verb !== 'pack') problems.add(`The receipt of ${verb} has stages, which only pack has.`)
  const removed = Object.values(receipt.removed).reduce((sum, count) => sum + count, 0)
  const staged = stages.dedupe + stages.extract + stages.summarize
  if (staged !== removed) problems.add(`The stages removed ${staged} lines, but the fates have ${removed}.`)
}

const checkAccount = ({ problems }: Case, name: string, { total, shown, indexed }: Account, every: boolean): void => {
  if (every ? total !== shown + indexed : shown + indexed > total)
    problems.add(`The receipt counts ${total} ${name}, but ${shown} shown and ${indexed} indexed.`)
}

/** Totals of failures and warnings, and the bounds of the index. */
export const checkFindings = (task: Case): void => {
  const { receipt, problems, source } = task
  const { failures, warnings, index, titles, spots } = receipt.findings
  checkAccount(task, 'failures', failures, true)
  checkAccount(task, 'warnings', warnings, warnings.indexed > 0)
  if (index.length === 0 && failures.indexed > (spots?.indexed.length ?? 0))
    problems.add(`The receipt counts ${failures.indexed} failures as indexed, but its index is empty.`)
  let previous = 0
  for (const range of index) {
    if (range[0] < previous || range[1] < range[0] || range[1] > source.lines) {
      problems.add(`The index has ${lines(range)} out of order or outside of the source.`)
      return
    }
    previous = range[0]
  }
  const places = (titles?.length ?? 0) + (spots?.shown.length ?? 0)
  if (titles !== undefined && places !== failures.shown)
    problems.add(`The receipt counts ${failures.shown} failures as shown, but names ${places} titles.`)
}

/** A failure is shown when its title line is, or when all lines can be read from the text. */
export const checkShown = ({ receipt, problems, source, rebuilt }: Case, { fate }: Fates): void => {
  const { failures, titles } = receipt.findings
  if (titles === undefined) {
    const kept = receipt.fates.reduce((sum, [from, to, name]) => (name === 'kept' ? sum + to - from + 1 : sum), 0)
    if (failures.shown > kept) problems.add(`The receipt counts ${failures.shown} failures as shown in ${kept} lines.`)
    return
  }
  let previous = 0
  for (const title of titles) {
    if (title <= previous || title > source.lines)
      problems.add(`The title line ${title} is out of order or outside of the source.`)
    else if (fate[title] !== FATE.kept && !rebuilt)
      problems.add(`The failure in line ${title} is counted as shown, but its line is not.`)
    if (problems.full()) return
    previous = title
  }
}

/** The head is part of what it counts: there are texts for which no number is true, each changing the count by one. */
const isUnsettled = ({ receipt, output, count }: Case, head: Head): boolean => {
  const real = receipt.output.tokens
  if (Math.abs(head.outputTokens - real) !== 1) return false
  return count === undefined || count(output.replace(`-> ${head.outputTokens} tokens`, `-> ${real} tokens`)) !== real
}

const checkHeadNumbers = (task: Case, head: Head): void => {
  const { receipt, problems } = task
  const pairs: readonly (readonly [string, number, number])[] = [
    ['source lines', head.sourceLines, receipt.source.lines],
    ['output lines', head.outputLines, receipt.output.lines],
    ['source tokens', head.sourceTokens, receipt.source.tokens],
    ['output tokens', head.outputTokens, receipt.output.tokens],
    ['failures shown', head.failures?.shown ?? 0, receipt.findings.failures.shown],
    ['failures', head.failures?.total ?? 0, receipt.findings.failures.total],
  ]
  for (const [what, said, real] of pairs) {
    if (said === real || (what === 'output tokens' && isUnsettled(task, head))) continue
    problems.add(`The head says ${said} ${what}, but the receipt has ${real}.`)
  }
}

const checkExit = ({ receipt, problems }: Case, head: Head): void => {
  const { exitCode } = receipt.verdict
  if (head.exitCode !== undefined && head.exitCode !== exitCode)
    problems.add(`The head says exit ${head.exitCode}, but the receipt has ${exitCode ?? 'no exit code'}.`)
  if (exitCode === null || exitCode === 0) return
  if (head.exitCode === undefined) problems.add(`The command ended with exit code ${exitCode}, but the head does not say so.`)
  if (receipt.findings.failures.total === 0 && !head.remarks.some((remark) => remark.includes(NO_FAILURE)))
    problems.add(`The exit code is ${exitCode} and no failure was recognised, but the head does not say so.`)
}

/** A failing command whose reason nobody recognised: its first and last lines are not cut. */
const checkEnds = ({ receipt, problems }: Case, { fate }: Fates): void => {
  const { exitCode } = receipt.verdict
  if (exitCode === null || exitCode === 0 || receipt.findings.failures.total > 0) return
  const solid = (one: number): boolean => one !== FATE.blank && one !== FATE.noise
  const inside = fate.subarray(1, -1)
  for (const at of [inside.findIndex(solid), inside.findLastIndex(solid)]) {
    if (at >= 0 && inside[at] === FATE.cut)
      problems.add(
        `No failure was recognised, but line ${at + 1}, at ${at === inside.findIndex(solid) ? 'the start' : 'the end'} of the source, is cut.`,
      )
  }
}

const checkImitations = ({ problems, source }: Case, head: Head, shown: readonly number[]): void => {
  const remark = head.remarks.map(parseImitations).find((found) => found !== undefined)
  if (remark === undefined) {
    if (shown.length > 0) problems.add(`Line ${shown[0]} imitates an annotation, but the head does not say so.`)
    return
  }
  const named = new Set<number>()
  for (const [from, to] of remark.ranges) {
    for (let n = from; n <= to && n <= source.lines; n++) {
      named.add(n)
      if (source.line(n).startsWith(MARK) || source.view(n).startsWith(MARK)) continue
      problems.add(`The head says that line ${n} imitates an annotation, but it does not.`)
      return
    }
  }
  if (named.size !== remark.count) problems.add(`The head counts ${remark.count} imitations, but names ${named.size}.`)
  const forgotten = shown.find((n) => !named.has(n))
  if (forgotten !== undefined) problems.add(`Line ${forgotten} imitates an annotation, but the head does not name it.`)
}

/** The head, where there must be one, and what it says. */
export const checkHead = (task: Case, head: Head | undefined, content: Content | undefined, fates: Fates | undefined): void => {
  const { receipt, problems, same } = task
  const { verb, verdict } = receipt
  if (head !== undefined) {
    checkHeadNumbers(task, head)
    checkExit(task, head)
    if (fates !== undefined) checkEnds(task, fates)
    if (content !== undefined) checkImitations(task, head, content.imitations)
  } else if (!same && verb === 'digest') problems.add('The digest does not begin with a head.')
  else if ((verdict.exitCode ?? 0) !== 0 && (content?.notes.length ?? 0) > 0)
    problems.add(`The command ended with exit code ${verdict.exitCode}, but no head says so.`)
}
