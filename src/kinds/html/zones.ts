/** What each element of a page is to a reader: the main part, what stands around it, what is never seen. */
import { attributeOf, NODE, type Xml } from '../xml/scan.ts'
import { elementName } from './scan.ts'

export const ZONE = { hidden: 0, chrome: 1, page: 2, main: 3 } as const
export type Zone = (typeof ZONE)[keyof typeof ZONE]

const HIDDEN: ReadonlySet<string> = new Set(
  'script style svg canvas template iframe object embed link noscript base source track'.split(' '),
)
const CHROME: ReadonlySet<string> = new Set('nav footer aside header form dialog menu'.split(' '))
const MAIN: ReadonlySet<string> = new Set('main article'.split(' '))
/** What pages call the parts around their main part. */
const CHROME_NAME =
  /(?:^|[\s_-])(?:nav(?:bar|igation)?|menu|sidebar|side-?nav|footer|header-?links|cookies?|consent|banner|advert\w{0,8}|ads?|promo\w{0,6}|breadcrumbs?|share|social|related|newsletter|subscribe|toc|skip-?link|pagination)(?:$|[\s_-])/i
const CHROME_ROLE = /^(?:navigation|banner|contentinfo|complementary|search|dialog)$/i
const MAIN_NAME = /^(?:main|content|main-?content|article|post|page-?content|readme|docs?-?content)$/i

export interface Zones {
  /** Zone of each element. */
  readonly zone: Uint8Array
  /** Lower-case names; empty for other nodes. */
  readonly names: readonly string[]
  readonly hasMain: boolean
}

/** Its end tag is there: where it is not, all that follows would be taken for chrome. */
const isClosed = ({ close, end }: Xml, n: number): boolean => end[n]! > close[n]!

const ownZone = (xml: Xml, n: number, name: string, above: number): number => {
  if (HIDDEN.has(name) || name === 'head') return ZONE.hidden
  if (above === ZONE.hidden) return name === 'title' ? ZONE.page : ZONE.hidden
  const role = attributeOf(xml, n, 'role') ?? ''
  if (MAIN.has(name) || role === 'main' || (name === 'div' && MAIN_NAME.test(attributeOf(xml, n, 'id') ?? '')))
    return above === ZONE.chrome ? ZONE.chrome : ZONE.main
  /* The head of an article is part of it: often its title. */
  if (name === 'header' && above === ZONE.main) return ZONE.main
  if (above === ZONE.chrome) return ZONE.chrome
  const isChrome =
    CHROME.has(name) ||
    CHROME_ROLE.test(role) ||
    (/^(?:div|section|ul|ol|aside|p)$/.test(name) &&
      CHROME_NAME.test(`${attributeOf(xml, n, 'class') ?? ''} ${attributeOf(xml, n, 'id') ?? ''}`.slice(0, 200)))
  return isChrome && isClosed(xml, n) ? ZONE.chrome : above
}

/** Most chars of a page in one element of the chrome: a larger one holds the page itself. */
const MOST_CHROME = 0.6

export const zonesOf = (xml: Xml): Zones => {
  const zone = new Uint8Array(xml.size)
  const names: string[] = []
  let hasMain = false
  for (let n = 0; n < xml.size; n++) {
    const up = xml.parent[n]!
    const above = up < 0 ? ZONE.page : zone[up]!
    const isElement = xml.type[n] === NODE.element
    const name = isElement ? elementName(xml, n) : ''
    names.push(name)
    let own = isElement ? ownZone(xml, n, name, above) : ZONE.hidden
    if (own === ZONE.chrome && above !== ZONE.chrome && xml.end[n]! - xml.start[n]! > MOST_CHROME * xml.text.length) own = above
    zone[n] = own
    if (own === ZONE.main) hasMain = true
  }
  return { zone, names, hasMain }
}
