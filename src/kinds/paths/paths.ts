/** The paths kind: listings of files with shared directories written once, or the entries that matter and counts by directory. */
import type { Ask, Candidate, Failure, Findings } from '../../ladder/candidate.ts'
import { CODE, newFates } from '../../ladder/fates.ts'
import { charsPerToken, fitSelection, type Plan } from '../../ladder/fit.ts'
import { outlines } from '../../ladder/outline.ts'
import { eolOf, withHead } from '../../ladder/render.ts'
import type { Source } from '../../source/source.ts'
import { failureAt, indexCharsFor, indexLines, isFailing } from '../messages.ts'
import { endsFor, remarksFor } from '../remarks.ts'
import type { Kind } from '../types.ts'
import { describeGap } from './describe.ts'
import { findForm } from './detect.ts'
import { LINE, type Listing, parseListing } from './parse.ts'
import { decodeShared, encodeShared } from './shared.ts'
import { valuesOf } from './values.ts'

/** Counts by directory may take this share of the budget. */
const COUNTS_SHARE = 0.35
/** Lines near the query that stay as they are in the lossless form: the most for which there is room. */
const KEPT = [5, 10, 20, 40, 80] as const

/** `UNMET DEPENDENCY`, `invalid: "^5.0.0" from …`: what a package manager's tree says of a broken package. */
const BROKEN = /\bUNMET (?:PEER )?DEPENDENCY\b|\binvalid(?:: "|$| )|\bmissing: |\bELSPROBLEMS\b/

/** `npm error missing: left-helper@^1.0.0`: says again what the tree says of a package. */
const AGAIN = /\b(?:missing|invalid|extraneous): ((?:@[\w.-]{1,100}\/)?[\w.-]{1,200})@/

/** The name of a package in a line of a tree. */
const PACKAGE = /((?:@[\w.-]{1,100}\/)?[\w.-]{1,200})@\S/

interface Broken {
  readonly title: number
  readonly text: string
  readonly also: number[]
}

/** Messages of failure between the entries, and broken packages of a tree. Names of files say nothing of failure. */
const findFailures = (source: Source, { form, roles }: Listing): Failure[] => {
  const broken: Broken[] = []
  const messages: number[] = []
  for (let n = 1; n <= source.lines; n++) {
    const role = roles[n - 1]
    if (role === LINE.other) {
      if (isFailing(source.body(n))) messages.push(n)
    } else if (form === 'tree' && (role === LINE.entry || role === LINE.dir)) {
      const text = source.body(n)
      if (BROKEN.test(text)) broken.push({ title: n, text, also: [] })
    }
  }
  const told = broken.length > 0
  const byName = new Map(broken.map((one) => [PACKAGE.exec(one.text)?.[1], one]))
  for (const n of messages) {
    const name = AGAIN.exec(source.body(n))?.[1]
    const same = name === undefined ? undefined : byName.get(name)
    if (same !== undefined) same.also.push(n)
    else if (!told || name !== undefined) broken.push({ title: n, text: '', also: [] })
  }
  return broken.sort((a, b) => a.title - b.title).map(({ title, also }) => failureAt(title, also))
}

interface Reading {
  readonly source: Source
  readonly listing: Listing
  readonly findings: Findings
  readonly blank: (n: number) => boolean
}

const readListing = (source: Source, ask: Ask): Reading => {
  const listing = parseListing(source, findForm(source, ask)?.form ?? 'paths')
  const blank = (n: number): boolean => source.view(n).trim() === ''
  return {
    source,
    listing,
    blank,
    findings: { failures: findFailures(source, listing), warnings: [], profile: null, reported: null },
  }
}

const planOf = ({ source, listing, findings, blank }: Reading, ask: Ask): Plan => {
  const failing = new Set(findings.failures.map(({ title }) => title))
  const room = ask.budget * charsPerToken(source, ask)
  const indexChars = indexCharsFor(failing.size, room)
  const entries = countEntries(listing, () => true)
  const names = listing.dirs.reduce((sum, dir) => sum + dir.length + 6, 0)
  return {
    source,
    findings,
    values: valuesOf(source, listing, failing, ask),
    must: endsFor(source, findings, blank, ask),
    blank,
    noise: () => false,
    folds: () => undefined,
    bridges: true,
    describe: describeGap(listing, blank),
    describeChars: Math.min(names, room * COUNTS_SHARE),
    remarks: remarksFor(source, findings, ask),
    remarksOf: (shown) => [`entries shown ${countEntries(listing, (n) => shown[n] === 1)} of ${entries}`],
    indexChars,
    indexOf: (missing) => indexLines(missing, indexChars),
  }
}

const countEntries = ({ form, roles }: Listing, is: (n: number) => boolean): number => {
  let count = 0
  for (let i = 0; i < roles.length; i++)
    if ((roles[i] === LINE.entry || (form === 'tree' && roles[i] === LINE.dir)) && is(i + 1)) count++
  return count
}

/** Lines by how near they are to the query, the nearest first; failures before all. */
const nearest = ({ source, listing, findings }: Reading, ask: Ask): number[] => {
  const failing = new Set(findings.failures.map(({ title }) => title))
  if (ask.query === undefined && failing.size === 0) return []
  const { gain } = valuesOf(source, listing, failing, ask)
  const plain = ask.query === undefined ? gain : valuesOf(source, listing, failing, { ...ask, query: undefined }).gain
  const lines: number[] = []
  for (let i = 0; i < gain.length; i++) if (failing.has(i + 1) || gain[i]! > plain[i]! * 2) lines.push(i + 1)
  return lines.sort((a, b) => gain[b - 1]! - gain[a - 1]! || a - b)
}

/** All lines, with what they share written once; the lines in `kept` as they stand. Undefined when that does not fit. */
const writeShared = ({ source, listing, findings }: Reading, ask: Ask, kept: ReadonlySet<number>): Candidate | undefined => {
  const eol = eolOf(source)
  const maxChars = ask.budget * charsPerToken(source, ask) * 1.5
  const encoded = encodeShared(source, listing, eol, maxChars, (n) => kept.has(n))
  if (encoded === undefined) return undefined
  const total = findings.failures.length
  const head = {
    sourceLines: source.lines,
    sourceTokens: ask.sourceTokens,
    exitCode: ask.exitCode,
    failures: { shown: total, total },
    remarks: [...remarksFor(source, findings, ask), ...encoded.remarks],
    original: ask.original,
  }
  const text = withHead(encoded.body, eol, head, ask.count)
  if (ask.count(text) > ask.budget) return undefined
  const fates = newFates(source.lines, 'folded')
  for (const n of encoded.kept) fates.codes[n - 1] = CODE.kept
  return { rung: 'lossless', text, fates, findings, index: [], normalized: { ansi: 0, cr: 0 }, decode: decodeShared }
}

/** The lossless form with as many lines near the query as there is room for as they stand. */
const lossless = (reading: Reading, ask: Ask): Candidate | undefined => {
  let best = writeShared(reading, ask, new Set(ask.protect))
  if (best === undefined) return undefined
  const near = nearest(reading, ask)
  if (near.length === 0) return best
  for (const most of KEPT) {
    const next = writeShared(reading, ask, new Set([...near.slice(0, most), ...ask.protect]))
    if (next === undefined) break
    best = next
    if (most >= near.length) break
  }
  return best
}

export const paths: Kind = {
  name: 'paths',
  decode: decodeShared,
  detect: (source, ask) => findForm(source, ask) ?? { score: 0, why: 'no listing of files' },
  read: (source, ask) => {
    const reading = readListing(source, ask)
    return {
      findings: reading.findings,
      *candidates() {
        const whole = ask.mode === 'auto' ? lossless(reading, ask) : undefined
        if (whole !== undefined) yield whole
        const plan = planOf(reading, ask)
        yield fitSelection(plan, ask)
        yield* outlines({ ...plan, indexWithin: (chars) => (missing) => indexLines(missing, chars) }, ask)
      },
    }
  },
}
