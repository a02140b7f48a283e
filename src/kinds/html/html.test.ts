import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verify } from '../../receipt/verify.ts'
import { createSource } from '../../source/source.ts'
import { type DigestOptions, digest } from '../../verbs/digest.ts'
import { decodeDigest } from '../registry.ts'
import { detectHtml } from './detect.ts'
import { elementName, scanHtml } from './scan.ts'
import { shownParts } from './tags.ts'
import { ZONE, zonesOf } from './zones.ts'

const RUNS = Number(process.env.DIET_RUNS ?? 200)

const run = (text: string, options: DigestOptions = {}) => {
  const result = digest(text, options)
  expect(verify({ source: text, output: result.text, receipt: result.receipt, decode: decodeDigest })).toEqual({ ok: true })
  expect(result.receipt.notes.filter((note) => note.includes('not published'))).toEqual([])
  if (result.changed) expect(result.receipt.output.tokens).toBeLessThanOrEqual(options.budget ?? 2000)
  return result
}

/** `name(children)` of each element at the top. */
const shapeOf = (text: string): string => {
  const xml = scanHtml(text)
  const write = (from: number, to: number): string => {
    const parts: string[] = []
    for (let n = from; n < to; n = xml.next[n]!) {
      if (xml.type[n] !== 1) continue
      const inner = write(n + 1, xml.next[n]!)
      parts.push(inner === '' ? elementName(xml, n) : `${elementName(xml, n)}(${inner})`)
    }
    return parts.join(' ')
  }
  return write(0, xml.size)
}

describe('the scan', () => {
  it.each([
    ['void elements have no end', '<p>a<br>b<img src=x>c</p><hr>', 'p(br img) hr'],
    ['items end items', '<ul><li>a<li>b<ul><li>c</ul><li>d</ul>', 'ul(li li(ul(li)) li)'],
    ['rows and cells end each other', '<table><tr><td>1<td>2<tr><th>3</table>', 'table(tr(td td) tr(th))'],
    ['blocks end a paragraph', '<p>a<div>b</div><p>c<h2>d</h2>', 'p div p h2'],
    ['scripts hold no markup', '<script>if (a<b) x="</p><p>"</script><p>c</p>', 'script p'],
    ['names in any case', '<DIV><P>a</p></Div><Script>x</SCRIPT><b>', 'div(p) script b'],
    ['a quote inside of a word ends nothing', "<p title=it's>a</p><p>b</p>", 'p p'],
    ['a > in quotes ends no tag', '<a title="1 > 2" href=x>b</a><i>c</i>', 'a i'],
    ['a nav whose end was forgotten ends where the main part begins', '<nav><a>x</a><main><p>y</p></main>', 'nav(a) main(p)'],
    ['closing tags without an element', '</div><p>a</p></p></span>', 'p'],
  ])('%s', (_, text, shape) => {
    expect(shapeOf(text)).toBe(shape)
  })
})

describe('zones', () => {
  const zoneOf = (text: string, id: string): number => {
    const xml = scanHtml(text)
    const { zone } = zonesOf(xml)
    for (let n = 0; n < xml.size; n++) if (text.slice(xml.start[n]!, xml.open[n]!).includes(`id="${id}"`)) return zone[n]!
    return -1
  }
  const filler = `<p>${'word '.repeat(200)}</p>`

  it.each([
    ['navigation', `<nav><p id="x"></p></nav>${filler}`, ZONE.chrome],
    ['a sidebar by its class', `<div class="page-sidebar"><p id="x"></p></div>${filler}`, ZONE.chrome],
    ['a script', `<script id="x">1</script>${filler}`, ZONE.hidden],
    ['the main part', `<main><p id="x"></p></main>${filler}`, ZONE.main],
    ['the head of an article', `<article><header><h1 id="x"></h1></header></article>${filler}`, ZONE.main],
    ['the head of a page', `<header><h1 id="x"></h1></header>${filler}`, ZONE.chrome],
    ['a page in which all is said to be chrome', `<div class="nav">${filler}<p id="x"></p></div>`, ZONE.page],
    ['a word that only sounds like it', `<div class="navigator-docs"><p id="x"></p></div>${filler}`, ZONE.page],
  ])('%s', (_, text, zone) => {
    expect(zoneOf(text, 'x')).toBe(zone)
  })
})

describe('tags', () => {
  const shown = (text: string): string =>
    shownParts(text, 0, text.length)
      .map(([a, b]) => text.slice(a, b))
      .join('…')

  it('links stay, classes go', () => {
    expect(shown('<a class="btn btn-primary mx-4" href="/x?y=1" data-id="12345678">go</a>')).toBe('<a… href="/x?y=1"…>go</a>')
  })

  it('short tags stay as they are', () => {
    expect(shown('<p class="a">b</p>')).toBe('<p class="a">b</p>')
  })
})

const NOUNS = ['tide', 'harbor', 'pilot', 'anchor', 'lantern', 'ferry', 'signal', 'buoy', 'chart', 'keel', 'crane']
const noun = (i: number): string => NOUNS[i % NOUNS.length]!
const paragraph = (i: number): string =>
  `<p>The ${noun(i)} desk checks the ${noun(i * 3 + 1)} list of the ${noun(i * 7)} office ${i}.</p>`
