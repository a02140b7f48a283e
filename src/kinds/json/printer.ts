/** How a JSON text is laid out: the white space that known printers put between its tokens, so that it need not be shown. */
import { isArrayAt, isObjectAt, type JsonTape } from '../../source/json.ts'

/** Settings of a printer. The tokens themselves (spelling of strings and numbers, order of keys) are never changed. */
export interface Form {
  /** Indentation of one level; empty for a text on one line. */
  readonly unit: string
  readonly eol: string
  /** Between a key and its value. */
  readonly colon: string
  /** Between neighbours on one line. */
  readonly comma: string
  /** Inside the brackets of a container on one line. */
  readonly pad: string
  /** Containers at this depth and below stand on one line. */
  readonly flat: number
  /** Arrays stand on one line, the objects in them do not (Jackson). */
  readonly arraysFlat: boolean
}

const NEVER = 1_000_000
/** Deeper texts are not printed: the printer is recursive. */
const MAX_DEPTH = 400

interface Writer {
  readonly tape: JsonTape
  readonly form: Form
  readonly parts: string[]
  /** Line ends with their indentation, by level. */
  readonly breaks: string[]
}

const breakAt = ({ breaks, form }: Writer, level: number): string => {
  for (let at = breaks.length; at <= level; at++) breaks.push(form.eol + form.unit.repeat(at))
  return breaks[level]!
}

/** Writes value n; false when it lies too deep. */
const write = (writer: Writer, n: number, depth: number, level: number): boolean => {
  const { tape, form, parts } = writer
  const object = isObjectAt(tape, n)
  const end = tape.next[n]!
  if ((!object && !isArrayAt(tape, n)) || end === n + 1) {
    parts.push(object ? '{}' : isArrayAt(tape, n) ? '[]' : tape.text.slice(tape.start[n], tape.end[n]))
    return true
  }
  if (depth > MAX_DEPTH) return false
  const flat = form.unit === '' || depth >= form.flat || (!object && form.arraysFlat)
  const inner = flat ? level : level + 1
  parts.push(object ? '{' : '[', flat ? form.pad : breakAt(writer, inner))
  for (let i = n + 1, first = true; i < end; first = false) {
    if (!first) parts.push(flat ? form.comma : `,${breakAt(writer, inner)}`)
    const value = object ? i + 1 : i
    if (object) parts.push(tape.text.slice(tape.start[i], tape.end[i]), form.colon)
    if (!write(writer, value, depth + 1, inner)) return false
    i = tape.next[value]!
  }
  parts.push(flat ? form.pad : breakAt(writer, level), object ? '}' : ']')
  return true
}

/** The text of value n in a form; undefined when it is nested too deep. */
export const printValue = (tape: JsonTape, n: number, form: Form): string | undefined => {
  const writer: Writer = { tape, form, parts: [], breaks: [] }
  return write(writer, n, 0, 0) ? writer.parts.join('') : undefined
}

export const COMPACT: Form = { unit: '', eol: '\n', colon: ':', comma: ',', pad: '', flat: NEVER, arraysFlat: false }

interface Seen {
  colon: string | undefined
  comma: string | undefined
  pad: string | undefined
  unit: string | undefined
  eol: string
  flat: number
  arrayFlat: boolean
}

/** Looks at containers until all has been seen; bounded. */
const look = (tape: JsonTape, root: number): Seen => {
  const { text, start, end, next } = tape
  const seen: Seen = {
    colon: undefined,
    comma: undefined,
    pad: undefined,
    unit: undefined,
    eol: '\n',
    flat: NEVER,
    arrayFlat: false,
  }
  const depths = new Int32Array(Math.min(next[root]! - root, LOOK))
  for (let n = root; n < next[root]! && n - root < LOOK; n++) {
    const object = isObjectAt(tape, n)
    if ((!object && !isArrayAt(tape, n)) || next[n] === n + 1) continue
    const depth = depths[n - root]!
    for (let i = n + 1; i < next[n]!; i = next[i]!) if (i - root < LOOK) depths[i - root] = depth + 1
    const first = text.slice(start[n]! + 1, start[n + 1])
    const broken = first.includes('\n')
    if (broken && seen.unit === undefined && depth === 0) {
      seen.eol = first.startsWith('\r\n') ? '\r\n' : '\n'
      seen.unit = first.slice(seen.eol.length)
    }
    if (!broken) {
      seen.pad ??= first
      seen.flat = Math.min(seen.flat, depth)
      if (!object) seen.arrayFlat = true
    }
    if (object) seen.colon ??= text.slice(end[n + 1], start[n + 2])
    const second = next[object ? n + 2 : n + 1]!
    if (!broken && second < next[n]!) seen.comma ??= text.slice(end[object ? n + 2 : n + 1], start[second])
  }
  return seen
}

