/** Tells text written for people from the output of tools. */

const SAMPLE = 40_000

/* The patterns stand in functions: to make one with letters of all scripts costs a hook that never meets prose some of its time. */

const wordsIn = (line: string): readonly string[] | null => line.match(/[\p{L}'’]{2,}/gu)

/** What a log has and a paragraph has not: a time, a level, a place in a file. */
const isLogged = (line: string): boolean =>
  /^\s*(?:[[{(<]|\d{4}-\d\d|\d\d:\d\d|[A-Z]{4,}\b|at\s+\S+[:(])|\.\w{1,5}[:(]\d|\b(?:error|warning|failed)\b[^.]{0,20}[:([]/iu.test(
    line,
  )

/** Sentences: eight words or more, mostly letters, an end that sentences have or a length that lines of logs rarely have. */
const isSentence = (line: string): boolean => {
  if (isLogged(line.slice(0, 200))) return false
  const words = wordsIn(line.slice(0, 2000))
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
