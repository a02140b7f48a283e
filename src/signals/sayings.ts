/** What tools say in fixed words: verdicts, exit codes, statements of failure, exceptions, reasons, values, advice. */

/** A whole line that says how a run ended. */
const ENDED =
  /^\W{0,8}(?:Test|Build|Run|Job|Pipeline|Result|Status|Finished|Overall|Tests|Suite|Deployment|Archive|Analyze|Install)\s?(?:run|suite|result|status)?\s?[:=]?\s?(?:FAIL(?:ED|URES?)?|ERRORS|UNSTABLE|ABORTED)[\s!.*]{0,8}(?:in [\d.]{1,12} ?\w{1,7}\W{0,4})?$/i
const ENDED_ALONE = /^\W{0,8}(?:FAIL(?:ED|URES?)?|ERRORS|Failed|FAILURE)[\s!.*]{0,8}(?:in [\d.]{1,12} ?\w{1,7}\W{0,4})?$/
const EXIT =
  /\b(?:exit(?:ed|ing|s)? (?:with )?(?:code|status):? ?\[?[1-9]|exit(?:ed|ing|s)? with [1-9]|exit(?:ed)? \([1-9]\d*\)$|returned (?:a )?non-?zero|returned [1-9]\d* exit status|non-zero (?:exit )?(?:code|status)|script returned exit code [1-9]|exit code:? +[1-9]|status=[1-9]\d*\/|Exiting with failure)/i
/** At the start of a message: the run, and not one thing in it, failed. */
const RUN_FAILED =
  /^(?:# |-- |> |➤ \S{1,20}: · |Error: )?(?:Process completed with exit code [1-9]|could not compile|aborting due to|test failed, to rerun|Command failed|Lifecycle script|Test failed\. {1,2}See|code ELIFECYCLE|ELIFECYCLE\b|make: Target .{1,200} not remade|ninja: build stopped|Test Suite Failed|Build failed\b|FAILURE: Build failed|BUILD FAIL|FAILED: Build did NOT|Failed!|Failed with errors|Errors while running|Automatic merge failed|The following build commands failed|Recipe .{1,120} failed|run failed: |linker command failed|ld returned \d|Configuring incomplete, errors|Looks like you failed|Job failed|Interrupted: |Vitest caught \d|\[ {1,3}FAILED {1,3}\] \d+ tests?\b|all warnings being treated as errors|compilation terminated)/
const MAKE_ERROR = /^\w{0,8}make(?:\[\d+\])?: \*\*\* .{1,400}\D [1-9]\d{0,4}(?: \(ignored\))?$/
const SUMMARY_LINE = /^SUMMARY: \w+Sanitizer: |^Jest: .{1,200}threshold .{1,100}not met/

/** The line says that the run failed, without counts. */
export const isVerdict = (text: string): boolean =>
  RUN_FAILED.test(text) || ENDED.test(text) || ENDED_ALONE.test(text) || MAKE_ERROR.test(text) || SUMMARY_LINE.test(text)
/** Tells an exit code and no more. */
export const isExit = (text: string): boolean => EXIT.test(text.slice(0, 300)) && !isFailure(text)
export const isRunFailed = (text: string): boolean => RUN_FAILED.test(text)

/** The line says that the run went well. */
const WELL =
  /^\W{0,8}(?:(?:Test|Build|Run|Job|Result|Status|Finished|Tests|Suite|Archive)\s?(?:run|suite|result|status)?\s?[:=]?\s?)(?:PASS(?:ED)?|SUCCESS(?:FUL)?|SUCCEEDED)\b\W{0,8}(?:in [\d.]{1,12} ?\w{1,7}\W{0,4})?$|^OK(?: \(|$)|^\[OK\] No |^All (?:tests|checks) (?:successful|passed)|^Success: no issues|^Successfully installed|^Passed! |^no tests ran|^Checked \d+ files|^Job succeeded|^(?:✓ )?Compiled successfully|compiled successfully\b|^\[ {1,3}PASSED {1,3}\] \d+ tests?\b|\bno (?:errors?|problems|issues|offenses|violations|vulnerabilities) (?:were )?(?:detected|found)\b/i
export const isSuccess = (text: string): boolean => WELL.test(text)

/** What the operating system answers, as the end of `tool: thing: answer`. */
const ANSWERS =
  /: (?:No such file or directory|Permission denied|Operation not permitted|Connection (?:refused|reset by peer|timed out)|Is a directory|Not a directory|File exists|Directory not empty|No space left on device|Read-only file system|Too many open files|Cannot allocate memory|Input\/output error|Broken pipe|Device or resource busy|Address already in use|Network is unreachable|No route to host|Exec format error|Argument list too long|(?:command )?not found|Datei oder Verzeichnis nicht gefunden|Keine Berechtigung|Aucun fichier ou dossier de ce (?:type|nom)|Permission non accordée|No existe el (?:archivo|fichero) o el directorio|Permiso denegado|Arquivo ou diretório inexistente|File o directory non esistente|Permesso negato|Bestand of map bestaat niet|Nie ma takiego pliku ani katalogu|Böyle bir dosya ya da dizin yok|Filen eller katalogen finns inte|Adresář nebo soubor neexistuje|Нет такого файла или каталога|Отказано в доступе|没有那个文件或目录|沒有此一檔案或目錄|权限不够|そのようなファイルやディレクトリはありません|許可がありません|그런 파일이나 디렉터리가 없습니다|허가 거부)\.?(?: \(os error \d+\))?$/
/** A process's own last words. */
const DIED =
  /^(?:Killed|Aborted|Segmentation fault|Bus error|Illegal instruction|Floating point exception|Trace\/breakpoint trap|Hangup|Terminated)(?:: \d+)?(?: \(core dumped\))?$|\(core dumped\)|^Program received signal SIG|^Program terminated with signal|\bsegfault at \w|^Out of memory|\bOut of memory: Kill|\b(?:CPU|memory) stuck|\bapp crashed\b|\bkernel BUG at|\bKernel panic|\bOops: /
const MADE = /^(?:\w{0,8}make(?:\[\d+\])?|\S{0,80}[Mm]akefile\S{0,20}(?::\d+)?): \*\*\* /
const LINKER = /\bundefined (?:reference to|symbols?\b)|^Undefined symbols for|\bsymbol\(s\) not found|\bmultiple definition of\b/
const VALGRIND =
  /^(?:==\d+==\s?)?(?:Invalid (?:read|write|free)|Conditional jump or move depends|Use of uninitiali[sz]ed|Mismatched free|Process terminating with|Jump to the invalid|Source and destination overlap|Syscall param)/
const RACE = /^(?:DATA RACE|ThreadSanitizer: |AddressSanitizer: |MemorySanitizer: |UndefinedBehaviorSanitizer: |LeakSanitizer: )/
/** A Kubernetes event: `Warning  FailedMount  2m  kubelet  …`. */
const FAILED_EVENT = /^Failed\w{0,30}\s{2,}/
/** Words that open a message of failure at the start of a line. */
const OPENS =
  /^(?:Error (?:in|at|from|response|occurred|opening|reading|loading|parsing|creating|executing|running|connecting|fetching|writing|processing|while|during|when)\b|An? (?:\w+ ){0,2}(?:error|exception) (?:has )?occurred|Failed to (?:\w|$)|Could ?n[o']t (?:\w|$)|Couldn't \w|Cannot (?:find|open|load|connect|read|resolve|import|start|create)\b|CONFLICT \(|Module not found|failed to (?:solve|compile|build)|process ".{1,200}" did not complete|syntax error\b|ERR_[A-Z]{3,}|CMake Error|Unable to \w|error during |Unhandled |Because .{1,300} version solving failed|\S{1,200}:\d+: Failure$|dependency failed to start|The following packages have unmet|Bundler could not|psql: |xcodebuild: error)/
/** `SUBJECT failed to …`, `… failed with …`, `failed (98: Address in use)`: an event, not a name. */
const EVENT =
  /\bfailed (?:to|with|due|in|at|on|for|because|after|while|by|as)\b|\bfailed[:!] |\bfailed\b.{0,3}\(\d|\bfailed\.$|\berror \(\w{1,12} \w|\b(?:did not|didn't) complete successfully\b|\battempt to (?:call|index|compare|perform)\b/i
/** `curl: (6) Could not resolve host`. */
const UNABLE =
  /^[\w./+-]{1,40}: (?:\(\d+\) )?(?:[Cc]an't|[Cc]annot|[Cc]ould not|[Uu]nable to|[Ff]ailed to|[Ii]nvalid|[Ii]llegal|[Uu]nrecognized|[Uu]nknown|[Uu]nexpected|[Mm]issing|[Nn]o such|attempt to)\b/
const PREFIXED =
  /^(?:[\w./+@-]{1,60}|\[[\w ./:@-]{1,60}\]): ?(?:Error response|(?:(?:fatal|internal|syntax|runtime) )?(?:error|ERROR|Error|fatal|FATAL|panic|failed)\b(?: in [^:]{1,200})?(?: ?[:(!]| \w{2,12}ing ))/

/** The words of a message that say by their form that something failed. */
export const isFailure = (text: string): boolean =>
  DIED.test(text) ||
  ANSWERS.test(text) ||
  MADE.test(text) ||
  LINKER.test(text) ||
  VALGRIND.test(text) ||
  RACE.test(text) ||
  OPENS.test(text) ||
  UNABLE.test(text) ||
  PREFIXED.test(text)

export const isEvent = (text: string): boolean => EVENT.test(text)
/** Failures that tools print at the level of a warning. */
export const isGrave = (text: string): boolean => RACE.test(text) || FAILED_EVENT.test(text)

const THROWN =
  /^(?:\+ Exception Group |Uncaught |Unhandled (?:exception|rejection|promise|error)|Exception in thread .{0,60} |thread '.{0,200}' (?:\(\d+\) )?panicked|panic: |fatal error: |Traceback |KeyboardInterrupt$|\*\* \([\w.]{1,80}\)|(?:Import|Module)\w*Error while |Cannot find module '|# A fatal error has been)/
/** The class of what was thrown, in group 1, with its package. */
const THROWN_CLASS = /^\[?([\w.$\\:]{0,160}(?:Error|Exception|Failure|Panic))(?:\]|:| \[|$|\s?\(\D)/
/** Ruby's and others' form: the place, the message, the class at the end. */
const THROWN_AT = /^\S{1,300}:\d+:in .{1,400}\((?:\w|::){1,80}(?:Error|Exception)\)$/
/** Does the name, with or without its package, end like a class of errors: `KeyError`, `java.io.IOException`? */
export const isErrorClass = (name: string): boolean => /(?:Error|Exception|Failure|Panic)$/.test(name) && isClass(name)
const isClass = (name: string): boolean =>
  /^[A-Z]/.test(name.slice(Math.max(...['.', '$', '\\', ':'].map((mark) => name.lastIndexOf(mark))) + 1))
export const isThrown = (text: string): boolean => {
  if (THROWN.test(text) || THROWN_AT.test(text)) return true
  const thrown = THROWN_CLASS.exec(text)
  return thrown !== null && isClass(thrown[1]!)
}

const REASON =
  /^(?:E {2,}|[Cc]aused by: |Suppressed: |cause: |[Rr]eason: {1,20}|[Rr]oot cause|DETAIL: |During handling of the above|The above exception was|Error Message:|Failed asserting|Execution failed for|assertion `.{1,80}` failed|code: '?E)/
export const isReason = (text: string): boolean => REASON.test(text)

const COMPARE =
  /^(?:[-+>|]\s*|#\s+)?(?:E\s+)?(?:(?:Expected|Received|Actual|expected|received|actual|Got|got|Want|want|wanted|left|right|Left|Right|but was|returned|Difference|Comparison)\b[^:=]{0,40}[:=]|Expected:?$|\+ expected|expected .{1,200} (?:to|but|got)\b)|^[-+] (?:Expected|Received|Actual)\b/
/** A line of a difference between two values, as test runners print it under a failure. */
const CHANGED = /^(?:[-+] {2,12}|\+ )(?:["'\w]{1,60}: \S|["'\d])|^- ['"\d]/
export const isCompare = (text: string): boolean => COMPARE.test(text) || CHANGED.test(text)

/** Sentences that tell the reader what to do next, whatever the level they are printed at. */
const ADVICE =
  /^(?:(?:->\s?)?\[Help \d+\]|To see the full|Re-run |Rerun |For more information|Some errors have detailed|A complete log of this run|Log files were not written|See the |See https?:|Read more|Try |Run with|note: run with|This error originates|Fix the upstream|this command|Failures:\s*$|Errors:\s*$|Note that you can|Please refer to|After correcting the problems)/
const WARNING = /^(?:\w{1,20} )?(?:Deprecat\w{1,8} )?Warning\b|\b[A-Z]\w{1,30}Warning: |^⚠/
export const isWarning = (text: string): boolean => WARNING.test(text)
export const isAdvice = (text: string): boolean => ADVICE.test(text)
