/** What a member says by its key and its value: that something failed, what it is called, where it is. */
import { type JsonTape, rawAt } from '../../source/json.ts'

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

const STATUS = set(
  'status state result outcome reason conclusion phase health level severity lvl levelname loglevel log_level verdict action event type statustext resultstatus',
)
const FAILED = set(
  'fail failed failing failure error errored err fatal critical crit emerg emergency alert panic crashed crash unhealthy timeout timedout timed_out broken crashloopbackoff imagepullbackoff errimagepull oomkilled evicted aborted unexpected severe timed-out startup_failure action_required failed_to_start',
)
const WARNED = set('warn warning degraded deprecated')
/** Something else than success is said by `false`. */
const SUCCESS = set('success ok passed succeeded healthy successful issuccess is_success')
/** What went wrong, when it holds anything. */
const ERROR = set(
  'error err errors exception exceptions failure failures failuremessage failuremessages errormessage error_message errormsg error_msg fault lasterror last_error traceback stacktrace stack_trace rejectreason errordetail errorinfo',
)
/** Counts of what went wrong. */
const COUNT =
  /^(?:num|number|total|count)?_?(?:of_?)?(?:failed|failures?|errors?|fatal|unexpected|failing)(?:_?(?:tests?|test_?suites?|suites|count|total|assertions|jobs|steps|runs|cases))?$|^(?:fatal)?errorcount$|^numruntimeerrortestsuites$/
const EXIT = set('exitcode exit_code exit_status exitstatus returncode return_code')
const HTTP = set('status statuscode status_code httpstatus http_status code')
const MESSAGE = set(
  'message msg error err reason detail details description failuremessage failuremessages errormessage error_message exception stderr output text summary cause short_message fullmessage rendered diagnostic output hint shortmessage log event',
)
const NAME = set(
  'id name key title fullname full_name path file filename filepath file_path uri url uid uuid slug number test testname test_name ruleid rule rule_id check_id package pkg module service job step classname target resource kind ref sha host hostname namespace component',
)
const PLACE = set('line row start_line startline lineno line_number linenumber location loc caller position')

/** Beyond this many chars a status is no status. */
const WORD_CHARS = 40

export const EVIDENCE = { none: 0, warning: 1, count: 2, failed: 3 } as const
export type Evidence = (typeof EVIDENCE)[keyof typeof EVIDENCE]

const wordOf = (raw: string): string =>
  raw.length > WORD_CHARS || raw.charCodeAt(0) !== 34 ? '' : raw.slice(1, -1).toLowerCase()

const isEmpty = (tape: JsonTape, value: number): boolean => {
  const first = tape.text.charCodeAt(tape.start[value]!)
  if (first === 123 || first === 91) return tape.next[value] === value + 1
  const raw = tape.end[value]! - tape.start[value]! > WORD_CHARS ? 'x' : rawAt(tape, value).toLowerCase()
  return /^(?:null|false|true|"\s*"|"(?:null|none|nil|false|ok|no|n\/a|no error|success)"|-?[0-9].*|nan)$/.test(raw)
}

/** Describes what an error looks like instead of reporting one: JSON Schema, OpenAPI. */
const isSchema = (tape: JsonTape, value: number): boolean => {
  if (tape.text.charCodeAt(tape.start[value]!) !== 123) return false
  for (let i = value + 1; i < tape.next[value]!; i = tape.next[i + 1]!) {
    const key = tape.end[i]! - tape.start[i]! < 16 ? rawAt(tape, i) : ''
    if (key === '"$ref"' || key === '"properties"' || key === '"schema"' || key === '"items"' || key === '"enum"') return true
    if (key === '"type"' && /^"(?:string|object|array|number|integer|boolean)"$/.test(rawAt(tape, i + 1))) return true
  }
  return false
}

/** Does the value hold a text, or anything but numbers? `{"error": {"mean": 0.1}}` reports an accuracy. */
const saysSomething = (tape: JsonTape, value: number): boolean => {
  for (let i = value; i < tape.next[value]!; i++) if (tape.text.charCodeAt(tape.start[i]!) === 34) return true
  return false
}

