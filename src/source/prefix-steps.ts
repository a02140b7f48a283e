/**
 * The steps that line prefixes are made of. Each matcher returns the offset behind the step and its separator, and looks
 * past colours.
 */

import {
  AT,
  CLOSE,
  COLON,
  codeAt,
  DOT,
  digits,
  HASH,
  isLabelVerdict,
  isLetter,
  isLower,
  isVerdict,
  isWord,
  type Matcher,
  NONE,
  OPEN,
  PIPE,
  PLUS,
  SLASH,
  SPACE,
  separator,
  skipColours,
  skipDigits,
  skipLead,
  skipSpaces,
  TAB,
} from './prefix-chars.ts'
import { clock, dayFirstTime, isoTime, monthDayTime, seconds, syslogTime, weekdayTime } from './prefix-times.ts'

export interface Step {
  readonly name: string
  /** A prefix holds at most one step of a group. */
  readonly group: 'name' | 'time' | 'stream' | 'unit' | 'bar'
  readonly match: Matcher
  /** The step counts only behind a step of this group, or of this name. */
  readonly after?: string
  /** Names count as a prefix only when they come again, since a table's first column and a list's numbers do not. */
  readonly repeats?: boolean
  /** A `|` that most bodies hold as well makes a table of it. */
  readonly notBefore?: string
}

const bare =
  (core: Matcher): Matcher =>
  (text, at, to) => {
    const end = core(text, at, to)
    return end === NONE ? NONE : separator(text, end, to)
  }

const bracketed =
  (core: Matcher): Matcher =>
  (text, at, to) => {
    const open = codeAt(text, at, to)
    const close = open === OPEN ? CLOSE : open === 0x28 ? 0x29 : NONE
    if (close === NONE) return NONE
    const end = core(text, skipColours(text, at + 1, to), to)
    if (end === NONE) return NONE
    const closing = skipColours(text, end, to)
    if (codeAt(text, closing, to) !== close) return NONE
    const behind = skipColours(text, closing + 1, to)
    return codeAt(text, behind, to) === SPACE ? behind + 1 : behind
  }

// Names.

const isNameChar = (code: number): boolean => isWord(code) || code === DOT || code === AT

const skipName = (text: string, at: number, to: number): number => {
  while (at < to && isNameChar(text.charCodeAt(at))) at++
  return at
}

/** `12:00:01 | `: the bar behind a time. */
const bar: Matcher = (text, at, to) => {
  if (codeAt(text, at, to) !== PIPE) return NONE
  const behind = skipColours(text, at + 1, to)
  if (behind === to) return behind
  return text.charCodeAt(behind) === SPACE ? behind + 1 : NONE
}

/** `web-1  | `: docker compose, foreman. The name begins with a letter, since code frames have `12 | ` there. */
const serviceName: Matcher = (text, at, to) => {
  if (!isLetter(codeAt(text, at, to))) return NONE
  const end = skipName(text, at, to)
  const padding = skipColours(text, end, to)
  const pipe = skipColours(text, skipSpaces(text, padding, to), to)
  const behind = pipe === padding ? NONE : bar(text, pipe, to)
  return behind !== NONE && isLabelVerdict(text, at, end) ? NONE : behind
}

/** `[pod/name/container] `. */
const podName: Matcher = (text, at, to) => {
  if (!text.startsWith('[pod/', at) || at + 5 > to) return NONE
  const pod = skipName(text, at + 5, to)
  if (codeAt(text, pod, to) !== SLASH) return NONE
  const container = skipName(text, pod + 1, to)
  return container > pod + 1 && codeAt(text, container, to) === CLOSE ? separator(text, container + 1, to) : NONE
}

const FIELD_LIMIT = 256

const tabbedField = (text: string, at: number, to: number): number => {
  const limit = Math.min(to, at + FIELD_LIMIT)
  let end = at
  while (end < limit && text.charCodeAt(end) !== TAB) end++
  return end > at && codeAt(text, end, to) === TAB ? end + 1 : NONE
}

const isoStep = bare(isoTime)

/** `job<TAB>step<TAB>`, only before an ISO time: two columns of a table are none. */
const jobAndStep: Matcher = (text, at, to) => {
  const step = tabbedField(text, at, to)
  const end = step === NONE ? NONE : tabbedField(text, step, to)
  if (end === NONE) return NONE
  return isoStep(text, skipLead(text, end, to), to) === NONE ? NONE : skipLead(text, end, to)
}

/** `[0] ` or `[web] `: concurrently. */
const bracketName: Matcher = (text, at, to) => {
  if (codeAt(text, at, to) !== OPEN) return NONE
  const first = skipColours(text, at + 1, to)
  let end = skipDigits(text, first, to)
  if (end === first) {
    if (!isLower(codeAt(text, first, to))) return NONE
    while (end < to && (isNameChar(text.charCodeAt(end)) || text.charCodeAt(end) === COLON)) end++
    // A single letter is a check box.
    if (end === first + 1 || isLabelVerdict(text, first, end)) return NONE
  } else if (end - first > 3) return NONE
  const close = skipColours(text, end, to)
  return codeAt(text, close, to) === CLOSE ? separator(text, close + 1, to) : NONE
}

/**
 * `pkg:task: ` (turbo, nx) and `@scope/pkg: ` (lerna). Every part begins with a letter and has no dot, so that
 * `file.ts:12:5: ` stays; none is a level.
 */
