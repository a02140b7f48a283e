/** What the lines of a text look like, for texts that no kind of the engine claims: source code, settings, a log, HTML, prose. */

const LINE_CHARS = 400

/** The first lines that are not blank, shortened: enough to know a text by. */
export const firstLines = (text: string, most: number): readonly string[] => {
  const lines: string[] = []
  for (let at = 0; at < text.length && lines.length < most; ) {
    const found = text.indexOf('\n', at)
    const end = found < 0 ? text.length : found
    const line = text.slice(at, Math.min(end, at + LINE_CHARS)).trimEnd()
    if (line.trim() !== '') lines.push(line)
    at = end + 1
  }
  return lines
}

const share = (lines: readonly string[], test: (line: string) => boolean): number =>
  lines.length === 0 ? 0 : lines.filter(test).length / lines.length

const HTML_START = /^\s*(?:<\?xml[^>]{0,200}\?>\s{0,20})?<(?:!doctype html|html)[\s>]/i
const HTML_TAG = /<(?:div|span|p|ul|li|section|article|main|nav|header|footer|table|script|style|link|meta|body|head)[\s>]/gi

/** A page, or a large part of one; a tag or two in other text are none. */
export const isHtml = (text: string): boolean => {
  const start = text.slice(0, 3000)
  if (HTML_START.test(start)) return true
  return start.trimStart().startsWith('<') && (start.match(HTML_TAG)?.length ?? 0) >= 5
}

const LEVEL = /^(?:error|warn|warning|info|debug|trace|fatal|critical|notice|panic|fail|failed|pass|passed|skipped|ok|not ok)\b/i
const BRACKETED = /^\[[^\]\n]{1,40}\]/
const TIME = /^\[?(?:\d{4}-\d\d-\d\d[T ]|\d\d:\d\d:\d\d)/
const TOOL =
  /^(?:npm (?:ERR!|WARN|error|warn)|yarn error|cargo error|error(?:\[|:)|Traceback \(most recent call last\)|=== |--- (?:PASS|FAIL|SKIP)|(?:Compiling|Checking|Downloading|Downloaded|Installing|Building|Finished|Running) \S)/
const FRAME = /^(?:at \S{1,200} ?\(|File "[^"]{1,200}", line \d|\S{1,200}:\d{1,7}: (?:error|warning|note))/

/** A line of a log says so in its first word; a sentence that mentions an error does not. */
const isLogLine = (line: string): boolean => {
  const text = line.trimStart()
  return TIME.test(text) || LEVEL.test(text) || BRACKETED.test(text) || TOOL.test(text) || FRAME.test(text)
}

const SENTENCE_END = /[.!?。！？]["')\]]?$/

/** At least a tenth of the lines, and more than one stray. */
export const isLog = (lines: readonly string[]): boolean => {
  const found = lines.filter(isLogLine)
  if (found.length === 0 || found.length < lines.length / 10) return false
  return found.length >= 2 || !SENTENCE_END.test(found[0]!)
}

const CODE: readonly RegExp[] = [
  /^\s*(?:from [\w.]+ import |import [\w.{*"']|use [\w:]+|#include\s|package [\w.]+|require ?\(|export (?:default|const|function|class|interface|type|async)\b)/,
  /^\s*(?:pub(?:\([a-z]+\))? )?(?:async |static |final |public |private |protected |export |default |unsafe )*(?:fn|func|def|function|class|struct|enum|trait|impl|interface|type|module|mod) \w/,
  /^\s*(?:let|const|var|val|mut) [\w{[]/,
  /^\s*(?:return|if|for|while|else|switch|match|try|catch|except|elif|raise|throw|defer|async|await)\b.{0,300}[;:{})]$/,
  /^\s*[\w.[\]<>*&]{1,80} ?(?:[-+*/|&]?=|:=) ?\S.{0,300}[;,{(]$/,
  /^\s*[\w.:]{1,80}\(.{0,300}\);?$/,
  /^\s*(?:[})\]]+[;,)]*|@\w+.{0,80}|\/\/.{0,300}|#\[\w.{0,80}|(?:self|this)\.\w.{0,300})$/,
]

const COMMENT_AT_END = /\s(?:\/\/|#)\s.*$/

/** At least three lines, and most of them, are shaped like code; one call in a log is not. */
export const isCode = (all: readonly string[]): boolean => {
  const lines = all.map((line) => line.replace(COMMENT_AT_END, ''))
  const shaped = lines.filter((line) => CODE.some((pattern) => pattern.test(line)))
  const declares = lines.some((line) => CODE[0]!.test(line) || CODE[1]!.test(line) || CODE[2]!.test(line))
  return declares && shaped.length >= 3 && shaped.length >= lines.length / 2
}

const SECTION = /^\s*\[{1,2}[\w. "'-]{1,100}\]{1,2}\s{0,20}(?:[#;].{0,300})?$/
const ASSIGNMENT = /^\s*[\w."-]{1,100}\s{0,20}=\s{0,20}\S/
const YAML_KEY = /^\s*(?:- )?[\w."'/-]{1,100}:(?:\s.{0,300})?$/
const YAML_ITEM = /^\s*- \S/
const COMMENT = /^\s*[#;]/

const isIndented = (line: string): boolean => /^(?: {1,8}|\t)\S/.test(line)

const isYaml = (body: readonly string[]): boolean => {
  const keys = body.filter((line) => YAML_KEY.test(line))
  if (keys.length < 3 || share(body, (line) => YAML_KEY.test(line) || YAML_ITEM.test(line) || line === '---') < 0.6) return false
  if (share(body, (line) => SENTENCE_END.test(line)) >= 0.5 || share(body, (line) => line.split(' ').length > 16) > 0.5)
    return false
  return body.some(isIndented) || body[0] === '---' || body.filter((line) => YAML_ITEM.test(line)).length >= 3
}

const isSections = (body: readonly string[]): boolean =>
  body.some((line) => SECTION.test(line)) &&
  body.filter((line) => ASSIGNMENT.test(line)).length >= 2 &&
  share(body, (line) => SECTION.test(line) || ASSIGNMENT.test(line) || YAML_KEY.test(line)) >= 0.6

/** YAML, TOML or INI. */
export const isConfig = (lines: readonly string[]): boolean => {
  const body = lines.filter((line) => !COMMENT.test(line))
  if (body.length < 3 || /^[{<]/.test(body[0]!.trimStart())) return false
  return isSections(body) || isYaml(body)
}
