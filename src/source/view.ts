/**
 * The view of a line: what a terminal shows of it in the end.
 * A line is read once, by char code. What is printed is held as spans of the line, so nothing is copied before the end.
 */

const BEL = 0x07
const BS = 0x08
const TAB = 0x09
const CR = 0x0d
const ESC = 0x1b
const SPACE = 0x20
const BRACKET = 0x5b
const BACKSLASH = 0x5c
/** The one-char form of `ESC [`. The other C1 codes are left alone: in wrongly decoded text they are letters. */
const CSI = 0x9b
const ST = 0x9c

export interface Normalization {
  /** Strip terminal control sequences. */
  readonly ansi: boolean
  /** Keep the last frame of a line that redraws itself; apply backspaces. */
  readonly cr: boolean
}

export interface View {
  readonly text: string
  /** The text lost control sequences. */
  readonly ansi: boolean
  /** The text lost earlier frames, carriage returns or erased chars. */
  readonly cr: boolean
}

/**
 * What has been printed: spans of the line, as from/to pairs. Spans [0, base) are the last frame that printed something,
 * the rest is the frame being printed now. A span with `from < 0` is a kept control sequence that begins at `~from`.
 */
interface Screen {
  readonly spans: number[]
  base: number
  /** Columns of the frame being printed, one per UTF-16 unit (an astral char fills two columns on most terminals too). */
  columns: number
  /** Sequences were stripped from the frame being printed, from the frame in [0, base). */
  stripped: boolean
  strippedBefore: boolean
  redrawn: boolean
}

/** Five searches by the engine's own byte search are several times faster than one loop here, and most lines are plain. */
const isPlain = (line: string): boolean =>
  !line.includes('\u001b') && !line.includes('\r') && !line.includes('\b') && !line.includes('\u0007') && !line.includes('\u009b')

/** Offset of the next char that needs care, or the line's length. */
const nextControl = (line: string, from: number): number => {
  for (let at = from; at < line.length; at++) {
    const code = line.charCodeAt(at)
    if (code > ESC && code !== CSI) continue
    if (code === ESC || code === CR || code === BS || code === BEL || code === CSI) return at
  }
  return line.length
}

const print = (screen: Screen, from: number, to: number): void => {
  if (from === to) return
  const { spans } = screen
  if (spans.length > screen.base && spans[spans.length - 2]! >= 0 && spans[spans.length - 1] === from)
    spans[spans.length - 1] = to
  else spans.push(from, to)
  screen.columns += to - from
}

const isHigh = (code: number): boolean => (code & 0xfc00) === 0xd800
const isLow = (code: number): boolean => (code & 0xfc00) === 0xdc00

/** Removes the last printed char of this frame, and the control sequences kept behind it. */
const erase = (line: string, screen: Screen): void => {
  const { spans } = screen
  while (spans.length > screen.base) {
    const to = spans.pop()!
    const from = spans.pop()!
    if (from < 0) continue
    const pair = to - from > 1 && isLow(line.charCodeAt(to - 1)) && isHigh(line.charCodeAt(to - 2))
    const rest = to - (pair ? 2 : 1)
    if (rest > from) spans.push(from, rest)
    screen.columns -= to - rest
    return
  }
}

const hasInk = (line: string, spans: readonly number[], base: number): boolean => {
  for (let at = base; at < spans.length; at += 2) {
    if (spans[at]! < 0) continue
    for (let i = spans[at]!; i < spans[at + 1]!; i++) {
      const code = line.charCodeAt(i)
      if (code !== SPACE && code !== TAB) return true
    }
  }
  return false
}

/** The cursor is at the first column again: what was printed since the last time replaces the frame before it, unless it is blank. */
const endFrame = (line: string, screen: Screen): void => {
  const { spans, base } = screen
  if (hasInk(line, spans, base)) {
    if (base > 0) {
      spans.copyWithin(0, base)
      spans.length -= base
    }
    screen.base = spans.length
    screen.strippedBefore = screen.stripped
  } else spans.length = base
  screen.stripped = false
  screen.columns = 0
}

/** Offset behind a control string (OSC, DCS, APC, PM, SOS) whose content begins at `from`; a redraw or another sequence cuts it short. */
const stringEnd = (line: string, from: number): number => {
  for (let at = from; at < line.length; at++) {
    const code = line.charCodeAt(at)
    if (code === BEL || code === ST) return at + 1
    if (code === CR) return at
    if (code !== ESC) continue
    const next = line.charCodeAt(at + 1)
    if (next === BACKSLASH) return at + 2
    // A multiplexer doubles the escapes of what it passes through.
    if (next !== ESC) return at
    at++
  }
  return line.length
}

const skipRange = (line: string, from: number, low: number, high: number): number => {
  let at = from
  while (at < line.length && line.charCodeAt(at) >= low && line.charCodeAt(at) <= high) at++
  return at
}

/** Offset behind the CSI sequence whose parameters begin at `from`; a broken one ends where it breaks. */
const csiEnd = (line: string, from: number): number => {
  const final = skipRange(line, skipRange(line, from, 0x30, 0x3f), SPACE, 0x2f)
  const code = line.charCodeAt(final)
  return code >= 0x40 && code <= 0x7e ? final + 1 : final
}

