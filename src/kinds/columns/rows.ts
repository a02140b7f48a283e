/** Rows of cells in few lines: `a,1; b,2; c,3`. Cells hold no `;` outside of quotes, so that `; ` ends a row. */

/** A line takes rows until it has this many chars. */
const LINE_CHARS = 110

export interface PackedLine {
  readonly text: string
  /** Index of its first row. */
  readonly from: number
}

/** Joins rows to lines. */
export const packRows = (rows: readonly string[]): PackedLine[] => {
  const lines: PackedLine[] = []
  let from = 0
  let chars = 0
  rows.forEach((row, i) => {
    chars += row.length + 2
    if (chars < LINE_CHARS && i + 1 < rows.length) return
    lines.push({ text: rows.slice(from, i + 1).join('; '), from })
    from = i + 1
    chars = 0
  })
  return lines
}
