/**
 * Code-aware words: what a query and a line have in common when one says `parse config` and the other `parseConfigFile`,
 * `parse_config` or `src/parse-config.ts`. Independent of the locale; every char is read a fixed number of times.
 */

/**
 * The form of a word inside a text:
 * `part` one camelCase, snake_case or kebab-case piece, or a run of digits; `name` a whole identifier of several parts;
 * `path` names joined by `.`, `/` or `\`; of a script that is written without spaces, `bigram` two neighbours, `char` one
 * of several, `lone` a char without a neighbour.
 */
export type WordForm = 'part' | 'name' | 'path' | 'bigram' | 'char' | 'lone'

/** Receives one word as [from, to) of the scanned text. */
export type WordVisitor = (from: number, to: number, form: WordForm) => void

const NONE = 0
const LOWER = 1
const UPPER = 2
const DIGIT = 3
const UNSPACED = 4

const LETTER = /\p{L}|\p{M}/u
const CAPITAL = /\p{Lu}|\p{Lt}/u
const NUMBER = /\p{N}/u
const NON_ASCII = /[^\0-\x7f]/

/** Scripts without spaces between words, as [from, to] code points: Thai to Lao, Myanmar, Khmer, kana, Han, Hangul. */
const UNSPACED_RANGES = [
  0x0e00, 0x0eff, 0x1000, 0x109f, 0x1780, 0x17ff, 0x3005, 0x3007, 0x3040, 0x30ff, 0x3400, 0x9fff, 0xac00, 0xd7af, 0xf900, 0xfaff,
  0x20000, 0x3ffff,
]

const isUnspaced = (code: number): boolean => {
  for (let i = 0; i < UNSPACED_RANGES.length; i += 2)
    if (code >= UNSPACED_RANGES[i]! && code <= UNSPACED_RANGES[i + 1]!) return true
  return false
}

const ASCII = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code >= 97 && code <= 122) return LOWER
  if (code >= 65 && code <= 90) return UPPER
  return code >= 48 && code <= 57 ? DIGIT : NONE
})

const classOf = (code: number): number => (code < 128 ? ASCII[code]! : classOfOther(code))

const classOfOther = (code: number): number => {
  if (code >= 0xd800 && code <= 0xdfff) return NONE
  const char = String.fromCodePoint(code)
  if (NUMBER.test(char)) return DIGIT
  if (!LETTER.test(char)) return NONE
  if (isUnspaced(code)) return UNSPACED
  return CAPITAL.test(char) ? UPPER : LOWER
}

const codeAt = (text: string, at: number): number => {
  const unit = text.charCodeAt(at)
  return unit < 0xd800 ? unit : text.codePointAt(at)!
}
const widthOf = (code: number): number => (code > 0xffff ? 2 : 1)
const isNameJoiner = (code: number): boolean => code === 95 || code === 45
const isPathJoiner = (code: number): boolean => code === 46 || code === 47 || code === 92
const isNameChar = (kind: number): boolean => kind >= LOWER && kind <= DIGIT

/** Whether a new part begins between two chars of a name: `aB`, `a1`, `1a`. */
const isBoundary = (before: number, after: number): boolean =>
  (before === LOWER && after === UPPER) || (before === DIGIT) !== (after === DIGIT)

/** Visits the parts of the letters and digits that begin at `from`; returns their end. */
const scanParts = (text: string, from: number, visit: WordVisitor): number => {
  let partFrom = from
  let lastAt = from
  let last = NONE
  let at = from
  while (at < text.length) {
    const code = codeAt(text, at)
    const kind = classOf(code)
    if (!isNameChar(kind)) break
    if (last !== NONE && isBoundary(last, kind)) {
      visit(partFrom, at, 'part')
      partFrom = at
    } else if (last === UPPER && kind === LOWER && lastAt > partFrom) {
      // The last capital of `HTTPServer` belongs to the word behind it.
      visit(partFrom, lastAt, 'part')
      partFrom = lastAt
    }
    lastAt = at
    last = kind
    at += widthOf(code)
  }
  visit(partFrom, at, 'part')
  return at
}

/** Visits a name and its parts; returns its end. */
const scanName = (text: string, from: number, visit: WordVisitor): number => {
  let parts = 0
  const counted: WordVisitor = (a, b, form) => {
    parts++
    visit(a, b, form)
  }
  let end = scanParts(text, from, counted)
  for (;;) {
    let next = end
    while (next < text.length && isNameJoiner(text.charCodeAt(next))) next++
    if (next === end || next >= text.length || !isNameChar(classOf(codeAt(text, next)))) break
    end = scanParts(text, next, counted)
  }
  if (parts > 1) visit(from, end, 'name')
  return end
}

