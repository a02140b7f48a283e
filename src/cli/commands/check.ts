/** `context-diet check` */
import { type CheckResult, check } from '../../verbs/check.ts'
import { EXIT, quote, usageError } from '../errors.ts'
import { writeNote, writeOut } from '../output.ts'
import type { Values } from '../parse.ts'
import { dropUndefined, readInput, readList, writeJson } from './shared.ts'

/** Markers are words, so a comma separates them. */
const splitWords = (values: readonly string[]): readonly string[] | undefined =>
  values.length === 0
    ? undefined
    : values
        .flatMap((value) => value.split(','))
        .map((word) => word.trim())
        .filter((word) => word !== '')

const getPlan = (values: Values): readonly string[] => {
  const file = values.text('plan')
  if (file === undefined && values.list('item').length === 0)
    throw usageError('there is no plan', 'name a file with --plan FILE or items with --item TEXT')
  const plan = [...(file === undefined ? [] : readList(values, file)), ...values.list('item')]
  if (plan.length === 0) throw usageError('the plan is empty', 'put one item on each line')
  return plan
}

const getMarkers = (
  values: Values,
): { readonly markers: readonly string[] | undefined; readonly failMarkers: readonly string[] | undefined } => {
  const markers = splitWords(values.list('markers'))
  const failMarkers = splitWords(values.list('fail-markers'))
  if (markers?.length === 0) throw usageError('--markers is empty', 'name the words that mark an executed item, such as PASS')
  if (failMarkers !== undefined && markers === undefined) {
    throw usageError('--fail-markers needs --markers', 'name the words that mark an executed item as well')
  }
  return { markers, failMarkers }
}

const formatFindings = (record: CheckResult): string => {
  const missing = record.missing.map((item) => `missing: ${item}\n`)
  const failed = record.found
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ item, line, text }) => `failed: ${item} (L${line}: ${quote(text.trim())})\n`)
  return [...missing, ...failed].join('')
}

export const runCheck = async (values: Values): Promise<number> => {
  const markers = getMarkers(values)
  const plan = getPlan(values)
  const { text } = await readInput(values)
  const record = check(plan, text, dropUndefined({ ...markers, skipped: values.list('skipped') }))
  if (values.on('json')) writeJson(values, record)
  else writeOut(formatFindings(record))
  if (record.survived) return EXIT.done
  writeNote(
    `${record.missing.length} of ${record.planned} items missing, ${record.failed.length} failed; see the list on standard output`,
  )
  return EXIT.failed
}