const LOOK = 4000
const isSpace = (text: string): boolean => /^[ \t]*$/.test(text)

/** The form in which value n stands in its text, proven by printing it; undefined when it is none that is known. Linear. */
export const formOf = (tape: JsonTape, n: number): Form | undefined => {
  const seen = look(tape, n)
  const { colon = ':', comma = ',', pad = '', unit = '', eol } = seen
  if (!/^[ \t]*:[ \t]*$/.test(colon) || !/^[ \t]*,[ \t]*$/.test(comma) || !isSpace(pad) || !isSpace(unit)) return undefined
  const base: Form = { unit, eol, colon, comma, pad, flat: NEVER, arraysFlat: false }
  const forms: Form[] =
    unit === '' ? [base] : [{ ...base, flat: seen.flat }, ...(seen.arrayFlat ? [{ ...base, arraysFlat: true }] : [])]
  const length = tape.end[n]! - tape.start[n]!
  return forms.find((form) => {
    const printed = printValue(tape, n, form)
    return printed !== undefined && printed.length === length && tape.text.startsWith(printed, tape.start[n]!)
  })
}

const quote = (text: string): string => JSON.stringify(text)

/** `JSON`, `JSON indent=2`, `JSON indent=4 flat=2`, `JSON comma=", " colon=": "`. */
export const formatForm = ({ unit, eol, colon, comma, pad, flat, arraysFlat }: Form): string => {
  const words = ['JSON']
  if (unit !== '') words.push(/^ +$/.test(unit) ? `indent=${unit.length}` : `indent=${quote(unit)}`)
  if (colon !== (unit === '' ? ':' : ': ')) words.push(`colon=${quote(colon)}`)
  if (comma !== ',') words.push(`comma=${quote(comma)}`)
  if (pad !== '') words.push(`pad=${quote(pad)}`)
  if (flat !== NEVER) words.push(`flat=${flat}`)
  if (arraysFlat) words.push('arrays=flat')
  if (eol === '\r\n') words.push('crlf')
  return words.join(' ')
}

const WORD = /(?:(indent|colon|comma|pad|flat|arrays)=("(?:[^"\\]|\\.)*"|[a-z0-9]+)|(crlf|bom|lines|open))(?: |$)/y

export interface ReadForm {
  readonly form: Form
  /** The text begins with a byte order mark. */
  readonly bom: boolean
  /** Values stand one after the other, each with its line end. */
  readonly lines: boolean
  /** No line end behind the last value. */
  readonly open: boolean
}

const unquote = (word: string): string | undefined => {
  try {
    return word.startsWith('"') ? (JSON.parse(word) as string) : word
  } catch {
    return undefined
  }
}

/** Reads what `formatForm` wrote, with the further words `bom`, `lines` and `open`. */
export const parseForm = (text: string): ReadForm | undefined => {
  if (!/^JSON(?: |$)/.test(text)) return undefined
  const set: { -readonly [K in keyof Form]?: Form[K] } = {}
  const flags = new Set<string>()
  WORD.lastIndex = 5
  while (WORD.lastIndex < text.length) {
    const found = WORD.exec(text)
    if (found === null) return undefined
    const [, name, word, flag] = found
    const value = word === undefined ? '' : unquote(word)
    if (value === undefined) return undefined
    if (flag !== undefined) flags.add(flag)
    else if (name === 'indent') set.unit = /^[0-9]{1,2}$/.test(value) ? ' '.repeat(Number(value)) : value
    else if (name === 'flat') set.flat = Number(value)
    else if (name === 'arrays') set.arraysFlat = true
    else set[name as 'colon' | 'comma' | 'pad'] = value
  }
  const unit = set.unit ?? ''
  return {
    form: { ...COMPACT, colon: unit === '' ? ':' : ': ', ...set, eol: flags.has('crlf') ? '\r\n' : '\n' },
    bom: flags.has('bom'),
    lines: flags.has('lines'),
    open: flags.has('open'),
  }
}
