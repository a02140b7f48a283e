/** Tells text written for people from the output of tools. */

const SAMPLE = 40_000
const WORDS = /[\p{L}'’]{2,}/gu
/** What a log has and a paragraph has not: a time, a level, a place in a file. */
const LOGGED =
  /^\s*(?:[[{(<]|\d{4}-\d\d|\d\d:\d\d|[A-Z]{4,}\b|at\s+\S+[:(])|\.\w{1,5}[:(]\d|\b(?:error|warning|failed)\b[^.]{0,20}[:([]/iu

/** Sentences: eight words or more, mostly letters, an end that sentences have or a length that lines of logs rarely have. */
const isSentence = (line: string): boolean => {
  if (LOGGED.test(line.slice(0, 200))) return false
  const words = line.slice(0, 2000).match(WORDS)
  if (words === null || words.length < 8) return false
  const letters = words.reduce((sum, word) => sum + word.length, 0)
  return letters / Math.min(line.length, 2000) > 0.65
}

/** Whether more than half of a text, by characters, is sentences. Looks at the first 40,000 characters. */
export const isProse = (text: string): boolean => {
  let [prose, all] = [0, 0]
  for (const line of text.slice(0, SAMPLE).split('\n')) {
    const size = line.trim().length
    all += size
    if (size > 0 && isSentence(line)) prose += size
  }
  return all > 0 && prose / all > 0.5
}
