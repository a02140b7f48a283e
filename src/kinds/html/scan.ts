/** Where the elements of a page are: HTML as it is written, with tags that need no end, scripts, and ends that were forgotten. */
import { addNode, after, isNameStart, NODE, nameEnd, newXml, type Xml } from '../xml/scan.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Elements without content. */
const VOID = words('area base br col embed hr img input link meta param source track wbr')
/** Elements whose content is no markup. */
const RAW = words('script style textarea title xmp noembed noframes')
/** What a start tag ends, where it stands directly in it. */
const ENDS: Readonly<Record<string, ReadonlySet<string>>> = {
  li: words('li p'),
  dt: words('dt dd p'),
  dd: words('dt dd p'),
  tr: words('tr td th p'),
  td: words('td th p'),
  th: words('td th p'),
  thead: words('tr td th'),
  tbody: words('tr td th thead'),
  tfoot: words('tr td th tbody'),
  option: words('option'),
}
/** Blocks end a paragraph. */
export const BLOCKS: ReadonlySet<string> = words(
  'address article aside blockquote body dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody td tfoot th thead title tr ul script style',
)
const PARAGRAPH = words('p')
/** What cannot hold the main part of a page: where one of these is open, its end was forgotten. */
const CHROME = words('nav header footer aside form')
const MOST_DEPTH = 400

/** Offset behind the `>` of a start tag; a quote counts behind `=` only. -1 where the text ends in it. */
const createTagEnd = (text: string): ((from: number) => number) => {
  /* No closing quote from here on. */
  const none = { '"': text.length, "'": text.length }
  return (from) => {
    let afterEquals = false
    for (let at = from; at < text.length; at++) {
      const c = text[at]!
      if (c === '>') return at + 1
      if (afterEquals && (c === '"' || c === "'") && at < none[c]) {
        const end = text.indexOf(c, at + 1)
        if (end < 0) none[c] = at
        else at = end
      }
      if (c !== ' ' && c !== '\n' && c !== '\t' && c !== '\r') afterEquals = c === '='
    }
    return -1
  }
}

/** Offset of `</name` from `from` on, in any case, or the end of the text. */
const createRawEnd = (text: string): ((name: string, from: number) => number) => {
  /** Where the search for an end that is not there began. */
  const missing = new Map<string, number>()
  return (name, from) => {
    if (from >= (missing.get(name) ?? text.length)) return text.length
    for (let at = text.indexOf('</', from); at >= 0; at = text.indexOf('</', at + 2))
      if (text.slice(at + 2, at + 2 + name.length).toLowerCase() === name) return at
    missing.set(name, from)
    return text.length
  }
}

export const elementName = ({ text, start }: Xml, n: number): string =>
  text.slice(start[n]! + 1, nameEnd(text, start[n]! + 1)).toLowerCase()

/** Scans a page; linear in its size. */
export const scanHtml = (text: string): Xml => {
  const xml = newXml(text)
  const stack: number[] = []
  const names: string[] = []
  const opened = new Map<string, number>()
  const tagEnd = createTagEnd(text)
  const rawEnd = createRawEnd(text)
  const closeTop = (close: number, end: number): void => {
    const n = stack.pop()!
    const name = names.pop()!
    opened.set(name, opened.get(name)! - 1)
    xml.close[n] = close
    xml.end[n] = end
    xml.next[n] = xml.size
  }
  /** Ends what stands open down to the element of that name. */
  const closeTo = (name: string, close: number, end: number): void => {
    while (names[names.length - 1] !== name) {
      xml.misfits++
      closeTop(close, close)
    }
    closeTop(close, end)
  }
  const closeImplied = (name: string, at: number): void => {
    if (name === 'main' || name === 'body')
      for (const chrome of CHROME) while ((opened.get(chrome) ?? 0) > 0) closeTo(chrome, at, at)
    const ends = ENDS[name] ?? (BLOCKS.has(name) ? PARAGRAPH : undefined)
    while (ends !== undefined && names.length > 0 && ends.has(names[names.length - 1]!)) closeTop(at, at)
  }
  const open = (lt: number): number => {
    const stop = nameEnd(text, lt + 1)
    const name = text.slice(lt + 1, stop).toLowerCase()
    const end = tagEnd(stop)
    if (end < 0) return text.length
    closeImplied(name, lt)
    const n = addNode(xml, NODE.element, lt, end, stack)
    if (VOID.has(name) || text[end - 2] === '/') return end
    if (RAW.has(name)) {
      const close = rawEnd(name, end)
      xml.close[n] = close
      xml.end[n] = close < text.length ? after(text, '>', close) : close
      return xml.end[n]!
    }
    if (stack.length >= MOST_DEPTH) return end
    stack.push(n)
    names.push(name)
    opened.set(name, (opened.get(name) ?? 0) + 1)
    return end
  }
  for (let lt = text.indexOf('<'); lt >= 0; ) {
    const c = text.charCodeAt(lt + 1)
    let end = lt + 1
    if (c === 33 && text.startsWith('--', lt + 2)) addNode(xml, NODE.comment, lt, (end = after(text, '-->', lt + 4)), stack)
    else if (c === 33 || c === 63) addNode(xml, NODE.doctype, lt, (end = after(text, '>', lt)), stack)
    else if (c === 47) {
      const stop = nameEnd(text, lt + 2)
      const name = text.slice(lt + 2, stop).toLowerCase()
      end = after(text, '>', stop)
      if ((opened.get(name) ?? 0) > 0) closeTo(name, lt, end)
      else xml.misfits++
    } else if (isNameStart(c)) end = open(lt)
    lt = text.indexOf('<', end)
  }
  xml.unclosed = stack.length
  while (stack.length > 0) closeTop(text.length, text.length)
  return xml
}
