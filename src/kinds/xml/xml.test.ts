import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verify } from '../../receipt/verify.ts'
import { createSource } from '../../source/source.ts'
import { type DigestOptions, digest } from '../../verbs/digest.ts'
import { decodeDigest } from '../registry.ts'
import { countStates, readReport } from './report.ts'
import { cutsOf } from './report-view.ts'
import { attributeOf, decodeEntities, NODE, nameOf, scanXml } from './scan.ts'
import { segmentsOf } from './segments.ts'

const RUNS = Number(process.env.DIET_RUNS ?? 200)

const run = (text: string, options: DigestOptions = {}) => {
  const result = digest(text, options)
  expect(verify({ source: text, output: result.text, receipt: result.receipt, decode: decodeDigest })).toEqual({ ok: true })
  expect(result.receipt.notes.filter((note) => note.includes('not published'))).toEqual([])
  if (result.changed) expect(result.receipt.output.tokens).toBeLessThanOrEqual(options.budget ?? 2000)
  return result
}

const repeat = (count: number, make: (i: number) => string): string => Array.from({ length: count }, (_, i) => make(i)).join('')

describe('the scan', () => {
  const spans = (text: string): string[] => {
    const xml = scanXml(text)
    return Array.from({ length: xml.size }, (_, n) => text.slice(xml.start[n], xml.end[n]))
  }

  it('elements, and what is none', () => {
    expect(spans('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a><!-- <no> --><b/><![CDATA[<no>]]></a>')).toEqual([
      '<?xml version="1.0"?>',
      '<!DOCTYPE a [<!ENTITY b "c">]>',
      '<a><!-- <no> --><b/><![CDATA[<no>]]></a>',
      '<!-- <no> -->',
      '<b/>',
      '<![CDATA[<no>]]>',
    ])
  })

  it('a > inside of quotes ends no tag', () => {
    const xml = scanXml('<a b="1 > 2" c=\'"x"\'>t</a>')
    expect(xml.open[0]).toBe('<a b="1 > 2" c=\'"x"\'>'.length)
    expect(attributeOf(xml, 0, 'b')).toBe('1 > 2')
    expect(attributeOf(xml, 0, 'c')).toBe('"x"')
    expect(attributeOf(xml, 0, 'x')).toBeUndefined()
  })

  it('an attribute is not found inside of another name or value', () => {
    expect(attributeOf(scanXml('<a errors="2" x="error=3" error="4"/>'), 0, 'error')).toBe('4')
  })

  it('parents, also where closing tags are missing or stand alone', () => {
    const xml = scanXml('<a><b><c></b></x><d/></a>')
    expect([...xml.parent.subarray(0, xml.size)]).toEqual([-1, 0, 1, 0])
    expect(xml.misfits).toBe(2)
    expect(nameOf(xml, 3)).toBe('d')
    expect(xml.next[1]).toBe(3)
  })

  it('a text that is cut off', () => {
    const xml = scanXml('<a><b>text</b><b attribute="va')
    expect(xml.size).toBe(3)
    expect(xml.unclosed).toBe(2)
    expect(xml.type[2]).toBe(NODE.element)
  })

  it('entities are decoded once', () => {
    expect(decodeEntities('&lt;a&gt; &amp;lt; &#65;&#x42; &unknown; &#xD800;')).toBe('<a> &lt; AB &unknown; &#xD800;')
  })
})

const reportOf = (text: string) => readReport(scanXml(text))!

