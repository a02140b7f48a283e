/**
 * What a kind made of the text behind the prefixes of the lines, as a digest of the lines with their prefixes. Selections are printed
 * so by the ladder; here the places of failures inside lines are put right, and what a kind wrote without loss says what stands
 * before each line, where that is the same everywhere. Other prefixes cannot be rebuilt: such a form is left out.
 */
import type { Ask, Candidate, Failure, Findings } from '../ladder/candidate.ts'
import { shiftOf } from '../ladder/printed.ts'
import { eolOf, withHead } from '../ladder/render.ts'
import { formatLinePrefix, MARK, parseLinePrefix } from '../receipt/notes.ts'
import { type Note, parseNote } from '../receipt/parse-notes.ts'
import { linesWithEnds } from '../source/lines.ts'
import { printedOf, type Source } from '../source/source.ts'
import type { Reader } from './types.ts'

/** What stands before every line; undefined when it is not the same everywhere. */
const commonPrefix = (source: Source): string | undefined => {
  const { text, starts, lines } = printedOf(source)
  const prefix = lines === 0 ? '' : text.slice(0, shiftOf(source, 1))
  if (prefix === '') return undefined
  for (let n = 2; n <= lines; n++)
    if (shiftOf(source, n) !== prefix.length || !text.startsWith(prefix, starts[n - 1])) return undefined
  return prefix
}

/** What the head line says, that line, and what follows. */
const partsOf = (text: string): { readonly head: Note; readonly first: string; readonly body: string } => {
  const end = text.indexOf('\n') + 1
  const first = text.slice(0, end)
  return { head: parseNote(first.replace(/\r?\n$/, '')), first, body: text.slice(end) }
}

/** The lossless text with the prefix before its visible lines and in its head; undefined where a head cannot say it. */
const withPrefix = (source: Source, text: string, prefix: string, ask: Ask): string | undefined => {
  const { head, body } = partsOf(text)
  const remark = formatLinePrefix(prefix)
  if (head.type !== 'head' || remark.includes('. ')) return undefined
  const { failures = { shown: 0, total: 0 }, remarks } = head
  const printed = linesWithEnds(body).map((line) => (line.startsWith(MARK) ? line : prefix + line))
  return withHead(printed.join(''), eolOf(source), { ...head, failures, remarks: [...remarks, remark] }, ask.count)
}

/** Rebuilds the source of a lossless digest by `decode`, with what stands before each line where the head says so. */
export const decodePrefixed = (text: string, decode: (text: string) => string | undefined): string | undefined => {
  const { head, first, body } = partsOf(text)
  const prefix = head.type === 'head' ? head.remarks.map(parseLinePrefix).find((one) => one !== undefined) : undefined
  if (prefix === undefined) return decode(text)
  const lines = linesWithEnds(body)
  if (!lines.every((line) => line.startsWith(MARK) || line.startsWith(prefix))) return undefined
  const plain = lines.map((line) => (line.startsWith(MARK) ? line : line.slice(prefix.length)))
  const decoded = decode(first + plain.join(''))
  return decoded === undefined
    ? undefined
    : linesWithEnds(decoded)
        .map((line) => prefix + line)
        .join('')
}

/** Failures inside lines, at their places in what is printed. */
const shiftFailures = (source: Source, findings: Findings): { findings: Findings; printed: ReadonlyMap<Failure, Failure> } => {
  const printed = new Map(
    findings.failures.map((failure) => [
      failure,
      failure.at === undefined ? failure : { ...failure, at: failure.at + shiftOf(source, failure.title) },
    ]),
  )
  return { findings: { ...findings, failures: [...printed.values()] }, printed }
}

const printedCandidate = (source: Source, candidate: Candidate, ask: Ask): Candidate | undefined => {
  const { findings, printed } = shiftFailures(source, candidate.findings)
  const { decode, spots } = candidate
  const seen = spots === undefined ? {} : { spots: new Set([...spots].map((failure) => printed.get(failure) ?? failure)) }
  if (decode === undefined) return { ...candidate, findings, ...seen }
  const prefix = commonPrefix(source)
  const text = prefix === undefined ? undefined : withPrefix(source, candidate.text, prefix, ask)
  if (text === undefined) return undefined
  return { ...candidate, findings, ...seen, text, decode: (given) => decodePrefixed(given, decode) }
}

function* printedCandidates(source: Source, candidates: Iterable<Candidate>, ask: Ask): Iterable<Candidate> {
  for (const candidate of candidates) {
    const printed = printedCandidate(source, candidate, ask)
    if (printed !== undefined) yield printed
  }
}

/** The reader of a source, for the lines that are printed for it. */
export const printedReader = (source: Source, reader: Reader, ask: Ask): Reader => {
  if (source.printed === undefined) return reader
  const { candidatesFor } = reader
  return {
    ...reader,
    findings: shiftFailures(source, reader.findings).findings,
    candidates: () => printedCandidates(source, reader.candidates(), ask),
    ...(candidatesFor === undefined ? {} : { candidatesFor: (own: Ask) => printedCandidates(source, candidatesFor(own), own) }),
  }
}
