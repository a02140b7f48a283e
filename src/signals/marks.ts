/** Marks by which tools say that a named thing went well or failed: at the start of a line, or in its last column. */
import { ROLE, type Role } from './roles.ts'

interface Rule {
  readonly role: Role
  /** First chars of what the pattern matches at the start, where it has no other form: a look at them costs less than to compile it. */
  readonly starts?: string
  /** Every match holds one of these. */
  readonly holds?: readonly string[]
  readonly pattern: RegExp
}

/** Duration, share of the run or reason behind the last column. */
const TAIL = String.raw`(?:\s*[\[(][^\])]{0,60}[\])](?:\s*\[ *\d{1,3}%\])?| in [\d.]{1,12} ?m?s|\s{1,8}[\d.]{1,12} ?m?s(?:ec)?| '[^']{0,80}')?$`

/** Before the name. The first that matches decides. */
const BEFORE: readonly Rule[] = [
  /* Known failures and skips of TAP are no failures. */
  { role: ROLE.pass, starts: 'nN', pattern: /^not ok \d.*# (?:TODO|SKIP)\b/i },
  { role: ROLE.pass, starts: '✖✗×✘', pattern: /^[✖✗×✘] .{1,400} # (?:TODO|SKIP)\b/ },
  { role: ROLE.mark, starts: 'n', pattern: /^not ok \d/ },
  /* Of a Go package and of a test file, the tests that failed are told before. */
  {
    role: ROLE.verdict,
    holds: ['FAIL', '(Wstat: '],
    pattern: /^FAIL\s+\S{1,200}\s+(?:[\d.]{1,12}s|\[(?:build|setup) failed\])$|\(Wstat: \d+ .{0,60}Failed: \d+\)$/,
  },
  /* pytest-xdist puts the worker and the share of the run first. */
  { role: ROLE.mark, starts: '[', pattern: /^\[gw\d+\](?: \[ *\d+%\])? (?:FAILED|ERROR) / },
  { role: ROLE.pass, starts: '[', pattern: /^\[gw\d+\](?: \[ *\d+%\])? (?:PASSED|SKIPPED|XFAIL|XPASS) / },
  {
    role: ROLE.noise,
    starts: '=[T',
    pattern: /^=== (?:RUN|PAUSE|CONT|NAME)\b|^\[ RUN {6}\]|^Test (?:Case|Suite) .{1,200} started/,
  },
  { role: ROLE.mark, starts: '=', pattern: /^=== (?:FAIL|ERROR): \S/ },
  { role: ROLE.header, starts: '✖✗×✘', pattern: /^[✖✗×✘] (?:failing|failed) tests?:$/ },
  {
    role: ROLE.mark,
    starts: '✗✕✘×✖❌⨯●F-[(–',
    pattern:
      /^(?:[✗✕✘×✖❌⨯]\s|● (?!Console$)|FAIL(?:ED|URE)?\b(?!\s*:\s*0|\s*[(=])[: \t]\s*\S|--- FAIL|\[ *FAIL(?:ED)? *\] *\S|\(fail\)|[-–] ✗)/,
  },
  { role: ROLE.mark, starts: 'FE', pattern: /^(?:Fail(?:ed|ure)|FAIL(?:ED|URE)?|Error|ERROR) (?:->|=>|→|»|›) \S/ },
  { role: ROLE.failure, starts: 'A', pattern: /^ASSERT(?:ION)?(?: FAILED)?: ?\S/ },
  { role: ROLE.mark, starts: '❯', pattern: /^❯ .{1,300}\(.{0,60}\d failed\b/ },
  { role: ROLE.mark, starts: 'SATL', pattern: /^(?:SIG[A-Z]{3,5}|ABORT|TIMEOUT|LEAK-FAIL|TRY \d+ FAIL) +\[ *[\d.]{1,12}s\]/ },
  { role: ROLE.mark, starts: 'E', pattern: /^ERROR(?:: test\w* \(|\s+\S{1,200}\.py\b)/ },
  { role: ROLE.mark, starts: '#F', pattern: /^(?:# +)?Failed (?:test ['"(]|\S{1,200} \[[<\d.]{1,8} ?m?s\]$)/ },
  { role: ROLE.mark, holds: ['#test_'], pattern: /^\w[\w:]{0,80}#test_\w{0,120} \[[^\]]{1,200}:\d+\]:?$/ },
  { role: ROLE.failure, starts: 'f!', pattern: /^(?:fatal|failed): \[[^\]]{1,120}\]|^! \[(?:remote )?rejected\]/ },
  {
    role: ROLE.pass,
    starts: '✓✔√☑✅○oP[-(–↓',
    pattern:
      /^(?:[✓✔√☑✅○]\s{0,3}\S|ok \d|ok\s+[\w./-]+(?:\s|$)|PASS(?:ED)?\b\s*[^:=\s]|PASSED: |\[ *(?:OK|PASS(?:ED)?) *\]\s*\S|--- (?:PASS|SKIP)|\(pass\)|[-–] [✓✔]|↓ )/,
  },
  {
    role: ROLE.pass,
    starts: 'XS?ocsi',
    pattern: /^(?:XFAIL|SKIPPED) \S|^\?\s+\S{1,200}\s+\[no test files\]$|^(?:ok|changed|skipping|included): \[/,
  },
  { role: ROLE.pass, starts: 'PT', pattern: /^Passed \S{1,200} \[[<\d.]{1,8} ?m?s\]$|^Test (?:Case|Suite) .{1,200} passed\b/ },
  { role: ROLE.mark, starts: 'T', pattern: /^Test (?:Case|Suite) '.{1,200}' failed\b/ },
]

/** Of each word that may stand in the last column for what passed, a part. */
const PASSES = ['ok', 'OK', 'assed', 'PASS', 'SKIPPED', 'kipped', 'ignored', 'xfail', 'XFAIL', 'done', 'uccess', 'SUCCESS', 'yes']

/** In the last column. */
const BEHIND: readonly Rule[] = [
  {
    role: ROLE.mark,
    holds: ['...', '… '],
    pattern: new RegExp(
      String.raw`(?:\.\.\.|… |\.\.\. )\s?\*{0,3}(?:FAIL(?:ED|URE)?|ERROR|Failed|failed|mismatch|error)\b${TAIL}`,
    ),
  },
  {
    role: ROLE.mark,
    holds: ['.. Failed ', '***', '<<< ', ' (FAILED - ', ' [FAIL]'],
    pattern:
      /\.\. Failed \d+\/\d+ subtests|\.\.\.(?:Subprocess \w{1,12})?\*{3}(?:Failed|Timeout|Exception|Not Run)|<<< (?:FAILURE|ERROR)!$| \(FAILED - \d+\)$| \[FAIL\]$/,
  },
  {
    role: ROLE.mark,
    holds: ['FAILED', 'ERROR'],
    pattern: new RegExp(
      String.raw`^(?:(?=\S{1,300}::)\S{4,600}|> Task \S{1,200}|\S{1,120} > .{1,200}|//\S{1,200})\s+(?:FAILED|ERROR)\b${TAIL}`,
    ),
  },
  {
    role: ROLE.pass,
    holds: PASSES,
    pattern: new RegExp(
      String.raw`(?:\.\.|…|: |\s\s|\.\(no files to check\))\s{0,3}(?:ok|OK|[Pp]assed|PASS(?:ED)?|SKIPPED|[Ss]kipped|ignored|xfail|XFAIL|done|Success|SUCCESS|yes)${TAIL}`,
    ),
  },
  { role: ROLE.pass, holds: PASSES, pattern: new RegExp(String.raw`\s(?:PASSED|SKIPPED|XFAIL|passed|ok|OK)${TAIL}`) },
  /* minitest: `CartTest#test_tax = 0.01 s = F`. */
  { role: ROLE.mark, holds: [' s = '], pattern: /^\S{1,200} = [\d.]{1,12} s = [FE]$/ },
  { role: ROLE.pass, holds: [' s = '], pattern: /^\S{1,200} = [\d.]{1,12} s = [.S]$/ },
  /* One char per test. */
  { role: ROLE.pass, pattern: /^\S{1,200}\.\w{1,4} [.sxX]{1,200}(?:\s+\[ *\d+%\])?$/ },
]

const matches = ({ starts, holds, pattern }: Rule, body: string): boolean =>
  (starts === undefined || starts.includes(body.charAt(0))) &&
  (holds === undefined || holds.some((text) => body.includes(text))) &&
  pattern.test(body)
const firstOf = (rules: readonly Rule[], body: string): Role | undefined => rules.find((rule) => matches(rule, body))?.role
/** A mark before counts (`✖ 12 problems`, `[  PASSED  ] 12 tests.`) marks the run: the counts decide. */
const BEFORE_COUNT = /^(?:[^\w\s[(]|\[ *[A-Z]{2,8} *\]) {0,3}\d/

/** The role by a mark before the name. */
export const markBefore = (body: string): Role | undefined => (BEFORE_COUNT.test(body) ? undefined : firstOf(BEFORE, body))
/** The role by a mark anywhere. */
export const markOf = (body: string): Role | undefined => firstOf(BEFORE, body) ?? firstOf(BEHIND, body)
