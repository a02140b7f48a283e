/** Warnings that tell of a failure once more: `could not read the status: fatal: not a repository` below `fatal: not a repository`. */
import type { Failure } from '../../ladder/candidate.ts'
import type { LineRange } from '../../receipt/types.ts'
import { ROLE } from '../../signals/line.ts'
import type { Source } from '../../source/source.ts'

/** A shorter message may be part of other sentences. */
const LEAST = 16
/** Chars of a warning that are read, and parts of it that are looked up. */
const READ = 600
const PARTS = 8

/** By line of the warning, the title's line of the failure that it quotes. Linear in the warnings. */
export const findQuotes = (source: Source, roles: Uint8Array, failures: readonly Failure[]): ReadonlyMap<number, number> => {
  const quotes = new Map<number, number>()
  let i = roles.indexOf(ROLE.warning)
  if (i < 0) return quotes
  const titles = new Map<string, number>()
  /** Which lengths titles have: most parts of warnings have none of them. */
  const lengths = new Uint8Array(READ + 1)
  for (const { title } of failures) {
    const text = source.body(title).trim()
    if (text.length < LEAST || text.length > READ || titles.has(text)) continue
    titles.set(text, title)
    lengths[text.length] = 1
  }
  for (; i >= 0 && titles.size > 0; i = roles.indexOf(ROLE.warning, i + 1)) {
    const text = source
      .body(i + 1)
      .trim()
      .slice(0, READ)
    let at = text.indexOf(': ')
    for (let k = 0; at >= 0 && k < PARTS && text.length - at > LEAST; k++) {
      const title = lengths[text.length - at - 2] === 1 ? titles.get(text.slice(at + 2)) : undefined
      if (title !== undefined) quotes.set(i + 1, title)
      at = text.indexOf(': ', at + 2)
    }
  }
  return quotes
}

/** The failures with the warnings that quote them as blocks of theirs. */
export const withQuotes = (failures: readonly Failure[], quotes: ReadonlyMap<number, number>): readonly Failure[] => {
  const byTitle = new Map<number, LineRange[]>()
  for (const [n, title] of quotes) byTitle.set(title, [...(byTitle.get(title) ?? []), [n, n]])
  return failures.map((failure) => {
    const lines = byTitle.get(failure.title)
    return lines === undefined ? failure : { ...failure, blocks: [...failure.blocks, ...lines] }
  })
}
