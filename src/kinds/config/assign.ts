/** TOML, INI, .env and .properties by their lines: sections, `key = value`, comments, and values that span lines. */
import type { Source } from '../../source/source.ts'
import { type Draft, newDraft, PART } from './tree.ts'

export interface AssignDraft extends Draft {
  readonly counts: {
    sections: number
    keys: number
    misfits: number
    /** Names that stand twice in one section. */
    doubled: number
    /** Names of upper case letters, as environment variables have them. */
    upper: number
    /** Separated by a colon. */
    colons: number
    /** Comments that begin with `;`. */
    semicolons: number
    /** Values of TOML: quoted, a list, a table, a date. */
    toml: number
    dotted: number
    continued: number
  }
}

const SECTION = /^\[{1,2}([^[\]=]{1,200}|[^[\]]{0,100}"[^"]{0,100}"[^[\]]{0,60})\]{1,2}\s*(?:[#;].*)?$/
/** A name without white space, in quotes or not; INI allows single spaces inside. */
const KEY = /^(?:export\s+|set\s+)?("[^"]{1,120}"|'[^']{1,120}'|[A-Za-z0-9_$%@*.\-/\\:[\]~+?]{1,160})\s*(=|:(?=\s|$))\s*/
const BARE_KEY = /^[A-Za-z0-9_.-]+$/
const TOML_VALUE = /^(?:"|'|\[|\{|true\b|false\b|\d{4}-\d\d-\d\d)/

/** What a value that goes on below needs to end. */
interface Open {
  readonly line: number
  /** `"""`, `'''`, or a bracket count that must fall to 0, or a backslash at the line's end. */
  readonly until: '"""' | "'''" | 'bracket' | 'backslash' | 'quote'
  depth: number
}

/** Opened less closed brackets outside of quotes and comments. */
const bracketsOf = (text: string): number => {
  let depth = 0
  let quote = ''
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!
    if (quote !== '') {
      if (c === '\\' && quote === '"') i++
      else if (c === quote) quote = ''
    } else if (c === '"' || c === "'") quote = c
    else if (c === '#') break
    else if (c === '[' || c === '{') depth++
    else if (c === ']' || c === '}') depth--
  }
  return depth
}

const countOf = (text: string, part: string): number => {
  let count = 0
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) count++
  return count
}

/** Ends in an odd number of backslashes. */
const endsInBackslash = (text: string): boolean => {
  let at = text.length
  while (at > 0 && text[at - 1] === '\\') at--
  return (text.length - at) % 2 === 1
}

const openOf = (value: string, line: number): Open | undefined => {
  for (const until of ['"""', "'''"] as const)
    if (value.startsWith(until)) return countOf(value, until) % 2 === 1 ? { line, until, depth: 0 } : undefined
  const first = value[0]
  if (first === '[' || first === '{') {
    const depth = bracketsOf(value)
    return depth > 0 ? { line, until: 'bracket', depth } : undefined
  }
  /* A value of .env may be a quoted text over several lines, such as a key in PEM. */
  if (first === '"' && countOf(value, '"') === 1 && value.includes('-----BEGIN')) return { line, until: 'quote', depth: 0 }
  return endsInBackslash(value) ? { line, until: 'backslash', depth: 0 } : undefined
}

const stillOpen = (open: Open, text: string): boolean => {
  if (open.until === 'backslash') return endsInBackslash(text)
  if (open.until === 'quote') return !text.includes('"')
  if (open.until !== 'bracket') return countOf(text, open.until) % 2 === 0
  open.depth += bracketsOf(text)
  return open.depth > 0
}

/** Reads at most `most` lines, and none behind more than `mostMisfits` that do not fit. */
export const readAssignments = (source: Source, most: number, mostMisfits: number = Number.POSITIVE_INFINITY): AssignDraft => {
  const draft = newDraft(Math.min(source.lines, most))
  const counts = {
    sections: 0,
    keys: 0,
    misfits: 0,
    doubled: 0,
    upper: 0,
    colons: 0,
    semicolons: 0,
    toml: 0,
    dotted: 0,
    continued: 0,
  }
  let section = 0
  let sectionPath = -1
  let record = 0
  let last = 0
  let seen = new Set<string>()
  const known = new Set<string>()
  let open: Open | undefined
  const put = (n: number, part: number, parent: number, path: number): void => {
    draft.parts[n - 1] = part
    draft.parent[n - 1] = parent
    draft.path[n - 1] = path
    draft.depth[n - 1] = part === PART.section || section === 0 ? 0 : 1
    draft.record[n - 1] = record
  }
  const lines = Math.min(source.lines, most)
  for (let n = 1; n <= lines && counts.misfits <= mostMisfits; n++) {
    const line = source.line(n)
    const text = line.trim()
    if (open !== undefined) {
      if (text !== '') put(n, PART.text, open.line, -1)
      if (!stillOpen(open, text)) open = undefined
      continue
    }
    if (text === '') continue
    const first = text[0]!
    if (first === '#' || first === ';' || (first === '!' && section === 0)) {
      put(n, PART.comment, 0, -1)
      if (first === ';') counts.semicolons++
      continue
    }
    const head = first === '[' ? SECTION.exec(text) : null
    if (head !== null) {
      section = n
      const name = head[1]!.trim()
      /* Tables of an array are records of one sort. */
      sectionPath = draft.intern(-1, name)
      record = n
      seen = known.has(name) && !text.startsWith('[[') ? seen : new Set()
      known.add(name)
      put(n, PART.section, 0, sectionPath)
      draft.labelAt[n - 1] = line.indexOf(name)
      draft.labelEnd[n - 1] = line.indexOf(name) + name.length
      counts.sections++
      last = 0
      continue
    }
    const key = KEY.exec(text.slice(0, 400))
    if (key === null) {
      if (last > 0 && (line[0] === ' ' || line[0] === '\t') && section > 0) {
        put(n, PART.text, last, -1)
        counts.continued++
      } else {
        put(n, PART.misfit, section, -1)
        counts.misfits++
      }
      continue
    }
    const name = key[1]!
    put(n, PART.key, section, draft.intern(section === 0 ? -1 : -2, name))
    draft.labelAt[n - 1] = line.indexOf(name)
    draft.labelEnd[n - 1] = line.indexOf(name) + name.length
    draft.valueAt[n - 1] = line.indexOf(text) + key[0].length
    last = n
    counts.keys++
    if (seen.has(name)) counts.doubled++
    seen.add(name)
    if (BARE_KEY.test(name) && name === name.toUpperCase() && /[A-Z]/.test(name)) counts.upper++
    if (name.includes('.')) counts.dotted++
    if (key[2] === ':') counts.colons++
    const value = text.slice(key[0].length)
    if (TOML_VALUE.test(value)) counts.toml++
    open = openOf(value, n)
  }
  return { ...draft, counts }
}
