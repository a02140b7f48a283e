/** The view of a line: what a terminal shows of it in the end. */

/** The text of a line (no line end) without ANSI sequences and with the last frame of a redrawn line. */
export const viewOf = (line: string): string => line
