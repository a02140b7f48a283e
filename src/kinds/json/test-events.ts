/**
 * Events of a test run (`go test -json`): output of a test comes before its outcome, and the outcome decides what the output is
 * worth. Output of tests that passed says nothing; the first line that a failed test printed tells its failure.
 */
import { isObjectAt, isStringAt, textAt } from '../../source/json.ts'
import type { Documents } from './documents.ts'

interface TestEvent {
  readonly action: string
  /** Package and test; empty for what belongs to a package as a whole. */
  readonly test: string
  readonly name: string
  readonly place: string
  readonly output: string
}

/** A line of text for each root that is an event; undefined where the record says it itself. */
export type EventSayings = readonly (string | undefined)[]

const NOISE = '=== RUN'
/** What a run says of itself at its end. */
const VERDICT = 'FAIL'
const SUCCESS = 'PASS'
/** Lines that frame the output of a test. */
const FRAME = /^\s*(?:=== |--- (?:FAIL|PASS|SKIP|BENCH)\b|PASS$|FAIL$|ok\s|exit status)/
const LEAST_SHARE = 0.6

const eventOf = ({ tape }: Documents, root: number): TestEvent | undefined => {
  if (!isObjectAt(tape, root)) return undefined
  const fields = new Map<string, string>()
  for (let key = root + 1; key < tape.next[root]!; key = tape.next[key + 1]!)
    if (isStringAt(tape, key + 1)) fields.set(textAt(tape, key), textAt(tape, key + 1))
  const action = fields.get('Action')
  if (action === undefined) return undefined
  const name = fields.get('Test') ?? ''
  const place = fields.get('Package') ?? fields.get('ImportPath') ?? ''
  return { action, name, place, test: name === '' ? '' : `${place} ${name}`, output: fields.get('Output') ?? '' }
}

interface Outcome {
  failed: boolean
  /** Index of the first line that it printed for itself. */
  first: number
}

/** Whether some test below this one failed: its own failure only says so again. */
const holdsFailure = (test: string, failed: readonly string[]): boolean => failed.some((other) => other.startsWith(`${test}/`))

/** Places that said how they went: by the action of an event of their own, and by what they printed. */
const toldBy = (events: readonly (TestEvent | undefined)[], tells: (event: TestEvent) => boolean): ReadonlySet<string> =>
  new Set(events.flatMap((event) => (event !== undefined && event.test === '' && tells(event) ? [event.place] : [])))

/** Undefined when the records are no test events. Linear but for the number of failed tests squared. */
export const readTestEvents = (documents: Documents): EventSayings | undefined => {
  const events = documents.roots.map((root) => eventOf(documents, root))
  const known = events.filter((event) => event !== undefined).length
  if (known < LEAST_SHARE * events.length || !events.some((event) => event !== undefined && event.test !== '')) return undefined
  const outcomes = new Map<string, Outcome>()
  events.forEach((event, i) => {
    if (event === undefined || event.test === '') return
    const outcome = outcomes.get(event.test) ?? { failed: false, first: -1 }
    outcomes.set(event.test, outcome)
    if (event.action === 'fail') outcome.failed = true
    else if (event.action === 'output' && outcome.first < 0 && event.output.trim() !== '' && !FRAME.test(event.output))
      outcome.first = i
  })
  const failed = [...outcomes].filter(([, outcome]) => outcome.failed).map(([test]) => test)
  const broken = new Set(
    events.flatMap((event) => (event !== undefined && outcomes.get(event.test)?.failed === true ? [event.place] : [])),
  )
  const holders = new Set(
    failed.length > MOST_FAILED ? [] : failed.filter((test) => outcomes.get(test)!.first < 0 && holdsFailure(test, failed)),
  )
  const named = new Set<string>()
  const ended = toldBy(events, ({ action }) => action === 'fail' || action === 'pass')
  const printed = toldBy(events, ({ output }) => output.trimEnd() === SUCCESS || output.startsWith('ok'))
  return events.map((event, i) => {
    if (event === undefined) return undefined
    const { action, test, name, place, output } = event
    if (test === '' && action === 'fail') return VERDICT
    if (test === '' && action === 'pass' && !printed.has(place)) return SUCCESS
    /* What a package says of itself adds nothing to its failed tests, and all to a package that did not get so far. */
    if (test === '')
      return (action === 'output' || action === 'build-output') && !broken.has(place) ? undefined : `${NOISE} ${action}`
    const { failed: broke, first } = outcomes.get(test)!
    /* Of a run that was cut off, a failed test is the last word; its name stands where it printed something. */
    if (action === 'fail' && !ended.has(place) && (first >= 0 || holders.has(test))) return VERDICT
    if (!broke || holders.has(test)) return `${NOISE} ${name}`
    if (i === first) return `--- FAIL: ${name} ${output.trim().slice(0, 400)}`
    if (action === 'output' && !FRAME.test(output)) return undefined
    /* A test that printed nothing is named once, by its outcome. */
    if (first >= 0 || named.has(test) || (action !== 'fail' && !output.trimStart().startsWith('--- FAIL')))
      return `${NOISE} ${name}`
    named.add(test)
    return `--- FAIL: ${name}`
  })
}

const MOST_FAILED = 2000
