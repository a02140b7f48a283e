/** Whether a source is the result of a search, and in which form. */
import type { Ask } from '../../ladder/candidate.ts'
import type { Source } from '../../source/source.ts'
import { runsOf } from '../command.ts'
import { sampleLines, shareOf } from '../windows.ts'
import { findBare, findHit, findJson, findNumbered, isHeading } from './hits.ts'
import { type Form, LINE, parseResults, type Results } from './parse.ts'

/** Lines that are read as results; later ones are looked at one by one. */
const SAMPLE = 160

const PROGRAMS = new Set([
  'grep',
  'egrep',
  'fgrep',
  'zgrep',
  'rgrep',
  'ugrep',
  'rg',
  'ag',
  'ack',
  'ast-grep',
  'sg',
  'findstr',
  'Select-String',
  'pt',
  'sift',
])
/** What may stand behind a search in a pipe without changing what its lines are. */
const PASSES = new Set(['head', 'tail', 'sort', 'uniq', 'cat', 'less', 'tee', 'more'])
const TOOLS = /^(?:grep|search|ripgrep|codebase_search|search_files|grep_search)$/i
/** Options whose next word is their value. */
const VALUED = new Set([
  '-A',
  '-B',
  '-C',
  '-m',
  '-g',
  '-t',
  '-T',
  '-f',
  '-d',
  '-D',
  '--include',
  '--exclude',
  '--glob',
  '--type',
  '--lang',
  '-l',
])

interface Search {
  readonly pattern: string | undefined
}

/** The search that a command line ends with; undefined when it ends with something else. */
export const searchOf = (command: string | undefined): Search | undefined => {
  const runs = runsOf(command)
  const last = runs.findLast(({ program }) => !PASSES.has(program))
  if (last === undefined) return undefined
  const git = last.program === 'git' && last.words[0] === 'grep'
  if (!git && !PROGRAMS.has(last.program)) return undefined
  const words = git ? last.words.slice(1) : last.words
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    if ((word === '-e' || word === '-p' || word === '--pattern' || word === '--regexp') && i + 1 < words.length)
      return { pattern: words[i + 1] }
    if (VALUED.has(word)) i++
    else if (!word.startsWith('-') && word !== 'run') return { pattern: word }
  }
  return { pattern: undefined }
}

interface Sampled {
  readonly form: Form
  /** Share of the lines with text that the form explains, in the worse part of the sample; the later part is read when it is asked for. */
  readonly share: () => number
  /** Share of the hits that read like findings of a compiler or a linter. */
  readonly diagnostic: number
  readonly hits: number
  /** Hits whose file has a directory or more hits. */
  readonly solid: number
  /** It begins with more than results: other lines than a command's echo and a summary. */
  readonly mixed: boolean
  /** Later parts have more than results. */
  readonly mixedLater: () => boolean
}

/** A test runner's `file::name`, and compilers: one space, or a column and a word; text from a file keeps its own indentation. */
const isDiagnostic = (text: string): boolean =>
  text.startsWith(':') ||
  /^ \S/.test(text) ||
  /^(?:\d{1,6}[:.]\s?){0,2}\s?(?:fatal )?(?:error|warning|note|info|hint|remark|style|convention|[A-Z]{1,4}\d{2,5})\b/i.test(
    text,
  ) ||
  /^\d{1,6}\s+\S/.test(text)

/** Whether a line alone can be one of the form; the lines around hits and headings hold almost anything. */
const FITS: Readonly<Record<Form, (text: string) => boolean>> = {
  lines: (text) => findHit(text) !== undefined || /^[^\s:][^:]*[-=]\d+[-=]/.test(text.slice(0, 600)),
  bare: (text) => findHit(text) !== undefined || findBare(text) !== undefined,
  heading: (text) => findNumbered(text) !== undefined || isHeading(text),
  numbered: (text) => findNumbered(text) !== undefined,
  json: (text) => findJson(text) !== undefined,
}

const sample = (source: Source, form: Form): Sampled => {
  const lines = Math.min(SAMPLE, source.lines)
  const results: Results = parseResults(source, form, lines)
  let explained = 0
  let written = 0
  let diagnostic = 0
  let hits = 0
  let solid = 0
  for (let n = 1; n <= lines; n++) {
    const role = results.roles[n - 1]!
    if (role !== LINE.separator) written++
    if (role !== LINE.separator && role !== LINE.other) explained++
    if (role !== LINE.hit) continue
    hits++
    const file = results.file[n - 1]!
    if (results.hits[file]! > 1 || /[\\/]/.test(results.files[file]!)) solid++
    if (form !== 'json' && isDiagnostic(source.view(n).slice(results.text[n - 1]!, results.text[n - 1]! + 80))) diagnostic++
  }
  const ratio = (count: number, of: number): number => (of === 0 ? 0 : count / of)
  const later = sampleLines(source.lines).filter((n) => n > lines)
  let known: number | undefined
  const laterShare = (): number =>
    (known ??= later.length === 0 ? 1 : shareOf(later, source.view, (text) => text === '--' || FITS[form](text)))
  return {
    form,
    share: () => Math.min(laterShare(), ratio(explained, written)),
    diagnostic: ratio(diagnostic, hits),
    hits,
    solid: ratio(solid, hits),
    mixed: written - explained > Math.max(2, written * 0.03),
    mixedLater: () => laterShare() < 0.95,
  }
}

export interface Found {
  readonly form: Form
  readonly score: number
  readonly why: string
}

const found = ({ form, share, hits }: Sampled, score: number, asked: boolean): Found => ({
  form,
  score,
  why: `${hits} hits in form "${form}", ${Math.round(share() * 100)} % of the sampled lines${asked ? ', and the command is a search' : ''}`,
})

/** Undefined when the source is no search result. */
export const findForm = (source: Source, ask: Ask): Found | undefined => {
  const search = searchOf(ask.command) !== undefined || (ask.tool !== undefined && TOOLS.test(ask.tool))
  if (source.text.slice(0, source.starts[Math.min(SAMPLE, source.lines)]).includes('{')) {
    const json = sample(source, 'json')
    if (json.hits > 0 && json.share() >= 0.9) return found(json, 0.97, search)
  }
  if (search) {
    const forms: readonly Form[] = ['heading', 'lines', 'bare', 'numbered']
    const sampled = forms.map((form) => sample(source, form)).filter(({ hits, share }) => hits > 0 && share() >= 1 / 3)
    const best = sampled.find(({ share }) => share() >= 0.8) ?? sampled.sort((a, b) => b.share() - a.share())[0]
    return best === undefined ? undefined : found(best, 0.95, true)
  }
  /* Nobody says that it is a search: other tools print places too, and a search that finds something does not fail. */
  if ((ask.exitCode ?? 0) !== 0) return undefined
  const forms: readonly Form[] = ['heading', 'lines', 'bare']
  for (const form of forms) {
    const one = sample(source, form)
    const solid = form === 'bare' ? 0.95 : 0.5
    if (one.hits >= 4 && !one.mixed && one.diagnostic < 0.5 && one.solid >= solid && !one.mixedLater())
      return found(one, 0.85, false)
  }
  return undefined
}