const isStringStart = (code: number): boolean => code === 0x5d || code === 0x50 || code === 0x58 || code === 0x5e || code === 0x5f

/** Offset behind the escape sequence that begins at `at`. */
const escapeEnd = (line: string, at: number): number => {
  if (line.charCodeAt(at) === CSI) return csiEnd(line, at + 1)
  const code = line.charCodeAt(at + 1)
  if (code === BRACKET) return csiEnd(line, at + 2)
  if (isStringStart(code)) return stringEnd(line, at + 2)
  const final = skipRange(line, at + 1, SPACE, 0x2f)
  const last = line.charCodeAt(final)
  return last >= 0x30 && last <= 0x7e ? final + 1 : final
}

/** The number at `from` in a parameter list, `absent` when it is left out; large ones saturate. */
const parameter = (line: string, from: number, absent: number): number => {
  let value = 0
  let at = from
  for (; line.charCodeAt(at) >= 0x30 && line.charCodeAt(at) <= 0x39; at++) {
    value = Math.min(1e9, value * 10 + line.charCodeAt(at) - 0x30)
  }
  return at === from ? absent : value
}

const UPPER_D = 0x44
const UPPER_G = 0x47
const UPPER_H = 0x48
const UPPER_K = 0x4b
const LOWER_F = 0x66

/** Column that the CSI sequence [from, to) moves the cursor to (0 is the first), or -1 when it does not redraw the line. */
const redrawColumn = (line: string, from: number, to: number, columns: number): number => {
  const final = line.charCodeAt(to - 1)
  if (final < UPPER_D || (final > UPPER_K && final !== LOWER_F)) return -1
  const first = line.charCodeAt(from) === CSI ? from + 1 : from + 2
  if (first >= to || (line.charCodeAt(from) === ESC && line.charCodeAt(from + 1) !== BRACKET)) return -1
  switch (final) {
    case UPPER_G:
      return Math.max(1, parameter(line, first, 1)) - 1
    case UPPER_D:
      return Math.max(0, columns - Math.max(1, parameter(line, first, 1)))
    case UPPER_H:
    case LOWER_F: {
      const semicolon = skipRange(line, first, 0x30, 0x39)
      return line[semicolon] === ';' ? Math.max(1, parameter(line, semicolon + 1, 1)) - 1 : 0
    }
    case UPPER_K:
      // Compilers and grep erase to the end of the line after each colour: it removes nothing, the cursor stands behind all that is printed.
      return parameter(line, first, 0) === 0 && columns > 0 ? -1 : 0
    default:
      return -1
  }
}

/** Redraws when the sequence [at, to) asks for it; a sequence that redraws nothing is a plain one, stripped or kept. */
const control = (line: string, at: number, to: number, screen: Screen, want: Normalization): void => {
  const column = want.cr ? redrawColumn(line, at, to, screen.columns) : -1
  const something = screen.redrawn || screen.columns > 0
  if (something && (column === 0 || (column > 0 && column < screen.columns))) {
    screen.redrawn = true
    if (column === 0) endFrame(line, screen)
    else while (screen.columns > column) erase(line, screen)
  } else if (want.ansi) screen.stripped = true
  else screen.spans.push(~at, to)
}

const render = (line: string, spans: readonly number[]): string => {
  let text = ''
  for (let at = 0; at < spans.length; at += 2) text += line.slice(spans[at]! < 0 ? ~spans[at]! : spans[at], spans[at + 1])
  return text
}

/** The view of a line (no line end) under the asked normalizations, and which of them changed it. Linear in the line. */
export const viewWith = (line: string, want: Normalization): View => {
  if (isPlain(line) || !(want.ansi || want.cr)) return { text: line, ansi: false, cr: false }
  let at = nextControl(line, 0)
  const screen: Screen = { spans: [], base: 0, columns: 0, stripped: false, strippedBefore: false, redrawn: false }
  print(screen, 0, at)
  while (at < line.length) {
    const code = line.charCodeAt(at)
    let next = at + 1
    if (code === ESC || code === CSI) {
      next = escapeEnd(line, at)
      control(line, at, next, screen, want)
    } else if (code === BEL) control(line, at, next, screen, want)
    else if (!want.cr) print(screen, at, next)
    else {
      screen.redrawn = true
      if (code === CR) endFrame(line, screen)
      else erase(line, screen)
    }
    at = nextControl(line, next)
    print(screen, next, at)
  }
  if (screen.base > 0) endFrame(line, screen)
  const ansi = screen.base > 0 ? screen.strippedBefore : screen.stripped
  return { text: render(line, screen.spans), ansi, cr: screen.redrawn }
}

const BOTH: Normalization = { ansi: true, cr: true }

/** The text of a line (no line end) without ANSI sequences and with the last frame of a redrawn line. */
export const viewOf = (line: string): string => (isPlain(line) ? line : viewWith(line, BOTH).text)