describe('reports', () => {
  it.each([
    [
      'JUnit',
      '<testsuite tests="3"><testcase name="a"/><testcase name="b"><failure>x</failure></testcase><testcase name="c"><skipped/></testcase></testsuite>',
    ],
    [
      'JUnit, errors',
      '<testsuites><testsuite><testcase/><testcase><error message="m"/></testcase><testcase><skipped/></testcase></testsuite></testsuites>',
    ],
    [
      'xUnit',
      '<assemblies><assembly><collection><test result="Pass"/><test result="Fail"><failure/></test><test result="Skip"/></collection></assembly></assemblies>',
    ],
    [
      'NUnit',
      '<test-run><test-suite result="Failed"><test-case result="Passed"/><test-case result="Failed"/><test-case result="Skipped"/></test-suite></test-run>',
    ],
    [
      'TestNG',
      '<testng-results><suite><test name="t"><class><test-method status="PASS"/><test-method status="FAIL"/><test-method status="SKIP"/></class></test></suite></testng-results>',
    ],
    [
      'TRX',
      '<TestRun><Results><UnitTestResult outcome="Passed"/><UnitTestResult outcome="Failed"><Output><ErrorInfo><Message>m</Message></ErrorInfo></Output></UnitTestResult><UnitTestResult outcome="NotExecuted"/></Results></TestRun>',
    ],
  ])('%s: one passed, one failed, one skipped', (_, text) => {
    expect(countStates(reportOf(text))).toEqual({ passed: 1, failed: 1, skipped: 1 })
  })

  it('a test that failed first and passed then is passed', () => {
    expect(countStates(reportOf('<testsuite><testcase><flakyFailure/></testcase></testsuite>'))).toEqual({
      passed: 1,
      failed: 0,
      skipped: 0,
    })
  })

  it('counts are those of the outermost suites that have some, once', () => {
    const inner = '<testsuite tests="2" failures="1" errors="1" skipped="1"/>'
    expect(reportOf(`<testsuites tests="9" failures="2">${inner}${inner}</testsuites>`).totals).toMatchObject({
      tests: 9,
      failed: 2,
      skipped: 0,
    })
    expect(reportOf(`<testsuites>${inner}${inner}</testsuites>`).totals).toMatchObject({ tests: 4, failed: 4, skipped: 2 })
  })

  it('an error of a suite is a failure of its own', () => {
    expect(
      countStates(reportOf('<testsuite tests="0" errors="1" failures="0"><error message="cannot load"/></testsuite>')),
    ).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
    })
  })

  it('Checkstyle: errors are failures, warnings are warnings', () => {
    const report = reportOf(
      '<checkstyle><file name="f"><error severity="warning"/><error severity="error" message="m"/></file></checkstyle>',
    )
    expect(countStates(report).failed).toBe(1)
    expect(report.warnings).toHaveLength(1)
  })

  it('other XML is no report', () => {
    expect(readReport(scanXml('<project><test>true</test></project>'))).toBeUndefined()
  })
})

const failing = (i: number): string =>
  `<testcase classname="shop.Cart" name="case ${i}"><failure message="expected ${i}">AssertionError: expected ${i}\n    at shop/cart.js:${i}:7\n</failure></testcase>`
const passing = (i: number): string => `<testcase classname="shop.Cart" name="case ${i}" time="0.01"/>`
const suite = (
  count: number,
  bad: readonly number[],
  between: string,
  totals = `tests="${count}" failures="${bad.length}"`,
): string =>
  `<testsuite name="cart" ${totals}>${between}${repeat(count, (i) => (bad.includes(i) ? failing(i) : passing(i)) + between)}</testsuite>\n`

describe.each([
  ['a line each', '\n'],
  ['one endless line', ''],
])('a report, %s', (_, between) => {
  it('shows each failure with its name, message and place, and counts what passed', () => {
    const { text, receipt } = run(suite(200, [20, 150], between), { budget: 300 })
    expect(receipt.kind).toBe('xml')
    for (const i of [20, 150]) {
      expect(text).toContain(`name="case ${i}"`)
      expect(text).toContain(`AssertionError: expected ${i}`)
      expect(text).toContain(`shop/cart.js:${i}:7`)
    }
    expect(text).not.toContain('name="case 21"')
    expect(text).toContain('200 tests: 198 passed, 2 failed')
    expect(receipt.findings.failures).toEqual({ total: 2, shown: 2, indexed: 0 })
    expect(receipt.verdict.reported).toBe('failed')
  })

  it('A12: failures that do not fit are counted and indexed, all of them', () => {
    const bad = Array.from({ length: 60 }, (_, i) => i * 3)
    const { text, receipt } = run(suite(200, bad, between), { budget: 300 })
    const { total, shown, indexed } = receipt.findings.failures
    expect(total).toBe(60)
    expect(shown).toBeGreaterThan(1)
    expect(shown + indexed).toBe(60)
    expect(text).toMatch(/\[diet\] \d+ more failures?: L/)
  })

  it('says so where the suites count other than what is there', () => {
    const { text } = run(suite(100, [5], between, 'tests="120" failures="3" errors="1"'), { budget: 250 })
    expect(text.split('\n')[0]).toContain('100 tests: 99 passed, 1 failed. the suites say 120 tests, 4 failed')
  })

  it('a passing report is a few lines, whatever the budget', () => {
    const { text, receipt } = run(suite(300, [], between), { budget: 1500, exitCode: 0 })
    expect(receipt.output.tokens).toBeLessThanOrEqual(150)
    expect(receipt.verdict.reported).toBe('passed')
    expect(text).toContain('300 tests: 300 passed')
  })

  it('nothing reads as success where the command failed', () => {
    const { text } = run(suite(300, [], between), { budget: 200, exitCode: 1 })
    expect(text.split('\n')[0]).toContain('no failure recognised. the tool itself reports success')
  })
})

