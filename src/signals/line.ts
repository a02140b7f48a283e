/**
 * What one line says. Structure decides: marks, level words in the place where levels stand, `location: error`,
 * counts. A word alone (`error` somewhere in a sentence) is a hint and makes a line weak.
 */
import { readColumns } from './columns.ts'
import { type Tally, tallyOf } from './counts.ts'
import { accessRole, fieldLevel, isJson, jsonRole, lateRole, outputOf } from './fields.ts'
import { isProgress, isRule, ruledText, titleOf } from './frames.ts'
import type { Level } from './levels.ts'
import { markBefore, markOf } from './marks.ts'
import { findingOf, isComparison, isSearchResult, isThrownAt, opensMessage, placeOf } from './places.ts'
import {
  hasFailureWord,
  isAbout,
  isChange,
  isCode,
  isEmptyField,
  isFramedCode,
  isNegated,
  isQuotedField,
  startsAsCode,
} from './prose.ts'
import { ROLE, type Role, type Signal, signalOf } from './roles.ts'
import {
  isAdvice,
  isClassedWarning,
  isCompare,
  isEvent,
  isExit,
  isFailure,
  isGrave,
  isReason,
  isRunFailed,
  isSuccess,
  isThrown,
  isVerdict,
  isWarning,
  isWithout,
} from './sayings.ts'
import { hintsOf } from './scan.ts'
import { STEP_FAILED } from './steps.ts'
import { HINT } from './words.ts'

export { ROLE, type Role, type Signal, signalOf } from './roles.ts'

/** Chars of a line that are read; what stands behind them is known by its hints only. */
export const READ = 600
const FAIL_BITS = HINT.fail | HINT.fatal | HINT.typed
const COUNTED = HINT.tally | HINT.pass | HINT.skip | HINT.fail | HINT.warn | HINT.problem
/** Box drawings and comment signs that tools put before each line of a report. */
const MARGIN = /^(?:(?:[│┃║]\s+){1,12}|==\d+==\s*|\*{2} (?=[A-Z ]+\*\*$))/

