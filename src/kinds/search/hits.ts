/** One line of a search result: whose file, which line, and where the text begins. */

export interface Place {
  readonly path: string
  /** Line in that file; 0 where the tool printed none. */
  readonly line: number
  /** Offset of the text in the printed line. */
  readonly text: number
}

/** Longest path that is looked for, and separators that are tried: bounds for lines of minified code. */
const MAX_PATH = 600
const MAX_TRIES = 12

const isDigit = (code: number): boolean => code >= 48 && code <= 57

/** Offset behind the digits from `at`. */
const digitsEnd = (text: string, at: number): number => {
  let end = at
  while (isDigit(text.charCodeAt(end))) end++
  return end
}

/** `C:\` or `C:/`. */
const driveLength = (text: string): number => (/^[A-Za-z]:[\\/]/.test(text) ? 3 : 0)

/** Letters somewhere in the last part, and nothing that file names do not hold. */
const isPath = (path: string): boolean => {
  if (path.length === 0 || path.length > MAX_PATH) return false
  if (/^[\s"'`#>|*+=({[]|[\t"<>|]|:\/\/|[\s,;]$|\\n/.test(path)) return false
  const base = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  return /[^\s\d\p{P}]/u.test(base)
}

/** A space belongs to a path only when the rest looks like one. */
const isLikelyPath = (path: string): boolean => isPath(path) && (!path.includes(' ') || /[\\/]|\.\w{1,10}$/.test(path))

/** `12:30:45`, `T12:30:45Z`: a time, and no line of a file. */
const isTime = (text: string, colon: number, end: number): boolean =>
  end - colon === 3 &&
  isDigit(text.charCodeAt(colon - 1)) &&
  isDigit(text.charCodeAt(colon - 2)) &&
  isDigit(text.charCodeAt(end + 1))

/** `path:12:text`, or with a NUL behind the path as `grep -Z` prints. */
export const findHit = (text: string): Place | undefined => {
  const nul = text.indexOf('\0')
  if (nul > 0 && nul <= MAX_PATH) {
    const end = digitsEnd(text, nul + 1)
    const numbered = end > nul + 1 && end - nul < 11 && text[end] === ':'
    return { path: text.slice(0, nul), line: numbered ? Number(text.slice(nul + 1, end)) : 0, text: numbered ? end + 1 : nul + 1 }
  }
  const window = text.length > MAX_PATH + 20 ? text.slice(0, MAX_PATH + 20) : text
  let colon = window.indexOf(':', driveLength(window))
  for (let tries = 0; colon >= 0 && tries < MAX_TRIES; tries++) {
    const end = digitsEnd(window, colon + 1)
    if (end > colon + 1 && end - colon < 11 && window[end] === ':' && !isTime(window, colon, end)) {
      const path = window.slice(0, colon)
      return isLikelyPath(path) ? { path, line: Number(window.slice(colon + 1, end)), text: end + 1 } : undefined
    }
    colon = window.indexOf(':', colon + 1)
  }
  return undefined
}

/** A line of that file in a result: `path-12-text` around a hit, `path=9=text` for the function that holds it, or a hit. */
export const findNear = (text: string, path: string): (Place & { readonly hit: boolean }) | undefined => {
  if (!text.startsWith(path)) return undefined
  const mark = text[path.length]
  if (mark !== '-' && mark !== '=' && mark !== ':') return undefined
  const end = digitsEnd(text, path.length + 1)
  if (end === path.length + 1 || end - path.length > 11 || text[end] !== mark) return undefined
  return { path, line: Number(text.slice(path.length + 1, end)), text: end + 1, hit: mark === ':' }
}

/** `path:text` of a search without line numbers; the path must have a directory or an extension. */
export const findBare = (text: string): Place | undefined => {
  const colon = text.slice(0, MAX_PATH).indexOf(':', driveLength(text))
  if (colon <= 0) return undefined
  const path = text.slice(0, colon)
  if (path.includes(' ') || !isPath(path) || !/[\\/]|\.\w{1,10}$/.test(path)) return undefined
  return { path, line: 0, text: colon + 1 }
}

/** `12:text` or `12-text` under the name of a file, ` 12│text` as ast-grep prints; others do not indent numbers, but linters do. */
export const findNumbered = (
  text: string,
): { readonly line: number; readonly text: number; readonly hit: boolean } | undefined => {
  let from = 0
  while (text.charCodeAt(from) === 32 && from < 8) from++
  const end = digitsEnd(text, from)
  if (end === from || end - from > 10) return undefined
  const bar = text[end] === ' ' && text[end + 1] === '│' ? end + 1 : end
  const mark = text[bar]
  if (mark !== '│' && (from > 0 || (mark !== ':' && mark !== '-' && mark !== '='))) return undefined
  /* `12:30:45` and `2026-03-01` begin the lines of logs. */
  if (mark !== '│' && /^\d\d[:-]\d\d/.test(text.slice(bar + 1, bar + 6))) return undefined
  return { line: Number(text.slice(from, end)), text: bar + 1, hit: mark === ':' || mark === '│' }
}

/** A line that is nothing but the name of a file. */
export const isHeading = (text: string): boolean =>
  isLikelyPath(text) && !/[:;,]$|[(){}=]/.test(text) && (/[\\/.]/.test(text) || /^[\w-]+$/.test(text))

const JSON_PATH = /"(?:path":\{"text|file)":"((?:[^"\\]|\\.){1,1000})"/
const JSON_LINE = /"line_number":(\d{1,10})|"start":\{"line":(\d{1,10})/

/** A line of `rg --json` or `ast-grep --json=stream`; `type` is that of ripgrep, `match` for the other. */
export const findJson = (
  text: string,
): { readonly type: string; readonly path: string | undefined; readonly line: number } | undefined => {
  const own =
    /^\{"type":"(begin|match|context|end|summary)"/.exec(text)?.[1] ??
    (/^\{"data":\{"elapsed_total/.test(text) ? 'summary' : undefined)
  const other = own === undefined && text.startsWith('{"text":') && text.includes('"language":') && text.includes('"range":{')
  if (own === undefined && !other) return undefined
  const line = JSON_LINE.exec(text)
  return {
    type: own ?? 'match',
    path: JSON_PATH.exec(text)?.[1]?.replace(/\\(.)/g, '$1'),
    line: line === null ? 0 : Number(line[1] ?? line[2]),
  }
}
