/** What this process was used for, in a word: V8 keeps the functions that ran, and the same use needs the same ones again. */
const words: string[] = []

/** Adds to the word: the verb first, then what it worked on. */
export const noteUse = (part: string | undefined): void => {
  if (part !== undefined && !words.includes(part)) words.push(part)
}

/** False for a mistake, which is not worth the room. */
export const usedFor = (): string | false => words.length > 0 && words.join(':')
