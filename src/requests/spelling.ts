/**
 * How a JSON string is spelled. A replacement is spelled as the string it replaces was: what that one escaped is escaped
 * the same way (`\/` by PHP, `\u003c` by Go, `\u00e9` by Python), what it kept raw stays raw.
 */

/** The text of a string span without its quotes. The span must be valid JSON. */
export const decodeSpelling = (raw: string): string => (raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw)

interface Style {
  /** The first spelling of each char code that the original escapes; surrogates are left out, since they come in pairs. */
  readonly escapes: ReadonlyMap<number, string>
  readonly escapesNonAscii: boolean
  readonly upperCase: boolean
}

const NON_ASCII = /[^\0-\x7f]/
const HEX_LETTER = /[A-Fa-f]/
const ESCAPED_PAIR = /\\u[Dd][89ABab][0-9A-Fa-f]{2}\\u[Dd][C-Fc-f]/
const SHORT: ReadonlyMap<string, number> = new Map(
  Object.entries({ '"': 34, '\\': 92, '/': 47, b: 8, f: 12, n: 10, r: 13, t: 9 }),
)

const isHigh = (code: number): boolean => code >= 0xd800 && code < 0xdc00
const isLow = (code: number): boolean => code >= 0xdc00 && code < 0xe000

const PLAIN_STYLE: Style = { escapes: new Map(), escapesNonAscii: false, upperCase: false }

const readStyle = (raw: string): Style => {
  // The escapes left are those that JSON gives the char anyway.
  if (!raw.includes('\\u') && !raw.includes('\\/')) return PLAIN_STYLE
  const escapes = new Map<number, string>()
  let escapedNonAscii = false
  let upperCase: boolean | undefined
  for (let at = raw.indexOf('\\'); at >= 0; ) {
    const short = SHORT.get(raw[at + 1]!)
    const spelling = raw.slice(at, at + (short === undefined ? 6 : 2))
    const hex = short === undefined ? spelling.slice(2) : ''
    const code = short ?? Number.parseInt(hex, 16)
    if (!isHigh(code) && !isLow(code)) {
      if (!escapes.has(code)) escapes.set(code, spelling)
      escapedNonAscii ||= code > 127
    }
    if (HEX_LETTER.test(hex)) upperCase ??= hex === hex.toUpperCase()
    at = raw.indexOf('\\', at + spelling.length)
  }
  const escapesNonAscii = !NON_ASCII.test(raw) && (escapedNonAscii || ESCAPED_PAIR.test(raw))
  return { escapes, escapesNonAscii, upperCase: upperCase ?? false }
}

const longEscape = (code: number, style: Style): string => {
  const hex = code.toString(16).padStart(4, '0')
  return `\\u${style.upperCase ? hex.toUpperCase() : hex}`
}

/** One char that is no surrogate. */
const spell = (code: number, style: Style): string => {
  const seen = style.escapes.get(code)
  if (seen !== undefined) return seen
  const char = String.fromCharCode(code)
  if (code > 127) return style.escapesNonAscii ? longEscape(code, style) : char
  if (code >= 32) return code === 34 || code === 92 ? `\\${char}` : char
  const standard = JSON.stringify(char).slice(1, -1)
  return standard.length === 2 ? standard : longEscape(code, style)
}

/**
 * Spells a text as a JSON string without its quotes, in the style of the raw span `like`. Half a surrogate pair is always
 * escaped, since UTF-8 cannot hold it.
 */
export const encodeSpelling = (text: string, like: string): string => {
  const style = readStyle(like)
  const pieces: string[] = []
  let plain = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 32 && code < 128 && code !== 34 && code !== 92 && !style.escapes.has(code)) continue
    pieces.push(text.slice(plain, at))
    if (isHigh(code) && isLow(text.charCodeAt(at + 1))) {
      const pair = text.slice(at, at + 2)
      pieces.push(style.escapesNonAscii ? longEscape(code, style) + longEscape(pair.charCodeAt(1), style) : pair)
      at++
    } else {
      pieces.push(isHigh(code) || isLow(code) ? longEscape(code, style) : spell(code, style))
    }
    plain = at + 1
  }
  pieces.push(text.slice(plain))
  return pieces.join('')
}
