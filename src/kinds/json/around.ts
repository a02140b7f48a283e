/** Text before and behind JSON (a command's own lines, a stack trace after the output): read as a log, under its line numbers. */
import type { Ask } from '../../ladder/candidate.ts'
import { createSource, type Source } from '../../source/source.ts'
import { type Reading, readLog } from '../log/reading.ts'
import type { Documents } from './documents.ts'

/** Undefined when there is none. */
export const readAround = (source: Source, { from, to }: Documents, ask: Ask): Reading | undefined => {
  const { text } = source
  const lineStart = text.lastIndexOf('\n', from - 1) + 1
  const lf = text.indexOf('\n', Math.max(from, to - 1))
  const lineEnd = lf < 0 ? text.length : lf
  const before = text.slice(0, lineStart)
  const behind = text.slice(lineEnd)
  if (before.trim() === '' && behind.trim() === '') return undefined
  let lines = 0
  for (let at = text.indexOf('\n', lineStart); at >= 0 && at < lineEnd; at = text.indexOf('\n', at + 1)) lines++
  return readLog(createSource(before + '\n'.repeat(lines) + behind), ask)
}
