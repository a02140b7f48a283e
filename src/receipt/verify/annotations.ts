/** What the annotations say, against the fates: ranges, counts, places. */
import type { Gap, Index, Stand } from '../parse-notes.ts'
import type { LineRange } from '../types.ts'
import { isBlank } from './blank.ts'
import { type Case, lines } from './case.ts'
import type { Content, PlacedNote } from './content.ts'
import { FATE, type Fates, sameLine } from './fates.ts'

/** What names a source line, as bits per line. */
const BY = { gap: 1, stand: 2, index: 4, receipt: 8 } as const

interface Check {
  readonly task: Case
  readonly fates: Fates
  readonly named: Uint8Array
  /** Shown lines up to this one are no longer directly above: an annotation of another sort came between. */
  above: number
  /** Failures that index notes count. */
  indexed: number
}

const total = (ranges: readonly LineRange[]): number => ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0)

const mark = (named: Uint8Array, ranges: readonly LineRange[], bit: number): void => {
  for (const [from, to] of ranges) for (let n = from; n <= to; n++) named[n] = named[n]! | bit
}

const endOf = (ranges: readonly LineRange[]): number => ranges.at(-1)![1]

const checkGap = ({ task, named }: Check, { line, above, below }: PlacedNote, gap: Gap): void => {
  const { problems } = task
  const counted = total(gap.ranges)
  if (gap.count !== undefined && gap.count !== counted)
    problems.add(`The gap in output line ${line} counts ${gap.count} lines, but names ${counted}.`)
  const outside = gap.ranges.find(([from, to]) => from <= above || to >= below)
  if (outside !== undefined) {
    const shown = outside[0] <= above ? above : below
    problems.add(
      outside[0] <= shown && outside[1] >= shown
        ? `The gap in output line ${line} names line ${shown}, which is shown.`
        : `The gap in output line ${line} names ${lines(outside)}, which do not lie between the lines shown around it.`,
    )
    return
  }
  for (const range of gap.ranges) {
    if (named.subarray(range[0], range[1] + 1).some((bits) => (bits & BY.gap) !== 0)) {
      problems.add(`The gap in output line ${line} names ${lines(range)} in part a second time.`)
      return
    }
  }
  mark(named, gap.ranges, BY.gap)
}

/** The last `size` shown lines, the nearest last; fewer when an annotation of another sort stands in between. */
const shownAbove = ({ fates, above: stop }: Check, above: number, size: number): number[] => {
  const shown: number[] = []
  for (let n = above; n > stop && shown.length < size; n = fates.fate.lastIndexOf(FATE.kept, n - 1)) shown.unshift(n)
  return shown
}

const STANDS_FOR = {
  fold: [FATE.folded, FATE.near, FATE.repeat],
  repeat: [FATE.repeat],
} as const

const isBlankLine = ({ task }: Check, n: number): boolean => isBlank(task.source, n)

/** Follows the named lines; a sentence when one of them is not what the note says, else how many lines it stands for. */
const followStand = (check: Check, { line, above }: PlacedNote, stand: Stand): string | number => {
  const { fates, named, task } = check
  const what = `The ${stand.type} in output line ${line}`
  const models = shownAbove(check, above, stand.size)
  if (models.length < stand.size)
    return `${what} does not stand under ${stand.size === 1 ? 'a shown line' : `${stand.size} shown lines`}.`
  let count = 0
  for (const [from, to] of stand.ranges) {
    for (let n = from; n <= to; n++) {
      const fate = fates.fate[n]!
      if ((named[n]! & BY.stand) !== 0) return `${what} names line ${n}, which another note names too.`
      named[n] = named[n]! | BY.stand
      const model = models[count % stand.size]!
      if (fate === FATE.blank) {
        /* Blank lines between the lines of a block go with it. */
        if (isBlankLine(check, model)) count++
        continue
      }
      if (fate === FATE.kept) return `${what} names line ${n}, which is shown.`
      if (!(STANDS_FOR[stand.type] as readonly number[]).includes(fate)) return `${what} names line ${n}, which has another fate.`
      const root = fates.root(n)
      const stands = stand.type === 'fold' ? root > check.above && root <= above : root > 0 && sameLine(task.source, root, model)
      if (!stands) return `${what} names line ${n}, which the line above does not stand for.`
      count++
    }
  }
  return count
}

const checkStand = (check: Check, placed: PlacedNote, stand: Stand): void => {
  const followed = followStand(check, placed, stand)
  const said = stand.size * stand.times
  if (typeof followed === 'string') check.task.problems.add(followed)
  else if (followed !== said)
    check.task.problems.add(`The ${stand.type} in output line ${placed.line} counts ${said} lines, but names ${followed}.`)
}

const isShown = ({ fate }: Fates, [from, to]: LineRange): boolean => fate.subarray(from, to + 1).every((one) => one === FATE.kept)

const checkIndex = (check: Check, { line }: PlacedNote, index: Index): void => {
  const { task, fates, named } = check
  const what = `The index in output line ${line}`
  const counted = total(index.ranges)
  if (index.type === 'index') check.indexed += index.count
  else if (index.count > task.receipt.findings.failures.shown)
    task.problems.add(
      `${what} speaks of ${index.count} shown failures, but the receipt has ${task.receipt.findings.failures.shown}.`,
    )
  if (index.count > counted) task.problems.add(`${what} counts ${index.count} failures in ${counted} lines.`)
  const shown = index.ranges.find((range) => isShown(fates, range))
  if (shown !== undefined)
    task.problems.add(`${what} names ${lines(shown)}, which ${shown[0] === shown[1] ? 'is' : 'are'} shown.`)
  const wrong = index.ranges.find(([from, to]) => !named.subarray(from, to + 1).some((by) => (by & BY.receipt) !== 0))
  if (wrong !== undefined) task.problems.add(`${what} names ${lines(wrong)}, where the receipt's index has no failure.`)
  mark(named, index.ranges, BY.index)
}

