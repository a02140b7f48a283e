/** Which lines are equal: a hash table over offsets, since a million strings as keys cost several times the text. */
import type { Source } from '../source/source.ts'

/** Memory addresses. Shorter ones are codes, flags or offsets (`exit 0x5`, `+0x1d`), and those tell lines apart. */
const ADDRESS = /(?<![0-9A-Za-z_])0x[0-9A-Fa-f]{4,}/g
/** Lines with one hash that are not equal: nobody's output, but an attacker's. Further ones then count as new lines. */
const TRIES = 64

const hash = (text: string, from: number, to: number): number => {
  let h = 0x811c9dc5
  for (let at = from; at < to; at++) h = Math.imul(h ^ text.charCodeAt(at), 0x01000193)
  /* The low bits choose the slot: let the high ones take part. */
  return h ^ (h >>> 15)
}

/**
 * First line that equals line n, at index n; n itself when there is none before. With `addresses` false, lines that
 * differ only in addresses are equal.
 */
export const findFirstEqual = (source: Source, addresses: boolean): Int32Array => {
  const { text, lines, starts } = source
  const mask = !addresses && text.includes('0x')
  const first = new Int32Array(lines + 1)
  const hashes = new Int32Array(lines + 1)
  let size = 16
  while (size < lines * 2) size *= 2
  const table = new Int32Array(size)
  const keyOf = (n: number): string => {
    const line = source.line(n)
    return mask && line.includes('0x') ? line.replace(ADDRESS, '0x\0') : line
  }
  for (let n = 1; n <= lines; n++) {
    const key = mask ? keyOf(n) : ''
    const h = mask ? hash(key, 0, key.length) : hash(text, starts[n - 1]!, source.end(n))
    hashes[n] = h
    first[n] = n
    let tries = 0
    for (let slot = h & (size - 1); ; slot = (slot + 1) & (size - 1)) {
      const other = table[slot]!
      if (other === 0) {
        table[slot] = n
        break
      }
      if (hashes[other] === h) {
        if (keyOf(other) === (mask ? key : keyOf(n))) {
          first[n] = other
          break
        }
        if (++tries === TRIES) break
      }
    }
  }
  return first
}
