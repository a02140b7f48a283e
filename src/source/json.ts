/**
 * Where the values of JSON texts are: a strict, linear scan that keeps offsets and decodes nothing. Made for tool output:
 * several values in one text, values that end before the text does, and texts that were cut off.
 */

/**
 * Values in document order. Value n spans [start[n], end[n]), quotes and brackets included; its subtree ends before value
 * `next[n]`. The members of an object are its keys and values in turn. Entries at `size` and behind it mean nothing.
 */
export interface JsonTape {
  readonly text: string
  size: number
  start: Int32Array
  end: Int32Array
  next: Int32Array
}

export interface Scanned {
  /** Number of the value on the tape. */
  readonly root: number
  /** Offset behind the value. */
  readonly end: number
  /** False when the text ends inside the value: what is open then ends with the text. */
  readonly complete: boolean
}

const QUOTE = 34
const COMMA = 44
const COLON = 58
const ARRAY = 91
const BACKSLASH = 92
const ARRAY_END = 93
const OBJECT = 123
const OBJECT_END = 125

/** A tape that grows; `room` values are expected. */
export const createTape = (text: string, room = 256): JsonTape => ({
  text,
  size: 0,
  start: new Int32Array(Math.max(256, room)),
  end: new Int32Array(Math.max(256, room)),
  next: new Int32Array(Math.max(256, room)),
})

const larger = (old: Int32Array): Int32Array => {
  const copy = new Int32Array(old.length * 2)
  copy.set(old)
  return copy
}

const open = (tape: JsonTape, from: number): number => {
  if (tape.size === tape.start.length) {
    tape.start = larger(tape.start)
    tape.end = larger(tape.end)
    tape.next = larger(tape.next)
  }
  tape.start[tape.size] = from
  return tape.size++
}

const close = (tape: JsonTape, n: number, to: number): void => {
  tape.end[n] = to
  tape.next[n] = tape.size
}

export const skipSpace = (text: string, from: number, to: number): number => {
  let at = from
  while (at < to) {
    const c = text.charCodeAt(at)
    if (c !== 32 && c !== 10 && c !== 13 && c !== 9) break
    at++
  }
  return at
}

const isHexDigit = (c: number): boolean => (c >= 48 && c <= 57) || ((c | 32) >= 97 && (c | 32) <= 102)

const NONE = -1
/** The text ends before the value does. */
const CUT = -2

/** Offset behind the escape that begins with the backslash at `at`. */
const escapeEnd = (text: string, at: number, to: number): number => {
  if (at + 1 >= to) return CUT
  const c = text.charCodeAt(at + 1)
  if (c === 117 /* u */) {
    for (let i = 2; i < 6; i++) {
      if (at + i >= to) return CUT
      if (!isHexDigit(text.charCodeAt(at + i))) return NONE
    }
    return at + 6
  }
  return c === QUOTE || c === BACKSLASH || c === 47 || c === 98 || c === 102 || c === 110 || c === 114 || c === 116
    ? at + 2
    : NONE
}

/** Offset behind the closing quote of the string that opens at `from`. */
const stringEnd = (text: string, from: number, to: number): number => {
  for (let at = from + 1; at < to; ) {
    const c = text.charCodeAt(at)
    if (c === QUOTE) return at + 1
    if (c < 32) return NONE
    if (c !== BACKSLASH) at++
    else if ((at = escapeEnd(text, at, to)) < 0) return at
  }
  return CUT
}

/** Numbers as JSON spells them, and the three that Python's json module adds. */
const NUMBER = /-?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[Ee][+-]?[0-9]+)?|Infinity)|NaN/y
const LITERALS = ['true', 'false', 'null'] as const

/** Offset behind the number or literal at `from`. */
const scalarEnd = (text: string, from: number, to: number): number => {
  let end = NONE
  for (const literal of LITERALS) if (text.startsWith(literal, from)) end = from + literal.length
  if (end < 0) {
    NUMBER.lastIndex = from
    if (NUMBER.test(text)) end = NUMBER.lastIndex
  }
  if (end >= 0 && end <= to) return end
  return to - from < 6 && /^(?:-|t|tr|tru|f|fa|fal|fals|n|nu|nul)$/.test(text.slice(from, to)) ? CUT : NONE
}

const VALUE = 0
const FIRST_ITEM = 1
const KEY = 2
const FIRST_KEY = 3
const AFTER = 4

/**
 * Scans the value that begins at `from` (white space before it is skipped) and ends at `to` at the latest; adds it to the
 * tape. Undefined when there is none, and then the tape is as before. Nesting may be of any depth.
 */
