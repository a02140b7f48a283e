/** Says how an output line differs from the source line that should stand there. Runs once, when it does. */
import { viewWith } from '../../source/view.ts'
import { parseCap } from '../parse-notes.ts'
import type { Case } from './case.ts'

export interface Mismatch {
  /** The output line with its line end, and its number. */
  readonly raw: string
  readonly line: number
  /** The source line that should stand there, 0 when none is left. */
  readonly next: number
  readonly last: boolean
}

const content = (raw: string): string => raw.replace(/\r?\n$/, '')

/** The first kept line behind `next` that has this text, 0 when there is none. */
const keptLater = ({ source, receipt }: Case, text: string, next: number): number => {
  for (const [from, to, fate] of receipt.fates) {
    if (fate !== 'kept') continue
    for (let n = Math.max(from, next + 1); n <= to; n++) if (source.line(n) === text || source.view(n) === text) return n
  }
  return 0
}

const undeclared = (source: string, text: string): string | undefined => {
  if (viewWith(source, { ansi: true, cr: false }).text === text)
    return 'has lost its ANSI sequences, which the receipt does not declare'
  if (viewWith(source, { ansi: false, cr: true }).text === text)
    return 'shows a last frame only, which the receipt does not declare'
  if (viewWith(source, { ansi: true, cr: true }).text === text)
    return 'has lost ANSI sequences and earlier frames, which the receipt does not declare'
  return undefined
}

const joined = ({ source }: Case, text: string, next: number): boolean => {
  const rest = text.slice(source.line(next).length).trim()
  return next < source.lines && text.startsWith(source.line(next)) && rest !== '' && source.line(next + 1).includes(rest)
}

const reason = (task: Case, text: string, next: number): string => {
  const expected = task.source.line(next)
  if (text === expected) return 'has another line end than in the source'
  const loss = undeclared(expected, text)
  if (loss !== undefined) return loss
  if (parseCap(text) !== undefined) return 'has a cap, but does not begin as in the source'
  if (text.trim() === expected.trim()) return 'has other white space than in the source'
  if (text !== '' && expected.startsWith(text)) return 'is cut without a note'
  if (joined(task, text, next)) return `is fused with line ${next + 1}`
  return 'differs from it'
}

export const explainMismatch = (task: Case, { raw, line, next }: Mismatch): string => {
  const text = content(raw)
  if (next === 0) return `Output line ${line} comes after the last source line that the receipt keeps.`
  const later = text === task.source.line(next) ? 0 : keptLater(task, text, next)
  if (later > 0)
    return `Output line ${line} is source line ${later}, but source line ${next} is kept by the receipt and should come first.`
  return `Output line ${line} should be source line ${next}, but ${reason(task, text, next)}.`
}
