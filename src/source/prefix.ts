/** Line prefixes that CI and container logs put before each line: timestamps, job and step names, streams. */
import { NONE, skipColours, skipLead, skipReset } from './prefix-chars.ts'
import { STEPS, type Step } from './prefix-steps.ts'

export interface Prefix {
  /** Its steps, for `--explain`: for example `compose service + iso time`. */
  readonly name: string
  /** Times alone: a table may begin with such a column, but with no name of a service, a job or a pod. */
  readonly timesAlone: boolean
  /** Offset in `text` where the body of the line that spans [from, to) begins; `from` when this line has no such prefix. */
  end(text: string, from: number, to: number): number
  /** Name of the service, process or pod that printed the line that spans [from, to), or ''; undefined where prefixes name none. */
  readonly serviceOf: ((text: string, from: number, to: number) => string) | undefined
}

const SAMPLE = 200
/** Share of the sampled lines that must carry a prefix. */
const SHARE = 0.8
/** Blank lines passed over to find the next line of the sample. */
const BLANKS = 4

interface Lines {
  readonly lines: number
  view(n: number): string
}

const isBlank = (line: string): boolean => {
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at)
    if (code !== 0x20 && code !== 0x09) return false
  }
  return true
}

/** At most SAMPLE lines that are not blank, spread evenly over the source. */
const sampleOf = (source: Lines): readonly string[] => {
  const sample: string[] = []
  let next = 1
  for (let i = 0; i < SAMPLE && next <= source.lines; i++) {
    const planned = 1 + Math.floor((i * source.lines) / SAMPLE)
    const last = Math.min(source.lines, Math.max(next, planned) + BLANKS)
    for (let n = Math.max(next, planned); n <= last; n++) {
      next = n + 1
      const view = source.view(n)
      if (isBlank(view)) continue
      sample.push(view)
      break
    }
  }
  return sample
}

/** A sampled line that carries all steps so far, and where its body begins. */
interface Trace {
  readonly line: string
  readonly at: number
}

/** The traces that carry the step too; undefined as soon as they cannot be so many as are needed. */
const follow = (traces: readonly Trace[], step: Step, need: number): readonly Trace[] | undefined => {
  const followed: Trace[] = []
  let left = traces.length
  for (const { line, at } of traces) {
    const end = step.match(line, at, line.length)
    if (end !== NONE) followed.push({ line, at: end })
    if (followed.length + --left < need) return undefined
  }
  return followed
}

/** The first word of a step: what has to come again. */
const keyOf = (line: string, from: number, to: number): string => {
  const text = line.slice(from, to)
  const space = text.indexOf(' ')
  return space < 0 ? text : text.slice(0, space)
}

const comesAgain = (traces: readonly Trace[], step: Step): boolean => {
  const keys = new Set<string>()
  let carriers = 0
  for (const { line, at } of traces) {
    const end = step.match(line, at, line.length)
    if (end === NONE) continue
    carriers++
    keys.add(keyOf(line, at, end))
  }
  return carriers >= 2 * keys.size
}

/** Before a document, such as JSON in one line, even a line alone has a prefix; elsewhere only other lines tell that it is one. */
const opensDocument = ({ line, at }: Trace): boolean => ['{', '<', '[{'].some((open) => line.startsWith(open, at))

const leavesBodies = (followed: readonly Trace[], step: Step): boolean => {
  const bodies = followed.filter(({ line, at }) => at < line.length)
  if (2 * bodies.length < followed.length) return false
  const { notBefore } = step
  if (notBefore === undefined) return true
  /* A body that begins with it is a table's row of its own. */
  const rows = bodies.filter(({ line, at }) => line.charAt(at) !== notBefore && line.includes(notBefore, at))
  return rows.length < SHARE * bodies.length
}

const isAllowed = (step: Step, chain: readonly Step[]): boolean =>
  chain.every(({ group }) => group !== step.group) &&
  (step.after === undefined || chain.some(({ name, group }) => name.endsWith(step.after!) || group === step.after))

const consumed = (traces: readonly Trace[]): number => traces.reduce((sum, { at }) => sum + at, 0) / traces.length

/** The step that enough lines carry next; of two plausible ones the shorter. */
const nextStep = (
  traces: readonly Trace[],
  chain: readonly Step[],
  need: number,
): readonly [Step, readonly Trace[]] | undefined => {
  let best: readonly [Step, readonly Trace[]] | undefined
  for (const step of STEPS) {
    if (!isAllowed(step, chain)) continue
    const followed = follow(traces, step, need)
    if (followed === undefined || !leavesBodies(followed, step)) continue
    if (step.repeats && traces.length > 1 && !comesAgain(traces, step)) continue
    if (best === undefined || consumed(followed) < consumed(best[1])) best = [step, followed]
  }
  return best
}

const isNaming = ({ group }: Step): boolean => group === 'name'

const serviceOf = (chain: readonly Step[], text: string, from: number, to: number): string => {
  let at = skipLead(text, from, to)
  for (const step of chain) {
    const end = step.match(text, at, to)
    if (end === NONE) return ''
    if (isNaming(step)) return text.slice(at, end).trim()
    at = skipColours(text, end, to)
  }
  return ''
}

const compose = (chain: readonly Step[]): Prefix => ({
  name: chain.map(({ name }) => name).join(' + '),
  timesAlone: chain.every(({ group }) => group === 'time'),
  end(text, from, to) {
    let end = from
    for (let i = 0; i < chain.length; i++) {
      const at = i === 0 ? skipLead(text, from, to) : skipColours(text, end, to)
      const next = chain[i]!.match(text, at, to)
      // A line may carry the first steps alone, such as a service name without a time.
      if (next === NONE) break
      end = next
    }
    return end === from ? end : skipReset(text, end, to)
  },
  serviceOf: chain.some(isNaming) ? (text, from, to) => serviceOf(chain, text, from, to) : undefined,
})

/** Recognises the prefix once per source, on a sample of its lines. */
export const detectPrefix = (source: Lines): Prefix | undefined => {
  const sample = sampleOf(source)
  if (sample.length === 0) return undefined
  const need = SHARE * sample.length
  const chain: Step[] = []
  let traces: readonly Trace[] = sample.map((line) => ({ line, at: skipLead(line, 0, line.length) }))
  for (let next = nextStep(traces, chain, need); next !== undefined; next = nextStep(traces, chain, need)) {
    chain.push(next[0])
    traces = next[1]
  }
  return chain.length === 0 || (sample.length === 1 && !traces.every(opensDocument)) ? undefined : compose(chain)
}
