/**
 * What a statement declares, by its head: its tokens up to an opening brace, with `()`, `[]`, `{}` for what brackets hold, `""` for
 * strings, words parted by one space and no other white space. Heads are cut at HEAD_CHARS, so no pattern runs long.
 */
import type { Language } from '../../source/code-outline.ts'

export const HEAD_CHARS = 400

/** What a pair of braces (or the whole text) holds. */
export type Scope = 'file' | 'type' | 'function' | 'block' | 'data' | 'group'

export interface Head {
  /** What the braces hold. */
  readonly scope: Scope
  /** What is declared, if anything. */
  readonly kind?: 'type' | 'function'
  readonly name?: string
  /** The braces end the statement. */
  readonly ends: boolean
}

const BLOCK: Head = { scope: 'block', ends: true }
const DATA: Head = { scope: 'data', ends: false }
const typeOf = (name: string): Head => ({ scope: 'type', kind: 'type', name, ends: true })
const functionOf = (name: string, ends = true): Head => ({ scope: 'function', kind: 'function', name, ends })

const CONTROL =
  /^(?:if|for|while|switch|do|else|try|catch|finally|with|return|synchronized|unsafe|loop|match|select|defer|go|case|default|requires|new|throw|await|yield|void|typeof|delete)\b(?! ?[\w$]+\()/

const MODIFIERS =
  '(?:(?:export|default|declare|abstract|public|private|protected|internal|static|final|readonly|override|async|accessor|get|set|const|sealed|strictfp|non-sealed) ){0,8}'

const SCRIPT_TYPE = new RegExp(`^${MODIFIERS}(?:class|interface|enum|namespace|module)(?:(?: |(?=""))([\\w$.]+|""))?(?=[ <]|$)`)
const SCRIPT_CLASS = /(?:=|\bdefault )(?:class)\b/
const METHOD = new RegExp(`^${MODIFIERS}\\*?(#?[\\w$]+|\\[\\]|"")(?:<[^()]{0,200}>)?\\??\\(\\)(?::.{0,200})?$`)
const NAMED_FUNCTION = /\bfunction\*? ?([\w$]+)(?:<[^()]{0,200}>)?\(\)/
const FUNCTION = /\bfunction\*?(?: ?[\w$]+)?(?:<[^()]{0,200}>)?\(\)(?::.{0,200})?$/
const LEFT_VARIABLE = /^(?:export |default |declare ){0,3}(?:const|let|var) ([\w$]+)\b/
const LEFT_MEMBER = /^([\w$.]+)(?:\[\])?=(?![=>])/
const LEFT_FIELD = new RegExp(`^${MODIFIERS}(#?[\\w$]+)\\??!?(?::[^=]{0,200})?=(?![=>])`)
const LEFT_PAIR = /^([\w$]+|""):/
/** A call whose value is not used: `describe.each()`, `await page.route`. */
const CALL = /^(?:await |void )?((?:[\w$.]|\?\.)+)(?:<.{0,200}>)?(?:\(\)|\[\]|""){0,4}$/

/** The name on the left of a function that is a value. */
const leftName = (head: string, scope: Scope): string | undefined => {
  if (scope === 'data') return LEFT_PAIR.exec(head)?.[1]
  if (scope === 'type') return LEFT_FIELD.exec(head)?.[1]
  /* A type alone, as in a declaration file, holds arrows too. */
  const isAssigned = /[^=!<>]=(?![=>])/.test(head)
  return isAssigned ? (LEFT_VARIABLE.exec(head)?.[1] ?? LEFT_MEMBER.exec(head)?.[1]) : undefined
}

/** A function as a value: what it is assigned to, or its own name. */
export const scriptValue = (head: string, scope: Scope): string | undefined => {
  const name = leftName(head, scope)
  if (name !== undefined && name !== '""') return name
  return /^(?:export )?default\b/.test(head) ? 'default' : undefined
}

/** The name of a call that takes a function: what its result is called, else what is called. */
export const calledName = (head: string): string | undefined => {
  const value = LEFT_VARIABLE.exec(head)?.[1]
  if (value !== undefined && /=(?:await )?[\w$.]+(?:<[^()]{0,200}>)?$/.test(head)) return value
  const called = CALL.exec(head)?.[1]
  return called === undefined || /^(?:if|for|while|switch|catch|return|function|super|new)$/.test(called) ? undefined : called
}

const ofScript = (head: string, scope: Scope): Head => {
  if (head === '') return scope === 'file' || scope === 'function' || scope === 'block' ? BLOCK : DATA
  if (/^(?:case\b.{0,300}|default):$/.test(head)) return BLOCK
  if (head.endsWith('=>')) {
    const name = scriptValue(head, scope)
    return name === undefined ? { scope: 'function', ends: false } : functionOf(name, false)
  }
  if (/(?:[:=<|&,(?]|\bextends|\breturn|\bas|\bsatisfies|\bis)$/.test(head))
    return /^(?:export |declare ){0,2}type\b/.test(head) && head.endsWith('=') ? { ...typeOf(typeName(head)), ends: false } : DATA
  const type = SCRIPT_TYPE.exec(head)
  if (/^(?:declare )?global$/.test(head)) return BLOCK
  if (type !== null) return typeOf(type[1] === undefined || type[1] === 'extends' ? '' : type[1])
  if (FUNCTION.test(head)) {
    const named = scriptValue(head, scope) ?? NAMED_FUNCTION.exec(head)?.[1]
    const isValue = !/^(?:export |default |declare |async ){0,4}function/.test(head)
    const own = NAMED_FUNCTION.exec(head)?.[1]
    const isDirect = /(?:[=:(]|^export default )(?:async ?)?function\b/.test(head)
    const name = isValue ? (isDirect ? named : undefined) : (own ?? named)
    return name === undefined ? { scope: 'function', ends: !isValue } : functionOf(name, !isValue)
  }
  if (SCRIPT_CLASS.test(head)) return { ...typeOf(scriptValue(head, scope) ?? ''), ends: false }
  if (CONTROL.test(head) && scope !== 'type' && scope !== 'data') return BLOCK
  if (scope === 'type' || scope === 'data') {
    const method = METHOD.exec(head)?.[1]
    if (method !== undefined && !/^(?:if|for|while|switch|catch|with|function)$/.test(method)) return functionOf(method)
    return scope === 'type' && /^static$/.test(head) ? BLOCK : DATA
  }
  return /\)$|^[\w$]+:$/.test(head) ? BLOCK : DATA
}

const typeName = (head: string): string => /\btype ([\w$]+)/.exec(head)?.[1] ?? ''

const ofGo = (head: string, scope: Scope): Head => {
  const type =
    /^type (\w+)(?:\[\])?(?: ?)(?:struct|interface)$/.exec(head) ??
    (scope === 'group' ? /^(\w+)(?:\[\])? ?(?:struct|interface)$/.exec(head) : null)
  if (type !== null) return typeOf(type[1]!)
  if (scope === 'file' && /^func\b/.test(head)) {
    if (/(?:struct|interface)$/.test(head)) return DATA
    return functionOf(/^func(?:\(\) ?| )(\w+)/.exec(head)?.[1] ?? '')
  }
  if (/(?:func\(\)(?:[\w.*]| )*(?:\(\))?)$/.test(head) && !CONTROL.test(head)) return { scope: 'block', ends: false }
  return CONTROL.test(head) || head === '' ? BLOCK : DATA
}

const RUST_HEAD = /^(?:pub(?:\(\))? ?)?(?:default |unsafe |async |const |extern(?:"")? ?){0,5}/

const ofRust = (head: string): Head => {
  const rest = head.replace(RUST_HEAD, '')
  const fn = /^fn (\w+)/.exec(rest)
  if (fn !== null) return functionOf(fn[1]!)
  const type = /^(?:struct|enum|union|trait|mod) (\w+)/.exec(rest)
  if (type !== null) return typeOf(type[1]!)
  const macro = /^macro_rules!(\w+)/.exec(rest)
  if (macro !== null) return functionOf(macro[1]!)
  if (/^impl\b/.test(rest)) {
    const name =
      /\bfor (?:&|mut |dyn )*((?:\w+::)*\w+)/.exec(rest)?.[1] ??
      /^impl(?:<.{0,200}?> ?)? ?(?:&|mut |dyn )*((?:\w+::)*\w+)/.exec(rest)?.[1]
    return typeOf(name ?? '')
  }
  if (/(?:=|=>|\(|,)$/.test(head) || /^(?:let|return|const|static) /.test(head))
    return { scope: 'block', ends: head.endsWith('=>') }
  return /^extern/.test(head) ? { scope: 'file', ends: true } : BLOCK
}

const JAVA_TYPE = new RegExp(`^${MODIFIERS}(?:class|interface|enum|record|@ ?interface) ([\\w$]+)`)
const COMPACT = new RegExp(`^${MODIFIERS}([\\w$]+)$`)

const ofJava = (head: string, scope: Scope, owner: string): Head => {
  const type = JAVA_TYPE.exec(head)
  if (type !== null) return typeOf(type[1]!)
  if (/[^=!<>]=(?!=)|->$|\bnew\b/.test(head)) return { scope: 'block', ends: false }
  if (scope !== 'type' && scope !== 'file') return BLOCK
  const called = /^(.{0,200}?)([\w$]+)\(\)(?:\[\])?(?: ?throws .{0,200})?$/.exec(head)
  if (called !== null) {
    const isConstructor = called[2] === owner
    const isControl = /^(?:if|for|while|switch|catch|synchronized|try)$/.test(called[2]!)
    const hasType = called[1]!.trim() !== ''
    return !isControl && (isConstructor || hasType) ? functionOf(called[2]!) : { scope: 'block', ends: false }
  }
  /* A record's compact constructor. */
  return owner !== '' && COMPACT.exec(head)?.[1] === owner ? functionOf(owner) : BLOCK
}

const C_TYPE =
  /^(?:typedef |static |const |extern |volatile |inline ){0,5}(?:template<.{0,200}> ?)?(?:typedef |static |const |extern ){0,3}(struct|class|union|enum(?: class| struct)?|namespace)\b ?(?:[A-Z_0-9]{2,40}(?:\(\))? (?=\w))?((?:\w|::)*)/

/** What compilers are told of a declaration is no part of it. */
const ATTRIBUTES = /(?:__attribute__|__declspec|alignas)\(\) ?|__extension__ ?|\[\[\]\] ?/g

const ofC = (given: string, scope: Scope, owner: string): Head => {
  const head = given.replace(ATTRIBUTES, '')
  if (/^extern""$/.test(head)) return { scope: 'file', ends: true }
  const type = C_TYPE.exec(head)
  if (type !== null && !/\)(?: ?const)?$|=$/.test(head))
    return { scope: type[1] === 'namespace' ? 'file' : 'type', kind: 'type', name: type[2]!, ends: type[1] === 'namespace' }
  if (/^inline namespace (\w+)/.test(head)) return { scope: 'file', kind: 'type', name: head.slice(17), ends: true }
  const operator = /\boperator ?(\(\)|\[\]|[^\w\s(]{1,3}|[\w ]{1,40})\(\)/.exec(head)
  if (operator !== null && scope !== 'function' && scope !== 'block') return functionOf(`operator${operator[1]}`)
  if (/[^=!<>]=(?![=])|^(?:return|case) |\]\(\)(?: ?mutable)?(?:->.{0,80})?$|\]$/.test(head))
    return { scope: 'block', ends: false }
  if (scope !== 'type' && scope !== 'file') return BLOCK
  if (/^(?:if|for|while|switch|do|else|return|case|default|try|catch)\b/.test(head)) return BLOCK
  const called =
    /^(.{0,300}?)(~?\w+)\(\)(?: ?(?:const|noexcept|override|final|volatile|&|try|->|:).{0,300}| ?__\w+.{0,80}| ?[A-Z_]{2,30}(?:\(\))?)?$/.exec(
      head,
    )
  if (called === null || /^(?:if|for|while|switch|catch)$/.test(called[2]!)) return BLOCK
  const hasType = called[1]!.trim() !== ''
  return hasType || scope === 'file' || called[2]!.replace('~', '') === owner ? functionOf(called[2]!) : BLOCK
}

/** What the braces behind a head hold; `owner` is the name of the type around it. */
export const readHead = (language: Language, head: string, scope: Scope, owner: string): Head => {
  if (language === 'go') return ofGo(head, scope)
  if (language === 'rust') return ofRust(head)
  if (language === 'java') return ofJava(head, scope, owner)
  return language === 'c' || language === 'cpp' ? ofC(head, scope, owner) : ofScript(head, scope)
}

const IMPORT: Readonly<Record<Language, RegExp>> = {
  python: /^(?:import|from)\b/,
  javascript: /^(?:import\b(?!\(\))|export(?: type)? ?(?:\{\}|\*(?: ?as \w+)?) ?from\b)/,
  typescript: /^(?:import\b(?!\(\))|export(?: type)? ?(?:\{\}|\*(?: ?as \w+)?) ?from\b)/,
  tsx: /^(?:import\b(?!\(\))|export(?: type)? ?(?:\{\}|\*(?: ?as \w+)?) ?from\b)/,
  go: /^(?:import|package)\b/,
  rust: /^(?:pub(?:\(\))? ?)?(?:use|extern crate)\b/,
  java: /^(?:import|package)\b/,
  c: /^#\s{0,8}include\b/,
  cpp: /^(?:#\s{0,8}include\b|using namespace\b|import )/,
}

export const isImport = (language: Language, head: string): boolean => IMPORT[language].test(head)

/** `from 'x'`, `<stdio.h>`; else what stands behind the keyword. */
export const importName = (statement: string): string => {
  const quoted = /["'<]([^"'>\n]{1,200})["'>]/.exec(statement)?.[1]
  if (quoted !== undefined && !/^\s*(?:pub|use|from)\b/.test(statement)) return quoted
  return (/\b(?:import|use|package|from|crate|namespace)\s+(?:static\s+)?([\w.:*$-]+)/.exec(statement)?.[1] ?? '').replace(
    /(?:::|\.)$/,
    '',
  )
}
