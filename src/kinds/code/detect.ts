/** Whether a source is a file of code, and in which language: by the command that printed it, or by its syntax. */
import type { Ask } from '../../ladder/candidate.ts'
import type { Language } from '../../source/code-outline.ts'
import { createSource, type Source } from '../../source/source.ts'
import { runsOf } from '../command.ts'
import { sampleLines } from '../windows.ts'
import { TOKEN } from './lexer.ts'
import { LINE, readCodeLines } from './lines.ts'
import { findNumbers, type Numbered } from './numbered.ts'
import { FAMILIES, isCodeLine, isOutput, mayDeclare, votesFor } from './syntax.ts'

/** Lines and chars at the top that are read with their strings and comments. */
const TOP = 300
const TOP_CHARS = 40_000
/** Longer lines are no code that a reader wrote. */
const LONG = 2000

const EXTENSIONS: Readonly<Record<string, Language>> = {
  py: 'python',
  pyi: 'python',
  pyw: 'python',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'javascript',
  ts: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  tsx: 'tsx',
  go: 'go',
  rs: 'rust',
  java: 'java',
  c: 'c',
  h: 'c',
  cc: 'cpp',
  cpp: 'cpp',
  cxx: 'cpp',
  hh: 'cpp',
  hpp: 'cpp',
  hxx: 'cpp',
  inl: 'cpp',
  ino: 'cpp',
}

/** The language of a file name, by its extension. */
export const languageOfFile = (path: string): Language | undefined =>
  EXTENSIONS[/\.([A-Za-z]{1,4})$/.exec(path)?.[1]?.toLowerCase() ?? '']

const READERS = new Set([
  'cat',
  'tac',
  'nl',
  'head',
  'tail',
  'sed',
  'less',
  'more',
  'bat',
  'batcat',
  'type',
  'Get-Content',
  'gc',
  'awk',
])

export interface Hint {
  readonly language: Language | undefined
  /** The command prints a file as it is. */
  readonly reads: boolean
  /** The command does something else than to print files. */
  readonly runs: boolean
}

/** What the command says of the text. */
export const hintOf = ({ command, tool }: Pick<Ask, 'command' | 'tool'>): Hint => {
  const runs = runsOf(command)
  const isReading = tool !== undefined && /^(?:read|read_file|view|cat|open|fs_read|str_replace_based_edit_tool)$/i.test(tool)
  const reads = (index: number): boolean => {
    const { program, words } = runs[index]!
    return (
      READERS.has(program) || (program === 'git' && words[0] === 'show' && words.some((word) => /^[^-:]{1,100}:.+/.test(word)))
    )
  }
  const relevant = runs.map((_, i) => i).filter((i) => !['cd', 'echo', 'printf', 'true', 'pwd', 'set'].includes(runs[i]!.program))
  const all = relevant.length > 0 && relevant.every(reads)
  const words = relevant.flatMap((i) => runs[i]!.words)
  const named = words.map(languageOfFile).find((language) => language !== undefined)
  return { language: all || isReading ? named : undefined, reads: all || isReading, runs: relevant.length > 0 && !all }
}

export interface FoundCode {
  readonly language: Language
  readonly score: number
  readonly why: string
}

/** Of a family, a language other than the first needs so many lines of its own. */
const OWN_VOTES = 2

interface Elected {
  readonly language: Language
  readonly votes: number
}

/** The language that most lines vote for. */
const elect = (texts: readonly string[]): Elected => {
  const likely = texts.filter(mayDeclare)
  let best: Elected = { language: 'python', votes: -1 }
  for (const family of FAMILIES) {
    const own = new Map<Language, number>()
    let votes = 0
    for (const text of likely) {
      const voted = family.filter((language) => votesFor(text, language))
      if (voted.length > 0) votes++
      for (const language of voted) own.set(language, (own.get(language) ?? 0) + 1)
    }
    if (votes <= best.votes) continue
    best = { language: family.findLast((language, i) => i === 0 || (own.get(language) ?? 0) >= OWN_VOTES)!, votes }
  }
  return best
}

