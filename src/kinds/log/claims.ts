/**
 * From titles to failures. Tools name a failure several times: in the list of tests, over its details, in a recap. Each of
 * these forms names it once, so the failures of one name are as many as the form that names it most often has titles for.
 */

import type { Failure } from '../../ladder/candidate.ts'
import type { LineRange } from '../../receipt/types.ts'
import type { Analysis } from '../../signals/analysis.ts'
import { ROLE } from '../../signals/line.ts'
import { HINT } from '../../signals/words.ts'
import type { Source } from '../../source/source.ts'
import { lineAbove } from './parents.ts'
import type { Span } from './spans.ts'
import { type Title, titleAt } from './titles.ts'

/** A shorter name is no evidence that two titles mean one failure. */
const NAME_LEAST = 4
/** Failures of one name that are compared with a title, from the first that its form has not named. */
const COMPARED = 8
/** Words of a name that are left out one by one to find a shorter form of it. */
const WORDS = 24
/** Opens a list of what was told before, and is no title itself. */
export const RECAP: RegExp =
  /^\W{0,8}(?:(?:\w+ ){0,2}(?:failing|failed|non-successful) (?:tests|examples|specs|checks)|summary of [\w -]{1,40}|[\w ]{0,20}test summary info|failures|errors)\b\W{0,12}$/i
const RECAP_HINTS = HINT.fail | HINT.tally
const RECAP_CHARS = 60
/** Chars that a message has at the least which tells a failure again, and lines of that failure in which it is looked for. */
const SAID_LEAST = 24
const SAID_WITHIN = 40

interface Named {
  title: number
  /** The longest path that a title gave. */
  path: string
  readonly also: number[]
  readonly blocks: LineRange[]
  /** The number that a form gave it. */
  readonly numbers: Map<string, string>
}

/** Failures that share a name, and how many of them each form has named. */
interface Group {
  readonly failures: Named[]
  readonly named: Map<string, number>
}

export interface Claims {
  readonly failures: readonly Failure[]
  /** Titles (lines from 1) that only repeat a failure which is told in full elsewhere. */
  readonly echoes: ReadonlySet<number>
}

/** How often the tool has begun to sum up before each span: a form may name a failure once more then. */
const passesOf = (source: Source, { roles, shape, scan: { hints } }: Analysis, spans: readonly Span[]): Int32Array => {
  const isRecap = (i: number): boolean => {
    if ((hints[shape[i]!]! & RECAP_HINTS) === 0 || source.end(i + 1) - source.starts[i]! > RECAP_CHARS) return false
    return RECAP.test(source.body(i + 1))
  }
  const passes = new Int32Array(spans.length)
  let pass = 0
  let k = 0
  for (let i = 0; i < roles.length && k < spans.length; i++) {
    const role = roles[i]!
    if (role === ROLE.verdict || role === ROLE.summary || ((role === ROLE.header || role === ROLE.none) && isRecap(i))) pass++
    while (k < spans.length && spans[k]!.title <= i) passes[k++] = pass
  }
  return passes
}

const CONTINUED = 4
/** `1) cart` over `adds tax:`: the lines below go on with the name. */
const goOn = (source: Source, { scan }: Analysis, title: number): string | undefined => {
  const parts: string[] = []
  for (let j = title + 1; j < source.lines && j <= title + CONTINUED && scan.indent[j]! > scan.indent[title]!; j++) {
    const text = source.body(j + 1).trim()
    parts.push(text)
    if (text.endsWith(':')) return parts.at(-1)!.slice(0, -1).toLowerCase()
  }
  return undefined
}

/** Where a message that is no test's name belongs: the first place in its block, else the line that it stands under. */
const placeIn = (source: Source, { roles, scan }: Analysis, { title, from, to }: Span): string => {
  for (let j = from; j <= to; j++)
    if (j !== title && (roles[j] === ROLE.location || roles[j] === ROLE.library)) return source.body(j + 1).trim()
  const above = lineAbove(scan, title)
  return above < 0 ? '' : String(above)
}

const isCompatible = (a: string, b: string): boolean => a.endsWith(b) || b.endsWith(a)

