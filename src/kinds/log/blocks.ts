/**
 * Failures as blocks of lines: a title and what belongs to it. What belongs is decided by structure that tools share:
 * deeper indentation, lines that lack the shared prefix, places, expected and actual values, code frames.
 */

import type { Ask, Failure } from '../../ladder/candidate.ts'
import type { LineRange } from '../../receipt/types.ts'
import type { Analysis } from '../../signals/analysis.ts'
import { ROLE } from '../../signals/line.ts'
import { FLAG } from '../../signals/scan.ts'
import { opensStep, STEP_FAILED } from '../../signals/steps.ts'
import { rankFrames } from '../../signals/tracebacks.ts'
import type { Source } from '../../source/source.ts'
import { readAgainst, type Told } from './against.ts'
import { findAnnounced, takeAnnounced, withAnnounced } from './announced.ts'
import { RECAP } from './claims.ts'
import { type Cluster, findClusters } from './clusters.ts'
import { findContainers } from './containers.ts'
import { fatalWarnings } from './fatal-warnings.ts'
import { findHeadings, findItems } from './headings.ts'
import { findLastWords } from './last-words.ts'
import { findParents } from './parents.ts'
import { findQuotes, withQuotes } from './quotes.ts'
import { explains, type Span } from './spans.ts'
import { failedSteps, stepNames } from './steps.ts'
import { countedBy, disputeWith, findCleared, tellsNone } from './tally.ts'
import { areFlaky, findWaived } from './tolerated.ts'
import { findUnmarked } from './unmarked.ts'

export interface Blocks {
  readonly failures: readonly Failure[]
  /** Per line: number of its block from 1, or 0. Also set for blocks that are no failure (a mere hint of one). */
  readonly of: Int32Array
  /** Per line inside a block: how many lines of the same role stand before it in the block. */
  readonly rank: Uint16Array
  /** Titles that only repeat the name of a failure whose details stand elsewhere. */
  readonly echoes: ReadonlySet<number>
  /** Warnings that repeat what a failure says, by line: number of the failure's title. */
  readonly quotes: ReadonlyMap<number, number>
  /** Lines above failures that say where they are: the file over its findings, the head of the paragraph. */
  readonly parents: ReadonlySet<number>
  /** What looks like failures or says why, and belongs to none that is counted. */
  readonly loose: readonly LineRange[]
  /** Numbers (as in `of`) of blocks that tell of something which failed but is no failure of the run, by the run's own words. */
  readonly tolerated: ReadonlySet<number>
  /** How many failures the tool counts, where that is another number. */
  readonly disputed: number | undefined
  /** Failures that share a cause. */
  readonly clusters: readonly Cluster[]
  /** First lines of failures. */
  readonly titles: ReadonlySet<number>
  /** Whether nothing failed by its structure, so that words have to tell. */
  readonly guessed: boolean
}

/** Lines a block may span. */
const REACH = 160
/** Lines after a title in which an exception belongs to it. */
const NEAR = 4
/** Lines above a title that may hold its details. */
const ABOVE = 14

/** `3) cart adds tax`. */
const NUMBERED = /^\d{1,5}\) \S/
/** Opens a numbered list of failures. */
const LISTS = /^(?:Failures?|Errors|There (?:was|were) \d+ (?:failures?|errors?)):$/

/** A try of which the tool says that it was not the last. */
const RETRIED = / \(attempt \d+, retried\)(?: |$)/

/** Lines above a compiler's message. */
const LED = /^(?:In file included from |from \S|\S{1,300}:(?:\d{1,7}:){0,2}\s{1,4}(?:In |At |required |recursively |in ))/
/** What follows is another test's. */
const OPENS_TEST = /^(?:=== (?:RUN|CONT|NAME)\b|\[ RUN {6}\])/
/** Heads a section, or what a test printed. */
const NO_TITLE =
  /^[\s=_*-]*(?:FAILURES|ERRORS|Failures:|Errors:|Captured \w+ \w+|(?:[\w ]{1,30} )?(?:[Ww]arnings?(?: summary)?|WARNINGS|SKIPPED|[Ss]kipped|PASSES|[Dd]eprecations?)(?: \([\w ]{1,30}\))?:?)[\s=_*-]*$/
