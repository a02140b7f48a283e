/** Tags in what is shown of a page: their names and links stay, other attributes become skips. */

/** Attributes that a reader wants. */
const TELLING = /\s(?:href|src|alt|title|value|colspan|action|name|content|datetime)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+)/gi
/** A skip takes so many chars itself. */
const LEAST_SKIP = 12
/** Longer links are tracked ones. */
const MOST_LINK = 120

type Part = readonly [number, number]

const tagParts = (text: string, from: number, to: number): Part[] => {
  const tag = text.slice(from, to)
  const name = /^<\/?[^\s>]*/.exec(tag)![0].length
  const parts: [number, number][] = [[from, from + name]]
  const add = (start: number, end: number): void => {
    const last = parts[parts.length - 1]!
    if (start - last[1] < LEAST_SKIP) last[1] = end
    else parts.push([start, end])
  }
  TELLING.lastIndex = name
  for (let found = TELLING.exec(tag); found !== null; found = TELLING.exec(tag))
    if (found[0].length <= MOST_LINK) add(from + found.index, from + found.index + found[0].length)
  add(to - (tag.endsWith('>') ? 1 : 0), to)
  return parts
}

/** The parts of [from, to) that are shown. Linear. */
export const shownParts = (text: string, from: number, to: number): Part[] => {
  const parts: [number, number][] = []
  const add = (start: number, end: number): void => {
    const last = parts.at(-1)
    if (last !== undefined && last[1] === start) last[1] = end
    else if (end > start) parts.push([start, end])
  }
  let at = from
  while (at < to) {
    const lt = text.indexOf('<', at)
    if (lt < 0 || lt >= to) break
    add(at, lt)
    const gt = text.indexOf('>', lt)
    const end = gt < 0 || gt >= to ? to : gt + 1
    if (/[A-Za-z]/.test(text[lt + 1] ?? '') && end - lt > LEAST_SKIP) for (const [a, b] of tagParts(text, lt, end)) add(a, b)
    else add(lt, end)
    at = end
  }
  add(at, to)
  return parts
}
