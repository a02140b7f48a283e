/** When one line may stand for another: the own, independent reading of the fates `near` and `folded`. Linear in the lines. */

const ZERO = 0x30
const LOWER_X = 0x78

const DIGIT = 1
/** a to f. */
const HEX_LETTER = 2
const LETTER = 4
const SPACE = 8

/** What a char is, by its code: one load in the loops that read whole logs. */
const CLASS = new Uint8Array(0x10000)
for (let code = ZERO; code <= 0x39; code++) CLASS[code] = DIGIT
for (let code = 0x61; code <= 0x7a; code++) {
  CLASS[code] = code <= 0x66 ? LETTER | HEX_LETTER : LETTER
  CLASS[code - 0x20] = CLASS[code]!
}
for (const code of [9, 10, 11, 12, 13, 32]) CLASS[code] = SPACE

const HEX = DIGIT | HEX_LETTER
const ALNUM = DIGIT | LETTER

const isOf = (text: string, at: number, classes: number): boolean => (CLASS[text.charCodeAt(at)]! & classes) !== 0

/** A part of a text, [from, to). */
export interface Span {
  readonly text: string
  readonly from: number
  readonly to: number
}

const skip = (text: string, from: number, to: number, classes: number): number => {
  let at = from
  while (at < to && (CLASS[text.charCodeAt(at)]! & classes) !== 0) at++
  return at
}

const isAddress = ({ text, to }: Span, at: number): boolean =>
  at + 2 < to && text.charCodeAt(at) === ZERO && text.charCodeAt(at + 1) === LOWER_X && isOf(text, at + 2, HEX)

/** Equal but for the digits of `0x…` addresses. */
export const sameButAddresses = (a: Span, b: Span): boolean => {
  let i = a.from
  let j = b.from
  while (i < a.to && j < b.to) {
    if (isAddress(a, i) && isAddress(b, j)) {
      i = skip(a.text, i + 2, a.to, HEX)
      j = skip(b.text, j + 2, b.to, HEX)
    } else if (a.text.charCodeAt(i++) !== b.text.charCodeAt(j++)) return false
  }
  return i === a.to && j === b.to
}

/** Shorter runs of a to f are words. */
const HEX_CHARS = 4

const isHexRun = (text: string, from: number, to: number): boolean => to - from >= HEX_CHARS && skip(text, from, to, HEX) === to

const hasDigit = (text: string, from: number, to: number): boolean => skip(text, from, to, LETTER) < to

/** Runs of letters and digits that are equal but for digits, or both hexadecimal ids. */
const sameRun = (a: Span, i: number, iEnd: number, b: Span, j: number, jEnd: number): boolean => {
  const first = isAddress(a, i) && isAddress(b, j) ? 2 : 0
  if (first > 0) return skip(a.text, i + 2, iEnd, HEX) === iEnd && skip(b.text, j + 2, jEnd, HEX) === jEnd
  if (isHexRun(a.text, i, iEnd) && isHexRun(b.text, j, jEnd) && (hasDigit(a.text, i, iEnd) || hasDigit(b.text, j, jEnd)))
    return true
  let p = i
  let q = j
  while (p < iEnd && q < jEnd) {
    if (isOf(a.text, p, DIGIT) && isOf(b.text, q, DIGIT)) {
      p = skip(a.text, p, iEnd, DIGIT)
      q = skip(b.text, q, jEnd, DIGIT)
    } else if (a.text.charCodeAt(p++) !== b.text.charCodeAt(q++)) return false
  }
  return p === iEnd && q === jEnd
}

const isQuote = (text: string, at: number, from: number): boolean => {
  const code = text.charCodeAt(at)
  if (code === 0x22 || code === 0x60) return true
  /* An apostrophe inside a word quotes nothing. */
  return code === 0x27 && (at === from || !isOf(text, at - 1, ALNUM))
}

/** Offset behind the quoted string that begins at `at`, or `at + 1` when it does not close. */
const quotedEnd = (text: string, at: number, to: number): number => {
  const quote = text.charCodeAt(at)
  let end = at + 1
  while (end < to && text.charCodeAt(end) !== quote) end++
  return end < to ? end + 1 : at + 1
}

