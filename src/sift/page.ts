/**
 * The main content of a page as Markdown. It is no line of the source, so it is an extract: the page itself is in the stash, and the
 * first line says what is left out.
 */
import { MARK } from '../receipt/notes.ts'
import { attributeOf, decodeEntities, readHtml } from './html-tokens.ts'

/** Left out with all they hold, and counted. */
const DROPPED = new Set(['script', 'style', 'noscript', 'svg', 'canvas', 'template', 'iframe', 'head', 'nav', 'aside'])
/** Left out unless they are part of the main content. */
const CHROME = new Set(['header', 'footer'])
const MAIN = new Set(['main', 'article'])
const VOID = new Set(['br', 'hr', 'img', 'input', 'meta', 'link', 'source', 'wbr', 'area', 'base', 'col', 'embed', 'track'])
const BLOCKS = new Set(
  'p div section article main header footer form fieldset figure figcaption blockquote ul ol dl dt dd table thead tbody tfoot caption details summary address body'.split(
    ' ',
  ),
)
/** An element of these names ends one of the same name that is open: its end tag may be left out. */
const SIBLINGS: Readonly<Record<string, readonly string[]>> = {
  li: ['li'],
  p: ['p'],
  dt: ['dt', 'dd'],
  dd: ['dt', 'dd'],
  tr: ['tr', 'td', 'th'],
  td: ['td', 'th'],
  th: ['td', 'th'],
  option: ['option'],
}
/** Elements nested deeper are read as if they were not there. */
const MAX_DEPTH = 200
const MARKS: Readonly<Record<string, string>> = { strong: '**', b: '**', em: '*', i: '*' }

const isList = (name: string): boolean => name === 'ul' || name === 'ol'

interface Open {
  readonly name: string
  /** Where its own text begins, for links and cells. */
  readonly from: number
  readonly href: string | undefined
  readonly shown: boolean
  /** Items counted so far, for numbered lists. */
  items: number
}

/** Whether only main content counts: a page that has none is shown as a whole. */
const hasMain = (html: string): boolean => /<(?:main|article)[\s>]/i.test(html)

const isLink = (href: string | undefined): href is string =>
  href !== undefined && href !== '' && !href.startsWith('#') && !/^\s*javascript:/i.test(href)

/** Writes Markdown into one list of pieces. */
const createWriter = () => {
  const parts: string[] = []
  let ending = '\n\n'
  const push = (text: string): void => {
    if (text === '') return
    parts.push(text)
    ending = (ending + text).slice(-2)
  }
  return {
    parts,
    push,
    /** At least so many line ends before what follows. */
    separate: (lines: 1 | 2): void => {
      if (lines === 2 && ending !== '\n\n') push(ending.endsWith('\n') ? '\n' : '\n\n')
      if (lines === 1 && !ending.endsWith('\n')) push('\n')
    },
    /** Text between tags: a run of white space is one space, none at the start of a line. */
    inline: (text: string): void => {
      const one = text.replace(/\s+/g, ' ')
      push(/[\s]$/.test(ending) ? one.trimStart() : one)
    },
    /** Takes back everything from a piece on. */
    take: (from: number): string => {
      const text = parts.splice(from).join('')
      ending = (parts.slice(-2).join('') || '\n\n').slice(-2)
      return text
    },
  }
}

