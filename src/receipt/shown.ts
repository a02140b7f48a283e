/** Text with skips, `{"id":1,[+200]"state":"failed"`, matched against the text that it was taken from. */

/** [from, to) in the source text. */
export type Part = readonly [from: number, to: number]

const SKIP = /\[\+([1-9][0-9]{0,9})\]/y
const OPEN = '[+'

/**
 * Follows `shown` through `text` from `at`: what is not a skip must be equal, char for char. What could be either is text, so
 * there is one reading. Undefined when they differ; else where it ends and which parts are shown. Linear in `shown`.
 */
export const matchShown = (
  text: string,
  at: number,
  shown: string,
): { readonly end: number; readonly parts: Part[] } | undefined => {
  const parts: Part[] = []
  let from = at
  let here = at
  const closePart = (): void => {
    if (here > from) parts.push([from, here])
  }
  for (let i = 0; i < shown.length; ) {
    const mark = shown.indexOf(OPEN, i)
    const stop = mark < 0 ? shown.length : mark
    if (!text.startsWith(shown.slice(i, stop), here)) return undefined
    here += stop - i
    i = stop
    if (mark < 0) break
    SKIP.lastIndex = mark
    const skip = SKIP.exec(shown)
    if (skip === null || text.startsWith(skip[0], here)) {
      if (!text.startsWith(OPEN, here)) return undefined
      here += OPEN.length
      i += OPEN.length
      continue
    }
    closePart()
    here += Number(skip[1])
    from = here
    i += skip[0].length
  }
  closePart()
  return here > text.length ? undefined : { end: here, parts }
}
