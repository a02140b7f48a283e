/** The line that tells a person, on a terminal, what the command is doing. */

export interface ProgressFacts {
  readonly ms: number
  readonly lines: number
  /** The piece of output that came last. */
  readonly last: Buffer
  /** Width of the terminal. */
  readonly columns: number
}

const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/** The last line that says something, as plain text; a question without a line end is such a line. */
const lastLineOf = (piece: Buffer): string => {
  const text = piece.subarray(-4096).toString('utf8').replace(ESCAPES, '')
  const lines = text.split(/[\r\n]/).map((line) => line.replace(CONTROLS, ' ').trim())
  return lines.findLast((line) => line !== '') ?? ''
}

/** As much as fits: other than ASCII may be two columns wide. */
const clip = (text: string, columns: number): string => {
  let width = 0
  let shown = ''
  for (const char of text) {
    width += char.codePointAt(0)! < 0x7f ? 1 : 2
    if (width > columns) return shown
    shown += char
  }
  return shown
}

const formatTime = (ms: number): string => {
  const seconds = Math.floor(ms / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

export const formatProgress = ({ ms, lines, last, columns }: ProgressFacts): string =>
  clip(`[${formatTime(ms)}, ${lines} lines] ${lastLineOf(last)}`.trimEnd(), Math.max(1, columns - 1))

/** What draws a progress line over the one before, and what removes it. */
export const drawProgress = (line: string): string => `\r\u001b[K${line}`
export const CLEAR_PROGRESS = '\r\u001b[K'