const isSection = (body: string): boolean => NO_TITLE.test(body) || RECAP.test(body)
/** `2) Skipped:` over the name of a test. */
const SKIPPED = /^\d{1,5}\) (?:Skipped|Pending|Todo):?$/
/** A step of a job is no failure; what went wrong in it is. */
const mayTitle = (body: string): boolean => !isSection(body) && !opensStep(body)
const CAPTURED = /^-{3,} ?Captured \w+ \w+/

const isTitle = (role: number): boolean => role === ROLE.mark || role === ROLE.failure || role === ROLE.thrown
const ends = (role: number): boolean =>
  role === ROLE.pass || role === ROLE.verdict || role === ROLE.summary || role === ROLE.header
const isDetail = (role: number): boolean =>
  role === ROLE.compare || role === ROLE.location || role === ROLE.library || role === ROLE.reason || role === ROLE.thrown

export const findBlocks = (source: Source, analysis: Analysis, ask: Ask): Blocks => {
  const { roles, scan } = analysis
  const { lines } = source
  const of = new Int32Array(lines)
  const rank = new Uint16Array(lines)
  const found: Span[] = []
  const headings = new Set([...findHeadings(source, analysis), ...findItems(source, analysis)])
  const blank = (i: number): boolean => (scan.flags[i]! & FLAG.blank) !== 0
  const bare = (i: number): boolean => (scan.flags[i]! & FLAG.bare) !== 0

  /** Does an indented block go on behind a line further left, such as a value that a message holds? */
  const goesOn = (at: number, indent: number): boolean => {
    for (let j = at + 1; j < lines && j - at <= NEAR; j++) {
      if (blank(j)) continue
      const role = roles[j]!
      if (ends(role) || isTitle(role) || role === ROLE.warning) return false
      if (scan.indent[j]! > indent) return true
    }
    return false
  }

  /** Does the line open an entry of a numbered list of failures? */
  const isNumbered = (at: number): boolean => {
    if (roles[at] !== ROLE.header) return false
    const body = source.body(at + 1).trim()
    return NUMBERED.test(body) && (listed || RETRIED.test(body))
  }

  /** One exception below another in the same column is a failure of its own, unless that one leads up to it or is caused by it. */
  const isSibling = (title: number, j: number): boolean =>
    roles[title] === ROLE.thrown &&
    scan.indent[j]! === scan.indent[title]! &&
    !source.body(title + 1).endsWith(':') &&
    !opensCause(source, roles, j)

  /** Last line (index) of the block that starts at `title`. */
  const reachDown = (title: number): number => {
    const indent = scan.indent[title]!
    const header = roles[title] === ROLE.header || headings.has(title)
    /* Steps of a scenario, with marks of their own. */
    const numbered = isNumbered(title)
    let last = title
    let gap = 0
    /** What a test printed belongs to it, whatever it tells. */
    let captured = false
    for (let j = title + 1 + continues(title); j < lines && j - title < REACH; j++) {
      if (blank(j)) {
        if (++gap > 2) break
        continue
      }
      const role = roles[j]!
      if (role === ROLE.header && header && CAPTURED.test(source.body(j + 1))) captured = true
      else if (captured && ends(role)) break
      if (captured && role !== ROLE.mark) {
        last = j
        gap = 0
        continue
      }
      const deeper = scan.indent[j]! > indent || bare(j)
      if (ends(role) && !(deeper && (numbered || role !== ROLE.pass) && role !== ROLE.header)) break
      if (
        (role === ROLE.mark && !(numbered && deeper)) ||
        headings.has(j) ||
        (role === ROLE.noise && OPENS_TEST.test(source.body(j + 1)))
      )
        break
      if (role === ROLE.failure && !(deeper || (header && j - last <= NEAR))) break
      if (role === ROLE.thrown && !deeper && (j - last > NEAR || isSibling(title, j))) break
      if (role === ROLE.warning && !deeper) break
      if (!deeper && !isDetail(role) && !header && role !== ROLE.noise) {
        /* Same column, nothing that marks it as a detail: only what follows at once belongs. */
        if (gap > 0 || j - title > 3 || (role === ROLE.none && (scan.hints[scan.shape[j]!]! & HINT_LEVEL) !== 0)) {
          if (indent === 0 || !goesOn(j, indent)) break
        }
      }
      /* A rule or a banner in the title's column neither belongs nor ends the block. */
      if (role === ROLE.noise && !deeper && !header) continue
      last = j
      gap = 0
    }
    return last
  }

  /** First line (index) of the details that stand above a title which has none below. */
  const reachUp = (title: number, floor: number): number => {
    let first = title
    for (let j = title - 1; j >= floor && title - j <= ABOVE && !blank(j); j--) {
      const role = roles[j]!
      if (ends(role) || role === ROLE.warning || of[j] !== 0) break
      if (scan.indent[j]! <= scan.indent[title]! && !isDetail(role)) break
      first = j
    }
    return first
  }

  /** `2) cart limits` over `adds tax:`: how many lines below go on with the name. */
  const continues = (at: number): number => {
    if (roles[at] !== ROLE.header || !NUMBERED.test(source.body(at + 1).trim())) return 0
    for (let j = at + 1; j < lines && j - at <= NEAR && !blank(j) && scan.indent[j]! > scan.indent[at]!; j++)
      if (
        source
          .body(j + 1)
          .trim()
          .endsWith(':')
      )
        return j - at
    return 0
  }

  /** First line of what compilers print above a message: the includes and instantiations that led to it. */
  const contextAbove = (title: number, floor: number): number => {
    let first = title
    while (first > floor && title - first < ABOVE && of[first - 1] === 0 && LED.test(source.body(first).trim())) first--
    return first
  }

  /** Does a failure stand in the lines that a header names? */
  const headsFailure = (at: number): boolean => {
    if (isNumbered(at) && at + 1 < lines && scan.indent[at + 1]! > scan.indent[at]!) return true
    for (let j = at + 1 + continues(at); j < lines && j - at < REACH; j++) {
      const role = roles[j]!
      if (role === ROLE.header) return false
      if (role === ROLE.mark) return false
      if (role === ROLE.reason || role === ROLE.failure || role === ROLE.thrown || role === ROLE.compare || role === ROLE.weak)
        return true
      if (role === ROLE.pass || role === ROLE.summary) return false
    }
    return false
  }

  let floor = 0
  /** The lines behind list failures, by numbers. */
  let listed = false
  /** Lines that head a section of failures, such as `==== FAILURES ====` over the titles of failed tests. */
  const sections: number[] = []
  let section = -1
  for (let i = 0; i < lines; ) {
    const role = roles[i]!
    if (role === ROLE.verdict || (role === ROLE.header && LISTS.test(source.body(i + 1).trim()))) listed = true
    const skipped = role === ROLE.mark && i > 0 && SKIPPED.test(source.body(i).trim())
    const strong =
      (isTitle(role) && !skipped) || headings.has(i) || (role === ROLE.header && mayTitle(source.body(i + 1)) && headsFailure(i))
    if (role === ROLE.header && !strong) section = opensStep(source.body(i + 1)) ? -1 : i
    else if (role === ROLE.header && section >= 0) {
      sections.push(section + 1)
      section = -1
    }
    if (!strong && role !== ROLE.weak && role !== ROLE.reason) {
      i++
      continue
    }
    const to = reachDown(i)
    const from = to === i && strong ? reachUp(i, floor) : role === ROLE.failure ? contextAbove(i, floor) : i
    const title = role === ROLE.weak && !strong ? strongWithin(roles, i, to) : i
    found.push({ title, from, to, strong: strong || title !== i })
    const seen = new Uint16Array(16)
    for (let k = from; k <= to; k++) {
      of[k] = found.length
      const r = roles[k]!
      if (k !== title && opensCause(source, roles, k)) seen[ROLE.location] = 0
      if (k !== title) rank[k] = seen[r]!++
    }
    rankFrames(source, roles, rank, [from, to])
    floor = to + 1
    i = to + 1
  }
  const spanAt = (title: number, strong: boolean): Span => ({ title, from: title, to: reachDown(title), strong })
  const failed = (ask.exitCode ?? 0) !== 0
  const fatal = failed ? fatalWarnings(source, roles, found).map((i) => spanAt(i, true)) : []
  const unmarked = failed && found.length === 0 && fatal.length === 0 ? findUnmarked(source, analysis) : []
  const isSilent = failed && found.length + fatal.length + unmarked.length === 0
  const last = isSilent ? findLastWords(source, roles, ask).map((i) => spanAt(i, false)) : []
  for (const span of [...fatal, ...unmarked, ...last]) {
    found.push(span)
    of.fill(found.length, span.from, span.to + 1)
  }
  if (fatal.length > 0) found.sort((a, b) => a.title - b.title)
  const announced = findAnnounced(source, roles, found)
  const absorbed = takeAnnounced(announced, roles, found, { of, rank })
  const counted = countedSpans(
    source,
    roles,
    found.filter((span) => !absorbed.has(span)),
    ask,
    (title) => reachUp(title, 0),
  )
  const containers = findContainers(source, analysis, counted)
  /* Names of tests, such as `FAIL is a valid name`, in a list without marks. */
  const isName = (span: Span): boolean => roles[span.title] === ROLE.mark && !explains(span, roles, span.title)
  const cleared = findCleared(source, analysis, counted, isName, tellsNone)
  const waived = findWaived(source, analysis, ask, counted)
  const leaves = counted.filter((_, k) => !containers.has(k) && !cleared.has(k) && !waived.has(k))
  const tally = countedBy(source, analysis)
  const read = readAgainst(tally, source, analysis, headings, leaves, ask)
  const flaky = areFlaky(source, analysis, ask, read.told, read.claims.failures.length)
  const { claims, told } = flaky ? NONE : read
  const parents = findParents(source, analysis, told)
  for (const k of containers) parents.add(counted[k]!.title + 1)
  for (const line of sections) parents.add(line)
  for (const line of stepNames(source, roles, failing(roles, told))) parents.add(line)
  const kept = new Set(told)
  const loose = found
    .filter((span) => !kept.has(span) && !absorbed.has(span) && (span.strong || explains(span, roles)))
    .map(({ from, to }): LineRange => [from + 1, to + 1])
  const { echoes } = claims
  const quotes = findQuotes(source, roles, claims.failures)
  const failures = withAnnounced(withQuotes(claims.failures, quotes), announced)
  const borne = flaky ? read.told : counted.filter((_, k) => waived.has(k))
  const disputed = disputeWith(tally, failures.length, borne.length)
  const clusters = findClusters(source, analysis, failures)
  return {
    failures,
    echoes,
    quotes,
    of,
    rank,
    parents,
    loose,
    tolerated: new Set(borne.map(({ title }) => of[title]!)),
    disputed,
    clusters,
    titles: new Set(failures.map(({ title }) => title)),
    guessed: !found.some(({ strong }) => strong),
  }
}