const packageTask: Matcher = (text, at, to) => {
  const scoped = codeAt(text, at, to) === AT
  let start = scoped ? at + 1 : at
  for (let parts = 1; ; parts++) {
    if (!isLetter(codeAt(text, start, to))) return NONE
    let end = start
    while (end < to && (isWord(text.charCodeAt(end)) || (parts === 1 && text.charCodeAt(end) === SLASH))) end++
    const isLevel = parts === 1 ? isVerdict : isLabelVerdict
    if (codeAt(text, end, to) !== COLON || isLevel(text, start, end)) return NONE
    const behind = skipColours(text, end + 1, to)
    if (behind === to || text.charCodeAt(behind) === SPACE) return parts > 1 || scoped ? Math.min(to, behind + 1) : NONE
    start = behind
  }
}

/** `packages/web test: ` (pnpm, bun). The package is a path or has a scope: `Reading file: ` is a message. */
const packageScript: Matcher = (text, at, to) => {
  let name = at
  let slashes = 0
  for (; name < to && (isNameChar(text.charCodeAt(name)) || text.charCodeAt(name) === SLASH); name++)
    if (text.charCodeAt(name) === SLASH) slashes++
  const script = slashes === 0 ? at : skipColours(text, skipSpaces(text, skipColours(text, name, to), to), to)
  if (script <= name || !isLetter(codeAt(text, script, to))) return NONE
  let end = script
  while (end < to && (isWord(text.charCodeAt(end)) || (text.charCodeAt(end) === COLON && isLetter(codeAt(text, end + 1, to)))))
    end++
  if (codeAt(text, end, to) !== COLON || isLabelVerdict(text, script, end)) return NONE
  const behind = skipColours(text, end + 1, to)
  return behind === to || text.charCodeAt(behind) === SPACE ? Math.min(to, behind + 1) : NONE
}

/** `#12 0.345 ` or `#12 `: buildkit. */
const buildStep: Matcher = (text, at, to) => {
  if (codeAt(text, at, to) !== HASH) return NONE
  const end = skipDigits(text, at + 1, to)
  const behind = end > at + 1 && end - at < 6 ? separator(text, end, to) : NONE
  if (behind === NONE) return NONE
  const dot = skipDigits(text, behind, to)
  const timed = dot > behind && codeAt(text, dot, to) === DOT ? skipDigits(text, dot + 1, to) : NONE
  return timed > dot + 1 && (timed === to || codeAt(text, timed, to) === SPACE) ? Math.min(to, timed + 1) : behind
}

/** `==1234== `: valgrind. */
const checkerPid: Matcher = (text, at, to) => {
  const end = text.startsWith('==', at) ? skipDigits(text, at + 2, to) : at
  return end > at + 2 && end + 2 <= to && text.startsWith('==', end) ? separator(text, end + 2, to) : NONE
}

// What follows a time.

/** `00O ` or `01E+`: the stream of a GitLab job; `+` continues a line. */
const jobStream: Matcher = (text, at, to) => {
  const kind = codeAt(text, at + 2, to)
  if (digits(text, at, to, 2) === NONE || (kind !== 0x4f && kind !== 0x45)) return NONE
  const end = codeAt(text, at + 3, to)
  return end === PLUS ? at + 4 : end === SPACE ? at + 4 : at + 3 === to ? to : NONE
}

const isHostChar = (code: number): boolean => isNameChar(code) || code === COLON
const isUnitChar = (code: number): boolean => isNameChar(code) || code === SLASH || code === 0x28 || code === 0x29

const unitName =
  (pidRequired: boolean): Matcher =>
  (text, at, to) => {
    let host = at
    while (host < to && isHostChar(text.charCodeAt(host))) host++
    if (host === at || codeAt(text, host, to) !== SPACE || text.charCodeAt(host - 1) === COLON || isVerdict(text, at, host))
      return NONE
    let end = host + 1
    while (end < to && isUnitChar(text.charCodeAt(end))) end++
    if (end === host + 1 || isVerdict(text, host + 1, end)) return NONE
    if (codeAt(text, end, to) === OPEN) {
      const pid = skipDigits(text, end + 1, to)
      if (pid === end + 1 || codeAt(text, pid, to) !== CLOSE) return NONE
      end = pid + 1
    } else if (pidRequired) return NONE
    return codeAt(text, end, to) === COLON ? separator(text, end + 1, to) : NONE
  }

const times = (name: string, core: Matcher): readonly Step[] => [
  { name, group: 'time', match: bare(core) },
  { name: `bracketed ${name}`, group: 'time', match: bracketed(core) },
]

export const STEPS: readonly Step[] = [
  ...times('iso time', isoTime),
  ...times('clock time', clock),
  ...times('syslog time', syslogTime),
  ...times('weekday time', weekdayTime),
  ...times('day-first time', dayFirstTime),
  ...times('month-day time', monthDayTime),
  { name: 'bracketed seconds', group: 'time', match: bracketed(seconds) },
  { name: 'bar', group: 'bar', match: bar, after: 'time', notBefore: '|' },
  { name: 'kubectl pod', group: 'name', match: podName },
  { name: 'compose service', group: 'name', match: serviceName, repeats: true, notBefore: '|' },
  { name: 'job and step', group: 'name', match: jobAndStep },
  { name: 'process name', group: 'name', match: bracketName, repeats: true },
  { name: 'package task', group: 'name', match: packageTask, repeats: true },
  { name: 'package script', group: 'name', match: packageScript, repeats: true },
  { name: 'buildkit step', group: 'name', match: buildStep, repeats: true },
  { name: 'valgrind process', group: 'name', match: checkerPid, repeats: true },
  { name: 'gitlab stream', group: 'stream', match: jobStream, after: 'time' },
  { name: 'host and unit', group: 'unit', match: unitName(false), after: 'syslog time', repeats: true },
  { name: 'host and unit', group: 'unit', match: unitName(true), after: 'time', repeats: true },
]
