/** Text that is about failures and reports none: sentences, source code, commands, change titles, names. */
import { isErrorClass } from './sayings.ts'
import { HINT, hashWord, hintOf, SCRIPT_WORDS } from './words.ts'

/** Source code by how it begins or ends. */
const CODE =
  /^(?:import |export |const |let |var |function |def |class |if |else|elif |for |while |return[ ;(]|throw |raise |try[ :{]|with |from |nonlocal |yield |del |except |catch |finally|fn |func |pub |impl |struct |enum |type |interface |public |private |protected |static |async |await |new |package |use |using |#include|#define|#error|@[\w.]+(?:\(|$)|[fbru]{0,2}"[^"]{0,400}"[\s,;)\]}%+]{0,6}\S{0,30}$|[fbru]{0,2}'[^']{0,400}'[\s,;)\]}%+]{0,6}\S{0,30}$|[a-z_]\w{0,40}\((?:\w{1,40}\()?["'%].{1,400}\)[,;]?$|\}|\)|\/\/|\/\*|\*\/|<\/?[A-Za-z]|SELECT |INSERT |UPDATE |DELETE FROM |\w[\w.]* :?= |\.\w+[\w.]*\(|(?:await )?(?:expect|assert|print|println|printf|puts|require|describe|it|test|panic|throws)\w{0,24}!?\(|(?:await )?[\w$]+(?:\.[\w$]+)+\((?!\d))/
const CODE_END = /[{;]$/
/** Assertions and calls in Go, Python or C that stand in code frames, and rows of a table. */
const ROW = /^\| .{0,200} \| /
/** A comment or a heading. */
const COMMENT = /^#{1,6} |^[*-] [^\s:]|^> \S|^-- (?:Performing|Looking|Check)|^[-dlbcps][rwxsStT-]{9}[+.@]? /
/** pytest and others mark the line that failed. */
const POINTED = /^> {1,12}/
export const startsAsCode = (text: string): boolean => CODE.test(text.replace(POINTED, '')) || ROW.test(text)
export const isCode = (text: string): boolean => startsAsCode(text) || CODE_END.test(text)
/** `> 12 |   const a = 1`: a line of a code frame, after its number or its numbers before and after a change. */
const FRAMED = /^(?:> ?)?\d{1,7}(?: {1,8}\d{1,7})? {1,8}[|│┃] {0,200}/
export const isFramedCode = (text: string): boolean => {
  const frame = FRAMED.exec(text)
  return frame !== null && isCode(text.slice(frame[0].length))
}

/** A title of a change: a hash before it, a conventional type, a verb that says what the change does. */
const CHANGE =
  /^(?:[*|\\/ ]{0,8}(?:commit )?[0-9a-f]{7,40}\b(?! *[:=])|\[[\w./-]{1,80} (?:\(root-commit\) )?[0-9a-f]{7,40}\] |(?:fix|feat|chore|docs|refactor|perf|style|revert|test|build|ci)(?:\([\w./, -]{1,60}\)!?|!)?: |(?:Author|Subject|Date|Merge):? )/
const DOES =
  /^(?:Fix|Handle|Add|Remove|Improve|Avoid|Prevent|Update|Refactor|Support|Allow|Make|Revert|Bump|Merge|Document|Catch|Ignore|Skip|Clear|Clean|Rename|Report|Suppress|Retry|Create|Delete|Copy|Upload|Download|Start|Stop|Listen|Register|Install|Enable|Disable|Check|Look|Use|Run)(?:e?s|e?d|p?ped|(?:n?n|p)?ing)? /
export const isChange = (text: string): boolean => CHANGE.test(text)

/** The id of a test, or the expression that failed, without a word on how it went. */
const TEST_ID = /^\S{1,200}\.\w{1,4}::\w|^Failure\/Error: /
/** A command as a shell echoes it, or one with options. */
const COMMAND = /^(?:[$+] |set -|[a-z][\w./+-]{0,40}(?: [\w./:@=+-]{1,80}){0,6} --?[A-Za-z][\w-]*(?:[ =]|$))/
export const isCommand = (text: string): boolean => COMMAND.test(text) && !/: /.test(text.slice(0, 60))

/** Sentences about what happens when, and what a function returns. */
const TELLS_WHEN =
  /^(?:[-*] |\d+\. |> )?(?:When|If|Whenever|Unless|This (?:function|method|error|is|will|can|happens)|The (?:exit|error|function|method|return)|Returns?|Throws?|Raises?|We |You |An? \w+ is |Errors? (?:are|is|reporting|handling|logging)|See |How |What |Why )/
const HAPPENED =
  /\b(?:failed|crashed|occurred|aborted|panicked|encountered|could not|cannot|can't|couldn't|unable to|refused|exceeded|did not|does not exist|not found|timed out|unexpected|caused|exited|died|killed|lost|denied|interrupted)\b/i

/** A count of none, a null, a negation: `no errors`, `errors: []`, `without failures`. */
const NEGATED =
  /\b(?:no|without|zero|0|any|ignore[sd]?|ignoring|handles?|handling|expects?|throws?|on|if|when|for|of|as|in|keine|aucune?|sin|nenhum|nessun|geen|bez)[ -](?:\w+ )?(?:errors?|failures?|exceptions?|failed|fail|fehler|erreurs?|errores|erros?|errore|fouten)\b|\b(?:errors?|failures?|failed|fail|exceptions?)["']?\s*[:=]\s*(?:\[\]|0\b|"?0"?\b|null|none|nil|false|off|undefined|"")|^\W{0,3}(?:[:=]\s*)?(?:0|none|null|nil|undefined)[\s,.]*$|\b(?:errors?|failed|failures?) 0\b|\b0 (?:\w+ )?(?:errors?|failed|failures?)|没有错误|沒有錯誤|无错误|無錯誤|エラーはありません|エラーなし|오류가? 없|[Оо]шибок не|без ошибок|нет ошибок|\bSem erros?\b|\bpas d'erreur/i
/** A field that names an error and has none. */
const EMPTY = /^[\w."'-]{1,80}\s?[:=]\s?(?:\[\]|\{\}|0|none|null|nil|false|undefined|""|''|no|off)[\s,;.]{0,4}$/i
/** `error: e,`, `fatal: true`, `error: {`: a member of an object in source code. */
const MEMBER =
  /^["']?\w{0,40}(?:err|error|fatal|fail|failed|failure|exception|critical|alert|panic|severe)s?["']?\??: (?:[{[(]$|(?:true|false|any|\d+)$|new [A-Z]\w{0,60}[.(]|`[^`]{0,400}`,?$|.{1,400}[,;]$)/i
/** How both begin: most lines do not, and the patterns need not be compiled. */
const NAME = /^[\w."'-]{1,90}\??\s?[:=]/
export const isEmptyField = (text: string): boolean => NAME.test(text) && (EMPTY.test(text) || MEMBER.test(text))
/** `error: "no such rule"`: a member, or what a program wrote about a failure. */
const QUOTED = /^(?:err|error|fatal|fail|failed|failure|exception): (["'])[^"']{0,400}\1$/
export const isQuotedField = (text: string): boolean => QUOTED.test(text)
export const isNegated = (text: string): boolean => NEGATED.test(text)

const FAIL = HINT.fail | HINT.fatal
const TOKEN = /[A-Za-z_$][\w$./\\-]*/g
/** Nouns that make a word of failure part of a name: `error handler`, `failure rate`. */
const NAMED =
  /^(?:handl|page|report|log|rate|budget|list|code[ds]?$|boundar|messag|count|class|type|recover|detect|correct|track|polic|mode|path|state|cases?$)/i
/** A plural or a verb in the present describes; only with an event beside it does it report. */
const DESCRIBES = new Set(['errors', 'fails', 'failing', 'failures', 'exceptions', 'throws', 'crashes'])

const hasScriptWord = (text: string): boolean => {
  const lower = text.toLowerCase()
  return SCRIPT_WORDS.some(([word, hint]) => (hint & FAIL) !== 0 && lower.includes(word))
}

/** Does a word of failure stand in the text as a word, and not as part of a name, a path, an option or an identifier? */
export const hasFailureWord = (text: string): boolean => {
  TOKEN.lastIndex = 0
  const happened = HAPPENED.test(text)
  for (let found = TOKEN.exec(text); found !== null; found = TOKEN.exec(text)) {
    const before = text[found.index - 1]
    if (before === '-' || before === '/' || before === '.' || before === '@') continue
    const token = found[0].replace(/[.\-/]+$/, '')
    if (token.length > 9 && isErrorClass(token)) return true
    if (/[\W_]/.test(token) || text[TOKEN.lastIndex] === '(') continue
    const lower = token.toLowerCase()
    if ((hintOf(hashWord(lower)) & FAIL) === 0) continue
    if (DESCRIBES.has(lower) && !happened) continue
    const after = /^[\s"'`]+([A-Za-z]+)/.exec(text.slice(TOKEN.lastIndex, TOKEN.lastIndex + 30))
    if (after !== null && NAMED.test(after[1]!)) continue
    return true
  }
  return /[^\x00-\x7f]/.test(text) && hasScriptWord(text)
}

/** Tells about failures in general, or of doing something about them: nothing failed. */
export const isAbout = (text: string): boolean => {
  if (isChange(text) || isCommand(text) || COMMENT.test(text) || TEST_ID.test(text)) return true
  if (HAPPENED.test(text) && !/^(?:[-*] |> )?(?:When|If|Whenever|Unless|Throws?|Returns?|Raises?)\b/.test(text)) return false
  return TELLS_WHEN.test(text) || DOES.test(text)
}
