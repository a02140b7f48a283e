/** Reads the text of a ledger; pure, since hosts without Node read one too. */
import { type LedgerEntry, toEntry } from './entry.ts'

/** Every line begins so; it is where reading starts again behind a torn one. */
const START = '{"v":1,'

export interface LedgerContent {
  /** In the order they were written. */
  readonly entries: readonly LedgerEntry[]
  /** Lines that are no whole entry: torn by a full disk or a crash, or of a later version. */
  readonly skipped: number
}

const parseJson = (text: string): LedgerEntry | undefined => {
  try {
    return toEntry(JSON.parse(text))
  } catch {
    return undefined
  }
}

export const parseLedger = (text: string): LedgerContent => {
  const entries: LedgerEntry[] = []
  let skipped = 0
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const whole = parseJson(line)
    if (whole === undefined) skipped++
    // A torn line has no end, so the next one stands behind it.
    const start = line.lastIndexOf(START)
    const entry = whole ?? (start > 0 ? parseJson(line.slice(start)) : undefined)
    if (entry !== undefined) entries.push(entry)
  }
  return { entries, skipped }
}
