/** Markers of `check`: whole words of a line, such as PASS in `PASS login`. */

const WORD = /[\p{L}\p{N}\p{M}_]/u

/** Code points, not units, so that a letter outside the basic plane is one. */
const isWordAt = (text: string, at: number): boolean => {
  const code = text.codePointAt(at)
  return code !== undefined && WORD.test(String.fromCodePoint(code))
}

const isWordBefore = (text: string, at: number): boolean => {
  const unit = text.charCodeAt(at - 1)
  return isWordAt(text, unit >= 0xdc00 && unit <= 0xdfff && at > 1 ? at - 2 : at - 1)
}

/** A boundary is asked for only where the marker itself begins or ends with a word char: `✓` stands anywhere. */
const isBounded = (text: string, from: number, to: number): boolean =>
  !(from > 0 && isWordAt(text, from) && isWordBefore(text, from)) &&
  !(to < text.length && isWordBefore(text, to) && isWordAt(text, to))

/**
 * Whether the line carries the marker at word boundaries and outside the item: a log that only repeats the plan yields
 * no evidence, even when the item's own name holds a marker (`retries after FAIL`).
 */
export const findAsWord = (line: string, marker: string, item: string): boolean => {
  let itemAt = line.indexOf(item)
  for (let at = line.indexOf(marker); at >= 0; at = line.indexOf(marker, at + 1)) {
    while (itemAt >= 0 && itemAt + item.length <= at) itemAt = line.indexOf(item, itemAt + item.length)
    const isInItem = itemAt >= 0 && itemAt < at + marker.length
    if (!isInItem && isBounded(line, at, at + marker.length)) return true
  }
  return false
}
