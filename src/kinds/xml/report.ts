/** Test reports in XML: JUnit and its many dialects, TestNG, xUnit.net, NUnit, TRX; and Checkstyle, whose errors are failures too. */
import { attributeOf, localName, NODE, type Xml } from './scan.ts'

export const STATE = { passed: 0, failed: 1, skipped: 2 } as const
export type State = (typeof STATE)[keyof typeof STATE]

/** A test, or an error outside of tests. */
export interface Case {
  /** Number of its element. */
  readonly node: number
  readonly state: State
  /** Elements that say why it failed. */
  readonly reasons: readonly number[]
}

/** What suites say of themselves, summed over the outermost that say it. */
export interface Totals {
  readonly tests: number
  readonly failed: number
  readonly skipped: number
  /** Elements that hold these counts. */
  readonly nodes: readonly number[]
}

export interface Report {
  readonly cases: readonly Case[]
  readonly totals: Totals | undefined
  /** Problems that the report calls warnings. */
  readonly warnings: readonly number[]
  /** A report on code, and not on tests. */
  readonly lint: boolean
}

const CASES: ReadonlySet<string> = new Set(['testcase', 'test-case', 'test', 'test-method', 'UnitTestResult', 'TestCase'])
const SUITES: ReadonlySet<string> = new Set([
  'testsuites',
  'testsuite',
  'test-run',
  'test-suite',
  'test-results',
  'assemblies',
  'assembly',
  'collection',
  'testng-results',
  'suite',
  'class',
  'TestRun',
  'Counters',
  'checkstyle',
])
const ROOTS: ReadonlySet<string> = new Set([
  'testsuites',
  'testsuite',
  'test-run',
  'test-results',
  'assemblies',
  'assembly',
  'testng-results',
  'TestRun',
  'checkstyle',
])
const REASONS: ReadonlySet<string> = new Set(['failure', 'error', 'rerunFailure', 'rerunError', 'exception', 'ErrorInfo'])
const FLAKY: ReadonlySet<string> = new Set(['flakyFailure', 'flakyError'])
const SKIPS: ReadonlySet<string> = new Set(['skipped', 'ignored', 'disabled'])

const FAILED = /^(?:fail|error|broken|timeout|abort)/i
const SKIPPED = /^(?:skip|ignore|not ?run|inconclusive|notexecuted|disabled|pending)/i

const stateByAttribute = (xml: Xml, n: number): State | undefined => {
  for (const name of ['result', 'status', 'outcome']) {
    const value = attributeOf(xml, n, name)
    if (value === undefined) continue
    if (FAILED.test(value)) return STATE.failed
    if (SKIPPED.test(value)) return STATE.skipped
  }
  return undefined
}

/** Elements directly below n, and below the lists that xUnit and TRX put between. */
const childrenOf = (xml: Xml, n: number): number[] => {
  const children: number[] = []
  for (let i = n + 1; i < xml.next[n]!; i = xml.next[i]!) {
    if (xml.type[i] !== NODE.element) continue
    children.push(i)
    if (localName(xml, i) === 'Output') children.push(...childrenOf(xml, i))
  }
  return children
}

const readCase = (xml: Xml, n: number): Case => {
  const reasons: number[] = []
  let skipped = false
  let flaky = false
  for (const child of childrenOf(xml, n)) {
    const name = localName(xml, child)
    if (REASONS.has(name)) reasons.push(child)
    else if (SKIPS.has(name)) skipped = true
    else if (FLAKY.has(name)) flaky = true
  }
  const said = stateByAttribute(xml, n)
  const failed = said === STATE.failed || (reasons.length > 0 && said !== STATE.skipped && !(flaky && reasons.length === 0))
  return { node: n, state: failed ? STATE.failed : skipped || said === STATE.skipped ? STATE.skipped : STATE.passed, reasons }
}

