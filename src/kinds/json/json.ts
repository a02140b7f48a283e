/** The json kind: documents, concatenated values, JSON lines; with text around them. */
import { shorter } from '../log/log.ts'
import type { Kind } from '../types.ts'
import { findDocuments, isSolid } from './documents.ts'
import { hasLongLines, readExcerpts } from './excerpts.ts'
import { createInterest } from './interest.ts'
import { readLines, selectedLines } from './lines.ts'
import { readLogLines } from './log-lines.ts'
import { isLog } from './messages.ts'
import { createModel } from './model.ts'

export const json: Kind = {
  name: 'json',
  detect: (source) => {
    const documents = findDocuments(source)
    if (documents === undefined || !isSolid(documents)) return { score: 0, why: 'no JSON, or mostly other text' }
    return { score: 0.9, why: 'JSON' }
  },
  read: (source, ask) => {
    const documents = findDocuments(source)!
    const model = createModel(documents)
    if (isLog(documents)) {
      const reading = readLogLines(source, model, ask)
      return { findings: reading.findings, candidates: () => shorter(reading, ask) }
    }
    const interest = createInterest(model, ask)
    const reading = readLines(model, interest, source)
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
