/** The json kind: documents, concatenated values, JSON lines; with text around them. */
import type { Ask, Candidate } from '../../ladder/candidate.ts'
import type { Source } from '../../source/source.ts'
import { passing, shorter } from '../log/log.ts'
import { explainProfiles } from '../log/profiles/profiles.ts'
import type { Kind, Reader } from '../types.ts'
import { decodeJson } from './decode.ts'
import { type Documents, findDocuments, isSolid } from './documents.ts'
import { hasLongLines, readExcerpts } from './excerpts.ts'
import { createInterest } from './interest.ts'
import { readLines, selectedLines } from './lines.ts'
import { readLogLines } from './log-lines.ts'
import { losslessJson } from './lossless.ts'
import { isLog } from './messages.ts'
import { createModel, type Model } from './model.ts'

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
  decode: decodeJson,
  read: (source, ask) => {
    const documents = findDocuments(source)
    if (documents === undefined) return undefined
    const model = createModel(documents)
    const { passed, candidates, ...reader } = isLog(documents) ? readAsLog(source, model, ask) : readAsData(source, model, ask)
    return {
      ...reader,
      *candidates() {
        if (passed !== undefined) yield* passed()
        const lossless = losslessJson(source, documents, reader.findings, ask)
        if (lossless !== undefined) yield lossless
        yield* candidates()
      },
    }
  },
}

/** `passed`: what stands for the events of a run that went well. */
type Read = Reader & { readonly passed?: () => Iterable<Candidate> }

const readAsLog = (source: Source, model: Model, ask: Ask): Read => {
  const reading = readLogLines(source, model, ask)
  return {
    findings: reading.findings,
    candidates: () => shorter(reading, ask),
    passed: () => passing(reading, ask),
    explain: () => explainProfiles(reading.profiled),
  }
}

const readAsData = (source: Source, model: Model, ask: Ask): Read => {
  const reading = readLines(model, createInterest(model, ask), source, ask)
  if (ask.mode === 'auto' && hasLongLines(source)) {
    const { findings, candidate } = readExcerpts(reading, ask)
    return { findings, candidates: () => [candidate()] }
  }
  return { findings: reading.findings, candidates: () => selectedLines(reading, ask) }
}
