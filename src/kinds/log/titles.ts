/** What a title says of its failure: the name, the path to it, and the form in which the tool wrote it. */

import type { Source } from '../../source/source.ts'

export interface Title {
  /** The last part of the name, in lower case, without marks, durations and the tool's wording. */
  readonly name: string
  /** The name with what stands before it: file, suite, class. */
  readonly path: string
  /** How the tool marks such titles; a tool names a failure once in each form. */
  readonly form: string
  /** `3` of `3) adds tax` and of `not ok 3 - adds tax`. */
  readonly number: string | undefined
}

/** What runners put behind a name: progress, durations, streams. */
const TAILS: readonly RegExp[] = [
  /\s+(?:\.\.\.\s*)?(?:FAILED|FAIL|ERROR)(?:\s+\[[ \d%]*\])?\s*$/,
  /\s+\((?:FAILED|ERROR)[^)]{0,12}\)\s*$/,
  /\s+\d[\d.]*\s?m?s\s*$/,
  /\s+std(?:out|err)\b[ -]*$/,
  /\s+(?:Error thrown in test|Rejected promise returned by test|Test finished without running any assertions)$/,
  /\s+Time elapsed: [\d.]{1,12} s(?:ec)?\b.{0,40}$/,
]
/** The class that a test stands in, behind its name: `test_tax (test_cart.CartTest)`. */
const CLASS_BEHIND = /\s*\(([\w.$]+\.[\w.$]+)\)\s*$/
const RULE_BEFORE = /^[_=─━―*#~-]{3,} */
const MARK_BEFORE =
  /^(?:[^\w"'`([{<]+|\[(?:fail|FAIL(?:ED)?|ERROR|doctest|gw\d+)\]:?\s*|ERROR (?:collecting|at (?:setup|teardown) of)\s+|Failed test '|(?:Failed|Failure|Error) (?:->|=>|→|»|›) |(?:FAIL(?:ED|URE)?|ERROR|error|not ok|--- FAIL|test)\b:?\s*|\d+\)?\s+)+/
const RULE_BEHIND = /\s*(?:[([]\d[^)\]]*[)\]]|\.\.\. ?(?:FAILED|FAIL|ERROR)|[_=─―-]{3,})\s*$/g
/** gotestsum names the package before the test, and which try it was behind it. */
const IN_PACKAGE = /^([\w.-][\w./-]{0,300}) ((?:Test|Example|Fuzz)\S{0,300})(?: \(re-run \d{1,4}\))?$/
const NUMBERED = /^(?:not ok )?(\d{1,6})(?:\)| |$)/
/** Chars of a title that are read, so that no pattern meets an endless line. */
const READ = 400
const SEPARATORS = [' › ', ' > ', '::'] as const

const lastPart = (path: string): string => {
  const [at, width] = SEPARATORS.map((separator) => [path.lastIndexOf(separator), separator.length] as const).reduce((a, b) =>
    b[0] > a[0] ? b : a,
  )
  return at < 0 ? path : path.slice(at + width)
}

/** Reads a title; linear in its length. */
export const readTitle = (title: string): Title => {
  const whole = title.trim().slice(0, READ)
  let path = whole.replace(RULE_BEFORE, '')
  const lead = MARK_BEFORE.exec(path)?.[0] ?? ''
  path = path.slice(lead.length)
  const before = path.length
  for (const tail of TAILS) path = path.replace(tail, '')
  path = path.replace(RULE_BEHIND, '')
  const tailed = /(?:FAIL|ERROR|std)/.test(whole.slice(whole.length - (before - path.length))) ? '$' : ''
  if (lead.includes("Failed test '")) path = path.replace(/'$/, '')
  if (whole.startsWith('=== ')) path = path.replace(IN_PACKAGE, '$1::$2')
  const owner = CLASS_BEHIND.exec(path)?.[1]
  if (owner !== undefined) path = `${owner}::${path.replace(CLASS_BEHIND, '')}`
  path = path.split(' - ')[0]!.trim().toLowerCase()
  const form = `${whole
    .slice(0, whole.length - before)
    .replace(/\d+/g, '#')
    .trim()}${tailed}`
  return { name: lastPart(path).trim(), path, form, number: NUMBERED.exec(whole)?.[1] }
}

const known = new WeakMap<Source, Map<number, Title>>()

/** The title on a line (index), read once for each source: several looks at it follow each other. */
export const titleAt = (source: Source, i: number): Title => {
  let titles = known.get(source)
  if (titles === undefined) known.set(source, (titles = new Map()))
  const title = titles.get(i) ?? readTitle(source.body(i + 1))
  titles.set(i, title)
  return title
}

/** The name of what failed: two titles with one name are mostly one failure. */
export const nameOf = (title: string): string => readTitle(title).name
