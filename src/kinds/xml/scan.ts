/** Where the elements of XML are: one linear scan that keeps offsets and decodes nothing. Tolerates a text that is cut off. */

export const NODE = { element: 1, comment: 2, cdata: 3, instruction: 4, doctype: 5 } as const
export type NodeType = (typeof NODE)[keyof typeof NODE]

/** Nodes in document order; node n spans [start[n], end[n]), and its descendants are n + 1 up to `next[n]`. */
export interface Xml {
  readonly text: string
  size: number
  type: Uint8Array
  start: Int32Array
  /** Offset behind the start tag of an element; `end` for other nodes. */
  open: Int32Array
  /** Offset of the closing tag, or `end` where there is none. */
  close: Int32Array
  end: Int32Array
  next: Int32Array
  /** -1 at the top. */
  parent: Int32Array
  depth: Uint16Array
  /** Closing tags without an element, and elements that another one closes. */
  misfits: number
  /** Elements that the text ends in. */
  unclosed: number
  /** Chars that are no white space outside of the top elements. */
  outside: number
}

const GROWING = ['type', 'start', 'open', 'close', 'end', 'next', 'parent', 'depth'] as const

export const newXml = (text: string): Xml => ({
  text,
  size: 0,
  type: new Uint8Array(256),
  start: new Int32Array(256),
  open: new Int32Array(256),
  close: new Int32Array(256),
  end: new Int32Array(256),
  next: new Int32Array(256),
  parent: new Int32Array(256),
  depth: new Uint16Array(256),
  misfits: 0,
  unclosed: 0,
  outside: 0,
})

const grow = (xml: Xml): void => {
  for (const name of GROWING) {
    const old = xml[name]
    const larger = new (old.constructor as new (length: number) => typeof old)(old.length * 2)
    larger.set(old as never)
    ;(xml as unknown as Record<string, unknown>)[name] = larger
  }
}

