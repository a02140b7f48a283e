/** A text cut into parts of one kind each: fenced code, chunks between headings and blank lines, and the text around them. */
import { analyse } from '../../signals/analysis.ts'
import { ROLE } from '../../signals/line.ts'
import { createSource, type Source } from '../../source/source.ts'
import { isSentence } from '../prose/detect.ts'
import { type Prose, readProse, TEXT } from '../prose/read.ts'

export interface Section {
  /** First and last line, blank lines at the edges apart. */
  readonly from: number
  readonly to: number
  /** The lines as a source of their own. */
  readonly part: Source
  /** Line of the fence above it, or 0. */
  readonly fence: number
}

export interface Sections {
  readonly prose: Prose
  /** Parts that are no prose, or have yet to be read. */
  readonly sections: readonly Section[]
  /** Lines of sentences, headings, lists: what was written for readers. */
  readonly written: number
  readonly headings: number
  /** Of them, those below the first level. */
  readonly deeper: number
  readonly fences: number
}

const LEAST_LINES = 4
const LEAST_CHARS = 300

const partOf = (source: Source, from: number, to: number): Source =>
  createSource(source.text.slice(source.starts[from - 1]!, source.starts[to]!))

/** A heading of Markdown stands alone; `# tests 4` of a test run stands among its like. */
const isAlone = ({ source, roles }: Prose, n: number): boolean =>
  (n === 1 || roles[n - 2] === TEXT.blank || roles[n - 2] === TEXT.fence) && (n === source.lines || roles[n] !== TEXT.heading)

const isWritten = ({ source, roles }: Prose, n: number): boolean => {
  const role = roles[n - 1]
  if (role === TEXT.heading || role === TEXT.quote) return true
  const text = source.line(n)
  return role === TEXT.item ? /^\s*(?:[-*+•]|\d{1,3}[.)])\s+\p{L}/u.test(text) && text.length < 400 : isSentence(text)
}

export const cutSections = (source: Source): Sections => {
  const prose = readProse(source)
  const { roles } = prose
  const sections: Section[] = []
  let written = 0
  let headings = 0
  let deeper = 0
  let fences = 0
  let from = 0
  let last = 0
  let own = 0
  /** Ends the chunk that began at `from`; what reads like prose is left to prose. */
  const end = (): void => {
    const size = last - from + 1
    if (from > 0 && own < 0.5 * size && (size >= LEAST_LINES || source.starts[last]! - source.starts[from - 1]! >= LEAST_CHARS))
      sections.push({ from, to: last, part: partOf(source, from, last), fence: 0 })
    from = 0
    own = 0
  }
  for (let n = 1; n <= source.lines; n++) {
    const role = roles[n - 1]
    if (role === TEXT.fence) {
      end()
      fences++
      let close = n + 1
      while (close <= source.lines && prose.fence[close - 1] === n && roles[close - 1] !== TEXT.fence) close++
      const inner = close - 1
      if (inner - n >= 2) sections.push({ from: n + 1, to: inner, part: partOf(source, n + 1, inner), fence: n })
      n = Math.min(close, source.lines)
      continue
    }
    if (role === TEXT.heading && isAlone(prose, n)) {
      end()
      headings++
      if (prose.level[n - 1]! > 1) deeper++
      written++
      continue
    }
    if (role === TEXT.blank) {
      end()
      continue
    }
    if (from === 0) from = n
    last = n
    if (!isWritten(prose, n)) continue
    written++
    own++
  }
  end()
  return { prose, sections, written, headings, deeper, fences }
}

const LEVELED = /\b(?:ERROR|WARN(?:ING)?|INFO|DEBUG|TRACE|FATAL|CRITICAL)\b/
const DATED = /^\[?(?:\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d|[A-Z][a-z]{2} [ \d]\d \d\d:)/
const LOOKED_AT = 60

/** Whether the lines of a part are those of a log or of a run. */
export const looksLogged = (part: Source): boolean => {
  const lines = Math.min(part.lines, LOOKED_AT)
  let logged = 0
  for (let n = 1; n <= lines; n++) {
    const text = part.line(n).slice(0, 200)
    if (DATED.test(text) || LEVELED.test(text.slice(0, 80))) logged++
  }
  if (logged >= 0.4 * lines) return true
  const { roles } = analyse(part)
  return roles.some((role) => role === ROLE.thrown || role === ROLE.mark || role === ROLE.verdict)
}
