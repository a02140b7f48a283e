/** Times as logs write them. Each matcher returns the offset behind the time itself; values are checked, so `99:99:99` is no time. */
import {
  COLON,
  COMMA,
  codeAt,
  DOT,
  digits,
  type Matcher,
  MINUS,
  NONE,
  PLUS,
  SLASH,
  SPACE,
  skipDigits,
  skipSpaces,
  within,
} from './prefix-chars.ts'

const fraction = (text: string, at: number, to: number): number => {
  const mark = codeAt(text, at, to)
  if (mark !== DOT && mark !== COMMA) return at
  const end = skipDigits(text, at + 1, to)
  // One or two digits behind a comma are the next field of a table.
  return end - at > (mark === COMMA ? 3 : 1) ? end : at
}

const offsetZone = (text: string, at: number, to: number): number => {
  const sign = codeAt(text, at, to)
  if ((sign !== PLUS && sign !== MINUS) || !within(digits(text, at + 1, to, 2), 0, 15)) return at
  const minutes = at + (codeAt(text, at + 3, to) === COLON ? 4 : 3)
  return within(digits(text, minutes, to, 2), 0, 59) ? minutes + 2 : at + 3
}

const zone = (text: string, at: number, to: number): number => {
  const code = codeAt(text, at, to)
  if (code === 0x5a || code === 0x7a) return at + 1
  if (code !== SPACE) return offsetZone(text, at, to)
  if (at + 4 <= to && (text.startsWith('UTC', at + 1) || text.startsWith('GMT', at + 1))) return at + 4
  const numeric = offsetZone(text, at + 1, to)
  return numeric >= at + 6 ? numeric : at
}

/** `12:00:00`, with a fraction, AM or PM, and a zone where they are. */
export const clock: Matcher = (text, at, to) => {
  if (!within(digits(text, at, to, 2), 0, 23) || codeAt(text, at + 2, to) !== COLON) return NONE
  if (!within(digits(text, at + 3, to, 2), 0, 59) || codeAt(text, at + 5, to) !== COLON) return NONE
  if (!within(digits(text, at + 6, to, 2), 0, 60)) return NONE
  const end = fraction(text, at + 8, to)
  const halfDay = end + 3 <= to && (text.startsWith(' AM', end) || text.startsWith(' PM', end)) ? end + 3 : end
  return zone(text, halfDay, to)
}

/** `2024-05-01T12:00:00.123Z`, `2024-05-01 12:00:00,123`, `2024/05/01 12:00:00`. */
export const isoTime: Matcher = (text, at, to) => {
  const mark = codeAt(text, at + 4, to)
  if ((mark !== MINUS && mark !== SLASH && mark !== DOT) || codeAt(text, at + 7, to) !== mark) return NONE
  if (digits(text, at, to, 4) === NONE || !within(digits(text, at + 5, to, 2), 1, 12)) return NONE
  if (!within(digits(text, at + 8, to, 2), 1, 31)) return NONE
  const between = codeAt(text, at + 10, to)
  return between === 0x54 || between === SPACE || between === 0x74 ? clock(text, at + 11, to) : NONE
}

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec'
const DAYS = 'MonTueWedThuFriSatSun'
const abbreviates = (names: string, text: string, at: number, to: number): boolean => {
  if (at + 3 > to) return false
  for (let i = 0; i < names.length; i += 3) {
    if (
      text.charCodeAt(at) === names.charCodeAt(i) &&
      text.charCodeAt(at + 1) === names.charCodeAt(i + 1) &&
      text.charCodeAt(at + 2) === names.charCodeAt(i + 2)
    )
      return true
  }
  return false
}

/** `01/May/2024:12:00:00 +0000`, `01-May-2024 12:00:00.123`, `01/05/2024 12:00:00`. */
export const dayFirstTime: Matcher = (text, at, to) => {
  const mark = codeAt(text, at + 2, to)
  if ((mark !== SLASH && mark !== MINUS && mark !== DOT) || !within(digits(text, at, to, 2), 1, 31)) return NONE
  const year = at + (abbreviates(MONTHS, text, at + 3, to) ? 7 : 6)
  if (year === at + 6 && !within(digits(text, at + 3, to, 2), 1, 31)) return NONE
  if (codeAt(text, year - 1, to) !== mark || digits(text, year, to, 4) === NONE) return NONE
  const between = codeAt(text, year + 4, to)
  return between === COLON || between === SPACE ? clock(text, year + 5, to) : NONE
}

/** `05-01 12:00:00.123`, as Android writes it. */
export const monthDayTime: Matcher = (text, at, to) => {
  if (!within(digits(text, at, to, 2), 1, 12) || codeAt(text, at + 2, to) !== MINUS) return NONE
  if (!within(digits(text, at + 3, to, 2), 1, 31) || codeAt(text, at + 5, to) !== SPACE) return NONE
  return clock(text, at + 6, to)
}

/** `Nov  1 12:00:00`. */
export const syslogTime: Matcher = (text, at, to) => {
  if (!abbreviates(MONTHS, text, at, to) || codeAt(text, at + 3, to) !== SPACE) return NONE
  const day = skipSpaces(text, at + 4, Math.min(to, at + 5))
  const end = skipDigits(text, day, Math.min(to, day + 2))
  return end > day && codeAt(text, end, to) === SPACE ? clock(text, end + 1, to) : NONE
}

/** `Wed Oct 11 14:32:52.123456 2000`; the year may be missing. */
export const weekdayTime: Matcher = (text, at, to) => {
  if (!abbreviates(DAYS, text, at, to) || codeAt(text, at + 3, to) !== SPACE) return NONE
  const end = syslogTime(text, at + 4, to)
  return end !== NONE && codeAt(text, end, to) === SPACE && digits(text, end + 1, to, 4) !== NONE ? end + 5 : end
}

/** Epoch seconds, milliseconds or microseconds of this century, or the seconds since boot of a kernel log. */
export const seconds: Matcher = (text, at, to) => {
  const first = skipSpaces(text, at, to)
  const end = skipDigits(text, first, to)
  const size = end - first
  const fractionEnd = codeAt(text, end, to) === DOT ? skipDigits(text, end + 1, to) : end
  if (first === at && (size === 10 || size === 13 || size === 16) && text.charCodeAt(first) === 0x31) return fractionEnd
  return size > 0 && fractionEnd - end === 7 ? fractionEnd : NONE
}
