/**
 * What one line says. Structure decides: marks, level words in the place where levels stand, `location: error`,
 * counts. A word alone (`error` somewhere in a sentence) is a hint and makes a line weak.
 */
import { hintsOf } from './scan.ts'
import { HINT } from './words.ts'

export const ROLE = {
  none: 0,
  /** A test or step that went well. */
  pass: 1,
  /** Progress, banners, rules: says nothing by itself. */
  noise: 2,
  warning: 3,
  /** Counts at the end of a run that report success, or no verdict. */
  summary: 4,
  /** Counts or a verdict that report failure. */
  verdict: 5,
  /** Says by its structure that something failed. */
  failure: 6,
  /** Holds a word of failure, without structure. */
  weak: 7,
  /** Names a problem (`cannot`, `missing`). */
  problem: 8,
  /** Expected and actual values. */
  compare: 9,
  /** A place in a file. */
  location: 10,
  /** A stack frame in a library or the runtime. */
  library: 11,
  /** Says why: message lines inside a failure (`E   assert 1 == 2`, `Caused by: …`). */
  reason: 12,
  /** Names what follows: text between rules, a numbered title, a CI group. */
  header: 13,
  /** An exception, a traceback, a panic: a failure by itself, or the cause under a failure's title. */
  thrown: 14,
  /** Names a failed thing by a mark: `✗ adds tax`, `FAIL src/a.test.ts`, `not ok 3 - rounds`. */
  mark: 15,
} as const
export type Role = (typeof ROLE)[keyof typeof ROLE]

const PASS_START =
  /^(?:[✓✔√☑✅]|ok \d|ok\s+[\w./-]+\s|PASS(?:ED)?\b|\[ *(?:OK|PASS(?:ED)?|RUN) *\]|--- PASS|--- SKIP|=== (?:RUN|PAUSE|CONT|NAME)|\s*[-–] (?:✓|✔))/
const PASS_END =
  /(?:\.{2,}|…|: | )\s*(?:ok|OK|[Pp]assed|PASS(?:ED)?|SKIPPED|skipped|xfail|XFAIL|done|Success)\s*(?:\(.{0,20}\)|\[.{0,20}\]|[\d.]+ ?m?s)?$/
const FAIL_MARK =
  /^(?:[✗✕✘×✖❌⨯✘]\s|● |FAIL(?:ED|URE)?\b(?!\s*[:=]\s*0)|not ok \d|--- FAIL|!!! |\[ *FAIL(?:ED)? *\]|\(fail\)|[-–] ✗)/
