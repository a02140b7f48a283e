/** What each kind has to say of a part of a text: the same values as for a text of its own. */
import type { Ask, Failure } from '../../ladder/candidate.ts'
import type { Values } from '../../ladder/select.ts'
import type { Source } from '../../source/source.ts'
import { findCode } from '../code/detect.ts'
import { readCode } from '../code/reading.ts'
import { valuesOf as codeValues } from '../code/values.ts'
import { detectConfig, findConfig } from '../config/detect.ts'
import { valuesOf as configValues } from '../config/values.ts'
import { diff } from '../diff/diff.ts'
import { parseDiff } from '../diff/parse.ts'
import { readDiff } from '../diff/reading.ts'
import { valuesOf as diffValues } from '../diff/values.ts'
import { findDocuments, isSolid } from '../json/documents.ts'
import { createInterest } from '../json/interest.ts'
import { readLines } from '../json/lines.ts'
import { createModel } from '../json/model.ts'
import { readLog } from '../log/reading.ts'
import { findForm } from '../search/detect.ts'
import { parseResults } from '../search/parse.ts'
import { valuesOf as searchValues } from '../search/values.ts'
import { findTable } from '../table/table.ts'
import { valuesOf as tableValues } from '../table/values.ts'

export interface PartReading {
  readonly values: Values
  /** In lines of the part. */
  readonly failures: readonly Failure[]
  readonly warnings: readonly number[]
}

export interface PartKind {
  readonly name: string
  /** What its lines are called where they are hidden. */
  readonly unit: string
  /** Undefined where the part is of another kind. */
  readonly read: (part: Source, ask: Ask) => PartReading | undefined
}

/** The reading of a part, with an entry for each line in its values. */
export const readAs = ({ read }: PartKind, part: Source, ask: Ask): PartReading | undefined => {
  const reading = read(part, ask)
  return reading === undefined ? undefined : { ...reading, values: everyLine(reading.values, part) }
}

/** Values with an entry for each line. */
const everyLine = (values: Values, { lines }: Source): Values => {
  if (values.lines === undefined) return values
  const gain = new Float64Array(lines)
  const group = new Int32Array(lines).fill(-1)
  const fade = new Float32Array(lines)
  const twin = new Int32Array(lines).fill(-1)
  values.lines.forEach((n, k) => {
    gain[n - 1] = values.gain[k]!
    group[n - 1] = values.group[k]!
    fade[n - 1] = values.fade[k]!
    twin[n - 1] = values.twin[k]!
  })
  return { gain, group, fade, twin, ...(values.needs === undefined ? {} : { needs: values.needs }) }
}

const only = (values: Values): PartReading => ({ values, failures: [], warnings: [] })

const readJson = (part: Source, ask: Ask): PartReading | undefined => {
  const documents = findDocuments(part)
  if (documents === undefined || !isSolid(documents)) return undefined
  const model = createModel(documents)
  const { values, findings } = readLines(model, createInterest(model, ask), part, ask)
  return { values, failures: findings.failures, warnings: findings.warnings }
}

const readSearch = (part: Source, ask: Ask): PartReading | undefined => {
  const found = findForm(part, ask)
  return found === undefined || found.score < 0.5
    ? undefined
    : only(searchValues(part, parseResults(part, found.form), new Set(), ask))
}

const readDiffPart = (part: Source, ask: Ask): PartReading | undefined => {
  if (diff.detect(part, ask).score < 0.5) return undefined
  const reading = readDiff(part, parseDiff(part))
  const names = reading.diff.files.map(({ from }) => from).filter((n) => n > 0)
  return only(diffValues(reading, ask, { names, onlyNeeded: false, failing: new Set() }))
}

const readTable = (part: Source, ask: Ask): PartReading | undefined => {
  const table = findTable(part)
  return table === undefined ? undefined : only(tableValues(table, ask).values)
}

const readConfig = (part: Source, ask: Ask): PartReading | undefined =>
  detectConfig(part, false).score === 0 ? undefined : only(configValues(findConfig(part)!, ask))

const readCodePart = (part: Source, ask: Ask): PartReading | undefined =>
  findCode(part, ask) === undefined ? undefined : only(codeValues(readCode(part, ask), ask))

const readLogPart = (part: Source, ask: Ask): PartReading => {
  const { values, findings } = readLog(part, ask)
  return { values, failures: findings.failures, warnings: findings.warnings }
}

/** The first that reads a part takes it. */
export const STRUCTURED: readonly PartKind[] = [
  { name: 'diff', unit: 'lines of diff', read: readDiffPart },
  { name: 'json', unit: 'lines of JSON', read: readJson },
  { name: 'search', unit: 'search hits', read: readSearch },
  { name: 'table', unit: 'rows', read: readTable },
  { name: 'config', unit: 'lines of config', read: readConfig },
  { name: 'code', unit: 'lines of code', read: readCodePart },
]

/** Lines that a program wrote. */
export const LOG: PartKind = { name: 'log', unit: 'lines of log', read: readLogPart }
