/** Lines made of fields, by what their fields say: JSON and logfmt logs, tools' JSON events, HTTP access lines. */
import { type Level, levelOfWord } from './levels.ts'
import { ROLE, type Role } from './roles.ts'

/** `level=error`, `level='error'`, `"severity":"ERROR"`, `"@l":"Error"`, `"level":50` of pino and bunyan. */
const LEVEL =
  /(?:(?:^|[\s{,;[])["']?(?:level|lvl|severity|log_level|loglevel|levelname|log\.level|@l)(?:=|["']?\s{0,4}:\s{0,4}))(?:["']?([A-Za-z]{3,13})\b(?!["']?\])|([1-6]0)\b)/
/** What every name of such a field has. */
const NAMES = ['level', 'lvl', 'severity', '@l']
const LETTER = /"s":"([EFWID])"/
const LETTERS: Readonly<Record<string, Level>> = { E: 'fail', F: 'fail', W: 'warn', I: 'quiet', D: 'quiet' }
/** Level of an ordinary field; a level that no reader would call one says nothing. */
const numeric = (value: number): Level => (value >= 50 ? 'fail' : value >= 40 ? 'warn' : 'quiet')

export const fieldLevel = (body: string): Level | undefined => {
  const found = NAMES.some((name) => body.includes(name)) ? LEVEL.exec(body) : null
  if (found !== null) return found[1] === undefined ? numeric(Number(found[2])) : levelOfWord(found[1])
  const letter = body[0] === '{' ? LETTER.exec(body) : null
  return letter === null ? undefined : LETTERS[letter[1]!]
}

export const isJson = (body: string): boolean => /^[[{]\s{0,4}["{[]|^[[{]\s*$|^"[^"]{1,120}"\s?:/.test(body)

/** Events that tools print as JSON lines: go test, cargo. */
const EVENTS: readonly (readonly [RegExp, Role])[] = [
  [/"Action":"fail".{0,300}"Test":/, ROLE.mark],
  [/"Action":"fail"/, ROLE.verdict],
  [/"Action":"(?:pass|skip)"/, ROLE.pass],
  [/"Action":"(?:run|start|pause|cont)"/, ROLE.none],
  [/"reason":"build-finished","success":false/, ROLE.verdict],
  [/"reason":"build-finished","success":true/, ROLE.summary],
]
/** cargo writes the level of a message behind its text, further right than is read otherwise. */
const COMPILER_MESSAGE = '{"reason":"compiler-message"'
export const lateRole = (line: string): Role | undefined => {
  if (!line.startsWith(COMPILER_MESSAGE)) return undefined
  if (line.includes('"level":"error"')) return line.includes('"message":"aborting due to ') ? ROLE.verdict : ROLE.failure
  return line.includes('"level":"warning"') ? ROLE.warning : undefined
}
/** A field that names an error and has a value: not null, false, zero, empty, and no list of options. */
const ERROR_VALUE =
  /"(?:error|errors|err|exception|fault|failure|failureMessage|stack|stacktrace)"\s?:(?!\s{0,4}(?:null|false|0\b|""|\[\]|\{\}|"(?:none|off|error|warn)"|\[\s?"(?:error|warn|off)"))/i

const OUTPUT = /"Output":"((?:[^"\\]|\\.){0,400})/
/** The text of an event that repeats what a test printed. */
export const outputOf = (body: string): string | undefined =>
  OUTPUT.exec(body)?.[1]
    ?.replace(/\\[nt]/g, ' ')
    .replace(/\\(.)/g, '$1')
    .trim()

/** The role of a line of JSON that has no level. */
export const jsonRole = (body: string): Role => {
  for (const [pattern, role] of EVENTS) if (pattern.test(body)) return role
  return ERROR_VALUE.test(body) || FAILED_STATE.test(body) ? ROLE.weak : ROLE.none
}

/** A record that says of itself that it failed. */
const FAILED_STATE =
  /"(?:status|state|outcome|result|conclusion|phase)"\s?:\s?"(?:fail(?:ed|ure|ing)?|error(?:ed)?|crash(?:ed)?|timed[ _-]?out|aborted|rejected)"/i

const ACCESS =
  /"(?:GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS|PROPFIND|CONNECT|TRACE) [^"]{0,400}" (\d{3})\b|^(?:GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS) \/\S{0,300} (\d{3})\b/

/** An answered HTTP request: a failure of the server makes it telling, a failure of the client does not. */
export const accessRole = (body: string): Role | undefined => {
  /* A quoted request, or one at the start: most lines have neither, and the pattern need not be compiled. */
  const found = body.includes('" ') || 'GPDHO'.includes(body.charAt(0)) ? ACCESS.exec(body) : null
  if (found === null) return undefined
  return (found[1] ?? found[2])!.startsWith('5') ? ROLE.weak : ROLE.none
}