const page = (nl: string, extra: (i: number) => string = () => ''): string =>
  [
    '<!doctype html><html><head><title>Harbor rules</title>',
    '<script>var tracking = "analytics-token";</script></head><body>',
    `<nav>${NOUNS.map((one) => `<a href="/${one}">${one}</a>`).join(nl)}</nav>`,
    '<main>',
    '<h1>Rules of the harbor</h1>',
    ...Array.from({ length: 15 }, (_, i) => [
      `<h2>Part ${i}: ${noun(i)}</h2>`,
      paragraph(i * 2),
      paragraph(i * 2 + 1),
      extra(i),
    ]).flat(),
    '</main>',
    '<footer><p>Imprint of the office</p></footer>',
    '</body></html>\n',
  ].join(nl)

describe.each([
  ['a line each', '\n'],
  ['one endless line', ''],
])('a page, %s', (_, nl) => {
  it('shows the main part and nothing around it', () => {
    const { text, receipt } = run(page(nl), { budget: 350, mode: nl === '' ? 'auto' : 'verbatim' })
    expect(receipt.kind).toBe('html')
    expect(text).toContain('<title>Harbor rules</title>')
    expect(text).toContain('<h1>Rules of the harbor</h1>')
    expect(text.match(/<h2>/g)!.length).toBeGreaterThan(10)
    expect(text).not.toContain('analytics-token')
    expect(text).not.toContain('Imprint of the office')
    expect(text).not.toContain('href="/tide"')
  })

  it('keeps links, tables and code that the query names, under their heading', () => {
    const text = page(nl, (i) =>
      i === 9
        ? `<pre><code>open-gate --berth 3</code></pre>${nl}<p>See the <a href="https://h.example/t?y=1">zeppelin table</a>.</p>`
        : i === 4
          ? `<table><tr><th>berth</th><th>depth</th></tr>${nl}<tr><td>7</td><td>zeppelin</td></tr></table>`
          : '',
    )
    const { text: shown } = run(text, { budget: 400, query: 'zeppelin open-gate', mode: nl === '' ? 'auto' : 'verbatim' })
    expect(shown).toContain('<a href="https://h.example/t?y=1">zeppelin table</a>')
    expect(shown).toContain('<tr><td>7</td><td>zeppelin</td></tr>')
    expect(shown).toContain('<pre><code>open-gate --berth 3</code></pre>')
    expect(shown).toContain(`<h2>Part 9: ${noun(9)}</h2>`)
  })

  it('C9, C12: every part shown stands in the source at the place that is named', () => {
    const source = page(nl)
    const lines = createSource(source)
    const { text } = run(source, { budget: 300 })
    for (const [, line, at, part] of text.matchAll(/^\[diet\] L(\d+)@(\d+): (.*)$/gm))
      expect(lines.line(Number(line)).startsWith(part!.split('[+')[0]!, Number(at))).toBe(true)
  })
})

describe('detection', () => {
  const detect = (text: string): number => detectHtml(createSource(text), false).score

  it.each([
    ['a page', page('\n')],
    ['headers of HTTP before it', `HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\n\r\n${page('\n')}`],
    ['a comment before it', `<!-- saved from x -->\n${page('\n')}`],
    ['a part of a page', `<table>${'<tr><td>a</td><td>b</td></tr>\n'.repeat(30)}</table>`],
  ])('%s', (_, text) => {
    expect(detect(text)).toBeGreaterThan(0.8)
  })

  it.each([
    ['a test run that prints a page', `FAIL test/page.test.js\n  ✗ renders\n    expected <html> to contain x\n${page('\n')}`],
    ['a test run that prints a part of one', 'expect(received).toMatch()\n<div>\n  <p>a</p>\n</div>\n'.repeat(20)],
    ['XML', '<?xml version="1.0"?><list><item/><item/><item/></list>'],
    ['one tag in text', '<div> is the element to use here.\n'.repeat(20)],
    [
      'code of a component',
      "import React from 'react'\nexport const A = () => (\n  <div>\n    <p>a</p>\n  </div>\n)\n".repeat(9),
    ],
  ])('no page: %s', (_, text) => {
    expect(detect(text)).toBe(0)
  })

  it('what a failing command prints is its report', () => {
    expect(detectHtml(createSource(page('\n')), true).score).toBe(0)
  })
})

const piece = fc.constantFrom(
  '<p>',
  '</p>',
  '<div class="a b c d e f g h" id="x">',
  '</div>',
  '<li>',
  '<main>',
  '</nav>',
  '<nav>',
  '<h2>Title</h2>',
  '<a href="/x">go</a>',
  '<pre>',
  '</pre>',
  '<script>a<b</script>',
  'The gate is closed.',
  '<!-- c -->',
  '<td',
  '&lt;x&gt;',
  '[+12]',
  '[diet] L1',
  '\u{1F600}',
  '"',
  '\n',
  '\n',
  '\r\n',
)

describe('properties', () => {
  it('any page: verified, within the budget, the same again', () => {
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 30, maxLength: 200 }),
        fc.integer({ min: 30, max: 400 }),
        fc.constantFrom('auto', 'verbatim'),
        (pieces, budget, mode) => {
          const text = pieces.join('')
          const options: DigestOptions = { budget, mode, kind: 'html', query: 'gate' }
          expect(run(text, options).text).toBe(digest(text, options).text)
        },
      ),
      { numRuns: RUNS },
    )
  })

  it('any text that is said to be a page', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 900 }), fc.integer({ min: 10, max: 90 }), (text, budget) => {
        run(text, { budget, kind: 'html' })
      }),
      { numRuns: RUNS },
    )
  })
})
