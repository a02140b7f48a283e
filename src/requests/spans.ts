/**
 * Where the values of a JSON text are: one strict, linear pass that keeps offsets and decodes nothing. A request body is
 * edited between these offsets, so that every other byte (number spelling, key order, escapes, white space) stays.
 */

/**
 * The values of a JSON text in document order. Value n spans `[start[n], end[n])`, quotes and brackets included; its
 * subtree ends before value `next[n]`. The members of an object are its keys and values in turn.
 */
export interface Tape {
  readonly text: string
  readonly start: Int32Array
  readonly end: Int32Array
  readonly next: Int32Array
}

export type Scan = { readonly tape: Tape } | { readonly reason: string }

export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

const QUOTE = 34
const COMMA = 44
const COLON = 58
const BACKSLASH = 92
const ARRAY = 91
const ARRAY_END = 93
const OBJECT = 123
const OBJECT_END = 125

const CONTROL = /[\0-\x1f]/g
// Also matches behind an escaped backslash, where it means nothing: the run of backslashes decides.
const ODD_ESCAPE = /\\(?:[^"\\/bfnrtu]|u(?![0-9A-Fa-f]{4}))/g
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[Ee][+-]?[0-9]+)?/y

/** Backslashes that end just before `at`, none of them before `from`. */
const backslashes = (text: string, from: number, at: number): number => {
  let first = at
  while (first > from && text.charCodeAt(first - 1) === BACKSLASH) first--
  return at - first
}

/**
 * Finds string ends by jumping from quote to quote, and faults by jumping from suspect to suspect: most strings of a body
 * are tool output with thousands of valid escapes, which a loop over chars would pay for one by one.
 */
const createStrings = (text: string): { end(from: number): number } => {
  let control = -1
  let suspect = -1
  const nextMatch = (pattern: RegExp, from: number, length: number): number => {
    pattern.lastIndex = from
    return pattern.test(text) ? pattern.lastIndex - length : text.length
  }
  const isValid = (from: number, to: number): boolean => {
    if (control < from) control = nextMatch(CONTROL, from, 1)
    if (control < to) return false
    if (suspect < from) suspect = nextMatch(ODD_ESCAPE, from, 2)
    while (suspect < to) {
      if (backslashes(text, from, suspect + 1) % 2 === 1) return false
      suspect = nextMatch(ODD_ESCAPE, suspect + 1, 2)
    }
    return true
  }
  return {
    /** Offset behind the closing quote of the string that opens at `from`; -1 when it is not a valid string. */
    end: (from) => {
      for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
        if (backslashes(text, from + 1, at) % 2 === 0) return isValid(from + 1, at) ? at + 1 : -1
      }
      return -1
    },
  }
}

/** Offset behind the number or literal at `from`; -1 when there is none. */
const scalarEnd = (text: string, from: number): number => {
  for (const literal of ['true', 'false', 'null']) if (text.startsWith(literal, from)) return from + literal.length
  NUMBER.lastIndex = from
  return NUMBER.test(text) ? NUMBER.lastIndex : -1
}

const createTape = (text: string) => {
  let start = new Int32Array(1024)
  let end = new Int32Array(1024)
  let next = new Int32Array(1024)
  let size = 0
  const larger = (old: Int32Array): Int32Array<ArrayBuffer> => {
    const copy = new Int32Array(old.length * 2)
    copy.set(old)
    return copy
  }
  return {
    /** Adds a value and returns its number. */
    open: (from: number): number => {
      if (size === start.length) [start, end, next] = [larger(start), larger(end), larger(next)]
      start[size] = from
      return size++
    },
    /** Everything added since value n lies in it. */
    close: (n: number, to: number): void => {
      end[n] = to
      next[n] = size
    },
    finish: (): Tape => ({ text, start: start.subarray(0, size), end: end.subarray(0, size), next: next.subarray(0, size) }),
  }
}

const skipSpace = (text: string, from: number): number => {
  let at = from
  for (let c = text.charCodeAt(at); c === 32 || c === 10 || c === 13 || c === 9; ) c = text.charCodeAt(++at)
  return at
}

const VALUE = 0
const FIRST_ITEM = 1
const KEY = 2
const FIRST_KEY = 3
const AFTER = 4

/**
 * Scans the JSON text that begins at `from`, behind a byte order mark. It accepts exactly what `JSON.parse` accepts;
 * otherwise the reason says at which char it is not JSON. Nesting may be of any depth.
 */
export const scanJson = (text: string, from = 0): Scan => {
  const strings = createStrings(text)
  const tape = createTape(text)
  const containers: number[] = []
  const closers: number[] = []
  let state = VALUE
  let at = from
  const fail = (): Scan => ({ reason: `not JSON at char ${at}` })

  for (;;) {
    at = skipSpace(text, at)
    const c = text.charCodeAt(at)
    const closer = closers[closers.length - 1]
    const isKey = state === KEY || state === FIRST_KEY
    if (c === closer && state !== VALUE && state !== KEY) {
      closers.pop()
      tape.close(containers.pop()!, ++at)
      state = AFTER
    } else if (state === AFTER) {
      if (closer === undefined) return at === text.length ? { tape: tape.finish() } : fail()
      if (c !== COMMA) return fail()
      at++
      state = closer === OBJECT_END ? KEY : VALUE
    } else if (!isKey && (c === OBJECT || c === ARRAY)) {
      containers.push(tape.open(at++))
      closers.push(c === OBJECT ? OBJECT_END : ARRAY_END)
      state = c === OBJECT ? FIRST_KEY : FIRST_ITEM
    } else {
      const end = c === QUOTE ? strings.end(at) : isKey ? -1 : scalarEnd(text, at)
      if (end < 0) return fail()
      tape.close(tape.open(at), end)
      at = end
      state = AFTER
      if (isKey) {
        at = skipSpace(text, at)
        if (text.charCodeAt(at) !== COLON) return fail()
        at++
        state = VALUE
      }
    }
  }
}

/** Replaces the spans of the edits, which must ascend and not overlap; every other char stays. */
export const splice = (text: string, edits: readonly Edit[]): string => {
  const pieces: string[] = []
  let at = 0
  for (const edit of edits) {
    if (edit.start < at || edit.end < edit.start) throw new RangeError('edits overlap or do not ascend')
    pieces.push(text.slice(at, edit.start), edit.text)
    at = edit.end
  }
  pieces.push(text.slice(at))
  return pieces.join('')
}
