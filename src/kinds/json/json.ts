/** The json kind: documents, concatenated values, JSON lines; with text around them. */
import { shorter } from '../log/log.ts'
import type { Kind } from '../types.ts'
import { type Documents, findDocuments, isSolid } from './documents.ts'
import { hasLongLines, readExcerpts } from './excerpts.ts'
import { createInterest } from './interest.ts'
import { readLines, selectedLines } from './lines.ts'
import { readLogLines } from './log-lines.ts'
import { isLog } from './messages.ts'
import { createModel } from './model.ts'

const describe = (documents: Documents): string => {
  const { form, roots, others, complete } = documents
  const what = form === 'value' ? 'one JSON value' : `${roots.length} JSON values`
  const where = form !== 'lines' ? '' : isLog(documents) ? ', one per line, as a log' : ', one per line'
  return `${what}${where}${others === 0 ? '' : `, and ${others} other lines`}${complete ? '' : ', cut off at its end'}`
}

export const json: Kind = {
  name: 'json',
  detect: (source) => {
    const documents = findDocuments(source)
    if (documents === undefined || !isSolid(documents)) return { score: 0, why: 'no JSON, or mostly other text' }
    return { score: 0.9, why: describe(documents) }
  },
  read: (source, ask) => {
    const documents = findDocuments(source)!
    const model = createModel(documents)
    if (isLog(documents)) {
      const reading = readLogLines(source, model, ask)
      return { findings: reading.findings, candidates: () => shorter(reading, ask) }
    }
    const interest = createInterest(model, ask)
    const reading = readLines(model, interest, source, ask)
    if (ask.mode === 'auto' && hasLongLines(source)) {
      const { findings, candidate } = readExcerpts(reading, ask)
      return {
        findings,
        *candidates() {
          yield candidate()
        },
      }
    }
    return {
      findings: reading.findings,
      *candidates() {
        yield selectedLines(reading, ask)
      },
    }
  },
}