/** Visits a path, its base name, its names and their parts; returns its end. */
const scanPath = (text: string, from: number, visit: WordVisitor): number => {
  let names = 1
  let base = from
  let end = scanName(text, from, visit)
  while (end + 1 < text.length && isPathJoiner(text.charCodeAt(end)) && isNameChar(classOf(codeAt(text, end + 1)))) {
    if (text.charCodeAt(end) !== 46) base = end + 1
    end = scanName(text, end + 1, visit)
    names++
  }
  if (names > 1) visit(from, end, 'path')
  if (base > from) visit(base, end, 'path')
  return end
}

const scanUnspaced = (text: string, from: number, visit: WordVisitor): number => {
  let before = -1
  let at = from
  while (at < text.length) {
    const code = codeAt(text, at)
    if (classOf(code) !== UNSPACED) break
    const end = at + widthOf(code)
    if (before >= 0) {
      if (before === from) visit(before, at, 'char')
      visit(at, end, 'char')
      visit(before, end, 'bigram')
    }
    before = at
    at = end
  }
  if (before === from) visit(from, at, 'lone')
  return at
}

/** Full-width and other compatibility forms become the usual ones; scan the result, not the line. */
export const foldWidth = (line: string): string => (NON_ASCII.test(line) ? line.normalize('NFKC') : line)

/** Visits every word of a text that went through `foldWidth`, in order of their ends. */
export const scanWords = (text: string, visit: WordVisitor): void => {
  let at = 0
  while (at < text.length) {
    const code = codeAt(text, at)
    const kind = classOf(code)
    if (kind === NONE) at += widthOf(code)
    else at = kind === UNSPACED ? scanUnspaced(text, at, visit) : scanPath(text, at, visit)
  }
}

/** Without case in every script, whatever the locale: `Σ`, `σ` and `ς` are one, `ß` is `ss`. */
const foldCase = (word: string): string =>
  NON_ASCII.test(word) ? word.toUpperCase().toLowerCase().replaceAll('ς', 'σ') : word.toLowerCase()

const dropSuffix = (word: string, suffix: string, rest: number): string =>
  word.length >= suffix.length + rest && word.endsWith(suffix) ? word.slice(0, -suffix.length) : word

const undouble = (word: string): string => {
  const last = word.at(-1)
  return last !== undefined && last === word.at(-2) && !'lsz'.includes(last) ? word.slice(0, -1) : word
}

/** One stem for `fail fails failed failing failure`, for `cache caches cached`, for `assert assertion`. */
const stem = (word: string): string => {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word
  const one = word.endsWith('ies') ? `${word.slice(0, -3)}y` : /(?:ss|us|is)$/.test(word) ? word : dropSuffix(word, 's', 3)
  const verb = dropSuffix(dropSuffix(one, 'ing', 3), 'ed', 3)
  if (verb !== one) return dropSuffix(undouble(verb), 'e', 3)
  const noun = dropSuffix(one, 'ure', 4)
  return dropSuffix(/[st]ion$/.test(noun) ? dropSuffix(noun, 'ion', 4) : noun, 'e', 3)
}

/** What two equal words have in common: no case, stem of a part, no joiners in a name, `/` in a path. */
export const termOf = (text: string, from: number, to: number, form: WordForm): string => {
  const word = foldCase(text.slice(from, to))
  if (form === 'part') return stem(word)
  if (form === 'name') return word.replace(/[-_]/g, '')
  return form === 'path' ? word.replaceAll('\\', '/') : word
}

/** All terms of a text, in order; for tests and small texts. */
export const termsOf = (text: string): string[] => {
  const folded = foldWidth(text)
  const terms: string[] = []
  scanWords(folded, (from, to, form) => terms.push(termOf(folded, from, to, form)))
  return terms
}

const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about all an and any are as at be been but by can could d did do does don doesn didn for from get give had has have how i if in
  into is isn it its ll m me my no not of on or our out please re s show so t tell than that the their them then there these they this
  those to us ve was we were what when where which who whose why will with would you your`.split(/\s+/),
)

/** Distinct terms of a query without words that only ask; with them when there is nothing else. */
export const queryTerms = (query: string): string[] => {
  const folded = foldWidth(query)
  const asking: string[] = []
  const telling: string[] = []
  scanWords(folded, (from, to, form) => {
    // A char of a longer run says less than the pairs it stands in.
    if (form === 'char') return
    const isAsking = form === 'part' && STOP_WORDS.has(foldCase(folded.slice(from, to)))
    ;(isAsking ? asking : telling).push(termOf(folded, from, to, form))
  })
  return [...new Set(telling.length > 0 ? telling : asking)]
}
