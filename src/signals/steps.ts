/** Steps of a CI job: the lines that open them, and what the service prints of a step before it runs. */
import type { Source } from '../source/source.ts'
import { ROLE } from './roles.ts'

/** What GitHub Actions, Azure and GitLab print before a step or a part of one. */
const OPENS = /^(?:##\[(?:group|section)\]|::group::|section_start:|\$ |Run )/
export const opensStep = (body: string): boolean => OPENS.test(body)

/** Before what a job says of a step that failed. */
export const STEP_FAILED = '##[error]'

/** Opens the script and the settings of a step, which the service repeats before it runs them. */
const SCRIPT = /^(?:##\[|::)group(?:\]|::)Run /
export const opensScript = (body: string): boolean => SCRIPT.test(body)
const CLOSES = /^(?:##\[|::)endgroup(?:\]|::)/
export const closesPart = (body: string): boolean => CLOSES.test(body)
const OTHER = /^(?:##\[|::)(?:group|error)/
/** Lines that such a script may have; a longer one is read like others. */
const SCRIPT_LINES = 400

/** Line (index) that closes the script which line `open` opens; -1 when it is none. */
const scriptEnd = (source: Source, open: number): number => {
  if (!opensScript(source.body(open + 1))) return -1
  for (let i = open + 1; i < source.lines && i - open <= SCRIPT_LINES; i++) {
    const body = source.body(i + 1)
    if (closesPart(body)) return i
    if (OTHER.test(body)) return -1
  }
  return -1
}

/** Stands alone over the value that a test wants. */
const WANTS = /^\s{0,16}Expect(?:ing|ed):$/
const WANTED_LINES = 40

/** What a test expects has not happened, such as the traceback under `Expecting:` of a doctest. */
export const quietWanted = (source: Source, roles: Uint8Array, indent: Uint8Array): void => {
  for (let i = roles.indexOf(ROLE.thrown); i >= 0; i = roles.indexOf(ROLE.thrown, i + 1)) {
    if (i === 0 || indent[i]! <= indent[i - 1]! || !WANTS.test(source.body(i))) continue
    const margin = indent[i - 1]!
    for (let k = i; k < roles.length && k - i < WANTED_LINES && indent[k]! > margin; k++)
      if (roles[k] !== ROLE.noise) roles[k] = ROLE.none
  }
}

/** `Expected:` and `Got:` over values that have lines of their own. */
const LABEL = /^\s*(?:# )?\w{2,12}(?: in)?:\s*$/
export const valuesBelow = (source: Source, roles: Uint8Array): void => {
  for (let i = roles.indexOf(ROLE.compare); i >= 0 && i + 1 < roles.length; i = roles.indexOf(ROLE.compare, i + 1))
    if (roles[i + 1] === ROLE.none && LABEL.test(source.body(i + 1))) roles[i + 1] = ROLE.compare
}

/** What a script says of failures has not happened: its lines lose their roles. */
export const quietScripts = (source: Source, roles: Uint8Array): void => {
  for (let i = roles.indexOf(ROLE.header); i >= 0; i = roles.indexOf(ROLE.header, i + 1)) {
    const end = scriptEnd(source, i)
    for (let k = i + 1; k < end; k++) if (roles[k] !== ROLE.noise) roles[k] = ROLE.none
    if (end > i) i = end
  }
}
