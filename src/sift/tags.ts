/**
 * Blocks between tags of a program's own, such as `<system-reminder>`. Half of one, or its content without its tags, would say
 * something else, so the lines of a short one are shown all or none.
 */

/** A line that opens one, or closes one. Elements of HTML are content like any other. */
const OPEN = /^\s{0,16}<([A-Za-z_][\w.:-]{0,63})(?:\s[^<>]{0,400})?>/
const CLOSE = /<\/([A-Za-z_][\w.:-]{0,63})>\s{0,16}$/
const HTML = new Set(
  (
    'a abbr address article aside b blockquote body button caption cite code col colgroup dd details div dl dt em figcaption figure ' +
    'footer form h1 h2 h3 h4 h5 h6 head header html i kbd label legend li link main mark meta nav noscript ol option p pre ' +
    'script section select small span strong style sub summary sup svg table tbody td template textarea tfoot th thead title tr u ul'
  ).split(' '),
)

/** How deep blocks are looked for in blocks. */
const MOST_OPEN = 32
/** Share of the text, and chars, that such blocks may take of what is shown. */
const SHARE = 0.2
const MOST_CHARS = 8000

interface Block {
  readonly name: string
  readonly line: number
  readonly at: number
}

/** The lines of the blocks, as far as they may be shown whole. Linear in the text. */
export const taggedLines = (text: string): readonly string[] => {
  if (!text.includes('</')) return []
  const lines = text.split('\n')
  const found: string[] = []
  let room = Math.min(text.length * SHARE, MOST_CHARS)
  let open: Block[] = []
  let at = 0
  for (const [n, line] of lines.entries()) {
    const opened = OPEN.exec(line)?.[1]
    if (opened !== undefined && !HTML.has(opened.toLowerCase())) open.push({ name: opened, line: n, at })
    if (open.length > MOST_OPEN) open = open.slice(-MOST_OPEN)
    at += line.length + 1
    const closed = CLOSE.exec(line)?.[1]
    const index = closed === undefined ? -1 : open.findLastIndex(({ name }) => name === closed)
    const block = open[index]
    if (block === undefined) continue
    open = open.slice(0, index)
    const chars = at - block.at
    if (chars > room) continue
    room -= chars
    found.push(...lines.slice(block.line, n + 1))
  }
  return found
}
