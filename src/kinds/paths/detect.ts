/** Whether a source is a listing of files, and in which form. */
import type { Ask } from '../../ladder/candidate.ts'
import type { Source } from '../../source/source.ts'
import { runsOf } from '../command.ts'
import { sampleLines, shareOf } from '../windows.ts'
import { afterColumns, branchOf, columnsBefore, isListedPath, longName } from './lines.ts'
import { type Form, isSection } from './parse.ts'

/** Lines in which the sections of `ls -R` are looked for. */
const SECTIONS = 2000
const LONG_SHARE = 0.8
const BRANCHES = 0.7

const LISTERS = new Set([
  'ls',
  'dir',
  'find',
  'fd',
  'fdfind',
  'tree',
  'exa',
  'eza',
  'lsd',
  'locate',
  'du',
  'gls',
  'bfs',
  'gfind',
  'Get-ChildItem',
])
const PASSES = new Set(['head', 'tail', 'sort', 'uniq', 'cat', 'less', 'tee', 'more', 'grep', 'rg'])
const TOOLS = /^(?:ls|glob|find|list|list_dir|list_directory|list_files|file_search)$/i

/** A command whose output is a list of names whatever it looks like. */
const isLister = ({ command, tool }: Ask): boolean => {
  if (tool !== undefined && TOOLS.test(tool)) return true
  const last = runsOf(command).findLast(({ program }) => !PASSES.has(program))
  if (last === undefined) return false
  return LISTERS.has(last.program) || (last.program === 'git' && /^(?:ls-files|ls-tree|status)$/.test(last.words[0] ?? ''))
}

/** The names of `ls -R` are known before their own sections come. */
const hasSections = (source: Source, lines: number): boolean => {
  const start = source.text.slice(0, source.starts[lines])
  if (!start.includes(':\n') && !start.includes(':\r\n')) return false
  const names = new Set<string>()
  let sections = 0
  let known = 0
  let first = true
  let indented = 0
  let written = 0
  for (let n = 1; n <= lines; n++) {
    const text = source.view(n)
    if (text.trim() === '') {
      first = true
      continue
    }
    written++
    if (/^\s/.test(text)) indented++
    if (first && isSection(text)) {
      if (++sections > 1 && names.has(text.slice(0, -1).replace(/^.*[\\/]/, ''))) known++
    } else names.add(text.slice(longName(text)).replace(/[/*@=|]$/, ''))
    first = false
  }
  return sections > 2 && known >= (sections - 1) / 2 && indented < written * 0.1
}

export interface Found {
  readonly form: Form
  readonly score: number
  readonly why: string
}

const STATUS_HEAD = /^(?:On branch |HEAD detached|Untracked files:|Unmerged paths:|Changes (?:not staged|to be committed))/m

const percent = (share: number): string => `${Math.round(share * 100)} %`

/** Undefined when the source is no listing. */
export const findForm = (source: Source, ask: Ask): Found | undefined => {
  const asked = isLister(ask)
  const lines = sampleLines(source.lines)
  if (lines.length < 3) return undefined
  const texts = lines.map(source.view).filter((text) => text.trim() !== '')
  const share = (is: (text: string) => boolean): number => (texts.length === 0 ? 0 : texts.filter(is).length / texts.length)
  const found = (form: Form, score: number, what: string): Found => ({
    form,
    score,
    why: `${what}${asked ? ', and the command lists files' : ''}`,
  })
  const branches = shareOf(lines, source.body, (text) => branchOf(text) !== undefined, BRANCHES)
  if (branches >= BRANCHES) return found('tree', 0.9, `${percent(branches)} of the sampled lines are branches of a tree`)
  if (hasSections(source, Math.min(source.lines, SECTIONS)))
    return found('sections', 0.9, 'names below the names of their directories')
  const tabbed = share((text) => text.startsWith('\t'))
  if (tabbed >= 0.5 && STATUS_HEAD.test(source.text.slice(0, 4000)))
    return found('status', 0.9, `${percent(tabbed)} of the sampled lines are paths of git status`)
  const long = share((text) => longName(text) > 0)
  const slashes = share((text) => /[\\/]/.test(text))
  if (long >= LONG_SHARE && slashes < 0.5)
    return found('long', 0.85, `${percent(long)} of the sampled lines have a mode and a name`)
  if (slashes >= 0.6) {
    const name = (text: string): number => afterColumns(text, Math.max(0, columnsBefore(text)))
    const listed = share((text) => isListedPath(text, name(text)))
    if (listed >= (asked ? 0.7 : 0.9) && share((text) => text.trimEnd().includes(' ', name(text))) < (asked ? 0.4 : 0.1))
      return found('paths', 0.85, `${percent(listed)} of the sampled lines are paths`)
  }
  if (long >= LONG_SHARE) return found('long', 0.85, `${percent(long)} of the sampled lines have a mode and a name`)
  if (!asked || (ask.exitCode ?? 0) !== 0) return undefined
  const prose = share((text) => /\s\S+\s\S+\s/.test(text) || text.length > 255)
  if (prose < 0.05) return found('names', 0.6, 'names alone')
  return undefined
}