const PINO_ERROR = 50
const PINO_WARNING = 40

/** Asks whether the object has a key, in lower case. */
export type HasKey = (key: string) => boolean

/** Levels of pino and bunyan (50 error, 60 fatal) and of the journal (0 to 3), and eslint's severity 2. */
const ofLevel = (key: string, raw: string, has: HasKey): Evidence => {
  if (!/^"?[0-9]{1,3}"?$/.test(raw)) return EVIDENCE.none
  const level = Number(raw.replaceAll('"', ''))
  if (key === 'level' && (has('msg') || has('time')))
    return level >= PINO_ERROR ? EVIDENCE.failed : level >= PINO_WARNING ? EVIDENCE.warning : EVIDENCE.none
  if (key === 'priority' && has('message') && has('__realtime_timestamp'))
    return level <= 3 ? EVIDENCE.failed : level === 4 ? EVIDENCE.warning : EVIDENCE.none
  if (key === 'severity' && has('message') && (has('ruleid') || has('line')))
    return level === 2 ? EVIDENCE.failed : EVIDENCE.warning
  return EVIDENCE.none
}

/** What a key can say, known before its values are looked at. */
export interface KeyMeaning {
  readonly name: string
  readonly role: KeyRole
  /** Some value of it may be evidence. */
  readonly telling: boolean
}

/** golangci-lint names the linter that found an issue, and no level. */
const LINTER = 'fromlinter'

export const meaningOf = (key: string): KeyMeaning => {
  const name = key.toLowerCase()
  const telling =
    STATUS.has(name) ||
    name === 'priority' ||
    name === LINTER ||
    HTTP.has(name) ||
    SUCCESS.has(name) ||
    EXIT.has(name) ||
    ERROR.has(name) ||
    COUNT.test(name)
  return { name, role: keyRole(name), telling }
}

/** What the member says of its object. */
export const evidenceOf = (tape: JsonTape, name: string, value: number, has: HasKey): Evidence => {
  const first = tape.text.charCodeAt(tape.start[value]!)
  const isScalar = first !== 123 && first !== 91
  const raw = isScalar && tape.end[value]! - tape.start[value]! <= WORD_CHARS ? rawAt(tape, value) : ''
  if (STATUS.has(name) && raw !== '') {
    const word = wordOf(raw)
    if (FAILED.has(word) && !(name === 'type' && !has('message') && !has('msg'))) return EVIDENCE.failed
    if (WARNED.has(word)) return EVIDENCE.warning
    const level = ofLevel(name, raw, has)
    if (level !== EVIDENCE.none) return level
  }
  if (name === 'priority') return ofLevel(name, raw, has)
  if (name === LINTER) return has('text') && has('pos') ? EVIDENCE.failed : EVIDENCE.none
  if (HTTP.has(name) && /^5[0-9]{2}$/.test(raw)) return EVIDENCE.failed
  if (SUCCESS.has(name)) return raw === 'false' ? EVIDENCE.failed : EVIDENCE.none
  if (EXIT.has(name)) return /^-?[0-9]+$/.test(raw) && raw !== '0' ? EVIDENCE.failed : EVIDENCE.none
  if (/^[1-9][0-9]*$/.test(raw) && COUNT.test(name)) return EVIDENCE.count
  if (ERROR.has(name) && !isEmpty(tape, value) && saysSomething(tape, value) && !isSchema(tape, value)) return EVIDENCE.failed
  return EVIDENCE.none
}

export const ROLE_OF_KEY = { other: 0, name: 1, place: 2, message: 3, status: 4 } as const
export type KeyRole = (typeof ROLE_OF_KEY)[keyof typeof ROLE_OF_KEY]

/** What a key's value is to a reader; `name` in lower case. */
const keyRole = (name: string): KeyRole => {
  if (MESSAGE.has(name)) return ROLE_OF_KEY.message
  if (NAME.has(name)) return ROLE_OF_KEY.name
  if (PLACE.has(name)) return ROLE_OF_KEY.place
  return STATUS.has(name) ? ROLE_OF_KEY.status : ROLE_OF_KEY.other
}