describe('other XML', () => {
  const entries = (between: string): string =>
    `<?xml version="1.0"?>${between}<list>${between}${repeat(150, (i) => `<entry id="e${i}">${between}<state>${i === 77 ? 'withdrawn' : 'valid'}</state>${between}<text>plain words</text>${between}</entry>${between}`)}</list>\n`

  it.each([
    ['a line each', '\n'],
    ['one endless line', ''],
  ])('the entry that is not as the others, with its name: %s', (_, between) => {
    const { text, receipt } = run(entries(between), { budget: 250, mode: between === '' ? 'auto' : 'verbatim' })
    expect(receipt.kind).toBe('xml')
    expect(text).toContain('<entry id="e77">')
    expect(text).toContain('<state>withdrawn</state>')
  })

  it('C12: of one endless line, entries are shown as they stand and never welded', () => {
    const source = entries('')
    const { text } = run(source, { budget: 250 })
    for (const [, at, shown] of text.matchAll(/^\[diet\] L1@(\d+): (.*)$/gm))
      expect(source.startsWith(shown!, Number(at))).toBe(true)
  })

  it.each([
    ['HTML', `<!doctype html><html><body>${repeat(40, (i) => `<p>part ${i}</p>`)}</body></html>`],
    ['a log of a server', repeat(60, (i) => `<13>Feb  2 10:00:${10 + (i % 50)} host app: handled ${i}\n`)],
    ['tags that never close', repeat(60, (i) => `<item${i}> value ${i}\n`)],
    ['text around', `reading <a><b/><c/><d/></a>\n${repeat(60, (i) => `line ${i} <b>bold</b>\n`)}`],
    ['JSX in code', `<App>\n${repeat(60, (i) => `  const part${i} = <Part id={${i}} />\n`)}`],
  ])('no XML: %s', (_, text) => {
    expect(digest(text, { budget: 60 }).receipt.kind).not.toBe('xml')
  })
})

describe('pieces of long lines', () => {
  it('cover the text but for line ends, in order, none of them long', () => {
    const text = `${suite(40, [3, 7], '')}${repeat(3, (i) => `<note>${'word '.repeat(400)}${i}</note>\n`)}`
    const source = createSource(text)
    const { from, to, line } = segmentsOf(source, cutsOf(scanXml(text)))
    let at = 0
    for (let i = 0; i < from.length; i++) {
      expect(text.slice(at, from[i]).trim()).toBe('')
      expect(to[i]! - from[i]!).toBeLessThanOrEqual(600)
      expect(source.starts[line[i]! - 1]!).toBeLessThanOrEqual(from[i]!)
      at = to[i]!
    }
    expect(text.slice(at).trim()).toBe('')
  })
})

const word = fc.constantFrom('a', 'b', 'testcase', 'failure', 'testsuite', 'error', 'x:y')
const leaf = fc.tuple(
  word,
  fc.constantFrom('', ' ok ', 'AssertionError: 1 != 2', '&lt;x&gt;', '\ud83d\ude00', '[+12]', '[diet] x'),
  fc.constantFrom('', '\n'),
)
const document = fc
  .array(leaf, { minLength: 15, maxLength: 80 })
  .map(
    (leaves) =>
      `<testsuites>${leaves.map(([name, text, end], i) => `<${name} n="${i}">${text}${i % 3 === 0 ? '<failure>at x.js:1</failure>' : ''}</${name}>${end}`).join('')}</testsuites>`,
  )

describe('properties', () => {
  it('any XML: verified, within the budget, the same again', () => {
    fc.assert(
      fc.property(document, fc.integer({ min: 30, max: 400 }), fc.constantFrom('auto', 'verbatim'), (text, budget, mode) => {
        const options: DigestOptions = { budget, mode }
        expect(run(text, options).text).toBe(digest(text, options).text)
      }),
      { numRuns: RUNS },
    )
  })

  it('any part of an XML text, and any text that is said to be XML', () => {
    const part = fc
      .tuple(document, fc.double({ min: 0, max: 1, noNaN: true }))
      .map(([text, share]) => text.slice(0, Math.floor(share * text.length)))
    fc.assert(
      fc.property(
        fc.oneof(part, fc.string({ unit: 'binary', maxLength: 900 })),
        fc.integer({ min: 10, max: 100 }),
        (text, budget) => {
          run(text, { budget, kind: 'xml' })
        },
      ),
      { numRuns: RUNS },
    )
  })
})
