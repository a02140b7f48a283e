/** Whether a line looks like code of a language: what declares, what any statement looks like, and what no source file says. */
import type { Language } from '../../source/code-outline.ts'

/** Lines that hardly anything but the language has; they vote for it. */
const DECLARES: Readonly<Record<Language, RegExp>> = {
  python:
    /^\s{0,40}(?:(?:async )?def \w+\((?:.{0,300}(?:[:,(]|\.\.\.))?$|class \w+(?:\(.{0,200}\))?:$|from [\w.]+ import [\w(*]|import \w[\w.]*(?: as \w+)?(?:, \w+){0,9}$|if __name__ == )/,
  javascript:
    /^\s{0,40}(?:(?:export )?(?:default )?(?:async )?function\b ?\*? ?\w*\(|(?:export )?(?:const|let|var) [\w${[].{0,300}[=,{]|import .{0,200} from ['"]|import ['"]|export (?:default|\*|\{)|(?:module\.)?exports[.\w]* ?=|(?:export )?(?:default )?class \w+.{0,80}\{$|\}\)\(?;?$|[\w.]{1,80} = (?:async )?function)/,
  typescript:
    /^\s{0,40}(?:(?:export )?(?:declare )?(?:interface|type|enum|namespace|abstract class) \w+.{0,120}[={]$|(?:export )?(?:declare )?type \w+.{0,40} = |import type |(?:public|private|protected|readonly) (?:static |readonly |async ){0,3}\w+\??[(:]|(?:export )?(?:const|let|var) \w+: ?\w|(?:export )?(?:default )?(?:async )?function \w*(?:<.{0,80}>)?\((?:\w+\??: ?\w|.{0,120}\): ?\w))/,
  tsx: /^\s{0,40}(?:<\/?[A-Z]\w*[ />]|return \($|<\/?(?:div|span|p|ul|li|button|h\d)\b.{0,200}>$|\w+=\{.{0,200}\}$)/,
  go: /^\s{0,40}(?:package \w+$|func (?:\([^)]{0,80}\) )?\w+.{0,20}\(|type \w+ (?:struct|interface|func)\b|import (?:\($|")|.{1,80} := |if err != nil|var \w+ [\w*[\].]+)/,
  rust: /^\s{0,40}(?:(?:pub(?:\([\w:]{1,30}\))? )?(?:unsafe |async |const ){0,3}(?:fn|struct|enum|trait|mod|union) \w+|(?:pub )?use [\w:]{2}.{0,200}[;{]$|impl(?:<.{0,80}>)? .{0,120}\{$|let (?:mut )?\w+(?:: .{1,60})? = |#!?\[\w+.{0,80}\]$|match .{1,120} \{$)/,
  java: /^\s{0,40}(?:package [\w.]+;|import (?:static )?[\w.*]+;|(?:(?:public|private|protected|static|final|abstract) ){1,5}(?:class|interface|enum|record|[\w<>[\], .?]{1,80} \w+ ?[(=;])|@Override$)/,
  c: /^\s{0,8}(?:#\s{0,4}(?:include\s{0,4}[<"]|define \w|ifn?def \w|if |endif|pragma )|(?:(?:static |extern |inline |unsigned ){1,3}\w+|(?:typedef |struct |enum |union |const (?:char|int|void|struct|unsigned)\b)\w*)|(?:int|void|char|size_t|bool|float|double|u?int\d{1,2}_t|long|short) \**\w+ ?[(=;[])/,
  cpp: /^\s{0,12}(?:#\s{0,4}include <\w+>|namespace (?:\w|::)+ ?\{?$|using (?:namespace )?[\w:]+|template ?<|class \w+.{0,80}[{:]?$|(?:public|private|protected):$|.{0,60}\bstd::\w|.{1,60}\w::~?\w+\(.{0,200}\{?$|(?:virtual|explicit|constexpr|auto) )/,
}

const STATEMENTS: Readonly<Record<'python' | 'braces', RegExp>> = {
  python:
    /^(?:def|class|async|await|return|yield|raise|if|elif|else:|for|while|try:|except|finally:|with|import|from|pass$|break$|continue$|global|nonlocal|assert|del|print|lambda|match|case|not|and|or|super|self\b)/,
  braces:
    /^(?:if|else|for|while|do|switch|case|default|return|break|continue|throw|try|catch|finally|new|const|let|var|await|yield|import|export|package|use|pub|fn|func|let|mut|match|loop|impl|struct|enum|trait|mod|type|class|interface|public|private|protected|static|final|abstract|void|int|char|long|bool|boolean|auto|using|namespace|template|typedef|unsigned|defer|go|select|range|goto|delete|super|this)\b/,
}

/** `a.b[0] = c`, `x += 1`, `p->q = r`, `self.name: str = x`. */
const ASSIGNS = /^[*&]{0,3}[\w$.@][\w$.[\]'"()>:*& ,-]{0,120}? ?(?::=|[-+*/%|&^<>?]{0,3}=)(?!=)/
/** `foo(…`, `a.b::c!(…`, `super().x(`. */
const CALLS = /^[!*&@]{0,2}[\w$.:>?!-]{1,120}(?:<[^>]{0,80}>)?[([]/
const CLOSES = /^(?:[)}\]>]|["'`\w].{0,200}[,;{}([|&\\]$|["'`].{0,300}["'`]$|[\w$.]{1,80}$)/
const OPENS = /^(?:[{[(@#<|&?:.*=+!-]|\/\/|\/\*|\.\.\.)/

/** Whether the text of a code line (no comment, not inside of a string, without indentation) is shaped like code. */
export const isCodeLine = (text: string, language: Language, indented: boolean, inBrackets: boolean): boolean => {
  if (inBrackets) return true
  const python = language === 'python'
  if (STATEMENTS[python ? 'python' : 'braces'].test(text)) return true
  if (ASSIGNS.test(text) || CALLS.test(text)) return true
  if (/[;{}]$/.test(text) && !python) return true
  if (!indented) return /^[)}\]#@]|^[\w$]{1,40}:$/.test(text) || /^["'`(\w[].{0,300}["'`)\]],?$/.test(text)
  if (python) return CLOSES.test(text) || /:$/.test(text) || OPENS.test(text)
  return OPENS.test(text) || CLOSES.test(text) || /^["'`\w$-]{1,80}\??: ?\S/.test(text)
}

/** Languages whose files look alike, from the plainest on. */
export const FAMILIES: readonly (readonly Language[])[] = [
  ['python'],
  ['go'],
  ['rust'],
  ['java'],
  ['javascript', 'typescript', 'tsx'],
  ['c', 'cpp'],
]

/** First words of declarations in all these languages, and what stands in those that begin otherwise. */
const FIRST_WORDS = new Set(
  `def class async from import if export default function const let var module exports declare interface type enum namespace abstract
  public private protected readonly return package func pub unsafe fn struct trait mod union use impl match static final
  extern inline unsigned typedef int void char size_t bool float double long short using template virtual explicit constexpr auto`.split(
    /\s+/,
  ),
)
const INSIDE = [' := ', '::', ' = ', '={']

/** False where no language's form of a declaration can match; told much quicker than by those forms. */
export const mayDeclare = (text: string): boolean => {
  const line = text.trimStart()
  if (line === '') return false
  if ('#<@}'.includes(line[0]!)) return true
  const word = /^[A-Za-z_]*/.exec(line)![0]
  return FIRST_WORDS.has(word) || /^u?int$/.test(word) || INSIDE.some((part) => text.includes(part))
}

/** Whether a line declares something as the language does. */
export const votesFor = (text: string, language: Language): boolean => text.length < 600 && DECLARES[language].test(text)

/** What test runners, compilers, debuggers, shells and version control print at the left edge, and no source file. */
const OUTPUT =
  /^(?:E {2,9}\S|>\s{2,}\S|={5,} .{1,200} ={3,}$|_{5,} .{1,200} _{3,}$|-{5,} (?:Captured|live log)|(?:FAILED|FAIL|PASSED|PASS|ERROR):?[ \t](?! ?=)|(?:not )?ok \d|ok {2}|ok\t|error(?:\[\w+\])?: |warning(?:\[\w+\])?: |fatal: |note: |Traceback \(most recent|panic: |goroutine \d+ \[|thread '.{1,80}' (?:\(\d+\) )?panicked|--- (?:FAIL|PASS|a\/)|\+\+\+ b\/|@@ -|diff --git |npm (?:ERR!|error|warn)|\[(?:INFO|ERROR|WARN|DEBUG)|\$ \S|make(?:\[\d+\])?: |\S{1,200}:\d+:\d+: (?:fatal )?(?:error|warning|note)|\S{1,200}:\d+: (?:error|warning|AssertionError|\w+Error\b)|\S{1,200}\(\d+,\d+\): (?:error|warning)|FF|Tests?:? +\d|\d+ (?:passed|failed)|Ran \d+ tests?|test result: |BUILD (?:FAILED|SUCCESS))/
/** The same, indented: places of code frames and stack traces. */
const INDENTED_OUTPUT =
  /^\s{1,12}(?:--> \S{1,200}:\d+|at .{1,300}:\d+(?::\d+)?\)?$|File ".{1,200}", line \d+|[>|]?\s{0,4}\d{1,6} \|(?: |$)|\| {0,60}\^+|✕|✓|✗|●|\^~*$|#\d+\s+0x)/

export const isOutput = (text: string): boolean =>
  OUTPUT.test(text.slice(0, 400)) || INDENTED_OUTPUT.test(text.slice(0, 400)) || /^ {0,3}(?:✕|✓|✗|●|❯)/.test(text)
