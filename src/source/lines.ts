/** Where the lines of a text begin. A line ends behind its LF; what stands behind the last one is a line too, unless it is empty. */

/** Offsets of the first char of each line, and the length of the text behind them. */
export const lineStarts = (text: string): Int32Array => {
  let starts = new Int32Array(Math.max(16, (text.length >> 5) + 2))
  let lines = 0
  for (let at = 0; at < text.length; ) {
    if (lines + 2 > starts.length) {
      const larger = new Int32Array(starts.length * 2)
      larger.set(starts)
      starts = larger
    }
    starts[lines++] = at
    const lf = text.indexOf('\n', at)
    at = lf < 0 ? text.length : lf + 1
  }
  starts[lines] = text.length
  return starts.subarray(0, lines + 1)
}

/** The lines with their line ends: joined they are the text. */
export const linesWithEnds = (text: string): string[] => {
  const starts = lineStarts(text)
  return Array.from({ length: starts.length - 1 }, (_, i) => text.slice(starts[i], starts[i + 1]))
}
