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
export const OBJECT = 123
const OBJECT_END = 125

/** By the code of their first char. */
const LITERALS: Readonly<Record<number, string>> = { 102: 'false', 110: 'null', 116: 'true' }
const CONTROL = /[\0-\x1f]/
// Also matches behind an escaped backslash, where it means nothing: the run of backslashes decides.
const ODD_ESCAPE = /\\(?:[^"\\/bfnrtu]|u(?![0-9A-Fa-f]{4}))/g
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[Ee][+-]?[0-9]+)?/y

/** Backslashes that end just before `at`, none of them before `from`. */
const backslashes = (text: string, from: number, at: number): number => {
  let first = at
  while (first > from && text.charCodeAt(first - 1) === BACKSLASH) first--
  return at - first
}

/** Below this size a loop over chars is faster than a copy and two searches. */
const SHORT = 256

const isPlain = (text: string, from: number, to: number): boolean => {
  for (let at = from; at < to; at++) {
    const c = text.charCodeAt(at)
    if (c < 32 || c === BACKSLASH) return false
  }
  return true
}

/**
 * Whether a span is the inside of a valid string, given that a quote ends it. Faults are found by jumping from suspect to
 * suspect: most strings of a body are tool output with thousands of valid escapes, which a loop would pay for one by one.
 */
const isStringContent = (text: string, from: number, to: number): boolean => {
  if (to - from < SHORT && isPlain(text, from, to)) return true
  const content = text.slice(from, to)
  if (CONTROL.test(content)) return false
  ODD_ESCAPE.lastIndex = 0
  while (ODD_ESCAPE.test(content)) {
    const backslash = ODD_ESCAPE.lastIndex - 2
    if (backslashes(content, 0, backslash + 1) % 2 === 1) {
      ODD_ESCAPE.lastIndex = 0
      return false
    }
    ODD_ESCAPE.lastIndex = backslash + 1
  }
  return true
}

/** Items of an array of another tape that stand in a row. */
export interface Run {
  readonly tape: Tape
  /** Number of the first value, and of the value behind the last one. */
  readonly first: number
  readonly behind: number
  /** Offset behind the last item, in the text of that tape. */
  readonly end: number
}

/** What was found valid in other texts, so that it need not be scanned again. */
export interface KnownItems {
  /** The known items that stand at `at`, where an item of array `array` begins, an object, as value `value`. */
  run(at: number, array: number, value: number): Run | undefined
}

/** Offset behind the closing quote of the string that opens at `from`; -1 when it is not a valid string. */
const stringEnd = (text: string, from: number): number => {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    if (backslashes(text, from + 1, at) % 2 === 1) continue
    return isStringContent(text, from + 1, at) ? at + 1 : -1
  }
  return -1
}

/** Offset behind the number or literal at `from`; -1 when there is none. */
const scalarEnd = (text: string, from: number): number => {
  const literal = LITERALS[text.charCodeAt(from)]
  if (literal !== undefined) return text.startsWith(literal, from) ? from + literal.length : -1
  NUMBER.lastIndex = from
  return NUMBER.test(text) ? NUMBER.lastIndex : -1
}

const createTape = (text: string) => {
  // A conversation has a value for every few hundred chars; room for more is made when needed.
  const capacity = Math.max(1024, text.length >> 9)
  let start = new Int32Array(capacity)
  let end = new Int32Array(capacity)
  let next = new Int32Array(capacity)
  let size = 0
  const reserve = (values: number): void => {
    if (size + values <= start.length) return
    const larger = (old: Int32Array): Int32Array<ArrayBuffer> => {
      const copy = new Int32Array(Math.max(old.length * 2, size + values))
      copy.set(old)
      return copy
    }
    ;[start, end, next] = [larger(start), larger(end), larger(next)]
  }
  return {
    /** How many values there are. */
    size: (): number => size,
    /** Adds a value and returns its number. */
    open: (from: number): number => {
      reserve(1)
      start[size] = from
      return size++
    },
    /** Adds the values of a run that stands at `from`, and returns the offset behind it. */
    copy: (run: Run, from: number): number => {
      reserve(run.behind - run.first)
      const shift = from - run.tape.start[run.first]!
      const ahead = size - run.first
      for (let n = run.first; n < run.behind; n++, size++) {
        start[size] = run.tape.start[n]! + shift
        end[size] = run.tape.end[n]! + shift
        next[size] = run.tape.next[n]! + ahead
      }
      return run.end + shift
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
/** Containers around the items that can be known: the messages of a body, also of one in an envelope. */
export const KNOWN_DEPTH = 3

/**
 * Scans the JSON text that begins at `from`, behind a byte order mark. It accepts exactly what `JSON.parse` accepts;
 * otherwise the reason says at which char it is not JSON. Nesting may be of any depth.
 */
export const scanJson = (text: string, from = 0, known?: KnownItems): Scan => {
  const tape = createTape(text)
  const containers: number[] = []
  const closers: number[] = []
  let state = VALUE
  let at = from
  const fail = (): Scan => ({ reason: `not JSON at char ${at}` })
  const knownItems = (): Run | undefined =>
    containers.length <= KNOWN_DEPTH ? known?.run(at, containers[containers.length - 1]!, tape.size()) : undefined

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
      const run = c === OBJECT && closer === ARRAY_END ? knownItems() : undefined
      if (run !== undefined) {
        at = tape.copy(run, at)
        state = AFTER
        continue
      }
      containers.push(tape.open(at++))
      closers.push(c === OBJECT ? OBJECT_END : ARRAY_END)
      state = c === OBJECT ? FIRST_KEY : FIRST_ITEM
    } else {
      const end = c === QUOTE ? stringEnd(text, at) : isKey ? -1 : scalarEnd(text, at)
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
  let spliced = ''
  let at = 0
  for (const edit of edits) {
    if (edit.start < at || edit.end < edit.start) throw new RangeError('edits overlap or do not ascend')
    spliced += text.slice(at, edit.start) + edit.text
    at = edit.end
  }
  return spliced + text.slice(at)
}
