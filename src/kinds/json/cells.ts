/**
 * Values as the cells of a row. A string stands without quotes where that is clear; an empty cell is no value at all. So `1.10` is a
 * number and `"1.10"` a string, `null` is null and `""` the empty string, as in JSON.
 */
import { createTape, scanValue } from '../../source/json.ts'

const SCALAR = /^(?:-?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[Ee][+-]?[0-9]+)?|Infinity)|NaN|true|false|null)$/
const BARE =
  /^[^\s",;{[\u0000-\u001f\u0085\u2028\u2029](?:[^,;\u0000-\u001f\u0085\u2028\u2029]*[^\s,;\u0000-\u001f\u0085\u2028\u2029])?$/

/** `raw` is a JSON value as it is spelled; undefined: none. */
export const toCell = (raw: string | undefined): string => {
  if (raw === undefined) return ''
  if (raw.charCodeAt(0) !== 34) return raw
  const content = raw.slice(1, -1)
  return BARE.test(content) && !SCALAR.test(content) ? content : raw
}

/** Reads the cell at `at`: its value and the offset behind it; undefined when it is none. */
export const readCell = (text: string, at: number): { readonly raw: string | undefined; readonly end: number } | undefined => {
  const c = text.charCodeAt(at)
  if (c === 34 || c === 123 || c === 91) {
    const tape = createTape(text)
    const scanned = scanValue(tape, at)
    return scanned?.complete === true ? { raw: text.slice(at, scanned.end), end: scanned.end } : undefined
  }
  let end = at
  while (end < text.length && text[end] !== ',' && text[end] !== ';') end++
  const cell = text.slice(at, end)
  return { raw: cell === '' ? undefined : SCALAR.test(cell) ? cell : `"${cell}"`, end }
}
