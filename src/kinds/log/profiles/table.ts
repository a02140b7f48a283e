/**
 * Many patterns tried on one line: those that its first char, or a text that they need, rules out are not tried, and so are not even
 * compiled.
 */

export interface Entry<T> {
  readonly pattern: RegExp
  readonly value: T
}

/** Index behind the group or class that opens at `at`; or of the bar of that group behind `at`, whichever comes first. */
const skip = (source: string, at: number, bars: boolean): number => {
  let depth = bars ? 1 : 0
  let inClass = false
  for (let i = at; i < source.length; i++) {
    const c = source[i]!
    if (c === '\\') i++
    else if (inClass) inClass = c !== ']'
    else if (c === '[') inClass = true
    else if (c === '(') depth++
    else if (c === ')') depth--
    else if (bars && depth === 1 && c === '|') return i
    if (depth === 0 && !inClass) return bars ? i : i + 1
  }
  return source.length
}

const DIGITS = '0123456789'
const isOptional = (c: string | undefined): boolean => c === '?' || c === '*' || c === '{'
const SPECIAL = '[](){}.^$|*+?'

/** The chars with which a match of what stands at `at` begins; '' when it may be any. */
const startAt = (source: string, at: number): string => {
  const c = source[at]
  if (c === undefined || SPECIAL.includes(c)) return ''
  if (c !== '\\') {
    const char = String.fromCodePoint(source.codePointAt(at)!)
    return isOptional(source[at + char.length]) ? '' : char
  }
  const escaped = source[at + 1]!
  if (isOptional(source[at + 2])) return ''
  return escaped === 'd' ? DIGITS : /\w/.test(escaped) ? '' : escaped
}

/** The chars that a match can begin with; '' when it may be any. Patterns have no bar outside of a group. */
export const firstChars = ({ source, flags }: RegExp): string => {
  if (source[0] !== '^' || flags.includes('i')) return ''
  if (!source.startsWith('^(?:')) return startAt(source, 1)
  let chars = ''
  for (let at = 4; ; ) {
    const own = startAt(source, at)
    if (own === '') return ''
    chars += own
    const end = skip(source, at, true)
    if (source[end] !== '|') return isOptional(source[end + 1]) ? '' : chars
    at = end + 1
  }
}

/** How a pattern's part is repeated: the index behind that, and whether it must be there. */
const repeat = (source: string, at: number): readonly [end: number, must: boolean, once: boolean] => {
  const c = source[at]
  if (c === undefined || !'*+?{'.includes(c)) return [at, true, true]
  const end = c === '{' ? source.indexOf('}', at) + 1 : at + 1
  return [source[end] === '?' ? end + 1 : end, c === '+' || (c === '{' && source[at + 1] !== '0'), false]
}

/** A text that each match holds: the longest that stands in the pattern as it is; '' when there is none. */
export const neededText = ({ source, flags }: RegExp): string => {
  if (flags.includes('i')) return ''
  let best = ''
  let run = ''
  for (let i = 0; i < source.length; ) {
    const c = source[i]!
    if (c === '|') return ''
    const isGroup = c === '(' || c === '['
    const end = isGroup ? skip(source, i, false) : i + (c === '\\' ? 2 : 1)
    const text = c === '\\' ? source[i + 1]! : c
    const isText = !isGroup && (c === '\\' ? !/\w/.test(text) : c !== '.' && c !== '^' && c !== '$')
    const [next, must, once] = repeat(source, end)
    run = isText && must ? run + text : ''
    if (run.length > best.length) best = run
    if (!once) run = ''
    i = next
  }
  return best
}

interface Ready<T> {
  readonly entry: Entry<T>
  readonly starts: string
  /** Found out when the entry is first looked at. */
  needs: string | undefined
}

/** Tries the entries in order; `visit` says whether to go on. */
export type Table<T> = (text: string, visit: (entry: Entry<T>) => boolean) => void

export const createTable = <T>(entries: readonly Entry<T>[]): Table<T> => {
  const all = entries.map((entry): Ready<T> => ({ entry, starts: firstChars(entry.pattern), needs: undefined }))
  const lists = new Map<string, readonly Ready<T>[]>()
  const listFor = (first: string): readonly Ready<T>[] => {
    const known = lists.get(first)
    if (known !== undefined) return known
    const list = all.filter(({ starts }) => starts === '' || (first !== '' && starts.includes(first)))
    lists.set(first, list)
    return list
  }
  return (text, visit) => {
    const code = text.codePointAt(0)
    for (const ready of listFor(code === undefined ? '' : String.fromCodePoint(code))) {
      const { entry } = ready
      ready.needs ??= neededText(entry.pattern)
      if ((ready.needs === '' || text.includes(ready.needs)) && entry.pattern.test(text) && !visit(entry)) return
    }
  }
}
