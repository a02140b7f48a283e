/** The tags and texts of a page, in one pass: enough of HTML to read what people read, never an error. */

export type HtmlToken =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'open'; readonly name: string; readonly attributes: string; readonly closed: boolean }
  | { readonly type: 'close'; readonly name: string }

const NAME = /[a-zA-Z][a-zA-Z0-9:-]{0,60}/y
/** Elements whose content is text up to their own end tag. */
const RAW = new Set(['script', 'style', 'textarea', 'title', 'noscript', 'iframe', 'template', 'xmp'])

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  copy: '©',
  reg: '®',
  trade: '™',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  bull: '•',
  middot: '·',
  times: '×',
  rarr: '→',
  larr: '←',
  euro: '€',
  pound: '£',
  deg: '°',
}

const fromCode = (code: number, whole: string): string =>
  code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole

/** Character references, each read once: `&amp;lt;` is the text `&lt;`. Unknown ones stay. */
export const decodeEntities = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));/g,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (decimal !== undefined) return fromCode(Number(decimal), whole)
      if (hex !== undefined) return fromCode(Number.parseInt(hex, 16), whole)
      return (Object.hasOwn(ENTITIES, name!) ? ENTITIES[name!] : undefined) ?? whole
    },
  )

const ATTRIBUTE = /([^\s"'=<>/]{1,60})(?:\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)'|([^\s"'>]{1,2000})))?/g

/** The value of an attribute; undefined when the tag has none by that name. */
export const attributeOf = (attributes: string, name: string): string | undefined => {
  for (const [, key, double, single, bare] of attributes.matchAll(ATTRIBUTE))
    if (key!.toLowerCase() === name) return decodeEntities(double ?? single ?? bare ?? '')
  return undefined
}

/** Offset of the `>` that ends a tag, outside of quotes; -1 when the text ends before. */
const findTagEnd = (html: string, from: number): number => {
  for (let at = from; at < html.length; at++) {
    const c = html[at]
    if (c === '>') return at
    if ((c === '"' || c === "'") && html[at - 1] === '=') {
      const quote = html.indexOf(c, at + 1)
      if (quote < 0) return html.indexOf('>', at)
      at = quote
    }
  }
  return -1
}

/** Where the end tag of a raw element begins; the end of the text when there is none. */
const findRawEnd = (html: string, lower: string, name: string, from: number): number => {
  const end = lower.indexOf(`</${name}`, from)
  return end < 0 ? html.length : end
}

/** A comment, a declaration or a processing instruction: where it ends. */
const skipMarkup = (html: string, at: number): number => {
  const [mark, size] = html.startsWith('<!--', at) ? ['-->', 3] : ['>', 1]
  const end = html.indexOf(mark as string, at + 2)
  return end < 0 ? html.length : end + (size as number)
}

/** Linear: each raw element and each quote is searched once, from where the one before ended. */
export function* readHtml(html: string): Generator<HtmlToken> {
  const lower = html.toLowerCase()
  // `toLowerCase` may change lengths of odd letters; then raw elements are found in the text as it is.
  const names = lower.length === html.length ? lower : html
  let text = 0
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    const closes = html[at + 1] === '/'
    const other = html[at + 1] === '!' || html[at + 1] === '?'
    NAME.lastIndex = at + (closes ? 2 : 1)
    const name = other ? undefined : NAME.exec(html)?.[0].toLowerCase()
    if (!other && name === undefined) {
      at++
      continue
    }
    if (at > text) yield { type: 'text', text: html.slice(text, at) }
    if (name === undefined) {
      at = skipMarkup(html, at)
      text = at
      continue
    }
    const end = findTagEnd(html, NAME.lastIndex)
    const stop = end < 0 ? html.length : end
    const attributes = html.slice(NAME.lastIndex, stop)
    at = Math.min(html.length, stop + 1)
    text = at
    if (closes) yield { type: 'close', name }
    else {
      yield { type: 'open', name, attributes, closed: attributes.endsWith('/') }
      if (RAW.has(name)) {
        const rawEnd = findRawEnd(html, names, name, at)
        if (rawEnd > at) yield { type: 'text', text: html.slice(at, rawEnd) }
        at = rawEnd
        text = at
      }
    }
  }
  if (text < html.length) yield { type: 'text', text: html.slice(text) }
}