const checkNote = (check: Check, placed: PlacedNote): void => {
  const { note, line, above } = placed
  const { problems, source, rebuilt } = check.task
  /* A re-encoded form: decoding has proven it. */
  if (note.type === 'unknown' && rebuilt) return
  if (note.type === 'fold' || note.type === 'repeat' || note.type === 'gap' || note.type === 'index' || note.type === 'details') {
    if (endOf(note.ranges) > source.lines)
      problems.add(
        `The annotation in output line ${line} names line ${endOf(note.ranges)}, but the source has ${source.lines} lines.`,
      )
    else if (note.type === 'gap') checkGap(check, placed, note)
    else if ('times' in note) checkStand(check, placed, note)
    else checkIndex(check, placed, note)
  } else if (note.type === 'head' && line > 1) problems.add(`Output line ${line} is a head, which only the first line can be.`)
  else if (note.type === 'unknown') problems.add(`Output line ${line} is an annotation of no known form.`)
  /* Excerpts belong to the line above them, and what stands for others may stand below both. */
  if (note.type !== 'fold' && note.type !== 'repeat' && note.type !== 'excerpt' && note.type !== 'items') check.above = above
}

/** Where one gap is named, the lines cut around it are named as well. */
const checkStretches = ({ task, fates, named }: Check, notes: readonly PlacedNote[]): void => {
  let done = -1
  for (const { note, above, below } of notes) {
    if (note.type !== 'gap' || above === done) continue
    done = above
    for (let n = above + 1; n < below; n++) {
      if (named[n] !== 0 && (named[n]! & (BY.gap | BY.index | BY.stand)) !== 0) continue
      if (fates.fate[n] !== FATE.cut && fates.fate[n] !== FATE.noise) continue
      task.problems.add(`Line ${n} is not shown, but the gaps around it do not name it.`)
      break
    }
  }
}

const checkFolded = ({ task, named }: Check): void => {
  if (task.rebuilt) return
  for (const [from, to, fate] of task.receipt.fates) {
    if (fate !== 'folded') continue
    for (let n = from; n <= to; n++) {
      if ((named[n]! & BY.stand) !== 0) continue
      task.problems.add(`Line ${n} is folded, but no annotation says so.`)
      return
    }
  }
}

/** What the receipt's index holds can be found by an annotation, and the annotations count the failures right. */
const checkCoverage = ({ task, fates, named, indexed }: Check): void => {
  const { receipt, problems } = task
  const { index, failures, spots } = receipt.findings
  const ofLines = failures.indexed - (spots?.indexed.length ?? 0)
  const enough = BY.index | BY.stand | (receipt.rung === 'outline' ? BY.gap : 0)
  let byIndex = false
  let seen = 0
  for (const range of index) {
    for (let n = Math.max(range[0], seen + 1); n <= Math.min(range[1], task.source.lines); n++) {
      if (fates.fate[n] === FATE.kept || fates.fate[n] === FATE.blank) continue
      if (task.rebuilt && fates.fate[n] === FATE.folded) continue
      if ((named[n]! & BY.index) !== 0) byIndex = true
      if ((named[n]! & enough) === 0) {
        problems.add(`The failure in ${lines(range)} is neither shown nor named by an index.`)
        return
      }
    }
    seen = Math.max(seen, range[1])
  }
  if (byIndex ? indexed !== ofLines && receipt.rung !== 'outline' : indexed > ofLines)
    problems.add(`The index counts ${indexed} failures, but the receipt has ${ofLines} there.`)
}

/**
 * In a lossless text the index names the lines of failures that stand only in folds and templates: no line that is shown, and, in a log,
 * each title of a failure that is not.
 */
const checkRebuilt = ({ task, fates, named }: Check): void => {
  if (!task.rebuilt || task.same) return
  const { findings, kind } = task.receipt
  const { index, failures, titles = [] } = findings
  if (failures.indexed > 0)
    task.problems.add(`The text rebuilds the source, but the receipt counts ${failures.indexed} failures as not shown.`)
  for (const range of index)
    for (let n = range[0]; n <= Math.min(range[1], task.source.lines); n++) {
      if (fates.fate[n] !== FATE.kept) continue
      task.problems.add(`The index names line ${n}, which is shown.`)
      return
    }
  if (index.length === 0 && kind !== 'log') return
  const hidden = titles.find((n) => fates.fate[n] === FATE.folded && (named[n]! & BY.receipt) === 0)
  if (hidden !== undefined)
    task.problems.add(`The failure in line ${hidden} stands only in a fold, but the index does not name it.`)
}

/** Checks every annotation but the head's facts; the output has at least one. */
export const checkAnnotations = (task: Case, fates: Fates, { notes }: Content): void => {
  const check: Check = { task, fates, named: new Uint8Array(task.source.lines + 2), above: 0, indexed: 0 }
  mark(check.named, task.receipt.findings.index, BY.receipt)
  for (const placed of notes) {
    checkNote(check, placed)
    if (task.problems.full()) return
  }
  checkStretches(check, notes)
  checkFolded(check)
  checkCoverage(check)
  checkRebuilt(check)
}
