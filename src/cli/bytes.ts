/**
 * Bytes to text and back without loss. A byte that is not UTF-8 becomes the lone surrogate U+DC00 + byte, which valid UTF-8
 * never decodes to, and comes out as that byte again (the surrogateescape convention of PEP 383).
 */
import { isUtf8 } from 'node:buffer'

export interface Decoded {
  readonly text: string
  /** Number of bytes that are not UTF-8. */
  readonly invalid: number
}

const ESCAPE = 0xdc00
const CHUNK = 1 << 20
const LONE = /\p{Surrogate}/u

/** Length in bytes of the valid UTF-8 character at `at`, or 0; RFC 3629, table 3-7 of the Unicode standard. */
const getCharLength = (bytes: Uint8Array, at: number): number => {
  const first = bytes[at]!
  if (first < 0x80) return 1
  if (first < 0xc2 || first > 0xf4) return 0
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
  const second = bytes[at + 1] ?? 0
  const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80
  const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf
  if (second < low || second > high) return 0
  for (let i = 2; i < length; i++) if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return 0
  return length
}

/** The offset of the first byte at or behind `from` that is not UTF-8; the end when there is none. */
const findInvalid = (bytes: Uint8Array, from: number): number => {
  let at = from
  for (let length = 1; at < bytes.length && length > 0; at += length) {
    length = bytes[at]! < 0x80 ? 1 : getCharLength(bytes, at)
  }
  return at
}

/** Whether all bytes are ASCII: by words of four bytes, which takes a fraction of what `isAscii` of Node takes. */
const isAscii = (bytes: Buffer): boolean => {
  const from = Math.min(bytes.length, -bytes.byteOffset & 3)
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + from, (bytes.length - from) >> 2)
  let bits = 0
  for (let i = 0; i < words.length; i++) bits |= words[i]!
  for (let at = 0; at < from; at++) bits |= bytes[at]!
  for (let at = from + words.length * 4; at < bytes.length; at++) bits |= bytes[at]!
  return (bits & 0x80808080) === 0
}

/** Decodes at most `buffer.constants.MAX_STRING_LENGTH` bytes; a byte order mark stays. Linear. */
export const decodeBytes = (bytes: Buffer): Decoded => {
  if (isAscii(bytes)) return { text: bytes.toString('latin1'), invalid: 0 }
  if (isUtf8(bytes)) return { text: bytes.toString('utf8'), invalid: 0 }
  const parts: string[] = []
  let invalid = 0
  for (let at = 0; at < bytes.length; ) {
    const to = findInvalid(bytes, at)
    if (to > at) parts.push(bytes.toString('utf8', at, to))
    if (to < bytes.length) {
      parts.push(String.fromCharCode(ESCAPE + bytes[to]!))
      invalid++
    }
    at = to + 1
  }
  return { text: parts.join(''), invalid }
}

const isEscape = (code: number): boolean => code >= ESCAPE + 0x80 && code <= ESCAPE + 0xff

/** UTF-8 where lone escapes become the bytes they stand for. Needs 3 bytes a char at most. */
const encodeChunk = (text: string): Buffer => {
  const bytes = Buffer.allocUnsafe(text.length * 3)
  let size = 0
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 0xd800 && code < ESCAPE && (text.charCodeAt(at + 1) & 0xfc00) === ESCAPE) at++
    else if (isEscape(code)) {
      size += bytes.write(text.slice(from, at), size)
      bytes[size++] = code - ESCAPE
      from = at + 1
    }
  }
  size += bytes.write(text.slice(from), size)
  return bytes.subarray(0, size)
}

/** The bytes of a text in pieces of about a megabyte; the inverse of `decodeBytes`. */
export function* encodePieces(text: string): Generator<Buffer> {
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + CHUNK)
    const last = text.charCodeAt(to - 1)
    if (to < text.length && last >= 0xd800 && last < ESCAPE) to++
    const piece = text.slice(from, to)
    yield LONE.test(piece) ? encodeChunk(piece) : Buffer.from(piece, 'utf8')
    from = to
  }
}
