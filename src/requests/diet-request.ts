/**
 * Compresses the tool results inside a request to a model. Nothing else changes: system, user and assistant text, tool calls,
 * ids and images stay, in the raw form byte for byte. It never throws for what a body holds: a body that cannot be compressed
 * comes back as it is, and the report says why.
 */
import { Buffer, isUtf8 } from 'node:buffer'
import { type Spell, spelledLike } from './facts.ts'
import { type Outcome, type ReadingMemory, runJob, runJobAsync, type TextEdit } from './job.ts'
import { createObjectReader, createRawReader, type Decode, type RawReader, withEdits } from './json.ts'
import { type AsyncRequestOptions, type RequestOptions, resolveOptions } from './options.ts'
import { type BodyForm, recallFor } from './recall.ts'
import { emptyReport, type RequestReport } from './report.ts'
import { scanJson, splice } from './spans.ts'
import { encodeSpelling } from './spelling.ts'

export interface DietedRequest<T> {
  /** The input itself when unchanged, else a new value of the same type. */
  readonly body: T
  readonly changed: boolean
  readonly report: RequestReport
}

/** The scanned text of a body, with one char for each byte where the body is bytes: nothing else needs decoding then. */
interface RawBody {
  readonly form: BodyForm
  readonly text: string
  /** Where the JSON begins, behind a byte order mark. */
  readonly from: number
  readonly decode: Decode
  readonly spell: Spell
}

const NON_ASCII = /[^\0-\x7f]/
const LATIN1_BOM = '\xef\xbb\xbf'

const decodeBytes: Decode = (chars) => (NON_ASCII.test(chars) ? Buffer.from(chars, 'latin1').toString('utf8') : chars)

const spellBytes: Spell = (text, like) => {
  const spelled = encodeSpelling(text, like)
  return NON_ASCII.test(spelled) ? Buffer.from(spelled, 'utf8').toString('latin1') : spelled
}

const bytesBody = (bytes: Uint8Array): RawBody | undefined => {
  if (!isUtf8(bytes)) return undefined
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  return {
    form: 'bytes',
    text,
    from: text.startsWith(LATIN1_BOM) ? LATIN1_BOM.length : 0,
    decode: decodeBytes,
    spell: spellBytes,
  }
}

const textBody = (text: string): RawBody => ({
  form: 'text',
  text,
  from: text.startsWith('\ufeff') ? 1 : 0,
  decode: (chars) => chars,
  spell: encodeSpelling,
})

interface Opened {
  readonly raw: RawBody
  readonly reader: RawReader
  readonly memory: ReadingMemory
}

const openRaw = (json: string | Uint8Array, owner: object): Opened | { readonly reason: string } => {
  const raw = typeof json === 'string' ? textBody(json) : bytesBody(json)
  if (raw === undefined) return { reason: 'not UTF-8' }
  const recall = recallFor(owner, raw.form, raw.text)
  const scan = scanJson(raw.text, raw.from, recall)
  if ('reason' in scan) return scan
  const reader = createRawReader(scan.tape, raw.form, raw.decode)
  const memory: ReadingMemory = {
    known: (array, format) => recall.messages(reader.indexOf(array), format),
    keep: (array, format, messages) => recall.keep(scan.tape, { array: reader.indexOf(array), format, messages }),
  }
  return { raw, reader, memory }
}

const editRaw = (raw: RawBody, reader: RawReader, edits: readonly TextEdit[]): string => {
  const spans = edits.map(({ node, text, facts }) => {
    const span = reader.span(node)
    const spelled = facts === undefined ? raw.spell(text, reader.spelling(node)) : spelledLike(facts, text, raw.spell)
    return { start: span.start, end: span.end, text: spelled }
  })
  // Results come in the order in which they are read, which need not be the order of the members of an object.
  return splice(
    raw.text,
    spans.sort((a, b) => a.start - b.start),
  )
}

/** A value of the type that the caller gave. */
const likeInput = (text: string, input: string | Uint8Array): string | Uint8Array => {
  if (typeof input === 'string') return text
  const bytes = Buffer.from(text, 'latin1')
  return Buffer.isBuffer(input) ? bytes : new Uint8Array(bytes)
}

const reasonOf = (problem: unknown): string => `internal error: ${problem instanceof Error ? problem.message : String(problem)}`

const unchanged = <T>(body: T, report: RequestReport): DietedRequest<T> => ({ body, changed: false, report })

/** A literal type would claim that a changed body is still that literal. */
type BodyOf<T extends string | Uint8Array> = T extends string ? string : T

const unchangedRaw = <T extends string | Uint8Array>(json: T, reason: string): DietedRequest<BodyOf<T>> =>
  unchanged(json as BodyOf<T>, emptyReport(reason))

const finishRaw = <T extends string | Uint8Array>(
  json: T,
  { raw, reader }: Opened,
  { edits, report }: Outcome,
): DietedRequest<BodyOf<T>> => {
  if (edits.length === 0) return unchanged(json as BodyOf<T>, report)
  return { body: likeInput(editRaw(raw, reader, edits), json) as BodyOf<T>, changed: true, report }
}

const finishObject = <T extends object>(body: T, { edits, report }: Outcome): DietedRequest<T> =>
  edits.length === 0 ? unchanged(body, report) : { body: withEdits(body, edits) as T, changed: true, report }

/**
 * Compresses the tool results of a raw JSON body, a string or UTF-8 bytes. Only the spans of reduced results change. A body
 * that is not JSON, or of no known format, and any internal error leave it as it is. Throws a RangeError for bad options only.
 */
export const dietRequestBytes = <T extends string | Uint8Array>(
  json: T,
  options: RequestOptions = {},
): DietedRequest<BodyOf<T>> => {
  const settings = resolveOptions(options)
  try {
    const opened = openRaw(json, settings.store)
    return 'reason' in opened
      ? unchangedRaw(json, opened.reason)
      : finishRaw(json, opened, runJob(opened.reader, settings, opened.memory))
  } catch (problem) {
    return unchangedRaw(json, reasonOf(problem))
  }
}

/** As `dietRequestBytes`, for a diet or a store that must be waited for. */
export const dietRequestBytesAsync = async <T extends string | Uint8Array>(
  json: T,
  options: AsyncRequestOptions = {},
): Promise<DietedRequest<BodyOf<T>>> => {
  const settings = resolveOptions(options)
  try {
    const opened = openRaw(json, settings.store)
    return 'reason' in opened
      ? unchangedRaw(json, opened.reason)
      : finishRaw(json, opened, await runJobAsync(opened.reader, settings, opened.memory))
  } catch (problem) {
    return unchangedRaw(json, reasonOf(problem))
  }
}

/**
 * Compresses the tool results of a parsed body. The input is not mutated: a changed body is a new object that shares what did
 * not change. Fails as `dietRequestBytes` does.
 */
export const dietRequest = <T extends object>(body: T, options: RequestOptions = {}): DietedRequest<T> => {
  const settings = resolveOptions(options)
  try {
    return finishObject(body, runJob(createObjectReader(body), settings))
  } catch (problem) {
    return unchanged(body, emptyReport(reasonOf(problem)))
  }
}

/** As `dietRequest`, for a diet or a store that must be waited for. */
export const dietRequestAsync = async <T extends object>(
  body: T,
  options: AsyncRequestOptions = {},
): Promise<DietedRequest<T>> => {
  const settings = resolveOptions(options)
  try {
    return finishObject(body, await runJobAsync(createObjectReader(body), settings))
  } catch (problem) {
    return unchanged(body, emptyReport(reasonOf(problem)))
  }
}
