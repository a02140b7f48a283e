/** What a project under test holds: files, groups, tests and injected faults, drawn from a seed so that a run can be made again. */

/** A small generator of numbers below 1 (mulberry32). */
export const randomFrom = (seed) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const SUBJECTS =
  `cart invoice order parser router session cache queue wallet ledger planner scheduler mailer uploader importer exporter
  tokenizer matcher resolver renderer formatter sampler indexer crawler`.split(/\s+/)
const VERBS = `adds rounds rejects keeps merges splits sorts loads stores drops parses prints counts moves signs checks`.split(
  ' ',
)
const OBJECTS =
  `the total,an empty list,two entries,a late payment,negative amounts,the last page,unknown keys,nested values,a long name,old records,equal
  rates,the first row,no input,a broken link,duplicate ids,time zones`
    .split(',')
    .map((text) => text.replace(/\s+/g, ' '))
/** Titles that tell about failures and report none. */
const HOSTILE = [
  'returns 0 errors for valid input',
  'error handler: rethrows what it does not know',
  'reports failed jobs',
  'collecting errors of all parts',
  'not ok is not okay',
  'FAIL is a valid name',
  'shows "3 failed" in the summary',
  'throws TypeError: on null',
]

/**
 * `files` of `groups` of `tests`. A test with a `fault` fails: `kind` is how, `wanted` and `got` are values found nowhere else, `message`
 * the text that a thrown error carries. `word` makes a name usable as an identifier.
 */
export const planOf = ({ seed, files, tests, fails, faults = ['equal', 'throw', 'text'], hostile = true }) => {
  const random = randomFrom(seed)
  const pick = (list) => list[Math.floor(random() * list.length)]
  let id = 100 + Math.floor(random() * 400)
  const next = () => (id += 1 + Math.floor(random() * 7))
  const all = []
  const planned = Array.from({ length: files }, (_, f) => {
    const subject = SUBJECTS[(seed + f * 5) % SUBJECTS.length] + (f >= SUBJECTS.length ? f : '')
    const groups = Array.from({ length: 1 + Math.floor(random() * 2) }, (_, g) => ({
      title: `${subject} ${pick(['rules', 'input', 'output', 'limits', 'state'])} ${g + 1}`,
      tests: Array.from({ length: Math.max(1, Math.round(tests * (0.5 + random()))) }, () => {
        const n = next()
        const title = hostile && random() < 0.12 ? `${pick(HOSTILE)} ${n}` : `${pick(VERBS)} ${pick(OBJECTS)} ${n}`
        const test = {
          title,
          n,
          subject,
          group: `${subject}`,
          word: title
            .toLowerCase()
            .replace(/[^a-z0-9]+/g, '_')
            .replace(/^_|_$/g, ''),
        }
        all.push(test)
        return test
      }),
    }))
    return { subject, groups }
  })
  const chosen = [...all].map((test) => ({ test, key: random() })).sort((a, b) => a.key - b.key)
  for (const { test } of chosen.slice(0, fails)) {
    const base = 40_000 + next() * 11
    test.fault = {
      kind: pick(faults),
      wanted: base,
      got: base + 3,
      message: pick([
        `cannot open ledger L${base}`,
        `rate table R${base} is empty`,
        `user U${base} has no role`,
        `index ${base} out of range`,
        `service S${base} refused the call`,
      ]),
    }
  }
  return { files: planned, all, failing: all.filter(({ fault }) => fault !== undefined) }
}

/** The labels of a run of tests: each failing test's name, and what its message must hold. */
export const labelsOf = ({ failing }, nameOf = ({ title }) => title, messageOf = defaultMessage) =>
  failing.map((test) => ({ name: nameOf(test), message: messageOf(test) }))

export const defaultMessage = ({ fault }) => (fault.kind === 'throw' ? fault.message : String(fault.got))