/** `each`: a form names each failure once; otherwise one name with one path is one failure, however often it is told. */
export const claimFailures = (
  source: Source,
  analysis: Analysis,
  headings: ReadonlySet<number>,
  spans: readonly Span[],
  each: boolean,
): Claims => {
  const { roles } = analysis
  const passes = passesOf(source, analysis, spans)
  const groups = new Map<string, Group>()
  const failures: Named[] = []
  const echoes = new Set<number>()
  const groupOf = (name: string): Group => {
    const known = groups.get(name)
    if (known !== undefined) return known
    const group: Group = { failures: [], named: new Map() }
    groups.set(name, group)
    return group
  }
  const add = (span: Span, path: string, names: readonly string[]): Named => {
    const failure: Named = { title: span.title + 1, path, also: [], blocks: [[span.from + 1, span.to + 1]], numbers: new Map() }
    failures.push(failure)
    for (const name of names) groupOf(name).failures.push(failure)
    return failure
  }
  /** The title with most lines below it leads, the others echo it. */
  const echo = (failure: Named, { title, from, to }: Span, path: string): void => {
    const block: LineRange = [from + 1, to + 1]
    const [first] = failure.blocks
    if (path.length > failure.path.length) failure.path = path
    if (to - from > first![1] - first![0]) {
      echoes.add(failure.title)
      failure.also.push(failure.title)
      failure.title = title + 1
      failure.blocks.unshift(block)
    } else {
      echoes.add(title + 1)
      failure.also.push(title + 1)
      failure.blocks.push(block)
    }
  }
  /** The next failure of the group that this form has not named yet and whose path agrees. */
  const unnamed = (name: string, form: string, path: string, style = '', number = ''): Named | undefined => {
    const group = groups.get(name)
    if (group === undefined) return undefined
    const from = group.named.get(form) ?? 0
    for (let j = from; j < group.failures.length && j < from + COMPARED; j++) {
      const failure = group.failures[j]!
      if (!isCompatible(failure.path, path) || (failure.numbers.get(style) ?? number) !== number) continue
      group.named.set(form, j + 1)
      return failure
    }
    return undefined
  }
  /** `[ERROR]   CartTest.addsTax:11 expected 4`: a message that opens with the name of a failure repeats it. */
  const namedFirst = (text: string, form: string): Named | undefined => {
    const [first] = /[\w.$#:]{4,200}/.exec(text.replace(/^\W{0,4}(?:ERROR|FAIL(?:ED)?)\W{1,8}/, '')) ?? []
    for (const part of first?.toLowerCase().split(/[.#:]/) ?? [])
      if (part.length >= NAME_LEAST && /[a-z]/.test(part)) {
        const known = unnamed(part, form, part)
        if (known !== undefined) return known
      }
    return undefined
  }
  /** `FATAL: KeyError: no rate` behind a traceback that ends so: the failure above, told again. */
  const saidAbove = (above: Span | undefined, text: string): Named | undefined => {
    const last = failures.at(-1)
    if (above === undefined || last?.title !== above.title + 1) return undefined
    const said = text.slice(text.indexOf(': ') + 2)
    if (said.length < SAID_LEAST || said.length === text.length + 1) return undefined
    for (let i = above.from; i <= above.to && i < above.from + SAID_WITHIN; i++)
      if (roles[i] === ROLE.thrown && source.body(i + 1).trim() === said) return last
    return undefined
  }
  const claim = (span: Span, k: number): void => {
    const role = roles[span.title]!
    const body = source.body(span.title + 1)
    if (role !== ROLE.mark && role !== ROLE.header && !headings.has(span.title)) {
      const text = body.trim()
      const place = placeIn(source, analysis, span)
      const known =
        namedFirst(text, `${role} ${passes[k]}`) ?? groups.get(`${text}\n${place}`)?.failures[0] ?? saidAbove(spans[k - 1], text)
      if (known === undefined) add(span, text, [`${text}\n${place}`])
      else echo(known, span, text)
      return
    }
    const read: Title = titleAt(source, span.title)
    const more = read.number === undefined ? undefined : goOn(source, analysis, span.title)
    const path = more === undefined ? read.path : `${read.path} ${more}`
    const form = each ? `${passes[k]} ${read.form}` : path
    const names = more === undefined ? [read.name] : [more, path]
    const usable = names.filter((name) => name.length >= NAME_LEAST)
    for (const name of [...usable, ...shorterForms(usable.at(-1) ?? '')]) {
      const known = unnamed(name, form, path, read.form, read.number)
      if (known === undefined) continue
      if (!each) groupOf(name).named.set(form, 0)
      if (read.number !== undefined) known.numbers.set(read.form, read.number)
      echo(known, span, path)
      return
    }
    const added = add(span, path, usable)
    if (read.number !== undefined) added.numbers.set(read.form, read.number)
    if (!each) return
    for (const name of usable) groupOf(name).named.set(form, groupOf(name).failures.length)
  }
  spans.forEach(claim)
  return { failures, echoes }
}

/** `cart limits adds tax` may be told as `adds tax` elsewhere. */
function* shorterForms(name: string): Iterable<string> {
  let at = name.indexOf(' ')
  for (let k = 0; at > 0 && k < WORDS; k++) {
    const rest = name.slice(at + 1)
    if (!rest.includes(' ')) return
    yield rest
    at = name.indexOf(' ', at + 1)
  }
}
