/** JSON lines that are a log, shown as the log kind shows lines: what they say decides, the lines stay as they are. */
import type { Ask } from '../../ladder/candidate.ts'
import { lookingFor } from '../../ladder/excerpt.ts'
import { formatExcerpt } from '../../receipt/notes.ts'
import { matchShown } from '../../receipt/shown.ts'
import { createSource, type Source } from '../../source/source.ts'
import { type Reading, readLog } from '../log/reading.ts'
import { elide } from './elide.ts'
import { gainsOf, keyFlags } from './gains.ts'
import { createInterest } from './interest.ts'
import { sayings } from './messages.ts'
import type { Model } from './model.ts'

/** The reading of the derived text, for the lines of the source. */
export const readLogLines = (source: Source, model: Model, ask: Ask): Reading => {
  const reading = readLog(createSource(sayings(source, model.documents)), ask)
  const blank = (n: number): boolean => source.end(n) - source.starts[n - 1]! < 80 && source.body(n).trim() === ''
  /* Two records that say the same differ in what else they hold. */
  return { ...reading, source, blank, excerpts: excerptsFor(source, model, ask), folds: () => undefined }
}

/** Of a long record, the members worth most. */
const excerptsFor = (source: Source, model: Model, ask: Ask): NonNullable<Reading['excerpts']> => {
  const rootOf = new Map(model.documents.lineOf.map((line, i) => [line, model.documents.roots[i]!]))
  const looking = lookingFor(ask.query)
  let ready: { readonly gain: Float64Array; readonly isKey: Uint8Array } | undefined
  return (n, _cap, chars) => {
    const root = rootOf.get(n)
    if (root === undefined) return []
    if (ready === undefined) {
      const isKey = keyFlags(model)
      ready = { gain: gainsOf(model, createInterest(model, ask), isKey).gain, isKey }
    }
    const { shown } = elide(model, root, chars - 20, ready.gain, ready.isKey, looking, 1)
    const from = model.tape.start[root]!
    if (matchShown(source.text, from, shown)?.end !== model.tape.end[root]!) return []
    const start = source.starts[n - 1]!
    return [formatExcerpt(n, from === start && model.tape.end[root] === source.end(n) ? '' : `@${from - start}`, shown)]
  }
}
