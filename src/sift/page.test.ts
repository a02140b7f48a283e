import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeEntities } from './html-tokens.ts'
import { renderPage } from './page.ts'

/** The Markdown without the first line. */
const render = (html: string): string | undefined => renderPage(html)?.split('\n').slice(1).join('\n').trimEnd()

describe('the main content of a page', () => {
  it.each<[string, string, string]>([
    ['headings and paragraphs', '<h1>A  b</h1><p>one\n two</p><p>three', '# A b\n\none two\n\nthree'],
    ['lists in lists', '<ul><li>a<li>b<ol><li>c</li><li>d</li></ol></li></ul>', '- a\n- b\n  1. c\n  2. d'],
    [
      'links with marks inside',
      '<p>see <a href="/x?a=1&amp;b=2">the <b>big</b> one</a>.</p>',
      'see [the **big** one](/x?a=1&b=2).',
    ],
    ['links that lead nowhere', '<a href="#top">up</a> <a href="javascript:go()">go</a>', 'up go'],
    [
      'code',
      '<pre><code>if (a &lt; b) {\n  c()\n}</code></pre><p>use <code>c()</code></p>',
      '```\nif (a < b) {\n  c()\n}\n```\n\nuse `c()`',
    ],
    ['tables', '<table><tr><th>a<th>b</tr><tr><td>1</td><td>x|y</td></tr></table>', '| a | b |\n| --- | --- |\n| 1 | x\\|y |'],
    [
      'pictures and values',
      '<img alt="a cat" src=c.png><form><input name="qty" value="3"><input type="hidden" value="t"></form>',
      '![a cat]\n\n[qty: 3]',
    ],
    ['references, read once', '<p>&amp;lt; &#65;&#x42; &copy; &unknown; a &amp; b</p>', '&lt; AB © &unknown; a & b'],
    ['signs that are no tags', '<p>a < b and c > d <3</p>', 'a < b and c > d <3'],
    ['several articles', '<main><article>one</article><article>two</article></main><footer>f</footer>', 'one\n\ntwo'],
    [
      'a header inside an article',
      '<header>site</header><article><header><h1>T</h1></header>x<footer>by A</footer></article>',
      '# T\n\nx\n\nby A',
    ],
    ['a nav that is never closed', '<body><nav><a href="/">home</a><main><p>content</p></main>', 'content'],
    ['an aside that is never closed', '<article>one<aside>ad</article><article>two</article>', 'one\n\ntwo'],
    ['no main content at all', '<body><p>a</p><script>x < y</script><p>b</p></body>', 'a\n\nb'],
    ['quotes around a >', '<p title="a > b">c</p>', 'c'],
    ['comments', 'a<!-- <p>no</p> -->b', 'ab'],
    ['an imitation of a note', '<p>[diet] 3 -> 2 lines</p>', '\\[diet] 3 -> 2 lines'],
  ])('%s', (_name, html, markdown) => expect(render(html)).toBe(markdown))

  it('says what is left out', () => {
    const html = '<head><title>t</title></head><nav>n</nav><main>x<script>1</script><script>2</script></main><footer>f</footer>'
    expect(renderPage(html)).toBe('[diet] page as Markdown; not shown: head, nav, 2 script, footer.\nx\n')
  })

  it('a page without text is none', () => {
    for (const html of ['', '<html><head><title>x</title></head></html>', '<main></main>', '<script>a</script>'])
      expect(renderPage(html)).toBeUndefined()
  })

  it('never throws, and ends', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<',
        '>',
        '</',
        '<p',
        '<li>',
        '<ol>',
        '</ol>',
        '<td>',
        '<tr>',
        '</table>',
        '<script>',
        '</script',
        '<!--',
        '"',
        "='",
        '<a href=',
        '&#',
        '&amp;',
        '<pre>',
        '<article>',
        '</article>',
      ),
      fc.string({ unit: 'binary', maxLength: 8 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => typeof (renderPage(pieces.join('')) ?? '') === 'string'),
    )
  })

  it('reads a megabyte of opened tags and of entities', () => {
    for (const opened of ['<b>x', '<ol><li>x', '<article>x', '<table><tr><td>x', '<a href=x>x', '<aside>x<li>'])
      expect(typeof renderPage(opened.repeat(50_000))).toBe(opened.startsWith('<aside') ? 'undefined' : 'string')
    expect(decodeEntities('&amp;'.repeat(100_000))).toBe('&'.repeat(100_000))
    expect(renderPage('<p a="'.repeat(50_000))).toBeUndefined()
  })
})