/** Whether [i, iEnd) of a and [j, jEnd) of b are equal but for digits, hexadecimal ids and what stands in quotes. */
const sameMasked = (a: Span, i: number, iEnd: number, b: Span, j: number, jEnd: number, quotes: boolean): boolean => {
  let p = i
  let q = j
  while (p < iEnd && q < jEnd) {
    if (isOf(a.text, p, ALNUM) && isOf(b.text, q, ALNUM)) {
      const runEnd = skip(a.text, p, iEnd, ALNUM)
      const otherEnd = skip(b.text, q, jEnd, ALNUM)
      if (!sameRun(a, p, runEnd, b, q, otherEnd)) return false
      p = runEnd
      q = otherEnd
    } else if (a.text.charCodeAt(p) !== b.text.charCodeAt(q)) return false
    else {
      const quoted = quotes && isQuote(a.text, p, a.from) && isQuote(b.text, q, b.from)
      p = quoted ? quotedEnd(a.text, p, iEnd) : p + 1
      q = quoted ? quotedEnd(b.text, q, jEnd) : q + 1
    }
  }
  return p === iEnd && q === jEnd
}

/** Offset behind the token at `from`: up to white space outside of quotes. */
const tokenEnd = ({ text, from: start, to }: Span, from: number): number => {
  let at = from
  while (at < to && !isOf(text, at, SPACE)) at = isQuote(text, at, start) ? quotedEnd(text, at, to) : at + 1
  return at
}

/** Starts and ends of a line's tokens. */
const tokensOf = (span: Span): number[] => {
  const bounds: number[] = []
  let at = skip(span.text, span.from, span.to, SPACE)
  while (at < span.to) {
    const end = tokenEnd(span, at)
    bounds.push(at, end)
    at = skip(span.text, end, span.to, SPACE)
  }
  return bounds
}

const alikeTokens = (a: Span, b: Span): boolean => {
  const left = tokensOf(a)
  const right = tokensOf(b)
  const longer = Math.max(left.length, right.length) / 2
  const shorter = Math.min(left.length, right.length) / 2
  const same = (i: number, j: number): boolean =>
    sameMasked(a, left[2 * i]!, left[2 * i + 1]!, b, right[2 * j]!, right[2 * j + 1]!, true)
  let equal = 0
  if (longer === shorter) {
    for (let i = 0; i < longer; i++) if (same(i, i)) equal++
  } else {
    /* With a different number of tokens only those before and behind the difference stand for each other. */
    while (equal < shorter && same(equal, equal)) equal++
    const head = equal
    while (equal < shorter && same(left.length / 2 - 1 - (equal - head), right.length / 2 - 1 - (equal - head))) equal++
  }
  return (longer - equal) * 2 <= longer
}

/** Equal but for digit runs at the same places: what most folded lines are. */
const sameButDigits = (a: Span, b: Span): boolean => {
  const left = a.text
  const right = b.text
  let i = a.from
  let j = b.from
  while (i < a.to && j < b.to) {
    const code = left.charCodeAt(i)
    const other = right.charCodeAt(j)
    if ((CLASS[code]! & CLASS[other]! & DIGIT) !== 0) {
      i = skip(left, i + 1, a.to, DIGIT)
      j = skip(right, j + 1, b.to, DIGIT)
    } else if (code === other) {
      i++
      j++
    } else return false
  }
  return i === a.to && j === b.to
}

/**
 * The same question as a pattern, for a line that stands for thousands: an order of magnitude faster. Sticky; digits and what
 * follows them never overlap, so it cannot backtrack beyond linear time.
 */
export const digitsPattern = (line: string): RegExp =>
  new RegExp(line.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&').replaceAll(/[0-9]+/g, '[0-9]+'), 'y')

/**
 * Lines of one shape: equal but for digits, hexadecimal ids and quoted strings, or with at most half of their tokens different.
 */
export const sameShape = (a: Span, b: Span): boolean =>
  sameButDigits(a, b) || sameMasked(a, a.from, a.to, b, b.from, b.to, false) || alikeTokens(a, b)
