/** Which lines detection looks at: a bounded number, from the start, the middle and the end. */

const START = 160
const LATER = 60

/** Line numbers, ascending; all lines of a short source. */
export const sampleLines = (lines: number): number[] => {
  if (lines <= START + 2 * LATER) return Array.from({ length: lines }, (_, i) => i + 1)
  const middle = Math.max(START + 1, Math.floor(lines / 2) - LATER / 2)
  const end = Math.max(middle + LATER, lines - LATER + 1)
  const run = (from: number, length: number): number[] =>
    Array.from({ length: Math.max(0, Math.min(length, lines - from + 1)) }, (_, i) => from + i)
  return [...run(1, START), ...run(middle, LATER), ...run(end, LATER)]
}

/** Share of the sampled lines with text for which `is` holds; 0 when there are none, and as soon as it must be less than `least`. */
export const shareOf = (
  lines: readonly number[],
  text: (n: number) => string,
  is: (text: string, n: number) => boolean,
  least = 0,
): number => {
  let written = 0
  let found = 0
  let left = lines.length
  for (const n of lines) {
    const line = text(n)
    left--
    if (line.trim() === '') continue
    written++
    if (is(line, n)) found++
    else if (found + left < least * (written + left)) return 0
  }
  return written === 0 ? 0 : found / written
}