/** Lines (from 1) that close a step as failed; where there are none, those of the failures. */
const failing = (roles: Uint8Array, told: readonly Span[]): readonly number[] => {
  const verdicts: number[] = []
  for (let i = roles.indexOf(ROLE.verdict); i >= 0; i = roles.indexOf(ROLE.verdict, i + 1)) verdicts.push(i + 1)
  return verdicts.length > 0 ? verdicts : told.map(({ title }) => title + 1)
}

/** The spans that may be failures: those by structure; a failed CI step where nothing else is known; hints where a command failed. */
const countedSpans = (
  source: Source,
  roles: Uint8Array,
  found: readonly Span[],
  ask: Ask,
  above: (title: number) => number,
): readonly Span[] => {
  const strong = found.filter((span) => span.strong)
  if (strong.length > 0) return strong
  const step = roles.lastIndexOf(ROLE.verdict)
  if (step >= 0 && source.body(step + 1).startsWith(STEP_FAILED)) {
    const inFailed = failedSteps(source, roles)
    const inside = found.filter(({ title }) => inFailed?.[title] === 1)
    return inside.length > 0 ? inside : [...found, { title: step, from: above(step), to: step, strong: true }]
  }
  return ask.exitCode === undefined || ask.exitCode === 0 ? [] : found
}

const NONE: Told = { claims: { failures: [], echoes: new Set() }, told: [] }

/** Words that may tell of a failure, over a line that does: that is the title. */
const strongWithin = (roles: Uint8Array, from: number, to: number): number => {
  for (let i = from + 1; i <= to; i++) if (isTitle(roles[i]!)) return i
  return from
}

/** What caused the exception above it: its frames are as good a place to look as those of the first. */
const CAUSED = /^\s*(?:Caused by: |cause: |\[cause\]: |Caused by:?$|Suppressed: )/
const opensCause = (source: Source, roles: Uint8Array, i: number): boolean =>
  (roles[i] === ROLE.reason || roles[i] === ROLE.thrown) && CAUSED.test(source.body(i + 1))

const HINT_LEVEL = 256
