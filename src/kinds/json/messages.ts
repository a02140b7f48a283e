/**
 * JSON lines that are a log (pino, bunyan, zap, structlog, `go test -json`, the journal): what each line says as one line of
 * text, level first, so that it is read as a log would be. Shown are the lines themselves.
 */
import { isObjectAt, isStringAt, textAt } from '../../source/json.ts'
import type { Source } from '../../source/source.ts'
import type { Documents } from './documents.ts'
import { readTestEvents } from './test-events.ts'

const MESSAGE = ['msg', 'message', 'output', 'log', 'text', 'event', 'short_message', '@message', 'body', 'content'] as const
const LEVEL = ['level', 'severity', 'lvl', 'levelname', 'log_level', 'loglevel', '@level', 'severity_text', 'priority'] as const
const TIME = ['time', 'timestamp', 'ts', '@timestamp', 'date', 'datetime', 'asctime', '__realtime_timestamp', 'when'] as const
const STATUS = ['action', 'status', 'type', 'event', 'reason', 'kind'] as const
const NAME = ['test', 'name', 'title', 'package', 'target', 'file', 'path'] as const
const ERROR = ['err', 'error', 'exception', 'exc_info', 'stack'] as const

/** Records that are looked at before a source counts as a log. */
const SAMPLE = 200
const LEAST_SHARE = 0.6
const MESSAGE_CHARS = 600
const ERROR_CHARS = 300

type Fields = ReadonlyMap<string, number>

/** Members of a record by key in lower case. */
const fieldsOf = ({ tape }: Documents, root: number): Fields => {
  const fields = new Map<string, number>()
  if (!isObjectAt(tape, root)) return fields
  for (let key = root + 1; key < tape.next[root]!; key = tape.next[key + 1]!) fields.set(textAt(tape, key).toLowerCase(), key + 1)
  return fields
}

const firstOf = (fields: Fields, names: readonly string[]): number | undefined => {
  for (const name of names) {
    const value = fields.get(name)
    if (value !== undefined) return value
  }
  return undefined
}

/** `cargo --message-format=json`: what was built, what the compiler says of it, how the build ended. */
const BUILD = /^(?:compiler-(?:message|artifact)|build-(?:finished|script-executed))$/
const isBuildEvent = ({ tape }: Documents, fields: Fields): boolean => {
  const reason = fields.get('reason')
  return reason !== undefined && isStringAt(tape, reason) && BUILD.test(textAt(tape, reason))
}

/** Whether most records say something at a time or with a level. */
export const isLog = (documents: Documents): boolean => {
  const { tape, roots, form } = documents
  if (form !== 'lines') return false
  let logs = 0
  const sample = roots.slice(0, SAMPLE)
  for (const root of sample) {
    const fields = fieldsOf(documents, root)
    const message = firstOf(fields, MESSAGE)
    const dated = firstOf(fields, TIME) !== undefined
    const levelled = firstOf(fields, LEVEL) !== undefined
    const says = message !== undefined && isStringAt(tape, message)
    const acts = (dated || fields.has('package')) && fields.has('action')
    if ((says && (dated || levelled)) || acts || isBuildEvent(documents, fields)) logs++
  }
  return logs >= LEAST_SHARE * sample.length
}

const PINO: Readonly<Record<string, string>> = { 10: 'TRACE', 20: 'DEBUG', 30: 'INFO', 40: 'WARN', 50: 'ERROR', 60: 'FATAL' }
const SYSLOG = ['FATAL', 'FATAL', 'CRITICAL', 'ERROR', 'WARN', 'NOTICE', 'INFO', 'DEBUG'] as const
const NAMES: Readonly<Record<string, string>> = {
  err: 'ERROR',
  warning: 'WARN',
  crit: 'CRITICAL',
  dpanic: 'PANIC',
  information: 'INFO',
}

const levelOf = ({ tape }: Documents, fields: Fields): string => {
  const value = firstOf(fields, LEVEL)
  if (value === undefined) return ''
  const text = textAt(tape, value)
  if (/^[0-7]$/.test(text) && fields.has('__realtime_timestamp')) return SYSLOG[Number(text)]!
  if (/^[0-9]+$/.test(text)) return PINO[String(Math.floor(Number(text) / 10) * 10)] ?? ''
  return text.length > 12 ? '' : (NAMES[text.toLowerCase()] ?? text.toUpperCase())
}

