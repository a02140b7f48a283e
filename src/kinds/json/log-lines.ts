/** JSON lines that are a log, shown as the log kind shows lines: what they say decides, the lines stay as they are. */
import type { Ask } from '../../ladder/candidate.ts'
import { excerptsOf, lookingFor } from '../../ladder/excerpt.ts'
import type { Plan } from '../../ladder/fit.ts'
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
  return { ...reading, source, blank, ...recordExcerpts(source, model, ask), folds: () => undefined }
}

/** A record that does not fit whole is shown by so much of its start, and by the members worth most. */
const START = 60
const SLACK = 40

/** How long records on lines of their own are shown. */
export const recordExcerpts = (source: Source, model: Model, ask: Ask): Required<Pick<Plan, 'cap' | 'excerpts'>> => {
  const rootOf = new Map(model.documents.lineOf.map((line, i) => [line, model.documents.roots[i]!]))
  const looking = lookingFor(ask.query)
  let ready: { readonly gain: Float64Array; readonly isKey: Uint8Array } | undefined
  const excerpts = (n: number, cap: number, chars: number): string[] => {
    const root = rootOf.get(n)
    if (root === undefined) return excerptsOf(source, n, cap, chars, looking)
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
  const cap = (n: number, most: number): number =>
    rootOf.has(n) && source.end(n) - source.starts[n - 1]! > most + SLACK ? Math.min(START, most) : most
  return { cap, excerpts }
}