export const scanValue = (tape: JsonTape, from: number, to: number = tape.text.length): Scanned | undefined => {
  const { text, size: root } = tape
  const containers: number[] = []
  const closers: number[] = []
  let state = VALUE
  let at = from
  const fail = (): undefined => {
    tape.size = root
    return undefined
  }
  /** The text ends here: closes what is open, if anything is. */
  const cutOff = (): Scanned | undefined => {
    if (containers.length === 0) return fail()
    /* A key without a value is no member. */
    const last = containers[containers.length - 1]!
    if (text.charCodeAt(tape.start[last]!) === OBJECT && isOdd(tape, last)) tape.size--
    while (containers.length > 0) close(tape, containers.pop()!, to)
    return { root, end: to, complete: false }
  }
  for (;;) {
    at = skipSpace(text, at, to)
    if (at >= to) return cutOff()
    const c = text.charCodeAt(at)
    const closer = closers[closers.length - 1]
    const isKey = state === KEY || state === FIRST_KEY
    if (c === closer && state !== VALUE && state !== KEY) {
      closers.pop()
      close(tape, containers.pop()!, ++at)
      state = AFTER
    } else if (state === AFTER) {
      if (c !== COMMA) return fail()
      at++
      state = closer === OBJECT_END ? KEY : VALUE
    } else if (!isKey && (c === OBJECT || c === ARRAY)) {
      containers.push(open(tape, at++))
      closers.push(c === OBJECT ? OBJECT_END : ARRAY_END)
      state = c === OBJECT ? FIRST_KEY : FIRST_ITEM
    } else {
      const end = c === QUOTE ? stringEnd(text, at, to) : isKey ? NONE : scalarEnd(text, at, to)
      if (end < 0) return end === CUT ? cutOff() : fail()
      close(tape, open(tape, at), end)
      at = end
      state = AFTER
      if (isKey) {
        at = skipSpace(text, at, to)
        if (at >= to) return cutOff()
        if (text.charCodeAt(at) !== COLON) return fail()
        at++
        state = VALUE
      }
    }
    if (closers.length === 0) return { root, end: at, complete: true }
  }
}

/** Whether an open object holds a key without a value. */
const isOdd = (tape: JsonTape, object: number): boolean => {
  let count = 0
  for (let i = object + 1; i < tape.size; i = tape.next[i]!) count++
  return count % 2 === 1
}

/** The first char of a value: `{`, `[`, `"`, or of a number or literal. */
export const typeAt = (tape: JsonTape, n: number): string => tape.text[tape.start[n]!]!
export const isObjectAt = (tape: JsonTape, n: number): boolean => tape.text.charCodeAt(tape.start[n]!) === OBJECT
export const isArrayAt = (tape: JsonTape, n: number): boolean => tape.text.charCodeAt(tape.start[n]!) === ARRAY
export const isStringAt = (tape: JsonTape, n: number): boolean => tape.text.charCodeAt(tape.start[n]!) === QUOTE

/** Whether the scalar n is a key: a colon follows. */
export const isKeyAt = (tape: JsonTape, n: number): boolean =>
  isStringAt(tape, n) && tape.text.charCodeAt(skipSpace(tape.text, tape.end[n]!, tape.text.length)) === COLON

/** A value as it is spelled. */
export const rawAt = (tape: JsonTape, n: number): string => tape.text.slice(tape.start[n], tape.end[n])

/** What the string n means; for any other value its spelling. */
export const textAt = (tape: JsonTape, n: number): string => {
  const raw = rawAt(tape, n)
  if (raw.charCodeAt(0) !== QUOTE) return raw
  return raw.includes('\\') ? (JSON.parse(raw) as string) : raw.slice(1, -1)
}

/** Visits the members of object n: key and value as numbers on the tape. */
export const eachMember = (tape: JsonTape, n: number, visit: (key: number, value: number) => void): void => {
  for (let i = n + 1; i < tape.next[n]!; i = tape.next[i + 1]!) visit(i, i + 1)
}

/** The items of array n. */
export const itemsOf = (tape: JsonTape, n: number): number[] => {
  const items: number[] = []
  for (let i = n + 1; i < tape.next[n]!; i = tape.next[i]!) items.push(i)
  return items
}

/** Members of an object or items of an array; 0 for anything else. */
export const sizeAt = (tape: JsonTape, n: number): number => {
  let count = 0
  for (let i = n + 1; i < tape.next[n]!; i = tape.next[i]!) count++
  return isObjectAt(tape, n) ? count / 2 : count
}

/** One step of a JSON pointer (RFC 6901) for a key. */
export const pointerStep = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1')

/**
 * The value that a JSON pointer (RFC 6901) leads to from value n; -1 when there is none. Of equal keys the last counts, as in
 * `JSON.parse`. Cost: the members on the way.
 */
export const findPointer = (tape: JsonTape, root: number, pointer: string): number => {
  let n = root
  if (pointer !== '' && !pointer.startsWith('/')) return -1
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    let found = -1
    if (isObjectAt(tape, n))
      eachMember(tape, n, (key, value) => {
        if (textAt(tape, key) === name) found = value
      })
    else if (isArrayAt(tape, n) && /^(?:0|[1-9][0-9]{0,9})$/.test(name)) {
      let index = Number(name)
      for (let i = n + 1; i < tape.next[n]!; i = tape.next[i]!) if (index-- === 0) found = i
    }
    if (found < 0) return -1
    n = found
  }
  return n
}