const LEVEL_START =
  /^(?:\[?\d[^a-z]{0,40})?[\s[(<|*#-]*(?:FATAL|PANIC|CRITICAL|CRIT|ALERT|EMERG(?:ENCY)?|SEVERE|ERROR|ERR|Error|error|fatal|critical|severe|panic|E)(?: *[:\]>)|!]|\[|\s+[A-Z[(\w"'])/
const LEVEL_FIELD =
  /(?:\b(?:level|lvl|severity|log_level|loglevel|levelname)["']?\s*[=:]\s*["']?(?:error|fatal|critical|crit|panic|alert|emerg|severe|dpanic)\b|"level":\s*[56]\d\b)/i
const LEVEL_WORD = /(?:^|[\s[(|<:])(?:ERROR|FATAL|CRITICAL|CRIT|ALERT|EMERGENCY|EMERG|SEVERE|PANIC)(?=[\s\]):|>,]|$)/
const LEVEL_OTHER = /(?:^|[\s[(|<])(?:INFO|DEBUG|TRACE|NOTICE|WARN(?:ING)?|info|debug|trace|warn(?:ing)?)(?=[\s\]):|>]|$)/
const PLACE_ERROR =
  /^(?:[^\s:(]{1,200}(?:[:(]\d+(?:[:,]\d+)?\)?)|\s*\d+:\d+)\s*:?\s*(?:-\s*)?(?:fatal |internal compiler |syntax )?(?:error|ERROR|Error|erreur|Fehler|错误|錯誤|エラー|오류|ошибка|errore|erro|błąd)\b/
const TOOL_ERROR =
  /^(?:[\w./+@-]{1,60}|\[[\w ./:@-]{1,60}\]):? (?:fatal |internal )?(?:error|ERROR|ERR!|Error|FATAL|fatal|panic|failed)(?: *[:!]|\b .{0,12}[:!])|^(?:npm|yarn|pnpm) (?:ERR!|error)|^##\[error\]|^::error|^E: |^(?:error|Error|ERROR)(?:\[[\w:-]+\])?: |^make(?:\[\d+\])?: \*\*\* |^error(?:\[| TS| CS)/
const TYPED_START =
  /^(?:Uncaught |Unhandled |Caused by: |Exception in thread .{0,60} |thread '.{0,80}' panicked|panic: |goroutine |Traceback |\[?[\w.$\\]{0,120}(?:Error|Exception|Failure|Panic)(?:\]|:| \[|$|\s*\())/
const REASON = /^(?:E {2,}|Caused by: |caused by: |cause: |[Rr]eason: {1,20}|[Rr]oot cause|DETAIL: )/
const STATUS_5XX = /" 5\d\d /
const WARN_START =
  /^(?:.{0,40}\b)?(?:WARN(?:ING)?|[Ww]arn(?:ing)?|⚠|warning\[)(?=[\s:\]!(|>[]|$)|⚠|\bnpm warn\b|^W: |^##\[warning\]|\bDeprecationWarning\b/
const COUNT = String.raw`(?:passed|failed|passing|failing|pending|skipped|errors?|errored|warnings?|failures?|tests?|problems?|examples?|assertions?|vulnerabilities|ok|successful|todo|fixable|succeeded|incomplete|broken|changed|upgraded|mismatch(?:es)?|total)`
const COUNT_PAIR = new RegExp(
  String.raw`\b\d[\d,]*(?: \w+)? ${COUNT}\b|\b${COUNT}["']?(?: run)?\s*[:=]?\s+\d|\b${COUNT}=\d|^\W{0,3}${COUNT} \d`,
  'gi',
)
const SUMMARY_START =
  /^(?:[=#*_ℹ✖✗ -]*\s*(?:Found|Ran|Tests?(?: Suites| Files)?|Suites|Snapshots|Test result|test result|Summary|SUMMARY|Total|TOTAL|Results?|Finished|Finish|FAILED|Failures?|ERROR SUMMARY|BUILD|Build|Duration|Time|Failed|Passed)\b)/i
const BAD_COUNT =
  /\b[1-9][\d,]*(?: \w+)? (?:failed|failing|failures?|errors?|errored|broken|problems?|vulnerabilities)\b|\b(?:failed|failing|fail|failures?|errors?)["']?\s*[:=]?\s*[1-9]|\bFAILED\b|\bBUILD FAIL/i
const VERDICT =
  /^(?:[\s[(*>=#-]*(?:BUILD FAIL|FAILED\b|FAIL$|Failed!|Test Suite Failed)|.{0,40}\b(?:exit(?:ed|ing|s)? (?:with )?(?:code|status):? ?\[?[1-9]|exit(?:ed|ing|s)? with [1-9]|returned (?:a )?non-?zero|non-zero (?:exit )?(?:code|status)|ELIFECYCLE|Process completed with exit code [1-9]|Command failed|could not compile|Error [1-9]\d*$))/
/** `____ name ____`, `---- name ----`, `==== name ====`, `3) name`, `##[group]name`. */
const HEADER = /^([_=\-*#~─━═])\1{2,} ?\S.{0,200}? ?\1{3,}$|^\d{1,4}\) \S|^##\[group\]/
/** `SUBJECT failed to …`, `… failed with …`: a statement, not a name. */
const STATEMENT =
  /\bfailed (?:to|with|due|in|at|on|for|because|after|while|by)\b|\b(?:could not|cannot|unable to|refusing to) \w/i
const BAR_OR_RULE = /^[\s=\-_*~+#.·─━═|/\\]+$/
const COMPARE =
  /^(?:[-+>|]\s*)?(?:E\s+)?(?:(?:Expected|Received|Actual|expected|received|actual|Got|got|Want|want|wanted|left|right|Left|Right|but was|returned|Difference|Comparison)\b[^:=]{0,40}[:=]|Expected:?$|\+ expected|expected .{1,200} (?:to|but|got)\b)/
const USER_PLACE =
  /(?:^|[\s("'[<@,=])(?:\.{0,2}\/|[A-Za-z]:[\\/])?[\w@~.+\\/-]*\w\.[A-Za-z]\w{0,9}(?:[:(]|, line |:line )\d+|^\s*(?:File "|-->|at .{1,300}:\d+|# \.\/|in \S+:\d+)|\bline \d+/
const LIBRARY_PLACE =
  /node_modules|site-packages|dist-packages|node:internal|internal\/|\bnode:\w|\/usr\/(?:lib|include|share|local\/(?:lib|go))|<frozen |\/rustc\/|\/registry\/src\/|java\.base|\bsun\.|\bjdk\.|org\.junit|junit\.|org\.apache\.maven|\/vendor\/|\/gems\/|_pytest|pluggy|\/lib\/python|\/go\/src\/|\/libexec\/|\blib\/ruby\b/
const CODE_ODD =
  /^(?:import |export |const |let |var |function |def |class |if |for |return |\} |\/\/|\/\*|\* |<\w|public |private |throw |raise )|[{;]$/
const NEGATED =
  /\b(?:no|without|zero|0|any|ignore[sd]?|ignoring|handles?|handling|expects?|throws?|on|if|when|for|of|as|in) (?:\w+ )?(?:errors?|failures?|exceptions?|failed|fail)\b|\b(?:errors?|failures?|failed|fail|exceptions?)["']?\s*[:=]\s*(?:\[\]|0\b|"?0"?\b|null|none|nil|false|undefined|"")|\b(?:errors?|failed|failures?) 0\b|\b0 (?:\w+ )?(?:errors?|failed|failures?)/i
/** A word of failure that is part of a path, a file name or an identifier says nothing. */
const IN_NAME =
  /[\w./\\-]*(?:error|fail|exception|fatal|panic|critical)\w*(?:[./\\]\w[\w./\\-]*|-\w[\w-]*|\([\w, ]*\))|[\w-]+[./\\_-](?:errors?|fail(?:ed|ures?)?|exceptions?)\b/gi
const FAIL_BITS = HINT.fail | HINT.fatal | HINT.typed

const isSummary = (body: string): boolean => {
  if (body.length > 300) return false
  COUNT_PAIR.lastIndex = 0
  let pairs = 0
  while (pairs < 3 && COUNT_PAIR.exec(body) !== null) pairs++
  return pairs >= 2 || (pairs === 1 && (SUMMARY_START.test(body) || body.length < 34))
}

const isPlace = (body: string): Role | undefined =>
  body.length < 400 && USER_PLACE.test(body) ? (LIBRARY_PLACE.test(body) ? ROLE.library : ROLE.location) : undefined

/** The role of a line by its body (view without prefix); `hints` are the union of its words' hints. */
export const roleOf = (line: string, hints: number): Role => {
  const body = line.length > 600 ? line.slice(0, 600).trim() : line.trim()
  if (body === '' || BAR_OR_RULE.test(body)) return ROLE.noise
  const summary = (hints & (HINT.tally | HINT.pass | HINT.skip | HINT.fail | HINT.warn)) !== 0 && isSummary(body)
  if (summary && BAD_COUNT.test(body)) return ROLE.verdict
  if (PASS_START.test(body)) return ROLE.pass
  if (FAIL_MARK.test(body)) return ROLE.mark
  if (summary) return ROLE.summary
  if (PASS_END.test(body)) return ROLE.pass
  if (TOOL_ERROR.test(body)) return ROLE.failure
  if (VERDICT.test(body)) return ROLE.verdict
  if (HEADER.test(body)) return ROLE.header
  if (REASON.test(body)) return ROLE.reason
  if (TYPED_START.test(body)) return ROLE.thrown
  const negated = NEGATED.test(body)
  if (!negated) {
    if (PLACE_ERROR.test(body)) return ROLE.failure
    if (LEVEL_FIELD.test(body)) return ROLE.failure
    if (LEVEL_START.test(body) && (hints & FAIL_BITS) !== 0) return ROLE.failure
    if (LEVEL_WORD.test(body.slice(0, 80)) && !LEVEL_OTHER.test(body.slice(0, 60))) return ROLE.failure
  }
  if (STATUS_5XX.test(body)) return ROLE.failure
  if (
    !negated &&
    (hints & HINT.fail) !== 0 &&
    STATEMENT.test(body) &&
    !LEVEL_OTHER.test(body.slice(0, 60)) &&
    !CODE_ODD.test(body)
  )
    return ROLE.failure
  if (WARN_START.test(body)) return ROLE.warning
  if (COMPARE.test(body)) return ROLE.compare
  const place = isPlace(body)
  if (place !== undefined && (hints & FAIL_BITS) === 0) return place
  if ((hints & FAIL_BITS) !== 0 && !negated && !LEVEL_OTHER.test(body.slice(0, 60))) {
    const bare = body.replace(IN_NAME, '')
    if (
      /error|fail|exception|fatal|panic|critical|crash|traceback|abort|alert|emerg|severe/i.test(bare) ||
      (hints & HINT.typed) !== 0 ||
      /[^\x00-\x7f]/.test(body)
    ) {
      return CODE_ODD.test(body) ? (place ?? ROLE.problem) : ROLE.weak
    }
  }
  if (place !== undefined) return place
  if ((hints & HINT.problem) !== 0 && !CODE_ODD.test(body)) return ROLE.problem
  return ROLE.none
}

export type Signal = 'failure' | 'warning' | 'pass' | 'summary' | 'location' | 'noise' | 'none'
const SIGNAL: Readonly<Record<Role, Signal>> = {
  [ROLE.none]: 'none',
  [ROLE.pass]: 'pass',
  [ROLE.noise]: 'noise',
  [ROLE.warning]: 'warning',
  [ROLE.summary]: 'summary',
  [ROLE.verdict]: 'summary',
  [ROLE.failure]: 'failure',
  [ROLE.weak]: 'none',
  [ROLE.problem]: 'none',
  [ROLE.compare]: 'none',
  [ROLE.location]: 'location',
  [ROLE.library]: 'location',
  [ROLE.reason]: 'failure',
  [ROLE.header]: 'none',
  [ROLE.thrown]: 'failure',
  [ROLE.mark]: 'failure',
}

/** What a role says to those who do not need the finer roles. */
export const signalOf = (role: Role): Signal => SIGNAL[role]

/** The signal of one line, given without line end; a convenience for callers that do not scan a whole source. */
export const classifyLine = (body: string): Signal => SIGNAL[roleOf(body, hintsOf(body))]