/** The text of a message, or of the message inside of an object (`"err":{"message":…}`). */
const plain = (documents: Documents, value: number, chars: number): string => {
  const { tape } = documents
  if (isStringAt(tape, value)) return textAt(tape, value).slice(0, chars)
  if (!isObjectAt(tape, value)) return ''
  const fields = fieldsOf(documents, value)
  const inner = firstOf(fields, [...MESSAGE, 'rendered', 'stack', 'name'])
  return inner === undefined || !isStringAt(tape, inner) ? '' : textAt(tape, inner).slice(0, chars)
}

const oneLine = (text: string): string => text.replace(/[\r\n\u2028\u2029]+$/, '').replace(/[\r\n]+/g, ' ')

const WENT = /^(?:pass|passed|ok|success|skip|run|start|pause|cont|begin|end|bench)$/i
const BROKE = /^(?:fail|failed|failure|error|timeout)$/i

/** A record without a message: what happened to what. */
const happening = (documents: Documents, fields: Fields): string => {
  const { tape } = documents
  const success = fields.get('success')
  if (success !== undefined && isBuildEvent(documents, fields))
    return tape.text.startsWith('true', tape.start[success]!) ? 'Build succeeded' : 'Build failed'
  const status = firstOf(fields, STATUS)
  const name = firstOf(fields, NAME)
  const word = status === undefined || !isStringAt(tape, status) ? '' : textAt(tape, status)
  const what = name === undefined ? '' : plain(documents, name, 200)
  if (WENT.test(word)) return `=== RUN ${word} ${what}`
  if (BROKE.test(word)) return `--- FAIL: ${what}`
  return `${word} ${what}`.trim()
}

const PLACE = /--> (\S{1,300}:\d+:\d+)/
/** What the compiler says, with its place, as it prints it without JSON: two messages in the same words are two failures. */
const compilerSays = (documents: Documents, fields: Fields): string | undefined => {
  const { tape } = documents
  const message = fields.get('message')
  if (message === undefined || !isObjectAt(tape, message) || !isBuildEvent(documents, fields)) return undefined
  const inner = fieldsOf(documents, message)
  const textOf = (name: string): string => {
    const value = inner.get(name)
    return value === undefined || !isStringAt(tape, value) ? '' : textAt(tape, value)
  }
  const place = PLACE.exec(textOf('rendered'))?.[1]
  const text = `${textOf('level')}: ${oneLine(textOf('message')).slice(0, MESSAGE_CHARS)}`
  return place === undefined ? text : `${place}: ${text}`
}

/** Whether the message names a level itself, as `--- FAIL: TestA` and `ERROR: no` do. */
const sayOf = (documents: Documents, root: number): string => {
  const fields = fieldsOf(documents, root)
  const compiler = compilerSays(documents, fields)
  if (compiler !== undefined) return compiler
  const level = levelOf(documents, fields)
  const at = firstOf(fields, MESSAGE)
  const message = at === undefined ? '' : oneLine(plain(documents, at, MESSAGE_CHARS))
  const error = ERROR.flatMap((name) => fields.get(name) ?? [])[0]
  const why = error === undefined || error === at ? '' : oneLine(plain(documents, error, ERROR_CHARS))
  const nested = fields.get('message')
  const inner = nested === undefined || level !== '' ? '' : levelIn(documents, nested)
  const said = why === '' || message.includes(why) ? message : `${message}: ${why}`
  if (said.trim() === '') return happening(documents, fields) || '-'
  const prefix = level || inner
  return prefix === '' ? said : `${prefix}: ${said}`
}

/** `cargo --message-format=json` has the level inside of the message. */
const levelIn = (documents: Documents, value: number): string =>
  isObjectAt(documents.tape, value) ? levelOf(documents, fieldsOf(documents, value)) : ''

/** One line of text for each line of the source, under the same numbers. */
export const sayings = (source: Source, documents: Documents): string => {
  const byLine = new Map<number, number>()
  documents.lineOf.forEach((line, i) => {
    byLine.set(line, i)
  })
  const events = readTestEvents(documents)
  const lines: string[] = []
  for (let n = 1; n <= source.lines; n++) {
    const i = byLine.get(n)
    if (i === undefined) lines.push(source.body(n).replace(/[\r\n]/g, ' '))
    else lines.push(oneLine(events?.[i] ?? sayOf(documents, documents.roots[i]!)))
  }
  return `${lines.join('\n')}\n`
}