export const isNameStart = (c: number): boolean =>
  (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === 95 || c === 58 || c > 127
/** Adds a node without descendants; `stack` are the elements that are open. */
export const addNode = (xml: Xml, type: number, from: number, open: number, stack: readonly number[]): number => {
  if (xml.size === xml.start.length) grow(xml)
  const n = xml.size++
  xml.type[n] = type
  xml.start[n] = from
  xml.open[n] = open
  xml.close[n] = open
  xml.end[n] = open
  xml.next[n] = n + 1
  xml.parent[n] = stack.length === 0 ? -1 : stack[stack.length - 1]!
  xml.depth[n] = stack.length
  return n
}

const isNameChar = (c: number): boolean => isNameStart(c) || (c >= 48 && c <= 57) || c === 45 || c === 46

export const nameEnd = (text: string, from: number): number => {
  let at = from
  while (at < text.length && isNameChar(text.charCodeAt(at))) at++
  return at
}

/** The name of element n, prefix included. */
export const nameOf = ({ text, start }: Xml, n: number): string => text.slice(start[n]! + 1, nameEnd(text, start[n]! + 1))

/** The name without its prefix. */
export const localName = (xml: Xml, n: number): string => {
  const name = nameOf(xml, n)
  return name.slice(name.indexOf(':') + 1)
}

/** Offset behind the `>` of the start tag at `from`; quotes are minded. -1 where the text ends in it. */
const tagEnd = (text: string, from: number): number => {
  for (let at = from; at < text.length; at++) {
    const c = text.charCodeAt(at)
    if (c === 62) return at + 1
    if (c !== 34 && c !== 39) continue
    at = text.indexOf(c === 34 ? '"' : "'", at + 1)
    if (at < 0) return -1
  }
  return -1
}

/** Offset behind the next mark, or the end of the text. */
export const after = (text: string, mark: string, from: number): number => {
  const at = text.indexOf(mark, from)
  return at < 0 ? text.length : at + mark.length
}

/** Offset behind a DOCTYPE, whose own declarations may stand in brackets. */
const doctypeEnd = (text: string, from: number): number => {
  const close = text.indexOf('>', from)
  const bracket = text.indexOf('[', from)
  return bracket >= 0 && bracket < close ? after(text, '>', after(text, ']', bracket)) : close < 0 ? text.length : close + 1
}

const countSolid = (text: string, from: number, to: number): number => {
  let count = 0
  for (let at = from; at < to; at++) {
    const c = text.charCodeAt(at)
    if (c > 32 && c !== 0xfeff) count++
  }
  return count
}

/** Deeper elements count as beside each other. */
const MOST_DEPTH = 500

/** Scans at most the first `most` chars. */
export const scanXml = (whole: string, most?: number): Xml => {
  const text = most !== undefined && whole.length > most ? whole.slice(0, most) : whole
  const xml = newXml(whole)
  const stack: number[] = []
  const names: string[] = []
  /** How many open elements have each name. */
  const opened = new Map<string, number>()
  const add = (type: number, from: number, open: number): number => addNode(xml, type, from, open, stack)
  const closeTop = (close: number, end: number): void => {
    const n = stack.pop()!
    const name = names.pop()!
    opened.set(name, opened.get(name)! - 1)
    xml.close[n] = close
    xml.end[n] = end
    xml.next[n] = xml.size
  }
  let at = 0
  const outside = (to: number): void => {
    if (stack.length === 0) xml.outside += countSolid(text, at, to)
  }
  while (at < text.length) {
    const lt = text.indexOf('<', at)
    outside(lt < 0 ? text.length : lt)
    if (lt < 0) break
    const c = text.charCodeAt(lt + 1)
    let end = lt + 1
    if (c === 33 && text.startsWith('--', lt + 2)) add(NODE.comment, lt, (end = after(text, '-->', lt + 4)))
    else if (c === 33 && text.startsWith('[CDATA[', lt + 2)) add(NODE.cdata, lt, (end = after(text, ']]>', lt + 9)))
    else if (c === 33 && /[A-Z]/i.test(text[lt + 2] ?? '')) add(NODE.doctype, lt, (end = doctypeEnd(text, lt)))
    else if (c === 63) add(NODE.instruction, lt, (end = after(text, '?>', lt + 2)))
    else if (c === 47) {
      const stop = nameEnd(text, lt + 2)
      const name = text.slice(lt + 2, stop)
      end = after(text, '>', stop)
      if ((opened.get(name) ?? 0) === 0) xml.misfits++
      else {
        while (names[names.length - 1] !== name) {
          xml.misfits++
          closeTop(lt, lt)
        }
        closeTop(lt, end)
      }
    } else if (isNameStart(c)) {
      const stop = nameEnd(text, lt + 1)
      const found = tagEnd(text, stop)
      if (found < 0) {
        add(NODE.element, lt, text.length)
        xml.unclosed++
        at = text.length
        break
      }
      end = found
      const n = add(NODE.element, lt, end)
      if (text.charCodeAt(end - 2) !== 47 && stack.length < MOST_DEPTH) {
        const name = text.slice(lt + 1, stop)
        stack.push(n)
        names.push(name)
        opened.set(name, (opened.get(name) ?? 0) + 1)
      }
    } else if (stack.length === 0) xml.outside++
    at = end
  }
  xml.unclosed += stack.length
  while (stack.length > 0) closeTop(text.length, text.length)
  return xml
}

/** Value of an attribute as it stands in the text, undecoded; undefined where there is none. Linear in the start tag. */
export const attributeOf = (xml: Xml, n: number, name: string): string | undefined => {
  const { text, start, open } = xml
  const tag = text.slice(start[n]!, open[n]!)
  for (let at = tag.indexOf(name); at >= 0; at = tag.indexOf(name, at + 1)) {
    if (at === 0 || tag.charCodeAt(at - 1) > 32) continue
    let eq = at + name.length
    while (tag.charCodeAt(eq) <= 32) eq++
    if (tag[eq] !== '=') continue
    let quote = eq + 1
    while (tag.charCodeAt(quote) <= 32) quote++
    if (tag[quote] !== '"' && tag[quote] !== "'") continue
    const end = tag.indexOf(tag[quote]!, quote + 1)
    return end < 0 ? undefined : tag.slice(quote + 1, end)
  }
  return undefined
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' }

/** The text with its entities as chars, once. */
export const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(lt|gt|amp|quot|apos|nbsp));/g, (all, decimal, hex, name) => {
        if (name !== undefined) return ENTITIES[name as string]!
        const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal)
        return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : (all as string)
      })
    : text