/** Colors that a terminal's replacement wrote out: `^[[36m`. */
const CARET = /\^\[\[[\d;]{0,12}m/g
const shownOf = (line: string): string => (line.includes('^[[') ? line.replace(CARET, '') : line).trim().replace(MARGIN, '')

const isCounted = (hints: number): boolean => (hints & COUNTED) !== 0

/** Counts and verdicts; undefined for a line that is neither. */
const TALLY_ROLE: Readonly<Record<Tally, Role>> = { bad: ROLE.verdict, good: ROLE.summary, open: ROLE.none }
const tallyRole = (text: string, hints: number): Role | undefined => {
  if (!isCounted(hints)) return undefined
  const tally = tallyOf(text, { fail: (hints & FAIL_BITS) !== 0, warn: (hints & HINT.warn) !== 0 })
  return tally === undefined ? undefined : TALLY_ROLE[tally]
}
/** Hints of which every sentence about the end of a run has one. */
const ENDING = COUNTED | HINT.fatal | HINT.exit | HINT.cause | HINT.none | HINT.form
const outcomeOf = (text: string, hints: number): Role | undefined => {
  const tally = tallyRole(text, hints)
  if (tally !== undefined || (hints & ENDING) === 0) return tally
  if (isVerdict(text)) return ROLE.verdict
  return isSuccess(text) ? ROLE.summary : undefined
}
const endOf = (text: string, hints: number): Role | undefined =>
  outcomeOf(text, hints) ?? (isExit(text) ? ROLE.verdict : undefined)

/** npm's multi-line message: the code opens it, the lines below explain. */
const NPM = /^(?:npm|yarn|pnpm) (?:(ERR!|error)|(?:warn|WARN)\b|(?:notice|info)\b)\s*/
const NPM_TITLE =
  /^(?:code |Missing script|Unknown command|Invalid |Unsupported |Exit handler never called|cb\(\) never called|Cannot )/
const npmRole = (body: string): Role | undefined => {
  const head = 'nyp'.includes(body.charAt(0)) ? NPM.exec(body) : null
  if (head === null) return undefined
  if (head[1] === undefined) return /warn/i.test(head[0]) ? ROLE.warning : ROLE.none
  const text = body.slice(head[0].length)
  if (text === '') return ROLE.noise
  if (isVerdict(text)) return ROLE.verdict
  if (isAdvice(text)) return ROLE.none
  return NPM_TITLE.test(text) ? ROLE.failure : ROLE.reason
}

/** javac's lines below a message, which Maven prints at the same level. */
const DETAIL = /^(?:symbol|location):\s/
/** A message of a level of failure. */
const failedRole = (text: string, word: string, hints: number): Role => {
  if (text === '') return /^[[(]/.test(word) ? ROLE.noise : opensMessage(word) ? ROLE.failure : ROLE.weak
  if (isAdvice(text)) return ROLE.none
  const outcome = endOf(text, hints)
  if (outcome !== undefined) return outcome
  const mark = markOf(text)
  if (mark === ROLE.mark) return mark
  if (isNegated(text) && !isEvent(text)) return ROLE.none
  if (isReason(text) || DETAIL.test(text)) return ROLE.reason
  return word === 'Error: ' ? ROLE.thrown : ROLE.failure
}

const warnedRole = (text: string, hints: number): Role => {
  if (isGrave(text)) return ROLE.failure
  return tallyRole(text, hints) === ROLE.summary && !/[1-9]/.test(text) ? ROLE.summary : ROLE.warning
}

/** Roles that an ordinary log line keeps: its words tell what the program does, and only counts and marks of a run report. */
const QUIET = new Set<Role>([ROLE.verdict, ROLE.summary, ROLE.pass, ROLE.noise, ROLE.header, ROLE.mark])
const quietRole = (text: string, hints: number): Role => {
  if (text === '' || isRule(text)) return ROLE.noise
  const role = outcomeOf(text, hints) ?? titleOf(text) ?? (ruledText(text) === undefined ? markOf(text) : ROLE.header)
  return role !== undefined && QUIET.has(role) ? role : ROLE.none
}

const leveledRole = (level: Level, body: string, from: number, hints: number): Role => {
  const text = body.slice(from)
  if (level === 'fail') return failedRole(text, body.slice(0, from), hints)
  if (level === 'warn') return warnedRole(text, hints)
  if (level === 'note') return placeOf(body) ?? ROLE.none
  return quietRole(text, hints)
}

/** Names of files, whose words say nothing of what happened to them. */
const FILE_NAMES = /\S*[\w.-][\\/]\S*|[\w-]+\.[A-Za-z]\w{0,4}(?=[\s,;:]|$)/g
const isProblem = (body: string): boolean => (hintsOf(body.replace(FILE_NAMES, ' ')) & HINT.problem) !== 0

/** A message without a level. */
const messageRole = (body: string, hints: number): Role => {
  if (isExit(body)) return ROLE.verdict
  if (isWithout(body) || isClassedWarning(body)) return ROLE.warning
  const code = isCode(body)
  if (isSearchResult(body)) return ROLE.location
  if (isComparison(body)) return ROLE.compare
  const finding = findingOf(body)
  if (finding !== undefined) return finding
  const negated = isNegated(body)
  if (!code && !negated && !isChange(body)) {
    if (isFailure(body)) return ROLE.failure
    if (isEvent(body) && !isAbout(body)) return ROLE.failure
  }
  if (isCompare(body)) return ROLE.compare
  if (!code && isWarning(body)) return ROLE.warning
  if (isAdvice(body)) return ROLE.none
  const place = placeOf(body)
  if (isThrownAt(body)) return ROLE.reason
  if (code) return place ?? ROLE.none
  if (
    (hints & FAIL_BITS) !== 0 &&
    !negated &&
    !isAbout(body) &&
    hasFailureWord(place === undefined ? body : body.replace(/^\S+/, ''))
  )
    return ROLE.weak
  if (place !== undefined) return place
  return (hints & HINT.problem) !== 0 && !isAbout(body) && isProblem(body) ? ROLE.problem : ROLE.none
}

/** What a test printed, told by an event of its own; whether it failed is another event's to tell. */
const TOLD_ELSEWHERE = new Set<Role>([ROLE.mark, ROLE.pass, ROLE.noise, ROLE.verdict, ROLE.summary, ROLE.header])
const outputRole = (text: string, hints: number): Role => {
  const role = structureOf(text, hints)
  if (TOLD_ELSEWHERE.has(role)) return ROLE.none
  return role === ROLE.failure || role === ROLE.thrown ? ROLE.reason : role
}
const eventRole = (body: string, hints: number): Role => {
  const output = outputOf(body)
  if (output !== undefined) return outputRole(output, hints)
  return isCounted(hints) && tallyOf(body, { fail: false, warn: false }) === 'bad' ? ROLE.verdict : jsonRole(body)
}

/** `FAILED: 2 of 10 tests`, `FAILED | 3 passed | 2 failed`: a mark before counts names no failure. */
const MARKED_COUNT = /^(?:[^\w\s]{1,2}|FAIL(?:ED|URE)?\W)\W{0,4}\d/

/** The role that the first chars of a line give it; `cut` when there are more. */
const structureOf = (body: string, hints: number): Role => {
  if (body === '' || isRule(body) || isProgress(body)) return ROLE.noise
  const access = accessRole(body)
  if (access !== undefined) return access
  const level = fieldLevel(body)
  if (level !== undefined) return level === 'fail' ? ROLE.failure : level === 'warn' ? ROLE.warning : ROLE.none
  if (isJson(body)) return eventRole(body, hints)
  const npm = npmRole(body)
  if (npm !== undefined) return npm
  const ruled = ruledText(body)
  if (ruled !== undefined) return tallyRole(ruled, hints) ?? (isRunFailed(ruled) ? ROLE.verdict : ROLE.header)
  if ((hints & ENDING) !== 0 && isRunFailed(body)) return ROLE.verdict
  if (body.startsWith(STEP_FAILED)) {
    const said = body.slice(STEP_FAILED.length)
    return isRunFailed(said) || isExit(said) ? ROLE.verdict : ROLE.failure
  }
  const title = titleOf(body)
  const marked = title === undefined ? markBefore(body) : undefined
  if (marked === ROLE.mark && MARKED_COUNT.test(body) && tallyRole(body, hints) === ROLE.verdict) return ROLE.verdict
  const role = title ?? marked ?? outcomeOf(body, hints) ?? markOf(body)
  if (role !== undefined) return role
  if (isFramedCode(body)) return ROLE.none
  if (startsAsCode(body)) return messageRole(body, hints)
  if (isEmptyField(body)) return ROLE.none
  if (isQuotedField(body)) return hasFailureWord(body) ? ROLE.weak : ROLE.none
  if (isReason(body)) return ROLE.reason
  if (isThrown(body)) return ROLE.thrown
  const columns = readColumns(body)
  if (columns.level !== undefined) return leveledRole(columns.level, body, columns.from, hints)
  return messageRole(columns.from === 0 ? body : body.slice(columns.from), hints)
}

/** Says nothing of its own, so that a word of failure further right is what it says. */
const FAINT = new Set<Role>([ROLE.none, ROLE.problem, ROLE.location, ROLE.library])
const isQuiet = (body: string): boolean => (fieldLevel(body) ?? readColumns(body).level) === 'quiet'

/** The role of a line by its body (view without prefix); `hints` are the union of its words' hints. */
export const roleOf = (line: string, hints: number): Role => {
  const body = shownOf(line.slice(0, READ))
  const role = (line.length > READ ? lateRole(line) : undefined) ?? structureOf(body, hints)
  const hidden = line.length > READ && FAINT.has(role) && (hints & FAIL_BITS) !== 0
  return hidden && !isQuiet(body) ? ROLE.weak : role
}

/** The signal of one line, given without line end; a convenience for callers that do not scan a whole source. */
export const classifyLine = (body: string): Signal => signalOf(roleOf(body, hintsOf(body)))
