/** Places in files, and stack frames of the user's code and of libraries. */
import { type Level, levelOfPhrase, levelOfWord } from './levels.ts'
import { ROLE, type Role } from './roles.ts'

const PLACE =
  /(?:^|[\s("'[<@,=])(?:\.{0,2}\/|[A-Za-z]:[\\/])?[\w@~.+\\/-]*\w\.[A-Za-z]\w{0,9}(?:(?::|, line |:line )\d+|\(\d{1,7}(?:,\d{1,7}){0,3}\))|^\s*(?:File "|-->|at .{1,300}:\d+|# \.\/|in \S+:\d+)|\bline \d+/
/** Frames that name a function and no file: Go's, gdb's, `created by`; a goroutine or thread opens a stack. */
const FRAME =
  /^(?:#\d{1,4} {1,2}(?:0x[0-9a-f]+ |\S{1,200} \()|created by \S|goroutine \d+ \[|[\w./-]{1,120}\.(?:\(\*?\w{1,60}\)\.)?[\w.[\]]{1,80}\((?:0x[0-9a-f]+|\{0x|\.\.\.|\)$)|test at \S+:\d+:\d+$|at (?:async )?[\w.$<>]{1,200} ?\()/
const MORE = /^\.\.\. \d+ (?:more|common frames omitted)$/
const LIBRARY =
  /node_modules|site-packages|dist-packages|node:internal|internal\/|\bnode:\w|\/usr\/(?:lib|include|share|local\/(?:lib|go))|<frozen |File "<string>"|\/rustc\/|\/registry\/src\/|java\.base|\bsun\.|\bjdk\.|org\.junit|junit\.|org\.apache\.maven|\/vendor\/|\/gems\/|_pytest|pluggy|\/lib\/python|\/go\/src\/|\/libexec\/|\blib\/ruby\b|^(?:created by )?(?:testing|runtime|reflect|net\/http)\.|__libc_start|\bat \.{1,2}\/(?:nptl|sysdeps|stdlib|csu|elf|malloc|assert|libio|string|signal)\/| from \/(?:usr\/)?lib|\bat (?:org\.(?:postgresql|springframework|hibernate|apache|eclipse|jetbrains|gradle|mockito|codehaus)|com\.(?:zaxxer|fasterxml|mysql|google\.common)|io\.(?:netty|vertx|reactivex)|jakarta|javax|kotlin|scala|clojure)\./
/** `file.go:3:5: message`, as compilers and linters write: one space behind the colon, where a search result has none. */
const DIAGNOSTIC =
  /^(?:[\w]{1,20}: )?[^\s:(]{1,300}\.\w{1,10}(?::\d{1,7}:\d{1,6}:|:\d{1,7}(?=: [A-Z]{1,8}\d{1,5}:? )| \d{1,7}(?=: [A-Z]{1,8}\d{1,5} )|\(\d{1,7},\d{1,6}\):) (?=\S)/
/** `unknown location(0): fatal error: in "at"`: a place that is no file. */
const NOWHERE = /^[A-Za-z][\w ]{2,40}\(\d{1,7}\): (?:fatal )?error: /
/** `a.js: line 2, col 9, Error - message (rule)`: the place in words, then the level in group 1. */
const WORDED = /^\S{1,300}: line \d{1,7}, col(?:umn)? \d{1,6}, ([A-Za-z]{3,13}) - \S/
/** `[Warning/no-console]` behind the message. */
const LEVEL_BEHIND = / \[([A-Z][a-z]{3,9})(?:\/[^\]\s]{1,80})?\]$/
/** `warning no-console : message`: the level and the rule before the message. */
const LEVEL_BEFORE = /^([a-z]{4,9}) [\w@/-]{0,80} ?: \S/
/** `12:5  ✖  message  rule`: a finding under the name of its file. */
const FINDING = /^\d{1,7}:\d{1,6}\s{1,4}[✖×✘]\s/
/** `a.ts:12:5 lint/suspicious/noExplicitAny ━━━━`. */
const RULED_FINDING = /^\S{1,300}(?::\d+:\d+)? [\w/-]{3,80} (?: FIXABLE {1,2})?━{3,}/
/** `F401 [*] \`os\` imported but unused`. */
const CODED = /^[A-Z]{1,5}\d{2,5} (?:\[\*\] )?[`A-Z]/
const REMARK =
  /^(?:required|instantiated|in instantiation|candidate|from|by|during|previous|defined|note|remark|info|help|see|hint)\b/i
/** The same before a colon, in the languages that compilers speak. */
const isRemark = (message: string): boolean =>
  REMARK.test(message) || levelOfPhrase(/^[^:：]{1,24}(?=[:：])/.exec(message)?.[0].trim() ?? '') === 'note'
/** `Main.hs:7:10: error:`: a place and a level, whose message begins on the next line. */
const OPENS_MESSAGE = /^[^\s:(]{1,300}\.\w{1,10}(?::\d{1,7}){1,2}: (?:fatal )?\w{3,12}(?: \[[\w-]{1,60}\])?:\s*$/
export const opensMessage = (body: string): boolean => OPENS_MESSAGE.test(body)
const WARNING = /^(?:W\d{3,4}|W):? /
/** Text that says what was found and what was wanted. */
const COMPARED = /\bwant(?:ed)?\b|\bexpected\b.{1,200}\b(?:got|but|actual|received)\b|\bgot\b.{1,200}\bexpected\b/

/** A search result: no space behind the line's number. */
const FOUND = /^(?:[^\s:]{1,300}\.\w{1,10}|\d{0,7})[:-]\d{1,7}[:-](?=[^\s\d]|\s{2,}|$)/
export const isSearchResult = (body: string): boolean => FOUND.test(body)
/** `tests/test_cart.py:13: AssertionError`, `cart.py:9: shop.Declined: over 500`: where an exception was thrown, and perhaps what it says. */
const THROWN_AT =
  /^\S{1,300}:\d+: (?:[A-Z][\w.]{1,80}$|(?:[a-z_]\w{0,40}\.){1,6}[A-Z]\w{1,60}: |[A-Z]\w{0,60}(?:Error|Exception): )/

const place = (body: string): boolean => body.length < 400 && (PLACE.test(body) || FRAME.test(body) || MORE.test(body))

/** A place or a frame, in the user's code or in a library. */
export const placeOf = (body: string): Role | undefined => {
  if (!place(body)) return undefined
  if (MORE.test(body) || LIBRARY.test(body)) return ROLE.library
  return isComparison(body) ? ROLE.compare : ROLE.location
}

/** `cart_test.go:12: got 11, want 12`. */
export const isComparison = (body: string): boolean => /^\S{1,200}\.\w{1,5}:\d+: /.test(body) && COMPARED.test(body)
export const isThrownAt = (body: string): boolean => THROWN_AT.test(body)

const roleOfLevel = (level: Level | undefined): Role | undefined =>
  level === 'fail' ? ROLE.failure : level === 'warn' ? ROLE.warning : undefined

/** A compiler's or linter's message that names its place, and its level in a form of its own or not at all. */
export const findingOf = (body: string): Role | undefined => {
  if (FINDING.test(body) || RULED_FINDING.test(body) || CODED.test(body) || NOWHERE.test(body)) return ROLE.failure
  const worded = body.includes(': line ') ? WORDED.exec(body) : null
  if (worded !== null) return roleOfLevel(levelOfWord(worded[1]!))
  const found = DIAGNOSTIC.exec(body)
  if (found === null) return undefined
  const message = body.slice(found[0].length)
  if (isRemark(message)) return undefined
  const level = LEVEL_BEHIND.exec(message) ?? LEVEL_BEFORE.exec(message)
  return WARNING.test(message) ? ROLE.warning : (roleOfLevel(levelOfWord(level?.[1] ?? '')) ?? ROLE.failure)
}
