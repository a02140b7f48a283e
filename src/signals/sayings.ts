/** What tools say in fixed words: verdicts, exit codes, statements of failure, exceptions, reasons, values, advice. */
import { beginsWith, endsInAnswer, phrases } from './phrases.ts'

/** What a long pattern cannot do without is looked for first: most lines lack it, and the pattern need not be compiled. */
const holdsOne = (text: string, parts: readonly string[]): boolean => parts.some((part) => text.includes(part))

/** The run, and not one thing in it, failed. */
const RUN_FAILED = phrases(`
  could not compile
  COMPILATION ERROR
  Failed to execute goal
  aborting due to
  test failed, to rerun
  Command failed
  Lifecycle script
  Test failed.  See
  code ELIFECYCLE
  ELIFECYCLE
  ninja: build stopped
  Test Suite Failed
  Build failed
  FAILURE: Build failed
  BUILD FAIL
  FAILED: Build did NOT
  Failed!
  Failed with errors
  Errors while running
  Automatic merge failed
  The following build commands failed
  run failed:
  linker command failed
  Configuring incomplete, errors
  Looks like you failed
  Job failed
  Interrupted:
  all warnings being treated as errors
  compilation terminated
  Compilation aborted
  Compilation failed`)
const RUN_FAILED_FORM =
  /^(?:Process completed with exit code [1-9]|Vitest caught \d|ld returned \d|Recipe .{1,120} failed|make: Target .{1,200} not remade|\[ {1,3}FAILED {1,3}\] \d+ tests?\b|Failed:\s{1,8}\S{1,200}#\S|[✖✗×]\s{1,4}\d+\/\d+ targets failed|error: fatalError$)/
/** `build finished with problems`, `Aborted with 2 warnings in strict mode`, `(see previous errors)`. */
const ENDED_BADLY =
  /\b(?:[Ff]inished|[Cc]ompleted|[Ee]nded|[Ss]topped|[Aa]borted|[Tt]erminated) (?:with|because of|due to) (?:(?!0 )\d{1,6} )?(?:problems?|errors?|failures?)\b|^Aborted with (?!0 )\d{1,6} warnings?\b|\((?:see|due to) (?:previous|above|earlier) errors?\)|(?:^|: )(?:[Ff]atal )?[Ee]rrors?(?:\(s\))? found in\b|^Aborting\W{0,3}$/
const ENDING_BADLY = ['problem', 'rror', 'ailure', 'Abort']
/** Signs that tools put before such a line. */
const LEAD = /^(?:# |-- |> |➤ \S{1,20}: · |Error: )/
export const isRunFailed = (text: string): boolean => {
  const bare = text.replace(LEAD, '')
  return (
    beginsWith(RUN_FAILED, bare) ||
    ('PVlRm[Fe✖✗×'.includes(bare.charAt(0)) && RUN_FAILED_FORM.test(bare)) ||
    (holdsOne(bare, ENDING_BADLY) && ENDED_BADLY.test(bare))
  )
}

/** A whole line that says how a run ended: `Test Run Failed.`, `[INFO] BUILD FAILURE`, `FAIL`. */
const ENDED =
  /^\W{0,8}(?:(?:[Tt]ests?|TESTS?|[Bb]uild|BUILD|Run|Job|Pipeline|Result|RESULT|Status|STATUS|Finished|Overall|Suite|Deployment|ARCHIVE|ANALYZE|INSTALL)\s?(?:[Rr]un|[Ss]uite|[Rr]esult|[Ss]tatus)?\s?[:=]?\s?(?:FAIL(?:ED|URES?)?|[Ff]ail(?:ed|ures?)|ERRORS|UNSTABLE|ABORTED)|FAIL(?:ED|URES?)?|ERRORS|Failed)[\s!.*]{0,8}(?:in [\d.]{1,12} ?\w{1,7}\W{0,4})?$/
/** First letters of the first words of such lines. */
const BEGINS = /^\W{0,8}[TtBbRJPSFODAIE]/
const FAILING = ['FAIL', 'ail', 'ERRORS', 'UNSTABLE', 'ABORTED']
const MAKE_ERROR = /^\w{0,8}make(?:\[\d+\])?: \*\*\* .{1,400}\D [1-9]\d{0,4}(?: \(ignored\))?$/
const SUMMARY_LINE = /^SUMMARY: \w+Sanitizer: |^Jest: .{1,200}threshold .{1,100}not met/
/** The line says that the run failed, without counts. */
export const isVerdict = (text: string): boolean =>
  isRunFailed(text) ||
  (BEGINS.test(text) && holdsOne(text, FAILING) && ENDED.test(text)) ||
  (text.includes(': *** ') && MAKE_ERROR.test(text)) ||
  SUMMARY_LINE.test(text)

const EXIT =
  /\b[Ee]xit(?:ed|ing|s)? (?:with (?:(?:exit )?(?:code|status):? {0,8})?|(?:[Cc]ode|[Ss]tatus):? {0,8})['"[]?[1-9]|\bexit(?:ed)? \([1-9]\d*\)$|\breturned (?:a )?non-?zero|\breturned [1-9]\d* exit status|\bexited with (?:a )?non-zero|\bnon-zero (?:exit )?(?:code|status)[:,]? \(?\d|\bstatus=[1-9]\d*\/|\bExiting with failure/
/** A script's last words on a command: `deploy.sh: line 4: tar xf a.tgz exited 2`. */
const EXITED = /\bexited [1-9]\d{0,2}$/
/** Tells an exit code other than 0, and nothing else that failed. */
export const isExit = (text: string): boolean =>
  (EXIT.test(text.slice(0, 300)) && !isFailure(text)) || EXITED.test(text.slice(-12))

const WELL = phrases(`
  OK (
  [OK] No
  All tests successful
  All tests passed
  All checks passed
  All checks successful
  Success: no issues
  Successfully installed
  Passed!
  no tests ran
  Job succeeded
  Compiled successfully
  ✓ Compiled successfully`)
const WELL_ENDED =
  /^\W{0,8}(?:[Tt]ests?|TESTS?|[Bb]uild|BUILD|Run|Job|Result|RESULT|Status|Finished|Suite|ARCHIVE)\s?(?:[Rr]un|[Ss]uite|[Rr]esult|[Ss]tatus)?\s?[:=]?\s?(?:PASS(?:ED)?|SUCCESS(?:FUL)?|SUCCEEDED|[Ss]ucceeded|[Ss]uccessful)\b\W{0,8}(?:in [\d.]{1,12} ?\w{1,7}\W{0,4})?$/
const SUCCEEDING = ['PASS', 'SUCC', 'ucce']
const WELL_PARTS = ['OK', 'Checked ', 'compiled', 'PASSED', 'no ']
const WELL_FORM =
  /^OK$|^Checked \d+ files|compiled successfully\b|^\[ {1,3}PASSED {1,3}\] \d+ tests?\b|\bno (?:errors?|problems|issues|offenses|violations|vulnerabilities) (?:were )?(?:detected|found)\b/
/** The line says that the run went well. */
export const isSuccess = (text: string): boolean =>
  beginsWith(WELL, text) ||
  (holdsOne(text, SUCCEEDING) && WELL_ENDED.test(text)) ||
  (holdsOne(text, WELL_PARTS) && WELL_FORM.test(text))

/** A process's own last words. */
const DIED =
  /^(?:Killed|Aborted|Segmentation fault|Bus error|Illegal instruction|Floating point exception|Trace\/breakpoint trap|Hangup|Terminated)(?:: \d+)?(?: \(core dumped\))?$|\(core dumped\)|\bline \d{1,7}: {1,8}\d{1,9} (?:Killed|Aborted|Terminated|Segmentation fault|Bus error)\b|^Program (?:received|terminated with) signal|\bsegfault at \w|^Out of memory|\bOut of memory: Kill|\bapp crashed\b|^terminate called (?:after throwing|without an active)|\bFatal Python error: |\bkernel BUG at|\bKernel panic|\bOops: |^(?:init terminating in|Runtime terminating during boot) /
const MADE = /^(?:\w{0,8}make(?:\[\d+\])?|\S{0,80}[Mm]akefile\S{0,20}(?::\d+)?): \*\*\* /
/** What Go says of packages that cannot be built. */
const PACKAGE = /: import cycle not allowed(?: in test)?$|\bno required module provides package\b|\bis not in (?:GOROOT|std)\b/
const LINKER = /\bundefined (?:reference to|symbols?\b)|^Undefined symbols for|\bsymbol\(s\) not found|\bmultiple definition of\b/
/** What valgrind found, and sanitizers, which call some of it a warning. */
const MEMORY =
  /^(?:Invalid (?:read|write|free)\b|Conditional jump or move depends|Use of uninitiali[sz]ed value of size|Mismatched free|Process terminating with|Jump to the invalid|Source and destination overlap|Syscall param)/
const RACE = /^(?:DATA RACE|\w{4,20}Sanitizer: )/
/** A Kubernetes event: `Warning  FailedMount  2m  kubelet  …`. */
const FAILED_EVENT = /^Failed\w{0,30}\s{2,}/
/** Failures that tools print at the level of a warning. */
export const isGrave = (text: string): boolean => RACE.test(text) || FAILED_EVENT.test(text)

/** Words that open a message of failure. */
const OPENS = phrases(`
  Failed to
  Unable to
  Could not
  Couldn't
  Can't
  Cannot find
  Cannot open
  Cannot load
  Cannot connect
  Cannot read
  Cannot resolve
  Cannot import
  Cannot start
  Cannot create
  CONFLICT (
  Module not found
  failed to solve
  failed to compile
  failed to build
  syntax error
  CMake Error
  Unhandled
  dependency failed to start
  error during
  The following packages have unmet
  Bundler could not`)
const OPENS_FORM =
  /^(?:Error (?:in|at|from|response|occurred|opening|reading|loading|parsing|creating|executing|running|connecting|fetching|writing|processing|while|during|when)\b|An? (?:\w+ ){0,2}(?:error|exception) (?:has )?occurred|ERR_[A-Z]{3,}|process ".{1,200}" did not complete|Because .{1,300} version solving failed|(?:\w{1,20} ){1,2}error (?:near|at|on|in|before|after) line \d{1,7}: |\S{1,200}:\d+: Failure$)/
/** `curl: (6) Could not resolve host`. */
const UNABLE =
  /^[\w./+-]{1,40}: (?:\(\d+\) )?(?:[Cc]an't|[Cc]annot|[Cc]ould not|[Uu]nable to|[Ff]ailed to|[Ii]nvalid|[Ii]llegal|[Uu]nrecognized|[Uu]nknown|[Uu]nexpected|[Mm]issing|[Nn]o such|attempt to)\b \S/
/** `psql: error: …`, `dpkg: error processing …`, `[vite]: Rollup failed …`. */
const PREFIXED =
  /^(?:[\w./+@-]{1,60}|\[[\w ./:@-]{1,60}\]): ?(?:Error response|(?:(?:fatal|internal|syntax|runtime) )?(?:error|ERROR|Error|fatal|FATAL|panic|failed)\b(?: in [^:]{1,200})?(?: ?[:(!]| \w{2,12}ing ))/
/** A debugger shows where it is: `44\t./nptl/pthread_kill.c: No such file or directory.` */
const NUMBERED = /^\d{1,6}\t/
/** What a shell says of a line of a script: `deploy.sh: line 5: TARGET_DIR: unbound variable`. */
const SHELL = /^[\w./-]{1,200}: (?:line|Zeile|ligne|línea|linha|riga|linia|regel|строка) \d{1,7}: \S/
/** `/srv/none: [Errno 2] No such file or directory`, as Python's programs print what the system answered. */
const ERRNO = /^\S.{0,300}: \[Errno \d{1,3}\] \S/
const FAILURES: readonly RegExp[] = [DIED, ERRNO, SHELL, MADE, PACKAGE, LINKER, MEMORY, RACE, OPENS_FORM, UNABLE, PREFIXED]
/** The words of a message that say by their form that something failed. */
export const isFailure = (text: string): boolean =>
  beginsWith(OPENS, text) || (endsInAnswer(text) && !NUMBERED.test(text)) || FAILURES.some((form) => form.test(text))

/** `SUBJECT failed to …`, `… failed with …`, `failed (98: Address in use)`: an event, not a name. */
const EVENT =
  /\b[Ff]ailed (?:to|with|due|in|at|on|for|because|after|while|by|as)\b|\b[Ff]ailed[:!] |\bfailed\b.{0,3}\(\d|-fs error \(|\b(?:did not|didn't) complete successfully\b|\battempt to (?:call|index|compare|perform)\b/
/** A short sentence that ends so: `Upload failed.` */
const SHORT_EVENT = /^[^.]{1,40} failed\.?$/
export const isEvent = (text: string): boolean => EVENT.test(text) || SHORT_EVENT.test(text)

const THROWN =
  /^(?:Execution error \([A-Z]\w{0,60}\) at |\+ Exception Group |Uncaught |Unhandled (?:exception|rejection|promise|error)|Exception in thread .{0,60} |thread '.{0,200}' (?:\(\d+\) )?panicked|panic: |fatal error: |Traceback |KeyboardInterrupt$|\*\* \([\w.]{1,80}\)|(?:Import|Module)\w*Error while |Cannot find module '|# A fatal error has been)/
/** The class of what was thrown, in group 1, with its package. */
const THROWN_CLASS = /^(?:[Cc]aught: )?\[?([\w.$\\:]{0,160}(?:Error|Exception|Failure|Panic))(?:\]|:| \[|$|\s?\(\D)/
const CLASS_ENDS = ['Error', 'Exception', 'Failure', 'Panic']
/** Ruby's and others' form: the place, the message, the class at the end. */
const THROWN_AT = /^\S{1,300}:\d+:in .{1,400}\((?:\w|::){1,80}(?:Error|Exception)\)$/
/** What the C++ runtime says, also right behind what the program had begun to print. */
const TERMINATED = "terminate called after throwing an instance of '"
/** Does the name, with or without its package, end like a class of errors: `KeyError`, `java.io.IOException`? */
export const isErrorClass = (name: string): boolean => {
  if (!/(?:Error|Exception|Failure|Panic)$/.test(name)) return false
  const separator = Math.max(...['.', '$', '\\', ':', '/'].map((mark) => name.lastIndexOf(mark)))
  return /^[A-Z]/.test(name.slice(separator + 1))
}
export const isThrown = (text: string): boolean => {
  if (THROWN.test(text) || text.indexOf(TERMINATED) > 0 || (text.includes(':in ') && THROWN_AT.test(text))) return true
  const thrown = holdsOne(text, CLASS_ENDS) ? THROWN_CLASS.exec(text) : null
  return thrown !== null && isErrorClass(thrown[1]!)
}

const REASON =
  /^(?:E {2,}|[Cc]aused by: |Suppressed: |cause: |[Rr]eason: {1,20}|[Rr]oot cause|DETAIL: |During handling of the above|The above exception was|Error Message:|Failed asserting|Execution failed for|assertion `.{1,80}` failed|code: '?E|\{"init terminating in )/
export const isReason = (text: string): boolean => REASON.test(text)

const COMPARE =
  /^(?:[-+>|]\s*|#\s+)?(?:E\s+)?(?:(?:[Ee]xpected|[Rr]eceived|[Aa]ctual|[Gg]ot|[Ww]ant|wanted|[Ll]eft|[Rr]ight|but was|returned|Difference|Comparison)\b[^:=]{0,40}[:=]|(?:Expected|Passed in|Got|Actual|Received):?$|\+ expected|expected .{1,200} (?:to|but|got)\b|with actual type\b|(?:have|want) \()|^[-+] (?:Expected|Received|Actual)\b/
/** A line of a difference between two values, as test runners print it under a failure. */
const CHANGED = /^(?:[-+] {2,12}|\+ )(?:["'\w]{1,60}: \S|["'\d])|^- ['"\d]|^[-+]['"]/
/** Code that gives a variable of such a name what a call returns, or the first line of a literal. */
const ASSIGNED = /^\w{1,40} :?= (?:(?:await|new) )?(?:[\w.]{1,80}\(|.{0,200}[([{]$)/
export const isCompare = (text: string): boolean => (COMPARE.test(text) && !ASSIGNED.test(text)) || CHANGED.test(text)

const WARNING = /^(?:\w{1,20} )?(?:Deprecat\w{1,8} )?Warning\b|\.\w{1,8}(?::\d{1,7})?: WARNING: |\b[A-Z]\w{1,30}Warning: |^⚠/
/** `cart.py:5: RuntimeWarning: failed to load`: whatever it tells, it is a warning. */
const CLASSED = /(?:^|: )[A-Z]\w{1,30}Warning: /
export const isClassedWarning = (text: string): boolean => text.includes('Warning: ') && CLASSED.test(text)
export const isWarning = (text: string): boolean => WARNING.test(text)

/** What installers say of a machine without a terminal or services, such as a container, and go on. */
const WITHOUT = phrases(`
  debconf: unable to initialize frontend
  debconf: falling back to frontend
  invoke-rc.d: could not determine current runlevel
  invoke-rc.d: policy-rc.d denied execution`)
export const isWithout = (text: string): boolean => beginsWith(WITHOUT, text)

/** What to do next, whatever the level it is printed at. */
const ADVICE = phrases(`
  [Help
  ->
  To see the full
  Re-run
  Rerun
  For more information
  Some errors have detailed
  A complete log of this run
  Log files were not written
  See the
  See https:
  See http:
  Read more
  Try
  Run with
  note: run with
  This error originates
  Fix the upstream
  this command
  Failures:
  Errors:
  Note that you can
  Please refer to
  After correcting the problems`)
/** A question is no message, at whatever level: `Do you already have another server running on port 80?` */
const ASKS = /^(?:Do|Did|Does|Is|Are|Was|Were|Have|Has|Maybe|Perhaps) (?:you|it|the|there|another|this|they)\b.{1,300}\?\s*$/
export const isAdvice = (text: string): boolean => beginsWith(ADVICE, text) || (text.endsWith('?') && ASKS.test(text))
