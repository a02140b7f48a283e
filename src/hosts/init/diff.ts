/** What an edit changes, line by line, for a person who is asked. Lines that stay are not shown: they may hold secrets. */

interface Change {
  readonly removed: readonly string[]
  readonly added: readonly string[]
  /** Line of the new text, from 1, where the added lines begin. */
  readonly line: number
}

/** Lengths of the longest common subsequences of all pairs of endings. */
const commonEndings = (a: readonly string[], b: readonly string[]): readonly Uint32Array[] => {
  const table = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1))
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      table[i]![j] = a[i] === b[j] ? table[i + 1]![j + 1]! + 1 : Math.max(table[i + 1]![j]!, table[i]![j + 1]!)
    }
  }
  return table
}

const MOST_LINES = 2000

/** Runs of lines that differ. A very long middle counts as one. */
const compare = (a: readonly string[], b: readonly string[], from: number): readonly Change[] => {
  if (a.length > MOST_LINES || b.length > MOST_LINES) return [{ removed: a, added: b, line: from + 1 }]
  const table = commonEndings(a, b)
  const changes: Change[] = []
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    const [startA, startB] = [i, j]
    while ((i < a.length || j < b.length) && a[i] !== b[j]) {
      if (j >= b.length || (i < a.length && table[i + 1]![j]! >= table[i]![j + 1]!)) i++
      else j++
    }
    if (i > startA || j > startB)
      changes.push({ removed: a.slice(startA, i), added: b.slice(startB, j), line: from + startB + 1 })
    i++
    j++
  }
  return changes
}

/** `line 12:`, then lines with `-` and `+`. Empty when the texts are equal. */
export const formatChange = (before: string, after: string): string => {
  const split = (text: string): string[] => (text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/))
  const [a, b] = [split(before), split(after)]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const changes = compare(a.slice(start, a.length - end), b.slice(start, b.length - end), start)
  return changes
    .flatMap(({ removed, added, line }) => [
      `line ${line}:`,
      ...removed.map((text) => `- ${text}`),
      ...added.map((text) => `+ ${text}`),
    ])
    .map((text) => `${text}\n`)
    .join('')
}