const countIn = (xml: Xml, n: number, names: readonly string[]): number | undefined => {
  for (const name of names) {
    const value = attributeOf(xml, n, name)
    if (value !== undefined && /^\d{1,9}$/.test(value)) return Number(value)
  }
  return undefined
}

const totalsAt = (xml: Xml, n: number): Omit<Totals, 'nodes'> | undefined => {
  const tests = countIn(xml, n, ['tests', 'total', 'testcasecount'])
  const failures = countIn(xml, n, ['failures', 'failed'])
  const errors = countIn(xml, n, ['errors', 'error'])
  if (tests === undefined || (failures === undefined && errors === undefined)) return undefined
  const skipped = countIn(xml, n, ['skipped', 'skip', 'notExecuted']) ?? 0
  const ignored = countIn(xml, n, ['ignored', 'disabled', 'inconclusive']) ?? 0
  return { tests, failed: (failures ?? 0) + (errors ?? 0), skipped: skipped + ignored }
}

const sum = (a: Totals | undefined, b: Omit<Totals, 'nodes'>, node: number): Totals => ({
  tests: (a?.tests ?? 0) + b.tests,
  failed: (a?.failed ?? 0) + b.failed,
  skipped: (a?.skipped ?? 0) + b.skipped,
  nodes: [...(a?.nodes ?? []), node],
})

/** Suites with counts that are summed; a report has few at its top. */
const MOST_TOTALS = 2000

/** The report that an XML text is; undefined for other XML. */
export const readReport = (xml: Xml): Report | undefined => {
  let root = 0
  while (root < xml.size && xml.type[root] !== NODE.element) root++
  if (root === xml.size || !ROOTS.has(localName(xml, root))) return undefined
  const cases: Case[] = []
  const warnings: number[] = []
  let totals: Totals | undefined
  /* Inside of a suite whose counts are taken, the counts of its parts are not. */
  let counted = 0
  for (let n = root; n < xml.size; ) {
    if (xml.type[n] !== NODE.element) {
      n++
      continue
    }
    const name = localName(xml, n)
    const isCase = CASES.has(name) && !(name === 'test' && !isTest(xml, n))
    if (isCase) {
      cases.push(readCase(xml, n))
      n = xml.next[n]!
      continue
    }
    if (REASONS.has(name)) {
      const severity = attributeOf(xml, n, 'severity')
      if (severity !== undefined && /^(?:warn|info|ignore|note)/i.test(severity)) warnings.push(n)
      else if (isOwnProblem(xml, n)) cases.push({ node: n, state: STATE.failed, reasons: [n] })
      n = xml.next[n]!
      continue
    }
    const own = n >= counted && SUITES.has(name) && (totals?.nodes.length ?? 0) < MOST_TOTALS ? totalsAt(xml, n) : undefined
    if (own !== undefined) {
      totals = sum(totals, own, n)
      counted = xml.next[n]!
    }
    n++
  }
  return cases.length === 0 && totals === undefined && warnings.length === 0
    ? undefined
    : { cases, totals, warnings, lint: localName(xml, root) === 'checkstyle' }
}

/** `<test name="…" result="Pass">` of xUnit is a test, and the `<test>` of TestNG holds classes. */
const isTest = (xml: Xml, n: number): boolean =>
  attributeOf(xml, n, 'result') !== undefined || attributeOf(xml, n, 'status') !== undefined

/** An error of a suite, a run or a file, as `<error message="…">`; counts in an element of that name are none. */
const isOwnProblem = (xml: Xml, n: number): boolean =>
  xml.close[n]! > xml.open[n]! || attributeOf(xml, n, 'message') !== undefined

export const countStates = ({ cases }: Report): Readonly<Record<keyof typeof STATE, number>> => {
  const counts = [0, 0, 0]
  for (const { state } of cases) counts[state]!++
  return { passed: counts[0]!, failed: counts[1]!, skipped: counts[2]! }
}