/** How many lines of code there are among these, and how many of them look like none. */
const judge = (
  texts: readonly string[],
  language: Language,
): { readonly code: number; readonly strange: number; readonly output: number } => {
  const lines = readCodeLines(texts.join('\n'), language)
  const { types, from, text } = lines.tokens
  let [code, strange, output, depth] = [0, 0, 0, 0]
  for (let n = 1; n <= lines.count; n++) {
    /* A bracket that nothing closes must not make code of all that follows. */
    if (lines.roles[n - 1] === LINE.blank) depth = 0
    const inBrackets = depth > 0
    for (let t = lines.first[n - 1]!; t < lines.first[n]!; t++) {
      if (types[t] !== TOKEN.punct) continue
      const c = text[from[t]!]!
      if (c === '(' || c === '[' || (c === '{' && language === 'python')) depth++
      else if (c === ')' || c === ']' || (c === '}' && language === 'python')) depth = Math.max(0, depth - 1)
    }
    if (lines.roles[n - 1] !== LINE.code) continue
    code++
    const own = texts[n - 1] ?? ''
    if (isOutput(own)) output++
    if (!isCodeLine(lines.text(n), language, lines.indent[n - 1]! > 0, inBrackets)) strange++
  }
  return { code, strange, output }
}

const percent = (part: number, whole: number): string => `${Math.round((100 * part) / Math.max(1, whole))} %`

/** Lines as a reader sees them, without line numbers. */
const bareLines =
  (source: Source, numbered: Numbered | undefined) =>
  (n: number): string => {
    const text = source.view(n)
    return numbered === undefined ? text : text.slice(numbered.width(n))
  }

const topOf = (lines: number, bare: (n: number) => string): string[] => {
  const texts: string[] = []
  let chars = 0
  for (let n = 1; n <= lines && texts.length < TOP && chars < TOP_CHARS; n++) {
    const text = bare(n).slice(0, LONG)
    texts.push(text)
    chars += text.length
  }
  return texts
}

/** The language that a source is to be read in, code or not: by the command, else by most of its lines. */
export const languageOf = (source: Source, ask: Pick<Ask, 'command' | 'tool'>, numbered: Numbered | undefined): Language =>
  hintOf(ask).language ?? elect(topOf(source.lines, bareLines(source, numbered))).language

/** Undefined when the source is no code. */
export const findCode = (
  source: Source,
  ask: Pick<Ask, 'command' | 'tool' | 'exitCode'>,
  numbered: Numbered | undefined = findNumbers(source.lines, source.view),
): FoundCode | undefined => {
  const hint = hintOf(ask)
  /* Times and names of services stand before the lines of logs. */
  if (!hint.reads && numbered === undefined && source.prefix !== undefined) return undefined
  const bare = bareLines(source, numbered)
  const texts = topOf(source.lines, bare)
  const elected = elect(texts)
  const isNamed = hint.reads && hint.language !== undefined
  const fewest = hint.runs ? 4 : 3
  if (!isNamed && elected.votes < fewest) return undefined
  const language = isNamed ? hint.language : elected.language
  const { code, strange, output } = judge(texts, language)
  const later = sampleLines(source.lines).filter((n) => n > texts.length)
  const laterOutput = later.filter((n) => isOutput(bare(n))).length
  const bad = strange + output * 2
  const why = `${percent(code - strange, code)} of the lines at the top are ${language}`
  if (code === 0) return undefined
  if (isNamed) {
    if (bad > code * 0.3 || laterOutput > later.length * 0.1) return undefined
    return { language, score: 0.9, why: `${why}, and the command prints such a file` }
  }
  const isFailing = ask.exitCode !== undefined && ask.exitCode !== 0
  const most = (hint.runs ? 0.05 : 0.1) * (isFailing ? 0.5 : 1)
  if (output > 0 || laterOutput > 2 || elected.votes < code * 0.02 || bad > code * most) return undefined
  return { language, score: hint.runs ? 0.6 : 0.8, why: `${why}, ${elected.votes} of them declarations` }
}

/** Chars that are looked at to tell whether it is worth to load a grammar. */
const SNIFFED = 60_000

/** The language of a text that is surely code, by its first lines; for callers that load a grammar before they digest it. */
export const sniffLanguage = (text: string, ask: Pick<Ask, 'command' | 'tool' | 'exitCode'>): Language | undefined => {
  const end = text.length <= SNIFFED ? text.length : text.lastIndexOf('\n', SNIFFED) + 1
  return findCode(createSource(text.slice(0, end)), ask)?.language
}
