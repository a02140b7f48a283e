/**
 * The digest of an output whose command ran before: what is new is shown, what the earlier output said as well is counted. Times,
 * sizes, hashes and the order of lines do not matter. A failure that is still there is shown or indexed like any other.
 */
import { type LineRules, tellingLines } from '../ladder/rules.ts'
import { createSource, type Source } from '../source/source.ts'
import { type Digest, type DigestOptions, type Prepared, prepare, publishPrepared, withRules } from './digest.ts'
import { assertText } from './errors.ts'

/** What changed since the earlier output. */
export interface Changes {
  readonly lines: { readonly fresh: number; readonly gone: number; readonly unchanged: number }
  readonly failures: { readonly fresh: number; readonly gone: number; readonly unchanged: number }
}

export interface Rerun extends Digest {
  readonly changes: Changes
  /** False when the ordinary digest is not longer, and stands. */
  readonly againstEarlier: boolean
}

export interface RerunOptions extends DigestOptions {
  /** Where the earlier output is, for the head. */
  readonly earlierOriginal?: string | undefined
}

const UNIT = '(?:ns|us|µs|μs|ms|msec|s|sec|secs|seconds?|m|min|mins|minutes?|h|hours?)'
const BYTES = '(?:B|bytes?|[kKMGT]i?B|[kKMG]b?)'
/** What differs from run to run and says nothing; a count, a value, a line number does say something. */
const VARYING = new RegExp(
  [
    String.raw`\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?`,
    String.raw`\b\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d+)?\b`,
    String.raw`\b\d+(?:\.\d+)? ?${UNIT}\b`,
    String.raw`\b\d+(?:\.\d+)? ?${BYTES}(?:/s)?(?![\w/])`,
    String.raw`\b0x[0-9a-fA-F]+\b`,
    String.raw`\b(?=[0-9a-f]{0,40}\d)(?=[0-9a-f]{0,40}[a-f])[0-9a-f]{7,64}\b`,
  ].join('|'),
  'g',
)
/** Beyond this much of a line, chars are compared as they are: it is no sentence of a tool. */
const COMPARED = 2000

/** What a line says whatever the run: equal for two lines that differ in times, sizes and hashes alone. */
export const sameness = (body: string): string => {
  const text = body.trim()
  return `${text.slice(0, COMPARED).replace(VARYING, '#')}${text.slice(COMPARED)}`
}

interface Compared {
  /** Lines of the source that the earlier output had as well. */
  readonly unchanged: readonly number[]
  /** How many it had not. */
  readonly fresh: number
  /** Lines that the earlier output had more. */
  readonly gone: number
}

const compare = (source: Source, earlier: Source): Compared => {
  const left = new Map<string, number>()
  for (let n = 1; n <= earlier.lines; n++) {
    const key = sameness(earlier.body(n))
    if (key !== '') left.set(key, (left.get(key) ?? 0) + 1)
  }
  const unchanged: number[] = []
  let fresh = 0
  for (let n = 1; n <= source.lines; n++) {
    const key = sameness(source.body(n))
    if (key === '') continue
    const count = left.get(key) ?? 0
    if (count === 0) fresh++
    else {
      unchanged.push(n)
      left.set(key, count - 1)
    }
  }
  return { unchanged, fresh, gone: [...left.values()].reduce((sum, count) => sum + count, 0) }
}

/** How often each title occurs among the failures. */
const titlesOf = ({ source, reader }: Prepared): Map<string, number> => {
  const titles = new Map<string, number>()
  for (const { title } of reader.findings.failures) {
    const key = sameness(source.body(title))
    titles.set(key, (titles.get(key) ?? 0) + 1)
  }
  return titles
}

const changesIn = (now: Prepared, before: Prepared, { unchanged, fresh, gone }: Compared): Changes => {
  const old = titlesOf(before)
  let same = 0
  for (const [key, count] of titlesOf(now)) same += Math.min(count, old.get(key) ?? 0)
  return {
    lines: { fresh, gone, unchanged: unchanged.length },
    failures: {
      fresh: now.reader.findings.failures.length - same,
      gone: before.reader.findings.failures.length - same,
      unchanged: same,
    },
  }
}

const remarkOf = ({ lines, failures }: Changes, path: string | undefined): string => {
  const some = failures.fresh + failures.gone + failures.unchanged > 0
  const ofFailures = some ? `; failures: ${failures.fresh} new, ${failures.unchanged} still there, ${failures.gone} gone` : ''
  return `against the earlier output${path === undefined ? '' : ` ${path}`}, lines: ${lines.fresh} new, ${lines.unchanged} as before, ${lines.gone} gone${ofFailures}`
}

/** A digest that leaves out what its reader has to remember must be this much shorter than one that does not. */
const WORTH = 0.8

/**
 * Digests the output of a command whose earlier output is known: the ordinary digest, or, where that is clearly shorter, one that shows
 * what is new. Pure and synchronous; linear in both texts. Throws as `digest` does.
 */
export const digestRerun = (text: string, earlier: string, options: RerunOptions = {}): Rerun => {
  assertText(text)
  assertText(earlier)
  const prepared = prepare(createSource(text), options)
  const plain = publishPrepared(prepared, options.protectMode)
  const { source, kind, reader } = prepared
  const old = createSource(earlier)
  const compared = compare(source, old)
  const changes = changesIn(
    prepared,
    prepare(old, { ...options, kind: kind.name, protectLines: undefined, filters: undefined }),
    compared,
  )
  const ordinary: Rerun = { ...plain, changes, againstEarlier: false }
  const budget = Math.floor(plain.receipt.output.tokens * WORTH)
  if (budget < 1 || compared.unchanged.length === 0) return ordinary
  const telling = tellingLines(reader.findings)
  const rules: LineRules = {
    keep: [],
    drop: compared.unchanged.filter((n) => !telling.has(n)),
    protect: [],
    fold: [],
    remark: remarkOf(changes, options.earlierOriginal),
  }
  const reduced = publishPrepared(withRules(prepared, { ...options, protectMode: 'partial' }, budget, rules), 'partial')
  const isKept = reduced.changed && reduced.receipt.protected.missing.length === plain.receipt.protected.missing.length
  return isKept ? { ...reduced, changes, againstEarlier: true } : ordinary
}