/** The content of a page, and how many elements of each name were left out. */
const render = (html: string): { readonly text: string; readonly dropped: ReadonlyMap<string, number> } => {
  const out = createWriter()
  const dropped = new Map<string, number>()
  const stack: Open[] = []
  const onlyMain = hasMain(html)
  let pre = 0
  let row = 0
  const isShown = (): boolean => stack.at(-1)?.shown ?? !onlyMain
  const inMain = (): boolean => stack.some(({ name }) => MAIN.has(name))

  /** Parts of a table and lists inside of items stand close. */
  const gapAround = (name: string): 1 | 2 =>
    /^t(?:head|body|foot)$/.test(name) || (isList(name) && stack.some((open) => open.name === 'li')) ? 1 : 2

  const begin = (name: string, attributes: string): void => {
    const heading = /^h([1-6])$/.exec(name)
    if (heading !== null) {
      out.separate(2)
      out.push(`${'#'.repeat(Number(heading[1]))} `)
    } else if (name === 'pre') {
      out.separate(2)
      out.push('```\n')
      pre++
    } else if (name === 'li') {
      const lists = stack.filter((open) => isList(open.name))
      const list = lists.at(-1)
      out.separate(1)
      out.push(`${'  '.repeat(Math.max(0, lists.length - 1))}${list?.name === 'ol' ? `${++list.items}.` : '-'} `)
    } else if (name === 'tr') {
      out.separate(1)
      out.push('|')
    } else if (name === 'td' || name === 'th') out.push(' ')
    else if (name === 'br') out.separate(1)
    else if (name === 'hr') {
      out.separate(2)
      out.push('---')
      out.separate(2)
    } else if (name === 'img') {
      const alt = attributeOf(attributes, 'alt')
      if (alt !== undefined && alt.trim() !== '') out.inline(`![${alt}]`)
    } else if (name === 'input') {
      const value = attributeOf(attributes, 'value')
      if (value !== undefined && attributeOf(attributes, 'type') !== 'hidden')
        out.inline(` [${attributeOf(attributes, 'name') ?? 'input'}: ${value}] `)
    } else if (name === 'table') {
      out.separate(2)
      row = 0
    } else if (BLOCKS.has(name)) out.separate(gapAround(name))
    else if (name === 'code' && pre === 0) out.push('`')
    else if (MARKS[name] !== undefined && pre === 0) out.push(MARKS[name]!)
  }

  const finish = ({ name, from, href }: Open): void => {
    if (/^h[1-6]$/.test(name)) out.separate(2)
    else if (name === 'pre') {
      out.separate(1)
      out.push('```')
      out.separate(2)
      pre--
    } else if (name === 'a') {
      const text = out.take(from).trim()
      out.push(isLink(href) && text !== '' ? `[${text}](${href})` : text)
    } else if (name === 'td' || name === 'th')
      out.push(`${out.take(from).replace(/\s+/g, ' ').replaceAll('|', '\\|').trimEnd()} |`)
    else if (name === 'tr') {
      if (row++ === 0) {
        const cells = out.parts.slice(from).join('').split(' |').length - 1
        if (cells > 0) out.push(`\n|${' --- |'.repeat(cells)}`)
      }
      out.separate(1)
    } else if (BLOCKS.has(name)) out.separate(gapAround(name))
    else if (name === 'code' && pre === 0) out.push('`')
    else if (MARKS[name] !== undefined && pre === 0) out.push(MARKS[name]!)
  }

  const pop = (): void => {
    const open = stack.pop()!
    if (open.shown) finish(open)
  }

  const openElement = (name: string, attributes: string): void => {
    const ends = Object.hasOwn(SIBLINGS, name) ? SIBLINGS[name]! : []
    while (stack.length > 0 && ends.includes(stack.at(-1)!.name)) pop()
    // An aside or a nav that is never closed must not swallow the content behind it.
    const drops = DROPPED.has(name) || (CHROME.has(name) && !inMain())
    const shown = MAIN.has(name) || (isShown() && !drops)
    if (drops && (isShown() || !stack.some((one) => DROPPED.has(one.name)))) dropped.set(name, (dropped.get(name) ?? 0) + 1)
    if (stack.length >= MAX_DEPTH) return
    if (shown) begin(name, attributes)
    if (!VOID.has(name)) stack.push({ name, from: out.parts.length, href: attributeOf(attributes, 'href'), shown, items: 0 })
  }

  const closeElement = (name: string): void => {
    const depth = stack.findLastIndex((open) => open.name === name)
    if (depth >= 0) while (stack.length > depth) pop()
  }

  for (const token of readHtml(html)) {
    if (token.type === 'open') {
      openElement(token.name, token.attributes)
      if (token.closed && !VOID.has(token.name)) closeElement(token.name)
    } else if (token.type === 'close') closeElement(token.name)
    else if (isShown()) {
      const text = decodeEntities(token.text)
      if (pre > 0) out.push(text)
      else out.inline(text)
    }
  }
  while (stack.length > 0) pop()
  return { text: out.parts.join(''), dropped }
}

const plural = ([name, count]: readonly [string, number]): string => (count === 1 ? name : `${count} ${name}`)

/** Undefined when a page has no text to show. Linear in its size. */
export const renderPage = (html: string): string | undefined => {
  const { text, dropped } = render(html)
  const body = text
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\[diet\]/gm, '\\[diet]')
    .trim()
  if (body === '') return undefined
  const left = [...dropped].map(plural).join(', ')
  return `${MARK} page as Markdown${left === '' ? '' : `; not shown: ${left}`}.\n${body}\n`
}
